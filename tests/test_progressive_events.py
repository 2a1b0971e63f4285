"""What each event of a meter records, for good: the amounts, the table and round, and the clauses; and what each refusal says."""

from dataclasses import replace
from fractions import Fraction

import pytest

from houseway import progressive
from houseway.money import Cents
from houseway.progressive import MeterTerms, ShareWinner, evolve_meter, fold_meter
from houseway.progressive.filing import _fact_words
from houseway.regulation import load_book
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
    refusal,
    started,
)

MEGA, METER = "progressive/mega", "progressive/meter"
HERE = {"table": "PG-1", "round": 7}
FILED = {
    "book": MD,
    "paytable": "C",
    "denomination": "",
    "wager": "progressive",
    "name": "mega",
    "tables": ("PG-1", "PG-2"),
    "seed": Cents(1_000_000),
    "reset": Cents(1_000_000),
    "least": Cents(1_000_000),
    "rate": Fraction(9, 50),
    "comes_off": None,
}
FILED_CLAUSES = [f"{MD} 13.E(7)(a)", f"{MD} 13.E(7)(d)"]
PAID_CLAUSES = [f"{MD} 13.E(8)", f"{MD} 13.F"]


def recorded(event):
    return event.kind, [str(clause) for clause in event.clauses], dict(event.facts)


def faster(meter):
    return MeterTerms.from_rules(replace(meter.filed_meter, rate=Fraction(1, 5)), RULES[MD])


def mismatched():
    return evolve_meter(started(), progressive.reconcile_display(started(), Cents(5), DAN))


class TestFiling:
    def test_opening_records_all_terms_and_that_the_house_puts_the_amount_in(self):
        opened = progressive.open_meter(RULES[MD].meters[0], RULES[MD], table="PG-1")
        assert recorded(opened) == (
            "meter-opened",
            FILED_CLAUSES,
            {"meter": MEGA, **FILED, "table": "PG-1", "paid_from": "house"},
        )

    def test_the_divisions_terms_say_what_comes_off_and_whose_denomination_it_is(self):
        opened = progressive.open_meter(RULES[DIV].meters[0], RULES[DIV], "jackpot")
        facts = ("meter", "table", "denomination", "comes_off", "least")
        assert [opened[name] for name in facts] == ["jackpot", "", "5", (Cents(25_000), "straight-flush"), Cents(1_000_000)]

    def test_a_table_joins_and_is_withdrawn_by_name(self):
        joined, left = progressive.join_meter(started(), "PG-2"), progressive.withdraw_meter(started(), "PG-1", "closed")
        assert recorded(joined) == ("meter-joined", FILED_CLAUSES, {"meter": MEGA, "table": "PG-2"})
        effect = (
            "the meter keeps $10,000, and neither takes contributions from PG-1 nor pays awards there until it is filed again"
        )
        facts = {"meter": MEGA, "table": "PG-1", "why": "closed", "effect": effect}
        assert recorded(left) == ("meter-withdrawn", FILED_CLAUSES, facts)

    def test_an_amendment_records_the_new_terms_and_their_effect(self):
        effect = "the meter stays at $10,000; from the next wager on it grows by 1/5 of each wager instead of 9/50"
        facts = {"meter": MEGA, **FILED, "rate": Fraction(1, 5), "table": "PG-1", "effect": effect}
        amended = progressive.amend_meter(started(), faster(started()), "PG-1")
        assert recorded(amended) == ("meter-amended", [f"{MD} 13.E(6)", *FILED_CLAUSES], facts)
        assert progressive.amend_meter(started(), faster(started()))["table"] == ""

    def test_without_tables_any_table_may_share_it(self):
        anywhere = MeterTerms.from_rules(replace(started().filed_meter, tables=()), RULES[MD])
        assert progressive.amend_meter(started(), anywhere)["effect"].endswith("it is shared by any table")
        both = MeterTerms.from_rules(replace(started().filed_meter, tables=("PG-1", "PG-3")), RULES[MD])
        assert progressive.amend_meter(started(), both)["effect"].endswith("it is shared by PG-1, PG-3")

    @pytest.mark.parametrize(("fed_by", "waits"), [(0, False), (5, True)])
    def test_a_request_records_who_asked_for_what_and_why_and_waits_for_a_jackpot_that_was_fed(self, fed_by, waits):
        meter = fed(started(), fed_by) if fed_by else started()
        asked = progressive.request_terms(meter, faster(meter), {"rate": "20%"}, "Fay", "more growth")
        said = {"changes": {"rate": "20%"}, "by": "Fay", "why": "more growth", "waits_for_reset": waits}
        facts = {"meter": MEGA, **FILED, "rate": Fraction(1, 5), **said}
        assert recorded(asked) == ("meter-change-requested", [f"{MD} 13.E(6)", *FILED_CLAUSES], facts)

    def test_another_meter_is_refused_by_both_names(self):
        other = MeterTerms.from_rules(RULES[MD].meters[1], RULES[MD])
        refused = refusal(progressive.amend_meter, started(), other)
        assert refused.facts == {
            "given": f"{MD} progressive major",
            "allowed": f"{MD} progressive mega",
            "meter": MEGA,
        }
        assert refused.message == f"meter {MEGA}: {MD} progressive major is a different meter"
        assert [str(clause) for clause in refused.clauses] == [f"{MD} 13.E(7)(a)"]

    def test_terms_that_other_tables_share_are_refused_with_what_would_change(self):
        meter = fold_meter([progressive.open_meter(RULES[MD].meters[0], RULES[MD], table="PG-1")])
        for table in ("PG-2", "PG-3"):
            meter = evolve_meter(meter, progressive.join_meter(meter, table))
        refused = refusal(progressive.check_table_may_amend, meter, faster(meter), "PG-1")
        assert "PG-2, PG-3 share it" in refused.message
        given = {"given": "rate 1/5 instead of 9/50", "allowed": "its present terms"}
        assert refused.facts == {**given, "meter": MEGA}
        assert [str(clause) for clause in refused.clauses] == [f"{MD} 13.E(7)(a)"]
        other = replace(faster(meter), paytable="D")
        both = refusal(progressive.check_table_may_amend, meter, other, "PG-1")
        assert both.facts["given"] == "paytable D instead of C; rate 1/5 instead of 9/50"

    def test_a_rate_that_waits_is_refused_with_what_would_change(self):
        """Less than a cent on the meter is enough to wait for."""
        meter = fed(started(), 5)
        refused = refusal(progressive.check_table_may_amend, meter, faster(meter), "PG-1")
        assert refused.code == "progressive.waits-for-reset"
        given = {"given": "rate 1/5 instead of 9/50", "allowed": "after the next reset"}
        assert refused.facts == {**given, "meter": MEGA}
        assert [str(clause) for clause in refused.clauses] == [f"{MD} 13.E(6)"]


