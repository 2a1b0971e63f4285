"""Why a wager ended as it did: the hands side by side, the hand that pays, row, arithmetic, and the reading that decided."""

from functools import cache

import pytest

from houseway import equipment
from houseway.chance import seeded_chance
from houseway.events import Event
from houseway.explanation.display_names import DisplayNames
from houseway.explanation.results import envy_by_wager
from houseway.explanation.why import explain_round
from houseway.explanation.words import _PHRASES, describe_event, wager_titles
from houseway.files.rounds.file import read_round_file
from houseway.files.rounds.play import play_round_file
from houseway.money import Cents
from houseway.play.session import TableSession, default_players
from houseway.submission import judge, parse_submission
from houseway.submission.built_in import built_in_submission
from tests.support.paths import GOLDEN_ROUNDS

FOLDER = GOLDEN_ROUNDS
BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker")


@cache
def explained(name):
    played = play_round_file(read_round_file(FOLDER / f"{name}.toml"))
    found = explain_round(played.events, played.run.table.rules, played.meter_events)
    return {(each.position, each.wager): each for each in found.wagers}


@pytest.mark.parametrize(
    ("name", "key", "readings"),
    [
        ("md/three-of-a-kind-beside-a-straight", (1, "fortune-bonus"), ["PG-03", "PG-04"]),
        ("md/three-of-a-kind-beside-a-straight", (1, "pai-gow"), []),
        ("md/bank-wins-copies", (1, "pai-gow"), ["PG-29"]),
        ("md/bank-copies-push", (0, "pai-gow"), ["PG-29"]),
        ("md/copies-lose", (1, "pai-gow"), []),
        ("md/fouls-lose", (5, "pai-gow"), ["PG-06"]),
        ("md/fouls-lose", (6, "pai-gow"), []),
        ("md/insurance", (3, "insurance"), []),
        ("md/insurance", (4, "insurance"), ["PG-47"]),
        ("md/progressive-shared", (1, "progressive"), ["PG-17", "PG-19", "PG-51"]),
        ("md/vigorish-to-the-cent", (1, "pai-gow"), ["PG-24"]),
        ("md/vigorish-up-to-the-quarter", (1, "pai-gow"), []),
        ("md/envy-emperors-of-any-amount", (1, "emperors-treasure envy"), ["PG-10"]),
        ("md/bank-surrender-to-the-centre", (2, "pai-gow"), ["PG-13", "PG-56"]),
        ("md/bank-surrender-to-the-centre", (3, "pai-gow"), ["PG-25"]),
        ("div/bonus-straight-with-trips-highest", (2, "pai-gow"), ["DIV-01"]),
        ("div/bonus-straight-with-trips-highest", (2, "bonus"), ["DIV-06"]),
        ("div/bonus-three-of-a-kind-loses", (2, "bonus"), ["DIV-05"]),
        ("div/number-several-and-rounded-down", (1, "number:4"), ["DIV-04"]),
        ("div/number-several-and-rounded-down", (1, "number:5"), []),
        ("uth/ante-pushes-when-the-dealer-has-no-pair", (1, "ante"), []),
        ("uth/ante-pushes-when-the-dealer-has-no-pair", (2, "ante"), ["UTH-20"]),
        ("uth/blind-table-b-straight-pushes", (1, "blind"), ["UTH-01"]),
        ("uth/blind-table-b-straight-pays-even", (6, "blind"), []),
        ("uth/bad-beat-tie-loses", (1, "bad-beat"), ["UTH-15"]),
        ("uth/bad-beat-both-hands", (1, "bad-beat"), ["UTH-14"]),
        ("uth/bad-beat-both-hands", (2, "bad-beat"), []),
        ("uth/blind-flush-in-whole-dollars", (2, "blind"), ["UTH-29"]),
        ("uth/bad-beat-both-hands", (1, "blind"), []),
        ("uth/progressive-by-the-best-of-seven", (1, "progressive"), ["UTH-05", "UTH-06"]),
        ("uth/board-card-exposed-and-ruled-void", (1, "ante"), ["UTH-27"]),
        ("uth/board-card-exposed-and-ruled-void", (1, "trips"), []),
        ("fc/four-cards-rank-their-own-way", (6, "ante"), ["FC-07"]),
        ("fc/four-cards-rank-their-own-way", (5, "ante"), []),
        ("fc/envy-holder-need-not-have-bet", (2, "progressive envy"), ["FC-17"]),
        ("uth/envy-holder-need-not-have-bet", (3, "progressive envy"), ["UTH-31"]),
    ],
)
def test_the_readings_that_decided_are_named_and_no_others(name, key, readings):
    assert [used.reading for used in explained(name)[key].readings] == readings


