"""A meter is an exact fraction of cents that grows, is won, reduced and reset by events, and shows whole cents."""

import json
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway import progressive
from houseway.citation import cite
from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Event, Role
from houseway.money import Cents
from houseway.progressive import Winner, evolve, fold
from houseway.regulation import BOOKS
from houseway.table.meters import drawn_on, entries, follow, ledger_of
from submissions import EXAMPLES, changed, document, filed

MD, DIV = "md.pai-gow-poker", "div.pai-gow-poker"
RULES = {book: filed(document(EXAMPLES / book / "everything.toml")).rules for book in BOOKS}
FAY, DAN = Actor(Role.FLOOR, "Fay"), Actor(Role.DEALER, "Dan")
VOID = cite(MD, "14.B")
WHOLE, TENTH = Fraction(1), Fraction(1, 10)


def started(book=MD, **terms):
    """A meter that has just been opened, with other terms than those of the example if wanted."""
    rules = RULES[book]
    return fold([progressive.opened(replace(rules.meters[0], **terms), rules)])


def at(dollars, book=MD, **terms):
    return started(book, seed=Cents.dollars(dollars), **terms)


def table_of(meter):
    return meter.filed.tables[0]


def fed(meter, cents, in_round=1, **more):
    return evolve(meter, progressive.contribute(meter, Cents(cents), more.pop("table", table_of(meter)), in_round, **more))


def awarded(meter, *shares, readings=None, **more):
    """Events and amounts of hands that win from seat 1 on."""
    winners = [Winner(seat, share, **more) for seat, share in enumerate(shares, start=1)]
    return progressive.award_all(meter, winners, readings or {}, table_of(meter), 1)


def after(meter, events):
    return fold(events, meter)


def refusal(act, *args, **facts):
    with pytest.raises(NotAllowed) as refused:
        act(*args, **facts)
    return refused.value


def comes_to(meter):
    """What the meter must be worth, from what has happened to it."""
    return meter.started.amount + meter.contributed - meter.taken_back - meter.paid + meter.added + meter.ruled


class TestOpening:
    @pytest.mark.parametrize("book", BOOKS)
    def test_a_meter_starts_at_the_amount_filed(self, book):
        for each in RULES[book].meters:
            event = progressive.opened(each, RULES[book])
            meter = fold([event])
            assert (meter.id, meter.shown, meter.filed) == (f"{each.wager}/{each.name}", each.seed, each)
            assert event.clauses

    @pytest.mark.clause("md.pai-gow-poker 13.E(7)(a)", "md.pai-gow-poker 13.E(7)(d)")
    def test_marylands_three_meters_start_at_no_less_than_their_floor(self):
        meters = [fold([progressive.opened(each, RULES[MD])]) for each in RULES[MD].meters]
        assert [str(meter.terms.least) for meter in meters] == ["$10,000", "$1,000", "$500"]
        assert all(meter.started >= meter.terms.least for meter in meters)

    @pytest.mark.clause("div.pai-gow-poker (q)(6)#1", "div.pai-gow-poker (q)(6)#2")
    def test_the_divisions_meter_starts_at_no_less_than_its_floor(self):
        assert started(DIV).started == Cents.dollars(20_000)
        assert started(DIV).terms.least == Cents.dollars(10_000)

    def test_a_meter_is_a_value(self):
        with pytest.raises(FrozenInstanceError):
            started().value = Fraction(0)


