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
    in the centre."""
    reversals = [move for net in _net_movements(moved).items() for move in _reverse(*net, clauses)]
    direct = [move for move in reversals if not _gives_back(move) and move.source != CENTRE]
    purse = Counter({move.target: 0 for move in direct})
    for move in direct:
        purse[move.target] += move.amount.amount
    given, owed = _take_back([move for move in reversals if _gives_back(move)], purse, chips)
    return UnwoundWagers((*direct, *given, *(move for move in reversals if move.source == CENTRE)), tuple(owed))


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


def _take_back(
    moves: list[DueMovement], purse: Counter[str], chips: Callable[[str], Cents]
) -> tuple[list[DueMovement], list[tuple[int, str, Cents]]]:
    """Return what players give back, as far as they can, and what they owe. The inventory covers what the centre lacks."""
    given, owed = [], []
    for account in {move.source for move in moves}:
        purse[account] += chips(account.removeprefix(_PLAYER)).amount
    for move in moves:
        cents = min(move.amount.amount, purse[move.source])
        purse[move.source] -= cents
        if cents:
            given.append(move._replace(amount=Cents(cents)))
        lack = move.amount - Cents(cents)
        if lack:
            owed.append((move.seat or 0, move.wager, lack))
            given += [move._replace(source=INVENTORY, amount=lack, note="owed")] if move.target == CENTRE else []
    return given, owed
