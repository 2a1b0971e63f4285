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


def context_of(table: Table) -> things.Context:
    """What the equipment sees; that of the last state is kept."""
    kept = _contexts.get("context")
    if kept is not None and kept[0] is table:
        return kept[1]
    context = _context(table)
    _contexts["context"] = (table, context)
    return context


_contexts: dict[str, tuple[Table, things.Context]] = {}


def _context(table: Table) -> things.Context:
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
    if _kept:
        of_table, of_time, of_meters, scene = _kept[0]
        if of_meters is meters and of_time == at:
            if of_table is table:
                return scene
            shown = scene.meters if of_table.rules is table.rules else _shown(meters, table.rules)
        else:
            shown = _shown(meters, table.rules)
    else:
        shown = _shown(meters, table.rules)
    # Made anew for every command, so without the detour through an initialiser: every field is named here or in `Table.setting`.
    scene = object.__new__(table.game.scene)
    duty = partial(first_duty, table, at)
    fields = {**table.setting, "round": table.round, "chips": table.chips, "equipment": duty, "meters": shown}
    object.__setattr__(scene, "__dict__", fields)
    _kept[:] = ((table, at, meters, scene),)
    return scene


_kept: list[tuple[Table, int, Mapping[str, Meter] | None, Scene]] = []


def _shown(meters: Mapping[str, Meter] | None, rules: Rules) -> Mapping[str, Fraction]:
    """What each meter of the table stands at, by its name. Meters are replaced and never altered, so the last scene's will do."""
    return {name: meter.value for name, meter in drawn_on(meters, rules).items()} if meters else {}


def first_duty(table: Table, at: int) -> Step | None:
    """What the equipment wants first; the last answer is kept while nothing has changed that it depends on."""
    context = context_of(table)
    if "duty" in _duties:
        equipment, asked, when, step = _duties["duty"]
        if equipment is table.equipment and when == at and asked == context:
            return step
    duties = things.duties(table.equipment, at, context)
    step = Step(duties[0].act, duties[0].role, duties[0].words, duties[0].clauses, duties[0].facts) if duties else None
    _duties["duty"] = (table.equipment, context, at, step)
    return step


_duties: dict[str, tuple[things.Equipment, things.Context, int, Step | None]] = {}
