"""The PAR sheet: its figures are those that were counted and solved, it says what it stands on, and it can be handed over."""

import csv
import io
import json
import re
import shlex
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from houseway import documents
from houseway.analysis import covariance, solve_game, state_pace
from houseway.analysis.exact import as_dollars_and_cents, square_root
from houseway.analysis.games import count_jointly
from houseway.analysis.joint_distribution import NOT_COUNTED
from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.par import builder
from houseway.analysis.par.builder import build_par_sheet
from houseway.analysis.par.sheet import NOT_SOLVED
from houseway.documents.par_game import net_distribution
from houseway.errors import Malformed, NotAllowed
from houseway.money import Cents
from houseway.submission import judge, parse_submission, read_submission
from tests.support.command import answered, refused
from tests.support.paths import ROOT
from tests.support.pdf_text import page_texts
from tests.support.solve_brute import KNOWN, published
from tests.support.solved_examples import empty_cache

FOLDER = ROOT / "examples" / "submissions"
MD, DIV, UTH, FC = BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker")
every = pytest.mark.parametrize("book", BOOKS)


@cache
def rules_of(book, name="everything"):
    return judge(read_submission(FOLDER / book / f"{name}.toml")).rules


@cache
def unsolved(book):
    return build_par_sheet(rules_of(book))


@cache
def sheet_of(book):
    """With the game solved, which the tests keep."""
    return build_par_sheet(rules_of(book, "minimal"), solution=solve_game(rules_of(book, "minimal")), date="2026-03-01")


@cache
def pages_of(book):
    return page_texts(documents.make_par_sheet(sheet_of(book)).render())


# The figures


@every
def test_optional_wagers_are_as_they_were_counted(book):
    sheet = unsolved(book)
    assert {each.wager for each in sheet.wagers} >= {"progressive"}
    for each in sheet.wagers:
        counted = wager_odds(sheet.rules, each.wager, stake=each.bet)
        assert each.expected_value == counted.expected_value
        assert each.variance == counted.variance
        assert each.hit_frequency == counted.hit_frequency
        assert each.total == counted.total == sum(row.combinations for row in each.rows)


@every
def test_true_odds_are_those_against_a_row(book):
    for each in (*unsolved(book).wagers, *sheet_of(book).wagers):
        for row in each.rows:
            assert row.clause is not None or row.hand == "nothing"
            if row.combinations:
                assert 1 / (row.true_odds + 1) == row.probability
        assert sum(row.probability for row in each.rows) == 1


@every
def test_the_wagers_of_the_game_add_up_to_what_was_solved(book):
    sheet = sheet_of(book)
    base = [each for each in sheet.wagers if each.is_base]
    assert sum(each.expected_value for each in base) == sheet.game.expected_value
    assert sum(each.average_stake for each in base) == sheet.game.average_stake
    assert all(each.total == sheet.game.total for each in base)
    assert sum(each.hourly_hold for each in base) == sheet.game.house_edge * base[0].bet.amount * sheet.pace.player_rounds


def test_the_solved_games_have_their_published_edges():
    assert published("2.185", sheet_of(UTH).game.house_edge * 100)
    assert published("0.526", sheet_of(UTH).game.element_of_risk * 100)
    assert published("2.79", sheet_of(FC).game.house_edge * 100)
    assert published("2.72", sheet_of(MD).game.house_edge * 100)
    assert KNOWN


def test_ante_blind_and_play_are_told_apart():
    wagers = {each.wager: each for each in sheet_of(UTH).wagers if each.is_base}
    assert list(wagers) == ["ante", "blind", "play"]
    blind = {row.hand: row for row in wagers["blind"].rows}
    assert blind["royal-flush"].net == 500
    assert blind["royal-flush"].pays == "500 to 1"
    assert blind["flush"].net == Fraction(3, 2)
    assert {row.clause.clause for row in wagers["ante"].rows} == {"12.A", "11.H(3)(d)", "11.H(1)", "11.F(2)", "11.H(3)(a)"}
    assert {row.hand for row in wagers["play"].rows if row.net > 0} == {"4x-win", "2x-win", "1x-win"}


def test_the_ante_bonus_has_no_stake():
    (bonus,) = [each for each in sheet_of(FC).wagers if each.wager == "ante-bonus"]
    assert bonus.average_stake == 0
    assert bonus.house_edge == -bonus.expected_value < 0
    assert {row.hand: row.pays for row in bonus.rows if not row.net} == {"nothing": "nothing", "folded": "nothing"}