class TestContributions:
    def test_a_contribution_records_the_stake_and_the_exact_amount(self):
        made = progressive.contribution_event(started(), Cents(100), "PG-1", 7)
        facts = {"meter": MEGA, **HERE, "stake": Cents(100), "amount": Fraction(18)}
        assert recorded(made) == ("contribution-made", [f"{MD} 13.E(6)"], facts)

    def test_coupons_are_counted_in_the_stake_and_recorded(self):
        made = progressive.contribution_event(started(DIV), Cents(500), "PG-1", 7, coupons=Cents(500))
        facts = {"meter": METER, **HERE, "stake": Cents(1_000), "amount": Fraction(270), "coupons": Cents(500)}
        assert recorded(made) == ("contribution-made", [f"{DIV} (q)(5)#2"], facts)
        ignored = progressive.contribution_event(
            started(DIV), Cents(500), "PG-1", 7, coupons=Cents(500), readings={"DIV-20": "coupon-does-not"}
        )
        assert (ignored["stake"], "coupons" in ignored.facts) == (Cents(500), False)

    def test_a_coupon_alone_feeds_the_meter(self):
        assert progressive.contribution_event(started(DIV), Cents(0), "PG-1", 7, coupons=Cents(500))["stake"] == Cents(500)

    @pytest.mark.parametrize(("stake", "coupons"), [(-100, 500), (500, -100)])
    def test_neither_the_wager_nor_the_coupon_is_below_zero(self, stake, coupons):
        refused = refusal(progressive.contribution_event, started(DIV), Cents(stake), "PG-1", 7, coupons=Cents(coupons))
        assert refused.message == f"meter {METER}: a contribution needs a wager of more than $0"
        assert refused.facts == {"given": Cents(400), "allowed": "more than $0", "meter": METER}

    def test_the_same_round_may_contribute_again_and_an_earlier_one_not(self):
        meter = fed(started(), 100, 7)
        assert fed(meter, 100, 7).contributions[("PG-1", 7)].stake == Cents(200)
        refused = refusal(progressive.contribution_event, meter, Cents(100), "PG-1", 6)
        assert refused.facts == {"given": 6, "allowed": "7 or later", "meter": MEGA}
        assert fed(meter, 100, 1, table="PG-2").value > meter.value, "another table counts its own rounds"

    @pytest.mark.parametrize(
        ("reading", "stake", "kind", "taken", "house"),
        [
            ("reversed", Cents(100), "contribution-reversed", 18, 0),
            ("reversed", None, "contribution-reversed", 54, 0),
            ("kept", None, "contribution-kept", 0, 54),
        ],
    )
    def test_a_reversal_records_what_left_the_meter_and_what_the_house_bears(self, reading, stake, kind, taken, house):
        meter = fed(started(), 300, 7)
        event = progressive.contribution_reversal_event(meter, {"PG-50": reading}, "PG-1", 7, stake=stake, clauses=VOID)
        money = {"stake": stake or Cents(300), "amount": taken + house, "before": meter.value, "taken": taken, "house": house}
        assert recorded(event) == (kind, [f"{MD} 13.E(6)", f"{MD} 14.B"], {"meter": MEGA, **HERE, **money})

    def test_each_book_has_its_own_reading_for_keeping_a_contribution(self):
        for book, reading in ((MD, "PG-50"), (DIV, "DIV-51")):
            event = progressive.contribution_reversal_event(fed(started(book), 500, 7), {reading: "kept"}, "PG-1", 7)
            assert event.kind == "contribution-kept"

    def test_wagers_of_a_round_go_back_one_by_one_and_leave_no_trace_but_what_was_taken_back(self):
        elsewhere = fed(started(), 200, 9, table="PG-2")
        meter = fed(fed(elsewhere, 100, 7), 200, 7)
        half = evolve_meter(meter, progressive.contribution_reversal_event(meter, {}, "PG-1", 7, stake=Cents(100)))
        whole = meter.contributions["PG-1", 7]
        assert half.contributions["PG-1", 7] == replace(whole, stake=Cents(200), amount=Fraction(36))
        assert (half.grown, half.taken_back) == (36 + 36, 18)
        undone = evolve_meter(half, progressive.contribution_reversal_event(half, {}, "PG-1", 7))
        assert undone.taken_back == 54
        assert undone == replace(elsewhere, contributed=meter.contributed, taken_back=undone.taken_back, tables=meter.tables)

    @pytest.mark.parametrize("stake", [Cents(0), Cents(-1), Cents(301)])
    def test_no_more_is_reversed_than_was_contributed_and_not_nothing(self, stake):
        refused = refusal(progressive.contribution_reversal_event, fed(started(), 300, 7), {}, "PG-1", 7, stake=stake)
        allowed = "up to $3 of round 7"
        assert refused.facts["allowed"] == allowed
        assert refused.message == f"meter {MEGA}: PG-1 has contributed {allowed} that can be reversed"

    def test_a_table_that_has_contributed_nothing_is_told_so(self):
        refused = refusal(progressive.contribution_reversal_event, started(), {}, "PG-1", 7)
        assert refused.facts == {"given": "all of round 7", "allowed": "nothing", "meter": MEGA}


