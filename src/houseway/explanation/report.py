"""A report of a round for people: who had which hands, what each wager won or lost, and what the table took."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.cards import Card
from houseway.events import Event
from houseway.explanation.games import comparison_order
from houseway.explanation.settings import have_right_counts
from houseway.explanation.why import RoundExplanation, WagerExplanation, explain_round
from houseway.explanation.words import describe_event
from houseway.hands import PAI_GOW_LOW, Hand
from houseway.procedure import DEALER, player_account
from houseway.submission import Rules
from houseway.values import ShortRepr

Cards = tuple[Card, ...]
_START_EVENTS = ("total-announced", "number-drawn", "button-read")


@dataclass(frozen=True, slots=True, repr=False)
class ShownHand(ShortRepr):
    """Seven cards as set in two hands; or cards that are not set, with the decisions on them."""

    position: int
    high: tuple[Card, ...] = ()
    low: tuple[Card, ...] = ()
    high_words: str = ""
    low_words: str = ""
    house_way_rule: str = ""
    """The rule of the house way that set the hand, if one did."""
    cards: tuple[Card, ...] = ()
    hand_words: str = ""
    decisions: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        if self.cards or not self.high:
            cards = [str(card) for card in self.cards]
            return {"position": self.position, "cards": cards, "hand": self.hand_words, "decisions": list(self.decisions)}
        return {
            "position": self.position,
            "high": [str(card) for card in self.high],
            "low": [str(card) for card in self.low],
            "high_hand": self.high_words,
            "low_hand": self.low_words,
        }


@dataclass(frozen=True, slots=True, repr=False)
class RoundReport(ShortRepr):
    number: int
    seats: Mapping[int, str]
    hands: Mapping[int, ShownHand]
    """By position; 0 is the dealer. Hands that nobody turned over are missing."""
    bank: int | None
    co_banking: bool
    start: str
    """How the starting position was found, in words."""
    explanation: RoundExplanation
    meters: Mapping[str, Fraction]
    board: tuple[Card, ...] = ()
    """Community cards that were turned over."""
    box: tuple[Card, ...] = ()
    up_cards: tuple[Card, ...] = ()
    """The dealer's card that was dealt face up."""
    against_dealer: bool = False
    """Whether hands are played street by street instead of being set."""

    def wagers(self, position: int) -> tuple[WagerExplanation, ...]:
        return tuple(each for each in self.explanation.wagers if each.position == position)

    def account_change(self, account: str) -> int:
        return self.explanation.account_changes.get(account, 0)

    def player_net(self, name: str) -> int:
        """Return a player's gain or loss in the round, in cents."""
        return sum(each.net for each in self.explanation.wagers if each.player == name)

    def player_ruled(self, name: str) -> int:
        """Return what a floorperson's rulings gave a player or took from him, in cents."""
        return self.explanation.ruled_change(player_account(name))

    def to_json(self) -> dict[str, object]:
        return {
            "round": self.number,
            "seats": {str(position): name for position, name in self.seats.items()},
            "bank": self.bank,
            "co_banking": self.co_banking,
            "start": self.start,
            "void": self.explanation.void,
            **self._layout_json(),
            "hands": [hands.to_json() for hands in self.hands.values()],
            "wagers": [each.to_json() for each in self.explanation.wagers],
            "net": {name: self.player_net(name) for name in dict.fromkeys(self.seats.values())},
            "changes": self.explanation.account_changes,
            "meters": {meter: str(value) for meter, value in self.meters.items()},
            "clauses": dict(self.explanation.gists),
        }

    def _layout_json(self) -> dict[str, object]:
        if not self.against_dealer:
            return {}
        layout = {"board": self.board, "box": self.box, "up": self.up_cards}
        return {
            "base_void": self.explanation.base_void,
            **{name: [str(card) for card in cards] for name, cards in layout.items()},
        }


