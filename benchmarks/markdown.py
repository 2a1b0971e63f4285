"""Tables for the pages of the documentation."""

from collections.abc import Iterable, Sequence


def markdown_table(headings: Sequence[str], rows: Iterable[tuple[str, ...]], numbers: bool = True) -> str:
    """Write a table. With `numbers`, all columns but the first are aligned to the right."""
    rules = ["---", *["--:" if numbers else "---"] * (len(headings) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (headings, rules, *rows))
