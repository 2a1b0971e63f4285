"""What every game's round is made of: its state and the events that change it, the money that it owes, and its refusals."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar, final

from houseway.cards import Card
from houseway.citation import Citation
from houseway.errors import NotAllowed
from houseway.events import Command, Event
from houseway.money import NO_MONEY, Cents
from houseway.procedure import COUPONS, OUTSIDE
from houseway.values import FoldedState, with_changes

# The state, and the events that change it

Place = int | str
"""Where cards lie: a position, or a named place on the layout."""

AUTOMATED_SHOE = "automated-shoe"
"""The method of dealing from a machine that shuffles and deals."""
FACE_UP_PLACES = ("shoe", "stub", "shuffler", "rack")
"""Where cards may be found face up."""


RESHUFFLING_DEVICE = "reshuffling-device"


def deals_cards(device: str, dealing: str) -> bool:
    """Return whether rounds are dealt from a device: an automated shoe, even one that reshuffles by itself."""
    return dealing == AUTOMATED_SHOE and device in (AUTOMATED_SHOE, RESHUFFLING_DEVICE)


def is_outside_deck(where: str, dealing: str) -> bool:
    """Return whether cards that lay face up there were neither in the shoe nor in the deck that is dealt."""
    return where == "rack" or (where == "shuffler" and dealing != AUTOMATED_SHOE)


class Stake(NamedTuple):
    """A stake on one area: chips, or a coupon, which is never cash."""

    amount: Cents
    coupon: Cents = NO_MONEY
    number: int | None = None
    """The number that it is on, if it is on one."""

    @property
    def total(self) -> Cents:
        return self.amount + self.coupon if self.coupon.amount else self.amount


class WagerResult(NamedTuple):
    """How a wager ended."""

    result: str
    amount: Cents = NO_MONEY
    """The payment without the stake, before vigorish."""


@dataclass(frozen=True)
class CommonRound(FoldedState):
    number: int = 0
    stakes: Mapping[int, Mapping[str, Stake]] = field(default_factory=dict)
    """By position, then wager; a wager on a number is `number:3`."""
    closed: bool = False
    progressive_collected: bool = False
    """Whether the progressive chips are in the inventory."""
    hands: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    set_aside: tuple[Card, ...] = ()
    racked: frozenset[int] = frozenset()
    exposed_by_mistake: Mapping[Place, tuple[Card, ...]] = field(default_factory=dict)
    left: frozenset[int] = frozenset()
    """Positions whose players left in mid-round."""
    exposed: tuple[int, ...] = ()
    results: Mapping[tuple[int, str], WagerResult] = field(default_factory=dict)
    """By position and wager."""
    paid: frozenset[tuple[int, str]] = frozenset()
    lights_checked: frozenset[tuple[int, str]] = frozenset()
    checked_by: Mapping[tuple[int, str], str] = field(default_factory=dict)
    """The dealer who verified hand and light of a progressive win."""
    validated: frozenset[tuple[int, str]] = frozenset()
    validated_by: Mapping[tuple[int, str], str] = field(default_factory=dict)
    void: str = ""
    void_under: tuple[Citation, ...] = ()
    """The clauses that void the round, which also require the reshuffle."""
    finished: bool = False

    @property
    def dealt(self) -> bool:
        return bool(self.hands)

    @property
    def must_reshuffle(self) -> bool:
        """Return whether the cards must be reshuffled because of an irregularity."""
        return bool(self.void)

    def stake_on(self, position: int, wager: str) -> Stake | None:
        return self.stakes.get(position, {}).get(wager)

    def wagers_at(self, position: int) -> Mapping[str, Stake]:
        return self.stakes.get(position, {})

    def cards_on_layout(self, placed: Mapping[Place, int]) -> dict[Place, int]:
        """Return how many cards lie at each place, face up or not, without those in the rack. Physical cards are not known until
        they are turned over: `placed` says how many should lie where."""
        counts = {place: len(cards) or placed.get(place, 0) for place, cards in self.hands.items()}
        return {place: count for place, count in counts.items() if count and place not in self.racked}

    def paid_amounts(self) -> dict[str, Cents]:
        """Return what each settled wager was paid, without its stake and before vigorish."""
        return {f"{position} {wager}": self.results[position, wager].amount for position, wager in sorted(self.paid)}


Facts = Mapping[str, Any]
State = TypeVar("State", bound=CommonRound)
Change = Callable[[State, Facts], State]


class RoundChanges(Generic[State]):
    """How each kind of event changes a round: those that all games share, and a game's own."""

    def __init__(self) -> None:
        self.by_kind: dict[str, Change[State]] = dict(_COMMON)

    def register(self, *kinds: str) -> Callable[[Change[State]], Change[State]]:
        """Register a change for kinds of events."""

        def register(change: Change[State]) -> Change[State]:
            self.by_kind.update(dict.fromkeys(kinds, change))
            return change

        return register

    def evolve(self, state: State, event: Event) -> State:
        return self.by_kind[event.kind](state, event.facts)


