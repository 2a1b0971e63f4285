"""Solutions: figures from endings, the sources that a cached result depends on, and the commands."""

import ast
import json
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.analysis.four_card import solve as four_card
from houseway.analysis.pai_gow import joint as pai_gow_joint
from houseway.analysis.pai_gow.solve import optimal as pai_gow_optimal
from houseway.analysis.pai_gow.solve import solver as pai_gow
from houseway.analysis.solve.solution import RoundEnding, StrategyResult
from houseway.analysis.ultimate import joint as ultimate_joint
from houseway.analysis.ultimate import six_card_bonus as six_card_bonus_joint
from houseway.analysis.ultimate.solve import advice, passes, solver, terms
from tests.support.command import answered, refused
from tests.support.solve_brute import ROOT, solved

FLIP = StrategyResult(
    "flip",
    (
        RoundEnding("1x", "won", 3, Fraction(2), Fraction(2)),
        RoundEnding("1x", "lost", 4, Fraction(-2), Fraction(2)),
        RoundEnding("fold", "folded", 1, Fraction(-1), Fraction(1)),
    ),
)


def test_figures_follow_from_the_endings():
    assert FLIP.total == 8
    assert FLIP.expected_value == Fraction(-3, 8)
    assert FLIP.average_stake == Fraction(15, 8)
    assert FLIP.element_of_risk == Fraction(1, 5)
    assert FLIP.variance == Fraction(29, 8) - Fraction(9, 64)
    assert FLIP.frequencies == {"1x": Fraction(7, 8), "fold": Fraction(1, 8)}
    assert FLIP.distribution == {-2: 4, -1: 1, 2: 3}
    assert FLIP.to_json()["house_edge"] == "0.375000000000000"


ULTIMATE = [solver, passes, terms, advice]


@pytest.mark.parametrize(
    "modules",
    [ULTIMATE, [four_card], [ultimate_joint, *ULTIMATE], [pai_gow_joint], [six_card_bonus_joint]],
    ids=lambda each: each[0].__name__,
)
def test_a_result_depends_on_every_kernel_that_it_uses(modules):
    package = ROOT / "src" / "houseway"
    found, open_ = set(), [Path(module.__file__) for module in modules]
    while open_:
        path = open_.pop()
        found.add(path)
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("houseway.kernels"):
                names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
                paths = {package.parent / f"{name.replace('.', '/')}.py" for name in names}
                open_ += [path for path in paths if path.exists() and path not in found]
    sources = {path for pattern in modules[0].SOURCES for path in package.glob(pattern)}
    assert len(found) > 5
    assert found <= sources


def test_what_was_solved_is_told_and_its_json_has_the_promised_shape():
    solved("md.ultimate-texas-holdem", blind="A")
    found = json.loads(answered("solve", "md.ultimate-texas-holdem", "--json"))
    assert found["total"] == 27_813_810_024_000
    assert found["hands"]["72o"]["best"] == "check"
    assert "2.184971% of the Ante" in answered("solve", "md.ultimate-texas-holdem")
    solved("md.four-card-poker")
    found = json.loads(answered("solve", "md.four-card-poker", "--json"))
    assert found["total"] == 167_439_136_344_480
    assert {"fold", "1x", "3x"} <= set(found)
    assert "pair of tens" in answered("solve", "md.four-card-poker", "--hands")


def test_a_submission_is_solved_under_its_own_paytable():
    solved("md.ultimate-texas-holdem", blind="A")
    file = str(ROOT / "examples" / "submissions" / "md.ultimate-texas-holdem" / "minimal.toml")
    found = json.loads(answered("solve", file, "--json"))
    assert found["paytables"]["blind"]["royal-flush"] == "500 to 1"


def test_advice_at_the_command_line():
    output = answered("advise", "md.ultimate-texas-holdem", "9s 8s", "--board", "Ts 7d 2s")
    assert "2x" in output
    found = json.loads(answered("advise", "md.four-card-poker", "Ts Td 7c 4h 2s", "--up", "Kc", "--json"))
    assert found["best"] == "1x"
    assert set(found["choices"]) == {"fold", "1x", "2x", "3x"}


STANDS_ON = {"book", "version", "book_hash", "rules_hash", "program", "of", "method", "paytables", "readings", "assumes"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("advise", "md.ultimate-texas-holdem", "9s 8s", "--board", "Ts 7d 2s"),
        ("advise", "md.four-card-poker", "Ts Td 7c 4h 2s", "--up", "Kc"),
        ("solve", "md.ultimate-texas-holdem"),
        ("solve", "md.four-card-poker"),
    ],
)
def test_every_result_says_what_it_stands_on(arguments):
    found = json.loads(answered(*arguments, "--json"))
    assert set(found) >= STANDS_ON
    assert found["of"] == "Ante"
    assert found["readings"]
    assert found["method"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["solve", "md.no-such-game"], "neither a rule book"),
        (["solve", "md.ultimate-texas-holdem", "--paytable", "B"], "blind=B"),
        (["solve", "md.ultimate-texas-holdem", "--paytable", "blind=Q"], "no paytable 'Q'"),
        (["solve", "md.ultimate-texas-holdem", "--paytable", "blond=A"], "no wager"),
        (["solve", "md.ultimate-texas-holdem", "--reading", "UTH-99=x"], "no reading"),
        (["solve", "md.four-card-poker", "--strategy", "chart"], "cannot be solved with a strategy"),
        (["solve", "md.ultimate-texas-holdem", "--strategy", "chrat"], "there is no strategy 'chrat'"),
        (
            ["solve", "md.ultimate-texas-holdem", "--reading", "UTH-01=pays-even", "--reading", "UTH-01=pays-even"],
            "given twice",
        ),
        (["advise", "md.ultimate-texas-holdem", "As Kd Qc"], "two cards"),
        (["advise", "md.four-card-poker", "As Kd Qc 2c 3d"], "five cards"),
    ],
)
def test_refusals(arguments, says):
    assert says in refused(*arguments)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["md.pai-gow-poker", "--house-way", "foxwoods", "--against", "optimal", "--chart", "x.html"],
            "cannot be drawn as a chart",
        ),
        (["md.pai-gow-poker", "--house-way", "foxwoods", "--strategy", "chart"], "cannot be solved with a strategy"),
        (["md.pai-gow-poker", "--house-way", "foxwoods", "--against", "no-such-way"], "no-such-way"),
        (["md.pai-gow-poker"], "has no house way: name the dealer's, as `house_way` or --house-way"),
        (["md.four-card-poker", "--chart", "x.txt"], "a chart file ends in"),
        (["md.four-card-poker", "--chart", "no-such-folder/x.html"], "cannot be written"),
        (["md.ultimate-texas-holdem", "--strategy", "chrat"], "there is no strategy"),
    ],
)
def test_what_cannot_be_is_refused_before_a_game_is_solved(monkeypatch, arguments, says):
    def build(*given):
        raise AssertionError("something was worked out first")

    for module in (solver, four_card, pai_gow, pai_gow_optimal):
        monkeypatch.setattr(module, "disk_cached", build)
    assert says in refused("solve", *arguments)


def test_a_submission_has_its_own_paytables():
    file = str(ROOT / "examples" / "submissions" / "md.four-card-poker" / "minimal.toml")
    assert "its own paytables" in refused("solve", file, "--reading", "FC-07=push")
