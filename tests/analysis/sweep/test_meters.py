"""What the rates and resets of meters cost: the edge over their life is that of `check`, and what the book forbids is refused."""

from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.analysis.life_edge import life_edge
from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.sweep.design import read_design
from houseway.analysis.sweep.sweep import run_sweep
from houseway.errors import HousewayError
from houseway.examples import read_example
from houseway.money import Cents
from houseway.regulation import load_book
from houseway.submission import judge, parse_submission

RULES = judge(parse_submission(read_example("md.ultimate-texas-holdem/everything"))).rules
UNCAPPED = replace(RULES, options={name: value for name, value in RULES.options.items() if name != "payout-limit.amount"})
SUBMISSION = {"submission": "x.toml", "wager": "progressive"}
BOOK = {"book": "uth", "wager": "progressive", "paytable": "A", "stake": "$1"}


def test_rates_and_resets_have_the_life_edge_of_a_submission_that_files_them():
    choices = {"rates": {"mega": ["12%", "20%"]}, "resets": {"mega": ["$25,000", "$30,000"]}}
    found = run_sweep(UNCAPPED, read_design({**SUBMISSION, "choices": choices}))
    for each in found.kept:
        rate, reset = (each.values[0], each.values[1])
        meters = tuple(
            replace(meter, rate=Fraction(rate.removesuffix("%")) / 100, reset=Cents.parse(reset))
            if meter.name == "mega"
            else meter
            for meter in UNCAPPED.meters
        )
        rules = replace(UNCAPPED, meters=meters)
        assert each.life_edge == life_edge(rules, wager_odds(rules, "progressive"))
    assert len({each.life_edge for each in found.kept}) == found.design.points == 4
    assert len({each.edge for each in found.kept}) == 1
    assert found.columns[:4] == ("mega rate", "mega reset", "edge", "life edge")
    assert {"mega rate", "mega reset", "life_edge"} <= set(next(found.exact_records()))


@pytest.mark.parametrize(
    ("content", "source", "code"),
    [
        ({**SUBMISSION, "choices": {"rates": {"meter": ["10%"]}}}, RULES, "sweep.meter"),
        ({**SUBMISSION, "choices": {"rates": {"mega": ["0%"]}}}, RULES, "sweep.rate"),
        ({**SUBMISSION, "choices": {"rates": {"mega": ["99%"]}}}, RULES, "sweep.rate"),
        ({**SUBMISSION, "choices": {"rates": {"mega": ["much"]}}}, RULES, "sweep.rate"),
        ({**SUBMISSION, "choices": {"resets": {"mega": ["-$1"]}}}, RULES, "sweep.reset"),
        ({**BOOK, "choices": {"rates": {"meter": ["10%"]}}}, None, "sweep.meter"),
        ({**BOOK, "choices": {"rates": {"meter": ["10%"]}, "resets": {"meter": ["$9,999"]}}}, None, "sweep.reset"),
        ({**BOOK, "wager": "trips", "rows": {"flush": [6]}, "keep": {"life-edge": ["1%", "2%"]}}, None, "sweep.life-edge"),
    ],
    ids=str,
)
def test_meters_that_may_not_be_are_refused(content, source, code):
    with pytest.raises(HousewayError) as refusal:
        run_sweep(source or load_book("md.ultimate-texas-holdem"), read_design(content))
    assert refusal.value.code == code