class TestContributions:
    @pytest.mark.clause("md.pai-gow-poker 13.E(6)")
    def test_a_meter_grows_by_the_rate_exactly_and_shows_whole_cents_rounded_down(self):
        meter = started(rate=Fraction(1, 3))
        assert fed(meter, 100).value - meter.value == Fraction(100, 3)
        assert fed(meter, 100).shown - meter.shown == Cents(33)
        assert fed(fed(fed(meter, 100), 100), 100).shown - meter.shown == Cents(100)

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
        assert both.value - meter.value == 300 * meter.filed.rate
        assert {name: each.round for name, each in both.rounds.items()} == {"PG-1": 1, "PG-2": 8}

    def test_a_table_that_does_not_share_it_adds_nothing(self):
        refused = refusal(progressive.contribute, started(), Cents(100), "PG-9", 1)
        assert (refused.code, refused.facts["allowed"]) == ("progressive.table", ("PG-1", "PG-2"))

    @pytest.mark.parametrize("cents", [0, -100])
    def test_a_contribution_needs_a_wager(self, cents):
        assert refusal(progressive.contribute, started(), Cents(cents), "PG-1", 1).code == "progressive.stake"

    def test_a_round_that_is_over_adds_nothing(self):
        assert refusal(progressive.contribute, fed(started(), 100, 7), Cents(100), "PG-1", 6).code == "progressive.round"

    @pytest.mark.parametrize(("readings", "cents"), [({}, 1_000), ({"DIV-20": "coupon-does-not"}, 500)])
    def test_a_coupon_feeds_the_meter_by_the_reading(self, readings, cents):
        meter = started(DIV)
        grown = fed(meter, 500, coupons=Cents(500), readings=readings)
        assert grown.value - meter.value == meter.filed.rate * cents


class TestVoidRounds:
    @pytest.mark.clause("md.pai-gow-poker 13.E(6)")
    def test_the_contribution_of_a_void_round_is_taken_back_with_the_wagers(self):
        meter = started()
        grown = fed(fed(meter, 100), 200)
        event = progressive.reverse(grown, {}, "PG-1", 1, clauses=VOID)
        assert event.kind == "contribution-reversed"
        assert evolve(grown, event).value == meter.value

    def test_or_stays_and_the_house_bears_it_where_it_is_read_so(self):
        grown = fed(started(), 300)
        event = progressive.reverse(grown, {"PG-50": "kept"}, "PG-1", 1, clauses=VOID)
        assert (event.kind, event["house"]) == ("contribution-kept", 300 * grown.filed.rate)
        assert evolve(grown, event).value == grown.value

    @pytest.mark.parametrize("reading", ["reversed", "kept"])
    def test_it_goes_back_once(self, reading):
        grown = fed(started(), 300)
        once = evolve(grown, progressive.reverse(grown, {"PG-50": reading}, "PG-1", 1))
        assert refusal(progressive.reverse, once, {"PG-50": reading}, "PG-1", 1).code == "progressive.nothing-to-reverse"

    def test_one_spots_wager_goes_back_alone(self):
        meter = started()
        grown = fed(fed(meter, 100), 200)
        part = evolve(grown, progressive.reverse(grown, {}, "PG-1", 1, stake=Cents(100)))
        assert part.value - meter.value == 200 * meter.filed.rate
        assert refusal(progressive.reverse, part, {}, "PG-1", 1, stake=Cents(201)).facts["allowed"] == "up to $2 of round 1"

    @pytest.mark.parametrize(("table", "in_round"), [("PG-1", 2), ("PG-2", 1)])
    def test_what_was_not_contributed_is_not_taken_back(self, table, in_round):
        assert refusal(progressive.reverse, fed(started(), 100), {}, table, in_round).code == "progressive.nothing-to-reverse"

    def test_a_meter_that_was_won_in_between_gives_back_no_more_than_it_has(self):
        grown = fed(started(DIV, seed=Cents(0)), 1_000)
        spent = evolve(grown, progressive.deduct(grown, Cents.dollars(250), "royal-flush", {}, "PG-2", 1, seat=1))
        event = progressive.reverse(spent, {}, "PG-1", 1)
        assert (event["taken"], event["house"], evolve(spent, event).value) == (0, 270, 0)