class TestAwards:
    def test_a_whole_meter_records_the_award_and_the_reset(self):
        won, reset = progressive.award_events(at(50_000), [ShareWinner(4, WHOLE)], {}, "PG-1", 7, clauses=VOID)[0]
        shown = {"seat": 4, "share": WHOLE, "of": 5_000_000, "shown": Cents(5_000_000), "before": 5_000_000}
        paid = {"amount": Cents(5_000_000), "taken": 5_000_000, "house": 0, "paid_from": "house"}
        clauses = [*PAID_CLAUSES, f"{MD} 11.H(6)(b)(v)", f"{MD} 14.B"]
        assert recorded(won) == ("meter-share-awarded", clauses, {"meter": MEGA, **HERE, **shown, **paid})
        facts = {"meter": MEGA, **HERE, "before": 0, "to": Cents(1_000_000), "added": 1_000_000, "paid_from": "house"}
        assert recorded(reset) == ("meter-reset", FILED_CLAUSES, facts)

    def test_a_share_cites_that_it_comes_off_the_meter_only_if_it_does(self):
        (deducted,) = awarded(at(30_000, DIV), TENTH)[0]
        assert [str(clause) for clause in deducted.clauses] == [f"{DIV} (q)(7)", f"{DIV} (q)(5)#4"]
        (untouched,) = awarded(at(2_400, DIV), TENTH)[0]
        whole = awarded(at(30_000, DIV), WHOLE)[0][0]
        for event in (untouched, whole):
            assert [str(clause) for clause in event.clauses] == [f"{DIV} (q)(7)"]

    def test_a_tenth_of_exactly_what_comes_off_is_deducted(self):
        (event,) = awarded(at(2_500, DIV), TENTH)[0]
        assert (event["amount"], event["taken"]) == (Cents.from_dollars(250), 25_000)

    def test_the_floor_keeps_a_share_from_taking_more_and_the_house_pays_the_rest(self):
        (event,) = awarded(at(10_400, DIV), TENTH, readings={"DIV-18": "floor"})[0]
        assert (event["amount"], event["taken"], event["house"]) == (Cents.from_dollars(1_040), 40_000, 64_000)
        with_half_a_cent = replace(at(10_400, DIV), value=Fraction(2_080_001, 2))
        (event,) = awarded(with_half_a_cent, TENTH, readings={"DIV-18": "floor"})[0]
        assert event["taken"] == 40_000, "what is not shown stays"

    def test_the_floor_does_not_keep_a_meter_that_is_won_whole(self):
        """Two share it, and it is reset afterwards, so there is nothing to keep."""
        readings = {"DIV-40": "shared", "DIV-18": "floor"}
        first, second, reset = awarded(at(30_000, DIV), WHOLE, TENTH, readings=readings)[0]
        assert (first["taken"], first["house"]) == (2_727_273, 0)
        assert (first["taken"] + second["taken"], reset["added"]) == (3_000_000, 1_000_000)
        half, other_half, _ = awarded(at(15_000, DIV), WHOLE / 2, WHOLE / 2, readings=readings)[0]
        assert (half["taken"], other_half["taken"]) == (750_000, 750_000)

    def test_a_limit_on_what_is_paid_leaves_the_rest_of_a_whole_meter_to_the_house(self):
        won, reset = awarded(at(50_000), WHOLE, at_most=Cents.from_dollars(1_000))[0]
        assert (won["taken"], won["house"], reset["added"]) == (5_000_000, 100_000 - 5_000_000, 1_000_000)

    def test_each_book_has_its_own_reading_for_sharing_a_meter(self):
        choices = [
            (MD, {"PG-19": "shared"}),
            (DIV, {"DIV-40": "shared"}),
            ("md.ultimate-texas-holdem", {}),
            ("md.four-card-poker", {}),
        ]
        taken = [load_book(book).take_readings(given) for book, given in choices]
        assert list(map(progressive.are_awarded_together, taken)) == [True, True, False, False]

    def test_winners_are_refused_with_their_shares_and_seats(self):
        assert refusal(progressive.award_events, started(), [], {}, "PG-1", 7).facts["given"] == []
        refused = refusal(awarded, started(), Fraction(11, 10))
        assert refused.message == f"meter {MEGA}: a share of a meter must be more than 0 and at most 1"
        assert refused.facts == {"given": [Fraction(11, 10)], "allowed": "0 to 1", "meter": MEGA}
        twice = [ShareWinner(4, TENTH), ShareWinner(4, TENTH)]
        refused = refusal(progressive.award_events, started(), twice, {}, "PG-1", 7)
        assert refused.message == f"meter {MEGA}: a hand can win from a meter only once"
        assert refused.facts == {"given": [4, 4], "allowed": "each seat once", "meter": MEGA}
        assert [str(clause) for clause in refused.clauses] == PAID_CLAUSES

    def test_a_deduction_records_the_hand_and_cites_the_floor_where_it_stopped(self):
        meter = at(10_400, DIV)
        amount, where = Cents.from_dollars(500), ("PG-1", 7)
        stopped = progressive.deduction_event(meter, amount, "royal-flush", {"DIV-18": "floor"}, *where, seat=4, clauses=VOID)
        money = {"before": meter.value, "amount": amount, "taken": 40_000, "house": 10_000}
        clauses = [f"{DIV} (q)(5)#4", f"{DIV} (q)(6)#2", f"{MD} 14.B"]
        facts = {"meter": METER, **HERE, "seat": 4, "hand": "royal-flush", **money}
        assert recorded(stopped) == ("meter-amount-deducted", clauses, facts)
        whole = progressive.deduction_event(meter, Cents.from_dollars(400), "royal-flush", {"DIV-18": "floor"}, *where, seat=4)
        assert (whole["taken"], [str(clause) for clause in whole.clauses]) == (40_000, [f"{DIV} (q)(5)#4"])
        undone = progressive.award_reversal_event(evolve_meter(meter, whole), *where)
        assert (undone["amount"], undone["taken"]) == (Cents(0), 40_000), "the house paid no share of the meter"

    def test_a_payout_that_is_not_deducted_is_refused_with_what_is(self):
        amount = Cents.from_dollars(249)
        refused = refusal(progressive.deduction_event, started(DIV), amount, "royal-flush", {}, "PG-1", 7, seat=4)
        assert refused.message == f"meter {METER}: $249 for royal-flush is not deducted from the meter"
        assert refused.facts == {"given": "$249, royal-flush", "allowed": "$250 or more, or straight-flush", "meter": METER}

    def test_an_unreconciled_meter_deducts_nothing(self):
        meter = started(DIV)
        meter = evolve_meter(meter, progressive.reconcile_display(meter, Cents(5), DAN))
        refused = refusal(progressive.deduction_event, meter, Cents.from_dollars(250), "x", {}, "PG-1", 7, seat=4)
        assert refused.code == "progressive.unreconciled"

    def test_a_void_award_records_what_goes_back_and_what_the_house_takes_out(self):
        won = after(at(50_000), progressive.award_events(at(50_000), [ShareWinner(4, WHOLE)], {}, "PG-1", 7)[0])
        money = {"amount": Cents(5_000_000), "before": 1_000_000, "taken": 5_000_000, "added": 1_000_000, "house": 0}
        undone = progressive.award_reversal_event(won, "PG-1", 7, VOID)
        assert recorded(undone) == ("award-reversed", [f"{MD} 14.B"], {"meter": MEGA, **HERE, **money})

    def test_a_void_award_leaves_no_trace_in_what_the_meter_has_paid_and_been_given(self):
        before = fed(at(50_000), 300, 7)
        won = after(before, progressive.award_events(before, [ShareWinner(4, WHOLE)], {}, "PG-1", 7)[0])
        assert (won.paid, won.house_added, won.grown) == (5_000_054, 1_000_000, 0)
        assert evolve_meter(won, progressive.award_reversal_event(won, "PG-1", 7)) == before

    def test_an_award_that_the_meter_no_longer_remembers_is_still_reversed_by_its_event(self):
        """Another program may have forgotten the round: the event has all that is needed."""
        won = after(at(50_000), progressive.award_events(at(50_000), [ShareWinner(4, WHOLE)], {}, "PG-1", 7)[0])
        event = progressive.award_reversal_event(won, "PG-1", 7)
        assert evolve_meter(replace(won, awards={}), event).value == 5_000_000


