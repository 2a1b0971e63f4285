"""What wagers win: paid by the filed row, cut to the limit, rounded as filed."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import parse_hand
from houseway.errors import Malformed, NotAllowed
from houseway.games import awards
from houseway.games.awards import Award
from houseway.hands import Category
from houseway.money import Cents, MeterShare
from houseway.regulation import load_book
from houseway.submission.limit import BEST_DEALS
from tests.games.pai_gow.test_rows import movement
from tests.support.submissions import EXAMPLES, document, filed

MD, DIV = "md.pai-gow-poker", "div.pai-gow-poker"
WAGERS = [
    (MD, "fortune-bonus"),
    (MD, "emperors-treasure"),
    (MD, "insurance"),
    (MD, "progressive"),
    (DIV, "bonus"),
    (DIV, "progressive"),
]
FIVE = Cents.from_dollars(5)
STRAIGHT_AND_TRIPS = "9s 8h 7d 6c 5s 9h 9d"


@cache
def everything(book):
    return filed(document(EXAMPLES / book / "everything.toml")).rules


def reads(book, **readings):
    """The rules with other readings; `_` stands for the hyphen."""
    rules = everything(book)
    return replace(rules, readings={**rules.readings, **{name.replace("_", "-"): choice for name, choice in readings.items()}})


def filing(rules, **options):
    named = {name.replace("__", ".").replace("_", "-"): value for name, value in options.items()}
    return replace(rules, options={**rules.options, **named})


def raised(rules, wager, **pays):
    """The rules with other pays in some rows."""
    offer = rules.offers[wager]
    rows = tuple(replace(row, pays=pays.get(row.hand.replace("-", "_"), row.pays)) for row in offer.paytable.rows)
    return replace(rules, offers={**rules.offers, wager: replace(offer, paytable=replace(offer.paytable, rows=rows))})


# Best-paying or highest-ranking


@pytest.mark.parametrize(("book", "wager"), [(MD, "fortune-bonus"), (MD, "emperors-treasure"), (DIV, "bonus")])
@pytest.mark.parametrize(
    ("row", "choice", "hand", "dollars"),
    [
        ("paid", "best-paying", "three-of-a-kind", 15),
        ("paid", "highest-ranking", "straight", 10),
        ("lost", "best-paying", "straight", 10),
        ("lost", "highest-ranking", "straight", 10),
    ],
)
def test_a_straight_and_three_of_a_kind(book, wager, row, choice, hand, dollars):
    """PG-03 and DIV-05 take the row away; PG-04 and DIV-06 say which of two rows is paid."""
    content = document(EXAMPLES / book / "everything.toml")
    ids = ("PG-03", "PG-04") if book == MD else ("DIV-05", "DIV-06")
    content["readings"] |= dict(zip(ids, (row, choice), strict=True))
    award = awards.optional_award(filed(content).rules, wager, parse_hand(STRAIGHT_AND_TRIPS), FIVE)
    assert (award.hand, award.amount, award.returns_stake) == (hand, Cents.from_dollars(dollars), True)


@pytest.mark.parametrize(
    ("book", "wager", "cards", "clause"),
    [
        (MD, "fortune-bonus", "9s 9h 5d 5c 2s Kh Jd", "11.H(3)(a)(i)"),
        (MD, "fortune-bonus", "9s 9h 5d 5c 2s Kh Jd", "7.E(1)"),
        (MD, "emperors-treasure", "9s 9h 5d 5c 2s Kh Jd", "11.H(4)(a)"),
        (MD, "emperors-treasure", "9s 9h 5d 5c 2s Kh Jd", "7.E(2)"),
        (MD, "insurance", "9s 9h 5d 4c 2s Kh Jd", "11.H(5)(a)"),
        (MD, "insurance", "9s 8h 7d 6c 5s Kh Jd", "11.H(5)(a)"),
        (MD, "insurance", "As Kh Jd 9c 7s 2h Jk", "7.E(3)"),
        (MD, "progressive", "As Js 9s 5s 2s 4h Qd", "11.H(6)(a)"),
        (MD, "progressive", "As Js 9s 5s 2s 4h Qd", "7.E(4)"),
        (DIV, "bonus", "9s 9h 5d 5c 2s Kh Jd", "(r)(4)(ii)(A)"),
        (DIV, "bonus", "9s 9h 5d 5c 2s Kh Jd", "(a)(1)(ii)#1"),
        (DIV, "progressive", "9s 9h 5d 5c 2s Kh Jd", "(l)(6)#1"),
    ],
)
def test_no_row_is_a_loss_with_its_clause(claim, book, wager, cards, clause):
    claim(f"{book} {clause}")
    award = awards.optional_award(everything(book), wager, parse_hand(cards), FIVE)
    assert not movement(award.clauses, award.amount).amount
    assert (award.hand, award.is_won, award.returns_stake, award.share) == ("nothing", False, False, None)


@pytest.mark.parametrize(
    ("book", "wager", "cards", "clause"),
    [
        (MD, "fortune-bonus", "9s 8h 7d 6c 5s 2h Jd", "11.H(3)(a)(ii)"),
        (MD, "fortune-bonus", "9s 8h 7d 6c 5s 2h Jd", "11.H(1)"),
        (MD, "emperors-treasure", "9s 8h 7d 6c 5s 2h Jd", "11.H(4)(b)"),
        (MD, "insurance", "Ac 9d 7h 5s Jk 3d 2h", None),
        (MD, "insurance", "Kc 9d 7h 5s Jk 3d 2h", "11.H(5)(b)"),
        (MD, "progressive", "9s 9h 9d 5c 5s 2h Jd", "11.H(6)(b)(iv)"),
        (MD, "progressive", "As Ah Ad Ac Jk 9h 2d", "11.H(6)(b)(v)"),
        (MD, "progressive", "As Ah Ad Ac Jk 9h 2d", "13.F"),
        (MD, "progressive", "As Ah Ad Ac Jk 9h 2d", "13.E(8)"),
        (DIV, "bonus", "9s 8h 7d 6c 5s 2h Jd", "(r)(4)(ii)(B)"),
        (DIV, "bonus", "9s 8h 7d 6c 5s 2h Jd", "(r)(4)(ii)#1"),
        (DIV, "bonus", "9s 9h 9d 9c 5s 2h Jd", "(r)(4)(iii)(B)"),
        (DIV, "bonus", "9s 9h 9d 9c 5s 2h Jd", "(a)(1)(ix)"),
        (DIV, "progressive", "9s 9h 9d 5c 5s 2h Jd", "(q)(3)#1"),
        (DIV, "progressive", "9s 9h 9d 5c 5s 2h Jd", "(q)(3)#2"),
        (DIV, "progressive", "9s 9h 9d 5c 5s 2h Jd", "(l)(9)#6"),
        (DIV, "progressive", "As Ah Ad Ac Jk 9h 2d", "(q)(7)"),
        (DIV, "progressive", "As Ah Ad Ac Jk 9h 2d", "(q)(5)#4"),
    ],
)
def test_a_win_carries_the_clause_of_the_procedure(claim, book, wager, cards, clause):
    award = awards.optional_award(everything(book), wager, parse_hand(cards), FIVE)
    movement(award.clauses, award.amount)
    assert award.is_won is (clause is not None)
    claim(clause and f"{book} {clause}")


def test_a_joker_is_the_ace_of_insurance():
    award = awards.optional_award(everything(MD), "insurance", parse_hand("Kc 9d 7h 5s Jk 3d 2h"), FIVE)
    assert (award.hand, award.amount) == ("ace-high", Cents.from_dollars(15))


def test_a_hand_of_another_size_is_refused():
    with pytest.raises(Malformed):
        awards.optional_award(everything(MD), "fortune-bonus", parse_hand("9s 8h 7d 6c 5s 2h"), FIVE)


def test_a_wager_that_is_not_offered_is_refused():
    rules = filed(document(EXAMPLES / MD / "minimal.toml")).rules
    with pytest.raises(NotAllowed) as refused:
        awards.optional_award(rules, "fortune-bonus", parse_hand(BEST_DEALS[0]), FIVE)
    assert refused.value.code == "award.not-offered"


@pytest.mark.parametrize(
    ("cards", "clause"),
    [
        pytest.param("As Ks Qs Js Ts Ah Kh", "6.D(2)(a)", marks=pytest.mark.clause(f"{MD} 6.D(2)(a)")),
        pytest.param("As Ks Qs Js Ts Kh Qh", "6.D(2)(b)", marks=pytest.mark.clause(f"{MD} 6.D(2)(b)")),
    ],
)
def test_a_royal_match_names_the_two_cards_that_make_it(cards, clause):
    rules, hand = everything(MD), parse_hand(cards)
    paid, envied = awards.optional_award(rules, "fortune-bonus", hand, FIVE), awards.envy_award(rules, "fortune-bonus", hand)
    for award in (paid, envied):
        assert award.hand == Category.ROYAL_MATCH
        assert [each.clause for each in award.clauses if each.clause.startswith("6.D(2)(")] == [clause]


def test_the_base_wager_is_no_list():
    with pytest.raises(Malformed) as refused:
        awards.optional_award(everything(MD), "pai-gow", parse_hand(BEST_DEALS[0]), FIVE)
    assert refused.value.code == "award.no-list"


# Meters


ROYAL_BOTH_WAYS = "As Ks Qs Js Ts Jk Kh"
"""A natural royal flush; or a royal flush with the joker for the king, beside a pair of kings."""


@pytest.mark.parametrize(
    ("meter", "hand", "amount"),
    [(None, "natural-royal-flush", 0), (2_000_000, "natural-royal-flush", 200_000), (900_000, "royal-flush-and-pair", 100_000)],
)
def test_the_meter_decides_which_row_pays_best(meter, hand, amount):
    """DIV-15: 10 percent of a meter that has fallen below $10,000 is less than $1,000."""
    meters = None if meter is None else {"meter": Fraction(meter)}
    award = awards.optional_award(everything(DIV), "progressive", parse_hand(ROYAL_BOTH_WAYS), FIVE, meters=meters)
    assert (award.hand, award.amount) == (hand, Cents(amount))


def test_a_share_is_rounded_up_to_the_cent():
    meters = {"mega": Fraction(1), "major": Fraction(100_001, 3), "minor": Fraction(1)}
    award = awards.optional_award(
        everything(MD), "progressive", parse_hand("As Ah Ad Ac Jk 9h 2d"), Cents.from_dollars(1), meters=meters
    )
    assert (award.amount, award.share) == (Cents(33_334), MeterShare(Fraction(1), "major"))


@pytest.mark.parametrize(
    ("letter", "cards", "deducted"),
    [
        ("5", "As Ks Qs Js Jk 9h 2d", True),
        ("5", "9s 8s 7s 6s 5s 2h Jd", True),
        ("5", "9s 9h 9d 9c 5s 5h Jd", False),
        ("1", "9s 8s 7s 6s 5s 2h 2d", True),
        ("1", "9s 8s 7s 6s 5s 2h Jd", True),
        ("1", "9s 9h 9d 9c 5s 5h Jd", False),
    ],
)
def test_the_division_deducts_from_an_amount_up_and_for_straight_flushes(claim, letter, cards, deducted):
    content = document(EXAMPLES / DIV / "everything.toml")
    content["wagers"]["progressive"] = {"paytable": letter}
    rules = filed(content).rules
    award = awards.optional_award(rules, "progressive", parse_hand(cards), rules.offers["progressive"].minimum)
    assert award.is_deducted_from_meter is deducted
    movement(award.clauses, award.amount)
    if deducted:
        claim(f"{DIV} (q)(5)#{3 if letter == '1' else 4}")


@pytest.mark.parametrize(("choice", "deducted"), [("deducted", True), ("reset", True), ("untouched", False)])
def test_a_share_comes_off_the_meter_or_not(choice, deducted):
    rules = reads(MD, PG_55=choice)
    assert (
        awards.optional_award(rules, "progressive", parse_hand("As Ah Ad Ac Jk 9h 2d"), FIVE).is_deducted_from_meter is deducted
    )
    assert not awards.optional_award(rules, "progressive", parse_hand("9s 9h 9d 5c 5s 2h Jd"), FIVE).is_deducted_from_meter


def test_a_filed_amount_may_change_which_row_pays_best():
    rules = everything(DIV)
    table = rules.offers["progressive"].paytable
    more = raised(rules, "progressive", flush=table.row("royal-flush").pays)
    cards = parse_hand("As Js 9s 5s 2s Ah Ad")
    assert awards.optional_award(rules, "progressive", cards, FIVE).hand == "flush-and-pair"
    assert awards.optional_award(more, "progressive", cards, FIVE).hand == "flush"


def test_a_coupon_is_paid_and_does_not_come_back():
    award = awards.optional_award(everything(DIV), "progressive", parse_hand("9s 9h 9d 5c 5s 2h Jd"), Cents(0), coupon=FIVE)
    assert (award.amount, award.stake, award.coupon, award.returns_stake) == (Cents.from_dollars(25), Cents(0), FIVE, False)
    assert awards.base_award(everything(DIV), FIVE, coupon=FIVE).amount == Cents.from_dollars(10)


# Envy


@pytest.mark.parametrize(
    ("book", "wager", "clause"),
    [(MD, "fortune-bonus", "11.H(3)(b)"), (MD, "emperors-treasure", "11.H(4)(e)"), (DIV, "bonus", "(r)(4)(iii)(A)")],
)
def test_envy_is_paid_for_four_of_a_kind_and_better(claim, book, wager, clause):
    claim(
        f"{book} {clause}", *([f"{MD} 1.B(3)", f"{MD} 1.B(4)"] if book == MD else [f"{DIV} (a)(1)(v)#1", f"{DIV} (a)(1)(ix)"])
    )
    rules = everything(book)
    assert awards.envy_award(rules, wager, parse_hand("9s 9h 9d 5c 5s 2h Jd")) is None
    award = awards.envy_award(rules, wager, parse_hand("9s 9h 9d 9c 5s 2h Jd"))
    assert movement(award.clauses, award.amount).amount == FIVE
    assert (award.wager, award.stake) == (rules.offers[wager].envy[0].wager, Cents(0))


def test_insurance_has_no_envy():
    assert awards.envy_award(everything(MD), "insurance", parse_hand("9s 9h 9d 9c 5s 2h Jd")) is None


@pytest.mark.parametrize(
    ("book", "wager", "choice", "cents", "qualified"),
    [
        (MD, "fortune-bonus", "both", 500, True),
        (MD, "fortune-bonus", "both", 499, False),
        (MD, "emperors-treasure", "both", 499, False),
        (MD, "emperors-treasure", "fortune-only", 499, True),
        (MD, "fortune-bonus", "fortune-only", 499, False),
        (MD, "insurance", "both", 500, False),
        (DIV, "bonus", "both", 500, True),
        (DIV, "bonus", "both", 499, False),
        (DIV, "progressive", "both", 500, False),
    ],
)
def test_a_lammer_is_earned_from_the_minimum_on(book, wager, choice, cents, qualified):
    rules = reads(book, PG_10=choice)
    assert awards.earns_lammer(rules, wager, Cents(cents)) is qualified
    assert not awards.earns_lammer(rules, wager, Cents(0))


# The payout limit

BIG = "As Ks Qs Js Ts 9s 8s"
"""A natural seven-card straight flush: 8,000 to 1 on Fortune A, 2,500 to 1 on Emperor's D, $10,000 or more on the Mega meter."""
MEGA = {"mega": Fraction(6_000_000), "major": Fraction(0), "minor": Fraction(0)}