def test_an_envy_bonus_that_is_taken_back_is_explained_once():
    found = explained("md/surrendered-hand-of-six-that-stayed")
    assert [key for key in found if "envy" in key[1]] == [(1, "fortune-bonus envy")]
    envy = found[1, "fortune-bonus envy"]
    assert (envy.result, envy.net, [move.reason for move in envy.moves]) == ("void", 0, ["envy", "taken-back"])


def test_envy_taken_back_with_the_wagers_against_the_dealer_is_explained():
    envy = explained("uth/award-and-envy-taken-back-when-a-dealers-card-was-seen")[1, "progressive envy"]
    assert (envy.result, envy.amount, envy.net, envy.hand, envy.arithmetic) == ("void", 0, 0, "", ())
    assert [clause.clause for clause in envy.clauses] == ["13.F"]
    assert [move.reason for move in envy.moves] == ["envy", "taken-back"]


def test_a_hand_that_is_void_is_taken_out_of_what_was_earned_as_envy():
    def envied(holder, hand, cents):
        facts = {"position": holder, "wager": "progressive", "hands": ((1, hand, Cents(cents)),), "amount": Cents(cents)}
        return Event("envy-settled", (), facts)

    voided = Event("base-voided", (), {"why": "card-exposed", "under": (), "envy": ((1, 3, Cents(500)),)})
    events = (envied(3, "royal-flush", 500), envied(2, "straight-flush", 300), voided)
    rules = judge(parse_submission(built_in_submission("md.ultimate-texas-holdem"))).rules
    (left,) = explain_round(events, rules).wagers
    assert (left.result, left.amount, left.hand) == ("envy", 300, "straight flush at position 2")
    assert envy_by_wager(events, against_dealer=True) == {(1, "progressive"): 300}
    assert describe_event(voided).endswith("card exposed; $5 paid as envy is taken back")


def test_a_reading_comes_with_the_choice_taken_and_its_words():
    (used,) = explained("div/bonus-straight-with-trips-highest")[2, "pai-gow"].readings
    assert str(used) == "reading DIV-01, even-money: 1 to 1, an erratum"
    assert used.to_json() == {"reading": "DIV-01", "choice": "even-money", "words": "1 to 1, an erratum"}


@pytest.mark.parametrize(
    ("name", "key", "ranks", "whose"),
    [
        ("md/bank-wins-copies", (1, "pai-gow"), ["a copy of", "below"], "the bank's"),
        ("md/copies-lose", (3, "pai-gow"), ["below", "a copy of"], "the dealer's"),
        ("md/fouls-lose", (5, "pai-gow"), [], ""),
        ("uth/ante-pushes-when-the-dealer-has-no-pair", (3, "play"), ["equal to"], "the dealer's"),
        ("uth/ante-pushes-when-the-dealer-has-no-pair", (4, "ante"), [], ""),
        ("fc/four-cards-rank-their-own-way", (2, "ante"), ["below"], "the dealer's"),
    ],
)
def test_hands_stand_beside_those_that_they_were_held_against(name, key, ranks, whose):
    each = explained(name)[key]
    assert [part.ranks for part in each.comparisons] == ranks
    assert each.compared_with == whose
    assert all(part.cards and part.hand_words and part.other_cards and part.other_words for part in each.comparisons)


@pytest.mark.parametrize(
    ("name", "key", "row", "sums"),
    [
        ("md/insurance", (1, "insurance"), "Paytable A, king high pays 5 to 1", ["$5 at 5 to 1 = $25"]),
        ("md/insurance", (3, "insurance"), "Paytable A has no row for it", []),
        (
            "md/vigorish-up-to-the-quarter",
            (1, "pai-gow"),
            "a win pays 1 to 1",
            ["$12 at 1 to 1 = $12", "vigorish 5% of $12 = $0.60, up to the next 25 cents: $0.75"],
        ),
        (
            "md/vigorish-to-the-cent",
            (1, "pai-gow"),
            "a win pays 1 to 1",
            ["$10.50 at 1 to 1 = $10.50", "vigorish 5% of $10.50 = $0.52 and 1/2 of a cent, down to the cent: $0.52"],
        ),
        (
            "md/payout-limit-caps-meter",
            (1, "progressive"),
            "Paytable A, any seven card straight flush pays 100% of the meter",
            ["100% of the meter, which stood at $50,000.10: $50,000.10, cut to the payout limit: $50,000"],
        ),
        (
            "md/progressive-ten-percent",
            (1, "progressive"),
            "Paytable A, five aces pays 10% of the meter",
            ["10% of the meter, which stood at $20,000.27: $2,000.02 and 7/10 of a cent, up to the cent: $2,000.03"],
        ),
        (
            "div/number-several-and-rounded-down",
            (1, "number:4"),
            "the number drawn pays 11 to 2",
            ["$3 at 11 to 2 = $16.50, down to the whole dollar: $16"],
        ),
        (
            "uth/ultimate-pairs-dealers-aces-both-rows",
            (1, "ultimate-pairs"),
            "Paytable B, player and dealer aces pays 1000 to 1; pair of aces pays 30 to 1",
            ["$5 at 1000 to 1 = $5,000", "$5 at 30 to 1 = $150", "in all $5,150"],
        ),
        ("uth/bad-beat-tie-loses", (1, "bad-beat"), "", []),
        ("uth/blind-table-b-straight-pays-even", (6, "blind"), "Paytable B, less than straight pushes", []),
        ("fc/ante-bonus-when-losing", (1, "ante-bonus"), "four of a kind pays 25 to 1", ["$10 at 25 to 1 = $250"]),
    ],
)
def test_the_row_and_the_arithmetic_are_told(name, key, row, sums):
    each = explained(name)[key]
    assert each.row == row
    assert list(each.arithmetic) == sums


