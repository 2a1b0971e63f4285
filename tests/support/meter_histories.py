"""Histories of a meter for Hypothesis: any acts in any order."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as st

from houseway import progressive
from houseway.errors import NotAllowed
from houseway.money import Cents
from houseway.progressive import MeterTerms, ShareWinner, evolve_meter, fold_meter
from tests.support.progressive_bench import DAN, DIV, FAY, MD, RULES, TENTH, VOID, WHOLE

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
winners = st.lists(
    st.builds(ShareWinner, st.integers(1, 6), st.sampled_from([WHOLE, TENTH, Fraction(1, 3)]), limits), max_size=3
)


@st.composite
def acts(draw, meter):
    """Something that is asked of a meter: a function without arguments that gives events or refuses."""
    table, number, how = draw(tables), draw(st.integers(1, 5)), draw(readings)
    match draw(
        st.sampled_from(["feed", "feed", "feed", "reverse", "award", "deduct", "reconcile", "rule", "amend", "withdraw"])
    ):
        case "feed":
            stake, coupons = draw(stakes), draw(st.sampled_from([Cents(0), Cents(500)]))
            return lambda: [progressive.contribution_event(meter, stake, table, number, coupons=coupons, readings=how)]
        case "reverse":
            stake = draw(st.none() | stakes)
            return lambda: [progressive.contribution_reversal_event(meter, how, table, number, stake=stake, clauses=VOID)]
        case "award":
            won = draw(winners)
            return lambda: progressive.award_events(meter, won, how, table, number)[0]
        case "deduct":
            dollars, hand = draw(st.integers(1, 5_000)), draw(st.sampled_from(["straight-flush", "royal-flush"]))
            return lambda: [progressive.deduction_event(meter, Cents.from_dollars(dollars), hand, how, table, number, seat=1)]
        case "reconcile":
            shown = meter.displayed if draw(st.booleans()) else draw(st.integers(0, 10**6).map(Cents))
            return lambda: [progressive.reconcile_display(meter, shown, DAN)]
        case "rule":
            amount, by = draw(st.none() | st.integers(-1, 10**6).map(Cents)), draw(st.sampled_from([FAY, DAN]))
            return lambda: [progressive.rule_on_mismatch(meter, amount, by, "seen")]
        case "amend":
            new = replace(meter.filed_meter, rate=draw(st.fractions(Fraction(1, 50), 1, max_denominator=50)))
            return lambda: [progressive.amend_meter(meter, MeterTerms.from_rules(new, RULES[meter.terms.book]), table)]
        case _:
            return lambda: [progressive.withdraw_meter(meter, table, "no longer filed")]


@st.composite
def histories(draw):
    """Events of one meter, with the meter after each, as they came about."""
    book = draw(st.sampled_from([MD, DIV]))
    seed, rate = draw(st.integers(0, 2_000_000).map(Cents)), draw(st.fractions(Fraction(1, 100), 1, max_denominator=300))
    events = [progressive.open_meter(replace(RULES[book].meters[0], seed=seed, rate=rate), RULES[book])]
    meters = [fold_meter(events)]
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
            meters.append(evolve_meter(meters[-1], event))
    return events, meters