class TestAwards:
    @pytest.mark.clause("md.pai-gow-poker 13.F", "md.pai-gow-poker 13.E(8)", "md.pai-gow-poker 11.H(6)(b)(v)")
    def test_a_whole_meter_pays_what_is_on_it_at_the_players_turn_and_starts_again(self):
        meter = fed(at(50_000, reset=Cents.dollars(12_000)), 50)
        later = fed(meter, 50, table="PG-2")
        events, amounts = progressive.award_all(later, [Winner(4, WHOLE)], {}, "PG-1", 1)
        amount = amounts[4]
        assert amount == Cents(5_000_018)
        assert [event.kind for event in events] == ["meter-share-awarded", "meter-reset"]
        assert events[0]["paid_from"] == events[1]["paid_from"] == "house"
        assert after(later, events).value == 1_200_000

    @pytest.mark.clause("div.pai-gow-poker (q)(7)", "div.pai-gow-poker (q)(6)#1", "div.pai-gow-poker (q)(6)#2")
    def test_so_does_the_divisions(self):
        events, amounts = awarded(started(DIV), WHOLE)
        assert amounts == {1: Cents.dollars(20_000)}
        assert after(started(DIV), events).shown == Cents.dollars(10_000)

    def test_an_award_is_rounded_up_to_the_cent_and_the_house_adds_the_rest(self):
        meter = fed(started(rate=Fraction(1, 3)), 100)
        events, amounts = awarded(meter, WHOLE)
        assert amounts == {1: meter.shown + Cents(1)}
        assert (events[0]["taken"], events[0]["house"]) == (meter.value, Fraction(2, 3))

    @pytest.mark.parametrize(("reading", "left"), [("deducted", "$45,000"), ("reset", "$10,000"), ("untouched", "$50,000")])
    def test_after_a_tenth_the_meter_goes_on_by_the_reading(self, reading, left):
        events, amounts = awarded(at(50_000), TENTH, readings={"PG-55": reading})
        assert amounts == {1: Cents.dollars(5_000)}
        assert str(after(at(50_000), events).shown) == left

    @pytest.mark.parametrize("reading", ["deducted", "reset", "untouched"])
    def test_after_the_whole_it_is_reset_whatever_the_reading(self, reading):
        assert str(after(at(50_000), awarded(at(50_000), WHOLE, readings={"PG-55": reading})[0]).shown) == "$10,000"

    @pytest.mark.clause("div.pai-gow-poker (q)(5)#4")
    def test_a_tenth_comes_off_the_divisions_meter_by_its_own_text(self):
        meter = at(30_000, DIV)
        events, _ = awarded(meter, TENTH, readings={"PG-55": "untouched"})
        assert str(after(meter, events).shown) == "$27,000"

    def test_unless_it_is_less_than_what_comes_off(self):
        meter = started(DIV, seed=Cents.dollars(2_400))
        events, amounts = awarded(meter, TENTH)
        assert amounts == {1: Cents.dollars(240)}
        assert after(meter, events) == meter

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
            ((WHOLE, TENTH), ["$45,454.55", "$4,545.46"], "$10,000"),
        ],
    )
    def test_or_share_it_where_it_is_read_so(self, shares, amounts, left):
        events, paid = awarded(at(50_000), *shares, readings={"PG-19": "shared"})
        assert [str(amount) for amount in paid.values()] == amounts
        assert str(after(at(50_000), events).shown) == left
        assert progressive.together({"PG-19": "shared"})
        assert not progressive.together({})

    def test_in_turn_it_does_not_matter_whether_they_are_awarded_in_one_call(self):
        first, _ = progressive.award_all(at(50_000), [Winner(1, TENTH)], {}, "PG-1", 1)
        second, _ = progressive.award_all(after(at(50_000), first), [Winner(2, WHOLE)], {}, "PG-1", 1)
        assert awarded(at(50_000), TENTH, WHOLE)[0] == (*first, *second)

    @pytest.mark.parametrize(("share", "left"), [(WHOLE, "$10,000"), (TENTH, "$49,000")])
    def test_a_payout_limit_cuts_what_is_paid(self, share, left):
        events, amounts = awarded(at(50_000), share, at_most=Cents.dollars(1_000))
        assert amounts == {1: Cents.dollars(1_000)}
        assert str(after(at(50_000), events).shown) == left

    @pytest.mark.parametrize("share", [Fraction(0), Fraction(-1, 10), Fraction(11, 10)])
    def test_a_share_is_a_part_of_the_meter(self, share):
        assert refusal(awarded, started(), share).code == "progressive.share"

    def test_somebody_must_have_won(self):
        assert refusal(awarded, started()).code == "progressive.share"

    def test_one_hand_wins_once(self):
        winners = [Winner(1, WHOLE), Winner(1, TENTH)]
        assert refusal(progressive.award_all, started(), winners, {}, "PG-1", 1).code == "progressive.twice"


