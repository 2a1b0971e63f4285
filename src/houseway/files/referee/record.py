"""The referee's record of a table, from the commands that it has taken (docs/referee.md).

The referee imports nothing of houseway; what houseway records is put into the referee's words here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway import equipment, progressive
from houseway.cards import Card
from houseway.events import Command, Event
from houseway.files.referee.acts import (
    METHODS,
    CannotTranslate,
    Done,
    RefereeAct,
    changed_methods,
    dealt_cards,
    delivery_reports,
    encode,
    methods_in_use,
    referee_acts,
    refused_acts,
)
from houseway.files.referee.filing import referee_filing
from houseway.procedure import DEALER, PROGRESSIVE
from houseway.progressive import ProgressiveMeter
from houseway.progressive.meter import FROM_HOUSE
from houseway.review import ReviewedCommand
from houseway.table.meters import meters_drawn_on
from houseway.table.run import MeterEvents
from houseway.table.state import Table, evolve_all

SETTING = ("set-hand", "set-bank", "set-dealer")
CHIPS = frozenset(("buy-in", "cash-out", "tip"))
"""What changes the chips in front of a player without a wager."""
RULED = frozenset(("rule", "correct"))
"""What moves money because somebody says so."""
NOT_KNOWN = "a command that the record does not say"
Meters = Mapping[str, ProgressiveMeter]


@dataclass
class RefereeRound:
    """A round of the record, and what houseway's events say about it."""

    entry: dict[str, Any]
    filing: dict[str, Any]
    left: dict[str, Any]
    """What the rounds before have left for it."""
    events: list[Event] = field(default_factory=list)
    meter_events: list[tuple[str, Event]] = field(default_factory=list)
    """Events of meters, each meter named as the referee does."""
    meters: Mapping[str, ProgressiveMeter] = field(default_factory=dict)
    """The meters when the round was over."""
    left_after: dict[str, Any] = field(default_factory=dict)
    """What the round has left for the next one."""
    before: "RefereeRound | None" = None
    """The round before it, if something in this one is about that."""
    seats_after: Mapping[int, str] = field(default_factory=dict)
    """Who sits where when the next round begins."""
    is_against_dealer: bool = False
    are_awards_from_house: bool = False
    """Whether the book says that awards of a meter are not paid from the table's inventory."""
    untranslated: str = ""
    """Why the record has no words for the round; empty if it has."""
    seen: dict[str, dict[str, tuple[Card, ...]]] = field(default_factory=dict)
    """Physical cards of each place, as they were entered."""
    deck: tuple[Card, ...] = ()
    """The deck before the deal, from the top."""
    dealt: dict[str, tuple[Card, ...]] = field(default_factory=dict)
    found: list[int] = field(default_factory=list)
    """The numbers of the findings about the round before, in order."""

    @property
    def acts(self) -> list[RefereeAct]:
        acts: list[RefereeAct] = self.entry["acts"]
        return acts

    @property
    def number(self) -> int:
        number: int = self.entry["round"]
        return number

    @property
    def is_about_the_last(self) -> bool:
        """Return whether something in it is about the round before."""
        return any(act["facts"].get("round", self.number) != self.number for act in self.acts)


