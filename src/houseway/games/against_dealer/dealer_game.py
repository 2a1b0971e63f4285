"""What makes one game against the dealer different from another. The rest of this package is common to all of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.cards import Card
from houseway.citation import NO_CLAUSES, Citation, Law
from houseway.events import Event
from houseway.games.awards import Award
from houseway.games.game import DecideAct, GameAct
from houseway.games.round import Effects, Place, Stake
from houseway.money import Cents
from houseway.procedure import Step
from houseway.submission import Offer

NeededWagers = tuple[tuple[str, ...], ...]
"""Wagers that must be placed before another: all of at least one of these groups."""


@dataclass(frozen=True, slots=True)
class DecisionRound:
    """A decision that goes round the table clockwise: play, check or fold."""

    multiples: str
    """The value that says how many Antes a Play wager may be."""
    asked: Law
    """Who is asked, and in which order."""
    amounts: Law
    """How much may be played."""
    played: Law
    checked: Law
    """The rule for a check; empty if nobody may check any more."""
    folded: Law
    """The rule for a fold; empty if nobody may fold yet."""
    deals: str = ""
    """The act that deals the next cards, if any follow."""
    words: str = ""
    dealt: Law = NO_CLAUSES


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """How a hand ended against the dealer's, and what each wager on it is paid."""

    result: str
    """`win`, `lose` or `tie` of the hand; a single wager may end differently."""
    words: str
    clauses: tuple[Citation, ...]
    awards: tuple[Award, ...]
    """In the order of payment: won, lost, or returned (`returns_stake`)."""


@dataclass(frozen=True)
class DealerGame:
    """One game against the dealer. Its functions take the context; the caller must not ask about hidden cards."""

    name: str
    equal_wagers: tuple[str, ...]
    """Wagers that are placed with the Ante and equal it."""
    decision_rounds: tuple[DecisionRound, ...]
    plays_dealer: Callable[[Mapping[str, Stake]], bool]
    """Whether these wagers are against the dealer, so that there is something to decide."""
    card_count: Callable[[Any, Place], int]
    """How many cards a position, the dealer or a named place on the layout has when all are dealt."""
    deal: DecideAct
    deal_law: Callable[[Any], tuple[Citation, ...]]
    stub_ready: Callable[[Any], bool]
    """Whether all cards that come from the stub are dealt."""
    outcome: Callable[[Any, int], HandOutcome]
    award: Callable[[Any, int, str], Award]
    """How an optional wager ends."""
    envy: Callable[[Any, int], Mapping[Cents, Award]]
    """What others are owed for a position's cards, by their own stake."""
    describe: Callable[[Any, int], str]
    """A hand in words, including the dealer's."""
    dealer_law: Callable[[Any], tuple[Citation, ...]]
    """The clauses about the dealer's hand that apply to all players."""
    late_face_up: Callable[[Any, tuple[Event, ...], str], Effects]
    """What follows from cards that are reported face up after the deal, if it does not void the round, and from when they were
    found."""
    cards_to_enter: Callable[[Any, Step], Mapping[str, int]]
    """With physical cards: how many are entered with a step, by the name of the fact."""
    face_up: Callable[[Any, int], tuple[Card, ...]] = lambda context, place: ()
    """Cards of a hand that were dealt face up."""
    face_up_count: Callable[[Any, int], int] = lambda context, place: 0
    """How many cards of a hand are dealt face up."""
    named_places: tuple[str, ...] = ()
    """Places on the layout, besides positions, where cards lie."""
    deals_on: Callable[[Any], bool] = lambda context: False
    """Whether cards of the round are still to be dealt when all have their hands."""
    completion_step: Callable[[Any], Step | None] = lambda context: None
    """What is still dealt if the wagers against the dealer are void."""
    needs_dealer_cards: Callable[[Any, int, str], bool] = lambda context, position, wager: False
    """Whether the dealer's cards are turned up for an optional wager although the wagers against him are void."""
    offer_at: Callable[[Any, int, str], Offer] = lambda context, position, wager: context.rules.offers[wager]
    """What a wager may be at a position: as filed, or less if another wager bounds it."""
    acts: Mapping[str, GameAct] = field(default_factory=dict)
    """Acts that only this game has."""
