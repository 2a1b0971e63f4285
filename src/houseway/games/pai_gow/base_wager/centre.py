"""The money of a round with a bank: who covers what, and how base wagers are settled through the centre of the layout.

Pure functions return movements in the order in which the dealer makes them. `settle_bank_round` is the whole settlement; its
parts are used by a table that exposes one hand after the other. Winners are paid what they staked: both books have the bank put
in an amount equal to the remaining winning wagers (12.J(4), (m)(12)#5).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from houseway.citation import Citation, Law
from houseway.errors import NotAllowed
from houseway.games.awards import vigorish_law, vigorish_on
from houseway.games.pai_gow.base_wager.outcome import LOSE, TIE, WIN
from houseway.games.round import DueMovement
from houseway.money import NO_MONEY, Cents
from houseway.procedure import CENTRE, DIV, INVENTORY, MD, PAI_GOW, VIGORISH, layout_account, seat_account
from houseway.submission.rules import Rules

HOUSE = 0
"""The dealer's position, where the house's wager against the bank lies."""


@dataclass(frozen=True, slots=True)
class BankedWager:
    """A base wager against the bank, and how it ended."""

    position: int
    stake: Cents
    result: str


@dataclass(frozen=True, slots=True)
class CentreState:
    """The state of a settlement: what is in the centre, the bank's chips, and what was put in for winners so far."""

    chips: Cents
    centre: Cents = NO_MONEY
    put_in: Cents = NO_MONEY


def centre_after(moved: Iterable[DueMovement], chips: Cents) -> CentreState:
    """Return the state of a settlement after what has moved in the round, with the bank's chips now."""
    centre = put_in = 0
    for move in moved:
        if move.target == CENTRE:
            centre += move.amount.amount
            put_in += move.amount.amount if move.reason in PUT_IN_REASONS else 0
        elif move.source == CENTRE:
            centre -= move.amount.amount
    return CentreState(chips, Cents(centre), Cents(put_in))


FROM_BANK, FROM_CO_BANK = PUT_IN_REASONS = ("bank-collected", "co-bank-half")
"""Why money is put in the centre for winners, by the bank and by the house that co-banks."""


@dataclass(frozen=True, slots=True)
class BankCover:
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


def house_stake_against_bank(rules: Rules, last_wagers: Sequence[Cents]) -> Cents:
    """Return what the house stakes against a bank: as filed, or what the bank last wagered against the dealer (readings PG-32,
    DIV-24)."""
    filed = rules.options.get("bank.house-stake")
    if isinstance(filed, Cents):
        return filed
    if rules.takes_reading("PG-32=larger", "DIV-24"):
        return max(last_wagers, default=NO_MONEY)
    return _total(last_wagers)


def place_house_wager(rules: Rules, amount: Cents) -> DueMovement:
    """Move the house's wager from the inventory to the layout in front of it."""
    return _movement(INVENTORY, layout_account(HOUSE), amount, "house-stake", rules.law(HOUSE_STAKED), HOUSE)


def bank_cover(rules: Rules, wagers: Iterable[Cents], chips: Cents, house_stake: Cents, co_banking: bool = False) -> BankCover:
    """Return whether the bank's chips cover the other players' wagers, and what the house may stake (PG-27, DIV-24)."""
    owed = _total(wagers)
    if co_banking:
        needed, _ = split_in_halves(rules, owed)
        return BankCover(chips >= needed, needed, NO_MONEY, (*rules.law(COVERED, "co-bank"), *rules.law(NO_HOUSE_STAKE)))
    if rules.takes_reading("PG-27=others-and-house", "DIV-24=others-and-house"):
        needed = owed + house_stake
        return BankCover(chips >= needed, needed, house_stake, (*rules.law(COVERED), *rules.law(HOUSE_STAKED)))
    left = max(chips - owed, NO_MONEY)
    cut = rules.law(HOUSE_CUT) if left < house_stake else ()
    return BankCover(chips >= owed, owed, min(house_stake, left), (*rules.law(COVERED), *cut))


# When hands are exposed

HOUSE_TIED = Law({MD: "12.I(4)", DIV: "(m)(11)#4"})
HOUSE_LOST = Law({MD: "12.I(5)", DIV: "(m)(11)#5"})
LOST = Law({MD: {"": "12.J(2)", "co-bank": "12.L(1)(b)"}, DIV: {"": "(m)(12)#3", "co-bank": "(m)(13)#3"}})
TIED = Law({MD: "11.F(2)", DIV: "(l)(7)#1"})
SURRENDERED = Law({MD: "11.D(2)", DIV: "(l)(4)(i)"})


