"""A meter is an exact fraction of cents that grows, is won, reduced and reset by events, and shows whole cents."""

from dataclasses import FrozenInstanceError, replace
from fractions import Fraction

import pytest

from houseway import progressive
from houseway.citation import cite_clauses
from houseway.events import Actor, Role
from houseway.money import Cents
from houseway.progressive import MeterTerms, ShareWinner, evolve_meter, fold_meter
from houseway.regulation import BOOKS, load_book
from houseway.table.meters import follow_filing, meters_drawn_on
from tests.support.progressive_bench import (
    DAN,
    DIV,
    FAY,
    MD,
    RULES,
    TENTH,
    VOID,
    WHOLE,
    after,
    at,
    awarded,
    comes_to,
    fed,
    one_dollar,
    refusal,
    started,
    table_of,
)


class TestOpening:
    @pytest.mark.parametrize("book", BOOKS)
    def test_a_meter_starts_at_the_amount_filed(self, book):
        for each in RULES[book].meters:
            event = progressive.open_meter(each, RULES[book])
            meter = fold_meter([event])
            assert (meter.id, meter.displayed, meter.filed_meter) == (f"{each.wager}/{each.name}", each.seed, each)
            assert event.clauses

    @pytest.mark.clause("md.pai-gow-poker 13.E(7)(a)", "md.pai-gow-poker 13.E(7)(d)")
    def test_marylands_three_meters_start_at_no_less_than_their_floor(self):
        meters = [fold_meter([progressive.open_meter(each, RULES[MD])]) for each in RULES[MD].meters]
        assert [str(meter.terms.least_reset) for meter in meters] == ["$10,000", "$1,000", "$500"]
        assert all(meter.starting_amount >= meter.terms.least_reset for meter in meters)

    @pytest.mark.clause("div.pai-gow-poker (q)(6)#1", "div.pai-gow-poker (q)(6)#2")
    def test_the_divisions_meter_starts_at_no_less_than_its_floor(self):
        assert started(DIV).starting_amount == Cents.from_dollars(20_000)
        assert started(DIV).terms.least_reset == Cents.from_dollars(10_000)

    def test_a_meter_is_a_value(self):
        with pytest.raises(FrozenInstanceError):
            started().value = Fraction(0)


class TestContributions:
    @pytest.mark.clause("md.pai-gow-poker 13.E(6)")
    def test_a_meter_grows_by_the_rate_exactly_and_shows_whole_cents_rounded_down(self):
        meter = started(rate=Fraction(1, 3))
        assert fed(meter, 100).value - meter.value == Fraction(100, 3)
        assert fed(meter, 100).displayed - meter.displayed == Cents(33)
        assert fed(fed(fed(meter, 100), 100), 100).displayed - meter.displayed == Cents(100)

    @pytest.mark.clause("div.pai-gow-poker (q)(5)#2")
    def test_at_the_divisions_five_dollar_table_a_wager_adds_27_percent(self):
        assert fed(started(DIV), 500).value - started(DIV).value == 135

    @pytest.mark.clause("div.pai-gow-poker (q)(5)#1")
    def test_at_the_divisions_one_dollar_table_a_wager_adds_its_own_rate(self):
        meter = one_dollar()
        assert fed(meter, 100).value - meter.value == 21

    def test_tables_share_a_meter(self):
        meter = started()
        both = fed(fed(meter, 100, table="PG-1"), 200, table="PG-2", in_round=8)
        assert both.value - meter.value == 300 * meter.filed_meter.rate
        assert set(both.contributions) == {("PG-1", 1), ("PG-2", 8)}

    def test_a_table_that_does_not_share_it_adds_nothing(self):
        refused = refusal(progressive.contribution_event, started(), Cents(100), "PG-9", 1)
        assert (refused.code, refused.facts["allowed"]) == ("progressive.table", ("PG-1", "PG-2"))

    @pytest.mark.parametrize("cents", [0, -100])
    def test_a_contribution_needs_a_wager(self, cents):
        assert refusal(progressive.contribution_event, started(), Cents(cents), "PG-1", 1).code == "progressive.stake"

    def test_a_round_that_is_over_adds_nothing(self):
        assert (
            refusal(progressive.contribution_event, fed(started(), 100, 7), Cents(100), "PG-1", 6).code == "progressive.round"
        )

    @pytest.mark.parametrize(("readings", "cents"), [({}, 1_000), ({"DIV-20": "coupon-does-not"}, 500)])
    def test_a_coupon_feeds_the_meter_by_the_reading(self, readings, cents):
        meter = started(DIV)
        grown = fed(meter, 500, coupons=Cents(500), readings=readings)
        assert grown.value - meter.value == meter.filed_meter.rate * cents


