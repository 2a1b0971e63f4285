"""What the game sees of the table, and what the equipment does."""

from collections.abc import Mapping

from houseway import equipment as things
from houseway.games.round import PROGRESSIVE, Step
from houseway.games.scene import Scene
from houseway.progressive import Meter
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
    state = table.round
    first = next((position for name in table.arrivals[:1] for position in table.positions_of(name)), None)
    return things.Context(
        seats=tuple(sorted(table.seats.items())),
        first_arrival=first,
        bank=table.game.bank(state),
        wagers=bool(state.stakes),
        progressive_chips=any(PROGRESSIVE in wagers for wagers in state.stakes.values()) if state.closed else False,
        betting_closed=state.closed,
        start_wanted=table.game.wants_start(state, table.rules.book, table.equipment.dealing.value),
        dealt=state.dealt,
        round=table.number,
        bankless_rounds=table.bankless,
        requests=table.requests,
    )


def scene_of(table: Table, at: int, meters: Mapping[str, Meter] | None = None) -> Scene:
    """What the game sees. States are values, so the scene of the last one is kept: the same step asks for it several times."""
    if "scene" in _kept:
        of_table, of_time, of_meters, scene = _kept["scene"]
        if of_table is table and of_time == at and of_meters is meters:
            return scene
    scene = _scene(table, at, meters)
    _kept["scene"] = (table, at, meters, scene)
    return scene


_kept: dict[str, tuple[Table, int, Mapping[str, Meter] | None, Scene]] = {}


def _scene(table: Table, at: int, meters: Mapping[str, Meter] | None) -> Scene:
    """Made anew for every command, so without the detour through an initialiser: every field of `Scene` is named here."""
    equipment = table.equipment
    scene = object.__new__(table.game.scene)
    scene.__dict__.update(
        rules=table.rules,
        book=table.rules.book,
        round=table.round,
        seats=table.seats,
        house_way=table.house_way,
        chips=table.chips,
        dealing=equipment.dealing.value,
        stack=equipment.stock,
        start_of_game=table.new_game or equipment.fresh,
        equipment=lambda: first_duty(table, at),
        lit=frozenset(equipment.acceptors.lit),
        stub_due=equipment.stub_due,
        history=table.history,
        meters={meter.filed.name: meter.value for meter in meters.values()} if meters else {},
    )
    return scene


def first_duty(table: Table, at: int) -> Step | None:
    """What the equipment wants first; the last answer is kept while nothing has changed that it depends on."""
    context = context_of(table)
    if "duty" in _duties:
        equipment, asked, when, step = _duties["duty"]
        if equipment is table.equipment and when == at and asked == context:
            return step
    duties = things.duties(table.equipment, at, context)
    step = Step(duties[0].act, duties[0].role.value, duties[0].words, duties[0].clauses, duties[0].facts) if duties else None
    _duties["duty"] = (table.equipment, context, at, step)
    return step


_duties: dict[str, tuple[things.Equipment, things.Context, int, Step | None]] = {}
