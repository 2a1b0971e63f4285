"""Random rounds of all books against the referee, from a seed that changes daily: `make test` plays 2,000, `make prove` 300,000."""

import datetime

import pytest

from houseway.files.rounds.file import read_round_file
from houseway.files.rounds.play import play_round_file
from houseway.games.against_dealer import optional_wagers, settling
from houseway.money import Cents
from houseway.procedure import DIV, MD
from houseway.procedure import FOUR_CARD as FC
from houseway.procedure import ULTIMATE as UTH
from houseway.regulation import BOOKS
from houseway.submission import parse_submission
from tests.support.referee_filings import covered_submission, open_readings
from tests.support.referee_rounds import sampled_table
from tests.support.referee_sampling import sample, sample_in_shards, write_smallest
from tests.support.referee_shrinking import Asked, replay, shrink, written

SEED = 1000 * datetime.datetime.now(tz=datetime.UTC).date().toordinal()
"""The first table of the day. Every test prints it."""
KNOWN_SEED = 739_938_000
"""The first of the tables that are played every day, so that a change shows on the day on which it is made."""
TABLES = {MD: (38, 175), DIV: (44, 175), UTH: (60, 300), FC: (69, 350)}
"""Tables of each book, six rounds each, and the rounds that must have been compared: 1,000 in all, from each of the two seeds."""
ONCE_DIFFERENT = [
    *((FC, 30_187), (DIV, 40_077), (MD, 50_186), (UTH, 50_241), (MD, 50_553), (MD, 50_358), (DIV, 50_641)),
    *((FC, 743_000_657), (DIV, 740_000_360), (UTH, 741_000_285)),
    *((DIV, 739_939_605), (DIV, 739_939_797), (UTH, 739_939_474), (UTH, 739_939_942), (UTH, 739_940_498), (MD, 739_940_905)),
    (FC, 739_950_252),
]
"""Tables from other seeds that differed until somebody decided why: a debt after void base wagers (FC-90), a wager on a number
before the bank is confirmed (DIV-36), a debt of one to whom the centre of a bank round returns a wager (PG-90), a card of a hand
that is found face up after the deal (UTH-96), the order in which the dealer sets two hands (7.F(2)), a stack
without a place, a device that fails when its cards are dealt from the hand (13.H), one who sits down after the bank was offered
(12.C), a card of the board that is found face up (13.C), a card found face up in the machine that deals ((n)(6)), two banks of
which the first lets the house wager nothing ((m)(7)#2), a fold of one who has left (UTH-107), a machine in which the dealer's
cards stayed until the round was over (13.H), a second finding about a player who still owes by the first (UTH-90), odd cents of
a meter that a bank shares (PG-26), on which of two equal wagers a player is paid envy once (FC-93)."""
WITH_ARRIVALS = {MD: (10, 20), DIV: (10, 20), UTH: (12, 30), FC: (12, 30)}
"""The same of tables at which players sit down in the middle of rounds: tables of their own, so that the others stay the same."""
MANY_ROUNDS = 300_000
COVERED_WITHIN = 24
"""Tables of a book within which every choice of every reading was filed, wherever the row begins."""


def check(found, seed=SEED, *, arrivals=False):
    """Print the seed, what was not compared and what differs; write the smallest cases of it."""
    print(f"seed {seed}: {found}", *found.differences, sep="\n  ")  # noqa: T201 - the seed, and what was not compared
    if found.differences:
        pytest.fail(f"{found.differences}: {write_smallest(found, arrivals=arrivals)}")


@pytest.mark.parametrize("book", BOOKS)
def test_rounds_by_chance_are_decided_alike(book):
    tables, rounds = TABLES[book]
    found = sample(book, SEED, tables)
    check(found)
    assert found.rounds >= rounds


@pytest.mark.parametrize("book", BOOKS)
def test_known_rounds_are_decided_alike(book):
    tables, rounds = TABLES[book]
    found = sample(book, KNOWN_SEED, tables)
    check(found, KNOWN_SEED)
    assert found.rounds >= rounds


@pytest.mark.parametrize("book", BOOKS)
def test_rounds_in_which_players_arrive_are_decided_alike(book):
    tables, rounds = WITH_ARRIVALS[book]
    found = sample(book, SEED, tables, arrivals=True)
    check(found, arrivals=True)
    assert found.rounds >= rounds


def test_one_who_sits_down_after_the_call_was_away_when_the_bank_was_the_dealers():
    """The first offer had come round to the dealer, and nobody sat beyond it (DIV-23)."""
    assert sample(DIV, 745_000_048, 1, arrivals=True).differences == []


@pytest.mark.parametrize(("book", "number"), ONCE_DIFFERENT)
def test_tables_that_once_differed_are_decided_alike(book, number):
    assert sample(book, number, 1).differences == []


@pytest.mark.prove
def test_many_rounds_by_chance_are_decided_alike():
    found = sample_in_shards(BOOKS, MANY_ROUNDS, SEED)
    check(found)
    assert found.rounds >= MANY_ROUNDS * 7 // 10


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("first", [0, SEED])
def test_every_choice_of_every_reading_is_drawn(book, first):
    drawn = set()
    for number in range(first, first + COVERED_WITHIN):
        drawn |= {*parse_submission(covered_submission(book, number)).readings.items()}
    assert {(reading, choice) for reading, choices in open_readings(book).items() for choice in choices} - drawn == set()


def add_a_cent(monkeypatch, wager):
    """The engine pays a cent too much for a wager that wins."""
    right = settling.settle_effects

    def settle(context, position, award, law):
        is_wrong = award.wager == wager and award.amount
        return right(context, position, award._replace(amount=award.amount + Cents(1)) if is_wrong else award, law)

    monkeypatch.setattr(settling, "settle_effects", settle)
    monkeypatch.setattr(optional_wagers, "settle_effects", settle)


def first_that_differs():
    tables = (sampled_table(FC, number, 4) for number in range(20))
    return next(table for table in tables if any(each.differences for each in table.rounds))


class TestShrinking:
    """A fault that is planted is shrunk to the few commands that show it."""

    def test_a_wrong_payout(self, monkeypatch):
        add_a_cent(monkeypatch, "aces-up")
        shrunk = shrink(first_that_differs().commands)
        asked = [each.command.act for each in shrunk.commands]
        assert len(asked) <= 8, asked
        assert {act for act in asked if act in ("wager", "play", "fold", "leave")} == {"wager"}
        content = shrunk.to_json()
        assert [difference for difference in content["differences"] if "aces-up" in difference]
        assert len(content["record"]["rounds"]) == 1

    def test_what_is_left_is_a_round_file_that_shows_it(self, monkeypatch, tmp_path):
        add_a_cent(monkeypatch, "aces-up")
        shrunk = shrink(first_that_differs().commands)
        file = written(shrunk, tmp_path / "smallest.json").with_suffix(".toml")
        wrong = play_round_file(read_round_file(file)).results
        monkeypatch.undo()
        right = play_round_file(read_round_file(file)).results
        [(paid, due)] = [(wrong[key].cents, right[key].cents) for key in wrong if wrong[key] != right[key]]
        assert paid - due == 1

    def test_what_is_left_is_all_that_is_needed(self, monkeypatch):
        add_a_cent(monkeypatch, "ante")
        shrunk = shrink(first_that_differs().commands, tries=60)
        again = replay([Asked(command, 1, False) for command in shrunk.played])
        assert again.sampled.differences == shrunk.sampled.differences

    def test_nothing_is_left_of_rounds_that_agree(self):
        with pytest.raises(AssertionError, match="nothing differs"):
            shrink(sampled_table(FC, 0, 1).commands)
