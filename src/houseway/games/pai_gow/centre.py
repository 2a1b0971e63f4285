"""The money of a round with a bank: who covers what, and how base wagers are settled through the centre of the layout.

Pure functions return movements in the order in which the dealer makes them. `settle` is the whole settlement; its parts are
used by a table that exposes one hand after the other. Winners are paid what they staked: both books have the bank put in an
amount equal to the remaining winning wagers (12.J(4), (m)(12)#5).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from houseway.citation import Citation, Law
from houseway.errors import NotAllowed
from houseway.games.awards import vigorish, vigorish_law
from houseway.games.pai_gow.outcome import LOSE, TIE, WIN
from houseway.games.round import Movement
from houseway.money import NO_MONEY, Cents
from houseway.procedure import CENTRE, DIV, INVENTORY, MD, PAI_GOW, VIGORISH, layout_account, seat_account
from houseway.submission.rules import Rules

HOUSE = 0
"""The dealer's position, where the house's wager against the bank lies."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A base wager against the bank, and how it ended."""

    position: int
    stake: Cents
    result: str


@dataclass(frozen=True, slots=True)
class Till:
    """The state of a settlement: what is in the centre, the bank's chips, and what was put in for winners so far."""

    chips: Cents
    centre: Cents = NO_MONEY
    put_in: Cents = NO_MONEY


@dataclass(frozen=True, slots=True)
class Cover:
    """Whether a player has enough chips to bank, and what the house may stake against him."""

    covers: bool
    needed: Cents
    house_stake: Cents
    clauses: tuple[Citation, ...]


# Before the cards

COVERED = Law(
    {
        MD: {"": "12.D(2)", "co-bank": ("12.D(2)", "12.E(2)", "1.B(2)")},
        DIV: {"": "(m)(4)(ii)", "co-bank": ("(m)(4)(ii)", "(m)(5)#2")},
    }
)
HOUSE_STAKED = Law({MD: ("12.G(1)", "12.G(2)"), DIV: "(m)(7)#1"})
HOUSE_CUT = Law({MD: "12.G(3)", DIV: "(m)(7)#2"})
NO_HOUSE_STAKE = Law({MD: "12.E(5)", DIV: "(m)(5)#5"})


def house_stake(rules: Rules, last_wagers: Sequence[Cents]) -> Cents:
    """Return what the house stakes against a bank: as filed, or what the bank last wagered against the dealer (readings PG-32,
    DIV-24)."""
    filed = rules.options.get("bank.house-stake")
    if isinstance(filed, Cents):
        return filed
    if rules.readings.get("PG-32") == "larger":
        return max(last_wagers, default=NO_MONEY)
    return _sum(last_wagers)


def house_wager(rules: Rules, amount: Cents) -> Movement:
    """Move the house's wager from the inventory to the layout in front of it."""
    return _move(INVENTORY, layout_account(HOUSE), amount, "house-stake", rules.law(HOUSE_STAKED), HOUSE)


def cover(rules: Rules, wagers: Iterable[Cents], chips: Cents, house_stake: Cents, co_banking: bool = False) -> Cover:
    """Return whether the bank's chips cover the other players' wagers, and the house's or what is left for it (PG-27, DIV-24)."""
    owed = _sum(wagers)
    if co_banking:
        needed, _ = halves(rules, owed)
        return Cover(chips >= needed, needed, NO_MONEY, (*rules.law(COVERED, "co-bank"), *rules.law(NO_HOUSE_STAKE)))
    if "others-and-house" in (rules.readings.get("PG-27"), rules.readings.get("DIV-24")):
        needed = owed + house_stake
        return Cover(chips >= needed, needed, house_stake, (*rules.law(COVERED), *rules.law(HOUSE_STAKED)))
    left = max(chips - owed, NO_MONEY)
    cut = rules.law(HOUSE_CUT) if left < house_stake else ()
    return Cover(chips >= owed, owed, min(house_stake, left), (*rules.law(COVERED), *cut))


# When hands are exposed

HOUSE_TIED = Law({MD: "12.I(4)", DIV: "(m)(11)#4"})
HOUSE_LOST = Law({MD: "12.I(5)", DIV: "(m)(11)#5"})
LOST = Law({MD: {"": "12.J(2)", "co-bank": "12.L(1)(b)"}, DIV: {"": "(m)(12)#3", "co-bank": "(m)(13)#3"}})
TIED = Law({MD: "11.F(2)", DIV: "(l)(7)#1"})
SURRENDERED = Law({MD: "11.D(2)", DIV: "(l)(4)(i)"})