def test_everything_that_ever_moved_a_meter_is_added_up():
    """Wagers, a wager taken back, a tenth, a ruling, the whole and the reset, and wagers of the next jackpot."""
    meter = fed(fed(at(50_000), 300, 1), 100, 1, table="PG-2")
    meter = evolve_meter(meter, progressive.contribution_reversal_event(meter, {}, "PG-1", 1, stake=Cents(100)))
    meter = after(meter, progressive.award_events(meter, [ShareWinner(4, TENTH)], {}, "PG-1", 1)[0])
    meter = evolve_meter(meter, progressive.reconcile_display(meter, Cents(5), DAN))
    meter = evolve_meter(meter, progressive.rule_on_mismatch(meter, meter.displayed + Cents(100), FAY, "lagged"))
    meter = after(meter, progressive.award_events(meter, [ShareWinner(4, WHOLE)], {}, "PG-1", 2)[0])
    meter = fed(meter, 500, 3)
    figures = meter.contributed, meter.taken_back, meter.paid, meter.house_added, meter.ruled, meter.grown
    assert figures == (54 + 18 + 90, 18, 5_000_054 + 100, 1_000_000, 100, 90)
    assert meter.value == comes_to(meter) == 1_000_090
    assert meter.mismatch is None
    assert set(meter.contributions) == {("PG-1", 3), ("PG-2", 1)}, "those of rounds that may still be void"


