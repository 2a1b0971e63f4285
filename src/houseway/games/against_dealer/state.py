"""A round against the dealer as a value, and how each event changes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from houseway.cards import Card
from houseway.games.round import CommonRound, Facts, Place, RoundChanges, WagerResult, with_entry
from houseway.money import Cents
from houseway.procedure import DEALER
from houseway.values import with_changes

CHECKED, PLAYED, FOLDED = "check", "play", "fold"
DEALING, DECIDING, LATER = WHEN = ("dealing", "deciding", "later")
"""When something happened: before all had their cards, before each player had folded or made a Play wager, or after that."""
ASIDE, STUB = "aside", "stub"


class FaceUpCard(NamedTuple):
    """A card that was found face up."""

    place: Place
    """Where it lies: set aside, in the stub when that is racked, or in the place to which it was dealt."""
    number: int
    """Its number there or, if it was not dealt, from the top of the cards that were left when it was reported."""
    drawn: int = 0
    """How many cards were drawn before that. When more are drawn, those that are left are numbered anew."""


@dataclass(frozen=True)
class DealerGameRound(CommonRound):
    board: tuple[Card, ...] = ()
    """Community cards on the table, face up or not."""
    shown: int = 0
    """How many of them are face up."""
    box: tuple[Card, ...] = ()
    undealt: tuple[Card, ...] | None = None
    """Cards that are not dealt; None for physical cards."""
    burned: tuple[Card, ...] = ()
    burn_count: int = 0
    face_up_count: int = 0
    """Cards that were found face up and set aside."""
    face_up: Mapping[FaceUpCard, str] = field(default_factory=dict)
    """All cards that were found face up and count against the round, and when each was found."""
    decision_round: int = 0
    """The number of the current decision round, from 0."""
    decisions: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Each position's decisions so far."""
    folded: frozenset[int] = frozenset()
    lost_by_fold: frozenset[tuple[int, str]] = frozenset()
    """Wagers lost by a fold."""
    abandoned: frozenset[int] = frozenset()
    """Abandoned positions whose wagers a floorperson ruled lost."""
    stub_done: bool = False
    dealer_turned: bool = False
    box_turned: bool = False
    lights_ruled: frozenset[int] = frozenset()
    """Positions whose progressive wager a floorperson let stand although the light is out."""
    places_to_rule: tuple[int | str, ...] = ()
    """Where cards were exposed too early, until a floorperson has ruled."""
    base_void: str = ""
    """Why the wagers against the dealer are void, if they are."""
    envy_paid: frozenset[int] = frozenset()
    """Positions whose hands earned others envy that is paid."""
    envy: Mapping[tuple[int, int], Cents] = field(default_factory=dict)
    """What each position was paid for another's hand."""

    @property
    def must_reshuffle(self) -> bool:
        return bool(self.void or self.base_void)

    def has_decided(self, position: int) -> bool:
        """Return whether a position has nothing more to decide."""
        return self.decisions.get(position, ())[-1:] not in ((), (CHECKED,))

    def has_played(self, position: int) -> bool:
        return self.decisions.get(position, ())[-1:] == (PLAYED,)


CHANGES = RoundChanges[DealerGameRound]()
on, evolve = CHANGES.register, CHANGES.evolve


