"""Players of a report by their names. A house stores ids in its streams, and the names of persons in one table."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from houseway.errors import Malformed

if TYPE_CHECKING:
    from houseway.service.people.identities import Identities, Identity
    from houseway.store import Store
    from houseway.store.engines import Database as RowDatabase

_MOST_NAMED = 5


def find_player(store: "Store", rows: "RowDatabase", given: str) -> str:
    """Return the id of a player who is given by id or by name, whatever the case. Refuse a name that nobody has, or several."""
    if not given or _has_played(rows, given):
        return given
    found = [each for each in _search(store, given) if given in (each.person, each.login) or _is_name(each, given)]
    if len(found) == 1:
        return found[0].person
    if found:
        ids = tuple(each.person for each in found[:_MOST_NAMED])
        said = f"{len(found)} persons are called {given!r}; give an id: {', '.join(ids)}"
        raise Malformed(said, code="report.player", given=given, allowed=ids)
    said = f"there is no player {given!r} in this house; houseway report DATABASE ratings lists who has played"
    raise Malformed(said, code="report.player", given=given, allowed="an id or a name")


def names_of(store: "Store", persons: Collection[str]) -> Mapping[str, str]:
    """Return the names of persons by id, as far as the database has them."""
    people = _identities(store)
    return people.names(persons) if people is not None else {}


def _is_name(identity: "Identity", given: str) -> bool:
    return identity.shown_name.casefold() == given.casefold()


def _search(store: "Store", given: str) -> "tuple[Identity, ...]":
    people = _identities(store)
    return people.search(given) if people is not None else ()


def _identities(store: "Store") -> "Identities | None":
    """Return the table of persons; None for the database of an earlier version, which has none."""
    from sqlalchemy import inspect

    from houseway.service.people.identities import Identities
    from houseway.store.schema import identities

    with store.database.reading() as connection:
        return Identities(store.database) if inspect(connection).has_table(identities.name) else None


def _has_played(rows: "RowDatabase", player: str) -> bool:
    from sqlalchemy import select

    from houseway.store.report_tables import report_hands, report_sittings

    with rows.reading() as connection:
        asked = (select(table.c.player).where(table.c.player == player).limit(1) for table in (report_sittings, report_hands))
        return any(connection.execute(query).first() for query in asked)