def settled(rules, *wagers, stake=FIVE):
    return [awards.optional_award(rules, wager, parse_hand(BIG), stake, meters=MEGA) for wager in wagers]


def dollars(made):
    return [award.amount.amount // 100 for award in made]


LIMITED = ("fortune-bonus", "emperors-treasure", "progressive")


@pytest.mark.parametrize(
    ("together", "meters", "amounts"),
    [
        ("aggregate", "capped", [40_000, 10_000, 0]),
        ("aggregate", "exempt", [40_000, 10_000, 60_000]),
        ("per-wager", "capped", [40_000, 12_500, 50_000]),
        ("per-wager", "exempt", [40_000, 12_500, 60_000]),
    ],
)
@pytest.mark.clause("md.pai-gow-poker 13.G")
def test_maryland_limits_all_wagers_of_a_hand_or_each(together, meters, amounts):
    rules = filing(reads(MD, PG_23=together, PG_22=meters), payout_limit__amount=Cents.from_dollars(50_000))
    before = settled(rules, *LIMITED)
    after = awards.limit_awards(rules, before)
    assert dollars(after) == amounts
    assert all(one.amount + one.cut_by_limit == other.amount for one, other in zip(after, before, strict=True))
    cut = [award for award in after if award.cut_by_limit]
    assert all(
        set(movement(award.clauses, award.amount).clauses) >= set(awards.CUT.in_book(load_book(MD).numbering)) for award in cut
    )
    movement(awards.CUT.in_book(load_book(MD).numbering), Cents(0))


@pytest.mark.clause("md.pai-gow-poker 13.G")
def test_maryland_limits_pai_gow_insurance_as_well():
    rules = filing(everything(MD), payout_limit__amount=Cents.from_dollars(50_000))
    won = awards.optional_award(rules, "insurance", parse_hand("9c 8d 7h 5s 4c 3d 2h"), Cents.from_dollars(1_000))
    (cut,) = awards.limit_awards(rules, [won])
    assert (won.amount, cut.amount) == (Cents.from_dollars(100_000), Cents.from_dollars(50_000))
    movement((*cut.clauses, *awards.CUT.in_book(load_book(MD).numbering)), cut.amount)


@pytest.mark.clause("md.pai-gow-poker 13.G(2)")
def test_maryland_never_cuts_envy():
    rules = filing(everything(MD), payout_limit__amount=Cents.from_dollars(40_000))
    envy = awards.envy_award(rules, "fortune-bonus", parse_hand(BIG))
    (cut, _, kept) = awards.limit_awards(
        rules, [*settled(rules, *LIMITED[:1]), awards.optional_award(rules, "insurance", parse_hand(BIG), FIVE), envy]
    )
    assert (cut.amount, kept.amount) == (Cents.from_dollars(40_000), Cents.from_dollars(5_000))
    movement(kept.clauses, kept.amount)


@pytest.mark.parametrize(("choice", "envy"), [("envy-uncapped", 5_000), ("envy-capped", 0)])
@pytest.mark.clause("div.pai-gow-poker (s)(3)#1", "div.pai-gow-poker (s)(3)#4")
def test_the_division_limits_bonus_wagers_and_nothing_else(choice, envy):
    rules = filing(reads(DIV, DIV_14=choice), payout_limit__amount=Cents.from_dollars(39_000))
    bonus = awards.optional_award(rules, "bonus", parse_hand(BIG), FIVE)
    other = awards.optional_award(rules, "progressive", parse_hand(BIG), FIVE, meters={"meter": Fraction(9_000_000)})
    after = awards.limit_awards(rules, [bonus, other, awards.envy_award(rules, "bonus", parse_hand(BIG))])
    assert dollars(after) == [39_000, other.amount.amount // 100, envy]
    assert after[0].cut_by_limit == Cents.from_dollars(1_000)
    for award in after:
        movement(award.clauses, award.amount)


def test_without_a_limit_nothing_is_cut():
    rules = filing(everything(MD), payout_limit__amount=None)
    made = settled(rules, *LIMITED)
    assert awards.limit_awards(rules, made) == tuple(made)


@given(st.lists(st.tuples(st.sampled_from(["fortune-bonus", "insurance", "fortune-envy"]), st.integers(0, 10**8)), max_size=6))
def test_no_more_than_the_limit_is_paid_together(wins):
    rules = everything(MD)
    most = rules.options["payout-limit.amount"]
    row = rules.offers["fortune-bonus"].paytable.rows[0]
    before = [Award(wager, "hand", "hand", row, FIVE, Cents(cents), ()) for wager, cents in wins]
    after = awards.limit_awards(rules, before)
    covered = [award.amount.amount for award in after if award.wager != "fortune-envy"]
    wanted = [award.amount.amount for award in before if award.wager != "fortune-envy"]
    assert sum(covered) == min(sum(wanted), most.amount)
    assert [a.amount for a in after if a.wager == "fortune-envy"] == [a.amount for a in before if a.wager == "fortune-envy"]


# Vigorish and numbers


@pytest.mark.parametrize("book", [MD, DIV])
@pytest.mark.parametrize("kind", ["", "against-bank", "bank", "co-bank"])
@pytest.mark.parametrize(
    ("rounding", "won", "charge"),
    [
        ("exact-cents", 1_200, 60),
        ("up-to-next-quarter", 1_200, 75),
        ("exact-cents", 250, 12),
        ("exact-cents", 1_250, 62),
        ("up-to-next-quarter", 500, 25),
        ("up-to-next-quarter", 501, 50),
        ("up-to-next-quarter", 10, 10),
        ("exact-cents", 0, 0),
        ("up-to-next-quarter", 0, 0),
    ],
)
def test_vigorish_is_five_percent_as_filed(claim, book, kind, rounding, won, charge):
    rules = filing(everything(book), vigorish__rounding=rounding)
    assert awards.vigorish_on(rules, Cents(won), kind) == Cents(charge)
    law = awards.vigorish_law(rules, kind)
    assert (set(awards.ROUNDED.in_book(load_book(book).numbering)) <= set(law)) is (rounding != "exact-cents")
    claim(*movement(law, Cents(charge)).clauses)


@given(st.integers(0, 10**9))
def test_vigorish_without_rounding_is_never_above_five_percent_and_less_than_a_cent_below(won):
    charge = awards.vigorish_on(filing(everything(MD), vigorish__rounding="exact-cents"), Cents(won)).amount
    assert 0 <= Fraction(won, 20) - charge < 1


@pytest.mark.parametrize(("stake", "won"), [(100, 5), (200, 11), (300, 16), (1_000, 55), (150, 8)])
def test_a_number_is_paid_down_to_the_whole_dollar(stake, won):
    assert awards.number_award(everything(DIV), Cents(stake)) == Cents.from_dollars(won)