def with_entry(mapping: Mapping[Any, Any], key: Any, value: Any) -> dict[Any, Any]:
    return {**mapping, key: value}


_NONE: Mapping[str, Stake] = {}


def _on_wager_placed(state: State, facts: Facts) -> State:
    position, wager = facts["position"], facts["wager"]
    stake = Stake(facts["amount"], facts.get("coupon", NO_MONEY), facts.get("number"))
    stakes = state.stakes
    return with_changes(state, stakes={**stakes, position: {**stakes.get(position, _NONE), wager: stake}})


def _on_wager_taken_back(state: State, facts: Facts) -> State:
    position = facts["position"]
    left = {wager: stake for wager, stake in state.wagers_at(position).items() if wager != facts["wager"]}
    stakes = {place: placed for place, placed in state.stakes.items() if place != position}
    return with_changes(state, stakes={**stakes, position: left} if left else stakes)


def _on_chips_counted(state: State, facts: Facts) -> State:
    return with_changes(state, progressive_collected=facts["matched"])


def _on_count_ruled(state: State, facts: Facts) -> State:
    return with_changes(state, progressive_collected=True)


def _on_noted(state: State, facts: Facts) -> State:
    """This is only a record: the deal that follows says what happened to the cards."""
    return state


def _on_player_left(state: State, facts: Facts) -> State:
    return with_changes(state, left=state.left | set(facts["positions"]))


def _on_hand_exposed(state: State, facts: Facts) -> State:
    return with_changes(state, exposed=(*state.exposed, facts["position"]))


def _on_result_announced(state: State, facts: Facts) -> State:
    key = (facts["position"], facts["wager"])
    return with_changes(state, results=with_entry(state.results, key, WagerResult(facts["result"])))


def _on_wager_settled(state: State, facts: Facts) -> State:
    key = (facts["position"], facts["wager"])
    results = {**state.results, key: WagerResult(facts["result"], facts["amount"])}
    return with_changes(state, results=results, paid=state.paid | {key})


def _on_light_checked(state: State, facts: Facts) -> State:
    key = (facts["position"], facts["wager"])
    dealer = facts.get("dealer")
    checked = state.checked_by if dealer is None else with_entry(state.checked_by, key, dealer)
    return with_changes(state, lights_checked=state.lights_checked | {key}, checked_by=checked)


def _on_win_validated(state: State, facts: Facts) -> State:
    key = (facts["position"], facts["wager"])
    return with_changes(state, validated=state.validated | {key}, validated_by=with_entry(state.validated_by, key, facts["by"]))


def _on_cards_collected(state: State, facts: Facts) -> State:
    return with_changes(state, racked=state.racked | {facts["position"]})


def _on_round_voided(state: State, facts: Facts) -> State:
    return with_changes(state, void=facts["why"], void_under=facts["under"], **void_results(state, facts))


def void_results(state: CommonRound, facts: Facts) -> dict[str, object]:
    """Return the changes of results in a void round: if it was unwound, nothing that was settled counts."""
    if "unwound" not in facts:
        return {}
    return {"results": dict.fromkeys(state.results, WagerResult("void")), "envy": {}}


def _on_round_ended(state: State, facts: Facts) -> State:
    return with_changes(state, finished=True)


_COMMON: Mapping[str, Change[Any]] = {
    "wager-placed": _on_wager_placed,
    "wager-taken-back": _on_wager_taken_back,
    "chips-counted": _on_chips_counted,
    "count-ruled": _on_count_ruled,
    "card-set-aside": _on_noted,
    "irregularity-recorded": _on_noted,
    "card-drawn-in-error": _on_noted,
    "player-left": _on_player_left,
    "hand-exposed": _on_hand_exposed,
    "result-announced": _on_result_announced,
    "wager-settled": _on_wager_settled,
    "progressive-verified": _on_light_checked,
    "payout-validated": _on_win_validated,
    "cards-collected": _on_cards_collected,
    "round-voided": _on_round_voided,
    "round-completed": _on_round_ended,
}


