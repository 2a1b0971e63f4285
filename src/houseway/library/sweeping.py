"""Every design that an operator may choose, counted exactly: `sweep`."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from houseway.analysis.sweep.design import SweepDesign, read_design, read_design_file
from houseway.analysis.sweep.sweep import SweepResult, run_sweep
from houseway.files.own_wagers.swept import swept_wager
from houseway.library.arguments import check_function, wrong_type
from houseway.library.filing import rules_from
from houseway.library.showing.display import Displayed, Sheet, shown_as
from houseway.regulation import load_book
from houseway.regulation.shelf import book_id

Progress = Callable[[int, int], None]
_SHOWN = 20


class ShownSweep(SweepResult, Displayed):
    """The designs that meet the constraints of a sweep: `sorted` has them all, the best first, with exact figures."""

    def __repr__(self) -> str:
        done = "found" if self.search else "kept"
        return f"<{self.title}: {len(self.kept):,} of {self.design.points:,} designs {done}>"

    def sheets(self) -> tuple[Sheet, ...]:
        return (Sheet(repr(self).strip("<>"), self.columns, tuple(map(self.row, self.best(_SHOWN)))),)

    def records(self) -> Iterable[Mapping[str, object]]:
        """Return a row for each kept design, with its figures as numbers."""
        for found in self.sorted:
            figures = {"edge": found.edge, "hit_rate": found.hit_rate, "deviation": found.deviation}
            values = dict(zip(self.design.names, found.values, strict=True))
            yield {**values, **{name: float(figure) for name, figure in figures.items()}}


def sweep(design: str | Path | Mapping[str, Any], *, progress: Progress | None = None) -> ShownSweep:
    """Count every design of a wager or a game, and keep those that meet the constraints.

    The design is a TOML file, or its content as a mapping. With a table `search`, the best are looked for without counting all;
    `search` of the result then says whether there may be better ones.

    >>> import houseway as hw
    >>> found = hw.sweep({
    ...     "book": "uth", "wager": "trips", "paytable": "A", "stake": "$5",
    ...     "rows": {"flush": {"from": 5, "to": 9}, "straight": ["3 to 1", "4 to 1"]},
    ...     "keep": {"edge": ["1%", "5%"]}, "best": {"by": "deviation", "order": "lowest"},
    ... })
    >>> found
    <Trips: 2 of 10 designs kept>
    >>> best = found.best(1)[0]
    >>> best.values
    ('6 to 1', '4 to 1')
    """
    check_function(progress, "progress")
    folder = Path(design).parent if isinstance(design, str | Path) else Path()
    content = _read(design)
    if content.own_wager:
        book, own_wager = swept_wager(content, folder)
        return shown_as(ShownSweep, run_sweep(book, content, progress, own_wager))
    source = load_book(book_id(content.book)) if content.book else rules_from(folder / content.submission)
    return shown_as(ShownSweep, run_sweep(source, content, progress))


def _read(design: object) -> SweepDesign:
    if isinstance(design, Mapping):
        return read_design(design)
    if not isinstance(design, str | Path):
        raise wrong_type("the design", design, "a file, or a mapping such as {'book': 'uth', 'wager': 'trips', 'rows': {...}}")
    return read_design_file(Path(design))
