"""The choices taken in the readings of one book. Code that several books share asks for a reading by its id in each of them."""

from collections.abc import Collection, Mapping


class MissingReading(LookupError):
    """Raised when code asks for readings of which the book in play has none, and on which its text is not declared clear."""


class TakenReadings(dict[str, str]):
    """The choice taken in each reading of a book, by id."""

    def __init__(self, choices: Mapping[str, str], book: str, known: Collection[str], is_stored: bool = False) -> None:
        """`known` are the readings of the book, and those of other books on whose matter its own text is clear."""
        super().__init__(choices)
        self.book, self.known, self.is_stored = book, known, is_stored
        self.asked: dict[tuple[str, ...], bool] = {}
        """Cache of `takes`, by what was asked."""

    def __setitem__(self, reading: str, choice: str) -> None:
        raise TypeError("the choices of rules do not change")

    def __reduce__(self) -> tuple[type["TakenReadings"], tuple[object, ...]]:
        return TakenReadings, (dict(self), self.book, self.known, self.is_stored)

    def takes(self, *choices: str) -> bool:
        """Return whether one of these choices is taken, such as `PG-26=two-passes`. An id without a choice only names the book's
        own reading of the matter, which has no such choice."""
        found = self.asked.get(choices)
        if found is None:
            pairs = [each.partition("=") for each in choices]
            self._check_known([id_ for id_, _, _ in pairs])
            found = self.asked[choices] = any(self.get(id_) == choice for id_, _, choice in pairs)
        return found

    def choice_of(self, *ids: str, before: str) -> str:
        """Return the choice in the book's own one of these readings; `before` if there is none, because the text is clear or the
        edition is earlier than the reading."""
        self._check_known(ids)
        return next((self[id_] for id_ in ids if id_ in self), before)

    def _check_known(self, ids: Collection[str]) -> None:
        """Refuse readings of other books only. A stored edition may be earlier than a reading: it is played as it was then."""
        if not self.is_stored and not any(id_ in self.known for id_ in ids):
            raise MissingReading(f"{self.book} has no reading {' or '.join(ids)}, and is not declared clear on it")
