"""Whatever happened to a meter, in any order: what it comes to, how its events fold, and what its ledger says."""

import json
from dataclasses import replace
from math import ceil, floor

import pytest
from hypothesis import given

from houseway import progressive
from houseway.errors import Malformed, NotAllowed
from houseway.events import Event
from houseway.money import Cents
from houseway.progressive import evolve_meter, fold_meter
from houseway.regulation import load_book
from tests.support.meter_histories import histories, readings, winners
from tests.support.meter_ledgers import meter_ledger, meter_transfers
from tests.support.progressive_bench import DAN, DIV, FAY, MD, RULES, WHOLE, awarded, comes_to, fed, started


class TestAnyHistory:
    @given(histories())
    def test_the_value_is_seed_and_contributions_less_awards_and_resets_exactly(self, history):
        events, meters = history
        for meter in meters:
            assert meter.value == comes_to(meter) >= 0
            assert meter.displayed == Cents(floor(meter.value))

        def total(kind, fact):
            return sum(event[fact] for event in events if event.kind == kind)

        gained = total("contribution-made", "amount") + total("meter-reset", "added") + total("meter-mismatch-ruled", "change")
        lost = sum(total(kind, "taken") for kind in ("contribution-reversed", "meter-share-awarded", "meter-amount-deducted"))
        assert meters[-1].value == events[0]["seed"].amount + gained - lost

    @given(histories())
    def test_any_prefix_folds_to_the_meter_that_there_was(self, history):
        events, meters = history
        assert [fold_meter(events[: number + 1]) for number in range(len(events))] == meters

    @given(histories())
    def test_events_come_back_from_where_they_were_kept(self, history):
        events, meters = history
        kept = [Event.from_json(json.loads(json.dumps(event.to_json()))) for event in events]
        assert kept == events
        assert fold_meter(kept) == meters[-1]

    @given(histories())
    def test_every_event_has_its_clause_and_every_cent_paid_came_from_the_meter_or_the_house(self, history):
        for event in history[0]:
            assert event.clauses
            if "house" in event.facts:
                amount = event["amount"].amount if isinstance(event["amount"], Cents) else event["amount"]
                assert amount == event["taken"] + event["house"]

    @given(histories(), winners, readings)
    def test_an_award_is_the_share_rounded_up_by_less_than_a_cent(self, history, won, how):
        meter = history[1][-1]
        try:
            events, amounts = progressive.award_events(meter, won, how, "PG-1", 9)
        except NotAllowed:
            return
        for event in events:
            if event.kind == "meter-share-awarded":
                together = progressive.are_awarded_together(load_book(meter.terms.book).take_readings(how))
                claimed = sum(winner.share for winner in won) if together else event["share"]
                exact = event["of"] * event["share"] / max(claimed, 1)
                limit = next(winner.at_most for winner in won if winner.seat == event["seat"])
                assert amounts[event["seat"]] == min(Cents(ceil(exact)), limit or Cents(ceil(exact)))


class TestFolding:
    @pytest.mark.parametrize("kind", ["meter-exploded", "money-moved", "meter-opened"])
    def test_an_event_that_it_does_not_know_is_refused(self, kind):
        with pytest.raises(Malformed) as refused:
            evolve_meter(started(), Event(kind, (), {"meter": started().id}))
        assert refused.value.code == "progressive.event"

    def test_so_is_one_before_the_meter_was_opened(self):
        with pytest.raises(Malformed) as refused:
            evolve_meter(None, progressive.contribution_event(started(), Cents(1), "PG-1", 1))
        assert refused.value.facts == {"given": f"contribution-made of {started().id}", "allowed": "meter-opened"}
        with pytest.raises(Malformed, match=r"^a meter's stream must begin with an event that opens it") as refused:
            fold_meter([])
        assert refused.value.code == "progressive.not-opened"
        assert refused.value.facts == {"given": "no event", "allowed": "meter-opened"}

    def test_and_one_of_another_meter(self):
        other = fold_meter([progressive.open_meter(RULES[MD].meters[1], RULES[MD])])
        with pytest.raises(Malformed) as refused:
            evolve_meter(started(), progressive.contribution_event(other, Cents(1), "PG-1", 1))
        assert refused.value.message == f"contribution-made of {other.id} cannot come next in this stream"
        allowed = refused.value.facts["allowed"]
        assert "contribution-made, contribution-reversed" in allowed
        assert allowed.endswith(f" of {started().id}")

    def test_and_one_that_was_decided_on_another_amount(self):
        events, _ = awarded(started(), WHOLE)
        with pytest.raises(Malformed) as refused:
            fold_meter(events, fed(started(), 1))
        assert refused.value.code == "progressive.stale"
        assert refused.value.facts == {"given": "1000000", "allowed": str(fed(started(), 1).value)}

    def test_and_one_that_takes_back_what_is_gone(self):
        grown = fed(started(), 100)
        event = progressive.contribution_reversal_event(grown, {"PG-50": "kept"}, "PG-1", 1)
        with pytest.raises(Malformed, match=r"^PG-1 has made no contribution in round 1") as refused:
            evolve_meter(evolve_meter(grown, event), event)
        assert (refused.value.code, refused.value.facts["allowed"]) == ("progressive.event", "a contribution")
        assert refused.value.facts["given"] == str(event.facts)

    def test_and_one_whose_facts_are_not_what_they_should_be(self):
        event = progressive.contribution_event(started(), Cents(1), "PG-1", 1)
        with pytest.raises(Malformed) as refused:
            evolve_meter(started(), replace(event, facts={**event.facts, "amount": 1}))
        assert (refused.value.code, refused.value.facts) == ("progressive.fact", {"given": "1", "allowed": "Fraction"})
        assert refused.value.message == "contribution-made needs amount, a Fraction"


