"""What a worker does before anybody asks: one question of each rule book, so that its kernels are compiled and stored on disk,
and one of each house way at a table for practice, so that what it does with every hand is.

That takes 14 seconds once, minutes on a busy machine; then each start of a worker reads for two seconds what was stored.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from houseway.examples import submission_names
from houseway.regulation import load_book
from houseway.service.jobs.first_decisions import BY_GAME, RATED_SETTING
from houseway.service.jobs.question import JobQuestion, Lane
from houseway.service.jobs.sources import Source

_STARTING = "starting"
_EXAMPLE = "/minimal"


@dataclass
class Preparation:
    """The steps of a worker that gets ready, and how many it has done."""

    steps: Sequence[JobQuestion]
    done: int = 0
    fraction: float = 0.0
    """How far the step under way is."""
    doing: str = _STARTING
    """What that step does, in words."""

    @property
    def next_step(self) -> JobQuestion | None:
        return self.steps[self.done] if self.done < len(self.steps) else None

    @property
    def words(self) -> str:
        return f"getting ready, {self.done + 1} of {len(self.steps)}: {self.doing}"

    def end_step(self) -> None:
        self.done, self.fraction, self.doing = self.done + 1, 0.0, _STARTING


def first_questions(set_by: Sequence[Source] = ()) -> tuple[JobQuestion, ...]:
    """Return a question of each rule book that comes with the program, and one for each table's own way to set hands."""
    of_tables = ((RATED_SETTING.kind, {"source": source, **RATED_SETTING.cards}) for source in set_by)
    return tuple(JobQuestion(*question, Lane.TABLE) for question in (*_questions(), *of_tables))


def _questions() -> Iterator[tuple[str, Mapping[str, object]]]:
    names = [name for name in submission_names() if name.endswith(_EXAMPLE)]
    games = {name: load_book(name.removesuffix(_EXAMPLE)).game for name in names}
    for game, first in BY_GAME.items():
        yield from ((first.kind, {"source": {"example": name}, **first.cards}) for name in names if games[name] == game)
