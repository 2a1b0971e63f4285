"""A round file after it was played, and what came of it."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.errors import HousewayError
from houseway.events import Event
from houseway.explanation.results import WagerKey, WagerSettlement, account_gains, envy_by_wager, player_gains, wager_results
from houseway.explanation.why import explain_round
from houseway.files.rounds.model import Intervention, RoundFile
from houseway.files.rounds.witness import RoundWitness
from houseway.procedure import player_account
from houseway.submission import Rules
from houseway.table import Table, TableRun

MeterEvents = tuple[tuple[str, Event], ...]


@dataclass(frozen=True, slots=True)
class DoneIntervention:
    """An intervention that was carried out, and its refusal if it was refused."""

    intervention: Intervention
    refusal: HousewayError | None = None


@dataclass(frozen=True, slots=True)
class PlayedRoundFile:
    """A round file after it was played."""

    file: RoundFile
    run: TableRun
    events: tuple[Event, ...]
    """Events of the round from start to end, without players sitting down and buying the chips that the file gives them."""
    meter_events: tuple[tuple[str, Event], ...]
    results: Mapping[WagerKey, WagerSettlement]
    envy: Mapping[WagerKey, int]
    net: Mapping[str, int]
    """Each player's gain or loss, in cents."""
    accounts: Mapping[str, int]
    """Each account's gain or loss, in cents."""
    meters: Mapping[str, Fraction]
    """Each meter, in cents."""
    void: str
    base_void: str
    """Why the wagers against the dealer were void, if they were."""
    interventions: tuple[DoneIntervention, ...]
    reported: frozenset[str]
    """Steps that came, by act and by act and position. With each, the dealer reported the facts that the file gives."""
    witness: RoundWitness
    observed: frozenset[str] = field(repr=False)
    """Clauses behind the events, steps, refusals and ranked hands."""
    start: Table | None = field(default=None, repr=False)
    """The table before the events of the run; None if they begin with its opening."""


def played_round(
    file: RoundFile,
    run: TableRun,
    events: tuple[Event, ...],
    meter_events: MeterEvents,
    done: tuple[DoneIntervention, ...],
    reported: frozenset[str],
    witness: RoundWitness,
    observed: AbstractSet[str],
    start: Table | None = None,
) -> PlayedRoundFile:
    """Return what came of a round: its events, and what they say about wagers, players and accounts."""
    won = player_gains(events)
    return PlayedRoundFile(
        file=file,
        run=run,
        events=events,
        meter_events=meter_events,
        results=wager_results(events),
        envy=envy_by_wager(events, file.against_dealer),
        net={name: won.get(player_account(name), 0) for name in file.names},
        accounts=account_gains(events),
        meters={meter: state.value for meter, state in run.meters.items()},
        void=void_reason(events, "round-voided"),
        base_void=void_reason(events, "base-voided"),
        interventions=done,
        reported=reported,
        witness=witness,
        observed=frozenset(observed),
        start=start,
    )


def observed_clauses(events: tuple[Event, ...], meter_events: MeterEvents, rules: Rules) -> set[str]:
    """Return the clauses behind events and ranked hands."""
    found = {clause for event in (*events, *(event for _, event in meter_events)) for clause in event.clauses}
    explained = explain_round(events, rules, in_full=False)
    return {*found, *(clause for each in explained.wagers for clause in each.rank_clauses)}


def void_reason(events: tuple[Event, ...], kind: str) -> str:
    return next((str(event["why"]) for event in events if event.kind == kind), "")
