"""Every row of every paytable of both Pai Gow books: seven cards are dealt that make it, and it is paid to the cent."""

from fractions import Fraction
from functools import cache

import pytest

from houseway.cards import parse_hand
from houseway.games import awards
from houseway.games.round import DueMovement
from houseway.money import Cents, FixedAmount, MeterShare, OddsToOne, TotalForOne
from houseway.regulation import load_book
from tests.support.submissions import EXAMPLES, document, filed

BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker")
DEALT = {
    "any-seven-card-straight-flush": "2c 3c 4c 5c 6c 7c Jk",
    "seven-card-straight-flush": "2c 3c 4c 5c 6c 7c 8c",
    "seven-card-straight-flush-with-joker": "2c 3c 4c 5c 6c 7c Jk",
    "royal-flush-and-royal-match": "As Ks Qs Js Ts Kh Qh",
    "royal-flush-and-king-queen-suited": "As Ks Qs Js Ts Kh Qh",
    "royal-flush-and-ace-king-suited": "As Ks Qs Js Ts Ah Kh",
    "natural-royal-flush-and-pair": "As Ks Qs Js Ts 9h 9d",
    "five-aces-and-pair": "As Ah Ad Ac Jk Kh Kd",
    "natural-royal-flush": "As Ks Qs Js Ts 9h 2d",
    "five-aces": "As Ah Ad Ac Jk 9h 2d",
    "royal-flush-and-pair": "As Ks Qs Js Jk 9h 9d",
    "royal-flush": "As Ks Qs Js Jk 9h 2d",
    "straight-flush-and-pair": "9s 8s 7s 6s 5s 2h 2d",
    "straight-flush": "9s 8s 7s 6s 5s 2h Jd",
    "four-of-a-kind-and-pair": "9s 9h 9d 9c 5s 5h Jd",
    "four-of-a-kind": "9s 9h 9d 9c 5s 2h Jd",
    "full-house-and-pair": "9s 9h 9d 5c 5s 2h 2d",
    "full-house": "9s 9h 9d 5c 5s 2h Jd",
    "flush-and-pair": "As Js 9s 5s 2s 4h 4d",
    "flush": "As Js 9s 5s 2s 4h Qd",
    "straight-and-pair": "9s 8h 7d 6c 5s 2h 2d",
    "straight": "9s 8h 7d 6c 5s 2h Jd",
    "three-of-a-kind": "9s 9h 9d 5c 2s Kh Jd",
    "nine-high": "9c 8d 7h 5s 4c 3d 2h",
    "ten-high": "Tc 8d 7h 5s 4c 3d 2h",
    "jack-high": "Jc 9d 7h 5s 4c 3d 2h",
    "queen-high": "Qc 9d 7h 5s 4c 3d 2h",
    "king-high": "Kc 9d 7h 5s 4c 3d 2h",
    "ace-high": "Ac 9d 7h 5s Jc 3d 2h",
}
ACE_AND_JOKER = {
    "natural-royal-flush-and-pair": "As Ks Qs Js Ts Ah Jk",
    "straight-flush-and-pair": "9s 8s 7s 6s 5s Ah Jk",
    "four-of-a-kind-and-pair": "9s 9h 9d 9c 5s Ah Jk",
    "full-house-and-pair": "9s 9h 9d 5c 5s Ah Jk",
    "flush-and-pair": "Ks Js 9s 5s 2s Ah Jk",
    "straight-and-pair": "9s 8h 7d 6c 5s Ah Jk",
}
"""The same hands whose pair is an ace and the joker."""
BEST_ROWS = {
    ("md.pai-gow-poker", "fortune-bonus"): ("9s 8h 7d 6c 5s 5h 5d", "three-of-a-kind", "straight"),
    ("md.pai-gow-poker", "emperors-treasure"): ("9s 8h 7d 6c 5s 5h 5d", "three-of-a-kind", "straight"),
    ("div.pai-gow-poker", "bonus"): ("9s 8h 7d 6c 5s 5h 5d", "three-of-a-kind", "straight"),
    ("div.pai-gow-poker", "progressive"): ("9s 8s 7s 6s 5s 9h 4h", "straight-flush", "straight-and-pair"),
}
"""Seven cards that hold a hand and another, which ranks higher or has a name of its own in the list, and pays less."""
METERS = {name: Fraction(5_000_000 + 1_234_566 * place, 3) for place, name in enumerate(("minor", "major", "mega", "meter"))}
"""Each has a fraction of a cent, which a share of all of it rounds up."""
STAKE = Cents.from_dollars(5)

ROWS = [
    (book, table.wager, table.letter, row.hand) for book in BOOKS for table in load_book(book).paytables for row in table.rows
]


@cache
def rules_with(book, wager, letter):
    """Rules under which a table is in force as it is printed."""
    content = document(EXAMPLES / book / "everything.toml")
    for entry in content["wagers"].values():
        entry.pop("pays", None)
    owner = next((each.id for each in load_book(book).wagers.values() if wager in each.envy), wager)
    if "paytable" in content["wagers"][owner]:
        content["wagers"][owner]["paytable"] = letter
    if wager == "progressive":
        content["wagers"][wager]["stake"] = f"${letter}" if letter.isdigit() else "$5"
        names = load_book(book).paytable(wager, letter).meters
        meter = {"wager": wager, "seed": "$20,000", "reset": "$10,000", "rate": "27%", "tables": ["PG-1"]}
        content["meters"] = [{**meter, "name": name} for name in names]
    if book.startswith("div"):
        content["readings"]["DIV-01"] = "two-to-one"
    verdict = filed(content)
    assert verdict.passes, verdict.findings
    return owner, verdict.rules