class RefereeRecord:
    """Takes the commands of a table in order, from its opening on."""

    def __init__(self) -> None:
        self.filing: dict[str, Any] = {}
        self.last: RefereeRound | None = None
        """The last round that is over."""
        self._table: Table | None = None
        self._meters: Meters = {}
        self._round: RefereeRound | None = None

    def record(self, command: Command, events: tuple[Event, ...], meter_events: MeterEvents) -> RefereeRound | None:
        """Take one command with what followed. It has the form of a recorder, so that a table can write its record as it runs."""
        before, meters = self._table, dict(self._meters)
        for meter, event in meter_events:
            meters[meter] = progressive.evolve_meter(meters.get(meter), event)
        after = evolve_all(before, events)
        taken = ReviewedCommand(command, events, meter_events, before, after, self._meters, meters)
        return self.take(taken)

    def take(self, taken: ReviewedCommand) -> RefereeRound | None:
        """Take one command with what followed, and return the round that it has ended, if it has."""
        command, current = taken.command, self._round
        if current is not None and not current.untranslated:
            try:
                self._translate(current, taken)
            except CannotTranslate as reason:
                current.untranslated = str(reason)
        elif command is not None and command.act in ("open-table", "amend"):
            self.filing = referee_filing(command.text("submission"))
        self._table, self._meters = taken.after, taken.meters_after
        return self._follow_events(taken)

    def refuse(self, command: Command, table: Table) -> None:
        """Note a command that the table has refused, if it is one that the referee knows."""
        current = self._round
        if current is not None and not current.untranslated:
            current.acts.extend(refused_acts(Done(command, (), table)))

    def _translate(self, current: RefereeRound, taken: ReviewedCommand) -> None:
        command, before = taken.command, taken.before
        if command is None or before is None:
            if not _is_about_equipment(taken):
                raise CannotTranslate(NOT_KNOWN)
            return
        if command.act in RULED:
            raise CannotTranslate(f"the record has no act for {command.act}")
        self._note_foreign_meters(current, taken, before)
        if command.act == "amend":
            self._amend(current, command)
        else:
            self._take(current, Done(command, taken.events, before))

    def _follow_events(self, taken: ReviewedCommand) -> RefereeRound | None:
        """Give events to the round that they belong to. A round begins with the last event of a command."""
        current, table = self._round, taken.after
        starts = table is not None and bool(taken.events) and taken.events[-1].kind == "round-started"
        if current is not None:
            current.events += taken.events[:-1] if starts else taken.events
            if current.left:
                _note_new_game(current, taken)
            if taken.meter_events and taken.before is not None:
                names = _meter_names(taken.meters_after, taken.before)
                current.meter_events += [(names[meter], event) for meter, event in taken.meter_events if meter in names]
        if not starts or table is None:
            return None
        ended = self._finish_round(current, taken) if current is not None else None
        self._start_round(table, taken)
        return ended

    def _start_round(self, table: Table, taken: ReviewedCommand) -> None:
        entry = {
            "round": table.number,
            "seats": {str(place): name for place, name in table.seats.items()},
            "chips": {name: table.chips(name).amount for name in table.arrivals},
            "meters": _meter_values(taken.meters_after, table),
            "absent": [],
            "new-game": False,
            "idle": False,
            "physical": False,
            "acts": [],
        }
        rules = table.rules
        entry |= changed_methods(methods_in_use(table.equipment.settings), methods_in_use(table.equipment))
        self._round = RefereeRound(
            entry,
            self.filing,
            left_for_round(table),
            [taken.events[-1]],
            is_against_dealer=rules.against_dealer,
            are_awards_from_house=bool(rules.law(FROM_HOUSE)),
        )

    def _finish_round(self, ended: RefereeRound, taken: ReviewedCommand) -> RefereeRound:
        assert taken.after is not None
        ended.meters = _meters_by_name(taken.meters_after, taken.after)
        ended.left_after, ended.seats_after = left_for_round(taken.after), taken.after.seats
        _note_missing_lock_out(ended)
        try:
            _enter_seen_cards(ended)
        except CannotTranslate as reason:
            ended.untranslated = ended.untranslated or str(reason)
        ended.before = self.last if ended.is_about_the_last else None
        self.last = ended
        return ended

    def _note_foreign_meters(self, current: RefereeRound, taken: ReviewedCommand, table: Table) -> None:
        """Other tables may have moved a meter meanwhile. As long as nobody has wagered on it, the round begins with that."""
        if taken.meters_before is self._meters or taken.meters_before == self._meters:
            return
        values = _meter_values(taken.meters_before, table)
        if values == _meter_values(self._meters, table):
            return
        if any(act["facts"].get("wager") == PROGRESSIVE for act in current.acts):
            raise CannotTranslate("another table has moved a shared meter during the round")
        current.entry["meters"] = values

    def _amend(self, current: RefereeRound, command: Command) -> None:
        if current.acts:
            raise CannotTranslate("the rules were amended when the round had begun")
        self.filing = current.filing = referee_filing(command.text("submission"))
        current.entry = {name: value for name, value in current.entry.items() if name not in METHODS}  # now they are as filed

    def _take(self, current: RefereeRound, done: Done) -> None:
        act = done.command.act
        _note_seats(current, done)
        if act in CHIPS:
            _note_chips(current, done)
        elif act == "leave" and not current.found and not _has_acted(current, done.command.by.name):
            _leave_before_acting(current, done)
        elif act == "request-co-bank":
            _last_act(current, "accept-bank", done.command.position)["co-banking"] = True
            _forget_house_stake(current)
        elif act == "light":
            _note_light(current, done)
        elif act == "deal" and getattr(done.table.round, "stacks", None):
            _deliver_stacks(current, done)
        else:
            current.acts.extend(referee_acts(done))
        if act == "expose-bank":
            _fill_bank_hand(current)
        _note_count(current, done)
        _note_findings(current, done)
        _note_deck(current, done)
        if act == "report-face-up" and not done.table.rules.against_dealer:
            self._note_places(current, done.table.round.stacks)
        _note_seen_cards(current, done)

    def _note_places(self, current: RefereeRound, stacks: tuple[tuple[Card, ...], ...]) -> None:
        """Say where cards of the deck have gone that were face up. Stacks of this round may have no places yet."""
        facts = current.acts[-1]["facts"]
        about = self.last if "round" in facts and facts["round"] != current.number else current
        if about is None:
            raise CannotTranslate(NOT_KNOWN)
        if facts["face_up"] and not about.deck:
            raise CannotTranslate("a physical card is found face up by its number")
        reported = {about.deck[number - 1] for number in facts["face_up"] if number <= len(about.deck)}
        if about is current and any(reported.intersection(stack) for stack in stacks):
            raise CannotTranslate("a card is found face up in a stack that has no place yet")
        places = {card: place for place, cards in about.dealt.items() for card in cards if place.isdigit()}
        found = {number: places.get(about.deck[number - 1]) for number in facts["face_up"] if number <= len(about.deck)}
        if any(found.values()):
            facts["places"] = {str(number): int(place) for number, place in found.items() if place is not None}