def settle_exposed_house_wager(rules: Rules, stake: Cents, result: str) -> tuple[DueMovement, ...]:
    """Return what happens to the house's wager when the bank's hands are exposed. A winning wager waits to be paid."""
    if result == TIE:
        return (_movement(layout_account(HOUSE), INVENTORY, stake, "house-stake-returned", rules.law(HOUSE_TIED), HOUSE),)
    if result == LOSE:
        return (_movement(layout_account(HOUSE), CENTRE, stake, "wager-lost", rules.law(HOUSE_LOST), HOUSE),)
    return ()


def settle_exposed_wager(rules: Rules, spot: BankedWager, co_banking: bool = False) -> tuple[DueMovement, ...]:
    """A losing wager goes to the centre at once, and a tied one is returned. A winning wager waits to be paid."""
    area = layout_account(spot.position)
    if spot.result == LOSE:
        law = rules.law(LOST, _bank_kind(co_banking))
        return (_movement(area, CENTRE, spot.stake, "wager-lost", law, spot.position),)
    if spot.result == TIE:
        return (_movement(area, seat_account(spot.position), spot.stake, "wager-returned", rules.law(TIED), spot.position),)
    return ()


def move_surrendered_wager(
    rules: Rules, position: int, stake: Cents, *, banked: bool = True, co_banking: bool = False
) -> DueMovement:
    """Move a surrendered wager: in a bank round to the centre, or to the inventory (readings PG-56, DIV-55)."""
    law = rules.law(SURRENDERED)
    to_centre = banked and not rules.takes_reading("PG-56=to-inventory", "DIV-55=to-inventory")
    if to_centre:
        law = (*law, *rules.law(LOST, _bank_kind(co_banking)))
    target = CENTRE if to_centre else INVENTORY
    return _movement(layout_account(position), target, stake, "surrendered", law, position)


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


def pay_winners(
    rules: Rules, bank: int, winners: Sequence[BankedWager], pool: CentreState, co_banking: bool = False
) -> tuple[tuple[DueMovement, ...], CentreState]:
    """Pay winners from the centre in order. When it is exhausted, what is still owed is put in first."""
    moves: list[DueMovement] = []
    owed = _total(spot.stake for spot in winners)
    for spot in winners:
        at_once = min(spot.stake, pool.centre)
        later = spot.stake - at_once
        moves += _pay_winner(rules, spot, at_once, rules.law(PAID, _bank_kind(co_banking)))
        pool, owed = replace(pool, centre=pool.centre - at_once), owed - at_once
        if later:  # the centre is exhausted; what is put in is for this winner and all that follow
            put_in, pool = _put_in_shortfall(rules, bank, owed, pool, co_banking)
            moves += [*put_in, *_pay_winner(rules, spot, later, rules.law(PAID_LATER, _bank_kind(co_banking)))]
            pool = replace(pool, centre=pool.centre - later)
        moves += _return_stake(rules, spot, co_banking)
    return tuple(moves), pool


def _pay_winner(rules: Rules, spot: BankedWager, amount: Cents, law: tuple[Citation, ...]) -> list[DueMovement]:
    """The house's winnings are put beside its wager first."""
    target = layout_account(HOUSE) if spot.position == HOUSE else seat_account(spot.position)
    return [_movement(CENTRE, target, amount, "payout", law, spot.position)] if amount else []


def _return_stake(rules: Rules, spot: BankedWager, co_banking: bool) -> list[DueMovement]:
    """After the payment the wager is returned, and a player, but not the house, pays vigorish (readings PG-25, DIV-41)."""
    area = layout_account(spot.position)
    if spot.position == HOUSE:
        return [_movement(area, INVENTORY, spot.stake + spot.stake, "house-stake-returned", rules.law(HOUSE_PAID), HOUSE)]
    seat, paid = seat_account(spot.position), rules.law(PAID, _bank_kind(co_banking))
    charge = vigorish_on(rules, spot.stake, "against-bank")
    law = vigorish_law(rules, "against-bank")
    back = _movement(area, seat, spot.stake, "wager-returned", paid, spot.position)
    return [back, _movement(seat, VIGORISH, charge, "vigorish", law, spot.position)] if charge else [back]


def _put_in_shortfall(
    rules: Rules, bank: int, amount: Cents, pool: CentreState, co_banking: bool
) -> tuple[list[DueMovement], CentreState]:
    """Return the bank's part of what is still owed, and the house's if it co-banks. Halves are taken of the sum so far, so that
    odd cents do not add up."""
    kind = _bank_kind(co_banking)
    total = pool.put_in + amount
    share = split_in_halves(rules, total)[0] - split_in_halves(rules, pool.put_in)[0] if co_banking else amount
    if share > pool.chips:
        raise NotAllowed(
            f"the bank owes {share} but has only {pool.chips}",
            code="bank.short",
            clauses=(*rules.law(PUT_IN, kind), *rules.law(COVERED)),
            given=pool.chips,
            allowed=f"{share} or more",
        )
    moves = []
    if share:
        moves.append(_movement(seat_account(bank), CENTRE, share, FROM_BANK, rules.law(PUT_IN, kind), bank))
    if share < amount:
        moves.append(_movement(INVENTORY, CENTRE, amount - share, FROM_CO_BANK, rules.law(HOUSE_PUT_IN), HOUSE))
    return moves, CentreState(pool.chips - share, pool.centre + amount, total)


