"""One round of Pai Gow Poker as a value, and how each event changes it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from houseway.cards import Card
from houseway.errors import Malformed
from houseway.events import Event, changed
from houseway.games.round import NO_MONEY
from houseway.money import Cents

DEALER = 0
"""The dealer's position; betting positions count counterclockwise from the dealer's right, from one."""
BASE = "pai-gow"


@dataclass(frozen=True, slots=True)
class Stake:
    """What lies on one area: chips, or a coupon that is never cash."""

    amount: Cents
    coupon: Cents = NO_MONEY
    number: int | None = None
    """The number that it is on, where it is on one."""

    @property
    def total(self) -> Cents:
        return self.amount + self.coupon


@dataclass(frozen=True, slots=True)
class Laid:
    """A hand as it was set and laid face down."""

    high: tuple[Card, ...]
    low: tuple[Card, ...]
    rule: str = ""
    """The rule of the house way that set it, where it did."""


@dataclass(frozen=True)
class Bank:
    """Who banks the round, and how far the question is settled."""

    first: int | None = None
    """The position that has the first offer."""
    asked: tuple[int, ...] = ()
    offered: int | None = None
    position: int | None = None
    co_banking: bool = False
    confirmed: bool = False
    house_stake: Cents | None = None
    directed: Cents | None = None
    settled: bool = False
    """Whether nobody is left to be asked, or somebody has taken it."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a wager ended."""

    result: str
    amount: Cents = NO_MONEY
    """Handed over beside the stake, before vigorish."""


@dataclass(frozen=True)
class Round:
    DERIVED: ClassVar[tuple[str, ...]] = ("bets", "playing")
    number: int = 0
    bank: Bank = Bank()
    stakes: Mapping[int, Mapping[str, Stake]] = field(default_factory=dict)
    """Position, then wager; a wager on a number is `number:3`."""
    closed: bool = False
    lammers: frozenset[tuple[int, str]] = frozenset()
    progressive_collected: bool = False
    """Whether the progressive chips have gone into the inventory."""
    numbers_settled: bool = False
    start: int | None = None
    """The position that gets the first card or stack."""
    number_shown: int | None = None
    """The total of the dice, or the number that the generator showed."""
    stacks: tuple[tuple[Card, ...], ...] = ()
    """Stacks on the table that are not yet delivered (the Division's deal from the hand)."""
    first_stack: int | None = None
    hands: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    stub: tuple[Card, ...] | None = None
    set_aside: tuple[Card, ...] = ()
    stub_counted: bool = False
    shaker_put_away: bool = False
    racked: frozenset[int] = frozenset()
    exposed_by_mistake: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    to_choose: frozenset[int] = frozenset()
    """Positions whose players must say whether to play or void an exposed hand."""
    void_hands: frozenset[int] = frozenset()
    asked_for_help: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    """Positions whose players have left in mid-round."""
    laid: Mapping[int, Laid] = field(default_factory=dict)
    dealer_done: bool = False
    bank_exposed: bool = False
    house_result: str = ""
    surrendered: frozenset[int] = frozenset()
    exposed: tuple[int, ...] = ()
    results: Mapping[tuple[int, str], Result] = field(default_factory=dict)
    """How each wager ended: position and wager."""
    paid: frozenset[tuple[int, str]] = frozenset()
    bank_settled: bool = False
    rearranged: frozenset[int] = frozenset()
    """Positions whose seven cards the dealer has rearranged for the optional wagers."""
    lights_checked: frozenset[tuple[int, str]] = frozenset()
    validated: frozenset[tuple[int, str]] = frozenset()
    awaiting_documents: frozenset[int] = frozenset()
    envy_paid: frozenset[tuple[int, str]] = frozenset()
    void: str = ""
    finished: bool = False

    @cached_property
    def bets(self) -> tuple[int, ...]:
        """Positions that take part: with a base wager, and the bank's; counterclockwise from the dealer's right."""
        return tuple(
            position
            for position in sorted({*self.stakes, *([] if self.bank.position is None else [self.bank.position])})
            if position == self.bank.position or BASE in self.stakes[position]
        )

    @cached_property
    def playing(self) -> tuple[int, ...]:
        """Those of them whose hands are not void."""
        return tuple(position for position in self.bets if position not in self.void_hands)

    @property
    def dealt(self) -> bool:
        return bool(self.hands)

    @property
    def against(self) -> int:
        """Whose hands the players' are compared with."""
        return DEALER if self.bank.position is None else self.bank.position

    def stake(self, position: int, wager: str) -> Stake | None:
        return self.stakes.get(position, {}).get(wager)

    def wagers(self, position: int) -> Mapping[str, Stake]:
        return self.stakes.get(position, {})


