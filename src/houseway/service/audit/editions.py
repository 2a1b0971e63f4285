"""Check the stored texts: each has the hash under which it is stored, and each is there to which an event refers."""

from collections.abc import Iterable, Iterator, Mapping

from sqlalchemy import select

from houseway.errors import HousewayError
from houseway.events import Event
from houseway.regulation import hash_text
from houseway.regulation.editions import read_edition
from houseway.service.audit.findings import AuditReport, Problem, StreamAudit
from houseway.service.integrity import FACTS_NAMING_MANIFESTS, MANIFEST_KINDS, manifests_named_by
from houseway.service.live.editions import BOOK, BOOK_HASH, HOUSE_WAY, SUBMISSION
from houseway.spelling import count_things
from houseway.store import Edition, Store, StoredAppend
from houseway.store.schema import editions
from houseway.table.editions import RULES_EVENTS

_PLACE, _SHOWN = "editions", 16
_KINDS = (BOOK, SUBMISSION, HOUSE_WAY, BOOK_HASH, *MANIFEST_KINDS.values())


_NAMING_TEXTS = frozenset((*RULES_EVENTS, *FACTS_NAMING_MANIFESTS))
"""Kinds of events that refer to stored texts."""


class TextReferences:
    """Collects from the events of a stream which stored texts they refer to."""

    def __init__(self) -> None:
        self._found: dict[str, list[object]] = {}

    def add(self, append: StoredAppend) -> None:
        if append.kinds.isdisjoint(_NAMING_TEXTS):
            return
        for version, event in enumerate(append.events, start=append.first_version):
            if event.kind not in _NAMING_TEXTS:
                continue
            for hashed, kind in _texts_of(event):
                self._found.setdefault(hashed, [hashed, kind, version])

    @property
    def rows(self) -> list[list[object]]:
        return list(self._found.values())


def _texts_of(event: Event) -> Iterator[tuple[str, str]]:
    """Yield the hash and the kind of each text behind an event. Of tables that were opened before books had editions, only the
    book was stored, and later."""
    if event.kind in RULES_EVENTS and event.text("book_edition"):
        yield event.text("book_edition"), BOOK
        for kind, name in ((SUBMISSION, "submission"), (HOUSE_WAY, "house_way")):
            if text := event.text(name):
                yield hash_text(text), kind
    yield from manifests_named_by(event)


def add_editions(report: AuditReport, store: Store, audits: Iterable[StreamAudit], of_logs: bool) -> None:
    """Add to a report which texts were changed since they were stored, and which are missing to which events refer. Logs that
    earlier versions have exported came without manifests."""
    with store.database.reading() as connection:
        stored = {row.hash: Edition(*row) for row in connection.execute(select(editions))}
    report.problems += _find_changed(stored)
    missing = [(audit.stream, *row) for audit in audits for row in audit.sums.texts if row[0] not in stored]
    left_out = [each for each in missing if of_logs and each[2] in MANIFEST_KINDS.values()]
    for stream, hashed, kind, version in missing:
        if not (of_logs and kind in MANIFEST_KINDS.values()):
            report.problems.append(
                Problem(stream, f"the {kind} {hashed[:_SHOWN]} of event {version} is not stored: it was removed")
            )
    if left_out:
        report.unchecked.append(f"{count_things(len(left_out), 'manifest')} of the program, which the logs do not have")


def _find_changed(stored: Mapping[str, Edition]) -> Iterator[Problem]:
    for edition in stored.values():
        said = f"the stored {edition.kind} {edition.hash[:_SHOWN]}"
        if edition.kind not in _KINDS:
            yield Problem(_PLACE, f"{said} is of no known kind")
        elif edition.kind == BOOK_HASH:
            if not _leads_to_its_book(edition, stored):
                yield Problem(_PLACE, f"{said} does not lead to the edition of a book with that hash")
        elif hash_text(edition.content) != edition.hash:
            yield Problem(_PLACE, f"{said} was changed: its text does not have its hash")


def _leads_to_its_book(entry: Edition, stored: Mapping[str, Edition]) -> bool:
    book = stored.get(entry.content)
    try:
        return book is not None and book.kind == BOOK and read_edition(book.content).hash == entry.hash
    except HousewayError:
        return False
