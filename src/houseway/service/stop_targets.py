"""What a stop switch can stop: tables, games, rule books, persons and wagers that there are."""

from collections.abc import Collection, Iterator

from houseway.errors import Malformed
from houseway.regulation import book_ids, load_book
from houseway.service.live.house import House
from houseway.service.people.people import People


class StopTargets:
    """Looks up what a stop names. Methods block, and any thread may call them."""

    def __init__(self, house: House, people: People) -> None:
        self._house, self._people = house, people

    def check(self, scope: str, target: str) -> None:
        """Refuse a target that there is not: a misspelt one would stop nothing, and look as if it did."""
        match scope:
            case "table":
                _check_known(scope, target, self._house.table_ids)
            case "game":
                _check_known(scope, target, sorted(_wagers_by_place()))
            case "wager":
                _check_known(scope, target, tuple(self._wagers()))
            case "player" if self._people.find(target) is None:
                raise _unknown_error(scope, target, "the id of a guest or of somebody who is registered")

    def _wagers(self) -> Iterator[str]:
        """Yield each wager with each place where it can be stopped: a game, a rule book, a table."""
        offered = {table.id: tuple(table.rules.regulation.wagers) for table in self._house.tables.values()}
        for place, wagers in (*sorted(_wagers_by_place().items()), *sorted(offered.items())):
            yield from (f"{place}:{wager}" for wager in wagers)


def _wagers_by_place() -> dict[str, tuple[str, ...]]:
    """Return the wagers of each rule book, by its id, and of each game, by its name."""
    found: dict[str, tuple[str, ...]] = {}
    for book in map(load_book, book_ids()):
        for place in (book.id, book.game):
            found[place] = tuple(dict.fromkeys((*found.get(place, ()), *book.wagers)))
    return found


def _check_known(scope: str, target: str, known: Collection[str]) -> None:
    if target not in known:
        raise _unknown_error(scope, target, tuple(known))


def _unknown_error(scope: str, target: str, allowed: object) -> Malformed:
    said = f"there is no {scope} {target!r} to be stopped"
    return Malformed(said, code="house.stop-target", given=target, allowed=allowed)