class TestDisplays:
    @pytest.mark.parametrize(("shown", "kind"), [(1_000_000, "meter-reconciled"), (999_999, "meter-mismatch-found")])
    def test_a_reading_records_what_was_shown_who_read_it_where_and_why(self, shown, kind):
        event = progressive.reconcile_display(started(), Cents(shown), DAN, "opening", {"table": "PG-1"})
        said = {"shown": Cents(shown), "computed": 1_000_000, "by": "dealer Dan", "why": "opening"}
        assert recorded(event) == (kind, PAID_CLAUSES, {"meter": MEGA, "table": "PG-1", **said})
        assert progressive.reconcile_display(started(), Cents(shown), DAN)["why"] == ""

    def test_a_ruling_records_what_it_changes(self):
        event = progressive.rule_on_mismatch(mismatched(), Cents(999), FAY, "lagged", {"table": "PG-1"})
        said = {"shown": Cents(5), "computed": 1_000_000, "change": -999_001, "by": "floor Fay", "why": "lagged"}
        assert recorded(event) == ("meter-mismatch-ruled", PAID_CLAUSES, {"meter": MEGA, "table": "PG-1", **said})

    def test_a_meter_that_waits_for_a_ruling_says_what_it_should_have_shown(self):
        refused = refusal(awarded, mismatched(), WHOLE)
        assert refused.message == (f"meter {MEGA}: the display showed $0.05 instead of $10,000; a floorperson must rule first")
        assert refused.facts == {"given": Cents(5), "allowed": "a floorperson's ruling", "meter": MEGA}

    def test_a_ruling_may_take_all_that_the_meter_has_and_no_more(self):
        """The other table won a tenth meanwhile."""
        meter = replace(mismatched(), value=Fraction(900_000))
        assert progressive.least_ruled_amount(meter) == Cents(100_000)
        emptied = evolve_meter(meter, progressive.rule_on_mismatch(meter, Cents(100_000), FAY, "lagged"))
        assert emptied.value == 0
        refused = refusal(progressive.rule_on_mismatch, meter, Cents(99_999), FAY, "lagged")
        assert refused.facts == {"given": Cents(99_999), "allowed": "$1,000 or more", "meter": MEGA}
        assert progressive.least_ruled_amount(started()) == Cents(0)

    def test_who_may_rule_is_said(self):
        refused = refusal(progressive.rule_on_mismatch, mismatched(), None, DAN, "lagged")
        allowed = "a floorperson's name, and why"
        assert refused.facts == {"given": "dealer Dan: lagged", "allowed": allowed, "meter": MEGA}
        assert refusal(progressive.rule_on_mismatch, mismatched(), None, FAY, "  ").code == "progressive.floor-rules"
        refused = refusal(progressive.rule_on_mismatch, started(), None, FAY, "why not")
        assert refused.message == f"meter {MEGA}: there is no mismatch to rule on"
        assert refused.facts == {"given": "why not", "allowed": "a mismatch", "meter": MEGA}


class TestTables:
    def test_a_table_that_does_not_file_it_is_named(self):
        refused = refusal(progressive.contribution_event, started(), Cents(100), "PG-9", 7)
        assert refused.facts == {"given": "PG-9", "allowed": ("PG-1", "PG-2"), "meter": MEGA}
        gone = evolve_meter(started(), progressive.withdraw_meter(started(), "PG-1", "closed"))
        refused = refusal(progressive.contribution_event, gone, Cents(100), "PG-1", 7)
        assert refused.facts == {"given": "PG-1", "allowed": "a meter that is filed", "meter": MEGA}
        assert [str(clause) for clause in refused.clauses] == [f"{MD} 13.E(7)(a)"]

    def test_a_meter_that_names_no_tables_is_anybodys(self):
        meter = started(tables=())
        fed_there = evolve_meter(meter, progressive.contribution_event(meter, Cents(100), "PG-9", 7))
        assert (meter.tables, fed_there.tables) == (frozenset(), {"PG-9"})


def test_a_refusal_names_the_tables_of_a_list_and_says_that_there_are_none():
    assert [_fact_words(fact) for fact in (("PG-1", "PG-2"), (), 5)] == ["PG-1, PG-2", "none", "5"]
