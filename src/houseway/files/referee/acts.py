"""What was done at a table, as acts of the referee's record."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from houseway import equipment
from houseway.cards import Card
from houseway.equipment.settings import EquipmentSettings
from houseway.equipment.state import Equipment
from houseway.events import Actor, Command, Event, Role
from houseway.games.round import AUTOMATED_SHOE, deals_cards
from houseway.money import Cents
from houseway.procedure import DEALER, PROGRESSIVE
from houseway.table.state import STANDS, Table

RefereeAct = dict[str, Any]
NO_MONEY = Cents(0)
DEALERS_HAND = Actor(Role.DEALER, "")
"""Who exposes the bank's hands, whatever led to it."""


class CannotTranslate(Exception):
    """The referee's record has no words for something that was done."""


class Done(NamedTuple):
    """A command that was taken, with what followed, and the table before it."""

    command: Command
    events: tuple[Event, ...]
    table: Table

    def made(self, *kinds: str) -> Iterator[Event]:
        """Yield the events of some kinds."""
        return (event for event in self.events if event.kind in kinds)


IGNORED = frozenset(
    (
        # seats, chips and staff: a round of the record says who sits where, and what he has in front of him
        *("open-table", "close-table", "sit", "fill", "credit", "record-conduct", "ask-spread", "bet-in-words", "read-meter"),
        # steps that move no money and decide nothing
        *("play-without-bank", "collect-unwagered", "ask-house-way", "tell-house-way", "decline-help", "rearrange"),
        *("verify-progressive", "validate", "complete-documents", "settle-numbers", "choose-stack"),
    )
)
SAME = frozenset(
    (
        *("take-back", "buy-in", "abandon", "close-betting", "lock-out", "end-round", "rule-light", "pay-envy"),
        *("accept-bank", "pass-bank", "confirm-bank", "rack-dealer", "surrender", "collect-surrendered", "settle-bank"),
        *("check", "fold", "play", "pass-absent", "rack-stub", "pay", "report-exposed", "report-start"),
        "report-stacks",
    )
)
RENAMED = {"direct-house-stake": "house-stake", "stake-against-bank": "stake-house"}
REFUSED_ACTS = frozenset(
    (
        *("wager", "take-back", "accept-bank", "pass-bank", "direct-house-stake", "surrender", "set-hand"),
        *("play-exposed", "void-exposed", "check", "fold", "play"),
    )
)
"""What players ask for that the referee refuses, too. Other acts are refused because of devices, order or role."""
SHUFFLERS = ("shuffler", "reshuffling-device")
"""Of these the record says whether they held cards of the round. Whether a shoe did follows from the round."""
CARDS_OF_DEAL = ("board", "box", "burned")
METHODS = ("dealing", "starting")
"""Methods that another may stand in for, and that the record names."""


def referee_acts(done: Done) -> Iterator[RefereeAct]:
    """Yield the acts of the record that a command stands for; none if the referee has nothing to do with it."""
    act = done.command.act
    if act in SAME:
        yield _act(done, act, done.command.facts)
    elif act in RENAMED:
        yield _act(done, RENAMED[act], done.command.facts)
    elif act in _TRANSLATED:
        yield from _TRANSLATED[act](done)
    elif act not in IGNORED and act not in equipment.ACTS:
        raise CannotTranslate(f"the record has no act for {act}")
    for exposed in done.made("bank-exposed"):
        yield _act(done, "expose", {"position": exposed.position}, DEALERS_HAND)


def refused_acts(done: Done) -> Iterator[RefereeAct]:
    """Yield the acts of the record that stand for a command of a player that was refused."""
    if getattr(done.table.round, "stacks", None):
        return  # the record has the cards of stacks from the deal on, and not the moment at which they are given to their places
    if done.command.act == "set-hand":
        asked: Iterator[RefereeAct] = iter([_act(done, "set-hand", done.command.facts)])
    elif done.command.act in REFUSED_ACTS:
        asked = referee_acts(done)
    else:
        return
    for act in asked:
        yield {**act, "refused": True}


