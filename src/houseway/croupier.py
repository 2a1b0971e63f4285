"""The automatic croupier takes the next legal step of the dealer. A human dealer follows the same steps in words."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from houseway.cards import Card
from houseway.equipment import cut_depth_range
from houseway.events import Actor, Command, Event, Role
from houseway.procedure import Step
from houseway.table import TableRun

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


_CHANCE_FACTS = frozenset(
    ("shuffle", "receive-deck", "cut", "uncover", "draw-number", "count-chips", "rule-count", "choose-stack")
)
"""Steps for which the croupier adds chance or counts from the layout."""
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
        facts = {**step.facts, **self._chance_facts(step)} if step.act in _CHANCE_FACTS else step.facts
        return Command(step.act, self.dealer if step.role is Role.DEALER else self._actor_for(step), facts, at)

    def _actor_for(self, step: Step) -> Actor:
        table = self.run.table
        match step.role:
            case Role.FLOOR:
                return self.floor
            case Role.BANK:
                return Actor(Role.BANK, table.seats[table.game.bank_position(table.round) or 0])
            case Role.PLAYER:
                position = step.facts.get("position")
                return Actor(Role.PLAYER, table.seats.get(position, "") if isinstance(position, int) else table.arrivals[0])
            case _:
                return self.dealer

    def _chance_facts(self, step: Step) -> Mapping[str, object]:
        settings = self.run.table.equipment.settings
        match step.act:
            case "shuffle":
                return {"cards": shuffle_cards(self.chance, settings.deck_cards)}
            case "receive-deck" if settings.preshuffled:
                return {"cards": shuffle_cards(self.chance, settings.deck_cards)}
            case "cut":
                return {"depth": self.chance.randint(*cut_depth_range(self.run.table.equipment))}
            case "uncover":
                return {"dice": roll_dice(self.chance, settings.dice)}
            case "draw-number":
                return {"number": self.chance.randint(1, settings.positions + 1)}
            case "count-chips":
                return {"chips": self._chip_count("amount"), "coupons": self._chip_count("coupon")}
            case "rule-count":
                stakes, lit = self.run.table.round.stakes, self.run.table.equipment.acceptors.lit
                return {"standing": tuple(position for position in lit if "progressive" in stakes.get(position, {}))}
            case "choose-stack":
                return {"stack": self.chance.randint(1, len(self.run.table.round.stacks))}
            case _:
                return {}

    def _chip_count(self, kind: str) -> int:
        stakes = [wagers["progressive"] for wagers in self.run.table.round.stakes.values() if "progressive" in wagers]
        return sum(1 for stake in stakes if getattr(stake, kind))