class TestBooks:
    """A meter's ledger, folded from its stream: its account holds what it shows, and every cent has its clause."""

    @given(histories())
    def test_the_account_is_what_the_meter_shows_after_every_event(self, history):
        events, meters = history
        for number, meter in enumerate(meters, start=1):
            balances = meter_ledger(events[:number]).balances
            assert balances.get(f"meter:{meter.id}", Cents(0)) == meter.displayed
            assert sum(balance.amount for balance in balances.values()) == 0
            assert all(balance.amount >= 0 for account, balance in balances.items() if account != "outside")

    @given(histories())
    def test_every_entry_has_the_clauses_of_its_event(self, history):
        events, _ = history
        posted = meter_transfers(events)
        assert {transfer.clauses for transfer in posted} <= {event.clauses for event in events}
        paid = sum(each.amount.amount for each in posted if (each.source, each.reason) == ("house", "meter-award"))
        assert paid == sum(event["amount"].amount for event in events if event.kind == "meter-share-awarded")

    @pytest.mark.clause("md.pai-gow-poker 13.E(6)", "md.pai-gow-poker 13.E(7)(a)", "md.pai-gow-poker 13.F")
    def test_a_whole_meter_leaves_for_the_table_and_the_house_starts_it_again(self):
        opening = progressive.open_meter(RULES[MD].meters[0], RULES[MD])
        feeding = progressive.contribution_event(fold_meter([opening]), Cents(500), "PG-1", 1)
        won, _ = awarded(fold_meter([opening, feeding]), WHOLE)
        told = [
            (each.source, each.target, each.amount, each.reason.value) for each in meter_transfers([opening, feeding, *won])
        ]
        meter, seed, grown = "meter:progressive/mega", Cents.from_dollars(10_000), Cents(90)
        assert told == [
            ("outside", "house", seed, "house-funds"),
            ("house", meter, seed, "seed"),
            ("outside", "house", grown, "house-funds"),
            ("house", meter, grown, "contribution"),
            (meter, "house", seed + grown, "meter-award"),
            ("house", "outside", seed + grown, "meter-award"),
            ("outside", "house", seed, "house-funds"),
            ("house", meter, seed, "reset"),
        ]

    @pytest.mark.clause("div.pai-gow-poker (q)(5)#4")
    def test_what_comes_off_a_meter_for_a_payout_from_the_tray_is_the_houses(self):
        meter = started(DIV)
        off = progressive.deduction_event(meter, Cents.from_dollars(250), "straight-flush", {}, "PG-1", 3, seat=2)
        last = meter_transfers([progressive.open_meter(RULES[DIV].meters[0], RULES[DIV]), off])[-1]
        assert (last.source, last.target, last.amount) == (f"meter:{meter.id}", "house", Cents.from_dollars(250))
        assert (last.reason, last.round, last.seat, last.wager, last.note) == ("meter-deduction", 3, 2, "progressive", "PG-1")

    def test_a_ruling_on_the_display_says_who_and_why(self):
        opening = progressive.open_meter(RULES[MD].meters[0], RULES[MD])
        seen = progressive.reconcile_display(fold_meter([opening]), Cents.from_dollars(10_002), DAN)
        ruled = progressive.rule_on_mismatch(
            fold_meter([opening, seen]), Cents.from_dollars(10_002), FAY, "the sign was photographed"
        )
        last = meter_transfers([opening, seen, ruled])[-1]
        assert (last.reason, last.amount, last.by, last.note) == (
            "meter-adjusted",
            Cents.from_dollars(2),
            "floor Fay",
            "the sign was photographed",
        )
