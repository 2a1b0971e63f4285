"""What a reading says that an operator should know is a warning of `check`, and only where it applies."""

import re

import pytest

from houseway.submission import Severity, judge, parse_submission
from tests.support.paths import EXAMPLES

DIV, UTH, FC = "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker"


def warned(book, *changes):
    """The readings that an example with everything on is warned of, after some changes."""
    text = (EXAMPLES / book / "everything.toml").read_text()
    for old, new in changes:
        text, times = re.subn(old, new, text, count=1)
        assert times, old
    verdict = judge(parse_submission(text))
    assert verdict.rules is not None, verdict.findings
    assert {finding.severity for finding in verdict.findings} <= {Severity.WARNING}
    return [finding.place.removeprefix("readings.") for finding in verdict.findings]


def test_an_envy_table_of_another_letter():
    assert warned(UTH) == ["UTH-34"]
    assert warned(UTH, ('envy = "D"', 'envy = "C"')) == []
    assert "FC-16" not in warned(FC)
    assert "FC-16" in warned(FC, ('envy = "C"', 'envy = "A"'))


def test_a_fold_that_nothing_is_filed_about():
    assert warned(UTH, ('ultimate-pairs = "live"\n', "")) == ["UTH-09", "UTH-34"]


def test_a_meter_for_a_royal_flush_that_starts_low():
    letter = ('(progressive\\]\\n)paytable = "C"', '\\1paytable = "B"')
    without = (r'\[\[meters\]\]\nwager = "progressive"\nname = "mega"(\n[a-z].*)+\n', "")
    assert warned(UTH, letter, without) == ["UTH-08", "UTH-34"]
    assert warned(UTH, letter, without, (r'(name = "major"\nseed = .*\n)reset = .*', '\\1reset = "$10,000"')) == ["UTH-34"]


@pytest.mark.parametrize("choice", ["as-printed", "royal-and-straight-flush"])
def test_envy_for_four_of_a_kind_with_the_worth_of_each_reading(choice):
    assert warned(FC, (r"FC-02 = .*", f'FC-02 = "{choice}"'))[:1] == ["FC-02"]


def test_two_pair_at_three_to_one():
    assert "FC-04" in warned(FC)
    assert "FC-04" not in warned(FC, (r"\[readings\]", '[readings]\nFC-04 = "two"'))


@pytest.mark.parametrize("choice", ["even-money", "two-to-one"])
def test_the_divisions_base_wager_whichever_way_it_is_paid(choice):
    assert "DIV-01" in warned(DIV, (r"DIV-01 = .*", f'DIV-01 = "{choice}"'))


def test_wagers_of_a_void_round_that_are_lost():
    assert "DIV-10" not in warned(DIV)
    assert "DIV-10" in warned(DIV, (r"\[readings\]", '[readings]\nDIV-10 = "forfeit"'))