def report_round(
    events: Iterable[Event],
    rules: Rules,
    seats: Mapping[int, str],
    meters: Mapping[str, Fraction] | None = None,
    settings: Mapping[int, Mapping[str, tuple[Card, ...]]] | None = None,
    cards: Mapping[int, tuple[Card, ...]] | None = None,
    meter_events: Iterable[tuple[str, Event]] = (),
    *,
    in_full: bool = True,
) -> RoundReport:
    """Build the report of a round from its events, or from the events and hands that one person may know."""
    events = tuple(events)
    explained = explain_round(events, rules, meter_events, in_full=in_full)
    seats = {**seats, **{each.position: each.player for each in explained.wagers if each.player}}  # with those who have left
    if rules.against_dealer:
        return _report_against_dealer(events, rules, seats, meters or {}, cards or {}, explained)
    last = {event.kind: event for event in events}
    hands: dict[int, ShownHand] = {}
    for event in events:
        if event.kind in ("hand-set", "hand-reset", "hand-exposed") and event.facts.get("high"):
            made = _set_hand(rules, event.position, event.cards("high"), event.cards("low"), str(event.facts.get("rule", "")))
            before = hands.get(made.position)
            hands[made.position] = made if before is None or made.house_way_rule or before.high != made.high else before
    for position, halves in (settings or {}).items():
        if position not in hands and halves["high"]:
            hands[position] = _set_hand(rules, position, halves["high"], halves["low"])
    accepted = last.get("bank-accepted")
    bank = accepted.position if accepted and "bank-confirmed" in last else None
    start = next((describe_event(event, seats) for event in events if event.kind in _START_EVENTS), "")
    return RoundReport(
        explained.number,
        seats,
        dict(sorted(hands.items())),
        bank,
        "co-banking-agreed" in last,
        start,
        explained,
        meters or {},
    )


def _report_against_dealer(
    events: tuple[Event, ...],
    rules: Rules,
    seats: Mapping[int, str],
    meters: Mapping[str, Fraction],
    seen: Mapping[int, tuple[Card, ...]],
    explained: RoundExplanation,
) -> RoundReport:
    held: dict[int, tuple[Card, ...]] = {}
    decided: dict[int, tuple[str, ...]] = {}
    board: tuple[Card, ...] = ()
    box: tuple[Card, ...] = ()
    up: tuple[Card, ...] = ()
    for event in events:
        match event.kind:
            case "cards-dealt":
                held, up = dict(event.table("hands", {})), event.cards("up")
            case "hand-exposed" | "dealer-turned":
                held[_place(event)] = event.cards("cards")
            case "flop-dealt" | "final-dealt" | "board-completed":
                board += event.cards("cards")
            case "box-turned":
                box = event.cards("cards")
            case "player-checked" | "play-decided" | "hand-folded":
                decided[_place(event)] = (*decided.get(_place(event), ()), describe_decision(event))
    held = {**seen, **held}
    places = sorted({*(place for place, cards in held.items() if cards), *decided})
    hands = {place: _played_hand(rules, place, held.get(place, ()), board, decided.get(place, ())) for place in places}
    return RoundReport(explained.number, seats, hands, None, False, "", explained, meters, board, box, up, against_dealer=True)


def describe_decision(event: Event) -> str:
    """Describe a player's decision in a word or two."""
    said = {"player-checked": "check", "hand-folded": "fold"}.get(event.kind) or f"play {event['amount']}"
    return f"{said} (absent)" if event.facts.get("absent") else said


def _place(event: Event) -> int:
    return event.number("position", DEALER)


def _played_hand(
    rules: Rules, place: int, cards: tuple[Card, ...], board: tuple[Card, ...], decisions: tuple[str, ...]
) -> ShownHand:
    order = comparison_order(rules.game)
    whole = (*cards, *board)
    known = len(whole) in order.card_counts and len(cards) >= rules.regulation.number_of("hand-cards")
    return ShownHand(place, cards=cards, hand_words=order.find_best(whole).describe() if known else "", decisions=decisions)


def _set_hand(rules: Rules, position: int, high: Cards, low: Cards, rule: str = "") -> ShownHand:
    if not have_right_counts(rules, high, low):
        return ShownHand(position, high, low, f"{len(high)} cards", f"{len(low)} cards", rule)
    strong, weak = rules.high_order.find_best(high), PAI_GOW_LOW.find_best(low)
    return ShownHand(position, _sort_by_hand(strong, high), _sort_by_hand(weak, low), strong.describe(), weak.describe(), rule)


def _sort_by_hand(hand: Hand, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Sort cards as people lay them: those that make the hand first."""
    return hand.cards if sorted(hand.cards) == sorted(cards) else cards
