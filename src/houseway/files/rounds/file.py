"""A round as a readable TOML file, parsed strictly. tests/rounds/README.md describes the format."""

import re
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from houseway.cards import Card
from houseway.errors import Malformed
from houseway.explanation.games import NAMES, base_wager
from houseway.files.rounds import submission as filing
from houseway.files.rounds.expectations import ExpectationReader, read_clauses
from houseway.files.rounds.model import (
    INVENTORY,
    NO_MONEY,
    OPENED_AT,
    Bet,
    EarlierRound,
    Intervention,
    RoundFile,
    ScriptedBank,
    ScriptedDecision,
    Seat,
    StatedAct,
)
from houseway.files.rounds.stated_acts import read_stated_act
from houseway.files.rounds.table_left import read_left
from houseway.files.toml_node import TomlNode, parse_numeral
from houseway.input_files import InvalidToml, parse_toml, read_text_file
from houseway.regulation import Regulation, load_book
from houseway.regulation.games import is_against_dealer
from houseway.submission.source import HOUSE_WAY, named_book

_TOP_KEYS = (
    *("title", "note", "book", "clauses", "submission", "options", "wagers", "readings", "meters", "players", "arrivals"),
    *("dealer", "cards", "bank", "after", "before", "chance", "seed", "facts", "do", "inventory", "physical", "expect"),
    *("table", "house-way", "at", "acts", "left"),
)
_NOT_WITH_ACTS = ("dealer", "cards", "bank", "after", "before", "chance", "seed", "facts", "do", "physical")
"""What the acts say themselves, if a file tells its round act by act."""
_SEAT_KEYS = ("name", "chips", "wagers", "cards")
_COMMUNITY_CARDS = ("low", "surrender", "exposed", "asks")
_OTHERS = ("stub", "aside")


def parse_round_file(text: str, place: str | Path) -> RoundFile:
    """Parse a round file. Anything unclear is refused with its place, the value given and what is allowed."""
    place = str(place)
    try:
        content = parse_toml(text)
    except InvalidToml as error:
        raise Malformed(f"{place} is not TOML: {error}", code="round-file.toml", place=place, given=str(error)) from error
    top = TomlNode(content, f"{place}: ").as_table(*_TOP_KEYS)
    for needed in ("title", "book", "players"):
        if needed not in top:
            raise Malformed(
                f"{place}: {needed} is missing", code="round-file.missing", place=place, given=tuple(top), allowed=needed
            )
    return _RoundFileReader(place, top).read()


def read_round_file(path: Path) -> RoundFile:
    return parse_round_file(read_text_file(path, "round-file.file", "a round file (TOML)"), path)