@every
def test_an_hour_of_one_player_varies_as_its_rounds_do(book):
    """Rounds have nothing to do with each other: so many of them vary so many times as much."""
    sheet = sheet_of(book)
    rounds = sheet.pace.rounds_per_hour
    for each in (*sheet.wagers, *unsolved(book).wagers):
        if each.rounds_per_hour:
            assert abs(each.hourly_deviation**2 - each.variance * each.bet.amount**2 * rounds) < Fraction(1, 10**6)
    assert {each.wager for each in unsolved(book).wagers if not each.rounds_per_hour} == {
        table.wager for offer in rules_of(book).offers.values() for table in offer.envy
    } & {each.wager for each in unsolved(book).wagers}
    bet = next(each.bet for each in sheet.wagers if each.is_base)
    assert abs(sheet.game.hourly_deviation**2 - sheet.game.variance * bet.amount**2 * rounds) < Fraction(1, 10**6)


@pytest.mark.parametrize("book", [UTH, FC])
def test_the_wagers_of_the_game_vary_together_to_what_was_solved(book):
    """Their variances and twice their covariances are the variance of a round."""
    sheet = sheet_of(book)
    own = sum(each.variance for each in sheet.wagers if each.is_base)
    assert own + 2 * sum(each.covariance for each in sheet.game.covariances) == sheet.game.variance
    assert all(-1 <= each.correlation <= 1 for each in sheet.game.covariances)


@every
def test_optional_wagers_of_a_spot_are_told_together(book):
    sheet = unsolved(book)
    names = [each.wager for each in sheet.wagers if each.rounds_per_hour]
    found = {(each.one, each.other): each.covariance for each in sheet.covariances}
    assert set(found) == set(combinations(names, 2))
    wagers = {name: wager_odds(sheet.rules, name, stake=sheet.pace.bets[name]) for name in names}
    assert found == {pair: covariance(*(wagers[name] for name in pair)) for pair in found}
    assert sheet.to_json()["spot"] == [each.to_json() for each in sheet.covariances]


@every
def test_wagers_of_the_game_and_optional_ones_are_told_together(book):
    sheet = sheet_of(book)
    base = {each.wager for each in sheet.wagers if each.is_base}
    optional = {each.wager for each in sheet.wagers} - base
    assert {frozenset((each.one, each.other)) for each in sheet.optional_covariances} >= {
        frozenset(pair) for pair in product(base, optional)
    }
    assert all(-1 <= each.correlation <= 1 for each in sheet.covariances)
    assert sheet.uncounted_pairs == ()


@every
def test_a_whole_spot_is_the_game_and_what_is_beside_it(book):
    """At the average bets, in cents: what is staked, what it brings, and how it varies, with every covariance twice."""
    sheet = sheet_of(book)
    spot, wagers = sheet.spot.wagers, {each.wager: each for each in sheet.wagers if each.rounds_per_hour}
    assert [each.wager for each in spot.wagers] == list(wagers)
    assert spot.stake == sum(each.average_stake * each.bet.amount for each in wagers.values())
    assert -spot.house_edge * spot.stake == sum(each.expected_value * each.bet.amount for each in wagers.values())
    alone = sum(each.variance * each.bet.amount**2 for each in wagers.values())
    pairs = (each.covariance * wagers[each.one].bet.amount * wagers[each.other].bet.amount for each in sheet.covariances)
    assert spot.variance == alone + 2 * sum(pairs)
    told = sheet.to_json()["whole_spot"]
    assert told["wagers"] == list(wagers)
    assert told["standard_deviation_per_hour"] == as_dollars_and_cents(square_root(spot.variance * sheet.pace.rounds_per_hour))


@every
def test_a_whole_spot_is_printed(book):
    spot, text = sheet_of(book).spot, pages_of(book)[0].text
    assert "One player's spot, all wagers together" in text
    for deviation in (spot.wagers.standard_deviation, spot.hourly_deviation):
        assert as_dollars_and_cents(deviation) in text
    assert "Without" not in text


