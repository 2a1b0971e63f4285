"""The examples of the guide to tables work anywhere, also outside the repository."""

import re

import pytest

from tests.support.command import answered
from tests.support.paths import ROOT

GUIDE = (ROOT / "docs" / "table.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.parametrize("number", range(len(blocks("toml"))))
def test_a_round_file_is_settled_as_expected(number, tmp_path):
    file = tmp_path / "round.toml"
    file.write_text(blocks("toml")[number], encoding="utf-8")
    assert "as expected" in answered("settle", file, cwd=tmp_path)


def test_the_commands_on_the_example_of_a_round_work_anywhere(tmp_path):
    printed, settled = [line for line in "".join(blocks("console")).splitlines() if "round.toml" in line]
    assert printed == "houseway example rounds/bank > round.toml"
    (tmp_path / "round.toml").write_text(answered("example", "rounds/bank"), encoding="utf-8")
    assert "as expected" in answered(*settled.split("[")[0].split()[1:], cwd=tmp_path)


def test_the_code_runs(capsys):
    code = "\n".join(blocks("python"))
    names: dict[str, object] = {}
    exec(code, names)  # noqa: S102  our own examples
    assert "\nAnn Pai Gow Poker " in capsys.readouterr().out
    names["session"].deal_round()