@pytest.mark.parametrize(
    ("name", "key", "rows"),
    [
        (
            "uth/blind-table-b-straight-pays-even",
            (6, "blind"),
            ["flush 3 to 2", "straight 1 to 1", "> less than straight push"],
        ),
        ("md/insurance", (3, "insurance"), ["king high 5 to 1", "ace high 3 to 1"]),
        ("md/vigorish-up-to-the-quarter", (1, "pai-gow"), []),
    ],
)
def test_the_row_that_paid_stands_among_its_neighbours(name, key, rows):
    lines = explained(name)[key].lines
    assert [f"{'> ' if line.is_paid else ''}{line.hand} {line.pays}" for line in lines] == rows


def test_the_cards_that_make_the_hand_are_told_of_a_hand_that_was_given_up_too():
    each = explained("div/surrender-leaves-the-bonus-alive")
    bonus = next(wager for (_, name), wager in each.items() if name == "bonus" and wager.result == "win")
    assert bonus.paid_hand == "straight, nine high"
    assert len(bonus.paid_cards) == 5


def test_a_wager_that_was_taken_back_has_no_stake():
    each = explained("md/raised-and-taken-back-in-time")[1, "fortune-bonus"]
    assert (each.stake, each.result, each.net) == (0, "", 0)


@pytest.mark.parametrize("name", ["md-bank", "div/bonus-rows-and-a-premium-hand-last", "uth/royal-flush-with-everything-on"])
def test_no_clause_is_named_twice(name):
    for each in explained(name).values():
        document = each.to_json()
        for named in (document["clauses"], document["ranks"], *(move["clauses"] for move in document["moves"])):
            assert len(set(named)) == len(named)


def test_not_in_full_it_has_the_same_results_clauses_and_money():
    played = play_round_file(read_round_file(FOLDER / "md-bank.toml"))
    short = explain_round(played.events, played.run.table.rules, in_full=False)
    for brief, full in zip(short.wagers, explain_round(played.events, played.run.table.rules).wagers, strict=True):
        assert (brief.title, brief.result, brief.clauses, brief.moves) == (full.title, full.result, full.clauses, full.moves)
    assert not any(each.comparisons or each.arithmetic or each.readings for each in short.wagers)


# Words


@pytest.mark.parametrize("book", BOOKS)
def test_wagers_are_called_as_the_book_calls_them(book):
    session = TableSession(built_in_submission(book), seeded_chance(2), default_players(3))
    dealt, regulation = session.deal_round(), session.run.table.rules.regulation
    named = wager_titles(regulation)
    ids = {wager for wager in regulation.wagers if "-" in wager}
    for event in dealt.events:
        assert event.kind in _PHRASES
        told = describe_event(event, dealt.seats, named)
        assert not any(wager in told for wager in ids)


def test_every_kind_of_event_of_the_equipment_has_words():
    assert not equipment.KINDS - set(_PHRASES)


def test_names_of_numbers_envy_and_accounts():
    names = DisplayNames({3: "Cid"}, {"number": "Starting number", "fortune-bonus": "Fortune Bonus"})
    assert names.wager_title("number:4") == "Starting number 4"
    assert names.wager_title("fortune-bonus envy") == "Fortune Bonus envy"
    assert names.wager_title("some-other") == "some other"
    assert names.account_title("layout:3") == "the layout before Cid (3)"
    assert names.account_title("player:Ann") == "Ann"
    assert names.account_title("meter:progressive/mega") == "the meter progressive/mega"
    assert names.account_title("outside") == "outside"


def test_a_called_result_is_of_the_hand_and_a_settled_one_of_the_wager():
    facts = {"position": 3, "wager": "ante", "result": "win", "words": "pair of aces"}
    named = {"ante": "Ante"}
    assert describe_event(Event("result-announced", (), facts), {3: "Cid"}, named) == "the hand of Cid (3) wins: pair of aces"
    money = {"stake": Cents(100), "amount": Cents(0), "vigorish": Cents(0)}
    settled = Event("wager-settled", (), {**facts, **money, "result": "tie", "hand": "dealer below a pair"})
    assert describe_event(settled, {3: "Cid"}, named) == "Ante of Cid (3) ties (dealer below a pair)"