def test_what_is_not_counted_together_is_told_so(monkeypatch):
    def by_four_alone(rules, solution, axis, *rest):
        if axis != "four":
            raise NotAllowed("not yet", code=NOT_COUNTED, given=axis, allowed="four")
        return count_jointly(rules, solution, axis, *rest)

    monkeypatch.setattr(builder, "count_jointly", by_four_alone)
    sheet = build_par_sheet(rules_of(FC), solution=solve_game(rules_of(FC)))
    assert sheet.spot.left_out == ("progressive",)
    assert sheet.uncounted_pairs == (("ante", "progressive"), ("play", "progressive"), ("ante-bonus", "progressive"))
    assert sheet.to_json()["not_counted_together"] == [list(pair) for pair in sheet.uncounted_pairs]
    notes = [element.cells for element in documents.make_par_sheet(sheet).elements if element.kind == "note"]
    assert ("Without Progressive: not counted jointly with all the others.",) in notes
    assert ("Not counted with", "Ante, Play and Ante bonus") in notes


def test_vigorish_is_rounded_at_the_average_bet():
    rules = rules_of(MD)
    solved = solve_game(rules)
    even, bent = (
        build_par_sheet(rules, state_pace(rules, bets={"pai-gow": Cents.from_dollars(bet)}), solved).wagers[0]
        for bet in (10, 11)
    )
    assert even.house_edge == solved.house_edge
    assert bent.house_edge - even.house_edge == Fraction(75 - 55, 1100) * Fraction(solved.counts.win, solved.counts.total)


# Pace


@every
def test_the_hold_is_of_the_pace_that_is_stated(book):
    rules = rules_of(book)
    sheet = build_par_sheet(rules, state_pace(rules, 40, 3, {"progressive": rules.offers["progressive"].stakes[-1]}))
    for each in sheet.wagers:
        times = 40 * 3 * (1 if each.average_stake else 2)  # envy is for each other player's hand
        assert each.times_per_hour == times
        assert each.hourly_hold == -each.expected_value * each.bet.amount * times
    assert sheet.hourly_hold == sum(each.hourly_hold for each in sheet.wagers)


def test_without_a_pace_the_table_is_full_and_bets_are_the_least():
    pace = unsolved(UTH).pace
    assert (pace.rounds_per_hour, pace.players) == (30, 6)
    assert pace.bets["trips"] == Cents.from_dollars(5)


def test_only_what_is_staked_by_itself_has_an_average_bet():
    """Play and Ante bonus are what the Ante makes them."""
    assert state_pace(rules_of(FC), bets={"ante": Cents.from_dollars(25)}).to_json()["average_bets"] == {
        "ante": "$25",
        "aces-up": "$5",
        "progressive": "$1",
    }


def test_envy_is_there_only_for_a_bet_that_earns_it():
    rules = rules_of(UTH)
    for stake in (1, 5):
        sheet = build_par_sheet(rules, state_pace(rules, bets={"progressive": Cents.from_dollars(stake)}))
        assert [each.wager for each in sheet.wagers if not each.average_stake] == [f"progressive-envy-{stake}"]
    assert not [each for each in unsolved(MD).wagers if each.wager == "fortune-envy"]  # the least is $1, and $5 earn it
    sheet = build_par_sheet(rules_of(MD), state_pace(rules_of(MD), bets={"fortune-bonus": Cents.from_dollars(5)}))
    assert [each for each in sheet.wagers if each.wager == "fortune-envy"]


@pytest.mark.parametrize(
    ("stated", "says"),
    [
        ({"rounds_per_hour": 0}, "1 to 1,000 rounds an hour"),
        ({"rounds_per_hour": 1_001}, "1 to 1,000 rounds an hour, not 1,001"),
        ({"players": 7}, "6 positions"),
        ({"players": 0}, "6 positions"),
        ({"bets": {"trips": Cents.from_dollars(1)}}, "$5 to $200"),
        ({"bets": {"progressive": Cents.from_dollars(2)}}, "$1 or $5"),
        ({"bets": {"insurance": Cents.from_dollars(2)}}, "no wager"),
        ({"bets": {"trips": Cents.from_dollars(500)}}, "$5 to $200"),
        ({"bets": {"ante": Cents.from_dollars(20), "play": Cents.from_dollars(25)}}, "depends on the Ante"),
        ({"bets": {"blind": Cents.from_dollars(20)}}, "depends on the Ante"),
    ],
)
def test_a_pace_that_cannot_be(stated, says):
    with pytest.raises(Malformed, match=re.escape(says)):
        state_pace(rules_of(UTH), **stated)


