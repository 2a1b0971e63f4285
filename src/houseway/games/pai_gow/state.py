"""A round of Pai Gow Poker as a value, and how each event changes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from houseway.cards import Card
from houseway.games.round import CommonRound, RoundChanges, WagerResult, void_results, with_entry
from houseway.money import Cents
from houseway.procedure import DEALER, PAI_GOW
from houseway.values import FoldedState, lazy_property, with_changes


class PlacedHands(NamedTuple):
    """A hand as set and laid face down."""

    high: tuple[Card, ...]
    low: tuple[Card, ...]
    house_way_rule: str = ""
    """The rule of the house way that set it, if one did."""


@dataclass(frozen=True)
class BankState(FoldedState):
    """Who banks the round, and how far that is decided."""

    first_offer: int | None = None
    """The position with the first offer."""
    asked_positions: tuple[int, ...] = ()
    offered: int | None = None
    position: int | None = None
    co_banking: bool = False
    is_confirmed: bool = False
    house_stake: Cents | None = None
    directed_stake: Cents | None = None
    is_decided: bool = False
    """Whether nobody is left to be asked, or somebody has accepted."""


@dataclass(frozen=True)
class PaiGowRound(CommonRound):
    DERIVED_FIELDS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "stakes": ("betting_positions", "live_positions"),
        "bank": ("betting_positions", "live_positions"),
        "void_hands": ("live_positions",),
    }
    bank: BankState = BankState()
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
    set_aside_numbers: frozenset[int] = frozenset()
    """The numbers in the deck of face-up cards that were set aside. Physical ones are not known by name."""
    face_up_numbers: frozenset[int] = frozenset()
    """The numbers in the deck of all face-up cards that count against the round."""
    exposed_to_choose: frozenset[int] = frozenset()
    """Positions whose players must choose whether to play or void an exposed hand."""
    void_hands: frozenset[int] = frozenset()
    asked_for_help: frozenset[int] = frozenset()
    told_house_way: frozenset[int] = frozenset()
    """Positions whose players were told how the house would set their hands."""
    placed_hands: Mapping[int, PlacedHands] = field(default_factory=dict)
    absent_positions: frozenset[int] = frozenset()
    """Positions that are set the house way because their players left."""
    is_dealer_done: bool = False
    bank_shown: bool = False
    """Whether the bank has set its hands face up, before the dealer's are turned over (PG-57, DIV-56)."""
    bank_exposed: bool = False
    house_result: str = ""
    surrendered: frozenset[int] = frozenset()
    to_collect: frozenset[int] = frozenset()
    """Surrendered positions whose cards are to be collected and counted."""
    bank_settled: bool = False
    rearranged: frozenset[int] = frozenset()
    """Positions whose seven cards were rearranged for the optional wagers."""
    awaiting_documents: frozenset[int] = frozenset()
    envy_paid: frozenset[tuple[int, str]] = frozenset()
    envy: Mapping[tuple[int, str], Cents] = field(default_factory=dict)
    """What each lammer or marker was paid."""
    wrong_counts: Mapping[int | str, int] = field(default_factory=dict)
    """The number of cards found where it was wrong: by position or stack, and the stub."""

    @lazy_property
    def betting_positions(self) -> tuple[int, ...]:
        """Return positions that take part: with a base wager, and the bank's; counterclockwise from the dealer's right."""
        return tuple(
            position
            for position in sorted({*self.stakes, *([] if self.bank.position is None else [self.bank.position])})
            if position == self.bank.position or PAI_GOW in self.stakes[position]
        )

    @lazy_property
    def live_positions(self) -> tuple[int, ...]:
        """Return the positions whose hands are not void."""
        return tuple(position for position in self.betting_positions if position not in self.void_hands)

    @property
    def set_aside_count(self) -> int:
        return len(self.set_aside_numbers)

    @property
    def bank_face_up(self) -> bool:
        return self.bank_shown or self.bank_exposed

    @property
    def opposing_position(self) -> int:
        """Return the position whose hands the players' are compared with."""
        return DEALER if self.bank.position is None else self.bank.position


CHANGES = RoundChanges[PaiGowRound]()
on, evolve = CHANGES.register, CHANGES.evolve