def encode(fact: object) -> Any:
    """Return a fact as JSON: cents as a number, cards as text, positions as names."""
    if isinstance(fact, Cents):
        return fact.amount
    if isinstance(fact, Card):
        return str(fact)
    if isinstance(fact, Mapping):
        return {str(name): encode(value) for name, value in fact.items()}
    if isinstance(fact, tuple | list):
        return _cards(fact) if fact and all(type(each) is Card for each in fact) else [encode(each) for each in fact]
    return str(fact) if isinstance(fact, Fraction) else fact


def _cards(cards: Sequence[object]) -> str:
    return " ".join(map(str, cards))


def _act(done: Done, act: str, facts: Mapping[str, object], by: Actor | None = None) -> RefereeAct:
    who = by or done.command.by
    named = {"name": who.name} if who.role in (Role.PLAYER, Role.BANK) else {}
    return {"by": {"role": who.role.value, **named}, "act": act, "facts": {name: encode(fact) for name, fact in facts.items()}}


# ---- wagers and seats


def _wager(done: Done) -> Iterator[RefereeAct]:
    """A wager on a number names it, and a wager with others beside it is several acts."""
    facts = dict(done.command.facts)
    number, also = facts.pop("number", None), facts.pop("also", {})
    assert isinstance(also, Mapping)
    if number is not None:
        facts["wager"] = f"{facts['wager']}:{number}"
    coupon = facts.get("coupon")
    if isinstance(coupon, Cents):
        chips = facts.get("amount", NO_MONEY)
        assert isinstance(chips, Cents)
        facts["amount"] = chips + coupon
        if not coupon:
            del facts["coupon"]
    yield _act(done, "wager", facts)
    for name, beside in also.items():
        yield _act(done, "wager", {"position": facts["position"], "wager": name, "amount": beside})


def _leave(done: Done) -> Iterator[RefereeAct]:
    if "position" in done.command.facts:
        raise CannotTranslate("an area is given up, and the player stays")
    yield _act(done, "leave", {}, Actor(Role.PLAYER, done.command.by.name))


def _rule_count(done: Done) -> Iterator[RefereeAct]:
    """The floor says which of all progressive wagers stand."""
    standing = done.command.facts["standing"]
    assert isinstance(standing, tuple | list)
    wagered = [place for place, stakes in done.table.round.stakes.items() if PROGRESSIVE in stakes]
    yield _act(done, "rule-chips", {"stands": {place: place in standing for place in wagered}})


# ---- banks and the start


def _offer_bank(done: Done) -> Iterator[RefereeAct]:
    for offered in done.made("bank-offered"):
        yield _act(done, "offer-bank", {"position": offered.position})


def _switch_method(done: Done) -> Iterator[RefereeAct]:
    """Another method of dealing, or of finding the start, stands in for a device, or the filed one is back."""
    for switched in done.made("method-switched"):
        changed = changed_methods(methods_in_use(done.table.equipment), {name: switched.text(name) for name in METHODS})
        if changed:
            yield _act(done, "switch-method", changed)


def methods_in_use(table: Equipment | EquipmentSettings) -> dict[str, str]:
    """Return by which methods cards are dealt and their start is found."""
    return {name: getattr(table, name).value for name in METHODS}


