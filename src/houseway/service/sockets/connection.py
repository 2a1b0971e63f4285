"""One person's connection to a table: it authenticates him, sends him messages, and answers his."""

import asyncio
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Protocol

from houseway.errors import HousewayError, Malformed, NotAllowed, Unavailable
from houseway.events import Actor
from houseway.money import Cents
from houseway.service.advice.advising import AskedAdvice, answer_question, read_question
from houseway.service.commands import preview_request, take_command
from houseway.service.feed.guarding import MeaningGuard
from houseway.service.feed.limits import FeedLimits, MessageRate
from houseway.service.feed.viewer import TableViewer
from houseway.service.messages.encoding import Text, replace_ids
from houseway.service.people import roles
from houseway.service.people.authority import actor_at
from houseway.service.people.person import Person
from houseway.service.sent_command import Sender
from houseway.service.service import Service
from houseway.service.sockets import protocol
from houseway.service.sockets.protocol import (
    AdviceMessage,
    ClientMessage,
    CommandMessage,
    HashMessage,
    Hello,
    OptionsRequest,
    Ping,
    PreviewMessage,
    ValueMessage,
)
from houseway.table import Table

# Why a connection ends: by the codes of RFC 6455, or 4000 and the HTTP status that says the same.
TOO_LARGE, RESTART, TRY_LATER = 1009, 1012, 1013
MALFORMED, NO_SESSION, NOT_ALLOWED, NO_TABLE, TOO_LATE, TOO_MANY, STOPPED = 4400, 4401, 4403, 4404, 4408, 4429, 4503
ENDINGS = {"house.table": NO_TABLE, "house.frozen": STOPPED}
"""How a connection ends that a refusal has kept from beginning, by the refusal's code; `NOT_ALLOWED` for any other."""
PLAYER = "player"
PLAYERS_ROLES = frozenset((roles.GUEST, roles.PLAYER))
"""Roles of people who do not work for the house."""
ACCOUNT_ACTS = ("buy-in", "cash-out", "leave")
"""Acts with which money comes from a player's account or goes to it."""


class Closed(Exception):
    """The connection has ended, or has to: `code` says why."""

    def __init__(self, code: int, reason: str = "") -> None:
        super().__init__(code, reason)
        self.code, self.reason = code, reason


class Transport(Protocol):
    """What carries messages. `receive` raises `Closed` when the client has gone."""

    async def receive(self) -> str: ...
    async def send(self, text: str) -> None: ...
    def can_write(self) -> bool:
        """Return whether a message can be sent without waiting."""

    def write(self, text: str) -> None:
        """Send a message when `can_write` has just said that it can be sent."""


