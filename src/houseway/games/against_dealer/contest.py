"""What makes one game against the dealer different from another. The rest of this package is the same for all of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.cards import Card
from houseway.citation import NO_LAW, Citation, Law
from houseway.games.awards import Award
from houseway.games.game import Act, Decide
from houseway.games.round import Step
from houseway.games.states import Place, Stake
from houseway.money import Cents
from houseway.submission import Offer

Needs = tuple[tuple[str, ...], ...]
"""Wagers that must lie before another: one of these groups, all of it."""


@dataclass(frozen=True, slots=True)
class Street:
    """A question that goes round the table, clockwise: play, or not yet, or fold."""

    multiples: str
    """The value that says how many Antes a Play wager may be."""
    played: Law
    checked: Law
    """Empty where nobody may wait any longer."""
    folded: Law
    """Empty where nobody folds yet."""
    deals: str = ""
    """The act that deals what comes after it, where something does."""
    words: str = ""
    dealt: Law = NO_LAW


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended against the dealer's, and what each wager on that is paid."""

    result: str
    """`win`, `lose` or `tie`, of the hand; a wager may end otherwise."""
    words: str
    clauses: tuple[Citation, ...]
    awards: tuple[Award, ...]
    """In the order in which they are paid: won, or lost, or, with `returns_stake`, handed back."""


@dataclass(frozen=True)
class Contest:
    """One game. Its functions take the scene, and whoever asks about hidden cards answers for asking."""

    name: str
    twins: tuple[str, ...]
    """Wagers that are laid with the Ante and equal to it."""
    sides: tuple[str, ...]
    """Optional wagers, in the order in which they are settled."""
    streets: tuple[Street, ...]
    takes_part: Callable[[Mapping[str, Stake]], bool]
    """Whether these wagers get cards."""
    competes: Callable[[Mapping[str, Stake]], bool]
    """Whether these wagers are against the dealer, so that there is something to decide."""
    needs: Callable[[Any, str], Needs]
    size: Callable[[Any, Place], int]
    """How many cards a position, the dealer, or a named place on the layout has when all are dealt."""
    on_cards: Callable[[str], bool]
    """Whether an optional wager is on the player's own cards."""
    stands: Callable[[Any, int, str], bool]
    """Whether an optional wager is settled though the wagers against the dealer are void."""
    deal: Decide
    deal_law: Callable[[Any], tuple[Citation, ...]]
    stub_ready: Callable[[Any], bool]
    """Whether everything is out that comes out of the stub."""
    outcome: Callable[[Any, int], Outcome]
    award: Callable[[Any, int, str], Award]
    envy: Callable[[Any, int], Mapping[Cents, Award]]
    """What others are owed for a position's cards, by their own stake."""
    describe: Callable[[Any, int], str]
    """A hand in words, the dealer's too."""
    dealer_law: Callable[[Any], tuple[Citation, ...]]
    """What the dealer's hand as it is means for all."""
    exposed_law: Callable[[Any, Place], tuple[Citation, ...]]
    """The clauses about a card that was exposed too early."""
    enters: Callable[[Any, Step], Mapping[str, int]]
    """Where physical cards are used: how many are entered with a step, by the name of the fact."""
    face_up: Callable[[Any, int], tuple[Card, ...]] = lambda scene, place: ()
    """Cards of a hand that were dealt face up."""
    named_places: tuple[str, ...] = ()
    """Places on the layout besides positions where cards lie."""
    completing: Callable[[Any], Step | None] = lambda scene: None
    """What is dealt yet, where the wagers against the dealer are void."""
    offer: Callable[[Any, int, str], Offer] = lambda scene, position, wager: scene.rules.offers[wager]
    """What a wager may be at a position: as filed, or less, where another wager bounds it."""
    acts: Mapping[str, Act] = field(default_factory=dict)
    """Acts that only this game has."""