# The surplus

LEFT = Law({MD: {"": "12.J(7)", "co-bank": "12.L(3)(e)"}, DIV: {"": "(m)(12)#8", "co-bank": "(m)(13)#10"}})
HOUSE_HALF = Law({MD: "12.L(3)(c)", DIV: "(m)(13)#8"})


def distribute_surplus(rules: Rules, bank: int, amount: Cents, co_banking: bool = False) -> tuple[DueMovement, ...]:
    """Distribute what is left in the centre: half to the inventory if the house co-banks, vigorish on the bank's part, the rest
    to the bank."""
    own, other = split_in_halves(rules, amount) if co_banking else (amount, NO_MONEY)
    kind = _bank_kind(co_banking) or "bank"
    charge = vigorish_on(rules, own, kind)
    moves = (
        _movement(CENTRE, INVENTORY, other, "co-bank-half", rules.law(HOUSE_HALF), HOUSE),
        _movement(CENTRE, VIGORISH, charge, "vigorish", vigorish_law(rules, kind), bank),
        _movement(CENTRE, seat_account(bank), own - charge, "bank-surplus", rules.law(LEFT, _bank_kind(co_banking)), bank),
    )
    return tuple(move for move in moves if move.amount)


def split_in_halves(rules: Rules, amount: Cents) -> tuple[Cents, Cents]:
    """Return the bank's half and the house's. A last odd cent goes to one of them (readings PG-35, DIV-46)."""
    exact = rules.regulation.fraction_of("bank-share") * amount.amount
    down = exact.numerator // exact.denominator
    up = -(-exact.numerator // exact.denominator)
    to_house = rules.takes_reading("PG-35=odd-cent-to-house", "DIV-46=odd-cent-to-house")
    own = Cents(down if to_house else up)
    return own, amount - own


# The whole settlement


def is_paid_in_one_pass(rules: Rules) -> bool:
    """Return whether each player is collected from or paid before the next is exposed (reading PG-26)."""
    return rules.takes_reading("PG-26=one-pass")


def settle_bank_round(
    rules: Rules,
    bank: int,
    spots: Sequence[BankedWager],
    house: BankedWager | None,
    chips: Cents,
    co_banking: bool = False,
    already: Cents = NO_MONEY,
) -> tuple[DueMovement, ...]:
    """Settle a bank round from the house's wager to the surplus.

    `spots` are in the order of exposure; `already` is in the centre before. First all losing wagers go to the centre, then
    winners are paid, the house last (PG-61, DIV-60); or each winner as he is exposed (reading PG-26).
    """
    moves: list[DueMovement] = []
    pool = CentreState(chips, already)

    def settled(steps: tuple[DueMovement, ...], now: CentreState) -> CentreState:
        moves.extend(steps)
        return now

    if house is not None:
        pool = settled(steps := settle_exposed_house_wager(rules, house.stake, house.result), _after_movements(pool, steps))
    one_pass = is_paid_in_one_pass(rules)
    for spot in spots:
        pool = settled(steps := settle_exposed_wager(rules, spot, co_banking), _after_movements(pool, steps))
        if one_pass and spot.result == WIN:
            pool = settled(*pay_winners(rules, bank, (spot,), pool, co_banking))
    waiting = [spot for spot in (*(() if one_pass else spots), *((house,) if house else ())) if spot.result == WIN]
    pool = settled(*pay_winners(rules, bank, waiting, pool, co_banking))
    return (*moves, *distribute_surplus(rules, bank, pool.centre, co_banking))


def _after_movements(pool: CentreState, moves: Iterable[DueMovement]) -> CentreState:
    """Return the settlement after hands were exposed."""
    return replace(pool, centre=pool.centre + _total(move.amount for move in moves if move.target == CENTRE))


def _bank_kind(co_banking: bool) -> str:
    return "co-bank" if co_banking else ""


def _total(amounts: Iterable[Cents]) -> Cents:
    return sum(amounts, start=NO_MONEY)


def _movement(source: str, target: str, amount: Cents, reason: str, law: tuple[Citation, ...], position: int) -> DueMovement:
    return DueMovement(source, target, amount, reason, law, position, PAI_GOW)