def house_exposed(rules: Rules, stake: Cents, result: str) -> tuple[Movement, ...]:
    """Return what happens to the house's wager when the bank's hands are exposed. A winning wager waits to be paid."""
    if result == TIE:
        return (_move(layout_account(HOUSE), INVENTORY, stake, "house-stake-returned", rules.law(HOUSE_TIED), HOUSE),)
    if result == LOSE:
        return (_move(layout_account(HOUSE), CENTRE, stake, "wager-lost", rules.law(HOUSE_LOST), HOUSE),)
    return ()


def exposed(rules: Rules, spot: Spot, co_banking: bool = False) -> tuple[Movement, ...]:
    """A losing wager goes to the centre at once, and a tied one is returned. A winning wager waits to be paid."""
    laid = layout_account(spot.position)
    if spot.result == LOSE:
        law = rules.law(LOST, _kind(co_banking))
        return (_move(laid, CENTRE, spot.stake, "wager-lost", law, spot.position),)
    if spot.result == TIE:
        return (_move(laid, seat_account(spot.position), spot.stake, "wager-returned", rules.law(TIED), spot.position),)
    return ()


def surrendered(rules: Rules, position: int, stake: Cents, *, banked: bool = True, co_banking: bool = False) -> Movement:
    """Move a surrendered wager: in a bank round to the centre, or to the inventory (readings PG-56, DIV-55)."""
    law = rules.law(SURRENDERED)
    to_centre = banked and "to-inventory" not in (rules.readings.get("PG-56"), rules.readings.get("DIV-55"))
    if to_centre:
        law = (*law, *rules.law(LOST, _kind(co_banking)))
    target = CENTRE if to_centre else INVENTORY
    return _move(layout_account(position), target, stake, "surrendered", law, position)


# Winners

PAID = Law({MD: {"": "12.J(3)", "co-bank": "12.L(1)(c)"}, DIV: {"": "(m)(12)#4", "co-bank": "(m)(13)#4"}})
PAID_LATER = Law({MD: {"": "12.J(5)", "co-bank": "12.L(3)(b)"}, DIV: {"": "(m)(12)#6", "co-bank": "(m)(13)#7"}})
PUT_IN = Law(
    {
        MD: {"": ("12.J(4)", "1.B(1)"), "co-bank": ("12.L(2)", "1.B(2)")},
        DIV: {"": ("(m)(12)#5", "(a)(1)(i)"), "co-bank": ("(m)(13)#5", "(a)(1)(iii)", "(m)(5)#2")},
    }
)
HOUSE_PUT_IN = Law({MD: "12.L(3)(a)", DIV: "(m)(13)#6"})
HOUSE_PAID = Law({MD: "12.K", DIV: "(m)(14)"})


def pay(
    rules: Rules, bank: int, winners: Sequence[Spot], till: Till, co_banking: bool = False
) -> tuple[tuple[Movement, ...], Till]:
    """Pay winners from the centre in order. When it is exhausted, what is still owed is put in first."""
    moves: list[Movement] = []
    owed = _sum(spot.stake for spot in winners)
    for spot in winners:
        at_once = min(spot.stake, till.centre)
        later = spot.stake - at_once
        moves += _pay(rules, spot, at_once, rules.law(PAID, _kind(co_banking)))
        till, owed = replace(till, centre=till.centre - at_once), owed - at_once
        if later:  # the centre is exhausted; what is put in is for this winner and all that follow
            put_in, till = _put_in(rules, bank, owed, till, co_banking)
            moves += [*put_in, *_pay(rules, spot, later, rules.law(PAID_LATER, _kind(co_banking)))]
            till = replace(till, centre=till.centre - later)
        moves += _with_stake(rules, spot, co_banking)
    return tuple(moves), till


def _pay(rules: Rules, spot: Spot, amount: Cents, law: tuple[Citation, ...]) -> list[Movement]:
    """The house's winnings are put beside its wager first."""
    target = layout_account(HOUSE) if spot.position == HOUSE else seat_account(spot.position)
    return [_move(CENTRE, target, amount, "payout", law, spot.position)] if amount else []


def _with_stake(rules: Rules, spot: Spot, co_banking: bool) -> list[Movement]:
    """After the payment the wager is returned, and a player, but not the house, pays vigorish (readings PG-25, DIV-41)."""
    laid = layout_account(spot.position)
    if spot.position == HOUSE:
        return [_move(laid, INVENTORY, spot.stake + spot.stake, "house-stake-returned", rules.law(HOUSE_PAID), HOUSE)]
    seat, paid = seat_account(spot.position), rules.law(PAID, _kind(co_banking))
    charge = vigorish(rules, spot.stake, "against-bank")
    law = vigorish_law(rules, "against-bank")
    back = _move(laid, seat, spot.stake, "wager-returned", paid, spot.position)
    return [back, _move(seat, VIGORISH, charge, "vigorish", law, spot.position)] if charge else [back]


