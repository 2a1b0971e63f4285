"""Compare a played round file with what it expects."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import zip_longest

from houseway.events import Event
from houseway.explanation.results import WagerSettlement
from houseway.explanation.why import explain_round
from houseway.files.rounds.check_procedure import procedure_differences
from houseway.files.rounds.model import ExpectedEvent, ExpectedTransfer, ExpectedWager
from houseway.files.rounds.played_round import DoneIntervention, PlayedRoundFile
from houseway.ledger import MONEY_MOVED, Transfer
from houseway.money import Cents
from houseway.table.state import evolve_all


def check_expectations(played: PlayedRoundFile) -> list[str]:
    """Return all differences between the expected and the actual round, in words."""
    return [
        *_wager_differences(played),
        *_money_differences(played),
        *_transfer_differences(played),
        *_meter_differences(played),
        *_void_differences(played),
        *_event_differences(played),
        *procedure_differences(played),
        *_intervention_differences(played),
        *_unasked_decisions(played),
        *_unplaced_wagers(played),
        *_bank_differences(played),
        *_unused_reports(played),
        *_clause_differences(played),
        *_invariant_differences(played),
    ]


def _wager_differences(played: PlayedRoundFile) -> Iterator[str]:
    for (position, wager), wanted in played.file.expect.wagers.items():
        found = played.results.get((position, wager))
        name = f"{position} {wager}"
        if found is None:
            yield f"{name}: expected {wanted.result}, but it was never settled"
            continue
        if not _result_matches(wanted, found):
            yield f"{name}: expected {_result_text(wanted)}, got {_result_text(found)}"
        missing = [clause for clause in wanted.clauses if not _is_cited(clause, found.clauses)]
        if missing:
            yield f"{name}: settled without {', '.join(missing)}"
    for (position, wager), amount in played.file.expect.envy.items():
        paid = played.envy.get((position, wager), 0)
        if paid != amount:
            yield f"envy of {position} {wager}: expected {_money(amount)}, got {_money(paid)}"


def _result_matches(wanted: ExpectedWager, found: WagerSettlement) -> bool:
    return wanted.result == found.result and wanted.cents in (None, found.cents) and wanted.vigorish in (None, found.vigorish)


def _result_text(each: ExpectedWager | WagerSettlement) -> str:
    less = f" less {_money(each.vigorish)}" if each.vigorish else ""
    return each.result + (f" {_money(each.cents)}{less}" if each.cents is not None else "")


def _money(cents: Fraction | int) -> str:
    """Format an amount that a file states in cents. A meter may have a part of a cent."""
    return str(Cents(int(cents))) if cents == int(cents) else f"{cents} cents"


def _is_cited(clause: str, clauses: tuple[str, ...]) -> bool:
    return any(str(each).split(" ", 1)[1] == clause for each in clauses)


def _money_differences(played: PlayedRoundFile) -> Iterator[str]:
    expect = played.file.expect
    for name, cents in expect.net.items():
        if played.net.get(name, 0) != cents:
            yield f"net of {name}: expected {_money(cents)}, got {_money(played.net.get(name, 0))}"
    for account, cents in expect.accounts.items():
        if played.accounts.get(account, 0) != cents:
            yield f"{account}: expected {_money(cents)}, got {_money(played.accounts.get(account, 0))}"


def _transfer_differences(played: PlayedRoundFile) -> Iterator[str]:
    """Name the first transfer that is not the expected one."""
    wanted, found = played.file.expect.transfers, made_transfers(played.events)
    if wanted is None:
        return
    for number, (one, other) in enumerate(zip_longest(wanted, found), start=1):
        if one != other:
            yield f"transfer {number}: expected {_transfer_text(one)}, got {_transfer_text(other)}"
            return


def _transfer_text(each: ExpectedTransfer | None) -> str:
    return f"{_money(each.cents)} from {each.source} to {each.target} ({each.reason})" if each else "none"


def made_transfers(events: Iterable[Event]) -> tuple[ExpectedTransfer, ...]:
    """Return what moved, in order."""
    moved = (Transfer.from_event(event) for event in events if event.kind == MONEY_MOVED)
    return tuple(ExpectedTransfer(each.amount.amount, each.source, each.target, each.reason.value) for each in moved)


def _meter_differences(played: PlayedRoundFile) -> Iterator[str]:
    for meter, value in played.file.expect.meters.items():
        found = played.meters.get(meter)
        if found != value:
            yield f"meter {meter}: expected {_money(value)}, got {'none' if found is None else _money(found)}"


def _void_differences(played: PlayedRoundFile) -> Iterator[str]:
    expect = played.file.expect
    for name, wanted, found in (("void", expect.void, played.void), ("base-void", expect.base_void, played.base_void)):
        if found != wanted:
            yield f"{name}: expected {wanted or 'a played round'}, got {found or 'a played round'}"


def _event_differences(played: PlayedRoundFile) -> Iterator[str]:
    """The expected events must occur in this order; other events may come between them."""
    rest = iter(played.events)
    for number, wanted in enumerate(played.file.expect.events, start=1):
        if not any(_event_matches(wanted, event) for event in rest):
            facts = f" with {dict(wanted.facts)}" if wanted.facts else ""
            yield f"event {number}, {' '.join((wanted.kind, *wanted.clauses))}{facts}: did not occur (in this order)"
            return
    there = {event.kind for event in played.events}
    yield from (f"{kind}: occurred, but should not have" for kind in played.file.expect.never if kind in there)


def _event_matches(wanted: ExpectedEvent, event: Event) -> bool:
    return (
        event.kind == wanted.kind
        and all(_is_cited(clause, event.clauses) for clause in wanted.clauses)
        and all(_fact_matches(event.facts.get(name), value) for name, value in wanted.facts.items())
    )


def _fact_matches(found: object, wanted: object) -> bool:
    """Compare a fact. A single card may also stand for a hand of one card."""
    return found == wanted or (isinstance(found, tuple) and len(found) == 1 and found[0] == wanted)


def _intervention_differences(played: PlayedRoundFile) -> Iterator[str]:
    done = {each.intervention.number: each for each in played.interventions}
    for do in played.file.interventions:
        name = f"do {do.number} ({do.command_act or 'wait'})"
        if do.number not in done:
            yield f'{name}: the step "{do.when} {do.act}" never came'
        else:
            yield from (f"{name}: {said}" for said in _describe_refusal(done[do.number]))


def _unasked_decisions(played: PlayedRoundFile) -> Iterator[str]:
    """Report decisions that nobody asked for. After a void they do not matter."""
    if played.void or played.base_void:
        return
    asked = Counter(event["position"] for event in played.events if event.kind in _DECISION_ACTS)
    for seat in played.file.seats:
        for number, answer in enumerate(seat.plays, start=1):
            if number > asked[seat.position]:
                yield f"players.{seat.position}.plays[{number}] ({answer.act}): was never asked for"


def _unplaced_wagers(played: PlayedRoundFile) -> Iterator[str]:
    """Report wagers that were never placed, for example for lack of chips."""
    placed = {(event["position"], event["wager"]) for event in played.events if event.kind == "wager-placed"}
    for seat in played.file.seats:
        for bet in seat.bets:
            if (seat.position, bet.wager) not in placed:
                yield f"players.{seat.position}.wagers.{bet.wager} ({bet.amount}): was never placed"


def _bank_differences(played: PlayedRoundFile) -> Iterator[str]:
    """Report a bank that did not come about, unless the file expects its refusal."""
    bank, confirmed = played.file.bank, [event["position"] for event in played.events if event.kind == "bank-confirmed"]
    if bank is None or bank.position in confirmed or any(event.kind == _BANK_REFUSED for event in played.file.expect.events):
        return
    why = next((f": {event['why']}" for event in played.events if event.kind == _BANK_REFUSED), "")
    yield f"bank ({bank.position}): never banked{why}"


_BANK_REFUSED = "bank-refused"


def _unused_reports(played: PlayedRoundFile) -> Iterator[str]:
    """Report facts for a step that never came."""
    yield from (f"facts.{step}: {step} never came" for step in played.file.facts if step not in played.reported)


_DECISION_ACTS = ("player-checked", "play-decided", "hand-folded")


def _describe_refusal(done: DoneIntervention) -> Iterator[str]:
    do, refusal = done.intervention, done.refusal
    if do.refused and refusal is None:
        yield f"expected the refusal {do.refused}, but the act was accepted"
    elif do.refused and refusal is not None:
        if refusal.code != do.refused:
            yield f"expected the refusal {do.refused}, got {refusal.code}: {refusal.message}"
        missing = [clause for clause in do.clauses if not _is_cited(clause, refusal.clauses)]
        if missing:
            yield f"refused without {', '.join(missing)}, but under {', '.join(refusal.clauses) or 'no clause'}"


def _clause_differences(played: PlayedRoundFile) -> Iterator[str]:
    missing = [clause for clause in played.file.clauses if f"{played.file.book} {clause}" not in played.observed]
    if missing:
        yield f"clauses that were not observed: {', '.join(missing)}"


def _invariant_differences(played: PlayedRoundFile) -> Iterator[str]:
    """Check what must hold in every round."""
    table = played.run.table
    if sum(played.accounts.values()):
        yield f"money: the round sums to {_money(sum(played.accounts.values()))} instead of zero"
    if table.ledger.layout_balances:
        yield f"money: left on the layout: {', '.join(f'{name} {amount}' for name, amount in table.ledger.layout_balances.items())}"
    if evolve_all(played.start, played.run.events) != table:
        yield "replay: the events do not fold to the table's state"
    explained = explain_round(played.events, table.rules).account_changes
    if explained != played.accounts:
        yield f"why: the explanation accounts for {_moved(explained)}, but {_moved(played.accounts)} moved"


def _moved(accounts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {_money(cents)}" for name, cents in accounts.items()) or "nothing"
