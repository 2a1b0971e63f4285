"""Two worlds that differ only in cards that somebody has not seen. Whatever reaches him must be the same in both, byte for byte."""

import json

from houseway.cards import Card
from houseway.equipment.state import replace as changed_equipment
from houseway.errors import HousewayError
from houseway.events import Command, Event, encode_fact
from houseway.explanation.words import describe_event
from houseway.service.feed.moment import TableMoment
from houseway.service.feed.viewer import TableFeed, TableViewer
from houseway.service.live.turns.preview import preview_command
from houseway.store import RecordedCommand
from houseway.table import TableRun, redact_event
from houseway.table.context import round_context
from houseway.values import with_changes
from tests.support.eyes import seen_now, shown

SHUFFLES = ("shuffle", "receive-deck")
"""Acts with which chance brings cards; whoever asks for them does not see them."""


# Cards in facts


def mapped(fact, swap):
    """A fact with other cards in it."""
    if isinstance(fact, Card):
        return swap.get(fact, fact)
    if isinstance(fact, tuple | list):
        return tuple(mapped(part, swap) for part in fact)
    if isinstance(fact, dict):
        return {key: mapped(part, swap) for key, part in fact.items()}
    return fact


def cards_in(value):
    """Every card that is anywhere in a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Event):
        yield from cards_in(value.facts)
    elif isinstance(value, dict) or hasattr(value, "items"):
        yield from (card for key, part in value.items() for card in (*cards_in(key), *cards_in(part)))
    elif isinstance(value, tuple | list | frozenset | set):
        yield from (card for part in value for card in cards_in(part))


def named_by(actor, command):
    """Cards that somebody names in a command of his own."""
    return set(cards_in(dict(command.facts))) if command.by == actor and command.act not in SHUFFLES else set()


# What reaches somebody


def view_of(run, actor, at):
    return run.table.game.view(round_context(run.table, at, run.meters), actor)


def told(run, actor, at, events):
    """Events as somebody is told of them."""
    context = round_context(run.table, at, run.meters)
    return [redact_event(context, actor, event) for event in events]


def said(run, actor, at, events):
    """The same as it would leave the process, and in words."""
    heard = told(run, actor, at, events)
    words = [describe_event(event, run.table.seats) for event in heard]
    return json.dumps({"events": [event.to_json() for event in heard], "words": words})


def before_him(run, actor, at):
    """Everything that somebody may look at: the view, what he may do, the next step, chips and meters."""
    content = {
        "view": view_of(run, actor, at),
        "legal": run.legal(actor, at),
        "due": run.due(at),
        "chips": run.table.ledger.balances,
        "meters": {name: meter.value for name, meter in run.meters.items()},
    }
    return json.dumps(encode_fact(content))


def refused(refusal):
    return None if refusal is None else json.dumps({"type": type(refusal).__name__, **refusal.to_json()})


# What a socket would send him


class Messages:
    """The messages that somebody would be sent of a table."""

    def __init__(self, run, actor):
        self.run = run
        self.viewer = TableViewer(TableFeed(TableMoment(run.table, run.meters, 0)), lambda table: actor)
        self.first = self.viewer.snapshot()
        self.sent = run.version

    def after(self, command, look):
        """What he is sent after a command; with `look`, also what he would be sent if he came anew, or asked for rulings."""
        events = tuple(self.run.events[self.sent - self.run.version :]) if self.run.version > self.sent else ()
        self.sent = self.run.version
        at = command.at * 1000
        self.viewer.feed.advance(TableMoment(self.run.table, self.run.meters, at), [RecordedCommand(at, command.by, events)])
        following = self.viewer.next_message()
        return (following, self.viewer.snapshot(), self.viewer.options("rulings")) if look else following


# Two worlds


def outcome(run, command):
    """What came of a command, events of meters too, or the refusal."""
    before = len(run.meter_events)
    try:
        events = run.act(command)
    except HousewayError as refusal:
        return (), refusal
    return (*events, *(event for _, event in run.meter_events[before:])), None


def copy(table, meters):
    run = TableRun(meters=dict(meters))
    run._table = table
    return run


def with_decks(table, swap):
    """The same table with other cards in its decks."""
    decks = tuple(
        deck if deck.cards is None else changed_equipment(deck, cards=mapped(deck.cards, swap))
        for deck in table.equipment.decks
    )
    return with_changes(table, equipment=changed_equipment(table.equipment, decks=decks))


class Learned(AssertionError):
    """Somebody has learned of a card that he could not see."""


def check(holds, *about):
    if not holds:
        raise Learned(*about)


class TwoWorlds:
    """A table twice, for one of the people at it. `swap` says which of the cards that he has not seen have changed places."""

    def __init__(self, base, actor, swap):
        table, meters = base
        self.actor, self.swap = actor, swap
        self.one, self.other = copy(table, meters), copy(with_decks(table, swap), meters)
        self.number, self.seen = table.number, set()
        self.messages = [Messages(run, actor) for run in (self.one, self.other)]
        check(self.messages[0].first == self.messages[1].first, actor)

    @property
    def over(self):
        return self.one.table.number != self.number or not self.one.table.open

    def act(self, command, look=True):
        """A command in both worlds: a shuffle brings other cards, others do with their cards what they did, he does the same."""
        own = command.by == self.actor and command.act not in SHUFFLES
        other = command if own else command._replace(facts=mapped(dict(command.facts), self.swap))
        (events, refusal), (others, other_refusal) = outcome(self.one, command), outcome(self.other, other)
        check((refusal is None) == (other_refusal is None), command, refusal, other_refusal)
        if own:
            check(refused(refusal) == refused(other_refusal), command)
        self._check_told(command, events, others)
        one, other = (messages.after(command, look) for messages in self.messages)
        check(one == other, self.actor, command)
        if look and not self.over:
            self._check_view(command)

    def _check_told(self, command, events, others):
        actor, at = self.actor, command.at
        check(said(self.one, actor, at, events) == said(self.other, actor, at, others), actor, command)
        self.seen |= known_after(actor, command, self.one.table, events)
        cards = set(cards_in(told(self.one, actor, at, events)))
        check(cards <= self.seen, actor, command, cards - self.seen)

    def _check_view(self, command):
        actor, at = self.actor, command.at
        check(before_him(self.one, actor, at) == before_him(self.other, actor, at), actor, command)
        view = view_of(self.one, actor, at)
        acts = [(option.facts, option.bounds) for option in self.one.legal(actor, at)]
        cards = {*cards_in(view), *cards_in(acts)}
        check(cards <= self.seen, actor, command, cards - self.seen)
        assert shown(view) == seen_now(self.one.table, actor), (actor, command)

    def ask(self, act, facts, at):
        """Whatever he asks for, he is refused in both worlds in the same words, or in neither; and a preview is the same."""
        command = Command(act, self.actor, facts, at)
        answers = [answer(run, command) for run in (self.one, self.other)]
        check(answers[0] == answers[1], command)


def answer(run, command):
    """What somebody would be answered if he asked what would come of a command: the refusal, or the preview."""
    try:
        preview = preview_command(run.table, command, run.meters)
    except HousewayError as refusal:
        return refused(refusal)
    events = [event.to_json() for event in (*preview.events, *(event for _, event in preview.meter_events))]
    return json.dumps([events, preview.event_words(run.table)])


def known_after(actor, command, table, events):
    """Cards that somebody knows after a command: those that he named himself, those before his eyes, those found face up."""
    found = (event.facts for event in events if event.kind in ("card-set-aside", "stub-card-seen"))
    return {*named_by(actor, command), *cards_in(seen_now(table, actor)), *cards_in(list(found))}