def test_a_progressive_over_the_life_of_its_meters():
    """What players put in they win back: with whole shares, reset to the seed, the edge at the seed less what they grow by."""
    (progressive,) = [each for each in unsolved(MD).wagers if each.wager == "progressive"]
    assert progressive.life_edge == progressive.house_edge - Fraction(28, 100)
    text = (FOLDER / MD / "everything.toml").read_text()
    rules = judge(parse_submission(text.replace("exempt", "capped"))).rules
    (cut,) = [each for each in build_par_sheet(rules).wagers if each.wager == "progressive"]
    assert cut.life_edge is None


def test_the_life_of_a_meter_as_it_is_played():
    """A meter is fed, hit and reset in proportion: what is paid is what it grew by and what it was reset to."""
    sheet = unsolved(DIV)
    (progressive,) = [each for each in sheet.wagers if each.wager == "progressive"]
    found = wager_odds(sheet.rules, "progressive")
    (meter,) = sheet.rules.meters
    whole = sum(row.probability for row in progressive.rows if row.pays == "100% of meter")
    parts = {row.pays: row.probability for row in progressive.rows if row.pays.endswith("% of meter")}
    shares = sum(Fraction(pays.split("%")[0]) / 100 * chance for pays, chance in parts.items())
    grows = meter.rate * found.stake.amount
    # At the level where it neither grows nor falls on average, shares cost what it grows by and is reset to.
    level = (grows + whole * meter.reset.amount) / shares
    at_level = -found.fixed_value - shares * level / found.stake.amount
    assert progressive.life_edge == at_level


# The document


@every
def test_the_sheet_says_what_it_stands_on(book):
    sheet, text = sheet_of(book), " ".join(page.text for page in pages_of(book))
    rules = sheet.rules
    for said in (rules.hash, rules.regulation.hash, "2026-03-01", rules.facility, "30 rounds an hour", "houseway "):
        assert said in text
    for assumption in sheet.assumptions:
        assert assumption[1:] in text
    assert f"1 of {len(pages_of(book))}" in text


@every
def test_every_row_is_printed_with_its_clause(book):
    sheet, document = sheet_of(book), documents.make_par_sheet(sheet_of(book))
    text = " ".join(page.text for page in pages_of(book))
    rows = [element for element in document.elements if element.kind == "row"]
    assert len(rows) == sum(len(each.rows) for each in sheet.wagers)
    for each, element in zip([row for wager in sheet.wagers for row in wager.rows], rows, strict=True):
        assert element.clauses == ((each.clause,) if each.clause else ())
        assert f"{each.combinations:,}" in text
        assert each.clause is None or each.clause.clause in text


@pytest.mark.parametrize("book", [MD, FC])
def test_the_same_rules_give_the_same_bytes(book):
    document = documents.make_par_sheet(unsolved(book))
    assert document.render() == document.render()
    assert document.elements[0].text.strip()
    with pytest.raises(Malformed, match="pages"):
        document.render("png")


def test_without_a_date_there_is_none():
    assert "Date" not in [
        element.cells[0] for element in documents.make_par_sheet(unsolved(FC)).elements if element.kind == "identity"
    ]


def test_a_game_that_is_not_solved_is_told_so():
    sheet = unsolved(FC)
    assert sheet.game is None
    assert NOT_SOLVED in sheet.assumptions
    text = " ".join(page.text for page in page_texts(documents.make_par_sheet(sheet).render()))
    assert "has not been solved" in text


@every
def test_the_distribution_is_all_there_is(book):
    bars = net_distribution(sheet_of(book).game)
    assert abs(sum(share for _, share, _, _ in bars) - 1) < 1e-12
    if book in (UTH, FC):
        labels = [label for label, *_ in bars]
        assert labels[-1] == "over +10"
        assert len(labels) == len(set(labels)) == len(range(-6 if book == UTH else -4, 11)) + 1


