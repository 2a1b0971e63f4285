"""A round of Pai Gow Poker as a value, and how each event changes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from houseway.cards import Card
from houseway.games.states import Changes, CommonRound, Result, put
from houseway.money import Cents
from houseway.procedure import DEALER, PAI_GOW, PROGRESSIVE
from houseway.values import Folded, changed, lazy

SIDES = ("fortune-bonus", "emperors-treasure", "insurance", "bonus", PROGRESSIVE)
"""Optional wagers on a player's seven cards, in Maryland's order of settlement."""


class Laid(NamedTuple):
    """A hand as set and laid face down."""

    high: tuple[Card, ...]
    low: tuple[Card, ...]
    rule: str = ""
    """The rule of the house way that set it, if one did."""


@dataclass(frozen=True)
class Bank(Folded):
    """Who banks the round, and how far that is decided."""

    first: int | None = None
    """The position with the first offer."""
    asked: tuple[int, ...] = ()
    offered: int | None = None
    position: int | None = None
    co_banking: bool = False
    confirmed: bool = False
    house_stake: Cents | None = None
    directed: Cents | None = None
    settled: bool = False
    """Whether nobody is left to be asked, or somebody has accepted."""


@dataclass(frozen=True)
class Round(CommonRound):
    DERIVED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "stakes": ("bets", "playing", "sides"),
        "bank": ("bets", "playing"),
        "void_hands": ("playing",),
    }
    bank: Bank = Bank()
    lammers: frozenset[tuple[int, str]] = frozenset()
    numbers_settled: bool = False
    start: int | None = None
    """The position that gets the first card or stack."""
    number_shown: int | None = None
    """The total of the dice, or the generator's number."""
    dice: tuple[int, ...] = ()
    """The dice as shown when the shaker was opened."""
    stacks: tuple[tuple[Card, ...], ...] = ()
    """Stacks on the table that are not yet delivered (the Division's deal from the hand)."""
    first_stack: int | None = None
    stub: tuple[Card, ...] | None = None
    stub_counted: bool = False
    aside: int = 0
    """How many face-up cards were set aside. Physical ones are not known by name."""
    shaker_put_away: bool = False
    to_choose: frozenset[int] = frozenset()
    """Positions whose players must choose whether to play or void an exposed hand."""
    void_hands: frozenset[int] = frozenset()
    asked_for_help: frozenset[int] = frozenset()
    laid: Mapping[int, Laid] = field(default_factory=dict)
    absent: frozenset[int] = frozenset()
    """Positions that are set the house way because their players left."""
    dealer_done: bool = False
    bank_exposed: bool = False
    house_result: str = ""
    surrendered: frozenset[int] = frozenset()
    bank_settled: bool = False
    rearranged: frozenset[int] = frozenset()
    """Positions whose seven cards were rearranged for the optional wagers."""
    awaiting_documents: frozenset[int] = frozenset()
    envy_paid: frozenset[tuple[int, str]] = frozenset()
    envy: Mapping[tuple[int, str], Cents] = field(default_factory=dict)
    """What each lammer or marker was paid."""
    counted: Mapping[int | str, int] = field(default_factory=dict)
    """The number of cards found where it was wrong: by position or stack, and the stub."""

    @lazy
    def bets(self) -> tuple[int, ...]:
        """Return positions that take part: with a base wager, and the bank's; counterclockwise from the dealer's right."""
        return tuple(
            position
            for position in sorted({*self.stakes, *([] if self.bank.position is None else [self.bank.position])})
            if position == self.bank.position or PAI_GOW in self.stakes[position]
        )

    @lazy
    def playing(self) -> tuple[int, ...]:
        """Return the positions whose hands are not void."""
        return tuple(position for position in self.bets if position not in self.void_hands)

    @lazy
    def sides(self) -> Mapping[int, tuple[str, ...]]:
        """Return the optional wagers on each position's seven cards, in order of settlement."""
        return {position: tuple([wager for wager in SIDES if wager in placed]) for position, placed in self.stakes.items()}

    @property
    def against(self) -> int:
        """Return the position whose hands the players' are compared with."""
        return DEALER if self.bank.position is None else self.bank.position


