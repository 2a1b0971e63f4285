"""Events that were stored by earlier versions of the program are brought up to date when they are read.

An event that is stored bears the schema of its kind; the first has no number. When the facts of a kind change, its next schema gets
a function here that turns facts of the schema before into facts of this one. What is stored is never altered, nor is its hash.

A function must work on a part of the facts, too: those that nobody may know yet are stored apart from the rest. A kind is never
renamed.
"""

from collections.abc import Callable, Mapping

from houseway.errors import Malformed

SCHEMA = "schema"
"""The key of an event's schema in JSON. It is left out for the first."""
FIRST_SCHEMA = 1

Facts = Mapping[str, object]
Upcaster = Callable[[Facts], Facts]


def _without_edition(facts: Facts) -> Facts:
    """Before editions of rule books were stored, an opening did not say which text of the book it was under."""
    return {"book_edition": "", **facts}


def _amended_without_book(facts: Facts) -> Facts:
    """Before that, an amendment named neither the edition under which it was filed nor the hash of the book."""
    return {"book_hash": "", "book_edition": "", **facts}


def _finding_without_deck(facts: Facts) -> Facts:
    """Add the deck that had to leave the table, which earlier findings did not name: none."""
    return {"deck": "", **facts}


def _finding_without_void(facts: Facts) -> Facts:
    """A finding did not say whether it voids the round, and one that moved nothing did not wait for a ruling."""
    return {"void": False, **facts}


def _ruled_as_a_whole(facts: Facts) -> Facts:
    """A ruling said neither whether it voids the round nor what it moved. After one that was carried out, nothing more could
    follow from the round, so the round counts as void."""
    return {"void": facts.get("choice") == "carry-out", "moved": (), **facts}


UPCASTERS: dict[str, tuple[Upcaster, ...]] = {
    "table-opened": (_without_edition,),
    "rules-amended": (_amended_without_book,),
    "finding-reported": (_finding_without_deck, _finding_without_void),
    "finding-ruled": (_ruled_as_a_whole,),
}
"""By kind of event: the functions from the first schema to the second, from the second to the third, and so on."""


def current_schema(kind: str) -> int:
    """Return the schema with which this program writes a kind of event."""
    return FIRST_SCHEMA + len(UPCASTERS.get(kind, ()))


def upcast_facts(kind: str, schema: object, facts: Facts) -> Facts:
    """Return facts of an earlier schema as this program writes them. A schema of a later program is refused."""
    current = current_schema(kind)
    if schema == current:
        return facts
    if type(schema) is not int or not FIRST_SCHEMA <= schema <= current:
        said = f"the event {kind!r} has the schema {schema!r}, which this program does not know"
        raise Malformed(said, code="event.schema", given=str(schema), allowed=f"{FIRST_SCHEMA} to {current}")
    for change in UPCASTERS[kind][schema - FIRST_SCHEMA :]:
        facts = change(facts)
    return facts
