"""Records that somebody has changed: every fact of every kind of event, and whole events. Hashes do not help; the rules do.

A forgery is judged at the command in which it is, on the state to which the record led. Its seals and chains would be computed
anew by whoever forges, so they are left out here; `test_logs` forges a whole file.
"""

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import pytest

from houseway.cards import CARDS, Card
from houseway.errors import IMPOSSIBLE, HousewayError
from houseway.events import Event
from houseway.files.rounds.file import read_round_file
from houseway.files.rounds.play import play_round_file
from houseway.ledger import MONEY_MOVED
from houseway.money import Cents
from houseway.procedure import DIV, MD
from houseway.procedure import FOUR_CARD as FC
from houseway.procedure import ULTIMATE as UTH
from houseway.review import Level, RecordedDecision, TableReview
from tests.support.paths import GOLDEN_ROUNDS
from tests.support.reviews import recorded_decisions
from tests.support.run_logs import RecordedCommands
from tests.support.sessions import dealt_session, recorded_session

ROUNDS = {
    MD: ("md/envy-several-at-once", "md/bank-wins-copies", "md/payout-limit-caps-meter", "md/surrendered-cards-stay-for-envy"),
    DIV: ("div/payout-limit-for-each-player",),
    UTH: ("uth/payout-limit-caps-pairs", "uth/payout-limit-spares-pairs"),
    FC: ("fc/progressive-a-rows-and-envy", "fc/progressive-c-ranks-all-five"),
}


class Moment(NamedTuple):
    """A recorded command, and the review that has reached it."""

    review: TableReview
    recorded: RecordedDecision


@cache
def moments(book: str) -> tuple[Moment, ...]:
    """Every command of a session and of golden rounds, each with the state before it."""
    dealt_session(book)
    records = [recorded_session(book)]
    for name in ROUNDS[book]:
        records.append(RecordedCommands())
        play_round_file(read_round_file(GOLDEN_ROUNDS / f"{name}.toml"), records[-1].record)
    return tuple(moment for each in records for moment in _moments_of(each))


def _moments_of(recorded: RecordedCommands) -> Iterator[Moment]:
    review = TableReview()
    for each in recorded_decisions(recorded):
        yield Moment(at_same_state(review), each)
        review.take(each)


def at_same_state(review: TableReview) -> TableReview:
    other = TableReview()
    other.table, other.meters = review.table, review.meters
    return other


def findings(moment: Moment, forged: RecordedDecision) -> bool:
    """Return whether a forged record is noticed: it is a finding, lacks a step, or cannot be folded."""
    review = at_same_state(moment.review)
    try:
        return review.take(forged) is not None or bool(review.missing)
    except (HousewayError, *IMPOSSIBLE):
        return True


def changed_value(fact: object) -> object:
    """Return another value of the same type, or None if there is none."""
    match fact:
        case bool():
            return not fact
        case Cents():
            return fact + Cents(100)
        case Fraction():
            return fact + 1
        case Card():
            return CARDS[0] if fact != CARDS[0] else CARDS[1]
        case int():
            return fact + 1
        case str():
            return f"{fact} or not"
        case tuple() | list() if fact:
            return (changed_value(fact[0]), *fact[1:])
        case dict() if fact:
            first, *_ = fact
            return {**fact, first: changed_value(fact[first])}
    return None


def with_event(recorded: RecordedDecision, place: int, *events: Event) -> RecordedDecision:
    """Return a record with other events in the place of one."""
    return recorded._replace(events=(*recorded.events[:place], *events, *recorded.events[place + 1 :]))


def forged_facts(book: str) -> Iterator[tuple[str, str, bool]]:
    """Change every fact of the first event of each kind, and say whether it was noticed."""
    tried = set()
    for moment in moments(book):
        for place, event in enumerate(moment.recorded.events):
            for name, fact in event.facts.items():
                value = changed_value(fact)
                if (event.kind, name) in tried or value is None:
                    continue
                tried.add((event.kind, name))
                forged = Event(event.kind, event.clauses, {**event.facts, name: value})
                yield event.kind, name, findings(moment, with_event(moment.recorded, place, forged))


STATED = {"cut-made": {"depth"}, "dice-shaken": {"times"}}
"""Facts that nobody can work out, by kind: seeds, receipts, checkpoints and people speak to these."""


@pytest.mark.parametrize("book", [MD, DIV, UTH, FC])
def test_every_changed_fact_is_noticed_unless_somebody_stated_it(book):
    missed: dict[str, set[str]] = {}
    for kind, name, noticed in forged_facts(book):
        if not noticed:
            missed.setdefault(kind, set()).add(name)
    assert {kind: names - STATED.get(kind, set()) for kind, names in missed.items() if names - STATED.get(kind, set())} == {}


