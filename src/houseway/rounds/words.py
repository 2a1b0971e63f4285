"""Events in words, for a person who reads a round step by step."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from houseway.cards import Card
from houseway.events import Event
from houseway.money import Cents

Facts = Mapping[str, Any]
Say = Callable[[Facts, Mapping[int, str]], str]


def in_words(event: Event, seats: Mapping[int, str] | None = None) -> str:
    """What happened, in one line. A kind without words of its own is told by its name and its facts."""
    say = _SAY.get(event.kind)
    if say is None:
        return _plainly(event)
    return say(event.facts, seats or {})


def cards(hand: Iterable[Card]) -> str:
    return " ".join(card.symbol for card in hand)


def who(position: int, seats: Mapping[int, str]) -> str:
    if position == 0:
        return "the dealer"
    return f"{seats[position]} ({position})" if position in seats else f"position {position}"


def _plainly(event: Event) -> str:
    shown = {
        name: fact for name, fact in event.facts.items() if name not in ("at", "round", "by") and fact not in ((), None, "")
    }
    told = ", ".join(f"{name.replace('_', ' ')} {_fact(fact)}" for name, fact in shown.items())
    return event.kind.replace("-", " ") + (f": {told}" if told else "")


def _fact(fact: object) -> str:
    if isinstance(fact, Card):
        return fact.symbol
    if isinstance(fact, Mapping):
        return "; ".join(f"{key}: {_fact(value)}" for key, value in fact.items())
    if isinstance(fact, tuple):
        return " ".join(map(_fact, fact))
    if isinstance(fact, Fraction):
        return str(fact)
    return str(fact)


def _account(name: str, seats: Mapping[int, str]) -> str:
    kind, _, rest = name.partition(":")
    if kind == "player":
        return rest
    if kind in ("layout", "seat") and rest.isdigit():
        place = who(int(rest), seats)
        return f"the layout before {place}" if kind == "layout" else place
    return f"the {name}" if name not in ("outside", "coupons", "tips") else name


def _moved(facts: Facts, seats: Mapping[int, str]) -> str:
    wager = f", {facts['wager']}" if facts.get("wager") else ""
    note = f" ({facts['note']})" if facts.get("note") else ""
    source, target = _account(facts["source"], seats), _account(facts["target"], seats)
    return f"{facts['amount']} from {source} to {target}: {facts['reason'].replace('-', ' ')}{wager}{note}"


def _placed(facts: Facts, seats: Mapping[int, str]) -> str:
    coupon = facts.get("coupon", Cents(0))
    chips = f"{facts['amount']}" if facts["amount"] else ""
    both = " and a coupon of ".join(part for part in (chips, str(coupon) if coupon else "") if part)
    return f"{who(facts['position'], seats)} has {both} on {facts['wager']}"


def _dealt(facts: Facts, seats: Mapping[int, str]) -> str:
    hands = "; ".join(f"{who(place, seats)} {cards(hand)}" for place, hand in facts.get("hands", {}).items() if hand)
    layout = "".join(f"; {place} {cards(facts[place])}" for place in ("board", "box") if facts.get(place))
    up = f"; face up {cards(facts['up'])}" if facts.get("up") else ""
    return f"dealt: {hands or 'physical cards'}{layout}{up}"


def _settled(facts: Facts, seats: Mapping[int, str]) -> str:
    paid = f" {facts['amount']}" if facts["amount"] else ""
    less = f" less {facts['vigorish']} vigorish" if facts["vigorish"] else ""
    hand = f" ({facts['hand']})" if facts["hand"] else ""
    return f"{facts['wager']} of {who(facts['position'], seats)}: {facts['result']}{paid}{less}{hand}"


def _set(facts: Facts, seats: Mapping[int, str]) -> str:
    if not facts["high"] and not facts["low"]:
        return f"{who(facts['position'], seats)} sets face down"
    return f"{who(facts['position'], seats)} sets {cards(facts['high'])} | {cards(facts['low'])}"


def _void(facts: Facts, seats: Mapping[int, str]) -> str:
    should = f" (was {_fact(facts['given'])}, should be {_fact(facts['should_be'])})" if "should_be" in facts else ""
    return f"the round is void: {facts['why'].replace('-', ' ')}{should}"


def _exposed(facts: Facts, seats: Mapping[int, str]) -> str:
    shown = cards(facts["cards"]) if "cards" in facts else f"{cards(facts['high'])} | {cards(facts['low'])}"
    return f"{who(facts['position'], seats)} shows {shown}"


def _shown(facts: Facts, seats: Mapping[int, str]) -> str:
    """A card that was exposed too early: of a position, or of a place on the layout."""
    place = facts.get("place", facts.get("position"))
    whose = (
        f"of {who(place, seats)}" if isinstance(place, int) else f"of the {place}" if place != "burned" else "that was burned"
    )
    return f"a card {whose} was exposed: {cards(facts['cards']) or 'face unknown'}"


def _folded(facts: Facts, seats: Mapping[int, str]) -> str:
    lost = f", and with it {' and '.join(facts['lost'])}" if facts["lost"] else ""
    return f"{who(facts['position'], seats)} folds{lost}; the cards {'are racked' if facts['racked'] else 'stay'}"


def _community(name: str) -> Say:
    def say(facts: Facts, seats: Mapping[int, str]) -> str:
        burned = f", {facts['burns']} burned" if facts.get("burns") else ""
        return f"{name}: {cards(facts['cards'])}{burned}"

    return say


def _base_void(facts: Facts, seats: Mapping[int, str]) -> str:
    return f"the wagers against the dealer are void: {facts['why'].replace('-', ' ')}"


def _envy_for(facts: Facts, seats: Mapping[int, str]) -> str:
    """Against the dealer: one hand, and all who are paid for it."""
    paid = ", ".join(f"{amount} to {who(place, seats)} ({hand.replace('-', ' ')})" for place, hand, amount in facts["hands"])
    return f"envy bonus for the hand of {who(facts['position'], seats)}: {paid}"


def _envy(facts: Facts, seats: Mapping[int, str]) -> str:
    if facts["wager"] == "progressive":
        return _envy_for(facts, seats)
    hands = ", ".join(f"{hand} of {who(place, seats)}" for place, hand, _ in facts["hands"])
    return f"envy bonus of {facts['amount']} to {who(facts['position'], seats)}: {hands}"


def _racked(facts: Facts, seats: Mapping[int, str]) -> str:
    entries = "; ".join(
        f"{owner}, {cards(held) if isinstance(held, tuple) else f'{held} cards'}" for owner, held, _ in facts["entries"]
    )
    return f"into the discard rack: {entries}"


_SAY: dict[str, Say] = {
    "table-opened": lambda f, s: f"table {f['table']} opens under {f['book']}, rules {f['rules_hash'][:16]}",
    "table-closed": lambda f, s: f"the table closes with {f['counted']} counted",
    "money-moved": _moved,
    "round-started": lambda f, s: f"round {f['number']}",
    "round-completed": lambda f, s: "the round is over",
    "player-seated": lambda f, s: f"{f['player']} sits at {' and '.join(map(str, f['positions']))}",
    "player-got-up": lambda f, s: f"{f['player']} gets up",
    "player-left": lambda f, s: f"{who(f['positions'][0], s)} leaves in mid-round",
    "bank-offered": lambda f, s: f"the bank is offered to {who(f['position'], s)}",
    "bank-passed": lambda f, s: f"{who(f['position'], s)} does not bank",
    "bank-accepted": lambda f, s: f"{who(f['position'], s)} banks",
    "bank-confirmed": lambda f, s: f"{who(f['position'], s)} bet before and covers all wagers",
    "bank-refused": lambda f, s: f"{who(f['position'], s)} may not bank: {f['why']}",
    "nobody-banks": lambda f, s: "nobody banks",
    "house-stake-directed": lambda f, s: f"the bank has the house stake {f['amount']}",
    "house-staked": lambda f, s: (
        f"the house stakes {f['amount']} against the bank" if f["amount"] else "the house stakes nothing"
    ),
    "wager-placed": _placed,
    "wager-taken-back": lambda f, s: f"{who(f['position'], s)} takes back {f['wager']}",
    "betting-closed": lambda f, s: f"“{f['said']}”",
    "cards-shuffled": lambda f, s: f"{f['deck']} is shuffled",
    "cut-offered": lambda f, s: f"the cut is offered to {who(f['position'], s)}",
    "cut-made": lambda f, s: f"{f.get('player') or 'the dealer'} cuts {f['depth']} deep",
    "dice-uncovered": lambda f, s: f"the dice show {' '.join(map(str, f['dice']))}, {f['total']} in all",
    "total-announced": lambda f, s: f"“{f['announced']}”: the first card goes to {who(f['position'], s)}",
    "number-drawn": lambda f, s: f"the number {f['number']}: the first card goes to {who(f['position'], s)}",
    "button-read": lambda f, s: f"the button: the first card goes to {who(f['position'], s)}",
    "cards-dealt": _dealt,
    "stacks-dealt": lambda f, s: f"{len(f['stacks'])} stacks are dealt, across and back",
    "stub-counted": lambda f, s: f"{f['cards']} cards are left",
    "unwagered-collected": lambda f, s: f"cards where nobody bet are racked: {', '.join(map(str, f['positions']))}",
    "hand-set": _set,
    "hand-reset": lambda f, s: f"reset by the house way: {_set(f, s)}",
    "house-way-told": lambda f, s: f"{who(f['position'], s)} is told the house way",
    "dealer-done": lambda f, s: "the dealer's cards are racked unseen" if f["racked"] else f"the dealer has {f['words']}",
    "bank-exposed": lambda f, s: f"the bank has {f['words']}" + (f"; the house: {f['result']}" if f["result"] else ""),
    "hand-exposed": _exposed,
    "result-announced": lambda f, s: f"{f['wager']} of {who(f['position'], s)}: {f['result']} ({f['words']})",
    "wager-settled": _settled,
    "wager-surrendered": lambda f, s: f"{who(f['position'], s)} surrenders {f['stake']}",
    "card-exposed": _shown,
    "player-checked": lambda f, s: f"{who(f['position'], s)} checks",
    "play-decided": lambda f, s: f"{who(f['position'], s)} plays {f['amount']}",
    "hand-folded": _folded,
    "hand-abandoned": lambda f, s: f"the wagers of {who(f['position'], s)}, who left, are ruled lost",
    "flop-dealt": _community("flop"),
    "final-dealt": _community("last two community cards"),
    "board-completed": _community("the board is completed"),
    "dealer-turned": lambda f, s: f"the dealer turns up {cards(f['cards'])}: {f['hand']}",
    "box-turned": lambda f, s: f"the box holds {cards(f['cards'])}",
    "stub-racked": lambda f, s: "the stub is racked unseen",
    "ruling-awaited": lambda f, s: "a floorperson must rule on it",
    "exposure-ruled": lambda f, s: f"{f['by']} rules: {f['choice'].replace('-', ' ')}",
    "base-voided": _base_void,
    "wager-refunded": lambda f, s: f"{f['wager']} of {who(f['position'], s)} goes back: {f['amount']}",
    "progressive-verified": lambda f, s: f"{f['wager']} of {who(f['position'], s)} is verified: {f['hand']}",
    "payout-validated": lambda f, s: f"{f['by']} validates {f['wager']} of {who(f['position'], s)}",
    "hand-voided": lambda f, s: f"the hand of {who(f['position'], s)} is void",
    "round-voided": _void,
    "envy-settled": _envy,
    "cards-collected": lambda f, s: f"the cards of {who(f['position'], s)} are collected",
    "cards-racked": _racked,
    "light-switched": lambda f, s: f"the light of {who(f['position'], s)} goes {'on' if f['on'] else 'off'}",
    "chips-counted": lambda f, s: f"{f['chips']} chips and {f['coupons']} coupons for {f['lights']} lights",
}
