"""What the game sees of the table, and what the equipment does."""

from collections.abc import Mapping

from houseway import equipment as things
from houseway.games.pai_gow.procedure import wants_start
from houseway.games.pai_gow.scene import Scene
from houseway.games.round import Step
from houseway.progressive import Meter
from houseway.table.state import Table

DEVICE = frozenset(("lock-out", "count-chips", "rule-count"))


def context_of(table: Table) -> things.Context:
    state = table.round
    first = next((position for name in table.arrivals[:1] for position in table.positions_of(name)), None)
    return things.Context(
        seats=tuple(sorted(table.seats.items())),
        first_arrival=first,
        bank=state.bank.position,
        betting_closed=state.closed,
        start_wanted=wants_start(state, table.rules.book, table.equipment.dealing.value),
        dealt=state.dealt,
        round=table.number,
        bankless_rounds=table.bankless,
    )


def scene_of(table: Table, at: int, meters: Mapping[str, Meter] | None = None) -> Scene:
    """What the game sees. States are values, so the scene of the last one is kept: the same step asks for it several times."""
    kept = _kept.get("scene")
    if kept is not None and kept[0] is table and kept[1] == at and kept[2] is meters:
        return kept[3]
    scene = _scene(table, at, meters)
    _kept["scene"] = (table, at, meters, scene)
    return scene


_kept: dict[str, tuple[Table, int, Mapping[str, Meter] | None, Scene]] = {}


def _scene(table: Table, at: int, meters: Mapping[str, Meter] | None) -> Scene:
    equipment, state = table.equipment, table.round
    duties = things.duties(equipment, at, context_of(table))
    first = _step(duties[0]) if duties else None
    device = first is not None and first.act in DEVICE
    return Scene(
        rules=table.rules,
        round=state,
        house_way=table.house_way,
        seats=table.seats,
        chips=table.chips,
        dealing=equipment.dealing.value,
        stack=equipment.stock,
        start_of_game=table.new_game or equipment.fresh,
        preparation=first if not state.closed else None,
        device=first if state.closed and device else None,
        starting=first if state.closed and not device else None,
        lit=frozenset(equipment.acceptors.lit),
        history=table.history,
        meters={meter.filed.name: meter.value for meter in (meters or {}).values()},
    )


def _step(duty: things.Duty) -> Step:
    return Step(duty.act, duty.role.value, duty.words, duty.clauses, duty.facts)