def one_dollar():
    """The Division's meter at a table of $1 wagers."""
    content = changed(document(EXAMPLES / DIV / "everything.toml"), ("wagers", "progressive"), {"paytable": "1", "stake": "$1"})
    rules = filed(changed(content, ("meters", 0, "rate"), "21%")).rules
    return fold([progressive.opened(rules.meters[0], rules)])


class TestDeductions:
    def deducted(self, meter, dollars, hand, readings=None):
        return progressive.deduct(meter, Cents.dollars(dollars), hand, readings or {}, table_of(meter), 1, seat=3)

    @pytest.mark.clause("div.pai-gow-poker (q)(5)#3")
    @pytest.mark.parametrize(
        ("dollars", "hand"), [(50, "straight-flush-and-pair"), (200, "royal-flush-and-pair"), (25, "straight-flush")]
    )
    def test_at_one_dollar_50_and_up_or_a_straight_flush_come_off(self, dollars, hand):
        meter = one_dollar()
        event = self.deducted(meter, dollars, hand)
        assert meter.shown - evolve(meter, event).shown == Cents.dollars(dollars)

    @pytest.mark.clause("div.pai-gow-poker (q)(5)#4")
    @pytest.mark.parametrize(
        ("dollars", "hand"), [(250, "straight-flush-and-pair"), (500, "royal-flush"), (125, "straight-flush")]
    )
    def test_at_five_dollars_250_and_up_or_a_straight_flush_come_off(self, dollars, hand):
        meter = started(DIV)
        assert meter.shown - evolve(meter, self.deducted(meter, dollars, hand)).shown == Cents.dollars(dollars)

    @pytest.mark.clause("div.pai-gow-poker (q)(5)#3")
    @pytest.mark.parametrize(("dollars", "hand"), [(49, "royal-flush"), (40, "four-of-a-kind-and-pair")])
    def test_what_pays_less_does_not(self, dollars, hand):
        meter = one_dollar()
        assert not meter.takes_off(hand, Cents.dollars(dollars))
        assert refusal(self.deducted, meter, dollars, hand).code == "progressive.not-deducted"

    def test_in_maryland_nothing_fixed_comes_off(self):
        assert refusal(self.deducted, started(), 5_000, "straight-flush").facts["allowed"] == "nothing"

    @pytest.mark.clause("div.pai-gow-poker (q)(6)#2")
    @pytest.mark.parametrize(("reading", "left", "house"), [("no-floor", "$9,900", 0), ("floor", "$10,000", 10_000)])
    def test_a_meter_may_fall_below_its_floor_or_not_by_the_reading(self, reading, left, house):
        meter = at(10_400, DIV)
        event = self.deducted(meter, 500, "royal-flush", {"DIV-18": reading})
        assert (str(evolve(meter, event).shown), event["house"]) == (left, house)

    def test_a_meter_never_falls_below_zero(self):
        meter = started(DIV, seed=Cents.dollars(100))
        event = self.deducted(meter, 500, "royal-flush")
        assert (evolve(meter, event).value, event["house"]) == (0, 40_000)