Evolve = Callable[[Round, Mapping[str, Any]], Round]
_EVOLVE: dict[str, Evolve] = {}


def on(kind: str) -> Callable[[Evolve], Evolve]:
    """Tie a change of the round to a kind of event."""

    def register(change: Evolve) -> Evolve:
        _EVOLVE[kind] = change
        return change

    return register


def knows(kind: str) -> bool:
    return kind in _EVOLVE


def evolve(state: Round, event: Event) -> Round:
    change = _EVOLVE.get(event.kind)
    if change is None:
        raise Malformed(
            f"{event.kind!r} is no event of a round of Pai Gow Poker",
            code="round.event",
            given=event.kind,
            allowed=tuple(_EVOLVE),
        )
    return change(state, event.facts)


def _put(mapping: Mapping[Any, Any], key: Any, value: Any) -> dict[Any, Any]:
    return {**mapping, key: value}


@on("round-started")
def _started(state: Round, facts: Mapping[str, Any]) -> Round:
    return Round(number=facts["number"], bank=Bank(first=facts["first_offer"]))


@on("bank-offered")
def _offered(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, bank=changed(state.bank, offered=facts["position"]))


@on("bank-passed")
def _passed(state: Round, facts: Mapping[str, Any]) -> Round:
    bank = changed(state.bank, asked=(*state.bank.asked, facts["position"]), offered=None)
    return changed(state, bank=bank)


@on("bank-accepted")
def _accepted(state: Round, facts: Mapping[str, Any]) -> Round:
    bank = changed(
        state.bank, asked=(*state.bank.asked, facts["position"]), offered=None, position=facts["position"], settled=True
    )
    return changed(state, bank=bank)


@on("nobody-banks")
def _nobody(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, bank=changed(state.bank, offered=None, position=None, co_banking=False, settled=True))


@on("co-banking-agreed")
def _co_banking(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, bank=changed(state.bank, co_banking=True))


@on("bank-confirmed")
def _confirmed(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, bank=changed(state.bank, confirmed=True))


@on("bank-refused")
def _refused(state: Round, facts: Mapping[str, Any]) -> Round:
    """The player who took the bank may not have it: the offer goes on."""
    bank = changed(state.bank, position=None, co_banking=False, settled=False, confirmed=False, directed=None, house_stake=None)
    return changed(state, bank=bank)


@on("house-stake-directed")
def _directed(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, bank=changed(state.bank, directed=facts["amount"]))


@on("house-staked")
def _staked(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, bank=changed(state.bank, house_stake=facts["amount"]))


@on("wager-placed")
def _wager(state: Round, facts: Mapping[str, Any]) -> Round:
    position, wager = facts["position"], facts["wager"]
    stake = Stake(facts["amount"], facts.get("coupon", NO_MONEY), facts.get("number"))
    return changed(state, stakes=_put(state.stakes, position, _put(state.wagers(position), wager, stake)))


@on("wager-taken-back")
def _taken_back(state: Round, facts: Mapping[str, Any]) -> Round:
    return _without(state, facts["position"], (facts["wager"],))


def _without(state: Round, position: int, wagers: tuple[str, ...]) -> Round:
    left = {wager: stake for wager, stake in state.wagers(position).items() if wager not in wagers}
    stakes = {place: placed for place, placed in state.stakes.items() if place != position}
    return changed(state, stakes={**stakes, position: left} if left else stakes)


@on("betting-closed")
def _closed(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, closed=True, lammers=frozenset(facts["lammers"]))


@on("chips-counted")
def _chips_counted(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, progressive_collected=facts["matched"])


@on("count-ruled")
def _count_ruled(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, progressive_collected=True)


@on("numbers-settled")
def _numbers(state: Round, facts: Mapping[str, Any]) -> Round:
    results = dict(state.results)
    for position, wager, result, amount in facts["results"]:
        results[position, wager] = Result(result, amount)
    settled = {(position, wager) for position, wager, _, _ in facts["results"]}
    return changed(state, numbers_settled=True, results=results, paid=state.paid | settled)


@on("total-announced")
@on("number-drawn")
@on("button-read")
def _start(state: Round, facts: Mapping[str, Any]) -> Round:
    """Equipment has found the starting position."""
    return changed(state, start=facts["position"], number_shown=facts.get("total", facts.get("number")))


@on("stacks-dealt")
def _stacks(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, stacks=facts["stacks"], stub=facts["stub"], set_aside=facts["set_aside"])