@pytest.mark.parametrize("book", [MD, DIV, UTH, FC])
def test_an_event_that_is_missing_or_repeated_is_noticed(book):
    tried, missed = set(), []
    for moment in moments(book):
        for place, event in enumerate(moment.recorded.events):
            if event.kind in tried or len(moment.recorded.events) == 1:
                continue
            tried.add(event.kind)
            without, twice = with_event(moment.recorded, place), with_event(moment.recorded, place, event, event)
            missed += [event.kind for forged in (without, twice) if not findings(moment, forged)]
    assert len(tried) > 15
    assert missed == []


@pytest.mark.parametrize("book", [MD, DIV, UTH, FC])
def test_a_step_that_is_skipped_is_noticed_with_the_next(book):
    skipped = 0
    for before, after in zip(moments(book), moments(book)[1:], strict=False):
        table = before.review.table
        if table is None or after.review.table is None or before.recorded.by.role.value != "dealer":
            continue
        if before.recorded.asked.act in ("pay", "deal", "close-betting", "expose", "turn-dealer", "settle-side"):
            skipped += 1
            assert findings(Moment(before.review, after.recorded), after.recorded)
    assert skipped > 10


@pytest.mark.parametrize("book", [MD, DIV, UTH, FC])
def test_what_meters_record_is_noticed(book):
    tried, missed = set(), []
    for moment in moments(book):
        moved = moment.recorded.meter_events
        for place, (meter, event) in enumerate(moved):
            for name, fact in event.facts.items():
                if (event.kind, name) in tried or changed_value(fact) is None:
                    continue
                tried.add((event.kind, name))
                forged = Event(event.kind, event.clauses, {**event.facts, name: changed_value(fact)})
                others = (*moved[:place], (meter, forged), *moved[place + 1 :])
                if not findings(moment, moment.recorded._replace(meter_events=others)):
                    missed.append((event.kind, name))
            if not findings(moment, moment.recorded._replace(meter_events=(*moved[:place], *moved[place + 1 :]))):
                missed.append((event.kind, "missing"))
    assert tried
    assert missed == []


def payments(book: str, reason: str) -> list[tuple[Moment, int, Event]]:
    return [
        (moment, place, event)
        for moment in moments(book)
        for place, event in enumerate(moment.recorded.events)
        if event.kind == MONEY_MOVED and event["reason"] == reason
    ]


REASONS = {
    MD: ("payout", "vigorish", "envy", "wager-returned", "wager-lost", "wager"),
    DIV: ("payout", "vigorish", "wager-returned", "wager-lost", "wager"),
    UTH: ("payout", "wager-returned", "wager-lost", "wager"),
    FC: ("payout", "envy", "wager-returned", "wager-lost", "wager"),
}


@pytest.mark.parametrize(("book", "reason"), [(book, reason) for book, reasons in REASONS.items() for reason in reasons])
def test_who_is_owed_what(book, reason):
    """A payment that is a dollar too much, half, sent to somebody else or missing is found with the right cents and accounts."""
    moment, place, event = payments(book, reason)[0]
    amount, source, target = event.cents("amount"), event.text("source"), event.text("target")
    other = "player:Somebody"
    half = Cents(amount.amount // 2)
    for changed, owed in (
        ({"amount": amount + Cents(100)}, {source: 100, target: -100}),
        ({"amount": half}, {source: half.amount - amount.amount, target: amount.amount - half.amount}),
        ({"target": other}, {target: amount.amount, other: -amount.amount}),
        ({"source": other}, {source: -amount.amount, other: amount.amount}),
        (None, {source: -amount.amount, target: amount.amount}),
    ):
        forged = () if changed is None else (Event(event.kind, event.clauses, {**event.facts, **changed}),)
        finding = judged(moment, with_event(moment.recorded, place, *forged))
        assert finding.level is Level.MONEY
        assert dict(finding.difference.owed) == owed
        assert finding.round == (moment.review.table.number if moment.review.table else 0)


def judged(moment: Moment, forged: RecordedDecision):
    """Return the finding of a record that may not even be possible to fold."""
    review = at_same_state(moment.review)
    return review._judge(forged, None)


@pytest.mark.parametrize("book", [MD, DIV, UTH, FC])
def test_other_clauses_are_a_remark_and_no_fault(book):
    moment = next(each for each in moments(book) if each.recorded.events and each.recorded.events[0].clauses)
    event = moment.recorded.events[0]
    finding = judged(moment, with_event(moment.recorded, 0, Event(event.kind, event.clauses[1:], event.facts)))
    assert (finding.level, finding.is_wrong) == (Level.CITATION, False)


def test_a_finding_is_the_same_after_it_was_stored():
    moment, place, event = payments(UTH, "payout")[0]
    forged = Event(event.kind, event.clauses, {**event.facts, "amount": Cents(1)})
    finding = judged(moment, with_event(moment.recorded, place, forged))
    again = type(finding).from_json(json.loads(json.dumps(finding.to_json())))
    assert (again.to_text(), again.cause, again.owed_text()) == (finding.to_text(), finding.cause, finding.owed_text())
