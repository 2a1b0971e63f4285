"""Completed rounds in a line each, from what everybody may know about them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from houseway.disclosure import Viewer, redact_facts
from houseway.events import Event
from houseway.explain.words import describe_event, wager_titles
from houseway.ledger import MONEY_MOVED
from houseway.procedure import meter_account, player_account
from houseway.reports.incident_kinds import IRREGULAR
from houseway.service.live.turn import table_stream
from houseway.store import Store
from houseway.table import Table
from houseway.table.disclosure import disclosures_of

_PUBLIC = Viewer(staff=False, owns_hand=False)


@dataclass(frozen=True, slots=True)
class RoundSummary:
    table: str
    number: int
    began_at: int
    ended_at: int
    events: int
    staked: int
    """What was wagered, in cents."""
    nets: Mapping[str, int]
    """By player who wagered: what he won or lost, in cents."""
    from_meters: int
    """What the meters paid, in cents."""
    is_void: bool
    irregularities: tuple[str, ...]
    """What was irregular, in words."""

    @property
    def place(self) -> tuple[int, str, int]:
        """Where it stands in a list with the latest first."""
        return -self.began_at, self.table, -self.number


def summarize_rounds(store: Store, table: Table, first: int, last: int) -> Iterator[RoundSummary]:
    """Yield summaries of completed rounds, in their order. A round begins in the append that ends the one before."""
    stream = table_stream(table.id)
    rounds: dict[int, list[tuple[int, Event]]] = {}
    number = 0
    for append in store.read(stream, store.version_before_round(stream, first - 1) or 0):
        for command in append.commands:
            for event in command.events:
                if event.kind == "round-started":
                    number = event.number("number")
                rounds.setdefault(number, []).append((command.at, event))
        if number > last:
            break
    yield from (_summarize(table, each, rounds[each]) for each in range(first, last + 1))


def _summarize(table: Table, number: int, recorded: list[tuple[int, Event]]) -> RoundSummary:
    declared, titles = disclosures_of(table.rules.game), wager_titles(table.rules.regulation)
    events = [redact_facts(event, declared, _PUBLIC) for _, event in recorded]
    moved = [event for event in events if event.kind == MONEY_MOVED and event.facts.get("round") == number]
    return RoundSummary(
        table=table.id,
        number=number,
        began_at=recorded[0][0],
        ended_at=recorded[-1][0],
        events=len(recorded),
        staked=sum(event.cents("amount").amount for event in moved if event.facts["reason"] == "wager"),
        nets=_player_nets(moved),
        from_meters=sum(event.cents("amount").amount for event in moved if event.text("source").startswith(meter_account(""))),
        is_void=any(event.kind == "round-voided" for event in events),
        irregularities=tuple(describe_event(event, titles=titles) for event in events if event.kind in IRREGULAR),
    )


def _player_nets(moved: list[Event]) -> dict[str, int]:
    nets: dict[str, int] = {}
    prefix = player_account("")
    for event in moved:
        for side, sign in (("source", -1), ("target", 1)):
            if event.text(side).startswith(prefix):
                player = event.text(side).removeprefix(prefix)
                nets[player] = nets.get(player, 0) + sign * event.cents("amount").amount
    return nets
