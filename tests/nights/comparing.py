"""Recorded nights against those of today. A digest that changed says: behaviour changed, look."""

from tests.nights.catalogue import nights_of
from tests.nights.recorded import differences, read_recorded, report

HALVES = ("even", "odd")


def differing_nights(book, half):
    """What there is to say about every other night of a book that differs from what was recorded."""
    recorded, said = read_recorded(), []
    for name, play in list(nights_of(book).items())[HALVES.index(half) :: 2]:
        notes = play()
        said += [f"night {name}: the table cannot go on: {notes.stuck}"] if notes.stuck else []
        found = differences(recorded.get(name, {}), notes.digests())
        said += report(name, found).splitlines() if found else []
    return said
