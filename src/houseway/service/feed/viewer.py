"""What one viewer of a table is sent, and what everybody who watches the same table shares."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

from houseway.events import Actor, Role
from houseway.explanation.words import is_announced
from houseway.money import Cents
from houseway.procedure import LegalOption
from houseway.progressive import ProgressiveMeter
from houseway.service.feed.equipment import equipment_text
from houseway.service.feed.meaning import Meanings
from houseway.service.feed.moment import (
    PUBLIC,
    STAFF,
    Sections,
    TableMoment,
    moving_sections,
    public_sections,
    table_text,
    view_sections,
)
from houseway.service.feed.options import OptionTexts, current_options, requested_options
from houseway.service.feed.own import own_view_text
from houseway.service.feed.recording import EncodedEvents, FeedEvent, RecentEvents, record_turn
from houseway.service.feed.seat_changes import is_seat_unchanged
from houseway.service.live.settings import TableSettings
from houseway.service.live.waiting import Clock, Wait
from houseway.service.messages.encoding import (
    PERSON_MARK,
    Text,
    fact_text,
    json_text,
    list_text,
    object_text,
    person_ids_in,
    replace_ids,
)
from houseway.service.people.accounts import cap_buy_in
from houseway.service.people.protection.choices import Protections
from houseway.service.people.stops import Stop, Stops
from houseway.service.secrecy.round_values import RoundValues
from houseway.service.secrecy.seeds import SeedName
from houseway.store import RecordedCommand
from houseway.table import Table

RECENT_EVENTS = 400
"""A viewer who is further behind than this gets a snapshot."""
ANNOUNCEMENTS = 20
"""How many of the last announcements come with a snapshot."""

_EXTRAS = {
    **dict.fromkeys(("clocks", "commitments"), "[]"),
    **dict.fromkeys(("settings", "names"), "{}"),
    **dict.fromkeys(("receipt", "stopped", "frozen", "next_settings", "chance"), "null"),
}
"""Initial content of sections that come from elsewhere."""

MOST_NAMES = 200
"""So many names are kept before those of people who have gone are forgotten."""

ActorAt = Callable[[Table], Actor]
"""Returns the actor as whom somebody acts at a table, which depends on who banks. Raises if he may not."""


@dataclass(frozen=True, eq=False)
class PublicState:
    """Snapshot shared by all viewers."""

    serial: int
    seen: Mapping[str, object]
    """The view of somebody without a seat."""
    view: Sections
    parts: Sections
    updates: dict[tuple[int, int, Role], Text] = field(default_factory=dict)
    """Whole updates that are the same for many: by the serial of what was sent before, the number of the last event that was sent
    before, and the role."""
    _changes: dict[int, Sections] = field(default_factory=dict)

    def changes_since(self, earlier: "PublicState | None") -> Sections:
        """Return the sections that have changed. Most viewers were sent the same before, so they share the answer."""
        if earlier is None:
            return _with_view(self.view, self.parts)
        if earlier.serial not in self._changes:
            view, parts = _changed(earlier.view, self.view), _changed(earlier.parts, self.parts)
            self._changes[earlier.serial] = _with_view(view, parts)
        return self._changes[earlier.serial]

    def with_parts(self, parts: Sections) -> "PublicState":
        """Return a later state with new sections around the view."""
        return PublicState(self.serial + 1, self.seen, self.view, {**self.parts, **parts})


def _changed(before: Sections, after: Sections) -> Sections:
    return {name: text for name, text in after.items() if name not in before or before[name] != text}


def _with_view(view: Sections, parts: Sections) -> Sections:
    return {"view": object_text(view), **parts} if view else parts


def _ids_named_in(events: Iterable[FeedEvent]) -> Iterator[str]:
    for each in events:
        for fact in each.event.facts.values():
            if type(fact) is str and PERSON_MARK in fact:
                yield from person_ids_in(fact)


class ShownState(NamedTuple):
    """What the house says about a table, apart from its events."""

    settings: TableSettings
    following: Mapping[str, object] | None
    """The settings of a later round."""
    clocks: tuple[Clock, ...]
    wait: Wait | None
    stop: Stop | None
    commitments: Mapping[SeedName, str]
    values: RoundValues | None
    """What players add to the chance of the round."""
    deck_round: int
    """The round in which the deck to be dealt next was shuffled."""


class TableFeed:
    """The latest moment of a table, encoded once, and its last events."""

    def __init__(self, moment: TableMoment, most_recent: int = RECENT_EVENTS, now: Callable[[], int] | None = None) -> None:
        """Without a clock, the time is that of the last turn."""
        self.moment = moment
        self.now = now or (lambda: self.moment.at)
        """Return the time of the house, in milliseconds."""
        self.recent = RecentEvents(moment.table.version, most_recent)
        self.names: dict[str, str] = {}
        """Display names by the ids that streams have."""
        self._most_names = MOST_NAMES
        self.unknown_ids = {found for text in moment.table.arrivals for found in person_ids_in(text)}
        """Those who are named in what is sent, and whose display names are not known yet."""
        self._extras: Sections = dict(_EXTRAS)
        self.frozen = ""
        """Why the table takes no commands; empty if it does."""
        self.shown_state: ShownState | None = None
        """What was last shown of the house's state of the table, so that it is encoded only if it has changed."""
        self.is_round_recalled = False
        """Whether the events of the round before the feed began were asked for."""
        self._called_before: tuple[FeedEvent, ...] = ()
        self._public: PublicState | None = None
        self._before: PublicState | None = None
        """What was encoded last, from which parts that are the same are taken."""
        self._serial = 0
        self._encoded: dict[tuple[int, bool], EncodedEvents] = {}
        """Events as they were encoded since the last turn: by the number of the first, and for the staff or for others."""
        self.turns = 0
        """Turns so far. Until there is a further one, what a viewer may see of cards and may do stays the same."""

    def advance(self, moment: TableMoment, commands: Sequence[RecordedCommand]) -> None:
        """Take over the next moment, after a turn."""
        events = tuple(record_turn(self.moment.table, moment, commands))
        self.recent.add(events)
        self.note_ids(events)
        self.moment = moment
        self._serial = self._public.serial if self._public else self._serial
        self._public = None
        self._encoded.clear()
        self.turns += 1
        if len(self.names) > self._most_names:
            self._forget_names()

    def show_meters(self, meters: Mapping[str, ProgressiveMeter]) -> bool:
        """Show meters that have moved at another table. Return whether that can be seen here."""
        if meters is self.moment.meters:
            return False
        self.moment, before = replace(self.moment, meters=meters), self.public_state
        self._public = before.with_parts(moving_sections(self.moment, self.with_names))
        return self._public.parts != before.parts

    def show_stops(self, stops: Stops, protections: Protections) -> None:
        """Use new stop switches from now on. They decide what everybody may do."""
        self.moment = replace(self.moment, stops=stops, protections=protections)
        self.turns += 1

    def freeze(self, why: str) -> None:
        """Show that the table takes no commands, and why; "" if it does."""
        self.frozen = why
        self.show_section("frozen", why or None)
        self.turns += 1

    def show_section(self, section: str, content: object) -> bool:
        """Show what comes from elsewhere: clocks, the table's settings, why it is frozen. Return whether it is news."""
        text = json_text(content)
        if self._extras[section] == text:
            return False
        self._extras[section] = text
        if self._public is not None:
            self._public = self._public.with_parts({section: self._extras[section]})
        return True

    def learn_names(self, names: Mapping[str, str]) -> None:
        """Add display names of people at the table."""
        self.names |= names
        self.unknown_ids -= names.keys()
        self.show_section("names", self.names)

    def with_names(self, words: str) -> str:
        return replace_ids(words, self.names) if self.names else words

    def note_ids(self, events: Collection[FeedEvent]) -> None:
        """Note who is named in events that will be sent. Whoever sits down may have chosen another name since he was here last."""
        found = frozenset(_ids_named_in(events))
        seated = frozenset(_ids_named_in(each for each in events if each.event.kind == "player-seated"))
        self.unknown_ids.update(seated, found - self.names.keys())

    def _forget_names(self) -> None:
        """Forget the names of those who have gone, and are named in nothing that may still be sent."""
        named = {found for name in self.moment.table.arrivals for found in person_ids_in(name)}
        named.update(_ids_named_in(self._called_before), _ids_named_in(self.recent.kept_events))
        self.names = {found: name for found, name in self.names.items() if found in named}
        self._most_names = max(MOST_NAMES, 2 * len(self.names))
        self.show_section("names", self.names)

    @property
    def public_state(self) -> PublicState:
        if self._public is None:
            moment = self.moment
            view = MappingProxyType(moment.view_for(PUBLIC))
            parts = {"table": table_text(moment), **public_sections(moment, self.with_names), **self._extras}
            self._public = PublicState(self._serial + 1, view, view_sections(view, self._before), parts)
            self._before = self._public
        return self._public

    def encode_events(self, events: Sequence[FeedEvent], actor: Actor) -> EncodedEvents:
        """Encode the last events. Most viewers are sent the same ones, so they are put together only once."""
        asked = events[0].number if events else 0, actor.role in STAFF
        if asked not in self._encoded:
            self._encoded[asked] = EncodedEvents(events, actor, self.with_names)
        return self._encoded[asked]

    def recall(self, events: Iterable[FeedEvent]) -> None:
        """Note what was called out in this round before the feed began."""
        self._called_before = tuple(each for each in events if is_announced(each.event) and each.is_public)
        self.note_ids(self._called_before)

    def announcements(self, actor: Actor) -> Text:
        """Encode what was called out last, including in the round before: between rounds it says how that one ended."""
        called = [*self._called_before, *self.recent.announced_events()]
        return list_text(each.text_for(actor, self.with_names) for each in called[-ANNOUNCEMENTS:])