def test_the_strategy_is_printed():
    grid = sheet_of(UTH).game.grid
    cells = [cell for _, row in grid.rows for cell in row]
    assert len(cells) == 169
    assert dict(zip(grid.columns, grid.rows[0][1]))["A"][0] == "4x"
    assert {action for action, _ in cells} == {"4x", "check"}
    assert "3x is never best" in sheet_of(UTH).game.strategy[0]
    rows = dict(sheet_of(FC).game.grid.rows)
    assert all(len(row) == 13 for row in rows.values())
    assert rows["pair of twos"][-1] == ("1x", "1x")
    assert "Foxwoods" in sheet_of(MD).game.strategy[0]
    assert [each.opponents for each in sheet_of(MD).game.bank] == [1, 2, 3, 4, 5, 6]


def test_json_has_the_strategy_and_the_bank():
    whole = {book: sheet_of(book).to_json()["game"] for book in (UTH, FC, MD)}
    cells = {cell["says"].split()[0]: cell["action"] for row in whole[UTH]["grid"]["rows"] for cell in row["cells"]}
    assert len(cells) == 169
    assert (cells["AKs"], cells["32o"]) == ("4x", "check")
    twos = next(row["cells"] for row in whole[FC]["grid"]["rows"] if row["row"] == "pair of twos")
    assert dict(zip(whole[FC]["grid"]["columns"], twos))["2"]["action"] == "1x"
    assert whole[MD]["grid"] is None
    assert [each["opponents"] for each in whole[MD]["bank"]] == [1, 2, 3, 4, 5, 6]
    assert json.loads(json.dumps(whole[MD]["bank"])) == whole[MD]["bank"]


# At the command line


@pytest.fixture
def nothing_kept(tmp_path):
    """There are no solved games, not even those that come with the program."""
    with empty_cache(tmp_path / "nothing"):
        yield


@every
@pytest.mark.usefixtures("nothing_kept")
def test_json_and_csv_agree(book, tmp_path):
    file = str(FOLDER / book / "everything.toml")
    answered("par", file, "--no-solve", "-o", str(tmp_path / "par.json"))
    answered("par", file, "--no-solve", "-o", str(tmp_path / "par.csv"))
    whole = json.loads((tmp_path / "par.json").read_text())
    assert whole["game"] is None
    assert whole["whole_spot"] is None
    assert whole["rules_hash"] == rules_of(book).hash
    assert NOT_SOLVED in whole["assumptions"]
    lines = list(csv.DictReader(io.StringIO((tmp_path / "par.csv").read_text())))
    assert len(lines) == sum(len(each["rows"]) for each in whole["wagers"])
    edges = {each["wager"]: each["house_edge"] for each in whole["wagers"]}
    assert all(line["house_edge"] == edges[line["wager"]] for line in lines)
    assert all(line["row_clause"].startswith(book) for line in lines if line["hand"] != "nothing")


def test_what_is_kept_is_used_without_solving(tmp_path):
    sheet_of(FC)
    answered("par", str(FOLDER / FC / "minimal.toml"), "--no-solve", "-o", str(tmp_path / "par.json"))
    whole = json.loads((tmp_path / "par.json").read_text())
    assert published("2.79", Fraction(whole["game"]["house_edge"]) * 100)
    assert {"ante", "play", "ante-bonus"} < {each["wager"] for each in whole["wagers"]}
    assert whole["whole_spot"]["wagers"] == ["ante", "play", "ante-bonus", "aces-up"]


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("-o par.svg", "pdf, xlsx, csv, json"),
        ("--date today", "not a date"),
        ("--players 9", "6 positions"),
        ("--average-bet '$1' --no-solve", "$15 to $1,000"),
        ("--average-bet 'trips=lots'", "not an amount"),
        ("--average-bet 'trips=$10' --average-bet 'trips=$15'", "given twice"),
        ("--average-bet 'trip=$10'", "no wager"),
        ("--no-solve -o nowhere/par.csv", "cannot be written"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(options, says):
    assert says in refused("par", str(FOLDER / UTH / "everything.toml"), *shlex.split(options))


@pytest.mark.usefixtures("nothing_kept")
def test_a_submission_that_fails_has_no_sheet():
    wrong = next((FOLDER / UTH / "wrong").glob("*.toml"))
    assert "; run `houseway check" in refused("par", str(wrong), "--no-solve")


@pytest.mark.usefixtures("nothing_kept")
def test_every_option_is_in_the_docs():
    shown = answered("par", "--help")
    options = set(re.findall(r"--[a-z][a-z-]+", shown)) - {"--help"}
    documented = (ROOT / "docs" / "par.md").read_text()
    assert len(options) >= 7
    assert all(option in documented for option in options)