CHANGES = Changes[Round]()
on, evolve = CHANGES.on, CHANGES.evolve


@on("round-started")
def _started(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(_FRESH, number=facts["number"], bank=Bank(first=facts["first_offer"]))


_FRESH = Round()


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
    """The player who took the bank may not have it, so the offer goes on."""
    bank = changed(state.bank, position=None, co_banking=False, settled=False, confirmed=False, directed=None, house_stake=None)
    return changed(state, bank=bank)


@on("house-stake-directed")
def _directed(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, bank=changed(state.bank, directed=facts["amount"]))


@on("house-staked")
def _staked(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, bank=changed(state.bank, house_stake=facts["amount"]))


@on("betting-closed")
def _closed(state: Round, facts: Mapping[str, Any]) -> Round:
    """An offer of the bank ends with the betting if a new deck has overtaken it, because nobody banks the first round of a
    game."""
    bank = changed(state.bank, offered=None) if state.bank.offered is not None else state.bank
    return changed(state, closed=True, lammers=frozenset(facts["lammers"]), bank=bank)


@on("numbers-settled")
def _numbers(state: Round, facts: Mapping[str, Any]) -> Round:
    results = dict(state.results)
    for position, wager, result, amount in facts["results"]:
        results[position, wager] = Result(result, amount)
    settled = {(position, wager) for position, wager, _, _ in facts["results"]}
    return changed(state, numbers_settled=True, results=results, paid=state.paid | settled)


@on("total-announced", "number-drawn", "button-read")
def _start(state: Round, facts: Mapping[str, Any]) -> Round:
    """The equipment has found the starting position."""
    return changed(state, start=facts["position"], number_shown=facts.get("total", facts.get("number")))


@on("dice-uncovered")
def _uncovered(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, dice=facts["dice"])


@on("card-set-aside")
def _aside(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, aside=state.aside + 1)


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
    return changed(state, exposed_by_mistake=put(state.exposed_by_mistake, position, seen), to_choose=choosing)


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
        counted=put(state.counted, position, facts["cards"]) if "cards" in facts else state.counted,
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


@on("hand-set", "hand-reset")
def _set(state: Round, facts: Mapping[str, Any]) -> Round:
    position, laid = facts["position"], Laid(facts["high"], facts["low"], facts.get("rule", ""))
    if "absent" in facts:
        return changed(state, laid=put(state.laid, position, laid), absent=state.absent | {position})
    return changed(state, laid=put(state.laid, position, laid))


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
        results=put(state.results, (position, PAI_GOW), Result("surrendered")),
        paid=state.paid | {(position, PAI_GOW)},
    )


@on("bank-settled")
def _bank_settled(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, bank_settled=True)


@on("hand-rearranged")
def _rearranged(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, rearranged=state.rearranged | {facts["position"]})


@on("documents-awaited")
def _awaited(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, awaiting_documents=state.awaiting_documents | {facts["position"]})


@on("documents-completed")
def _documented(state: Round, facts: Mapping[str, Any]) -> Round:
    return changed(state, awaiting_documents=state.awaiting_documents - {facts["position"]})


@on("envy-settled")
def _envy(state: Round, facts: Mapping[str, Any]) -> Round:
    key = (facts["position"], facts["wager"])
    return changed(state, envy_paid=state.envy_paid | {key}, envy=put(state.envy, key, facts["amount"]))


@on("round-voided")
def _void(state: Round, facts: Mapping[str, Any]) -> Round:
    counted = {**state.counted, **(facts["given"] if facts["why"] == "misdeal" else {})}
    counted |= {"stub": facts["stub"]} if "stub" in facts else {}
    return changed(state, void=facts["why"], void_under=facts["under"], to_choose=frozenset(), counted=counted)