def _reason_of(ends: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return why the tasks of a connection have ended: a fault if there was one."""
    closed, faults = ends.split(Closed)
    return faults or (closed.exceptions[0] if closed else ends)


class Connection:
    """Authenticates, greets, and then sends and receives until somebody goes."""

    def __init__(self, service: Service, transport: Transport, table: str, limits: FeedLimits) -> None:
        self._service, self._transport, self.table, self._limits = service, transport, table, limits
        self.token, self._capacity = "", ""
        self._person: Person | None = None
        self._viewer: TableViewer | None = None
        self._checked_at = self._used_at = 0.0
        self._news, self._room, self._session_ended = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._next_update_at, self._is_update_due, self._is_update_asked = 0.0, False, False
        self._sending_since: float | None = None
        self._is_idle = False
        """Whether the writing task waits for something to send."""
        self._fault: Exception | None = None
        """The error of an update that was sent without the writing task."""
        self._answers: deque[Text] = deque()
        self._rate, self._offences = MessageRate(limits), 0
        self._ending: Closed | None = None
        self._tasks = asyncio.TaskGroup()
        self._is_advising = False

    # What the feeds ask of it

    def begin_pause(self, now: float, busy_seconds: float) -> float | None:
        """Begin to gather what is new at the table, and return for how many seconds; None if that has begun already. An answer is
        never held back."""
        if self._is_update_due:
            return None
        self._is_update_due = True
        busy_pause = min(busy_seconds, self._limits.busy_gather_seconds)
        return max(self._next_update_at - now, self._limits.gather_seconds, busy_pause)

    def end_pause(self) -> bool:
        """Return whether there is anything new: everything may have come with an answer already."""
        self._is_update_due = False
        return self._viewer is None or not self._viewer.is_up_to_date

    def _busy_gather_seconds(self) -> float:
        """Return for how long updates are gathered because the event loop is late."""
        return min(self._service.feeds.updates.lateness.seconds_to_gather(), self._limits.busy_gather_seconds)

    def send_update(self) -> None:
        """Send what is new: at once if that takes no waiting, because to wake the writing task costs more than most messages."""
        if not self._can_write_at_once() or self._viewer is None or self._viewer.feed.unknown_ids:
            self._is_update_asked = True
            self._news.set()
            return
        try:
            text = self._next_update(self._viewer)
        except Exception as fault:  # those who wait for their updates get them, and the writing task ends this connection
            self._fault = fault
            self._news.set()
        else:
            if text:
                self._transport.write(text)
                self._next_update_at = monotonic() + self._limits.update_seconds

    def _can_write_at_once(self) -> bool:
        """Return whether the writing task has nothing to send, so that a message may be sent without it."""
        return self._is_idle and not self._news.is_set() and self._transport.can_write()

    def go_away(self, words: str) -> None:
        self._answers.append(protocol.notice_text(words))
        self._end(RESTART, "service.restart")

    # What the watch of sessions asks of it

    @property
    def account_owner(self) -> str | None:
        return self._person.id if self._person is not None and self._capacity == PLAYER else None

    def recognize(self, person: Person | None) -> None:
        """Note whose session it is, with his present roles. An ended session ends the connection at once."""
        if person is None or (self._person is not None and person.id != self._person.id):
            self._session_ended.set()
            return
        self._person, self._checked_at = person, monotonic()

    def show_balance(self, balance: Cents) -> None:
        if self._viewer is not None and self._viewer.show_balance(balance):
            self._news.set()

    def _end(self, code: int, reason: str) -> None:
        """End the connection when what waits has been sent."""
        self._ending = self._ending or Closed(code, reason)
        self._news.set()

    async def run(self, token: str) -> None:
        """Carry the connection on to its end, which is raised as `Closed`. The token may also come with the first message."""
        viewer, first = await self._greet(token)
        self._service.session_watch.add(self)
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._write(viewer, first))
                tasks.create_task(self._read(viewer))
                tasks.create_task(self._close_without_session())
                tasks.create_task(self._close_if_slow())
                self._tasks = tasks
        except BaseExceptionGroup as ends:
            raise _reason_of(ends) from None
        finally:
            self._service.session_watch.remove(self)
            self._service.feeds.leave(self.table, self)
            self._offer_hash("")

    # Who it is

    async def _greet(self, token: str) -> tuple[TableViewer, Text]:
        """Wait for the first message. Nothing is sent before it is known who he is and what he may see."""
        hello = await self._receive_hello()
        self.token, self._capacity = hello.token or token, hello.capacity
        await self._check_session()
        await self._service.house.catch_up(self.table)  # he may have seen more at another server
        try:
            self._actor_at(self._service.house.latest_state(self.table))
            feed = self._service.feeds.watch(self.table, self)
        except HousewayError as error:
            await self._send(protocol.error_text(error))
            raise Closed(ENDINGS.get(error.code, NOT_ALLOWED), error.code) from None
        viewer = self._viewer = TableViewer(feed, self._actor_at)
        try:
            return viewer, await self._first_message(viewer, hello.last)
        except BaseException:
            self._service.feeds.leave(self.table, self)
            raise

    async def _receive_hello(self) -> Hello:
        try:
            async with asyncio.timeout(self._limits.hello_seconds):
                text = await self._transport.receive()
        except TimeoutError:
            raise Closed(TOO_LATE, "feed.no-hello") from None
        try:
            return protocol.read_hello(text)
        except Malformed as error:
            await self._send(protocol.error_text(error))
            raise Closed(TOO_LARGE if error.code == "feed.size" else MALFORMED, error.code) from None

    def _actor_at(self, table: Table) -> Actor:
        return actor_at(self._person, table, self._capacity)

    async def _check_session(self) -> Person:
        """Look up whose session it is, and use it, so that it does not become idle."""
        person_of = self._service.people.person_of
        self.recognize(await asyncio.to_thread(person_of, self.token) if self.token else None)
        if self._session_ended.is_set() or self._person is None:
            raise Closed(NO_SESSION, "service.session")
        self._used_at = self._checked_at
        return self._person

    async def _close_without_session(self) -> None:
        await self._session_ended.wait()
        raise Closed(NO_SESSION, "service.session")

    async def _look_at_account(self) -> None:
        """Show a player what is on his account."""
        owner = self.account_owner
        if owner is not None:
            self.show_balance((await asyncio.to_thread(self._service.accounts.get, owner)).balance)

    # What he is sent

    async def _first_message(self, viewer: TableViewer, last: int | None) -> Text:
        feeds = self._service.feeds
        missed = await feeds.read_missed(viewer.feed, last) if last is not None else ()
        await feeds.recall_round(viewer.feed)
        await feeds.learn_names(viewer.feed)
        await self._look_at_account()
        return self._compose(lambda: viewer.snapshot() if last is None else viewer.resume(last, missed))

    async def _write(self, viewer: TableViewer, first: Text) -> None:
        """Send what there is, one message after the other. A slow reader gets fewer and larger updates, and at last a snapshot;
        nobody else waits for him."""
        await self._send(first)
        while True:
            self._news.clear()
            if viewer.feed.unknown_ids:
                await self._service.feeds.learn_names(viewer.feed)
            while self._answers:
                await self._send(self._answers.popleft())
                self._room.set()
            if self._is_update_asked or not self._may_update_wait():
                await self._send_update(viewer)
            if self._ending and not self._answers:
                raise self._ending
            if not self._answers:
                await self._wait_for_news()

    async def _wait_for_news(self) -> None:
        self._is_idle = True
        try:
            await self._news.wait()
        finally:
            self._is_idle = False
        if self._fault is not None:
            raise self._fault

    def _may_update_wait(self) -> bool:
        """Return whether what is new comes soon, together with more of it, because the event loop is late. Without load it comes
        with every answer."""
        return self._is_update_due and self._busy_gather_seconds() > self._limits.gather_seconds and not self._ending

    async def _send_update(self, viewer: TableViewer) -> None:
        text = self._next_update(viewer)
        if text:
            await self._send(text)
            self._next_update_at = monotonic() + self._limits.update_seconds

    def _next_update(self, viewer: TableViewer) -> Text:
        """Return what is new; "" if nothing is. He no longer waits for it."""
        self._service.feeds.updates.remove(self)
        self._is_update_asked = False
        return self._compose(viewer.next_message)

    def _compose(self, message: Callable[[], Text]) -> Text:
        try:
            return message()
        except NotAllowed as error:  # he may no longer be here in this capacity
            raise Closed(NOT_ALLOWED, error.code) from None

    async def _send(self, text: Text) -> None:
        self._sending_since = monotonic()
        await self._transport.send(text)
        self._sending_since = None

    async def _close_if_slow(self) -> None:
        """End the connection of somebody who has read nothing for too long. An occasional check costs less than a timer for
        every message."""
        longest = self._limits.send_seconds
        while self._sending_since is None or monotonic() - self._sending_since < longest:
            await asyncio.sleep(self._limits.check_seconds)
        raise Closed(TRY_LATER, "feed.slow")

    # What he asks for

    async def _read(self, viewer: TableViewer) -> None:
        while not self._ending:
            text = await self._transport.receive()
            try:
                self._rate.take()
                answer = await self._answer(viewer, protocol.read_message(text))
            except (Malformed, Unavailable) as error:
                answer = protocol.error_text(error)
                self._count_offence(error.code)
            self._queue_answer(answer)
            while len(self._answers) >= self._limits.answers:
                self._room.clear()
                await self._room.wait()

    def _queue_answer(self, answer: Text) -> None:
        """Send an answer, after those that wait."""
        if answer and self._can_write_at_once() and not self._ending:
            self._transport.write(answer)
            if not self._may_update_wait():
                self.send_update()
        elif answer:
            self._answers.append(answer)
            self._news.set()

    def _count_offence(self, code: str) -> None:
        """Close the connection after too many messages that could not be read, or were too many."""
        self._offences += 1
        if code == "feed.size":
            self._end(TOO_LARGE, code)
        elif self._offences >= self._limits.offences:
            self._end(TOO_MANY if code == "feed.rate" else MALFORMED, code)

    async def _answer(self, viewer: TableViewer, message: ClientMessage) -> Text:
        """Return the answer to a message; "" if it comes later."""
        match message:
            case CommandMessage():
                return await self._take_command(viewer, message)
            case PreviewMessage():
                return await self._preview(viewer, message)
            case AdviceMessage():
                return await self._begin_advice(message)
            case OptionsRequest():
                return self._compose(lambda: viewer.options(message.part))
            case HashMessage():
                return self._offer_hash(message.hash)
            case ValueMessage():
                return await self._receive_value(message)
            case Ping():
                return '{"type":"pong"}'
            case _:
                raise Malformed("only the first message is a hello", code="feed.malformed", given="hello", allowed="once")

    async def _sender(self) -> Person:
        """Return who sends a command. Commands use the session, so that it does not become idle; that is written now and then."""
        limits, now = self._limits, monotonic()
        is_known = now - self._checked_at <= limits.trust_seconds and now - self._used_at <= limits.use_seconds
        return self._person if self._person and is_known else await self._check_session()

    async def _take_command(self, viewer: TableViewer, message: CommandMessage) -> Text:
        """Carry out a command; its answer comes when it is durable. A stale one is refused with what the table has become."""
        person = await self._sender()
        sender = Sender(person, self._capacity)
        guard = MeaningGuard(sender, message, viewer.known_meanings)
        try:
            answer = await take_command(self._service, sender, self.table, message, guard)
        except HousewayError as error:
            if guard.is_stale:
                await self._service.feeds.learn_names(viewer.feed)
            return protocol.refused_text(message.id, error, self._compose(viewer.snapshot) if guard.is_stale else "")
        if message.act in ACCOUNT_ACTS:
            await self._look_at_account()
        return protocol.accepted_text(message.id, answer)

    @property
    def _contributor(self) -> str:
        """Return who adds to the chance of a round: a player, but neither the staff nor a program of the house."""
        person = self._person
        is_player = person is not None and self._capacity == PLAYER and not person.program and person.roles <= PLAYERS_ROLES
        return person.id if person is not None and is_player else ""

    def _offer_hash(self, hashed: str) -> Text:
        """Take the hash of his value for the next round, or take it back when the connection ends."""
        if self._contributor:
            self._service.servers.offer_hash(self.table, self._contributor, self, hashed)
        return ""

    async def _receive_value(self, message: ValueMessage) -> Text:
        """Take his value for the round that has begun. Whether it came in time is in what everybody is sent."""
        if self._contributor:
            await self._service.servers.receive_value(self.table, message.round, message.value)
        return ""

    async def _begin_advice(self, message: AdviceMessage) -> Text:
        """Let advice be worked out while other messages are answered, one request at a time. It is on the decision that is due
        now, whatever comes next."""
        if self._is_advising:
            said = "one request for advice is being answered; wait for it"
            error = Unavailable(said, code="advice.one-at-a-time", given=message.id, allowed="one at a time")
            return protocol.refused_advice_text(message.id, error)
        person = await self._sender()
        try:
            request = read_question(self._service, person, self.table, message.about, message.position)
        except HousewayError as error:
            return protocol.refused_advice_text(message.id, error)
        self._is_advising = True
        self._tasks.create_task(self._advise(message.id, request))
        return ""

    async def _advise(self, message: str, request: AskedAdvice) -> None:
        try:
            answer = await answer_question(self._service, request)
        except HousewayError as error:
            self._queue_answer(protocol.refused_advice_text(message, error))
        else:
            self._queue_answer(protocol.advice_text(message, answer))
        finally:
            self._is_advising = False

    async def _preview(self, viewer: TableViewer, message: PreviewMessage) -> Text:
        """Decide a command without carrying it out."""
        person = await self._sender()
        try:
            preview = await preview_request(self._service, Sender(person, self._capacity), self.table, message)
        except HousewayError as error:
            return protocol.refused_preview_text(message.id, error)
        names = {**viewer.feed.names, person.id: person.name}
        return protocol.preview_text(message.id, preview, viewer.feed.moment.table, lambda words: replace_ids(words, names))
