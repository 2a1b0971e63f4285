"""What a player's choices in his latest rounds came to, counted a part at a time and remembered."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from houseway.errors import Unavailable
from houseway.service.advice.advising import COUNTING
from houseway.service.advice.hindsight import DueDecisions, RoundHindsight, find_decisions, weigh_decisions
from houseway.service.advice.made_decisions import positions_of
from houseway.service.jobs.question import Lane
from houseway.service.people.person import Person
from houseway.service.records.remembered_choices import PlayedRound, RoundChoices, latest_rounds
from houseway.service.records.rounds import read_rounds
from houseway.service.secrecy.sealing import Vault
from houseway.service.service import Service
from houseway.store import Store

MOST_ROUNDS = 100
"""Rounds that one answer looks back at: counting more would keep a worker for minutes."""
ROUNDS_AT_ONCE = 10
"""Rounds that one question to a worker is about."""
LONGEST_SECONDS = 1.5
"""How long somebody waits for a part of the answer. When he asks again, counting goes on."""


@dataclass(frozen=True)
class PastChoices:
    """The latest rounds of a player, the latest first, with what has been counted of them."""

    rounds: tuple[tuple[PlayedRound, RoundChoices | None], ...]
    is_cut: bool
    """Whether he has played more rounds."""

    @property
    def counted(self) -> int:
        return sum(choices is not None for _, choices in self.rounds)


async def look_back(service: Service, person: Person) -> PastChoices:
    """Return what somebody's choices in his latest rounds came to, as far as it is counted within a short time."""
    found = await service.desk.run(latest_rounds, service.store, person.id, MOST_ROUNDS + 1)
    played, until = found[:MOST_ROUNDS], time.monotonic() + LONGEST_SECONDS
    known = {each: choices for each in played if (choices := service.past_choices.find(person.id, each)) is not None}
    for part in _parts([each for each in played if each not in known]):
        try:
            known |= await _count_part(service, person, part)
        except Unavailable as error:
            if error.code != COUNTING:
                raise
            break
        if time.monotonic() > until:
            break
    return PastChoices(tuple((each, known.get(each)) for each in played), len(found) > MOST_ROUNDS)


def _parts(missing: Sequence[PlayedRound]) -> Iterator[list[PlayedRound]]:
    """Yield rounds of one table that lie near each other, in rising order: whatever lies between them is read as well."""
    ordered = sorted(missing, key=lambda each: (each.table, each.number))
    for _, own in groupby(ordered, key=lambda each: (each.table, each.number // ROUNDS_AT_ONCE)):
        yield list(own)


async def _count_part(service: Service, person: Person, part: Sequence[PlayedRound]) -> dict[PlayedRound, RoundChoices]:
    due = await service.desk.run(_read_decisions, service.store, service.keys.vault, person.id, part)
    live, counted = service.house.latest_state(part[0].table).number, dict[PlayedRound, RoundChoices]()
    by_number = {each.number: each for each in part}
    for _, alike in groupby(due, key=lambda each: (each.read.filing, each.read.end.rules.regulation.edition)):
        for found in await weigh_decisions(service, person, tuple(alike), Lane.TABLE_LONG):
            played = by_number[found.round]
            counted[played] = _sum_up(found, is_settled=found.round + 1 < live)
            service.past_choices.add(person.id, played, counted[played])
    return counted


def _read_decisions(store: Store, vault: Vault, player: str, part: Sequence[PlayedRound]) -> list[DueDecisions]:
    read = read_rounds(store, part[0].table, [each.number for each in part], vault)
    return [find_decisions(store, each, player, positions_of(each, player)) for each in read]


def _sum_up(found: RoundHindsight, *, is_settled: bool) -> RoundChoices:
    is_solved = all(each.is_solved for each in found.decisions)
    return RoundChoices(found.game, found.counted, found.best, Fraction(found.cost_cents.exact), is_settled and is_solved)
