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


def test_the_code_runs(capsys):
    code = "\n".join(blocks("python"))
    names: dict[str, object] = {}
    exec(code, names)  # noqa: S102  our own examples
    assert "\nAnn Pai Gow Poker " in capsys.readouterr().out
    names["session"].deal_round()