def _put_in(rules: Rules, bank: int, amount: Cents, till: Till, co_banking: bool) -> tuple[list[Movement], Till]:
    """Return the bank's part of what is still owed, and the house's if it co-banks. Halves carry over, so that at most one cent
    is odd."""
    kind = _kind(co_banking)
    total = till.put_in + amount
    share = halves(rules, total)[0] - halves(rules, till.put_in)[0] if co_banking else amount
    if share > till.chips:
        raise NotAllowed(
            f"the bank owes {share} and has {till.chips}",
            code="bank.short",
            clauses=(*rules.law(PUT_IN, kind), *rules.law(COVERED)),
            given=till.chips,
            allowed=f"{share} or more",
        )
    moves = []
    if share:
        moves.append(_move(seat_account(bank), CENTRE, share, "bank-collected", rules.law(PUT_IN, kind), bank))
    if share < amount:
        moves.append(_move(INVENTORY, CENTRE, amount - share, "co-bank-half", rules.law(HOUSE_PUT_IN), HOUSE))
    return moves, Till(till.chips - share, till.centre + amount, total)


# The surplus

LEFT = Law({MD: {"": "12.J(7)", "co-bank": "12.L(3)(e)"}, DIV: {"": "(m)(12)#8", "co-bank": "(m)(13)#10"}})
HOUSE_HALF = Law({MD: "12.L(3)(c)", DIV: "(m)(13)#8"})


def surplus(rules: Rules, bank: int, amount: Cents, co_banking: bool = False) -> tuple[Movement, ...]:
    """Distribute what is left in the centre: half to the inventory if the house co-banks, vigorish on the bank's part, the rest
    to the bank."""
    own, other = halves(rules, amount) if co_banking else (amount, NO_MONEY)
    kind = _kind(co_banking) or "bank"
    charge = vigorish(rules, own, kind)
    moves = (
        _move(CENTRE, INVENTORY, other, "co-bank-half", rules.law(HOUSE_HALF), HOUSE),
        _move(CENTRE, VIGORISH, charge, "vigorish", vigorish_law(rules, kind), bank),
        _move(CENTRE, seat_account(bank), own - charge, "bank-surplus", rules.law(LEFT, _kind(co_banking)), bank),
    )
    return tuple(move for move in moves if move.amount)


def halves(rules: Rules, amount: Cents) -> tuple[Cents, Cents]:
    """Return the bank's half and the house's. A last odd cent goes to one of them (readings PG-35, DIV-46)."""
    share = rules.regulation.value("bank-share")
    assert isinstance(share, Fraction)  # every book sets it
    exact = share * amount.amount
    down = exact.numerator // exact.denominator
    up = -(-exact.numerator // exact.denominator)
    to_house = "odd-cent-to-house" in (rules.readings.get("PG-35"), rules.readings.get("DIV-46"))
    own = Cents(down if to_house else up)
    return own, amount - own


# The whole settlement


def settle(
    rules: Rules,
    bank: int,
    spots: Sequence[Spot],
    house: Spot | None,
    chips: Cents,
    co_banking: bool = False,
    surrendered: Cents = NO_MONEY,
) -> tuple[Movement, ...]:
    """Settle a bank round from the house's wager to the surplus.

    `spots` are in the order of exposure; `surrendered` is already in the centre. First all losing wagers go to the centre, then
    winners are paid, the house last (PG-61, DIV-60); or each winner as he is exposed (reading PG-26).
    """
    moves: list[Movement] = []
    till = Till(chips, surrendered)

    def settled(steps: tuple[Movement, ...], now: Till) -> Till:
        moves.extend(steps)
        return now

    if house is not None:
        till = settled(steps := house_exposed(rules, house.stake, house.result), _with(till, steps))
    one_pass = rules.readings.get("PG-26") == "one-pass"
    for spot in spots:
        till = settled(steps := exposed(rules, spot, co_banking), _with(till, steps))
        if one_pass and spot.result == WIN:
            till = settled(*pay(rules, bank, (spot,), till, co_banking))
    waiting = [spot for spot in (*(() if one_pass else spots), *((house,) if house else ())) if spot.result == WIN]
    till = settled(*pay(rules, bank, waiting, till, co_banking))
    return (*moves, *surplus(rules, bank, till.centre, co_banking))


def _with(till: Till, moves: Iterable[Movement]) -> Till:
    """Return the settlement after hands were exposed."""
    return replace(till, centre=till.centre + _sum(move.amount for move in moves if move.target == CENTRE))


def _kind(co_banking: bool) -> str:
    return "co-bank" if co_banking else ""


def _sum(amounts: Iterable[Cents]) -> Cents:
    return sum(amounts, start=NO_MONEY)


def _move(source: str, target: str, amount: Cents, reason: str, law: tuple[Citation, ...], position: int) -> Movement:
    return Movement(source, target, amount, reason, law, position, PAI_GOW)