def changed_methods(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """Return the methods that are others than before."""
    return {name: method for name, method in after.items() if method != before[name]}


def _find_start(done: Done) -> Iterator[RefereeAct]:
    for shown in done.made("dice-uncovered"):
        yield _act(done, "find-start", {"dice": shown["dice"]})
    for shown in done.made("number-drawn"):
        yield _act(done, "find-start", {"number": shown["number"]})
    for _ in done.made("button-read"):
        yield _act(done, "find-start", {})


# ---- cards


def _deal(done: Done) -> Iterator[RefereeAct]:
    """The cards of every place, with what the dealer reports. A card that lay face up below the cards that were dealt is found in
    what is left of them."""
    cards = dealt_cards(done)
    act = _with_reports(done, "deal", cards)
    known = done.table.rules.against_dealer and done.table.equipment.stock
    below = _split_face_up(act, sum(map(len, cards.values()))) if known and cards else []
    if done.table.rules.against_dealer and not known and act["facts"].get("face_up"):
        raise CannotTranslate("a physical card is found face up by its number")
    yield act
    if below:
        yield _act(done, "report-face-up", {"face_up": below})


def dealt_cards(done: Done) -> dict[str, tuple[Card, ...]]:
    """Return the cards of every place, as far as they are known."""
    cards: dict[str, tuple[Card, ...]] = {}
    for event in done.made("cards-dealt"):
        cards |= {str(place): hand for place, hand in event.table("hands").items() if hand}
        cards |= {name: event.cards(name) for name in CARDS_OF_DEAL if event.facts.get(name)}
    return cards


def _split_face_up(act: RefereeAct, dealt: int) -> list[int]:
    """Leave the cards that were face up among those dealt, and return the others by their number in what is left."""
    numbers = sorted(act["facts"].get("face_up", []))
    early = [number for place, number in enumerate(numbers) if number <= dealt + place]
    if numbers:
        act["facts"]["face_up"] = early
    return [number - dealt - len(early) for number in numbers[len(early) :]]


def _count(done: Done) -> Iterator[RefereeAct]:
    """Hands that have not the right number of cards. Stacks that have no places yet are named by their number."""
    facts = done.command.facts
    if getattr(done.table.round, "stacks", None) and facts.get("round", done.table.number) == done.table.number:
        facts = {"stacks" if name == "hands" else name: fact for name, fact in facts.items()}
    yield _act(done, done.command.act, facts)


def _deal_stacks(done: Done) -> Iterator[RefereeAct]:
    """Seven stacks are dealt, and given to places later. A card that is exposed meanwhile is nobody's."""
    facts = {name: fact for name, fact in done.command.facts.items() if name not in ("exposed", "pattern")}
    pattern = {"stacks": True} if done.command.facts.get("pattern") == "wrong" else {}
    yield _act(done, "deal", {"cards": {}, **facts, **pattern})
    if done.command.facts.get("exposed"):
        yield _act(done, "report-exposed", {"when": "stacking"})


def delivery_reports(done: Done) -> Iterator[RefereeAct]:
    """What is reported when stacks are given to their places."""
    facts = done.command.facts
    if "first" in facts:
        yield _act(done, "report-start", {"first": facts["first"]})
    if "hands" in facts:
        yield _act(done, "report-misdeal", {"hands": facts["hands"]})
    exposed = facts.get("exposed", {})
    assert isinstance(exposed, Mapping)
    if any(place != DEALER for place in exposed):
        raise CannotTranslate("a card of a player is exposed while stacks are given to their places")
    for place, cards in exposed.items():
        yield _act(done, "report-exposed", {"position": place, "cards": cards, "when": "dealing"})


def _deal_board(done: Done) -> Iterator[RefereeAct]:
    cards: dict[str, object] = {}
    for event in done.made("flop-dealt", "final-dealt", "board-completed"):
        cards["board"] = event.cards("cards")
        cards |= {"burned": event.cards("burned")} if event.facts.get("burned") else {}
    if "face_up" in done.command.facts and not done.table.equipment.stock and not done.table.round.hands.get(DEALER):
        raise CannotTranslate("a physical card is found face up by its number")
    yield _with_reports(done, done.command.act, cards)


def _with_reports(done: Done, act: str, cards: Mapping[str, object]) -> RefereeAct:
    reported = {name: fact for name, fact in done.command.facts.items() if name not in ("cards", "burned", "up", "hole")}
    entered = {name: reported.pop(name) for name in ("board", "box") if isinstance(reported.get(name), tuple)}
    if done.command.facts.get("cards") and not cards:
        entered["board"] = done.command.facts["cards"]
    cards = {**entered, **cards}
    if not isinstance(reported.get("exposed", {}), Mapping):
        del reported["exposed"]  # nobody has read it, because the round was void by then
    return _act(done, act, {"cards": {place: hand for place, hand in cards.items() if hand}, **reported})


def _report_face_up(done: Done) -> Iterator[RefereeAct]:
    """Cards that were dealt all the same are named by their numbers, also where only their number is reported."""
    facts, dealt = dict(done.command.facts), done.command.facts.get("dealt")
    if isinstance(dealt, Mapping):
        facts["dealt"] = {place: range_of(cards) for place, cards in dealt.items()}
    yield _act(done, "report-face-up", facts)


def range_of(cards: object) -> object:
    """Return the numbers of so many cards."""
    return list(range(1, cards + 1)) if type(cards) is int else cards


def _report_device(done: Done) -> Iterator[RefereeAct]:
    facts = {name: fact for name, fact in done.command.facts.items() if name != "what"}
    if done.table.round.void and "round" not in facts:
        return  # nothing more follows for the round
    if not done.table.equipment.decks and "round" not in facts:
        return  # it cannot have caught cards
    if facts["device"] in SHUFFLERS:
        may_hold_dealers = done.table.rules.against_dealer and done.table.equipment.dealing.value == AUTOMATED_SHOE
        for failed in done.made("device-failed"):  # cards that were dealt lie in it no more, but the dealer's may
            facts["live"] = bool(failed.facts.get("live")) and (may_hold_dealers or not done.table.round.dealt)
        if "round" in facts and done.table.completed is not None:
            facts.setdefault("live", deals_cards(facts["device"], done.table.completed.dealing))
    yield _act(done, "report-device", facts)


# ---- hands


def _choose(choice: str) -> Callable[[Done], Iterator[RefereeAct]]:
    def translate(done: Done) -> Iterator[RefereeAct]:
        yield _act(done, "choose-exposed", {**done.command.facts, "choice": choice})

    return translate


def _set_hands(done: Done) -> Iterator[RefereeAct]:
    """Hands are set, and set anew where the house way asks for it. An empty low hand is filled when the cards are seen."""
    bank = done.table.game.bank.position(done.table.round)
    for event in done.made("hand-set", "hand-reset"):
        place, low = event.position, _cards(event.cards("low"))
        if event.kind == "hand-reset":
            yield _act(done, "reset", {"place": place, "low": low})
        elif place == DEALER:
            yield _act(done, "set-dealer", {"low": low})
        elif place == bank:
            yield _act(done, "set-bank", {"low": low})
        else:
            yield _act(done, "set-hand", {"position": place, "low": low})


def _expose(done: Done) -> Iterator[RefereeAct]:
    yield _act(done, "expose", {name: fact for name, fact in done.command.facts.items() if name in ("position", "hands")})


def _rule_exposed(done: Done) -> Iterator[RefereeAct]:
    """A floorperson who says nothing rules as it is suggested."""
    for ruled in done.made("exposure-ruled"):
        yield _act(done, "rule-exposed", {"choice": ruled["choice"]})


def _turn_dealer(done: Done) -> Iterator[RefereeAct]:
    yield _act(done, "turn-dealer", {})


def _settle_sides(done: Done) -> Iterator[RefereeAct]:
    """One step may settle several wagers."""
    for settled in done.made("wager-settled"):
        yield _act(done, "settle-side", {"position": settled.position, "wager": settled["wager"]})


def _collect_cards(done: Done) -> Iterator[RefereeAct]:
    """Only surrendered cards are counted when they are collected."""
    if "cards" in done.command.facts:
        yield _act(done, "collect-surrendered", done.command.facts)


def _rule_finding(done: Done) -> Iterator[RefereeAct]:
    number = done.command.facts["finding"]
    found = next((each for each in done.table.findings if each.number == number), None)
    if found is None:
        raise CannotTranslate("a ruling on a finding that is not known")
    choice = "stand" if done.command.facts["choice"] == STANDS else done.command.facts["choice"]
    yield _act(done, "rule-finding", {"round": found.round, "choice": choice, "finding": number})


_TRANSLATED: Mapping[str, Callable[[Done], Iterator[RefereeAct]]] = {
    "wager": _wager,
    "leave": _leave,
    "rule-count": _rule_count,
    "offer-bank": _offer_bank,
    **dict.fromkeys(("uncover", "draw-number", "read-button"), _find_start),
    "switch-method": _switch_method,
    "deal": _deal,
    "deal-stacks": _deal_stacks,
    **dict.fromkeys(("count-stub", "report-misdeal"), _count),
    **dict.fromkeys(("deal-flop", "deal-final", "complete-board"), _deal_board),
    "report-face-up": _report_face_up,
    "report-device": _report_device,
    "play-exposed": _choose("play"),
    "void-exposed": _choose("void"),
    **dict.fromkeys(("set-hand", "set-absent", "set-dealer", "set-co-bank", "expose-bank"), _set_hands),
    "expose": _expose,
    "turn-dealer": _turn_dealer,
    "rule-exposed": _rule_exposed,
    **dict.fromkeys(("settle-side", "collect-lost", "settle-shared"), _settle_sides),
    "collect-cards": _collect_cards,
    "rule-finding": _rule_finding,
}