def paid(row, stake):
    """What the printed row is worth, reckoned here and not by the program."""
    match row.pays:
        case OddsToOne(odds) | TotalForOne(odds):
            return Cents(int(odds * stake.amount))
        case FixedAmount(amount):
            return amount
        case MeterShare(share, meter):
            exact = share * METERS[meter]
            return Cents(int(exact) + (exact.denominator != 1))


def movement(clauses, amount):
    """An award as the round hands it on, so that its clauses are seen."""
    return DueMovement("inventory", "seat:1", amount, "award", clauses)


@pytest.mark.parametrize(("book", "wager", "letter", "hand"), ROWS, ids=[" ".join(row) for row in ROWS])
def test_a_dealt_hand_is_paid_by_its_row(claim, claim_read, book, wager, letter, hand):
    owner, rules = rules_with(book, wager, letter)
    table = load_book(book).paytable(wager, letter)
    printed = table.row(hand)
    claim(printed.clause)
    claim_read(table.clause)
    if wager == "number":
        assert movement((printed.clause,), awards.number_award(rules, STAKE)).amount == Cents.from_dollars(27)
        return
    if wager == "pai-gow":
        award, stake = awards.base_award(rules, STAKE), STAKE
    elif wager == owner:
        stake = rules.offers[wager].stakes[0] if rules.offers[wager].stakes else STAKE
        award = awards.optional_award(rules, wager, parse_hand(DEALT[hand]), stake, meters=METERS)
    else:
        award, stake = awards.envy_award(rules, owner, parse_hand(DEALT[hand])), Cents(0)
    assert (award.wager, award.hand, award.stake) == (wager, hand, stake)
    assert movement(award.clauses, award.amount).amount == paid(printed, stake)
    assert award.returns_stake is isinstance(printed.pays, OddsToOne)
    assert award.share == (printed.pays if isinstance(printed.pays, MeterShare) else None)
    assert printed.clause == award.clauses[0] == award.row.clause


@pytest.mark.parametrize(("book", "wager", "letter", "hand"), [row for row in ROWS if row[-1] in ACE_AND_JOKER])
def test_an_ace_and_the_joker_are_the_pair_of_a_hand_and_pair(claim, book, wager, letter, hand):
    _, rules = rules_with(book, wager, letter)
    printed, stake = load_book(book).paytable(wager, letter).row(hand), rules.offers[wager].stakes[0]
    award = awards.optional_award(rules, wager, parse_hand(ACE_AND_JOKER[hand]), stake, meters=METERS)
    assert (award.hand, movement(award.clauses, award.amount).amount) == (hand, paid(printed, stake))
    claim(printed.clause)


@pytest.mark.parametrize("letter", ["1", "5"])
def test_a_coupon_is_paid_by_the_same_row_as_a_chip(letter, claim):
    """Of the progressive; nothing but a coupon lies on the area."""
    _, rules = rules_with("div.pai-gow-poker", "progressive", letter)
    for row in load_book("div.pai-gow-poker").paytable("progressive", letter).rows:
        hand, stake = parse_hand(DEALT[row.hand]), rules.offers["progressive"].stakes[0]
        award = awards.optional_award(rules, "progressive", hand, Cents(0), stake, METERS)
        assert (award.hand, movement(award.clauses, award.amount).amount) == (row.hand, paid(row, stake))
        claim(row.clause)


@pytest.mark.parametrize(
    ("book", "wager", "letter"),
    [(book, wager, table.letter) for book, wager in BEST_ROWS for table in load_book(book).paytables_of(wager)],
)
def test_of_two_rows_that_fit_the_better_paid_one_is_paid(claim, claim_read, book, wager, letter):
    """PG-04, DIV-06 and DIV-15."""
    _, rules = rules_with(book, wager, letter)
    table = load_book(book).paytable(wager, letter)
    cards, *hands = BEST_ROWS[book, wager]
    better, other = map(table.row, hands)
    award = awards.optional_award(rules, wager, parse_hand(cards), STAKE, meters=METERS)
    assert (award.row.clause, movement(award.clauses, award.amount).amount) == (better.clause, paid(better, STAKE))
    assert award.amount > paid(other, STAKE)
    claim(better.clause)
    claim_read(table.clause)


def test_no_row_is_missing():
    assert len(ROWS) == 181 + 54


@pytest.mark.parametrize("wager", ["fortune-bonus", "emperors-treasure", "progressive"])
def test_the_paytable_that_the_operator_selected_is_in_force(claim, wager):
    book = load_book("md.pai-gow-poker")
    for table in book.paytables_of(wager):
        _, rules = rules_with(book.id, wager, table.letter)
        assert rules.offers[wager].paytable == table
    content = document(EXAMPLES / book.id / "everything.toml")
    del content["wagers"][wager]["paytable"]
    missing = next(finding for finding in filed(content).findings if finding.code == "paytable.required")
    assert (missing.place, missing.clause) == (f"wagers.{wager}.paytable", book.wagers[wager].choice_clause)
    claim(missing.clause)
