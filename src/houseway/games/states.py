"""The common state of a round in every game, and how shared events change it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from houseway.cards import Card
from houseway.citation import Citation
from houseway.events import Event
from houseway.money import NO_MONEY, Cents
from houseway.values import Folded, changed

Place = int | str
"""Where cards lie: a position, or a named place on the layout."""


class Stake(NamedTuple):
    """A stake on one area: chips, or a coupon, which is never cash."""

    amount: Cents
    coupon: Cents = NO_MONEY
    number: int | None = None
    """The number that it is on, if it is on one."""

    @property
    def total(self) -> Cents:
        return self.amount + self.coupon if self.coupon.amount else self.amount


class Result(NamedTuple):
    """How a wager ended."""

    result: str
    amount: Cents = NO_MONEY
    """The payment without the stake, before vigorish."""


@dataclass(frozen=True)
class CommonRound(Folded):
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
    results: Mapping[tuple[int, str], Result] = field(default_factory=dict)
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
    def spoiled(self) -> bool:
        """Return whether the cards are reshuffled for an irregularity."""
        return bool(self.void)

    def stake(self, position: int, wager: str) -> Stake | None:
        return self.stakes.get(position, {}).get(wager)

    def wagers(self, position: int) -> Mapping[str, Stake]:
        return self.stakes.get(position, {})


Facts = Mapping[str, Any]
State = TypeVar("State", bound=CommonRound)
Change = Callable[[State, Facts], State]


class Changes(Generic[State]):
    """How each kind of event changes a round: those that all games share, and a game's own."""

    def __init__(self) -> None:
        self.by_kind: dict[str, Change[State]] = dict(_COMMON)

    def on(self, *kinds: str) -> Callable[[Change[State]], Change[State]]:
        """Register a change for kinds of events."""

        def register(change: Change[State]) -> Change[State]:
            self.by_kind.update(dict.fromkeys(kinds, change))
            return change

        return register

    def evolve(self, state: State, event: Event) -> State:
        return self.by_kind[event.kind](state, event.facts)


def put(mapping: Mapping[Any, Any], key: Any, value: Any) -> dict[Any, Any]:
    return {**mapping, key: value}


_NONE: Mapping[str, Stake] = {}


def _wager(state: State, facts: Facts) -> State:
    position, wager = facts["position"], facts["wager"]
    stake = Stake(facts["amount"], facts.get("coupon", NO_MONEY), facts.get("number"))
    stakes = state.stakes
    return changed(state, stakes={**stakes, position: {**stakes.get(position, _NONE), wager: stake}})


def _taken_back(state: State, facts: Facts) -> State:
    position = facts["position"]
    left = {wager: stake for wager, stake in state.wagers(position).items() if wager != facts["wager"]}
    stakes = {place: placed for place, placed in state.stakes.items() if place != position}
    return changed(state, stakes={**stakes, position: left} if left else stakes)


def _chips_counted(state: State, facts: Facts) -> State:
    return changed(state, progressive_collected=facts["matched"])


def _count_ruled(state: State, facts: Facts) -> State:
    return changed(state, progressive_collected=True)


def _noted(state: State, facts: Facts) -> State:
    """A record; the deal that follows says what happened to the cards."""
    return state


def _left(state: State, facts: Facts) -> State:
    return changed(state, left=state.left | set(facts["positions"]))


def _exposed(state: State, facts: Facts) -> State:
    return changed(state, exposed=(*state.exposed, facts["position"]))


def _announced(state: State, facts: Facts) -> State:
    key = (facts["position"], facts["wager"])
    return changed(state, results=put(state.results, key, Result(facts["result"])))


def _settled(state: State, facts: Facts) -> State:
    key = (facts["position"], facts["wager"])
    results = {**state.results, key: Result(facts["result"], facts["amount"])}
    return changed(state, results=results, paid=state.paid | {key})


def _light(state: State, facts: Facts) -> State:
    key = (facts["position"], facts["wager"])
    dealer = facts.get("dealer")
    checked = state.checked_by if dealer is None else put(state.checked_by, key, dealer)
    return changed(state, lights_checked=state.lights_checked | {key}, checked_by=checked)


def _validated(state: State, facts: Facts) -> State:
    key = (facts["position"], facts["wager"])
    return changed(state, validated=state.validated | {key}, validated_by=put(state.validated_by, key, facts["by"]))


def _collected(state: State, facts: Facts) -> State:
    return changed(state, racked=state.racked | {facts["position"]})


def _void(state: State, facts: Facts) -> State:
    return changed(state, void=facts["why"], void_under=facts["under"])


def _ended(state: State, facts: Facts) -> State:
    return changed(state, finished=True)


_COMMON: Mapping[str, Change[Any]] = {
    "wager-placed": _wager,
    "wager-taken-back": _taken_back,
    "chips-counted": _chips_counted,
    "count-ruled": _count_ruled,
    "card-set-aside": _noted,
    "card-drawn-in-error": _noted,
    "player-left": _left,
    "hand-exposed": _exposed,
    "result-announced": _announced,
    "wager-settled": _settled,
    "progressive-verified": _light,
    "payout-validated": _validated,
    "cards-collected": _collected,
    "round-voided": _void,
    "round-completed": _ended,
}
