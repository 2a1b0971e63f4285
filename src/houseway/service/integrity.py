"""Integrity: the program's files and its configuration are hashed at the start, every day and on demand.

What was accepted (expected) and what is there (found) goes on record. The hash of the program is the SHA-256 of its *manifest*: a
line for each file, with the file's SHA-256 and its path, in the order of paths. `docs/people.md` shows how anybody computes it with
`sha256sum`. Manifests and configurations are stored by their hash, so that a difference can be shown file by file.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib import metadata
from pathlib import Path

from houseway.events import Event
from houseway.service.people.administration import with_present_roles
from houseway.service.people.authority import authorize
from houseway.service.people.person import THE_HOUSE, Person
from houseway.service.people.record import (
    INTEGRITY_ACCEPTED,
    INTEGRITY_CHECKED,
    INTEGRITY_FAILED,
    HouseRecord,
    HouseState,
    check_reason,
)
from houseway.service.people.stops import STOP_LIFTED, STOP_SET, THE_WHOLE_HOUSE, stop_event
from houseway.store import Edition, Store

PROGRAM_FOLDER = Path(__file__).parents[1]
_PARTS = ("program", "libraries", "configuration")
MANIFEST_KINDS = {part: f"integrity-{part}" for part in _PARTS}
"""The kinds of stored texts by what they list."""
FACTS_NAMING_MANIFESTS = {INTEGRITY_ACCEPTED: ("before", "after"), INTEGRITY_CHECKED: ("expected", "found")}
"""The facts of events that name manifests by their hashes."""
_MOST_LISTED = 50
"""Differences that are listed. The others are counted."""
_CACHES = frozenset(("__pycache__",))


@dataclass(frozen=True, slots=True)
class IntegrityCheck:
    expected: Mapping[str, str]
    """The accepted hash of each part."""
    found: Mapping[str, str]
    differences: tuple[str, ...] = ()
    """Lines that only one of the two has, each with the part that it belongs to."""

    @property
    def matches(self) -> bool:
        return self.expected == self.found


def manifests_named_by(event: Event) -> Iterator[tuple[str, str]]:
    """Yield the hash and the kind of each manifest that an event of the record names."""
    for name in FACTS_NAMING_MANIFESTS.get(event.kind, ()):
        yield from ((hashed, MANIFEST_KINDS[part]) for part, hashed in event.table(name).items() if part in MANIFEST_KINDS)


def program_manifest(folder: Path = PROGRAM_FOLDER) -> str:
    """Return a line for each file of the program: its hash, two spaces, its path; as `sha256sum` writes them."""
    return "".join(f"{_file_hash(f'{folder}/{path}')}  {path}\n" for path in sorted(_program_files(folder)))


def _file_hash(path: str) -> str:
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - a `Path` for each of a thousand files doubles the time
        return sha256(file.read()).hexdigest()


def _program_files(folder: Path | str, prefix: str = "") -> Iterator[str]:
    """Yield the paths of a folder's files, but for caches. `Path.rglob` takes ten times as long."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in _CACHES:
                    yield from _program_files(entry.path, f"{prefix}{entry.name}/")
            elif entry.is_file():
                yield prefix + entry.name


def library_list() -> str:
    """Return the installed libraries with their versions, a line each."""
    return "".join(f"{line}\n" for line in sorted({_name_and_version(each) for each in metadata.distributions()}))


def _name_and_version(library: metadata.Distribution) -> str:
    """Read the two lines at the beginning of a library's file. To parse all of it, descriptions too, takes ten times as long. A
    folder that an unfinished removal has left has no such file."""
    head = (library.read_text("METADATA") or library.read_text("PKG-INFO") or "").partition("\n\n")[0]
    facts = dict(line.split(": ", 1) for line in head.splitlines() if line.startswith(("Name: ", "Version: ")))
    return f"{facts.get('Name', 'unnamed')}=={facts.get('Version', 'unknown')}".lower()