class TestReconciliation:
    @pytest.mark.clause("md.pai-gow-poker 13.F")
    def test_a_display_that_is_right_changes_nothing(self):
        meter = fed(started(), 1)
        event = progressive.reconcile(meter, meter.shown, DAN)
        assert event.kind == "meter-reconciled"
        assert evolve(meter, event) == meter

    def found(self, shown=999_000):
        meter = fed(started(), 100)
        return evolve(meter, progressive.reconcile(meter, Cents(shown), DAN, "opening check"))

    def test_one_that_is_wrong_stops_awards_until_a_floorperson_has_ruled(self):
        meter = self.found()
        assert refusal(awarded, meter, WHOLE).code == "progressive.unreconciled"
        assert refusal(progressive.reconcile, meter, meter.shown, FAY).code == "progressive.unreconciled"
        assert fed(meter, 100).value > meter.value
        assert evolve(meter, progressive.rule(meter, None, FAY, "display lagged")) == fed(started(), 100)

    @pytest.mark.parametrize(("by", "why"), [(DAN, "display lagged"), (Actor(Role.FLOOR), "display lagged"), (FAY, "")])
    def test_a_ruling_is_a_named_floorpersons_and_says_why(self, by, why):
        assert refusal(progressive.rule, self.found(), None, by, why).code == "progressive.floor-rules"

    def test_the_amount_ruled_counts_from_when_it_was_found_and_later_contributions_stay(self):
        meter = fed(self.found(), 1_000)
        ruled = evolve(meter, progressive.rule(meter, Cents(999_000), FAY, "paid at the other table"))
        assert ruled.value == 999_000 + 1_000 * meter.filed.rate
        assert (ruled.mismatch, comes_to(ruled)) == (None, ruled.value)

    def test_there_must_be_something_to_rule(self):
        assert refusal(progressive.rule, started(), None, FAY, "why not").code == "progressive.no-mismatch"

    def test_a_ruling_does_not_take_a_meter_below_zero(self):
        assert refusal(progressive.rule, self.found(), Cents(-1), FAY, "?").code == "progressive.below-zero"