def _forget_house_stake(current: RefereeRound) -> None:
    """A co-bank, against which the house wagers nothing, takes back what it has let the house wager; what an earlier bank said
    stays."""
    accepted = max(place for place, each in enumerate(current.acts) if each["act"] == "accept-bank")
    current.acts[accepted:] = [each for each in current.acts[accepted:] if each["act"] != "house-stake"]


def _is_about_equipment(taken: ReviewedCommand) -> bool:
    """Return whether only equipment has changed, as when a deck is shuffled whose order is still sealed."""
    return all(event.kind in equipment.EVOLVE for event in taken.events) and not taken.meter_events


# ---- what a round begins with


def left_for_round(table: Table) -> dict[str, Any]:
    """Return what the rounds before have left for a round that begins: who may bank, where its offers begin, the button."""
    if table.rules.against_dealer:
        return {}
    is_start = _is_start_of_game(table)
    return {
        "rounds": 0 if is_start else 1,
        "last-bank": table.history.last_bank or None,
        "first-offer": 1 if is_start else table.first_offer,
        "wagered": {name: [cents.amount for cents in wagers] for name, wagers in table.history.last_wagers.items()},
        "without-bank": table.bankless_rounds,
        "button": table.equipment.button or DEALER,
    }


def _is_start_of_game(table: Table) -> bool:
    return table.is_new_game or table.equipment.is_fresh