class _RoundFileReader:
    def __init__(self, place: str, top: dict[str, TomlNode]) -> None:
        self.place, self.top = place, top
        self.book = top["book"].as_text()
        self.regulation = self._load_book()
        self.decides = is_against_dealer(self.regulation.game)
        self.positions, self.places = range(1, len(NAMES) + 1), range(len(NAMES) + 1)
        self.seated: tuple[int, ...] = ()

    def _load_book(self, version: str | None = None) -> Regulation:
        try:
            return load_book(self.book, version)
        except Malformed as refusal:
            raise refusal.with_place(f"{self.place}: book") from refusal

    def card_count(self, *keys: str) -> int:
        """Return how many cards lie in a place: the first of these values that the book sets."""
        sizes = (self.regulation.value_of(key) for key in keys)
        return next(size for size in sizes if isinstance(size, int))

    def node_at(self, key: str, default: Any = None) -> TomlNode:
        return self.top.get(key, TomlNode(default, f"{self.place}: {key}"))

    def read(self) -> RoundFile:
        submission, house_way = self._read_submission()
        self.regulation = self._load_book(named_book(submission)[1])
        seats, acts = self._read_seats(), self._read_acts()
        names = tuple(dict.fromkeys(seat.name for seat in seats))
        dealer = self.node_at("dealer", {}).as_table("cards", *self._read_dealer_cards())
        others = self.node_at("cards", {}).as_table(*_OTHERS, *(("board", "box", "burned") if self.has_board else ()))
        named = {place: node.as_cards() for place, node in others.items() if place != "board"}
        bank = self._read_bank()
        file = RoundFile(
            place=self.place,
            title=self.top["title"].as_text(),
            book=self.book,
            game=self.regulation.game,
            clauses=read_clauses(self.regulation, self.node_at("clauses", [])),
            submission=submission,
            house_way=house_way,
            seats=seats,
            arrivals=tuple(node.as_text(*names) for node in self.node_at("arrivals", list(names)).as_list()),
            dealer=dealer["cards"].as_cards(self.card_count("dealer-hand-cards", "hand-cards")) if "cards" in dealer else (),
            dealer_low=dealer["low"].as_cards() if "low" in dealer else None,
            up=dealer["up"].as_cards(1) if "up" in dealer else (),
            board=others["board"].as_cards(self.card_count("community-cards")) if "board" in others else (),
            stub=named.get("stub", ()),
            cards_set_aside=named.get("aside", ()),
            box=named.get("box", ()),
            burned=named.get("burned", ()),
            bank=bank,
            earlier=self._read_earlier_rounds(bank),
            chance={key: node.as_fact() for key, node in self.node_at("chance", {}).as_table(*_CHANCE_KEYS).items()},
            seed=str(self.node_at("seed", 1).value),
            facts={act: node.as_facts() for act, node in self.node_at("facts", {}).as_table().items()},
            interventions=tuple(map(self._read_intervention, count(1), self.node_at("do", []).as_list())),
            inventory=self.node_at("inventory", str(INVENTORY)).as_money(),
            physical=self.node_at("physical", False).as_flag(),
        )
        return self._with_expectations(self._with_acts(file, acts))

    def _with_acts(self, file: RoundFile, acts: tuple[StatedAct, ...]) -> RoundFile:
        """Add what belongs to a round that is told act by act."""
        return replace(
            file,
            table=self.node_at("table", "").as_text(),
            at=self.node_at("at", OPENED_AT).as_integer(),
            acts=acts,
            left=read_left(self.node_at("left", {})),
        )

    def _with_expectations(self, file: RoundFile) -> RoundFile:
        expect = ExpectationReader(self.regulation, self.places).read(self.node_at("expect", {}), file.names)
        file = replace(file, expect=expect)
        self._check_cards(file)
        self._check_entered(file)
        return file

    @property
    def has_board(self) -> bool:
        return self.regulation.value_of("community-cards") is not None

    def _read_dealer_cards(self) -> tuple[str, ...]:
        if not self.decides:
            return ("low",)
        return ("up",) if self.regulation.value_of("dealer-cards-face-up") else ()

    def _read_submission(self) -> tuple[str, str | None]:
        """Read the submission with its changes, and the operator's own house way if there is one."""
        named = self.node_at("submission", filing.DEFAULT)
        if "\n" in named.as_text() and not {"options", "wagers", "readings", "meters"} & {*self.top}:
            return self._read_whole_submission(named)
        if "house-way" in self.top:
            self.top["house-way"].malformed("a house way belongs to a submission that is in the file", "a path, in [options]")
        text, folder = filing.find_submission(named.as_text(), self.book, self.place)
        changes = {key: self.node_at(key, {}) for key in ("options", "wagers", "readings")}
        for node in changes.values():
            node.as_table()
        meters = [node.value for node in self.top["meters"].as_list()] if "meters" in self.top else None
        try:
            merged = filing.merge_changes(text, meters=meters, **{key: node.value for key, node in changes.items()})
        except Malformed as refusal:
            raise refusal.with_place(self.place) from refusal
        if named_book(merged)[0] != self.book:
            named.malformed("the submission is for another book", self.book)
        own = HOUSE_WAY in changes["options"].value
        return merged, filing.attached_house_way(merged, Path(self.place).parent if own else folder, self.place)

    def _read_whole_submission(self, node: TomlNode) -> tuple[str, str | None]:
        """Read a submission that is in the file itself, and is not changed."""
        own = self.node_at("house-way").as_text() if "house-way" in self.top else None
        try:
            book = named_book(node.as_text())[0]
        except Malformed as refusal:
            raise refusal.with_place(node.place) from refusal
        if book != self.book:
            node.malformed("the submission is for another book", self.book)
        return node.as_text(), own

    def _read_acts(self) -> tuple[StatedAct, ...]:
        """Read the acts of a round that is told act by act."""
        if "acts" not in self.top:
            for key in ("left", "at"):
                if key in self.top:
                    self.top[key].malformed(f"{key} belongs to a file that tells its round act by act", "acts")
            return ()
        for key in _NOT_WITH_ACTS:
            if key in self.top:
                self.top[key].malformed(f"the acts of the file say everything that {key} could", f"acts without {key}")
        return tuple(map(read_stated_act, self.top["acts"].as_list()))

    def _read_seats(self) -> tuple[Seat, ...]:
        """Read the seats, and sort them by position."""
        seats = [self._read_seat(key, node) for key, node in self.node_at("players").as_table().items()]
        self.seated = tuple(seat.position for seat in seats)
        return tuple(sorted(seats, key=lambda seat: seat.position))

    def _read_seat(self, key: str, node: TomlNode) -> Seat:
        parts = node.as_table(*_SEAT_KEYS, *(("plays",) if self.decides else _COMMUNITY_CARDS))
        position = TomlNode(key, node.place).as_position(self.positions)
        get = parts.get
        return Seat(
            position=position,
            name=parts["name"].as_text() if "name" in parts else NAMES[position - 1],
            chips=get("chips", TomlNode("$1,000", "")).as_money(),
            bets=tuple(self._read_bet(wager, bet) for wager, bet in parts["wagers"].as_table().items())
            if "wagers" in parts
            else (),
            cards=parts["cards"].as_cards(self.card_count("hand-cards")) if "cards" in parts else (),
            low=parts["low"].as_cards() if "low" in parts else None,
            surrender=get("surrender", TomlNode(False, "")).as_flag(),
            exposed=get("exposed", TomlNode("play", "")).as_text("play", "void"),
            asks_house_way=get("asks", TomlNode(False, "")).as_flag(),
            plays=tuple(map(_read_decision, parts["plays"].as_list())) if "plays" in parts else (),
        )

    def _read_bet(self, wager: str, node: TomlNode) -> Bet:
        kind, of, number = wager.partition(":")
        if kind not in self.regulation.wagers:
            node.malformed(f"{self.book} has no wager {wager!r}", tuple(self.regulation.wagers))
        if of and (kind != _ON_A_NUMBER or parse_numeral(number) is None):
            node.malformed(f"{wager!r} is not a wager on a number", "as in 'number:4'")
        if not isinstance(node.value, dict):
            return Bet(wager, node.as_money())
        parts = node.as_table("amount", "coupon", "lit")
        none = TomlNode(0, "")
        return Bet(
            wager,
            parts.get("amount", none).as_money(),
            parts.get("coupon", none).as_money(),
            parts.get("lit", TomlNode(True, "")).as_flag(),
        )

    def _read_position(self, node: TomlNode, key: str | None = None) -> int:
        """Read a position that somebody plays."""
        position = (node if key is None else TomlNode(key, node.place)).as_position(self.positions)
        if position not in self.seated:
            node.malformed(f"no player is at position {position}", self.seated)
        return position

    def _read_bank(self) -> ScriptedBank | None:
        if "bank" not in self.top:
            return None
        node = self.top["bank"]
        if self.decides:
            node.malformed("no player can bank under this book", "no bank")
        if not isinstance(node.value, dict):
            return ScriptedBank(self._read_position(node))
        parts = node.as_table("position", "co-banking", "house-stake")
        if "position" not in parts:
            node.malformed("a bank needs a position", "position")
        return ScriptedBank(
            self._read_position(parts["position"]),
            parts.get("co-banking", TomlNode(False, "")).as_flag(),
            parts["house-stake"].as_money() if "house-stake" in parts else None,
        )

    def _read_earlier_rounds(self, bank: ScriptedBank | None) -> tuple[EarlierRound, ...]:
        if "before" in self.top:
            if "after" in self.top:
                self.top["after"].malformed("write after or [[before]], not both", "one of them")
            return tuple(self._read_earlier_round(node) for node in self.top["before"].as_list())
        after = self.node_at("after", 1 if bank else 0)
        if after.as_integer() < 0:
            after.malformed(f"{after.value} rounds cannot have been played before", "0 or more")
        return (EarlierRound(),) * after.as_integer()

    def _read_earlier_round(self, node: TomlNode) -> EarlierRound:
        parts = node.as_table("bank", "sit-out", "wagers")
        return EarlierRound(
            self._read_position(parts["bank"]) if "bank" in parts else None,
            tuple(map(self._read_position, parts["sit-out"].as_list())) if "sit-out" in parts else (),
            {
                self._read_position(each, key): each.as_money()
                for key, each in parts.get("wagers", TomlNode({}, "")).as_table().items()
            },
        )

    def _read_intervention(self, number: int, node: TomlNode) -> Intervention:
        parts = node.as_table("before", "after", "by", "act", "facts", "wait", "refused", "clauses")
        if ("before" in parts) == ("after" in parts):
            node.malformed("state before or after which step the act is done", "before = 'deal', or after = 'expose 3'")
        if "act" not in parts and "wait" not in parts:
            node.malformed("state what is done", "act, or wait")
        when = "before" if "before" in parts else "after"
        act, _, position = parts[when].as_text().partition(" ")
        return Intervention(
            number=number,
            when=when,
            act=act,
            position=TomlNode(position, parts[when].place).as_position(self.places) if position else None,
            by=parts.get("by", TomlNode("dealer", "")).as_text(),
            command_act=parts["act"].as_text() if "act" in parts else "",
            facts=parts["facts"].as_facts() if "facts" in parts else {},
            wait_s=parts["wait"].as_seconds() if "wait" in parts else 0,
            refused=parts["refused"].as_text() if "refused" in parts else "",
            clauses=read_clauses(self.regulation, parts["clauses"]) if "clauses" in parts else (),
        )

    def _check_cards(self, file: RoundFile) -> None:
        hands = [(f"players.{seat.position}.cards", seat.cards) for seat in file.seats]
        hands += [("dealer.cards", file.dealer), ("dealer.up", () if file.up and file.up[0] in file.dealer else file.up)]
        elsewhere = {
            "stub": file.stub,
            "aside": file.cards_set_aside,
            "board": file.board,
            "box": file.box,
            "burned": file.burned,
        }
        hands += [(f"cards.{place}", cards) for place, cards in elsewhere.items()]
        seen: dict[Card, str] = {}
        for place, cards in hands:
            for card in cards:
                if card in seen:
                    TomlNode(str(card), f"{self.place}: {place}").malformed(f"{card} is also in {seen[card]}", "each card once")
                seen[card] = place

    def _check_entered(self, file: RoundFile) -> None:
        """Physical cards must be in the file, unless the round or the hand ends before they are seen."""
        if not file.physical or file.interventions or file.facts or file.expect.void or file.expect.base_void:
            return
        base = base_wager(self.regulation.game)
        folds = {seat.position for seat in file.seats if seat.surrender or any(each.act == "fold" for each in seat.plays)}
        bets = {seat.position for seat in file.seats if any(bet.wager == base for bet in seat.bets)} - folds
        shown = bets | {file.bank.position} if file.bank and bets else bets
        hands = [(f"players.{each.position}.cards", each.cards) for each in file.seats if each.position in shown]
        unseen = file.bank is not None and (file.bank.co_banking or file.bank.house_stake == NO_MONEY)
        hands += [("dealer.cards", file.dealer)] if bets and not unseen else []
        hands += [("cards.board", file.board)] if bets and self.has_board else []
        for place, cards in hands:
            if not cards:
                TomlNode("", f"{self.place}: {place}").malformed(
                    "no cards are given, and physical cards must be entered when they are exposed", "cards"
                )


_ON_A_NUMBER = "number"
_CHANCE_KEYS = ("dice", "number", "stack", "cut")
_DECISION_PATTERN = re.compile(r"(?P<act>check|fold|play) ?(?P<times>[0-9]{1,9})?(?P<amount>\$.+)?")


def _read_decision(node: TomlNode) -> ScriptedDecision:
    """Read `check`, `fold`, `play 4` (a multiple of the Ante) or `play $40`."""
    match = _DECISION_PATTERN.fullmatch(node.as_text())
    if match is None or (match["act"] == "play") != bool(match["times"] or match["amount"]):
        node.malformed(f"{node.value!r} is not a decision", "'check', 'fold', 'play 4', or an amount: 'play $40'")
    if match["amount"]:
        return ScriptedDecision("play", {"amount": TomlNode(match["amount"], node.place).as_money()})
    return ScriptedDecision(match["act"], {"times": int(match["times"])} if match["times"] else {})
