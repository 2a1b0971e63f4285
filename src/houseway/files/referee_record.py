"""The referee's record of a table, from the commands that it has taken (docs/referee.md).

The referee imports nothing of houseway; what houseway records is put into the referee's words here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway import progressive
from houseway.cards import Card
from houseway.events import Command, Event
from houseway.files.referee_acts import CannotTranslate, Done, RefereeAct, dealt_cards, delivery_reports, encode, referee_acts
from houseway.files.referee_filing import referee_filing
from houseway.procedure import DEALER, PROGRESSIVE
from houseway.progressive import ProgressiveMeter
from houseway.table.run import MeterEvents
from houseway.table.state import Table, evolve_all

SETTING = ("set-hand", "set-bank", "set-dealer")
CHIPS = frozenset(("buy-in", "cash-out", "tip"))
"""What changes the chips in front of a player without a wager."""


@dataclass
class RefereeRound:
    """A round of the record, and what houseway's events say about it."""

    entry: dict[str, Any]
    events: list[Event] = field(default_factory=list)
    meters: Mapping[str, ProgressiveMeter] = field(default_factory=dict)
    """The meters when the round was over."""
    seen: dict[str, dict[str, tuple[Card, ...]]] = field(default_factory=dict)
    """Physical cards of each place, as they were entered."""
    deck: tuple[Card, ...] = ()
    """The deck before the deal, from the top."""
    dealt: dict[str, tuple[Card, ...]] = field(default_factory=dict)

    @property
    def acts(self) -> list[RefereeAct]:
        acts: list[RefereeAct] = self.entry["acts"]
        return acts


class RefereeRecord:
    """Takes the commands of a table in order, from its opening on."""

    def __init__(self) -> None:
        self.filing: dict[str, Any] = {}
        self.finished: list[RefereeRound] = []
        self._table: Table | None = None
        self._meters: dict[str, ProgressiveMeter] = {}
        self._round: RefereeRound | None = None

    def record(self, command: Command, events: tuple[Event, ...], meter_events: MeterEvents) -> None:
        """Take one command with what followed. It has the form of a recorder, so that a table can write its record as it runs."""
        if command.act in ("amend", "rule", "correct"):
            raise CannotTranslate(f"the record has no act for {command.act}")
        if command.act == "open-table":
            self.filing = referee_filing(command.text("submission"))
        elif self._table is not None:
            self._take(Done(command, events, self._table))
        for meter, event in meter_events:
            self._meters[meter] = progressive.evolve_meter(self._meters.get(meter), event)
        for event in events:
            if event.kind == "round-started":
                self._table = evolve_all(self._table, (event,))
                self._start_round()
            else:
                self._table = evolve_all(self._table, (event,))
            if self._round is not None:
                self._round.events.append(event)

    def to_json(self) -> dict[str, Any]:
        """Return the record of all rounds that are over."""
        return {"referee": 1, "filing": self.filing, "left": {}, "rounds": [each.entry for each in self.finished]}

    def _start_round(self) -> None:
        table = self._table
        assert table is not None
        if self._round is not None:
            self._finish_round(self._round)
        entry = {
            "round": table.number,
            "seats": {str(place): name for place, name in table.seats.items()},
            "chips": {name: table.chips(name).amount for name in table.arrivals},
            "meters": {meter: str(state.value) for meter, state in self._meters.items()},
            "absent": [],
            "new-game": False,
            "physical": False,
            "acts": [],
        }
        self._round = RefereeRound(entry)

    def _finish_round(self, ended: RefereeRound) -> None:
        ended.meters = dict(self._meters)
        _enter_seen_cards(ended)
        self.finished.append(ended)

    def _take(self, done: Done) -> None:
        current, act = self._round, done.command.act
        assert current is not None
        _check_method(done)
        _note_seats(current, done)
        if act in CHIPS:
            _note_chips(current, done)
        elif act == "leave" and not _has_acted(current, done.command.by.name):
            _leave_before_acting(current, done)
        elif act == "request-co-bank":
            _last_act(current, "accept-bank", done.command.position)["co-banking"] = True
            current.entry["acts"] = [each for each in current.acts if each["act"] != "house-stake"]
        elif act == "light":
            _note_light(current, done)
        elif act == "deal" and getattr(done.table.round, "stacks", None):
            _deliver_stacks(current, done)
        else:
            if act == "close-betting":
                current.entry["new-game"] = done.table.is_new_game
            current.acts.extend(referee_acts(done))
        if act == "expose-bank":
            _fill_bank_hand(current)
        _note_deck(current, done)
        if act == "report-face-up" and not done.table.rules.against_dealer:
            self._note_places(current)
        _note_seen_cards(current, done)

    def _note_places(self, current: RefereeRound) -> None:
        """Say where cards of the deck have gone that were face up."""
        facts = current.acts[-1]["facts"]
        about = self.finished[-1] if "round" in facts and facts["round"] != current.entry["round"] else current
        places = {card: place for place, cards in about.dealt.items() for card in cards if place.isdigit()}
        found = {number: places.get(about.deck[number - 1]) for number in facts["face_up"] if number <= len(about.deck)}
        if any(found.values()):
            facts["places"] = {str(number): int(place) for number, place in found.items() if place is not None}


# ---- seats and chips