@dataclass(slots=True)
class OwnState:
    """What one viewer may see and do that the public may not, after a turn."""

    turn: int
    """The last turn after which it was the same."""
    moment: TableMoment
    """The last moment at which it was the same. Most viewers share it, so that changes since then are found once for all."""
    actor: Actor
    frozen: str
    options: tuple[LegalOption, ...]
    meanings: Meanings
    sections: Sections


class TableViewer:
    """One viewer of a table: what he may see now, and what he has been sent."""

    def __init__(self, feed: TableFeed, actor_at: ActorAt) -> None:
        self.feed, self._actor_at = feed, actor_at
        self.number = -1
        """The number of the last event that he was sent; -1 before anything."""
        self._own: OwnState | None = None
        self._options_sent = OptionTexts()
        self._balance: Cents | None = None
        self._sent_public: PublicState | None = None
        self._sent_own: Sections = {}

    @property
    def actor(self) -> Actor:
        return self._actor_at(self.feed.moment.table)

    @property
    def is_up_to_date(self) -> bool:
        """Return whether he was sent everything that there is now."""
        own, feed = self._own, self.feed
        is_own_sent = own is not None and own.turn == feed.turns and own.sections is self._sent_own
        return is_own_sent and self._sent_public is feed.public_state and self.number == feed.recent.version

    def show_balance(self, balance: Cents) -> bool:
        """Show the balance of his account, from which he buys chips. Return whether it has changed."""
        if balance == self._balance:
            return False
        self._balance, self._own = balance, None
        return True

    def snapshot(self) -> Text:
        """Return everything that he may see now. Numbers go on from there."""
        actor = self.actor
        sections = self._take_everything(actor)
        self.number = self.feed.recent.version
        parts = {"type": '"snapshot"', "number": str(self.number), "as": json_text(actor.role.value), **sections}
        return self._with_time(object_text({**parts, "announcements": self.feed.announcements(actor)}))

    def resume(self, last: int, stored: Sequence[FeedEvent] = ()) -> Text:
        """Return all events after a number, and everything that he may see now; a snapshot if he is too far behind.

        `stored` are the events after that number which are no longer kept here."""
        recent = self.feed.recent.events_after(stored[-1].number if stored else last)
        if recent is None or last < 0:
            return self.snapshot()
        self._sent_public, self._sent_own = None, {}
        return self._update([*stored, *recent], last)

    def next_message(self) -> Text:
        """Return what he has not been sent yet, as one message; "" if there is nothing."""
        events = self.feed.recent.events_after(self.number)
        return self.snapshot() if events is None else self._update(events, self.number)

    def options(self, part: str) -> Text:
        """Return options that are sent on request."""
        moment, actor = self.feed.moment, self.actor
        found = requested_options(moment, actor, part)
        meanings = Meanings(moment, actor, self.feed.public_state.seen)
        encoded = OptionTexts().encode(moment.table, found, meanings, self.feed.with_names)
        return object_text(
            {"type": '"options"', "part": json_text(part), "number": str(self.feed.recent.version), "options": encoded}
        )

    def known_meanings(self, table: Table, actor: Actor) -> Meanings | None:
        """Return what acts mean to him at a table, if that is known from his last options. What others have done since then may
        have changed nothing for him."""
        own = self._own
        if own is None or self.feed.moment.table is not table or own.actor != actor:
            return None
        if actor.role in STAFF:  # what a step of the staff means may change with time alone
            return None
        return own.meanings if own.turn == self.feed.turns or self._is_unchanged(own, actor) else None

    def _update(self, events: Sequence[FeedEvent], after: int) -> Text:
        """Return events and sections that have changed; "" if there are neither."""
        actor, public, before = self.actor, self.feed.public_state, self._sent_public
        own = self._own_sections(actor)
        news = _changed(self._sent_own, own) if own is not self._sent_own else {}
        self._sent_public, self._sent_own, self.number = public, own, self.feed.recent.version
        encoded = self.feed.encode_events(events, actor)
        if news or before is None or not encoded.is_same_for_all:
            return self._with_time(self._update_text(actor, after, encoded, {**public.changes_since(before), **news}))
        asked = before.serial, after, actor.role
        if asked not in public.updates:
            public.updates[asked] = self._update_text(actor, after, encoded, public.changes_since(before))
        return self._with_time(public.updates[asked])

    def _with_time(self, message: Text) -> Text:
        """Say in a message when it is sent, by the house's clock: running clocks are read by it. The last turn may be long ago,
        and others may be sent the same message later."""
        return f'{{"at":{self.feed.now()},{message[1:]}' if message else ""

    def _update_text(self, actor: Actor, after: int, events: EncodedEvents, changed: Sections) -> Text:
        if after == self.number and changed.keys() <= {"meters"}:
            return object_text({"type": '"meters"', **changed}) if changed else ""
        parts = {"type": '"update"', "from": str(after + 1), "to": str(self.number), "as": json_text(actor.role.value)}
        return object_text({**parts, "events": events.text_for(actor, self.feed.with_names), **changed})

    def _take_everything(self, actor: Actor) -> Sections:
        """Return all sections, and count them as sent."""
        public, own = self.feed.public_state, self._own_sections(actor)
        self._sent_public, self._sent_own = public, own
        return {**public.changes_since(None), **own}

    def _own_sections(self, actor: Actor) -> Sections:
        """Return his own sections. They are computed once after each turn that may have changed them."""
        own, feed = self._own, self.feed
        if own is None or (own.turn != feed.turns and not self._is_unchanged(own, actor)):
            own = self._see(actor)
        own.turn, own.moment, self._own = feed.turns, feed.moment, own
        return own.sections

    def _is_unchanged(self, own: OwnState, actor: Actor) -> bool:
        feed = self.feed
        if own.actor != actor or own.frozen != feed.frozen:
            return False
        return is_seat_unchanged(own.moment, feed.moment, actor, self._balance)

    def _see(self, actor: Actor) -> OwnState:
        moment, public, before = self.feed.moment, self.feed.public_state.seen, self._own
        positions = moment.table.positions_of(actor.name) if actor.name else ()
        view = moment.view_for(actor) if positions and moment.table.round.hands else public
        options, meanings = self._options(moment, actor), Meanings(moment, actor, view)
        if before is not None and before.meanings == meanings:
            meanings = before.meanings  # their digests are known
        own = own_view_text(moment.table, positions, view, public, options) if positions else "null"
        sections = {"own": own, "account": fact_text(self._balance), "equipment": equipment_text(moment, actor.role)}
        if before is not None and before.meanings is meanings and before.options == options:
            sections["options"] = before.sections["options"]
        else:
            sections["options"] = self._options_sent.encode(moment.table, options, meanings, self.feed.with_names)
        return OwnState(self.feed.turns, moment, actor, self.feed.frozen, options, meanings, sections)

    def _options(self, moment: TableMoment, actor: Actor) -> tuple[LegalOption, ...]:
        if self.feed.frozen:
            return ()
        options = current_options(moment, actor)
        return options if self._balance is None else cap_buy_in(options, self._balance)
