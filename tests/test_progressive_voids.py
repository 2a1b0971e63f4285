"""What void wagers and rounds take back from a meter, by the readings of its own book."""

import pytest

from houseway import progressive
from houseway.money import Cents
from houseway.progressive import evolve_meter
from houseway.regulation import BOOKS, TakenReadings
from tests.support.progressive_bench import DIV, TENTH, VOID, WHOLE, after, awarded, fed, refusal, started, table_of

UTH = "md.ultimate-texas-holdem"


class TestReadingsOfTheMetersBook:
    """A meter asks the readings of its own book, and another book's readings do not decide it."""

    @pytest.mark.parametrize("book", BOOKS)
    def test_a_void_wager_takes_its_contribution_back(self, book):
        meter = fed(started(book), 1_000)
        event = progressive.contribution_reversal_event(meter, {}, table_of(meter), 1, clauses=VOID)
        assert event["taken"] == event["amount"] > 0

    @pytest.mark.parametrize("book", [book for book in BOOKS if book != DIV])
    def test_a_partial_award_is_deducted(self, book):
        meter = started(book)
        events, _ = awarded(meter, TENTH)
        assert after(meter, events).value == meter.value * (1 - TENTH)

    def test_an_edition_that_is_earlier_than_a_reading_is_asked_as_it_was(self):
        """Bound to today's book, it would raise, or take another choice."""
        meter = fed(started(UTH), 1_000)
        earlier = TakenReadings({"PG-50": "kept"}, UTH, known=(), is_stored=True)
        event = progressive.contribution_reversal_event(meter, earlier, table_of(meter), 1, clauses=VOID)
        assert event.kind == progressive.CONTRIBUTION_KEPT
        assert progressive.meter.bind_readings(meter, earlier) is earlier


class TestAnAwardUndoneAfterAPartialVoid:
    """A void wager's contribution may be part of an award that stands, so that the house bears it. If the award is undone
    afterwards, because the whole round is void, the meter is what it was before the round."""

    def play(self):
        """Two wagers feed the meter, a hand wins all of it, and then the first wager is void."""
        meter = fed(fed(started(), 1_000), 1_000)
        events, _ = awarded(meter, WHOLE)
        meter = after(meter, events)
        event = progressive.contribution_reversal_event(meter, {}, table_of(meter), 1, stake=Cents(1_000), clauses=VOID)
        assert (event["taken"], event["house"]) == (0, event["amount"])
        return evolve_meter(meter, event)

    def test_everything_is_reversed(self):
        meter = self.play()
        meter = evolve_meter(meter, progressive.award_reversal_event(meter, table_of(meter), 1, VOID))
        event = progressive.contribution_reversal_event(meter, {}, table_of(meter), 1, clauses=VOID)
        assert (event["found"], event["house"], event["stake"]) == (event["amount"] / 2, 0, Cents(1_000))
        meter = evolve_meter(meter, event)
        assert meter.value == started().value
        assert meter.contributions == {}

    def test_also_if_no_wager_is_left_to_be_reversed(self):
        meter = self.play()
        rest = progressive.contribution_reversal_event(meter, {}, table_of(meter), 1, stake=Cents(1_000), clauses=VOID)
        meter = evolve_meter(meter, rest)
        meter = evolve_meter(meter, progressive.award_reversal_event(meter, table_of(meter), 1, VOID))
        event = progressive.contribution_reversal_event(meter, {}, table_of(meter), 1, clauses=VOID)
        assert (event["found"], event["stake"]) == (event["amount"], Cents(0))
        assert evolve_meter(meter, event).value == started().value
        assert refusal(progressive.contribution_reversal_event, meter, {}, table_of(meter), 1, stake=Cents(1)).code

    def test_a_further_contribution_of_the_round_forgets_nothing(self):
        meter = self.play()
        assert fed(meter, 500).contributions[table_of(meter), 1].lacked == meter.contributions[table_of(meter), 1].lacked > 0

    def test_what_stays_on_the_meter_is_not_lacking(self):
        meter = fed(started(), 1_000)
        event = progressive.contribution_reversal_event(meter, {"PG-50": "kept"}, table_of(meter), 1, clauses=VOID)
        assert evolve_meter(meter, event).contributions == {}