class TestVoidRounds:
    @pytest.mark.clause("md.pai-gow-poker 13.E(6)")
    def test_the_contribution_of_a_void_round_is_taken_back_with_the_wagers(self):
        meter = started()
        grown = fed(fed(meter, 100), 200)
        event = progressive.contribution_reversal_event(grown, {}, "PG-1", 1, clauses=VOID)
        assert event.kind == "contribution-reversed"
        assert evolve_meter(grown, event).value == meter.value

    def test_or_stays_and_the_house_bears_it_where_it_is_read_so(self):
        grown = fed(started(), 300)
        event = progressive.contribution_reversal_event(grown, {"PG-50": "kept"}, "PG-1", 1, clauses=VOID)
        assert (event.kind, event["house"]) == ("contribution-kept", 300 * grown.filed_meter.rate)
        assert evolve_meter(grown, event).value == grown.value

    @pytest.mark.parametrize("reading", ["reversed", "kept"])
    def test_it_goes_back_once(self, reading):
        grown = fed(started(), 300)
        once = evolve_meter(grown, progressive.contribution_reversal_event(grown, {"PG-50": reading}, "PG-1", 1))
        assert (
            refusal(progressive.contribution_reversal_event, once, {"PG-50": reading}, "PG-1", 1).code
            == "progressive.nothing-to-reverse"
        )

    def test_one_spots_wager_goes_back_alone(self):
        meter = started()
        grown = fed(fed(meter, 100), 200)
        part = evolve_meter(grown, progressive.contribution_reversal_event(grown, {}, "PG-1", 1, stake=Cents(100)))
        assert part.value - meter.value == 200 * meter.filed_meter.rate
        assert (
            refusal(progressive.contribution_reversal_event, part, {}, "PG-1", 1, stake=Cents(201)).facts["allowed"]
            == "up to $2 of round 1"
        )

    @pytest.mark.parametrize(("table", "in_round"), [("PG-1", 2), ("PG-2", 1)])
    def test_what_was_not_contributed_is_not_taken_back(self, table, in_round):
        assert (
            refusal(progressive.contribution_reversal_event, fed(started(), 100), {}, table, in_round).code
            == "progressive.nothing-to-reverse"
        )

    @pytest.mark.clause("md.pai-gow-poker 13.E(7)(a)")
    def test_a_meter_that_was_won_and_reset_keeps_its_reset_amount(self):
        grown = fed(started(), 300)
        events, _ = progressive.award_events(grown, [ShareWinner(1, WHOLE)], {}, "PG-1", 1)
        reset = after(grown, events)
        event = progressive.contribution_reversal_event(reset, {}, "PG-1", 1, clauses=VOID)
        assert event["taken"] < 1, "no more than the fraction of a cent that an award leaves"
        assert event["taken"] + event["house"] == 300 * grown.filed_meter.rate
        assert evolve_meter(reset, event).value == reset.filed_meter.reset.amount

    def test_a_void_round_gives_its_award_back_though_another_table_played_on(self):
        """The other table has contributed after the reset."""
        meter = started()
        grown = fed(meter, 300)
        won = after(grown, progressive.award_events(grown, [ShareWinner(1, WHOLE)], {}, "PG-1", 1)[0])
        elsewhere = evolve_meter(won, progressive.contribution_event(won, Cents(500), "PG-2", 9))
        event = progressive.award_reversal_event(elsewhere, "PG-1", 1, VOID)
        assert event["amount"] == grown.displayed
        undone = evolve_meter(elsewhere, event)
        before = evolve_meter(undone, progressive.contribution_reversal_event(undone, {}, "PG-1", 1, clauses=VOID))
        assert before.value == meter.value + 500 * meter.filed_meter.rate
        assert progressive.award_reversal_event(undone, "PG-1", 1) is None, "once"
        assert progressive.award_reversal_event(elsewhere, "PG-1", 2) is None, "another round"

    @pytest.mark.clause("md.pai-gow-poker 13.E(7)(a)")
    def test_the_house_leaves_in_the_meter_what_it_added_if_another_table_has_won_since(self):
        """The meter stood below its reset amount, was won whole and reset; then the other table won a tenth of it."""
        meter = at(5_000, reset=Cents.from_dollars(10_000))
        won = after(meter, progressive.award_events(meter, [ShareWinner(1, WHOLE)], {}, "PG-1", 1)[0])
        spent = after(won, progressive.award_events(won, [ShareWinner(1, Fraction(1, 10))], {}, "PG-2", 9)[0])
        event = progressive.award_reversal_event(spent, "PG-1", 1, VOID)
        assert event["house"] == Cents.from_dollars(1_000).amount
        assert evolve_meter(spent, event).value == meter.value

    @pytest.mark.parametrize("rounds_later", [1, 2])
    def test_the_round_before_can_still_be_reversed(self, rounds_later):
        meter = started()
        grown = fed(meter, 300)
        later = evolve_meter(grown, progressive.contribution_event(grown, Cents(500), "PG-1", 1 + rounds_later))
        if rounds_later > 1:
            assert (
                refusal(progressive.contribution_reversal_event, later, {}, "PG-1", 1).code == "progressive.nothing-to-reverse"
            )
            return
        undone = evolve_meter(later, progressive.contribution_reversal_event(later, {}, "PG-1", 1, clauses=VOID))
        assert undone.value == meter.value + 500 * meter.filed_meter.rate

    def test_a_meter_that_was_won_in_between_gives_back_no_more_than_it_has(self):
        grown = fed(started(DIV, seed=Cents(0)), 1_000)
        spent = evolve_meter(
            grown, progressive.deduction_event(grown, Cents.from_dollars(250), "royal-flush", {}, "PG-2", 1, seat=1)
        )
        event = progressive.contribution_reversal_event(spent, {}, "PG-1", 1)
        assert (event["taken"], event["house"], evolve_meter(spent, event).value) == (0, 270, 0)


