"""Every design of a sweep has the odds that `odds` counts, whatever varies; what is kept is what the constraints say."""

import itertools
from fractions import Fraction

import pytest

from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.standard_rules import standard_rules
from houseway.analysis.sweep import sweep as sweeping
from houseway.analysis.sweep.design import read_design
from houseway.analysis.sweep.sweep import run_sweep
from houseway.errors import HousewayError, NotAllowed
from houseway.examples import read_example
from houseway.money import Cents
from houseway.regulation import load_book
from houseway.regulation.shelf import book_id
from houseway.submission import judge, parse_submission

UTH = load_book("md.ultimate-texas-holdem")


def swept(content, source=None):
    design = read_design(content)
    return run_sweep(source or load_book(book_id(design.book)), design)


def printed_rows(book, wager, letter):
    return {row.hand: str(row.pays) for row in load_book(book_id(book)).paytable(wager, letter).rows}


DESIGNS = {
    "rows": {"book": "uth", "wager": "trips", "paytable": "C", "rows": {"flush": [5, 9], "straight": [3, "7 to 2", "none"]}},
    "readings": {
        "book": "uth",
        "wager": "ultimate-pairs",
        "paytable": "A",
        "rows": {"pair-of-aces": [10, 25]},
        "choices": {"readings": {"UTH-18": ["both", "highest-only"]}},
    },
    "a tie that is added": {
        "book": "uth",
        "wager": "bad-beat",
        "paytable": "A",
        "rows": {"flush": [50, 60]},
        "choices": {"readings": {"UTH-15": ["tie-pushes", "tie-loses"]}},
    },
    "stakes": {"book": "pg-div", "wager": "bonus", "rows": {"flush": ["7 to 2", 4]}, "choices": {"stake": ["$5", "$7"]}},
    "the best-paying row": {
        "book": "pg-md",
        "wager": "fortune-bonus",
        "paytable": "A",
        "rows": {"flush": [4, 200], "straight": [2, 90]},
    },
}


@pytest.mark.parametrize("content", DESIGNS.values(), ids=DESIGNS)
def test_every_design_has_the_odds_of_its_paytable(content):
    found = swept(content)
    assert (len(found.kept), found.unwanted) == (found.design.points, 0)
    book, wager = load_book(book_id(content["book"])), content["wager"]
    for each in found.kept:
        given = dict(zip([axis.name for axis in found.design.axes], each.values, strict=True))
        rows = printed_rows(content["book"], wager, content.get("paytable") or book.paytables_of(wager)[0].letter)
        rows |= {name.removeprefix("rows."): value for name, value in given.items() if name.startswith("rows.")}
        readings = {name.removeprefix("readings."): value for name, value in given.items() if name.startswith("readings.")}
        stake = Cents.parse(given["stake"]) if "stake" in given else None
        kept = {hand: pays for hand, pays in rows.items() if pays != "none"}
        odds = wager_odds(book, wager, kept, stake=stake, readings=readings)
        assert (each.edge, each.hit_rate, each.variance) == (odds.house_edge, odds.hit_frequency, odds.variance), given


def test_letters_of_the_book_are_swept_like_rows():
    found = swept({"book": "fcp", "wager": "aces-up", "choices": {"paytable": ["A", "B", "C"]}})
    assert [each.edge for each in found.kept] == [
        wager_odds(load_book("md.four-card-poker"), "aces-up", letter).house_edge for letter in "ABC"
    ]


def test_a_filed_limit_cuts_the_awards_of_a_submission():
    verdict = judge(parse_submission(read_example("md.ultimate-texas-holdem/everything")))
    rules = verdict.rules
    content = {"submission": "x.toml", "wager": "trips", "rows": {"royal-flush": [50, 5_000_000]}}
    found = run_sweep(rules, read_design(content))
    usual, highest = (each.edge for each in found.kept)
    rows = {row.hand: str(row.pays) for row in rules.offers["trips"].paytable.rows}
    assert highest == wager_odds(rules, "trips", {**rows, "royal-flush": "5000000 to 1"}).house_edge < usual


def test_the_constraints_keep_what_meets_them_and_nothing_else():
    rows = {"flush": {"from": 4, "to": 9}, "straight": {"from": 2, "to": 6}, "four-of-a-kind": [20, 30, 40]}
    content = {"book": "uth", "wager": "trips", "paytable": "A", "rows": rows}
    every = swept(content).kept
    kept = swept({**content, "keep": {"edge": ["2%", "4%"], "deviation": ["2.5", "2.9"]}}).kept
    bounds = Fraction(1, 50), Fraction(1, 25)
    assert 0 < len(kept) < len(every)
    assert list(kept) == [
        each for each in every if bounds[0] <= each.edge <= bounds[1] and Fraction("2.5") <= each.deviation <= Fraction("2.9")
    ]


