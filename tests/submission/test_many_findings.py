"""A file with very many defects is judged quickly: some are listed, the rest are counted."""

import difflib
from importlib import import_module

import pytest

from houseway.errors import Malformed
from houseway.house_way import HouseWay
from houseway.input_files import MAX_FINDINGS
from houseway.submission import judge, parse_submission

MANY = 5_000
NAMES = "".join(f"key{number} = 1\n" for number in range(MANY))


@pytest.fixture
def compared(monkeypatch):
    """Counts how often a key is compared with the known ones, which is what takes long."""
    calls = []
    real = difflib.get_close_matches

    def count(*arguments, **settings):
        calls.append(arguments[0])
        return real(*arguments, **settings)

    for module in ("houseway.spelling", "houseway.house_way.file"):
        monkeypatch.setattr(import_module(module), "get_close_matches", count)
    return calls


def test_unknown_options_beyond_the_bound_are_counted(compared):
    verdict = judge(parse_submission(f'book = "md.pai-gow-poker"\n{NAMES}'))
    assert not verdict.passes
    assert len(verdict.findings) == MAX_FINDINGS
    assert verdict.count > MANY
    assert verdict.to_json()["unlisted"] == verdict.count - MAX_FINDINGS
    assert len(compared) <= MAX_FINDINGS


@pytest.mark.parametrize("header", ["[readings]", "[wagers]", "[wagers.pai-gow]"])
def test_unknown_names_in_a_section_beyond_the_bound_are_counted(compared, header):
    verdict = judge(parse_submission(f'book = "md.pai-gow-poker"\n{header}\n{NAMES}'))
    assert verdict.count > MANY
    assert len(compared) <= MAX_FINDINGS


def test_a_few_findings_are_all_listed():
    verdict = judge(parse_submission('book = "md.pai-gow-poker"\nkey = 1'))
    assert verdict.count == len(verdict.findings)
    assert "unlisted" not in verdict.to_json()


def test_defects_of_a_house_way_beyond_the_bound_are_counted(compared):
    with pytest.raises(Malformed, match=r"the house way has 5,00\d defects(?s:.*)\nand 4,90\d more$") as refused:
        HouseWay.from_text(NAMES, "own.toml")
    assert len(refused.value.facts["defects"]) == MAX_FINDINGS
    assert len(compared) <= MAX_FINDINGS
