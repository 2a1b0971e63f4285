"""What is logged while people play names nobody, no card and no token."""

import ast
import json
import re
from io import StringIO

from houseway.service.api.requests.limits import SESSION_COOKIE
from houseway.service.process.logs import FIELDS, configure_logs
from tests.support.api_bench import give, open_table, sign_in, sit_down
from tests.support.paths import ROOT
from tests.support.source import nodes_of

CARD = re.compile(r"\b(?:[2-9TJQKA][shdc]|Jk)\b")


def test_logs_of_a_round_name_nobody_and_no_card(bench):
    written = StringIO()
    configure_logs(written)
    floor, zebulon = sign_in(bench, "Philippa", "floorperson"), sign_in(bench, "Zebulon")
    table = open_table(floor, "md.four-card-poker", "everything")
    sit_down(zebulon, table, 1)
    bench.play(table)
    for path in ("", "?as=player", "/rounds/1/report?as=seat:1", "/rounds/1/replay", "/rounds/9/why"):
        zebulon.get(f"/api/tables/{table}{path}")
    give(zebulon, table, "wager", position=1, wager="ante", amount={"cents": 1}, colour="Zebulon")
    zebulon.post("/api/session", {"login": "zebulon", "password": "Zebulon knows no password"})
    bench.client().get("/api/Zebulon?name=Zebulon")
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert len(lines) > 10
    assert {field for line in lines for field in line} <= FIELDS
    text = written.getvalue()
    hidden = ("Zebulon", "zebulon", "Philippa", zebulon.id, floor.id, zebulon.client.cookies[SESSION_COOKIE])
    assert [each for each in hidden if each in text] == []
    assert CARD.findall(text) == []
    metrics = zebulon.get("/metrics").text
    assert [each for each in hidden if each in metrics] == []


def test_no_line_of_a_log_loses_what_the_program_writes_into_it():
    calls = [
        node
        for path in (ROOT / "src" / "houseway" / "service").rglob("*.py")
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and re.fullmatch(r"_?log\.(debug|info|warning|error)", ast.unparse(node.func))
    ]
    assert len(calls) > 5
    assert {word.arg for call in calls for word in call.keywords if word.arg} <= FIELDS
