"""Check exported logs before anything of them is written: their chains, their times and rounds, what they show, and who signed
them.

The seals and chains of a log have no key: anybody can write a log in which they fit. Only the proofs, with the public keys of the
house, show where a log comes from.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from houseway.errors import Corrupted, NotAllowed
from houseway.service.archive.export_reader import ExportReader
from houseway.service.archive.shown_facts import ShownFacts
from houseway.service.clock import system_milliseconds
from houseway.service.evidence.checkpoints import is_genuine_checkpoint
from houseway.service.records.round_index import RoundIndex
from houseway.service.secrecy.keys import PublicKey
from houseway.store import CopiedAppend, Store, StoredAppend, StreamHead
from houseway.store.chain import Link, checked_appends

_DAY = 24 * 60 * 60 * 1_000


ProvedVersions = Mapping[str, int]
"""By stream: up to which event it is proved to be in the log of the house."""


def check_logs(
    store: Store, paths: Sequence[Path], keys: Sequence[PublicKey], progress: Callable[[int], None]
) -> list[ProvedVersions | None]:
    """Refuse logs that are not in order, or that contradict each other or the store. With the public keys of a house, also those
    without a checkpoint that it has signed. Return for each log what is proved; None if there are no keys."""
    checked: list[_CheckedLog] = []
    for number, path in enumerate(paths, start=1):
        checked.append(_CheckedLog(store, path))
        checked[-1].check()
        progress(number)
    _check_agreement(checked)
    return [log.proved_versions(keys) if keys else None for log in checked]


class _CheckedLog:
    def __init__(self, store: Store, path: Path) -> None:
        self.path, self.heads = path, dict[str, StreamHead]()
        self._store, self._reader = store, ExportReader(path)
        self._indexes: dict[str, RoundIndex] = {}
        self._shown = ShownFacts(self._reader)

    def check(self) -> None:
        """Read the log, and refuse it if anything in it does not fit."""
        stored = {head.stream: head for head in self._store.stream_heads()}
        for append in self._reader:
            before = self.heads.get(append.stream, StreamHead(append.stream))
            after = self._follow(before, append)
            there = stored.get(append.stream)
            if there is not None and before.version < there.version <= append.version:
                _check_same(self.path, there, after)
        for head in self.heads.values():
            if head.stream in stored and head.version < stored[head.stream].version:
                _check_same(self.path, self._store.head_at(head.stream, head.version), head)
        self._shown.check_rest()
        for edition in self._reader.editions.values():
            known = self._store.find_edition(edition.hash)
            if known is not None and not known.has_text_of(edition):
                raise self._refusal(f"the database has another text under the hash of this {edition.kind}", edition.hash)

    def _follow(self, before: StreamHead, append: CopiedAppend) -> StreamHead:
        """Check the next append of a stream, and return where the stream stands after it."""
        link = Link(before.version, append.version, append.at, append.form, append.content, append.sealed, append.hash)
        try:
            (stored,) = checked_appends(before, [link])
        except Corrupted as error:
            raise Corrupted(f"{self.path}: {error.message}", code=error.code, stream=append.stream) from error
        self._check_times(before, stored)
        self._check_round(stored, append.round)
        self._shown.add(stored)
        self.heads[append.stream] = stored.head
        return stored.head

    def _check_times(self, before: StreamHead, stored: StoredAppend) -> None:
        """Time never goes back in a stream, and no house is ahead of its time: its clock would follow."""
        last, most = before.at, system_milliseconds() + _DAY
        for command in stored.commands:
            if not last <= command.at <= most:
                said = f"a command of {before.stream} has a time before the last one, or in the future"
                raise self._reader.refusal(said, command.at, f"{last} to {most}")
            last = command.at

    def _check_round(self, stored: StoredAppend, number: int | None) -> None:
        """The number of a round is given with its first append."""
        stream = stored.head.stream
        index = self._indexes.setdefault(stream, RoundIndex(stream))
        before = index.round
        index.add(stored)
        expected = index.round if index.round > before else None
        if number != expected:
            raise self._reader.refusal("this append says of another round that it begins here", number, expected)

    def proved_versions(self, keys: Sequence[PublicKey]) -> ProvedVersions:
        """Return what is proved by a checkpoint that the house with these keys has signed. What is newer than that is not."""
        proofs = self._reader.proofs
        if proofs.checkpoint is None or not is_genuine_checkpoint(proofs.checkpoint, keys):
            raise self._refusal(
                "this log has no checkpoint that the house with these keys has signed", "another signature, or none"
            )
        links = self.links_of((proof.stream, proof.version) for proof in proofs.streams)
        for proof in proofs.streams:
            link = links.get((proof.stream, proof.version))
            if link is None or not proof.proves(link, proofs.checkpoint):
                raise self._refusal(f"{proof.stream} is not in the log that the house has signed", f"event {proof.version}")
        return {proof.stream: proof.version for proof in proofs.streams}

    def _refusal(self, said: str, given: object) -> NotAllowed:
        return NotAllowed(f"{self.path}: {said}", code="import.refused", given=str(given), allowed="a log of the house")

    def links_of(self, ends: Iterable[tuple[str, int]]) -> dict[tuple[str, int], bytes]:
        """Read the log once more for the links of streams at some versions."""
        wanted = set(ends)
        appends = ((append.stream, append.version, append.hash) for append in ExportReader(self.path))
        return {(stream, version): link for stream, version, link in appends if (stream, version) in wanted}


def _check_agreement(logs: Sequence[_CheckedLog]) -> None:
    """Refuse logs with different histories of one stream, for example of a meter that several tables share."""
    for later in range(1, len(logs)):
        for earlier in range(later):
            _check_pair(logs[earlier], logs[later])


def _check_pair(one: _CheckedLog, other: _CheckedLog) -> None:
    for stream in one.heads.keys() & other.heads.keys():
        shorter, longer = sorted((one, other), key=lambda log: log.heads[stream].version)
        head = shorter.heads[stream]
        if longer.heads[stream] == head:
            continue
        if longer.links_of([(stream, head.version)]).get((stream, head.version)) != head.hash:
            raise NotAllowed(
                f"{other.path}: {one.path} has another history of {stream}",
                code="import.history",
                given=str(other.path),
                allowed="logs of one house",
            )


def _check_same(path: Path, stored: StreamHead, read: StreamHead) -> None:
    if (stored.version, stored.hash) != (read.version, read.hash):
        raise NotAllowed(
            f"{path}: the database has another history of {read.stream} up to event {read.version}",
            code="import.history",
            given=read.hash.hex(),
            allowed=stored.hash.hex(),
        )
