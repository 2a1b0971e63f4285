"""What the game sees of the table, and what the equipment does."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from operator import attrgetter

from houseway import equipment as equipment_rules
from houseway.games.round import DueMovement
from houseway.games.round_context import RoundContext
from houseway.ledger import Reason
from houseway.procedure import PROGRESSIVE, Step
from houseway.progressive import ProgressiveMeter
from houseway.submission import Rules
from houseway.table.meters import meters_drawn_on_now, waiting_ruling
from houseway.table.state import Table
from houseway.values import memoize_by, memoize_in_state, new_state


@memoize_in_state
def equipment_context(table: Table) -> equipment_rules.TableContext:
    """Return what the equipment sees."""
    state, game = table.round, table.game
    bank = game.bank.position(state)
    return equipment_rules.TableContext(
        seats=table.occupied_seats,
        first_arrival=table.first_arrival,
        bank=bank,
        bank_left=bank in state.left,
        # A round is the first of no game if its bank was confirmed before the round before it was found void (PG-99, DIV-113).
        start_of_game=False if table.equipment.is_fresh and game.bank.is_confirmed(state) else None,
        wagers=bool(state.stakes),
        progressive_chips=state.closed and True in [PROGRESSIVE in wagers for wagers in state.stakes.values()],
        betting_closed=state.closed,
        start_wanted=game.cards.is_start_wanted(state, table.rules, table.equipment.dealing),
        dealt=bool(state.hands),
        cards_in_machine=game.cards.wait_in_machine(state, table.rules, table.equipment.dealing),
        round=table.number,
        bankless_rounds=table.bankless_rounds,
        requests=table.requests,
    )


@memoize_by(attrgetter("id"))
def round_context(table: Table, at: int, meters: Mapping[str, ProgressiveMeter] | None = None) -> RoundContext:
    """Return what the game sees."""
    # Built for every command, so the initialiser is bypassed: every field is named here or in `Table.fixed_context`.
    return new_state(
        table.game.context_type,
        {
            **table.fixed_context,
            "round": table.round,
            "chips": table.chips,
            "next_duty": partial(first_duty, table, at),
            **(_meters_seen(table.rules, meters) if meters else _NO_METERS),
            "moved": partial(wager_movements, table, table.number),
        },
    )


def wager_movements(table: Table, number: int) -> Iterator[DueMovement]:
    """Yield the transfers for the wagers of a round, the latest first. Coupons, which are not money, and rulings are left out."""
    for transfer in table.ledger.recent_transfers():
        about = transfer.round == number and transfer.seat is not None and transfer.wager
        if about and transfer.reason not in _NOT_OF_THE_GAME:
            source, target, amount, reason, clauses, _, seat, wager, note, _ = transfer
            yield DueMovement(source, target, amount, reason.value, clauses, seat, wager, note)


_NOT_OF_THE_GAME = frozenset((Reason.COUPON_ISSUED, Reason.COUPON_USED, Reason.COUPON_RETURNED, Reason.RULING))


_NO_METERS: Mapping[str, object] = {"meters": {}, "meter_ruling": None}


@memoize_by(id)
def _meters_seen(rules: Rules, meters: Mapping[str, ProgressiveMeter]) -> Mapping[str, object]:
    """Return what a round sees of the meters of the table: what they show, and the ruling that is due about one of them."""
    return {"meters": _meters_shown(rules, meters), "meter_ruling": waiting_ruling(rules, meters)}


def _meters_shown(rules: Rules, meters: Mapping[str, ProgressiveMeter]) -> Mapping[str, Fraction]:
    """Return the amount that each meter of the table shows, by name. Awards are shares of that amount (PG-51)."""
    return {name: Fraction(meter.displayed.amount) for name, meter in meters_drawn_on_now(rules, meters).items()}


def first_duty(table: Table, at: int) -> Step | None:
    """Return the first duty of the equipment, memoized while nothing that it sees has changed."""
    return _first_duty(table.equipment, at, equipment_context(table))


_first_duty = memoize_in_state(equipment_rules.first_duty)