def _meters_by_name(meters: Meters, table: Table) -> dict[str, ProgressiveMeter]:
    """Return the meters of a table as the referee names them."""
    own = meters_drawn_on(meters, table.rules)
    return {f"{each.wager}/{each.name}": own[each.name] for each in table.rules.meters if each.name in own}


def _meter_values(meters: Meters, table: Table) -> dict[str, str]:
    return {name: str(meter.value) for name, meter in _meters_by_name(meters, table).items()}


def _meter_names(meters: Meters, table: Table) -> dict[str, str]:
    """Return the referee's name of each meter by its id."""
    return {meter.id: name for name, meter in _meters_by_name(meters, table).items()}


# ---- seats and chips


def _note_seats(current: RefereeRound, done: Done) -> None:
    """Whoever sits down during a round sits there from its start, but was away when others were offered the bank, or when the bank
    was the dealer's because nobody sat farther on."""
    seats = current.entry["seats"]
    for seated in done.made("player-seated"):
        name = seated.text("player")
        for place in seated.items("positions"):
            if seats.get(str(place), name) != name or _has_acted(current, name, "leave"):
                raise CannotTranslate("somebody sits down where another has sat in this round, or sits down again")
            seats[str(place)] = name
        current.entry["chips"].setdefault(name, 0)
        if done.table.round.closed or any(act["act"] == "offer-bank" for act in current.acts):
            current.entry["absent"].append(name)
    for offered in done.made("bank-offered"):
        if seats.get(str(offered.position)) in current.entry["absent"]:
            first, places = current.left["first-offer"], done.table.rules.positions + 1
            asked = [act["facts"]["position"] for act in current.acts if act["act"] == "offer-bank"]
            if any((offered.position - first) % places < (place - first) % places for place in asked):
                raise CannotTranslate("somebody sits down when the bank was offered to others, and is asked out of turn")
            current.entry["absent"].remove(seats[str(offered.position)])


def _note_new_game(current: RefereeRound, taken: ReviewedCommand) -> None:
    """The record says of a whole round whether a game begins with it, and with an idle table the button. Where the round before was
    found void, its report and the ruling say that no round of the game counts."""
    kinds = {event.kind for event in taken.events}
    if "table-idled" in kinds:
        current.entry["idle"] = True
    before, after = taken.before, taken.after
    if before is None or after is None or "round-annulled" in kinds or before.round.closed:
        return
    if _is_start_of_game(after) and not _is_start_of_game(before):
        current.entry["new-game"] = True
        if any(act["act"] == "offer-bank" for act in current.acts):
            current.untranslated = current.untranslated or "a new game begins after the bank was offered"


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
    if done.command.by.name not in seats.values():
        current.entry["chips"].pop(done.command.by.name, None)  # whoever comes back brings others


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


def _note_count(current: RefereeRound, done: Done) -> None:
    """The chips of progressive wagers are counted after the lock-out. A round may be void before that, or before the ruling."""
    if done.command.act == "lock-out":
        current.acts[-1]["facts"]["counted"] = False
    if done.command.act == "rule-count" or any(counted["matched"] for counted in done.made("chips-counted")):
        for act in current.acts:
            if act["act"] == "lock-out":
                act["facts"].pop("counted", None)


def _note_missing_lock_out(ended: RefereeRound) -> None:
    """A round that was void before the lock-out has none; a record without one says that it came with "no more bets"."""
    acts = [act["act"] for act in ended.acts]
    if "close-betting" in acts and not {"lock-out", "deal"} & {*acts}:
        closing = acts.index("close-betting")
        ended.acts.insert(closing + 1, {"by": ended.acts[closing]["by"], "act": "lock-out", "facts": {"counted": False}})


def _note_findings(current: RefereeRound, done: Done) -> None:
    """A ruling names its finding by its place among the reports of this round about the one before."""
    current.found += [found.number("finding") for found in done.made("finding-reported")]
    if done.command.act == "rule-finding":
        facts = current.acts[-1]["facts"]
        facts["finding"] = current.found.index(facts["finding"]) + 1


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
