"""Compare a played round file with what it expects."""

from collections import Counter
from collections.abc import Iterator

from houseway.events import Event
from houseway.explain.results import Settled
from houseway.explain.why import explain_round
from houseway.files.round_file import ExpectedEvent, ExpectedWager
from houseway.files.round_play import Done, Played
from houseway.table import fold


def check_expectations(played: Played) -> list[str]:
    """Return all differences between the expected and the actual round, in words."""
    return [
        *_wagers(played),
        *_money(played),
        *_meters(played),
        *_void(played),
        *_events(played),
        *_interventions(played),
        *_answers(played),
        *_placed(played),
        *_bank(played),
        *_reports(played),
        *_clauses(played),
        *_always(played),
    ]


def _wagers(played: Played) -> Iterator[str]:
    for (position, wager), wanted in played.file.expect.wagers.items():
        found = played.results.get((position, wager))
        name = f"{position} {wager}"
        if found is None:
            yield f"{name}: expected {wanted.result}, and it was never settled"
            continue
        if not _fits(wanted, found):
            yield f"{name}: expected {_said(wanted)}, got {_said(found)}"
        missing = [clause for clause in wanted.clauses if not _cited(clause, found.clauses)]
        if missing:
            yield f"{name}: settled without {', '.join(missing)}"
    for (position, wager), amount in played.file.expect.envy.items():
        paid = played.envy.get((position, wager), 0)
        if paid != amount:
            yield f"envy of {position} {wager}: expected {amount}, got {paid}"


def _fits(wanted: ExpectedWager, found: Settled) -> bool:
    return wanted.result == found.result and wanted.cents in (None, found.cents) and wanted.vigorish in (None, found.vigorish)


def _said(each: ExpectedWager | Settled) -> str:
    less = f" less {each.vigorish}" if each.vigorish else ""
    return each.result + (f" {each.cents}{less}" if each.cents is not None else "")


def _cited(clause: str, clauses: tuple[str, ...]) -> bool:
    return any(str(each).split(" ", 1)[1] == clause for each in clauses)


def _money(played: Played) -> Iterator[str]:
    expect = played.file.expect
    for name, cents in expect.net.items():
        if played.net.get(name, 0) != cents:
            yield f"net of {name}: expected {cents}, got {played.net.get(name, 0)}"
    for account, cents in expect.accounts.items():
        if played.accounts.get(account, 0) != cents:
            yield f"{account}: expected {cents}, got {played.accounts.get(account, 0)}"


def _meters(played: Played) -> Iterator[str]:
    for meter, value in played.file.expect.meters.items():
        if played.meters.get(meter) != value:
            yield f"meter {meter}: expected {value}, got {played.meters.get(meter)}"


def _void(played: Played) -> Iterator[str]:
    expect = played.file.expect
    for name, wanted, found in (("void", expect.void, played.void), ("base-void", expect.base_void, played.base_void)):
        if found != wanted:
            yield f"{name}: expected {wanted or 'a round that is played'}, got {found or 'a round that was played'}"


def _events(played: Played) -> Iterator[str]:
    """The expected events must occur in this order; other events may come between them."""
    rest = iter(played.events)
    for number, wanted in enumerate(played.file.expect.events, start=1):
        if not any(_is(wanted, event) for event in rest):
            facts = f" with {dict(wanted.facts)}" if wanted.facts else ""
            yield f"event {number}, {' '.join((wanted.kind, *wanted.clauses))}{facts}: did not occur (in this order)"
            return
    there = {event.kind for event in played.events}
    yield from (f"{kind}: was not to occur" for kind in played.file.expect.never if kind in there)


def _is(wanted: ExpectedEvent, event: Event) -> bool:
    return (
        event.kind == wanted.kind
        and all(_cited(clause, event.clauses) for clause in wanted.clauses)
        and all(_same(event.facts.get(name), value) for name, value in wanted.facts.items())
    )


def _same(found: object, wanted: object) -> bool:
    """Compare a fact. A single card may also stand for a hand of one card."""
    return found == wanted or (isinstance(found, tuple) and len(found) == 1 and found[0] == wanted)


def _interventions(played: Played) -> Iterator[str]:
    done = {each.do.number: each for each in played.done}
    for do in played.file.do:
        name = f"do {do.number} ({do.does or 'wait'})"
        if do.number not in done:
            yield f"{name}: {do.when} {do.act} never came"
        else:
            yield from (f"{name}: {said}" for said in _refusal(done[do.number]))


def _answers(played: Played) -> Iterator[str]:
    """Report decisions that nobody asked for. After a void they do not matter."""
    if played.void or played.base_void:
        return
    asked = Counter(event["position"] for event in played.events if event.kind in _DECIDED)
    for seat in played.file.seats:
        for number, answer in enumerate(seat.plays, start=1):
            if number > asked[seat.position]:
                yield f"players.{seat.position}.plays[{number}] ({answer.act}): was never asked for"


def _placed(played: Played) -> Iterator[str]:
    """Report wagers that were never placed, for example for lack of chips."""
    placed = {(event["position"], event["wager"]) for event in played.events if event.kind == "wager-placed"}
    for seat in played.file.seats:
        for bet in seat.bets:
            if (seat.position, bet.wager) not in placed:
                yield f"players.{seat.position}.wagers.{bet.wager} ({bet.amount}): was never placed"


def _bank(played: Played) -> Iterator[str]:
    """Report a bank that did not come about, unless the file expects its refusal."""
    bank, confirmed = played.file.bank, [event["position"] for event in played.events if event.kind == "bank-confirmed"]
    if bank is None or bank.position in confirmed or any(event.kind == _REFUSED for event in played.file.expect.events):
        return
    why = next((f": {event['why']}" for event in played.events if event.kind == _REFUSED), "")
    yield f"bank ({bank.position}): never banked{why}"


_REFUSED = "bank-refused"


def _reports(played: Played) -> Iterator[str]:
    """Report facts for a step that never came."""
    yield from (f"facts.{step}: {step} never came" for step in played.file.facts if step not in played.reported)


_DECIDED = ("player-checked", "play-decided", "hand-folded")


def _refusal(done: Done) -> Iterator[str]:
    do, refusal = done.do, done.refusal
    if do.refused and refusal is None:
        yield f"expected the refusal {do.refused}, and it was done"
    elif do.refused and refusal is not None:
        if refusal.code != do.refused:
            yield f"expected the refusal {do.refused}, got {refusal.code}: {refusal.message}"
        missing = [clause for clause in do.clauses if not _cited(clause, refusal.clauses)]
        if missing:
            yield f"refused without {', '.join(missing)}, but under {', '.join(refusal.clauses) or 'no clause'}"


def _clauses(played: Played) -> Iterator[str]:
    missing = [clause for clause in played.file.clauses if f"{played.file.book} {clause}" not in played.observed]
    if missing:
        yield f"clauses that were not observed: {', '.join(missing)}"


def _always(played: Played) -> Iterator[str]:
    """Check what must hold in every round."""
    table = played.run.table
    if sum(played.accounts.values()):
        yield f"money: the round does not sum to zero but to {sum(played.accounts.values())}"
    if table.ledger.unsettled:
        yield f"money: left on the layout: {', '.join(f'{name} {amount}' for name, amount in table.ledger.unsettled.items())}"
    if fold(played.run.events) != table:
        yield "replay: the events do not fold to the table's state"
    explained = explain_round(played.events, table.rules).changes
    if explained != played.accounts:
        yield f"why: explains {explained}, and {dict(played.accounts)} moved"