class TestAmendedSubmissions:
    def test_the_live_amount_stays_and_what_changes_is_said(self):
        meter = fed(started(), 100)
        new = replace(
            meter.filed, rate=Fraction(1, 5), reset=Cents.dollars(11_000), seed=Cents.dollars(30_000), tables=("PG-1",)
        )
        event = progressive.amended(meter, new, RULES[MD], "PG-1")
        later = evolve(meter, event)
        assert (later.value, later.filed) == (meter.value, new)
        assert str(event["effect"]).split("; ") == [
            "the meter stays at $10,000.18",
            "it grows by 1/5 of the next wager, by 9/50 until now",
            "its next reset is to $11,000, not to $10,000",
            "a starting amount of $30,000 changes nothing, as it has started",
            "it is shared by PG-1",
        ]
        assert fed(later, 100, 2).value - later.value == 20
        assert after(later, awarded(later, WHOLE)[0]).shown == Cents.dollars(11_000)
        assert comes_to(later) == later.value

    def test_another_meter_is_not_an_amendment(self):
        for other, rules in ((RULES[MD].meters[1], RULES[MD]), (RULES[DIV].meters[0], RULES[DIV])):
            assert refusal(progressive.amended, started(), other, rules, "PG-1").code == "progressive.other-meter"

    def test_new_rules_open_amend_and_withdraw(self):
        rules = RULES[MD]
        mega, major, minor = (fold([progressive.opened(each, rules)]) for each in rules.meters)
        kept = replace(rules.meters[1], rate=Fraction(1, 20))
        new = replace(rules, meters=(rules.meters[0], kept, rules.meters[2]))
        assert follow({mega.id: mega, major.id: major, minor.id: minor}, rules, "PG-1") == ()
        told = follow({mega.id: mega, major.id: major}, new, "PG-1")
        assert [(name, event.kind) for name, event in told] == [(major.id, "meter-amended"), (minor.id, "meter-opened")]
        ((name, gone),) = follow({mega.id: mega}, replace(rules, meters=()), "PG-1", rules)
        assert (name, gone.kind, gone["table"]) == (mega.id, "meter-withdrawn", "PG-1")

    def test_a_table_that_opens_without_a_meter_leaves_it_to_the_tables_that_have_it(self):
        meter = started()
        assert follow({meter.id: meter}, replace(RULES[MD], meters=()), "PG-9") == ()

    def test_a_withdrawn_meter_keeps_its_amount_and_does_nothing_until_it_is_filed_again(self):
        meter = fed(started(), 100)
        gone = evolve(meter, progressive.withdrawn(meter, "PG-1", "no longer filed"))
        assert gone.value == meter.value
        assert refusal(progressive.contribute, gone, Cents(100), "PG-1", 2).code == "progressive.withdrawn"
        assert refusal(awarded, gone, WHOLE).code == "progressive.withdrawn"
        assert fed(gone, 100, table="PG-2").value > gone.value, "another table goes on"
        ((_, refiled),) = follow({gone.id: gone}, replace(RULES[MD], meters=RULES[MD].meters[:1]), "PG-1")
        back = evolve(gone, refiled)
        assert (back.withdrawn, back.value) == (frozenset(), meter.value)
        assert follow({gone.id: gone}, replace(RULES[MD], meters=()), "PG-1", RULES[MD]) == ()

    @pytest.mark.clause("div.pai-gow-poker (q)(5)#1")
    def test_each_denomination_of_the_division_has_a_meter_of_its_own(self):
        """DIV-17: the rates differ, so that what $1 wagers have fed is not won or fed by $5 wagers."""
        one, five = one_dollar(), RULES[DIV]
        refused = refusal(progressive.amended, one, five.meters[0], five, "PG-1")
        assert (refused.code, refused.facts["allowed"]) == ("progressive.other-meter", f"{DIV} progressive meter 1")
        ((name, event),) = follow({one.id: one}, five, "PG-1")
        assert (name, event.kind) == ("progressive/meter-5", "meter-opened")
        assert drawn_on({one.id: one, name: fold([event])}, five)["meter"].id == name


# Any acts in any order

tables = st.sampled_from(["PG-1", "PG-2", "PG-9"])
stakes = st.integers(-1, 2_000).map(Cents)
readings = st.fixed_dictionaries(
    {},
    optional={
        "PG-19": st.sampled_from(["sequential", "shared"]),
        "PG-50": st.sampled_from(["reversed", "kept"]),
        "PG-55": st.sampled_from(["deducted", "reset", "untouched"]),
        "DIV-18": st.sampled_from(["no-floor", "floor"]),
        "DIV-20": st.sampled_from(["coupon-feeds-meter", "coupon-does-not"]),
    },
)
limits = st.none() | st.integers(1, 10**6).map(Cents)
winners = st.lists(st.builds(Winner, st.integers(1, 6), st.sampled_from([WHOLE, TENTH, Fraction(1, 3)]), limits), max_size=3)


@st.composite
def acts(draw, meter):
    """Something that is asked of a meter: a function without arguments that gives events or refuses."""
    table, number, how = draw(tables), draw(st.integers(1, 5)), draw(readings)
    match draw(
        st.sampled_from(["feed", "feed", "feed", "reverse", "award", "deduct", "reconcile", "rule", "amend", "withdraw"])
    ):
        case "feed":
            stake, coupons = draw(stakes), draw(st.sampled_from([Cents(0), Cents(500)]))
            return lambda: [progressive.contribute(meter, stake, table, number, coupons=coupons, readings=how)]
        case "reverse":
            stake = draw(st.none() | stakes)
            return lambda: [progressive.reverse(meter, how, table, number, stake=stake, clauses=VOID)]
        case "award":
            won = draw(winners)
            return lambda: progressive.award_all(meter, won, how, table, number)[0]
        case "deduct":
            dollars, hand = draw(st.integers(1, 5_000)), draw(st.sampled_from(["straight-flush", "royal-flush"]))
            return lambda: [progressive.deduct(meter, Cents.dollars(dollars), hand, how, table, number, seat=1)]
        case "reconcile":
            shown = meter.shown if draw(st.booleans()) else draw(st.integers(0, 10**6).map(Cents))
            return lambda: [progressive.reconcile(meter, shown, DAN)]
        case "rule":
            amount, by = draw(st.none() | st.integers(-1, 10**6).map(Cents)), draw(st.sampled_from([FAY, DAN]))
            return lambda: [progressive.rule(meter, amount, by, "seen")]
        case "amend":
            new = replace(meter.filed, rate=draw(st.fractions(Fraction(1, 50), 1, max_denominator=50)))
            return lambda: [progressive.amended(meter, new, RULES[meter.terms.book], table)]
        case _:
            return lambda: [progressive.withdrawn(meter, table, "no longer filed")]