def _note_seats(current: RefereeRound, done: Done) -> None:
    """Whoever sits down during a round sits there from its start, but was away when others were offered the bank."""
    seats = current.entry["seats"]
    for seated in done.made("player-seated"):
        name = seated.text("player")
        for place in seated.items("positions"):
            if seats.get(str(place), name) != name or _has_acted(current, name, "leave"):
                raise CannotTranslate("somebody sits down where another has sat in this round, or sits down again")
            seats[str(place)] = name
        current.entry["chips"].setdefault(name, 0)
        if any(act["act"] == "offer-bank" for act in current.acts):
            current.entry["absent"].append(name)
    for offered in done.made("bank-offered"):
        if seats.get(str(offered.position)) in current.entry["absent"]:
            current.entry["absent"].remove(seats[str(offered.position)])


def _check_method(done: Done) -> None:
    """The record has the method of dealing that is filed, and not one that stands in for it."""
    for switched in done.made("method-switched"):
        if switched["dealing"] != done.table.equipment.settings.dealing.value:
            raise CannotTranslate("another method of dealing stands in for the one that is filed")


def _has_acted(current: RefereeRound, name: str, act: str = "") -> bool:
    return any(each["by"].get("name") == name and act in ("", each["act"]) for each in current.acts)


def _leave_before_acting(current: RefereeRound, done: Done) -> None:
    """Whoever gets up before he has done anything was not there."""
    given_up = [event.position for event in done.made("area-given-up")]
    seats: dict[str, str] = current.entry["seats"]
    if any(str(act["facts"].get("position")) in seats for act in current.acts if act["act"] == "offer-bank"):
        raise CannotTranslate("a player gets up to whom the bank may have been offered")
    for place, name in list(seats.items()):
        if name == done.command.by.name and (not given_up or int(place) in given_up):
            del seats[place]


def _note_chips(current: RefereeRound, done: Done) -> None:
    """Chips that are bought or cashed before anything else are what a player has when the round begins."""
    name, amount = done.command.by.name, done.command.cents("amount").amount
    act = done.command.act
    if not current.acts:
        current.entry["chips"][name] += amount if act == "buy-in" else -amount
    elif act == "buy-in":
        current.acts.extend(referee_acts(done))
    else:
        raise CannotTranslate(f"{act} during a round")


def _last_act(current: RefereeRound, act: str, position: int, wager: str = "") -> dict[str, Any]:
    """Return the facts of the last such act at a position."""
    for each in reversed(current.acts):
        facts: dict[str, Any] = each["facts"]
        if each["act"] == act and facts.get("position") == position and wager in ("", facts.get("wager")):
            return facts
    raise CannotTranslate(f"no {act} at position {position}")


def _note_light(current: RefereeRound, done: Done) -> None:
    """A light that is switched by hand belongs to the wager that lies there."""
    for switched in done.made("light-switched"):
        if PROGRESSIVE in done.table.round.stakes.get(switched.position, {}):
            _last_act(current, "wager", switched.position, PROGRESSIVE)["lit"] = switched["on"]
        else:
            raise CannotTranslate("a light without a wager")


# ---- cards


def _note_deck(current: RefereeRound, done: Done) -> None:
    if done.command.act in ("deal", "deal-stacks"):
        current.deck = current.deck or done.table.equipment.stock or ()
        current.entry["physical"] = not current.deck
        current.dealt |= dealt_cards(done)


def _deliver_stacks(current: RefereeRound, done: Done) -> None:
    """Stacks that were dealt are given to their places: these are the cards of the deal."""
    deal = next(act for act in reversed(current.acts) if act["act"] == "deal")
    deal["facts"]["cards"] = {place: encode(cards) for place, cards in dealt_cards(done).items()}
    current.acts.extend(delivery_reports(done))


def _note_seen_cards(current: RefereeRound, done: Done) -> None:
    """Note physical cards when they are turned over: they belong into the deal of the record."""
    for event in done.events:
        if event.kind in ("hand-set", "hand-exposed", "hand-reset"):
            cards = event.cards("cards") or (*event.cards("high"), *event.cards("low"))
            _see(current, str(event.position), cards, event.cards("low"))
        elif event.kind == "dealer-turned":
            up = tuple(card for card in current.dealt.get(str(DEALER), ()) if card not in event.cards("cards"))
            _see(current, str(DEALER), (*event.cards("cards"), *up))
        elif event.kind == "box-turned":
            _see(current, "box", event.cards("cards"))


def _see(current: RefereeRound, place: str, cards: tuple[Card, ...], low: tuple[Card, ...] = ()) -> None:
    if cards:
        current.seen[place] = {"cards": cards, "low": low}


def _fill_bank_hand(current: RefereeRound) -> None:
    """Physical hands of the bank, which were set unseen, are known when they are exposed."""
    both = [act for act in current.acts if act["act"] == "set-bank"]
    if len(both) > 1 and not both[0]["facts"]["low"]:
        both[0]["facts"]["low"] = both[1]["facts"]["low"]
        current.acts.remove(both[1])


def _enter_seen_cards(ended: RefereeRound) -> None:
    """Enter cards and low hands that were not known when they were dealt and set."""
    for act in ended.acts:
        facts = act["facts"]
        if act["act"] == "deal":
            for place, seen in ended.seen.items():
                if len(facts["cards"].get(place, "").split()) < len(seen["cards"]):
                    ended.entry["physical"] = True
                    facts["cards"][place] = encode(seen["cards"])
        elif act["act"] == "set-hand" and not facts["low"]:
            facts["low"] = encode(ended.seen.get(str(facts["position"]), {}).get("low", ())) or ""
    if not ended.dealt and any(act["act"] in SETTING and not act["facts"]["low"] for act in ended.acts):
        raise CannotTranslate("physical cards that were set and never seen")