class TestAwards:
    @pytest.mark.clause("md.pai-gow-poker 13.F", "md.pai-gow-poker 13.E(8)", "md.pai-gow-poker 11.H(6)(b)(v)")
    def test_a_whole_meter_pays_what_is_on_it_at_the_players_turn_and_starts_again(self):
        meter = fed(at(50_000, reset=Cents.from_dollars(12_000)), 50)
        later = fed(meter, 50, table="PG-2")
        events, amounts = progressive.award_events(later, [ShareWinner(4, WHOLE)], {}, "PG-1", 1)
        amount = amounts[4]
        assert amount == Cents(5_000_018)
        assert [event.kind for event in events] == ["meter-share-awarded", "meter-reset"]
        assert events[0]["paid_from"] == events[1]["paid_from"] == "house"
        assert after(later, events).value == 1_200_000

    @pytest.mark.clause("div.pai-gow-poker (q)(7)", "div.pai-gow-poker (q)(6)#1", "div.pai-gow-poker (q)(6)#2")
    def test_so_does_the_divisions(self):
        events, amounts = awarded(started(DIV), WHOLE)
        assert amounts == {1: Cents.from_dollars(20_000)}
        assert after(started(DIV), events).displayed == Cents.from_dollars(10_000)

    def test_a_whole_meter_pays_what_it_shows_and_keeps_the_fraction_of_a_cent(self):
        meter = fed(started(rate=Fraction(1, 3)), 100)
        events, amounts = awarded(meter, WHOLE)
        assert amounts == {1: meter.displayed}
        assert (events[0]["taken"], events[0]["house"]) == (meter.displayed.amount, 0)
        assert after(meter, events).value == meter.filed_meter.reset.amount + meter.value - meter.displayed.amount

    def test_a_share_is_taken_of_the_amount_shown_and_rounded_up_to_the_cent(self):
        """A tenth of $10,000.30 is $1,000.03, although the meter has a third of a cent more."""
        meter = fed(started(rate=Fraction(91, 300)), 100)
        assert (meter.displayed, meter.value - meter.displayed.amount) == (Cents(1_000_030), Fraction(1, 3))
        events, amounts = awarded(meter, TENTH)
        assert amounts == {1: Cents(100_003)}
        assert after(meter, events).value == meter.value - 100_003

    @pytest.mark.parametrize(("reading", "left"), [("deducted", "$45,000"), ("reset", "$10,000"), ("untouched", "$50,000")])
    def test_after_a_tenth_the_meter_goes_on_by_the_reading(self, reading, left):
        events, amounts = awarded(at(50_000), TENTH, readings={"PG-55": reading})
        assert amounts == {1: Cents.from_dollars(5_000)}
        assert str(after(at(50_000), events).displayed) == left

    @pytest.mark.parametrize("reading", ["deducted", "reset", "untouched"])
    def test_after_the_whole_it_is_reset_whatever_the_reading(self, reading):
        assert str(after(at(50_000), awarded(at(50_000), WHOLE, readings={"PG-55": reading})[0]).displayed) == "$10,000"

    @pytest.mark.clause("div.pai-gow-poker (q)(5)#4")
    def test_a_tenth_comes_off_the_divisions_meter_by_its_own_text(self):
        meter = at(30_000, DIV)
        events, _ = awarded(meter, TENTH, readings={"PG-55": "untouched"})
        assert str(after(meter, events).displayed) == "$27,000"

    def test_unless_it_is_less_than_what_comes_off(self):
        meter = started(DIV, seed=Cents.from_dollars(2_400))
        events, amounts = awarded(meter, TENTH)
        assert amounts == {1: Cents.from_dollars(240)}
        assert after(meter, events).value == meter.value

    @pytest.mark.parametrize(
        ("shares", "amounts"),
        [
            ((TENTH, WHOLE), ["$5,000", "$45,000"]),
            ((WHOLE, TENTH), ["$50,000", "$1,000"]),
            ((WHOLE, WHOLE), ["$50,000", "$10,000"]),
        ],
    )
    def test_several_winners_are_paid_in_turn(self, shares, amounts):
        _, paid = awarded(at(50_000), *shares)
        assert [str(amount) for amount in paid.values()] == amounts

    @pytest.mark.parametrize(
        ("shares", "amounts", "left"),
        [
            ((WHOLE, WHOLE), ["$25,000", "$25,000"], "$10,000"),
            ((TENTH, TENTH), ["$5,000", "$5,000"], "$40,000"),
            ((WHOLE, TENTH), ["$45,454.55", "$4,545.45"], "$10,000"),
        ],
    )
    def test_or_share_it_where_it_is_read_so(self, shares, amounts, left):
        events, paid = awarded(at(50_000), *shares, readings={"PG-19": "shared"})
        assert [str(amount) for amount in paid.values()] == amounts
        assert str(after(at(50_000), events).displayed) == left
        book = load_book(MD)
        assert progressive.are_awarded_together(book.take_readings({"PG-19": "shared"}))
        assert not progressive.are_awarded_together(book.take_readings({}))

    def test_in_turn_it_does_not_matter_whether_they_are_awarded_in_one_call(self):
        first, _ = progressive.award_events(at(50_000), [ShareWinner(1, TENTH)], {}, "PG-1", 1)
        second, _ = progressive.award_events(after(at(50_000), first), [ShareWinner(2, WHOLE)], {}, "PG-1", 1)
        assert awarded(at(50_000), TENTH, WHOLE)[0] == (*first, *second)

    @pytest.mark.parametrize(("share", "left"), [(WHOLE, "$10,000"), (TENTH, "$49,000")])
    def test_a_payout_limit_cuts_what_is_paid(self, share, left):
        events, amounts = awarded(at(50_000), share, at_most=Cents.from_dollars(1_000))
        assert amounts == {1: Cents.from_dollars(1_000)}
        assert str(after(at(50_000), events).displayed) == left

    @pytest.mark.parametrize("share", [Fraction(0), Fraction(-1, 10), Fraction(11, 10)])
    def test_a_share_is_a_part_of_the_meter(self, share):
        assert refusal(awarded, started(), share).code == "progressive.share"

    def test_somebody_must_have_won(self):
        assert refusal(awarded, started()).code == "progressive.share"

    def test_one_hand_wins_once(self):
        winners = [ShareWinner(1, WHOLE), ShareWinner(1, TENTH)]
        assert refusal(progressive.award_events, started(), winners, {}, "PG-1", 1).code == "progressive.twice"