class Integrity:
    """Checks the program against what was accepted. Methods block."""

    def __init__(
        self, store: Store, record: HouseRecord, configuration: str, folder: Path = PROGRAM_FOLDER, stops: bool = False
    ) -> None:
        """`configuration` is the service's configuration as text, without secrets. With `stops`, a difference stops the house."""
        self._store, self._record, self._configuration, self._folder = store, record, configuration, folder
        self._stops = stops

    def check_program(self, occasion: str, by: Person = THE_HOUSE) -> IntegrityCheck:
        """Hash everything, compare it with what was accepted, and put both on record. The first check accepts what is there."""
        found = self._hash_parts()
        done: list[IntegrityCheck] = []

        def decide(state: HouseState) -> tuple[Event, ...]:
            authorize(with_present_roles(state, by), "house.administer")
            first = () if state.accepted else (_accepted_event({}, found, THE_HOUSE, "the first check"),)
            expected = state.accepted or found
            done.append(IntegrityCheck(expected, found, tuple(self._differences(expected, found))))
            return (*first, _checked_event(done[-1], occasion, by), *self._consequences(done[-1], state, occasion))

        self._record.add(decide, by)
        return done[-1]

    def accept_program(self, by: Person, why: str) -> None:
        """Accept the program as it is now, for example after an upgrade."""
        found, reason = self._hash_parts(), check_reason(why)

        def decide(state: HouseState) -> tuple[Event, ...]:
            authorize(with_present_roles(state, by), "house.administer")
            stop = state.stops.get(THE_WHOLE_HOUSE)
            is_ours = stop is not None and stop.by == THE_HOUSE.id
            lifted = (stop_event(STOP_LIFTED, *THE_WHOLE_HOUSE, by.id, reason),) if is_ours else ()
            return (_accepted_event(state.accepted, found, by, reason), *lifted)

        self._record.add(decide, by)

    def _consequences(self, check: IntegrityCheck, state: HouseState, occasion: str) -> Iterator[Event]:
        """Yield what follows from a difference: a significant event, and, if the house is set up so, the stop of all play."""
        if check.matches:
            return
        parts = tuple(part for part in _PARTS if check.expected.get(part) != check.found[part])
        stops = self._stops and THE_WHOLE_HOUSE not in state.stops
        facts = {"parts": parts, "differences": check.differences, "stops_play": stops}
        yield Event(INTEGRITY_FAILED, (), {**facts, "by": THE_HOUSE.id, "why": occasion})
        if stops:
            why = f"integrity check failed ({', '.join(parts)}): an administrator has to look at it"
            yield stop_event(STOP_SET, *THE_WHOLE_HOUSE, THE_HOUSE.id, why)

    def _hash_parts(self) -> dict[str, str]:
        texts = (program_manifest(self._folder), library_list(), self._configuration)
        hashes = {part: sha256(text.encode()).hexdigest() for part, text in zip(_PARTS, texts, strict=True)}
        for part, text in zip(_PARTS, texts, strict=True):
            self._store.save_edition(Edition(hashes[part], MANIFEST_KINDS[part], text))
        return hashes

    def _differences(self, expected: Mapping[str, str], found: Mapping[str, str]) -> Iterator[str]:
        changed = [part for part in _PARTS if expected.get(part) != found[part]]
        lines = [f"{part}: {line}" for part in changed for line in self._changed_lines(expected.get(part, ""), found[part])]
        yield from lines[:_MOST_LISTED]
        if len(lines) > _MOST_LISTED:
            yield f"and {len(lines) - _MOST_LISTED} more"

    def _changed_lines(self, expected: str, found: str) -> list[str]:
        before, after = (self._lines(each) for each in (expected, found))
        return sorted({line.split("  ")[-1] for line in before ^ after})

    def _lines(self, hashed: str) -> set[str]:
        edition = self._store.find_edition(hashed)
        return set(edition.content.splitlines()) if edition else set()


def _accepted_event(before: Mapping[str, str], after: Mapping[str, str], by: Person, why: str) -> Event:
    return Event(INTEGRITY_ACCEPTED, (), {"before": dict(before), "after": dict(after), "by": by.id, "why": why})


def _checked_event(check: IntegrityCheck, occasion: str, by: Person) -> Event:
    facts = {"expected": dict(check.expected), "found": dict(check.found), "matches": check.matches}
    return Event(INTEGRITY_CHECKED, (), {**facts, "differences": check.differences, "by": by.id, "why": occasion})
