"""How to play, over HTTP: the wagers with their exact edges, by an example or by the rules of a table."""

from fractions import Fraction

import pytest

from houseway.analysis import all_odds
from houseway.examples import read_example
from houseway.regulation import book_ids
from houseway.submission import judge, parse_submission
from tests.service.api.test_desk import get, refusal
from tests.support.api_bench import open_table, sign_in


@pytest.mark.parametrize("book", book_ids())
def test_every_wager_of_the_example_has_its_exact_edge(client, book):
    answer = get(client, f"/api/how-to-play/{book}")
    rules = judge(parse_submission(read_example(f"{book}/everything"))).rules
    base, *_ = answer["wagers"]
    assert (base["wager"], base["costed_by"]) == (next(iter(rules.offers)), "game")
    assert Fraction(base["edges"][0]["house_edge"]["exact"]) > 0
    counted = {(odds.wager, odds.stake.amount): odds.house_edge for odds in all_odds(rules)}
    told = {
        (each["wager"], edge["stake_cents"]): Fraction(edge["house_edge"]["exact"])
        for each in answer["wagers"]
        for edge in each["edges"]
        if each["costed_by"] in ("stake", "envy")
    }
    assert told == counted
    assert all(each["pays"] for each in answer["wagers"])


def test_the_rules_of_a_table_are_asked_by_its_name(bench, client):
    open_table(sign_in(bench, "Fia", "floorperson"), "md.ultimate-texas-holdem", table="UTH-1")
    answer = get(client, "/api/how-to-play/uth?table=UTH-1")
    assert answer["table"] == "UTH-1"
    assert {each["wager"] for each in answer["wagers"]} >= set(bench.service.house.latest_state("UTH-1").rules.offers)
    assert refusal(client.get("/api/how-to-play/fcp?table=UTH-1")) == (409, "how-to-play.table")
    assert refusal(client.get("/api/how-to-play/uth?table=UTH-9"))[1] == "house.table"


def test_the_sentences_alone_come_for_the_tips_at_a_table(client):
    assert "dealer" in get(client, "/api/how-to-play/uth/wagers")["ante"]