class TestDeductions:
    def deducted(self, meter, dollars, hand, readings=None):
        return progressive.deduction_event(meter, Cents.from_dollars(dollars), hand, readings or {}, table_of(meter), 1, seat=3)

    @pytest.mark.clause("div.pai-gow-poker (q)(5)#3")
    @pytest.mark.parametrize(
        ("dollars", "hand"), [(50, "straight-flush-and-pair"), (200, "royal-flush-and-pair"), (25, "straight-flush")]
    )
    def test_at_one_dollar_50_and_up_or_a_straight_flush_come_off(self, dollars, hand):
        meter = one_dollar()
        event = self.deducted(meter, dollars, hand)
        assert meter.displayed - evolve_meter(meter, event).displayed == Cents.from_dollars(dollars)

    @pytest.mark.clause("div.pai-gow-poker (q)(5)#4")
    @pytest.mark.parametrize(
        ("dollars", "hand"), [(250, "straight-flush-and-pair"), (500, "royal-flush"), (125, "straight-flush")]
    )
    def test_at_five_dollars_250_and_up_or_a_straight_flush_come_off(self, dollars, hand):
        meter = started(DIV)
        assert meter.displayed - evolve_meter(meter, self.deducted(meter, dollars, hand)).displayed == Cents.from_dollars(
            dollars
        )

    @pytest.mark.clause("div.pai-gow-poker (q)(5)#3")
    @pytest.mark.parametrize(("dollars", "hand"), [(49, "royal-flush"), (40, "four-of-a-kind-and-pair")])
    def test_what_pays_less_does_not(self, dollars, hand):
        meter = one_dollar()
        assert not meter.deducts(hand, Cents.from_dollars(dollars))
        assert refusal(self.deducted, meter, dollars, hand).code == "progressive.not-deducted"

    def test_in_maryland_nothing_fixed_comes_off(self):
        assert refusal(self.deducted, started(), 5_000, "straight-flush").facts["allowed"] == "nothing"

    @pytest.mark.clause("div.pai-gow-poker (q)(6)#2")
    @pytest.mark.parametrize(("reading", "left", "house"), [("no-floor", "$9,900", 0), ("floor", "$10,000", 10_000)])
    @pytest.mark.parametrize("reset", [10_000, 20_000])
    def test_a_meter_may_fall_below_its_floor_or_not_by_the_reading(self, reading, left, house, reset):
        filed = replace(started(DIV).filed_meter, reset=Cents.from_dollars(reset))
        meter = replace(at(10_400, DIV), terms=replace(started(DIV).terms, filed_meter=filed))
        event = self.deducted(meter, 500, "royal-flush", {"DIV-18": reading})
        assert (str(evolve_meter(meter, event).displayed), event["house"]) == (left, house)

    def test_a_meter_never_falls_below_zero(self):
        meter = started(DIV, seed=Cents.from_dollars(100))
        event = self.deducted(meter, 500, "royal-flush")
        assert (evolve_meter(meter, event).value, event["house"]) == (0, 40_000)


