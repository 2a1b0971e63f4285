"""Exact odds of the examples' games, at their lowest stakes: `python -m tests.support.example_odds` counts and writes them.

Solving a game takes minutes, so the program comes with these. `make prove` counts them again.
"""

import argparse

from houseway.examples import read_example, submission_names
from houseway.reports.expected.computing_odds import compute_odds
from houseway.reports.expected.theory import TheoreticalOdds
from houseway.submission import Rules, judge, parse_submission
from tests.support.paths import ROOT

_FILE = ROOT / "src" / "houseway" / "reports" / "example_odds.toml"
_HEAD = """# The exact odds of the games of the examples, at the lowest stake, by the hash of their rules.
# Written by `python -m tests.support.example_odds`; `make prove` counts them again.
"""


def example_rules(name: str) -> Rules:
    rules = judge(parse_submission(read_example(name))).rules
    assert rules is not None
    return rules


def game_odds(rules: Rules) -> tuple[str, int, TheoreticalOdds]:
    """Solve a game, and return its first wager, the lowest stake, and the odds at it."""
    wager, offer = next(iter(rules.offers.items()))
    ((_, odds),) = compute_odds(rules, [(wager, offer.minimum.amount)]).items()
    return wager, offer.minimum.amount, odds


def _entry(name: str) -> str:
    rules = example_rules(name)
    wager, stake, odds = game_odds(rules)
    return (
        f'\n["{rules.hash}"]\nexample = "{name}"\nwager = "{wager}"\nstake = {stake}\n'
        f'edge = "{odds.edge}"\nvariance = "{odds.variance}"\nmethod = "{odds.method}"\n'
    )


if __name__ == "__main__":
    argparse.ArgumentParser("python -m tests.support.example_odds", description=__doc__).parse_args()
    _FILE.write_text(_HEAD + "".join(_entry(name) for name in submission_names()), encoding="utf-8")
