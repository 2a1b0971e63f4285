"""What the game sees of the table, and what the equipment does."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from houseway import equipment as things
from houseway.games.round import PROGRESSIVE, Step
from houseway.games.scene import Scene
from houseway.progressive import Meter
from houseway.submission import Rules
from houseway.table.meters import drawn_now
from houseway.table.state import Table
from houseway.values import kept, kept_of_both


@kept
def context_of(table: Table) -> things.Context:
    """What the equipment sees."""
    state, game = table.round, table.game
    return things.Context(
        seats=table.occupied,
        first_arrival=table.first_arrival,
        bank=game.bank(state),
        wagers=bool(state.stakes),
        progressive_chips=state.closed and True in [PROGRESSIVE in wagers for wagers in state.stakes.values()],
        betting_closed=state.closed,
        start_wanted=game.wants_start(state, table.rules.book, table.equipment.dealing),
        dealt=bool(state.hands),
        round=table.number,
        bankless_rounds=table.bankless,
        requests=table.requests,
    )


def scene_of(table: Table, at: int, meters: Mapping[str, Meter] | None = None) -> Scene:
    """What the game sees. States are values, so the scene of the last one is kept: the same step asks for it several times."""
    global _last
    of_table, of_time, of_meters, scene = _last
    if of_table is table and of_meters is meters and of_time == at:
        assert scene is not None  # that of a table is there
        return scene
    # Made anew for every command, so without the detour through an initialiser: every field is named here or in `Table.setting`.
    scene = _new(table.game.scene)
    scene.__dict__.update(
        table.setting,
        round=table.round,
        chips=table.chips,
        equipment=partial(first_duty, table, at),
        meters=_shown(meters, table.rules) if meters else _NO_METERS,
    )
    _last = table, at, meters, scene
    return scene


_new = object.__new__
_last: tuple[Table | None, int, Mapping[str, Meter] | None, Scene | None] = (None, 0, None, None)
_NO_METERS: Mapping[str, Fraction] = {}


@kept_of_both
def _shown(meters: Mapping[str, Meter], rules: Rules) -> Mapping[str, Fraction]:
    """What each meter of the table stands at, by its name. Meters are replaced and never altered."""
    return {name: meter.value for name, meter in drawn_now(meters, rules).items()}


def first_duty(table: Table, at: int) -> Step | None:
    """What the equipment wants first; the last answer is kept while nothing has changed that it depends on."""
    global _duty
    of_table, when, step = _duty
    if of_table is not None and when == at and of_table.equipment is table.equipment and _seen_alike(of_table, table):
        return step
    duty = things.first_duty(table.equipment, at, context_of(table))
    step = Step(duty.act, duty.role, duty.words, duty.clauses, duty.facts) if duty is not None else None
    _duty = table, at, step
    return step


_duty: tuple[Table | None, int, Step | None] = (None, 0, None)


def _seen_alike(one: Table, other: Table) -> bool:
    """Whether the equipment sees the same of both. While wagers are open, that is told without a look at all of it."""
    if one.round.closed or other.round.closed:
        return context_of(one) == context_of(other)
    bank = one.game.bank
    return (
        one.seats is other.seats
        and one.arrivals is other.arrivals
        and one.requests is other.requests
        and (one.number, one.bankless) == (other.number, other.bankless)
        and bool(one.round.stakes) is bool(other.round.stakes)
        and bank(one.round) == bank(other.round)
    )
