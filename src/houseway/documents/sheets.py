"""Papers, and how the panels of a sign can be arranged on them."""

from collections.abc import Iterator, Sequence

from houseway.documents.document import choice_error

PAPERS = {
    "us-letter": (612.0, 792.0),
    "us-legal": (612.0, 1008.0),
    "us-tabloid": (792.0, 1224.0),
    "a4": (595.28, 841.89),
    "a3": (841.89, 1190.55),
}
"""Width and height in points, upright."""

MOST_COLUMNS = 4
ORDER_TOLERANCE = 1.15
"""How much longer than necessary a column may be in order to keep the book's sequence."""


def paper_size(paper: str) -> tuple[float, float]:
    """Return the width and height of a paper, upright; refuse an unknown name."""
    if paper not in PAPERS:
        raise choice_error("paper", paper, PAPERS)
    return PAPERS[paper]


def sheet_arrangements(paper: str, panel_lines: Sequence[int], notice_lines: int) -> list[dict[str, object]]:
    """Return every arrangement of panels in columns on a paper, upright and across, with the notices below or in a column."""
    width, height = paper_size(paper)
    return [
        {"width": sides[0], "height": sides[1], **columns}
        for sides in ((width, height), (height, width))
        for columns in _column_arrangements(panel_lines, notice_lines)
    ]


def _column_arrangements(panel_lines: Sequence[int], notice_lines: int) -> Iterator[dict[str, object]]:
    notices = len(panel_lines)
    for count in range(1, MOST_COLUMNS + 1):
        if count <= len(panel_lines):
            yield {"columns": _arrange_columns(panel_lines, count), "notices": None}
        if notice_lines and 1 < count <= len(panel_lines) + 1:
            columns = _arrange_columns((*panel_lines, notice_lines), count)
            holder = next(number for number, places in enumerate(columns) if notices in places)
            yield {"columns": [[place for place in places if place != notices] for places in columns], "notices": holder}


def _arrange_columns(lines: Sequence[int], count: int) -> list[list[int]]:
    """Distribute the panels in the book's order, unless that makes a column much longer than necessary."""
    in_order, packed = _arrange_in_order(lines, count), _arrange_packed(lines, count)
    return in_order if _longest_column(lines, in_order) <= ORDER_TOLERANCE * _longest_column(lines, packed) else packed


def _arrange_in_order(lines: Sequence[int], count: int, first: int = 0) -> list[list[int]]:
    if count == 1:
        return [list(range(first, len(lines)))]
    cuts = range(first + 1, len(lines) - count + 2)
    tries = [[list(range(first, cut)), *_arrange_in_order(lines, count - 1, cut)] for cut in cuts]
    return min(tries, key=lambda columns: _longest_column(lines, columns))


def _arrange_packed(lines: Sequence[int], count: int) -> list[list[int]]:
    """Put the longest panels first, each into the shortest column."""
    columns: list[list[int]] = [[] for _ in range(count)]
    for place in sorted(range(len(lines)), key=lambda place: -lines[place]):
        min(columns, key=lambda column: sum(lines[each] for each in column)).append(place)
    return sorted(sorted(column) for column in columns)


def _longest_column(lines: Sequence[int], columns: Sequence[Sequence[int]]) -> int:
    return max(sum(lines[place] for place in column) for column in columns)