@on("first-stack-chosen")
def _first_stack(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, first_stack=facts["stack"])


@on("cards-dealt")
def _dealt(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, hands=facts["hands"], stub=facts["stub"], set_aside=facts["set_aside"], stacks=())


@on("stub-counted")
def _stub(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, stub_counted=True)


@on("unwagered-collected")
def _unwagered(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, racked=state.racked | set(facts["positions"]))


@on("card-exposed")
def _exposed_by_mistake(state: Round, facts: Mapping[str, Any]) -> Round:
    position = facts["position"]
    seen = (*state.exposed_by_mistake.get(position, ()), *facts["cards"])
    choosing = state.to_choose | ({position} - state.left)
    return changed(state, exposed_by_mistake=_put(state.exposed_by_mistake, position, seen), to_choose=choosing)


@on("exposed-hand-played")
def _played_on(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, to_choose=state.to_choose - {facts["position"]})


@on("hand-voided")
def _voided(state: Round, facts: Mapping[str, Any]) -> Round:
    position = facts["position"]
    return changed(
        state,
        to_choose=state.to_choose - {position},
        void_hands=state.void_hands | {position},
        lammers=frozenset(lammer for lammer in state.lammers if lammer[0] != position),
    )


@on("help-asked")
def _asked(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, asked_for_help=state.asked_for_help | {facts["position"]})


@on("house-way-told")
def _told(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, asked_for_help=state.asked_for_help - {facts["position"]})


@on("help-declined")
def _declined(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, asked_for_help=state.asked_for_help - {facts["position"]})


@on("player-left")
def _left(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, left=state.left | set(facts["positions"]), to_choose=state.to_choose - set(facts["positions"]))


@on("hand-set")
def _set(state: Round, facts: Mapping[str, Any]) -> Round:
    laid = Laid(facts["high"], facts["low"], facts.get("rule", ""))
    return changed(state, laid=_put(state.laid, facts["position"], laid))


_EVOLVE["hand-reset"] = _set


@on("card-set-aside")
@on("card-drawn-in-error")
def _noted(state: Round, facts: Mapping[str, Any]) -> Round:
    """What is only for the record: the deal that follows says what it did to the cards."""
    return state


@on("dealer-done")
def _dealer_done(state: Round, facts: Mapping[str, Any]) -> Round:
    racked = state.racked | {DEALER} if facts["racked"] else state.racked
    return changed(state, dealer_done=True, racked=racked)


@on("bank-exposed")
def _bank_exposed(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, bank_exposed=True, house_result=facts["result"])


@on("wager-surrendered")
def _surrendered(state: Round, facts: Mapping[str, Any]) -> Round:
    position = facts["position"]
    racked = state.racked | {position} if facts["racked"] else state.racked
    return changed(
        state,
        surrendered=state.surrendered | {position},
        racked=racked,
        results=_put(state.results, (position, BASE), Result("surrendered")),
        paid=state.paid | {(position, BASE)},
    )


@on("hand-exposed")
def _exposed(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, exposed=(*state.exposed, facts["position"]))


@on("result-announced")
def _announced(state: Round, facts: Mapping[str, Any]) -> Round:
    key = (facts["position"], facts["wager"])
    return changed(state, results=_put(state.results, key, Result(facts["result"])))


@on("wager-settled")
def _settled(state: Round, facts: Mapping[str, Any]) -> Round:
    key = (facts["position"], facts["wager"])
    return changed(state, results=_put(state.results, key, Result(facts["result"], facts["amount"])), paid=state.paid | {key})


@on("bank-settled")
def _bank_settled(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, bank_settled=True)


@on("hand-rearranged")
def _rearranged(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, rearranged=state.rearranged | {facts["position"]})


@on("progressive-verified")
def _light(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, lights_checked=state.lights_checked | {(facts["position"], facts["wager"])})


@on("payout-validated")
def _validated(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, validated=state.validated | {(facts["position"], facts["wager"])})


@on("documents-awaited")
def _awaited(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, awaiting_documents=state.awaiting_documents | {facts["position"]})


@on("documents-completed")
def _documented(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, awaiting_documents=state.awaiting_documents - {facts["position"]})


@on("envy-settled")
def _envy(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, envy_paid=state.envy_paid | {(facts["position"], facts["wager"])})


@on("cards-collected")
def _collected(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, racked=state.racked | {facts["position"]})


@on("round-voided")
def _void(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, void=facts["why"], to_choose=frozenset())


@on("round-completed")
def _ended(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, finished=True)