class TestReconciliation:
    @pytest.mark.clause("md.pai-gow-poker 13.F")
    def test_a_display_that_is_right_changes_nothing(self):
        meter = fed(started(), 1)
        event = progressive.reconcile_display(meter, meter.displayed, DAN)
        assert event.kind == "meter-reconciled"
        assert evolve_meter(meter, event) == meter

    def found(self, shown=999_000):
        meter = fed(started(), 100)
        return evolve_meter(meter, progressive.reconcile_display(meter, Cents(shown), DAN, "opening check"))

    def test_one_that_is_wrong_stops_awards_until_a_floorperson_has_ruled(self):
        meter = self.found()
        assert refusal(awarded, meter, WHOLE).code == "progressive.unreconciled"
        assert refusal(progressive.reconcile_display, meter, meter.displayed, FAY).code == "progressive.unreconciled"
        assert fed(meter, 100).value > meter.value
        assert evolve_meter(meter, progressive.rule_on_mismatch(meter, None, FAY, "display lagged")) == fed(started(), 100)

    @pytest.mark.parametrize(("by", "why"), [(DAN, "display lagged"), (Actor(Role.FLOOR), "display lagged"), (FAY, "")])
    def test_a_ruling_is_a_named_floorpersons_and_says_why(self, by, why):
        assert refusal(progressive.rule_on_mismatch, self.found(), None, by, why).code == "progressive.floor-rules"

    def test_the_amount_ruled_counts_from_when_it_was_found_and_later_contributions_stay(self):
        meter = fed(self.found(), 1_000)
        ruled = evolve_meter(meter, progressive.rule_on_mismatch(meter, Cents(999_000), FAY, "paid at the other table"))
        assert ruled.value == 999_000 + 1_000 * meter.filed_meter.rate
        assert (ruled.mismatch, comes_to(ruled)) == (None, ruled.value)

    def test_there_must_be_something_to_rule(self):
        assert refusal(progressive.rule_on_mismatch, started(), None, FAY, "why not").code == "progressive.no-mismatch"

    def test_a_ruling_does_not_take_a_meter_below_zero(self):
        assert refusal(progressive.rule_on_mismatch, self.found(), Cents(-1), FAY, "?").code == "progressive.below-zero"