# Money that a round owes


@final
class DueMovement(NamedTuple):
    """Money that a game says must move, and why. `table` turns it into a transfer."""

    source: str
    target: str
    amount: Cents
    reason: str
    clauses: tuple[Citation, ...]
    seat: int | None = None
    wager: str = ""
    note: str = ""


def issue_coupon(face: Cents, clauses: tuple[Citation, ...], seat: int, wager: str) -> tuple[DueMovement, ...]:
    """Return the movement of a wagered coupon. It is never cash: its face value comes from outside and returns there."""
    return (DueMovement(OUTSIDE, COUPONS, face, "coupon-issued", clauses, seat, wager),) if face.amount else ()


def use_coupon(face: Cents, clauses: tuple[Citation, ...], seat: int, wager: str) -> tuple[DueMovement, ...]:
    """Return the movement of a coupon whose wager is won or lost: it is consumed."""
    return (DueMovement(COUPONS, OUTSIDE, face, "coupon-used", clauses, seat, wager),) if face.amount else ()


def return_coupon(
    face: Cents, clauses: tuple[Citation, ...], seat: int, wager: str, used: bool = False
) -> tuple[DueMovement, ...]:
    """Return the movements of a coupon whose wager is returned. If it was already used, it is issued again first."""
    if not face.amount:
        return ()
    anew = issue_coupon(face, clauses, seat, wager) if used else ()
    return (*anew, DueMovement(COUPONS, OUTSIDE, face, "coupon-returned", clauses, seat, wager))


@final
@dataclass(frozen=True, slots=True)
class MeterInstruction:
    """What a progressive meter must do: take or reverse a contribution, pay an award, or bear a deduction."""

    kind: str
    wager: str
    clauses: tuple[Citation, ...]
    stake: Cents = NO_MONEY
    """The amount wagered, for a contribution or its reversal."""
    meter: str = ""
    """The meter of the wager that an award or deduction is for."""
    share: Fraction = Fraction(0)
    amount: Cents = NO_MONEY
    """The amount paid."""
    hand: str = ""
    seat: int | None = None
    winners: tuple[tuple[int, Fraction, Cents], ...] = ()
    """All who share a meter in one round: seat, share and amount paid (PG-19)."""
    round: int | None = None
    """The round that it is about, if that is not the one in play."""


Effect = Event | DueMovement | MeterInstruction
Effects = tuple[Effect, ...]
"""What a game decides, in order. `table` turns movements into transfers and passes instructions to the meters."""


def record_irregularity(what: str, command: Command) -> Event:
    """Record a report that changes nothing, because no clause applies to that time or place."""
    return Event("irregularity-recorded", (), {"what": what, "reported": dict(command.facts), "by": str(command.by)})


# Refusals, and facts of commands


def round_refusal(code: str, message: str, clauses: tuple[Citation, ...], **facts: object) -> NotAllowed:
    """Return a refusal of a round; its facts say what was given and what is allowed."""
    return NotAllowed(message, code=f"round.{code}", clauses=clauses, **facts)


def exposed_cards(command: Command, hand: tuple[Card, ...], given: object, size: int) -> tuple[Card, ...]:
    """Return the exposed cards, which are given as a count or as card numbers from 1. Physical cards may also be named, because
    everybody sees them. Cards that the engine dealt may not be named: its answer would confirm a guess."""
    size = len(hand) or size
    parts = (given,) if isinstance(given, Card) else given
    if type(parts) is int and 1 <= parts <= size:
        return hand[:parts]
    if isinstance(parts, tuple | list) and parts and len(set(map(repr, parts))) == len(parts):
        if not hand and len(parts) <= size and all(isinstance(card, Card) for card in parts):
            return tuple(parts)
        if all(type(number) is int and 1 <= number <= size for number in parts):
            return tuple(hand[number - 1] for number in parts) if hand else ()
    named = "" if hand else ", or the cards themselves"
    raise command.unreadable("cards", f"a number of cards, or a list of card numbers from 1 to {size}{named}")
