"""Audit a store: hash chains, editions, draws, meters and receipts. Snapshots are not read, and no secret key is needed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from houseway.errors import HousewayError, Malformed
from houseway.events import Event
from houseway.progressive import ProgressiveMeter, evolve_meter
from houseway.service.live.editions import load_edition_text
from houseway.service.live.loading import load_seeds
from houseway.service.live.reconciling import unreconciled_contributions
from houseway.service.live.turn import meter_stream, table_stream
from houseway.service.live.verifying import VerifiedDraw, verify_draws
from houseway.service.secrecy.keys import PublicKey
from houseway.service.secrecy.receipts import Receipt, contradicted_receipts, is_genuine
from houseway.store import Store, StreamHead
from houseway.table.editions import RULES_EVENTS

_IMPOSSIBLE = (KeyError, TypeError, ValueError, AssertionError, AttributeError, IndexError)
"""What folding raises for events that no table has recorded."""
Progress = Callable[[int, int], None]
"""Is called with the number of streams done and the number of all."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not in order, and where."""

    place: str
    message: str


@dataclass
class AuditReport:
    """What was checked, and what is wrong."""

    streams: int = 0
    events: int = 0
    tables: int = 0
    draws: int = 0
    """Draws whose seed is open, all of which were computed again."""
    receipts: int = 0
    problems: list[Problem] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class RoundSeed:
    """A seed of one round: the hash that the house has published before, and the seed itself once it is open."""

    purpose: str
    commitment: str
    seed: str


def audit_store(
    store: Store, receipts: Sequence[Receipt] = (), keys: Sequence[PublicKey] = (), progress: Progress | None = None
) -> AuditReport:
    """Check everything that can be checked from outside the house. All problems are found, not only the first."""
    report = AuditReport()
    heads, broken = store.heads(), set[str]()
    for number, head in enumerate(heads, start=1):
        problem = _check_stream(store, head, report)
        if problem is not None:
            broken.add(head.stream)
            report.problems.append(problem)
        if progress:
            progress(number, len(heads))
    if not broken:
        _check_meters(store, report)
    _check_receipts(store, [receipt for receipt in receipts if receipt.stream not in broken], keys, report)
    return report


def _check_stream(store: Store, head: StreamHead, report: AuditReport) -> Problem | None:
    """Check one stream; what cannot be read or folded any further is a problem."""
    report.streams += 1
    try:
        _check_chain(store, head.stream, report)
        if head.stream.startswith(table_stream("")):
            _check_draws(store, head.stream.removeprefix(table_stream("")), report)
    except HousewayError as error:
        return Problem(head.stream, error.message)
    except _IMPOSSIBLE as error:
        return Problem(head.stream, f"its events cannot be folded: {type(error).__name__}: {error}")
    return None


def _check_chain(store: Store, stream: str, report: AuditReport) -> None:
    """Read a stream, which checks its chain. A meter is folded, and the editions of a table must be there as they were."""
    meter: ProgressiveMeter | None = None
    for append in store.read(stream):
        for event in append.events:
            report.events += 1
            if stream.startswith(meter_stream("")):
                meter = evolve_meter(meter, event)
            elif event.kind in RULES_EVENTS:
                _check_edition(store, event)


def _check_edition(store: Store, event: Event) -> None:
    edition = event.text("book_edition")
    if edition and load_edition_text(store, edition) is None:
        said = f"the edition {edition[:16]} of its rule book is not stored"
        raise Malformed(said, code="store.edition", given="nothing", allowed=edition)


def _check_draws(store: Store, table: str, report: AuditReport) -> None:
    report.tables += 1
    for draw in verify_draws(store, table):
        report.draws += 1
        if not draw.agrees:
            said = f"event {draw.version} ({draw.act}) is not what the seed of round {draw.round} gives"
            report.problems.append(Problem(table_stream(table), said))


def _check_meters(store: Store, report: AuditReport) -> None:
    for each in unreconciled_contributions(store):
        said = f"round {each.round} at {each.table} wagered {each.wagered}, and the meter has counted {each.counted}"
        report.problems.append(Problem(meter_stream(each.meter), said))


def _check_receipts(store: Store, receipts: Sequence[Receipt], keys: Sequence[PublicKey], report: AuditReport) -> None:
    report.receipts = len(receipts)
    for receipt in receipts:
        if not is_genuine(receipt, keys):
            said = f"the receipt of event {receipt.version} was not signed by a key of the house that was in use at that time"
            report.problems.append(Problem(receipt.stream, said))
    for receipt in contradicted_receipts(store, receipts):
        said = f"the receipt of event {receipt.version} says otherwise: the stream is shorter, or was written anew"
        report.problems.append(Problem(receipt.stream, said))


def round_seeds(store: Store, table: str, number: int) -> tuple[RoundSeed, ...]:
    """Return the seeds of a round. One that is not open yet has no seed."""
    _check_there(store, table)
    seeds, _ = load_seeds(store, table)
    found = [(purpose, hashed) for (each, purpose), hashed in seeds.commitments.items() if each == number]
    if not found:
        rounds = sorted({each for each, _ in seeds.commitments})
        raise Malformed(
            f"{table} has no round {number}; there are rounds {rounds[0]} to {rounds[-1]}",
            code="verify.round",
            given=number,
            allowed=f"{rounds[0]} to {rounds[-1]}",
        )
    opened = {purpose: seed.hex() for (each, purpose), seed in seeds.opened.items() if each == number}
    return tuple(RoundSeed(purpose, hashed, opened.get(purpose, "")) for purpose, hashed in found)


def round_draws(store: Store, table: str, number: int) -> Iterator[VerifiedDraw]:
    """Yield the draws from seeds of a round that are open."""
    return (draw for draw in verify_draws(store, table) if draw.round == number)


def _check_there(store: Store, table: str) -> None:
    tables = tuple(head.stream.removeprefix(table_stream("")) for head in store.heads(table_stream("")))
    if table not in tables:
        there = f"there are {', '.join(tables)}" if tables else "there are none"
        raise Malformed(f"there is no table {table!r}; {there}", code="verify.table", given=table, allowed=tables)