class TestAmendedSubmissions:
    def test_the_live_amount_stays_and_what_changes_is_said(self):
        meter = fed(started(), 100)
        new = replace(
            meter.filed_meter,
            rate=Fraction(1, 5),
            reset=Cents.from_dollars(11_000),
            seed=Cents.from_dollars(30_000),
            tables=("PG-1",),
        )
        event = progressive.amend_meter(meter, MeterTerms.from_rules(new, RULES[MD]), "PG-1")
        later = evolve_meter(meter, event)
        assert (later.value, later.filed_meter) == (meter.value, new)
        assert str(event["effect"]).split("; ") == [
            "the meter stays at $10,000.18",
            "from the next wager on it grows by 1/5 of each wager instead of 9/50",
            "its next reset is to $11,000 instead of $10,000",
            "the new starting amount of $30,000 has no effect, because the meter has already started",
            "it is shared by PG-1",
        ]
        assert fed(later, 100, 2).value - later.value == 20
        assert after(later, awarded(later, WHOLE)[0]).displayed == Cents.from_dollars(11_000)
        assert comes_to(later) == later.value

    def test_another_meter_is_not_an_amendment(self):
        for other, rules in ((RULES[MD].meters[1], RULES[MD]), (RULES[DIV].meters[0], RULES[DIV])):
            terms = MeterTerms.from_rules(other, rules)
            assert refusal(progressive.amend_meter, started(), terms).code == "progressive.other-meter"
            refused = refusal(progressive.request_terms, started(), terms, {}, "Fay", "why")
            assert refused.code == "progressive.other-meter"

    def test_new_rules_open_amend_and_withdraw(self):
        rules = RULES[MD]
        mega, major, minor = (fold_meter([progressive.open_meter(each, rules, table="PG-1")]) for each in rules.meters)
        kept = replace(rules.meters[1], rate=Fraction(1, 20))
        new = replace(rules, meters=(rules.meters[0], kept, rules.meters[2]))
        assert follow_filing({mega.id: mega, major.id: major, minor.id: minor}, rules, "PG-1") == ()
        told = follow_filing({mega.id: mega, major.id: major}, new, "PG-1")
        assert [(name, event.kind) for name, event in told] == [(major.id, "meter-amended"), (minor.id, "meter-opened")]
        ((name, gone),) = follow_filing({mega.id: mega}, replace(rules, meters=()), "PG-1", rules)
        assert (name, gone.kind, gone["table"]) == (mega.id, "meter-withdrawn", "PG-1")

    def test_a_table_that_files_the_same_terms_joins_and_other_terms_are_refused(self):
        rules = replace(RULES[MD], meters=RULES[MD].meters[:1])
        meter = fold_meter([progressive.open_meter(rules.meters[0], rules, table="PG-1")])
        ((_, joined),) = follow_filing({meter.id: meter}, rules, "PG-2")
        shared = evolve_meter(meter, joined)
        assert (joined.kind, shared.tables) == ("meter-joined", {"PG-1", "PG-2"})
        for change in ({"rate": Fraction(1, 5)}, {"reset": Cents.from_dollars(30_000)}, {"tables": ("PG-1",)}):
            other = replace(rules, meters=(replace(rules.meters[0], **change),))
            refused = refusal(follow_filing, {meter.id: shared}, other, "PG-1")
            assert refused.code == "progressive.shared"
            assert "PG-2 shares it" in refused.message
        alone = evolve_meter(shared, progressive.withdraw_meter(shared, "PG-2", "the table has closed"))
        ((_, amended),) = follow_filing({meter.id: alone}, other, "PG-1")
        assert amended.kind == "meter-amended"

    @pytest.mark.parametrize("change", [{"rate": Fraction(1, 5)}, {"reset": Cents.from_dollars(30_000)}])
    def test_a_rate_stays_until_the_jackpot_is_won_and_a_reset_amount_may_change(self, change):
        rules = replace(RULES[MD], meters=RULES[MD].meters[:1])
        new = replace(rules, meters=(replace(rules.meters[0], **change),))
        meter = fed(fold_meter([progressive.open_meter(rules.meters[0], rules, table="PG-1")]), 100)
        won = after(meter, awarded(meter, WHOLE)[0])
        undone = evolve_meter(won, progressive.award_reversal_event(won, table_of(won), 1))
        assert (meter.grown, won.grown, undone.grown) == (meter.contributed, 0, meter.contributed)
        for jackpot, waits in ((meter, "rate" in change), (won, False), (undone, "rate" in change)):
            if waits:
                refused = refusal(follow_filing, {meter.id: jackpot}, new, "PG-1")
                assert refused.code == "progressive.waits-for-reset"
            else:
                ((_, amended),) = follow_filing({meter.id: jackpot}, new, "PG-1")
                assert evolve_meter(jackpot, amended).filed_meter == new.meters[0]

    def test_requested_terms_wait_for_the_reset_and_the_latest_request_counts(self):
        meter = fed(started(), 100)
        faster = MeterTerms.from_rules(replace(meter.filed_meter, rate=Fraction(1, 5)), RULES[MD])
        asked = evolve_meter(meter, progressive.request_terms(meter, faster, {"rate": "20%"}, "Fay", "more growth"))
        assert (asked.terms, asked.requested.terms, asked.requested.is_ready) == (meter.terms, faster, False)
        assert after(asked, awarded(asked, WHOLE)[0]).requested.is_ready
        taken_back = evolve_meter(asked, progressive.request_terms(asked, meter.terms, {}, "Fay", "a mistake"))
        assert taken_back == meter
        amended = evolve_meter(asked, progressive.amend_meter(asked, faster))
        assert (amended.terms, amended.requested) == (faster, None)

    def test_a_table_that_opens_without_a_meter_leaves_it_to_the_tables_that_have_it(self):
        meter = started()
        assert follow_filing({meter.id: meter}, replace(RULES[MD], meters=()), "PG-9") == ()

    def test_a_withdrawn_meter_keeps_its_amount_and_does_nothing_until_it_is_filed_again(self):
        meter = fed(started(), 100)
        gone = evolve_meter(meter, progressive.withdraw_meter(meter, "PG-1", "no longer filed"))
        assert gone.value == meter.value
        assert refusal(progressive.contribution_event, gone, Cents(100), "PG-1", 2).code == "progressive.withdrawn"
        assert refusal(awarded, gone, WHOLE).code == "progressive.withdrawn"
        assert fed(gone, 100, table="PG-2").value > gone.value, "another table goes on"
        ((_, refiled),) = follow_filing({gone.id: gone}, replace(RULES[MD], meters=RULES[MD].meters[:1]), "PG-1")
        back = evolve_meter(gone, refiled)
        assert (refiled.kind, back.withdrawn, back.value) == ("meter-joined", frozenset(), meter.value)
        assert follow_filing({gone.id: gone}, replace(RULES[MD], meters=()), "PG-1", RULES[MD]) == ()

    @pytest.mark.clause("div.pai-gow-poker (q)(5)#1")
    def test_each_denomination_of_the_division_has_a_meter_of_its_own(self):
        """DIV-17: the rates differ, so that what $1 wagers have fed is not won or fed by $5 wagers."""
        one, five = one_dollar(), RULES[DIV]
        refused = refusal(progressive.amend_meter, one, MeterTerms.from_rules(five.meters[0], five))
        assert (refused.code, refused.facts["allowed"]) == ("progressive.other-meter", f"{DIV} progressive meter 1")
        assert refused.clauses == cite_clauses(DIV, "(q)(5)#1")
        ((name, event),) = follow_filing({one.id: one}, five, "PG-1")
        assert (name, event.kind) == ("progressive/meter-5", "meter-opened")
        assert meters_drawn_on({one.id: one, name: fold_meter([event])}, five)["meter"].id == name
