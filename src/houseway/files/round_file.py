"""A round as a readable TOML file, parsed strictly. tests/rounds/README.md describes the format."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.cards import Card
from houseway.errors import Malformed
from houseway.explain.games import NAMES, base_wager
from houseway.explain.results import WagerKey
from houseway.files import submission as filing
from houseway.files.toml_node import Node, numeral
from houseway.money import Cents
from houseway.regulation import Regulation, load
from houseway.regulation.games import AGAINST_DEALER
from houseway.submission.source import HOUSE_WAY

NO_MONEY = Cents(0)
INVENTORY = Cents.dollars(100_000)
"""The default table inventory."""


@dataclass(frozen=True, slots=True)
class Bet:
    """A wager that a player makes."""

    wager: str
    amount: Cents
    coupon: Cents = NO_MONEY
    lit: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """A player's decision: check, play a multiple of the Ante, or fold."""

    act: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seat:
    """A position with its player and what he does."""

    position: int
    name: str
    chips: Cents
    bets: tuple[Bet, ...]
    cards: tuple[Card, ...] = ()
    low: tuple[Card, ...] | None = None
    surrender: bool = False
    exposed: str = "play"
    """The player's choice if one of his cards is exposed: play or void."""
    asks: bool = False
    """Whether the player asks for the house way before setting."""
    plays: tuple[Answer, ...] = ()
    """The player's decisions, in order."""


@dataclass(frozen=True, slots=True)
class Banked:
    position: int
    co_banking: bool = False
    house_stake: Cents | None = None


@dataclass(frozen=True, slots=True)
class Earlier:
    """A round before the one that the file describes."""

    bank: int | None = None
    sit_out: tuple[int, ...] = ()
    wagers: Mapping[int, Cents] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Do:
    """A scripted intervention."""

    number: int
    when: str
    """`before` or `after`."""
    act: str
    """The step or player's act before or after which it comes."""
    position: int | None
    """The position of that act, if it matters."""
    by: str
    does: str
    facts: Mapping[str, object]
    wait_s: int = 0
    refused: str = ""
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExpectedWager:
    result: str
    cents: int | None = None
    vigorish: int | None = None
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExpectedEvent:
    kind: str
    clauses: tuple[str, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Expected:
    void: str = ""
    base_void: str = ""
    """Why the wagers against the dealer are void."""
    wagers: Mapping[WagerKey, ExpectedWager] = field(default_factory=dict)
    net: Mapping[str, int] = field(default_factory=dict)
    envy: Mapping[WagerKey, int] = field(default_factory=dict)
    accounts: Mapping[str, int] = field(default_factory=dict)
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    events: tuple[ExpectedEvent, ...] = ()
    never: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundFile:
    place: str
    title: str
    book: str
    game: str
    clauses: tuple[str, ...]
    submission: str
    """The submission's text with the changes of the file."""
    house_way: str | None
    """The text of the operator's own house way, if one is filed by path."""
    seats: tuple[Seat, ...]
    arrivals: tuple[str, ...]
    dealer: tuple[Card, ...] = ()
    dealer_low: tuple[Card, ...] | None = None
    up: tuple[Card, ...] = ()
    """The dealer's card that is dealt face up."""
    stub: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    box: tuple[Card, ...] = ()
    burned: tuple[Card, ...] = ()
    bank: Banked | None = None
    earlier: tuple[Earlier, ...] = ()
    chance: Mapping[str, object] = field(default_factory=dict)
    seed: str = "1"
    facts: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    do: tuple[Do, ...] = ()
    inventory: Cents = INVENTORY
    physical: bool = False
    expect: Expected = Expected()

    def seat(self, position: int) -> Seat | None:
        return next((seat for seat in self.seats if seat.position == position), None)

    @property
    def against_dealer(self) -> bool:
        return self.game in AGAINST_DEALER


_TOP = (
    *("title", "note", "book", "clauses", "submission", "options", "wagers", "readings", "meters", "players", "arrivals"),
    *("dealer", "cards", "bank", "after", "before", "chance", "seed", "facts", "do", "inventory", "physical", "expect"),
)
_SEAT = ("name", "chips", "wagers", "cards")
_SETS = ("low", "surrender", "exposed", "asks")
_OTHERS = ("stub", "aside")


def parse_round_file(text: str, place: str | Path) -> RoundFile:
    """Parse a round file. Anything unclear is refused with its place, the value given and what is allowed."""
    place = str(place)
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"{place} is not TOML: {error}", code="round-file.toml", place=place, given=str(error)) from error
    top = Node(content, f"{place}: ").table(*_TOP)
    for needed in ("title", "book", "players"):
        if needed not in top:
            raise Malformed(
                f"{place}: {needed} is missing", code="round-file.missing", place=place, given=tuple(top), allowed=needed
            )
    return _Reader(place, top).file()


