"""Decides the rounds of a table by the referee, too, and says where the two programs differ (docs/referee.md)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from houseway.errors import IMPOSSIBLE
from houseway.files.referee.comparison import RefereeDifference, Results, round_differences
from houseway.files.referee.record import RefereeRecord, RefereeRound
from houseway.review import ReviewedCommand
from houseway.spelling import count_things
from houseway_referee import NotDecided, RecordError, decide

FAILED = "the referee failed"


@dataclass
class RefereeReport:
    """What the referee has said about rounds. Rounds that were not compared are named: they are not agreed."""

    agreed: int = 0
    """Rounds in which the two programs agree on every cent."""
    differing: list[dict[str, Any]] = field(default_factory=list)
    """Table, round, what differs, and what each of the two says."""
    undecided: dict[str, list[list[Any]]] = field(default_factory=dict)
    """By reason: table and round of those that the referee cannot read or does not decide."""

    @property
    def is_in_order(self) -> bool:
        return not self.differing

    @property
    def rounds(self) -> int:
        """Return how many rounds were compared."""
        return self.agreed + len({(each["table"], each["round"]) for each in self.differing})

    @property
    def problems(self) -> list[tuple[str, str]]:
        """Return each round that differs, in words, with its table."""
        by_round: dict[tuple[str, int], list[str]] = {}
        for each in self.differing:
            found = RefereeDifference(each["what"], each["key"], each["recorded"], each["referee"])
            by_round.setdefault((each["table"], each["round"]), []).append(found.to_text())
        said = "the two programs differ"
        return [(table, f"round {number}: {said}: {'; '.join(words)}") for (table, number), words in by_round.items()]

    @property
    def unchecked(self) -> list[str]:
        """Say which rounds were not compared, and why."""
        return [f"{_rounds_named(rounds)} by the referee, because {why}" for why, rounds in self.undecided.items()]

    @property
    def summary(self) -> str:
        others = sum(map(len, self.undecided.values()))
        left = f"; {count_things(others, 'round')} not decided" if others else ""
        return f"{count_things(self.rounds, 'round')} decided by the referee, too; {self.agreed:,} agree on every cent{left}"

    def add(self, other: "RefereeReport") -> None:
        self.agreed += other.agreed
        self.differing += other.differing
        for reason, rounds in other.undecided.items():
            self.undecided.setdefault(reason, []).extend(rounds)

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Self:
        return cls(content["agreed"], [*content["differing"]], {**content["undecided"]})

    def to_json(self) -> dict[str, object]:
        return {"agreed": self.agreed, "differing": self.differing, "undecided": self.undecided}


NAMED_AT_MOST = 5


def _rounds_named(rounds: list[list[Any]]) -> str:
    """Count rounds, and name the first of them."""
    named = ", ".join(f"{table} {number}" for table, number in rounds[:NAMED_AT_MOST])
    more = ", ..." if len(rounds) > NAMED_AT_MOST else ""
    return f"{count_things(len(rounds), 'round')} ({named}{more})"


class RefereeCheck:
    """Takes the commands of a table in order, and decides each round by the referee when it is over."""

    def __init__(self, table: str = "") -> None:
        self.record = RefereeRecord()
        self.report = RefereeReport()
        self._table = table

    def take(self, taken: ReviewedCommand) -> None:
        """Take a command with what followed."""
        ended = self.record.take(taken)
        if ended is not None:
            self._table = taken.after.id if taken.after is not None else self._table
            self._compare(ended)

    def _compare(self, ended: RefereeRound) -> None:
        try:
            said = decide_round(ended)
        except Undecided as reason:
            self.report.undecided.setdefault(str(reason), []).append([self._table, ended.number])
            return
        found = [*round_differences(ended, said)]
        self.report.differing += [{"table": self._table, "round": ended.number, **each.to_json()} for each in found]
        self.report.agreed += not found


class Undecided(Exception):
    """The referee does not decide a round, and why."""


def decide_round(ended: RefereeRound) -> Results:
    """Return what the referee says about a round. What was found about the one before is decided with that one."""
    try:
        results: list[Results] = decide(referee_record(ended))["rounds"]
    except NotDecided as reason:
        raise Undecided(f"the referee does not decide it: {_without_numbers(reason)}") from reason
    except (RecordError, *IMPOSSIBLE) as error:
        raise Undecided(f"{FAILED}: {type(error).__name__}: {_without_numbers(error)}") from error
    return results[-1]


def referee_record(ended: RefereeRound) -> dict[str, Any]:
    """Return the referee's record of a round, with the rounds before it about which something was found."""
    if ended.untranslated:
        raise Undecided(ended.untranslated)
    rounds = [ended]
    while rounds[0].is_about_the_last:
        before = rounds[0].before
        if before is None or before.untranslated or before.filing != ended.filing:
            raise Undecided("what was found is about a round that the record has no words for")
        rounds.insert(0, before)
    entries = [each.entry for each in rounds]
    return {"referee": 1, "filing": ended.filing, "left": rounds[0].left, "rounds": entries}


def differences_of(ended: RefereeRound) -> list[RefereeDifference]:
    """Return what differs in a round; `Undecided` if the referee does not decide it."""
    return [*round_differences(ended, decide_round(ended))]


def _without_numbers(reason: object) -> str:
    return re.sub(r"\d+", "N", str(reason))