@st.composite
def histories(draw):
    """Events of one meter, with the meter after each, as they came about."""
    book = draw(st.sampled_from([MD, DIV]))
    seed, rate = draw(st.integers(0, 2_000_000).map(Cents)), draw(st.fractions(Fraction(1, 100), 1, max_denominator=300))
    events = [progressive.opened(replace(RULES[book].meters[0], seed=seed, rate=rate), RULES[book])]
    meters = [fold(events)]
    for _ in range(draw(st.integers(0, 25))):
        before = meters[-1]
        act, was = draw(acts(before)), repr(before)
        try:
            decided = act()
        except NotAllowed:
            decided = []
        assert repr(before) == was
        for event in decided:
            events.append(event)
            meters.append(evolve(meters[-1], event))
    return events, meters


class TestAnyHistory:
    @given(histories())
    def test_the_value_is_seed_and_contributions_less_awards_and_resets_exactly(self, history):
        events, meters = history
        for meter in meters:
            assert meter.value == comes_to(meter) >= 0
            assert meter.shown == Cents(floor(meter.value))

        def total(kind, fact):
            return sum(event[fact] for event in events if event.kind == kind)

        gained = total("contribution-made", "amount") + total("meter-reset", "added") + total("meter-mismatch-ruled", "change")
        lost = sum(total(kind, "taken") for kind in ("contribution-reversed", "meter-share-awarded", "meter-amount-deducted"))
        assert meters[-1].value == events[0]["seed"].amount + gained - lost

    @given(histories())
    def test_any_prefix_folds_to_the_meter_that_there_was(self, history):
        events, meters = history
        assert [fold(events[: number + 1]) for number in range(len(events))] == meters

    @given(histories())
    def test_events_come_back_from_where_they_were_kept(self, history):
        events, meters = history
        kept = [Event.from_json(json.loads(json.dumps(event.to_json()))) for event in events]
        assert kept == events
        assert fold(kept) == meters[-1]

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
            events, amounts = progressive.award_all(meter, won, how, "PG-1", 9)
        except NotAllowed:
            return
        for event in events:
            if event.kind == "meter-share-awarded":
                claimed = sum(winner.share for winner in won) if progressive.together(how) else event["share"]
                exact = event["of"] * event["share"] / max(claimed, 1)
                limit = next(winner.at_most for winner in won if winner.seat == event["seat"])
                assert amounts[event["seat"]] == min(Cents(ceil(exact)), limit or Cents(ceil(exact)))