def read_round_file(path: Path) -> RoundFile:
    try:
        return parse_round_file(path.read_text(encoding="utf-8"), path)
    except (OSError, UnicodeDecodeError) as error:
        raise Malformed(f"{path} cannot be read: {error}", code="round-file.file", place=str(path), given=str(path)) from error


class _Reader:
    def __init__(self, place: str, top: dict[str, Node]) -> None:
        self.place, self.top = place, top
        self.book = top["book"].text()
        self.regulation: Regulation = load(self.book)
        self.decides = self.regulation.game in AGAINST_DEALER
        self.positions, self.places = range(1, len(NAMES) + 1), range(len(NAMES) + 1)
        self.seated: tuple[int, ...] = ()

    def size(self, *keys: str) -> int:
        """Return how many cards lie in a place: the first of these values that the book sets."""
        sizes = (self.regulation.value(key) for key in keys)
        return next(size for size in sizes if isinstance(size, int))

    def node(self, key: str, default: Any = None) -> Node:
        return self.top.get(key, Node(default, f"{self.place}: {key}"))

    def file(self) -> RoundFile:
        submission, house_way = self._submission()
        self.regulation = load(self.book, tomllib.loads(submission).get("version"))
        seats = tuple(self._seat(key, node) for key, node in self.node("players").table().items())
        self.seated = tuple(seat.position for seat in seats)
        names = tuple(dict.fromkeys(seat.name for seat in sorted(seats, key=lambda seat: seat.position)))
        dealer = self.node("dealer", {}).table("cards", *self._dealers())
        others = self.node("cards", {}).table(*_OTHERS, *(("board", "box", "burned") if self.has_board else ()))
        named = {place: node.cards() for place, node in others.items() if place != "board"}
        bank = self._bank()
        file = RoundFile(
            place=self.place,
            title=self.top["title"].text(),
            book=self.book,
            game=self.regulation.game,
            clauses=self._clauses(self.node("clauses", [])),
            submission=submission,
            house_way=house_way,
            seats=tuple(sorted(seats, key=lambda seat: seat.position)),
            arrivals=tuple(node.text(*names) for node in self.node("arrivals", list(names)).list()),
            dealer=dealer["cards"].cards(self.size("dealer-hand-cards", "hand-cards")) if "cards" in dealer else (),
            dealer_low=dealer["low"].cards() if "low" in dealer else None,
            up=dealer["up"].cards(1) if "up" in dealer else (),
            board=others["board"].cards(self.size("community-cards")) if "board" in others else (),
            **named,
            bank=bank,
            earlier=self._earlier(bank),
            chance={key: node.fact() for key, node in self.node("chance", {}).table(*_CHANCE).items()},
            seed=str(self.node("seed", 1).value),
            facts={act: _facts(node) for act, node in self.node("facts", {}).table().items()},
            do=tuple(self._do(number, node) for number, node in enumerate(self.node("do", []).list(), start=1)),
            inventory=self.node("inventory", str(INVENTORY)).money(),
            physical=self.node("physical", False).flag(),
            expect=self._expect(self.node("expect", {}), names),
        )
        self._check_cards(file)
        self._check_entered(file)
        return file

    @property
    def has_board(self) -> bool:
        return self.regulation.value("community-cards") is not None

    def _dealers(self) -> tuple[str, ...]:
        if not self.decides:
            return ("low",)
        return ("up",) if self.regulation.value("dealer-cards-face-up") else ()

    def _clauses(self, node: Node) -> tuple[str, ...]:
        return tuple(self._clause(each) for each in node.list())

    def _clause(self, node: Node) -> str:
        clause = node.text().removeprefix(f"{self.book} ")
        if clause not in self.regulation.clauses:
            node.wrong(f"{self.book} has no clause {clause!r}", f"an id of `houseway rules list {self.book}`")
        return clause

    def _submission(self) -> tuple[str, str | None]:
        """Read the submission with its changes, and the operator's own house way if there is one."""
        text, folder = filing.found(self.node("submission", filing.DEFAULT).text(), self.book, self.place)
        changes = {key: self.node(key, {}) for key in ("options", "wagers", "readings")}
        for node in changes.values():
            node.table()
        meters = [node.value for node in self.top["meters"].list()] if "meters" in self.top else None
        merged = filing.merged(text, meters=meters, **{key: node.value for key, node in changes.items()})
        if tomllib.loads(merged)["book"] != self.book:
            self.node("submission").wrong("the submission is of another book", self.book)
        own = HOUSE_WAY in changes["options"].value
        return merged, filing.attached(merged, Path(self.place).parent if own else folder, self.place)

    def _seat(self, key: str, node: Node) -> Seat:
        parts = node.table(*_SEAT, *(("plays",) if self.decides else _SETS))
        position = Node(key, node.place).position(self.positions)
        get = parts.get
        return Seat(
            position=position,
            name=parts["name"].text() if "name" in parts else NAMES[position - 1],
            chips=get("chips", Node("$1,000", "")).money(),
            bets=tuple(self._bet(wager, bet) for wager, bet in parts["wagers"].table().items()) if "wagers" in parts else (),
            cards=parts["cards"].cards(self.size("hand-cards")) if "cards" in parts else (),
            low=parts["low"].cards() if "low" in parts else None,
            surrender=get("surrender", Node(False, "")).flag(),
            exposed=get("exposed", Node("play", "")).text("play", "void"),
            asks=get("asks", Node(False, "")).flag(),
            plays=tuple(map(_answer, parts["plays"].list())) if "plays" in parts else (),
        )

    def _bet(self, wager: str, node: Node) -> Bet:
        kind, of, number = wager.partition(":")
        if kind not in self.regulation.wagers:
            node.wrong(f"{self.book} has no wager {wager!r}", tuple(self.regulation.wagers))
        if of and (kind != _ON_A_NUMBER or numeral(number) is None):
            node.wrong(f"{wager!r} is no wager on a number", "as in 'number:4'")
        if not isinstance(node.value, dict):
            return Bet(wager, node.money())
        parts = node.table("amount", "coupon", "lit")
        none = Node(0, "")
        return Bet(
            wager,
            parts.get("amount", none).money(),
            parts.get("coupon", none).money(),
            parts.get("lit", Node(True, "")).flag(),
        )

    def _player(self, node: Node, key: str | None = None) -> int:
        """Read a position that somebody plays."""
        position = (node if key is None else Node(key, node.place)).position(self.positions)
        if position not in self.seated:
            node.wrong(f"nobody plays position {position}", self.seated)
        return position

    def _bank(self) -> Banked | None:
        if "bank" not in self.top:
            return None
        node = self.top["bank"]
        if self.decides:
            node.wrong("nobody banks under this book", "no bank")
        if not isinstance(node.value, dict):
            return Banked(self._player(node))
        parts = node.table("position", "co-banking", "house-stake")
        if "position" not in parts:
            node.wrong("a bank has a position", "position")
        return Banked(
            self._player(parts["position"]),
            parts.get("co-banking", Node(False, "")).flag(),
            parts["house-stake"].money() if "house-stake" in parts else None,
        )

    def _earlier(self, bank: Banked | None) -> tuple[Earlier, ...]:
        if "before" in self.top:
            if "after" in self.top:
                self.top["after"].wrong("write after or [[before]], not both", "one of them")
            return tuple(self._before(node) for node in self.top["before"].list())
        after = self.node("after", 1 if bank else 0)
        if after.integer() < 0:
            after.wrong(f"{after.value} rounds cannot have been played before", "0 or more")
        return (Earlier(),) * after.integer()

    def _before(self, node: Node) -> Earlier:
        parts = node.table("bank", "sit-out", "wagers")
        return Earlier(
            self._player(parts["bank"]) if "bank" in parts else None,
            tuple(map(self._player, parts["sit-out"].list())) if "sit-out" in parts else (),
            {self._player(each, key): each.money() for key, each in parts.get("wagers", Node({}, "")).table().items()},
        )

    def _do(self, number: int, node: Node) -> Do:
        parts = node.table("before", "after", "by", "act", "facts", "wait", "refused", "clauses")
        if ("before" in parts) == ("after" in parts):
            node.wrong("say before or after which step it is done", "before = 'deal', or after = 'expose 3'")
        if "act" not in parts and "wait" not in parts:
            node.wrong("say what is done", "act, or wait")
        when = "before" if "before" in parts else "after"
        act, _, position = parts[when].text().partition(" ")
        return Do(
            number=number,
            when=when,
            act=act,
            position=Node(position, parts[when].place).position(self.places) if position else None,
            by=parts.get("by", Node("dealer", "")).text(),
            does=parts["act"].text() if "act" in parts else "",
            facts=_facts(parts["facts"]) if "facts" in parts else {},
            wait_s=parts["wait"].seconds() if "wait" in parts else 0,
            refused=parts["refused"].text() if "refused" in parts else "",
            clauses=self._clauses(parts["clauses"]) if "clauses" in parts else (),
        )

    # Expectations

    def _expect(self, node: Node, names: tuple[str, ...]) -> Expected:
        parts = node.table("void", "base-void", "wagers", "net", "envy", "meters", "events", "never", *_ACCOUNTS)
        empty = Node({}, "")
        net = parts.get("net", empty).table(*names)
        return Expected(
            void=parts["void"].text() if "void" in parts else "",
            base_void=parts["base-void"].text() if "base-void" in parts else "",
            wagers={self._key(each, key): self._wager(each) for key, each in parts.get("wagers", empty).table().items()},
            net={name: each.cents() for name, each in net.items()},
            envy={self._key(each, key): each.cents() for key, each in parts.get("envy", empty).table().items()},
            accounts={account: parts[account].cents() for account in _ACCOUNTS if account in parts},
            meters={key: each.fraction() for key, each in parts.get("meters", empty).table().items()},
            events=tuple(self._event(each) for each in parts["events"].list()) if "events" in parts else (),
            never=tuple(each.text() for each in parts["never"].list()) if "never" in parts else (),
        )

    def _key(self, node: Node, key: str) -> WagerKey:
        position, _, wager = key.partition(" ")
        if wager.split(":")[0] not in self.regulation.wagers:
            Node(key, node.place).wrong(f"{key!r} is no wager of a position", "as in '3 pai-gow'")
        return Node(position, node.place).position(self.places), wager

    def _wager(self, node: Node) -> ExpectedWager:
        if isinstance(node.value, dict):
            parts = node.table("result", "cents", "vigorish", "clauses")
            if "result" not in parts:
                node.wrong("say the result", _RESULTS)
            return ExpectedWager(
                parts["result"].text(*_RESULTS),
                parts["cents"].cents() if "cents" in parts else None,
                parts["vigorish"].cents() if "vigorish" in parts else None,
                self._clauses(parts["clauses"]) if "clauses" in parts else (),
            )
        match = _WAGER.fullmatch(node.text())
        if match is None or match["result"] not in _RESULTS:
            node.wrong(f"{node.value!r} is no result", "'lose', 'tie', 'win 2500', 'win 2500 less 125': amounts in cents")
        cents, vigorish = match["cents"], match["vigorish"]
        return ExpectedWager(match["result"], int(cents) if cents else None, int(vigorish) if vigorish else None)

    def _event(self, node: Node) -> ExpectedEvent:
        """Read `"round-voided 14.B"`, or a table with kind, clauses and facts."""
        if isinstance(node.value, dict):
            parts = node.table("kind", "clauses", "facts")
            if "kind" not in parts:
                node.wrong("an event has a kind", "kind")
            return ExpectedEvent(
                parts["kind"].text(),
                self._clauses(parts["clauses"]) if "clauses" in parts else (),
                _facts(parts["facts"]) if "facts" in parts else {},
            )
        kind, *clauses = node.text().split()
        return ExpectedEvent(kind, tuple(self._clause(Node(clause, node.place)) for clause in clauses))

    def _check_cards(self, file: RoundFile) -> None:
        hands = [(f"players.{seat.position}.cards", seat.cards) for seat in file.seats]
        hands += [("dealer.cards", file.dealer), ("dealer.up", () if file.up and file.up[0] in file.dealer else file.up)]
        hands += [(f"cards.{place}", getattr(file, place)) for place in (*_OTHERS, "board", "box", "burned")]
        seen: dict[Card, str] = {}
        for place, cards in hands:
            for card in cards:
                if card in seen:
                    Node(str(card), f"{self.place}: {place}").wrong(f"{card} is in {seen[card]} too", "each card once")
                seen[card] = place

    def _check_entered(self, file: RoundFile) -> None:
        """Physical cards must be in the file, unless the round or the hand ends before they are seen."""
        if not file.physical or file.do or file.facts or file.expect.void or file.expect.base_void:
            return
        base = base_wager(self.regulation.game)
        folds = {seat.position for seat in file.seats if seat.surrender or any(each.act == "fold" for each in seat.plays)}
        bets = {seat.position for seat in file.seats if any(bet.wager == base for bet in seat.bets)} - folds
        shown = bets | {file.bank.position} if file.bank and bets else bets
        hands = [(f"players.{each.position}.cards", each.cards) for each in file.seats if each.position in shown]
        hands += [("dealer.cards", file.dealer)] if bets else []
        hands += [("cards.board", file.board)] if bets and self.has_board else []
        for place, cards in hands:
            if not cards:
                Node("", f"{self.place}: {place}").wrong(
                    "none are given, and physical ones are entered as they are seen", "cards"
                )


