"""What the game sees of the table, and what the equipment does."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from houseway import equipment as things
from houseway.games.round import PROGRESSIVE, Step
from houseway.games.scene import Scene
from houseway.progressive import Meter
from houseway.submission import Rules
from houseway.table.meters import drawn_on
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
    return {name: meter.value for name, meter in drawn_on(meters, rules).items()}


def first_duty(table: Table, at: int) -> Step | None:
    """What the equipment wants first; the last answer is kept while nothing has changed that it depends on."""
    context = context_of(table)
    global _duty
    equipment, asked, when, step = _duty
    if equipment is table.equipment and when == at and asked == context:
        return step
    duties = things.duties(table.equipment, at, context)
    step = Step(duties[0].act, duties[0].role, duties[0].words, duties[0].clauses, duties[0].facts) if duties else None
    _duty = table.equipment, context, at, step
    return step


_duty: tuple[things.Equipment | None, things.Context, int, Step | None] = (None, things.NOBODY, 0, None)
