"""Undo a round that is void after some of it was settled: every wager goes back, and every payment is taken back.

Earlier movements stay in the ledger. New ones move back the net of each wager, separately for its stake and its winnings. A player
gives back what he has; the rest stays owed, and the inventory bears it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from houseway.citation import Citation
from houseway.games.round import DueMovement
from houseway.money import Cents
from houseway.procedure import CENTRE, INVENTORY

STAKE_REASONS = frozenset(
    (
        *("wager", "wager-returned", "wager-lost", "wager-collected", "surrendered", "abandoned", "refund"),
        *("house-stake", "house-stake-returned"),
    )
)
"""Movements of a stake; all others are payments."""
_PLAYER = "player:"

OwedAmounts = tuple[tuple[int, str, Cents], ...]
"""Position, wager, and what could not be given back."""


class UnwoundWagers(NamedTuple):
    """What moves to undo wagers, and what stays owed."""

    movements: tuple[DueMovement, ...]
    owed: OwedAmounts


def unwind_wagers(moved: Iterable[DueMovement], chips: Callable[[str], Cents], clauses: tuple[Citation, ...]) -> UnwoundWagers:
    """Return the movements that undo others. First goes what needs nobody's chips, then what players give back, then what lies
    in the centre, and then what players can give back only of that."""
    reversals = [move for net in _net_movements(moved).items() for move in _reverse(*net, clauses)]
    direct = [move for move in reversals if not _gives_back(move) and move.source != CENTRE]
    from_centre = [move for move in reversals if move.source == CENTRE]
    purse = _returned_to_each(direct)
    given, lacking = _take_back([move for move in reversals if _gives_back(move)], purse, chips)
    later, owed = _take_of_what_returns(lacking, _returned_to_each(from_centre))
    return UnwoundWagers((*direct, *given, *from_centre, *later), tuple(owed))


_WagerPart = tuple[int, str, bool]
"""Position, wager, and whether it is the stake."""


def _net_movements(moved: Iterable[DueMovement]) -> dict[_WagerPart, Counter[str]]:
    """Return what each account has gained, by wager and part."""
    nets: dict[_WagerPart, Counter[str]] = {}
    for move in moved:
        assert move.seat is not None
        net = nets.setdefault((move.seat, move.wager, move.reason in STAKE_REASONS), Counter())
        net[move.source] -= move.amount.amount
        net[move.target] += move.amount.amount
    return nets


def _reverse(part: _WagerPart, net: Counter[str], clauses: tuple[Citation, ...]) -> Iterator[DueMovement]:
    """Move each gain of a wager to an account that lost by it."""
    position, wager, is_stake = part
    reason = "refund" if is_stake else "taken-back"
    lost = {account: -cents for account, cents in net.items() if cents < 0}
    for source, gained in ((account, cents) for account, cents in net.items() if cents > 0):
        for target in lost:
            cents = min(gained, lost[target])
            if cents:
                yield DueMovement(source, target, Cents(cents), reason, clauses, position, wager)
                gained, lost[target] = gained - cents, lost[target] - cents


def _gives_back(move: DueMovement) -> bool:
    return move.source.startswith(_PLAYER)


def _returned_to_each(moves: Iterable[DueMovement]) -> Counter[str]:
    returned: Counter[str] = Counter()
    for move in moves:
        returned[move.target] += move.amount.amount
    return returned


def _take_back(
    moves: list[DueMovement], purse: Counter[str], chips: Callable[[str], Cents]
) -> tuple[list[DueMovement], list[DueMovement]]:
    """Return what players give back, as far as they can, and what is lacking. The inventory covers what the centre lacks, and has
    it to get then."""
    given, lacking = [], []
    for account in {move.source for move in moves}:
        purse[account] += chips(account.removeprefix(_PLAYER)).amount
    for move in moves:
        cents = _spend(purse, move)
        if cents:
            given.append(move._replace(amount=Cents(cents)))
        lack = move._replace(amount=move.amount - Cents(cents))
        if lack.amount:
            given += [lack._replace(source=INVENTORY, note="owed")] if move.target == CENTRE else []
            lacking.append(lack._replace(target=INVENTORY) if move.target == CENTRE else lack)
    return given, lacking


def _take_of_what_returns(
    lacking: list[DueMovement], returned: Counter[str]
) -> tuple[list[DueMovement], list[tuple[int, str, Cents]]]:
    """Return what players give back of what the centre has returned to them, and what they owe."""
    given, owed = [], []
    for move in lacking:
        cents = _spend(returned, move)
        if cents:
            given.append(move._replace(amount=Cents(cents)))
        if move.amount > Cents(cents):
            owed.append((move.seat or 0, move.wager, move.amount - Cents(cents)))
    return given, owed


def _spend(purse: Counter[str], move: DueMovement) -> int:
    """Take what a movement asks for out of its player's purse, as far as it is there."""
    cents = min(move.amount.amount, purse[move.source])
    purse[move.source] -= cents
    return cents