def _facts(node: Node) -> dict[str, object]:
    return {name: fact.fact() for name, fact in node.table().items()}


_ON_A_NUMBER = "number"
_CHANCE = ("dice", "number", "stack", "cut")
_ACCOUNTS = ("inventory", "vigorish", "house", "centre", "coupons", "tips", "cage", "drop")
_RESULTS = ("win", "lose", "tie", "surrendered", "void")
_WAGER = re.compile(r"(?P<result>[a-z]+)(?: (?P<cents>[0-9]{1,12})(?: less (?P<vigorish>[0-9]{1,12}))?)?")
_ANSWER = re.compile(r"(?P<act>check|fold|play) ?(?P<times>[0-9]{1,9})?(?P<amount>\$.+)?")


def _answer(node: Node) -> Answer:
    """Read `check`, `fold`, `play 4` (a multiple of the Ante) or `play $40`."""
    match = _ANSWER.fullmatch(node.text())
    if match is None or (match["act"] == "play") != bool(match["times"] or match["amount"]):
        node.wrong(f"{node.value!r} is no decision", "'check', 'fold', 'play 4', or an amount: 'play $40'")
    if match["amount"]:
        return Answer("play", {"amount": Node(match["amount"], node.place).money()})
    return Answer(match["act"], {"times": int(match["times"])} if match["times"] else {})