class TestFolding:
    @pytest.mark.parametrize("kind", ["meter-exploded", "money-moved", "meter-opened"])
    def test_an_event_that_it_does_not_know_is_refused(self, kind):
        with pytest.raises(Malformed) as refused:
            evolve(started(), Event(kind, (), {"meter": started().id}))
        assert refused.value.code == "progressive.event"

    def test_so_is_one_before_the_meter_was_opened(self):
        with pytest.raises(Malformed):
            evolve(None, progressive.contribute(started(), Cents(1), "PG-1", 1))
        with pytest.raises(Malformed):
            fold([])

    def test_and_one_of_another_meter(self):
        other = fold([progressive.opened(RULES[MD].meters[1], RULES[MD])])
        with pytest.raises(Malformed):
            evolve(started(), progressive.contribute(other, Cents(1), "PG-1", 1))

    def test_and_one_that_was_decided_on_another_amount(self):
        events, _ = awarded(started(), WHOLE)
        with pytest.raises(Malformed) as refused:
            fold(events, fed(started(), 1))
        assert refused.value.code == "progressive.stale"

    def test_and_one_that_takes_back_what_is_gone(self):
        grown = fed(started(), 100)
        event = progressive.reverse(grown, {"PG-50": "kept"}, "PG-1", 1)
        with pytest.raises(Malformed):
            evolve(evolve(grown, event), event)

    def test_and_one_whose_facts_are_not_what_they_should_be(self):
        event = progressive.contribute(started(), Cents(1), "PG-1", 1)
        with pytest.raises(Malformed) as refused:
            evolve(started(), replace(event, facts={**event.facts, "amount": 1}))
        assert refused.value.code == "progressive.fact"


class TestBooks:
    """A meter's ledger, folded from its stream: its account holds what it shows, and every cent has its clause."""

    @given(histories())
    def test_the_account_is_what_the_meter_shows_after_every_event(self, history):
        events, meters = history
        for number, meter in enumerate(meters, start=1):
            balances = ledger_of(events[:number]).balances
            assert balances.get(f"meter:{meter.id}", Cents(0)) == meter.shown
            assert sum(balance.amount for balance in balances.values()) == 0
            assert all(balance.amount >= 0 for account, balance in balances.items() if account != "outside")

    @given(histories())
    def test_every_entry_has_the_clauses_of_its_event(self, history):
        events, _ = history
        posted = entries(events)
        assert {transfer.clauses for transfer in posted} <= {event.clauses for event in events}
        paid = sum(each.amount.amount for each in posted if (each.source, each.reason) == ("house", "meter-award"))
        assert paid == sum(event["amount"].amount for event in events if event.kind == "meter-share-awarded")

    @pytest.mark.clause("md.pai-gow-poker 13.E(6)", "md.pai-gow-poker 13.E(7)(a)", "md.pai-gow-poker 13.F")
    def test_a_whole_meter_leaves_for_the_table_and_the_house_starts_it_again(self):
        opening = progressive.opened(RULES[MD].meters[0], RULES[MD])
        feeding = progressive.contribute(fold([opening]), Cents(500), "PG-1", 1)
        won, _ = awarded(fold([opening, feeding]), WHOLE)
        told = [(each.source, each.target, each.amount, each.reason.value) for each in entries([opening, feeding, *won])]
        meter, seed, grown = "meter:progressive/mega", Cents.dollars(10_000), Cents(90)
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
        off = progressive.deduct(meter, Cents.dollars(250), "straight-flush", {}, "PG-1", 3, seat=2)
        last = entries([progressive.opened(RULES[DIV].meters[0], RULES[DIV]), off])[-1]
        assert (last.source, last.target, last.amount) == (f"meter:{meter.id}", "house", Cents.dollars(250))
        assert (last.reason, last.round, last.seat, last.wager, last.note) == ("meter-deduction", 3, 2, "progressive", "PG-1")

    def test_a_ruling_on_the_display_says_who_and_why(self):
        opening = progressive.opened(RULES[MD].meters[0], RULES[MD])
        seen = progressive.reconcile(fold([opening]), Cents.dollars(10_002), DAN)
        ruled = progressive.rule(fold([opening, seen]), Cents.dollars(10_002), FAY, "the sign was photographed")
        last = entries([opening, seen, ruled])[-1]
        assert (last.reason, last.amount, last.by, last.note) == (
            "meter-adjusted",
            Cents.dollars(2),
            "floor Fay",
            "the sign was photographed",
        )
