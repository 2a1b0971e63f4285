"""A table at one moment, and what everybody may see of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from houseway.citation import Citation
from houseway.events import Actor, Role
from houseway.explanation.words import wager_titles
from houseway.games.round_context import RoundContext
from houseway.money import Cents
from houseway.procedure import INVENTORY, Step
from houseway.progressive import ProgressiveMeter
from houseway.service.clock import MILLISECONDS
from houseway.service.live.house import House
from houseway.service.live.lone_player import find_lone_player
from houseway.service.live.settings import WITHOUT_CLOCKS, TableSettings
from houseway.service.lobby import describe_offers
from houseway.service.messages.encoding import ReplaceIds, Text, fact_text, facts_content, json_text
from houseway.service.people.protection.choices import NO_PROTECTIONS, Protections
from houseway.service.people.stops import NO_STOPS, Stops
from houseway.submission import Rules
from houseway.table import Table, due_step
from houseway.table.context import round_context
from houseway.values import lazy_property

STAFF = (Role.DEALER, Role.FLOOR)
PUBLIC = Actor(Role.PLAYER)
"""Somebody without a seat, who sees what lies open."""
_NOT_IN_VIEW = frozenset(("meters", "book"))
"""Parts of a view that are also sections of their own."""


@dataclass(frozen=True)
class TableMoment:
    """A live table with its meters at one time. Everything that is sent about the table follows from it."""

    table: Table
    meters: Mapping[str, ProgressiveMeter]
    at: int
    """In milliseconds."""
    settings: TableSettings = WITHOUT_CLOCKS
    stops: Stops = field(default_factory=lambda: NO_STOPS)
    """The stop switches in force."""
    protections: Protections = field(default_factory=lambda: NO_PROTECTIONS)
    """What persons have limited for themselves."""
    changes_since: dict[int, bool] = field(default_factory=dict, init=False, repr=False, compare=False)
    """For earlier versions of the table: whether only single seats have changed since."""
    seat_shares: dict[object, tuple[object, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What was worked out of a player's own share of the table (`seat_changes`): it is compared with that of many later moments."""

    @property
    def seconds(self) -> int:
        return self.at // MILLISECONDS

    @lazy_property
    def context(self) -> RoundContext:
        return round_context(self.table, self.seconds, self.meters)

    @lazy_property
    def due_step(self) -> Step | None:
        """Return the step that is due; None while the table waits for players, or is closed."""
        return due_step(self.table, self.seconds, self.meters) if self.table.open else None

    @lazy_property
    def chips(self) -> Mapping[str, Cents]:
        """Return the chips in front of each player who has a seat."""
        return {name: self.table.chips(name) for name in sorted(set(self.table.seats.values()))}

    @lazy_property
    def inventory(self) -> Cents:
        return self.table.ledger.balance(INVENTORY)

    def view_for(self, actor: Actor) -> dict[str, object]:
        return self.table.game.view(self.context, actor)


def moment_of(house: House, table: str) -> TableMoment:
    """Return a live table as it stands now."""
    state, settings = house.latest_state(table), house.settings(table)
    recorded = house.record.state
    return TableMoment(state, house.meters.by_id, house.now(), settings, recorded.stops, recorded.protections)


Sections = dict[str, Text]
"""The parts of a snapshot by name. An update has those that have changed."""


class EncodedView(Protocol):
    """A view, and its parts as they were encoded."""

    @property
    def seen(self) -> Mapping[str, object]: ...

    @property
    def view(self) -> Sections: ...


def view_sections(view: Mapping[str, object], before: EncodedView | None) -> Sections:
    """Encode the parts of a view. Those that are as they were before are not encoded again."""
    if before is None:
        return {name: fact_text(part) for name, part in view.items() if name not in _NOT_IN_VIEW}
    seen, texts = before.seen, before.view
    return {
        name: texts[name] if name in texts and seen[name] == part else fact_text(part)
        for name, part in view.items()
        if name not in _NOT_IN_VIEW
    }


def public_sections(moment: TableMoment, with_names: ReplaceIds) -> Sections:
    """Encode what everybody may see in addition to the round: the step that is due, chips and meters."""
    return {"chips": _chips_text(moment.chips), **moving_sections(moment, with_names)}


def moving_sections(moment: TableMoment, with_names: ReplaceIds) -> Sections:
    """Encode what may change without an event of the table: what its meters show, and the step that is due."""
    return {"meters": fact_text(moment.context.meter_amounts()), "due": _due_text(moment, with_names)}


def _due_text(moment: TableMoment, with_names: ReplaceIds) -> Text:
    """Encode the step that is due; null while the table waits for players."""
    step = moment.due_step
    if step is None:
        return "null"
    content = {"act": step.act, "role": step.role.value, "words": with_names(step.words), "clauses": list(step.clauses)}
    gist = first_gist(moment.table, step.clauses)
    amount = None if step.amount is None else step.amount.amount
    player = find_lone_player(moment.table, moment.settings, step) or None
    return json_text({**content, "gist": gist, "facts": facts_content(step.facts), "amount": amount, "player": player})


def first_gist(table: Table, clauses: Sequence[Citation]) -> str:
    """Say in the program's own words what the first of some clauses says."""
    return table.rules.regulation.clause(clauses[0].clause).gist if clauses else ""


def _chips_text(chips: Mapping[str, Cents]) -> Text:
    """Encode the chips in front of each player, as a fact."""
    return json_text({"table": [[name, {"cents": amount.amount}] for name, amount in chips.items()]})


def table_text(moment: TableMoment) -> Text:
    """Encode what seldom changes: the game, its rules, the places, and the book's names of the wagers."""
    table = moment.table
    return _table_text(table.id, table.open, table.rules, moment.context.positions)


@lru_cache(maxsize=1_024)
def _table_text(table: str, is_open: bool, rules: Rules, positions: tuple[int, ...]) -> Text:
    content = {"id": table, "open": is_open, "game": rules.game, "book": rules.book, "rules": rules.hash}
    offers = [offer.model_dump() for offer in describe_offers(rules)]
    return json_text({**content, "positions": list(positions), "wagers": titles_under(rules), "offers": offers})


@lru_cache
def titles_under(rules: Rules) -> dict[str, str]:
    """Return the titles of the wagers in the book of some rules."""
    return wager_titles(rules.regulation)