@on("round-started")
def _on_started(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    return DealerGameRound(number=facts["number"])


@on("betting-closed")
def _on_betting_closed(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    return with_changes(state, closed=True)


@on("card-set-aside")
def _on_card_set_aside(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    aside = facts["cards"]
    rest = None if state.undealt is None else tuple(card for card in state.undealt if card not in aside)
    state = _with_face_up(state, ASIDE, facts)
    return with_changes(state, set_aside=(*state.set_aside, *aside), face_up_count=state.face_up_count + 1, undealt=rest)


@on("card-found-face-up")
def _on_card_found_face_up(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    return _with_face_up(state, facts["place"], facts)


def _with_face_up(state: DealerGameRound, place: Place, facts: Facts) -> DealerGameRound:
    """Earlier versions did not say when a card that was set aside had been found: before the deal was over, or after it."""
    card = FaceUpCard(place, facts["number"], facts.get("drawn", 0))
    when = facts.get("when", DECIDING if state.dealt else DEALING)
    return with_changes(state, face_up=with_entry(state.face_up, card, when))


@on("cards-dealt")
def _on_cards_dealt(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    return with_changes(state, hands=facts["hands"], board=facts["board"], box=facts["box"], undealt=facts["rest"])


@on("flop-dealt", "final-dealt", "board-completed")
def _on_community_cards(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    """Cards are dealt from the rest, or turned up where they lie on the board already."""
    new = tuple(card for card in facts["cards"] if card not in state.board)
    burned, taken = facts["burned"], {*facts["burned"], *new}
    return with_changes(
        state,
        board=(*state.board, *new),
        shown=state.shown + len(facts["cards"]),
        burned=(*state.burned, *burned),
        burn_count=state.burn_count + facts["burns"],
        undealt=None if state.undealt is None else tuple(card for card in state.undealt if card not in taken),
        decision_round=state.decision_round + 1,
    )


@on("player-checked")
def _on_checked(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    return _with_decision(state, facts["position"], CHECKED)


@on("play-decided")
def _on_played(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    return _with_decision(state, facts["position"], PLAYED)


@on("hand-folded")
def _on_folded(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    position = facts["position"]
    lost = frozenset((position, wager) for wager in facts["lost"])
    state = _with_decision(state, position, FOLDED)
    racked = state.racked | {position} if facts["racked"] else state.racked
    return with_changes(state, folded=state.folded | {position}, lost_by_fold=state.lost_by_fold | lost, racked=racked)


def _with_decision(state: DealerGameRound, position: int, answer: str) -> DealerGameRound:
    return with_changes(state, decisions=with_entry(state.decisions, position, (*state.decisions.get(position, ()), answer)))


@on("stub-racked", "stub-counted")
def _on_stub(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    return with_changes(state, stub_done=True)


@on("stub-card-seen")
def _on_card_seen(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    """A card that was face up in the stub changes nothing."""
    return state


@on("dealer-turned")
def _on_dealer_turned(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    return with_changes(state, dealer_turned=True, hands=with_entry(state.hands, DEALER, facts["cards"]))


@on("box-turned")
def _on_box_turned(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    return with_changes(state, box_turned=True, box=facts["cards"])


@on("hand-exposed")
def _on_exposed(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    position = facts["position"]
    return with_changes(state, exposed=(*state.exposed, position), hands=with_entry(state.hands, position, facts["cards"]))


@on("card-exposed")
def _on_exposed_by_mistake(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    place = facts["place"]
    seen = (*state.exposed_by_mistake.get(place, ()), *facts["cards"])
    return with_changes(state, exposed_by_mistake=with_entry(state.exposed_by_mistake, place, tuple(dict.fromkeys(seen))))


@on("ruling-awaited")
def _on_ruling_awaited(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    return with_changes(state, places_to_rule=(*state.places_to_rule, facts["place"]))


@on("exposure-ruled")
def _on_exposed_ruled(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    return with_changes(state, places_to_rule=())


@on("hand-abandoned")
def _on_abandoned(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    position = facts["position"]
    return with_changes(state, abandoned=state.abandoned | {position}, racked=state.racked | {position})


@on("base-voided")
def _on_base_voided(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    taken_back = {(place, holder) for place, holder, _ in facts.get("envy", ())}
    envy = {pair: amount for pair, amount in state.envy.items() if pair not in taken_back}
    return with_changes(state, base_void=facts["why"], void_under=facts["under"], places_to_rule=(), envy=envy)


@on("wager-refunded")
def _on_refunded(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    """A wager that a void took out of the round has no result."""
    key = (facts["position"], facts["wager"])
    results = with_entry(state.results, key, WagerResult("void"))
    return with_changes(state, results=results, paid=state.paid | {key}, lost_by_fold=state.lost_by_fold - {key})


@on("light-ruled")
def _on_light_ruled(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    return with_changes(state, lights_ruled=state.lights_ruled | {facts["position"]})


@on("envy-settled")
def _on_envy_paid(state: DealerGameRound, facts: Facts) -> DealerGameRound:
    holder = facts["position"]
    envy = {**state.envy, **{(place, holder): amount for place, _, amount in facts["hands"]}}
    return with_changes(state, envy_paid=state.envy_paid | {holder}, envy=envy)
