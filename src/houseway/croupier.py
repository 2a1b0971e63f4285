"""The automatic croupier takes the step that is due. A human dealer reads the same steps in words."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from houseway.cards import Card
from houseway.equipment import cut_depth_range
from houseway.events import Actor, Command, Event, Facts, Role
from houseway.procedure import Step
from houseway.table import Table, TableRun

DIE_FACES = 6
"""Faces of a die."""


class ChanceSource(Protocol):
    """A source of chance. `random.Random` and `random.SystemRandom` satisfy it."""

    def shuffle(self, x: list[Card]) -> None: ...
    def randint(self, a: int, b: int) -> int: ...


def shuffle_cards(chance: ChanceSource, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return a fair permutation of the cards."""
    pack = list(cards)
    chance.shuffle(pack)
    return tuple(pack)


def roll_dice(chance: ChanceSource, count: int) -> tuple[int, ...]:
    return tuple(chance.randint(1, DIE_FACES) for _ in range(count))


CHANCE_FACTS = {
    "shuffle": "cards",
    "receive-deck": "cards",
    "cut": "depth",
    "uncover": "dice",
    "draw-number": "number",
    "choose-stack": "stack",
}
"""For each step to which the croupier may add chance, the fact that chance decides."""
CHANCE_ACTS = frozenset(CHANCE_FACTS)
_COUNTS = frozenset(("count-chips", "rule-count"))
"""Steps for which the croupier counts from the layout."""
DEALER_ACTOR = Actor(Role.DEALER, "croupier")
FLOOR_ACTOR = Actor(Role.FLOOR, "floorperson")


class Croupier:
    """Deals a table. Chance enters with the commands and is recorded there."""

    def __init__(self, run: TableRun, chance: ChanceSource, dealer: Actor = DEALER_ACTOR, floor: Actor = FLOOR_ACTOR) -> None:
        self.run, self.chance, self.dealer, self.floor = run, chance, dealer, floor

    def take_step(self, at: int) -> tuple[Event, ...] | None:
        """Take the due step, whoever it belongs to. Return nothing if the table waits for players."""
        step = self.run.due(at)
        if step is None:
            return None
        return self.run.act(self.command_for(step, at))

    def command_for(self, step: Step, at: int) -> Command:
        return command_for_step(self.run.table, step, at, self.chance, self.dealer, self.floor)


def command_for_step(
    table: Table, step: Step, at: int, chance: ChanceSource, dealer: Actor = DEALER_ACTOR, floor: Actor = FLOOR_ACTOR
) -> Command:
    """Return the command that takes a due step, with what chance adds to it."""
    facts = facts_without_chance(table, step)
    if step.act in CHANCE_ACTS:
        facts = {**facts, **draw_chance_facts(table, step.act, chance)}
    return Command(step.act, dealer if step.role is Role.DEALER else actor_for_step(table, step, dealer, floor), facts, at)


def facts_without_chance(table: Table, step: Step) -> Facts:
    """Return the facts of a step, with what the croupier counts on the layout."""
    return {**step.facts, **_counted_facts(table, step.act)} if step.act in _COUNTS else step.facts


def actor_for_step(table: Table, step: Step, dealer: Actor = DEALER_ACTOR, floor: Actor = FLOOR_ACTOR) -> Actor:
    """Return whose step it is."""
    match step.role:
        case Role.FLOOR:
            return floor
        case Role.BANK:
            return Actor(Role.BANK, table.seats[table.game.bank.position(table.round) or 0])
        case Role.PLAYER:
            position = step.facts.get("position")
            return Actor(Role.PLAYER, table.seats.get(position, "") if isinstance(position, int) else table.arrivals[0])
        case _:
            return dealer


def draw_chance_facts(table: Table, act: str, chance: ChanceSource) -> Mapping[str, object]:
    """Draw what chance adds to a step: cards, dice, a number. Nothing if this table needs no chance there."""
    settings = table.equipment.settings
    match act:
        case "shuffle":
            return {"cards": shuffle_cards(chance, settings.deck.cards)}
        case "receive-deck" if settings.deck.preshuffled:
            return {"cards": shuffle_cards(chance, settings.deck.cards)}
        case "cut":
            return {"depth": chance.randint(*cut_depth_range(table.equipment))}
        case "uncover":
            return {"dice": roll_dice(chance, settings.dice.number)}
        case "draw-number":
            return {"number": chance.randint(1, settings.positions + 1)}
        case "choose-stack":
            return {"stack": chance.randint(1, len(table.round.stacks))}
        case _:
            return {}


def _counted_facts(table: Table, act: str) -> Mapping[str, object]:
    stakes = table.round.stakes
    if act == "rule-count":
        lit = table.equipment.acceptors.lit
        return {"standing": tuple(position for position in lit if "progressive" in stakes.get(position, {}))}
    stakes_on_meter = [wagers["progressive"] for wagers in stakes.values() if "progressive" in wagers]
    return {
        "chips": sum(1 for stake in stakes_on_meter if stake.amount),
        "coupons": sum(1 for stake in stakes_on_meter if stake.coupon),
    }