@on("round-started")
def _on_started(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(_FRESH, number=facts["number"], bank=BankState(first_offer=facts["first_offer"]))


_FRESH = PaiGowRound()


@on("round-annulled")
def _on_earlier_round_annulled(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    """The round before was found void, so the first offer of the bank, if it is not made yet, is where that round had it."""
    bank = state.bank
    if state.closed or bank.asked_positions or bank.offered is not None:
        return state
    return with_changes(state, bank=with_changes(bank, first_offer=facts["first_offer"]))


@on("bank-offered")
def _on_bank_offered(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, bank=with_changes(state.bank, offered=facts["position"]))


@on("bank-passed")
def _on_bank_passed(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    bank = with_changes(state.bank, asked_positions=(*state.bank.asked_positions, facts["position"]), offered=None)
    return with_changes(state, bank=bank)


@on("bank-accepted")
def _on_bank_accepted(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    bank = with_changes(
        state.bank,
        asked_positions=(*state.bank.asked_positions, facts["position"]),
        offered=None,
        position=facts["position"],
        is_decided=True,
    )
    return with_changes(state, bank=bank)


@on("nobody-banks")
def _on_nobody_banks(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, bank=with_changes(state.bank, offered=None, position=None, co_banking=False, is_decided=True))


@on("co-banking-agreed")
def _on_co_banking(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, bank=with_changes(state.bank, co_banking=True))


@on("bank-confirmed")
def _on_bank_confirmed(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, bank=with_changes(state.bank, is_confirmed=True))


@on("bank-refused")
def _on_bank_refused(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    """The player who took the bank may not have it, so the offer goes on."""
    bank = with_changes(
        state.bank, position=None, co_banking=False, is_decided=False, is_confirmed=False, directed_stake=None, house_stake=None
    )
    return with_changes(state, bank=bank)


@on("house-stake-directed")
def _on_stake_directed(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, bank=with_changes(state.bank, directed_stake=facts["amount"]))


@on("house-staked")
def _on_house_staked(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, bank=with_changes(state.bank, house_stake=facts["amount"]))


@on("betting-closed")
def _on_betting_closed(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    """An offer of the bank ends with the betting if a new deck has overtaken it, because nobody banks the first round of a
    game."""
    bank = with_changes(state.bank, offered=None) if state.bank.offered is not None else state.bank
    return with_changes(state, closed=True, lammers=frozenset(facts["lammers"]), bank=bank)


@on("numbers-settled")
def _on_numbers_settled(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    results = dict(state.results)
    for position, wager, result, amount in facts["results"]:
        results[position, wager] = WagerResult(result, amount)
    settled = {(position, wager) for position, wager, _, _ in facts["results"]}
    return with_changes(state, numbers_settled=True, results=results, paid=state.paid | settled)


@on("total-announced", "number-drawn", "button-read")
def _on_start_found(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    """The equipment has found the starting position."""
    return with_changes(state, start=facts["position"], number_shown=facts.get("total", facts.get("number")))


@on("dice-uncovered")
def _on_dice_uncovered(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, dice=facts["dice"])


@on("card-set-aside")
def _on_card_set_aside(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    number = {facts["number"]}
    return with_changes(
        state, set_aside_numbers=state.set_aside_numbers | number, face_up_numbers=state.face_up_numbers | number
    )


@on("card-found-face-up")
def _on_card_found_face_up(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, face_up_numbers=state.face_up_numbers | {facts["number"]})


@on("stacks-spoiled")
def _on_stacks_spoiled(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    """The cards go back to the deck before they were anybody's."""
    return state


@on("stacks-dealt")
def _on_stacks_dealt(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, stacks=facts["stacks"], stub=facts["stub"], set_aside=facts["set_aside"])


@on("first-stack-chosen")
def _on_first_stack_chosen(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, first_stack=facts["stack"])


@on("cards-dealt")
def _on_cards_dealt(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, hands=facts["hands"], stub=facts["stub"], set_aside=facts["set_aside"], stacks=())


@on("stub-counted")
def _on_stub_counted(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, stub_counted=True)


@on("unwagered-collected")
def _on_unwagered_collected(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, racked=state.racked | set(facts["positions"]))


@on("card-exposed")
def _on_exposed_by_mistake(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    position = facts["position"]
    seen = (*state.exposed_by_mistake.get(position, ()), *facts["cards"])
    choosing = state.exposed_to_choose if facts.get("looked") else state.exposed_to_choose | ({position} - state.left)
    return with_changes(
        state, exposed_by_mistake=with_entry(state.exposed_by_mistake, position, seen), exposed_to_choose=choosing
    )


@on("exposed-hand-played")
def _on_exposed_hand_played(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, exposed_to_choose=state.exposed_to_choose - {facts["position"]})


@on("hand-voided")
def _on_hand_voided(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    position = facts["position"]
    return with_changes(
        state,
        exposed_to_choose=state.exposed_to_choose - {position},
        void_hands=state.void_hands | {position},
        lammers=frozenset(lammer for lammer in state.lammers if lammer[0] != position),
    )


@on("help-asked")
def _on_help_asked(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, asked_for_help=state.asked_for_help | {facts["position"]})


@on("house-way-told")
def _on_house_way_told(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    position = facts["position"]
    return with_changes(
        state, asked_for_help=state.asked_for_help - {position}, told_house_way=state.told_house_way | {position}
    )


@on("help-declined")
def _on_help_declined(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, asked_for_help=state.asked_for_help - {facts["position"]})


@on("player-left")
def _on_player_left(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(
        state, left=state.left | set(facts["positions"]), exposed_to_choose=state.exposed_to_choose - set(facts["positions"])
    )


@on("hand-set", "hand-reset")
def _on_hand_set(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    position, placed = facts["position"], PlacedHands(facts["high"], facts["low"], facts.get("rule", ""))
    if "absent" in facts:
        return with_changes(
            state,
            placed_hands=with_entry(state.placed_hands, position, placed),
            absent_positions=state.absent_positions | {position},
        )
    return with_changes(state, placed_hands=with_entry(state.placed_hands, position, placed))


@on("dealer-done")
def _on_dealer_done(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    racked = state.racked | {DEALER} if facts["racked"] else state.racked
    return with_changes(state, is_dealer_done=True, racked=racked)


@on("bank-hands-shown")
def _on_bank_shown(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, bank_shown=True)


@on("bank-exposed")
def _on_bank_exposed(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, bank_exposed=True, house_result=facts["result"])


@on("wager-surrendered")
def _on_surrendered(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    position = facts["position"]
    return with_changes(
        state,
        surrendered=state.surrendered | {position},
        to_collect=state.to_collect | {position} if facts["racked"] else state.to_collect,
        results=with_entry(state.results, (position, PAI_GOW), WagerResult("surrendered")),
        paid=state.paid | {(position, PAI_GOW)},
    )


@on("surrendered-collected")
def _on_surrendered_collected(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    position = facts["position"]
    return with_changes(state, to_collect=state.to_collect - {position}, racked=state.racked | {position})


@on("bank-settled")
def _on_bank_settled(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, bank_settled=True)


@on("hand-rearranged")
def _on_hand_rearranged(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, rearranged=state.rearranged | {facts["position"]})


@on("documents-awaited")
def _on_documents_awaited(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, awaiting_documents=state.awaiting_documents | {facts["position"]})


@on("documents-completed")
def _on_documents_completed(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    return with_changes(state, awaiting_documents=state.awaiting_documents - {facts["position"]})


@on("envy-settled")
def _on_envy_paid(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    key = (facts["position"], facts["wager"])
    return with_changes(state, envy_paid=state.envy_paid | {key}, envy=with_entry(state.envy, key, facts["amount"]))


@on("round-voided")
def _on_round_voided(state: PaiGowRound, facts: Mapping[str, Any]) -> PaiGowRound:
    found = facts["given"] if facts["why"] == "misdeal" else {}
    counted = {**state.wrong_counts, **{place: cards for place, cards in found.items() if place not in state.racked}}
    counted |= {"stub": facts["stub"]} if "stub" in facts else {}
    changes = void_results(state, facts)
    changes |= {"awaiting_documents": frozenset()} if changes else {}
    return with_changes(
        state, void=facts["why"], void_under=facts["under"], exposed_to_choose=frozenset(), wrong_counts=counted, **changes
    )