def test_rows_that_do_not_fall_or_are_no_multiples_are_not_counted():
    rows = {"flush": [6, 7], "straight": [4, 6, 7], "four-of-a-kind": [30, 33]}
    content = {"book": "uth", "wager": "trips", "paytable": "A", "rows": rows}
    falling = swept({**content, "keep": {"falling": True}})
    numbers = [[int(value.partition(" ")[0]) for value in each.values] for each in falling.kept]
    assert numbers == [[f, s, q] for f, s, q in itertools.product([6, 7], [4, 6, 7], [30, 33]) if f >= s]
    assert falling.counted + falling.unwanted == falling.design.points
    tens = swept({**content, "keep": {"multiples-of": 10}})
    assert {each.values[2] for each in tens.kept} == {"30 to 1"}


def test_a_hand_that_the_paytable_lacks_stands_where_the_design_lists_it():
    """Paytable A of Trips has neither a pair nor two pair."""
    below = {"three-of-a-kind": [3], "two-pair": [1, 4], "pair": [1, 2]}
    found = swept({"book": "uth", "wager": "trips", "paytable": "A", "rows": below, "keep": {"falling": True}})
    assert [each.values for each in found.kept] == [("3 to 1", "1 to 1", "1 to 1")]
    above = {"two-pair": [60, 1]}  # listed first, it stands above all
    found = swept({"book": "uth", "wager": "trips", "paytable": "A", "rows": above, "keep": {"falling": True}})
    assert [each.values for each in found.kept] == [("60 to 1",)]


def test_the_best_come_first_and_equal_ones_in_their_order():
    content = {"book": "uth", "wager": "trips", "paytable": "A", "rows": {"flush": [6, 7, 8], "straight": [4, 5]}}
    for by, figure in (("edge", "edge"), ("hit-rate", "hit_rate"), ("deviation", "variance"), ("highest-pay", "highest_pay")):
        for order in ("highest", "lowest"):
            values = [getattr(each, figure) for each in swept({**content, "best": {"by": by, "order": order}}).sorted]
            assert values == sorted(values, reverse=order == "highest")
    assert [each.values for each in swept({**content, "best": {"by": "hit-rate"}}).sorted] == [
        *itertools.product(["6 to 1", "7 to 1", "8 to 1"], ["4 to 1", "5 to 1"])
    ]


def test_the_best_are_counted_once_more(monkeypatch):
    monkeypatch.setattr(sweeping.WagerSweep, "odds", lambda self, values: wager_odds(UTH, "trips", "B"))
    with pytest.raises(ArithmeticError, match="counted twice has two edges"):
        swept({"book": "uth", "wager": "trips", "paytable": "A", "rows": {"flush": [6]}})


def test_a_game_is_solved_for_each_design():
    content = {"book": "uth", "wager": "game", "choices": {"paytables": {"blind": ["A", "B"]}}}
    found = swept(content)  # both come with the program, solved
    assert [each.values for each in found.kept] == [("A",), ("B",)]
    assert f"{float(found.kept[0].edge):.6f}" == "0.021850"
    assert found.columns == ("blind", "edge", "hit rate", "deviation")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ({"book": "uth", "wager": "tripz", "rows": {"flush": [6]}}, "book.no-wager"),
        ({"book": "uth", "wager": "trips", "paytable": "A", "rows": {"flash": [6]}}, "odds.hand"),
        ({"book": "uth", "wager": "trips", "paytable": "Z", "rows": {"flush": [6]}}, "odds.paytable"),
        ({"book": "uth", "wager": "trips", "paytable": "A", "rows": {"flush": ["six"]}}, "pay.unreadable"),
        ({"book": "uth", "wager": "trips", "paytable": "A", "stake": "a lot", "rows": {"flush": [6]}}, "money.unreadable"),
        ({"book": "uth", "wager": "game", "choices": {"paytables": {"blind": ["A", "Z"]}}}, "solve.paytable"),
        ({"book": "uth", "wager": "game", "choices": {"house-way": ["foxwoods"]}}, "solve.how"),
    ],
    ids=str,
)
def test_what_the_book_does_not_know_is_refused(content, code):
    with pytest.raises(HousewayError) as refusal:
        swept(content)
    assert refusal.value.code == code


def test_the_game_of_a_submission_is_filed_and_cannot_be_varied():
    with pytest.raises(NotAllowed, match="name its rule book"):
        swept({"submission": "x", "wager": "game", "choices": {"paytables": {"blind": ["A"]}}}, standard_rules(UTH.id))
