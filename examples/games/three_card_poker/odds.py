"""The game solved: every hand of a player against every hand of the dealer, and the better of Play and fold."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.exact import as_decimal, as_percent
from houseway.analysis.solve.solution import Advice, PlayerView, PrintedTable, Progress, Provenance, RoundEnding, StrategyResult
from houseway.cards import DECK, format_hand
from houseway.hands import Category
from houseway.kernels.canonical import canonical_deals
from houseway.kernels.tables import hand_descriptions
from houseway.money import Cents, net_win
from houseway.procedure import ANTE, ANTE_BONUS, PLAY
from houseway.submission import Rules
from three_card_poker.hands import category_of, does_dealer_play, hand_strength, lowest_dealer_rank
from three_card_poker.order import THREE_CARD

METHOD = "every player's hand up to its suits against every hand of the dealer"
PLAYED = "1x"
FOLDED = RoundEnding("fold", "folded", 0, Fraction(-1), Fraction(1))
UNPLAYED, WON, TIED, LOST = "dealer does not play", "won", "tied", "lost"


@dataclass(frozen=True)
class Terms:
    """What the rules say of the game against the dealer, in Antes."""

    ante: Fraction
    play: Fraction
    bonus: Mapping[str, Fraction]
    least: int
    """The lowest rank of a high card with which the dealer plays."""

    @classmethod
    def from_rules(cls, rules: Rules) -> "Terms":
        pays = {
            wager: {row.hand: net_win(row.pays, Cents(1)) for row in rules.offers[wager].paytable.rows}
            for wager in (ANTE, PLAY, ANTE_BONUS)
        }
        return cls(pays[ANTE]["win"], pays[PLAY]["win"], pays[ANTE_BONUS], int(lowest_dealer_rank(rules.regulation)))

    def worth(self, counts: Mapping[str, int], category: Category) -> Fraction:
        """Return what a hand that is played wins on average, given how it ends."""
        ends = (self.net_result(outcome, category) * count for outcome, count in counts.items())
        return sum(ends, Fraction(0)) / sum(counts.values())

    def net_result(self, outcome: str, category: Category) -> Fraction:
        """Return what a hand that is played wins."""
        plain = {UNPLAYED: self.ante, WON: self.ante + self.play, TIED: Fraction(0), LOST: Fraction(-2)}[outcome]
        return plain + self.bonus.get(str(category), Fraction(0))


@dataclass(frozen=True)
class ThreeCardSolution:
    provenance: Provenance
    best_play: StrategyResult
    lowest_played: str
    """The lowest hand with which Play is worth more than a fold."""

    def to_json(self) -> dict[str, object]:
        return {**self.provenance.to_json(), **self.best_play.to_json(), "lowest_played": self.lowest_played}

    def printed_tables(self) -> tuple[PrintedTable, ...]:
        played = self.best_play
        figures = (
            ("combinations", f"{played.total:,}"),
            ("house edge", f"{as_percent(played.house_edge)} of the Ante"),
            ("element of risk", f"{as_percent(played.element_of_risk)} of {as_decimal(played.average_stake, 6)} Antes staked"),
            ("standard deviation", f"{as_decimal(played.standard_deviation, 6)} Antes"),
            ("lowest hand played", self.lowest_played),
            *((action, as_percent(share)) for action, share in played.frequencies.items()),
        )
        return (PrintedTable("best play", ("", ""), figures),)


@dataclass(frozen=True)
class _DealersHands:
    """All hands of the dealer: the cards as bits, the strength, and whether he plays."""

    cards: NDArray[np.uint64]
    strengths: NDArray[np.int64]
    plays: NDArray[np.bool_]

    @classmethod
    def of(cls, rules: Rules) -> "_DealersHands":
        hands = list(combinations(DECK, THREE_CARD.hand_size))
        return cls(
            np.array(list(map(_as_bits, hands)), dtype=np.uint64),
            np.array(list(map(hand_strength, hands)), dtype=np.int64),
            np.array([does_dealer_play(rules.regulation, hand) for hand in hands]),
        )

    def count(self, own: int, strength: int) -> dict[str, int]:
        """Count how a hand that is played ends, over the hands without its cards."""
        there = (self.cards & np.uint64(own)) == 0
        against = self.strengths[there & self.plays]
        ends = {WON: against < strength, TIED: against == strength, LOST: against > strength}
        return {UNPLAYED: int((there & ~self.plays).sum()), **{how: int(which.sum()) for how, which in ends.items()}}


def _as_bits(hand: Iterable[int]) -> int:
    return sum(1 << card for card in hand)


def solve(rules: Rules, progress: Progress | None = None) -> ThreeCardSolution:
    """Find the best play under these rules."""
    terms = Terms.from_rules(rules)
    dealer = _DealersHands.of(rules)
    hands, weights = canonical_deals(THREE_CARD.hand_size)
    ends = Counter[RoundEnding]()
    played: list[int] = []
    for own, weight in zip(hands.tolist(), weights.tolist(), strict=True):
        strength = hand_strength(own)
        counts, category = dealer.count(_as_bits(own), strength), category_of(strength)
        if terms.worth(counts, category) < FOLDED.net:
            ends[FOLDED] += weight * sum(counts.values())
            continue
        played.append(strength)
        for outcome, count in counts.items():
            how, net = f"{outcome} with {category}", terms.net_result(outcome, category)
            ends[RoundEnding(PLAYED, how, 0, net, Fraction(2))] += weight * count
    endings = tuple(replace(end, combinations=count) for end, count in ends.items() if count)
    lowest = hand_descriptions(THREE_CARD)[min(played)]
    return ThreeCardSolution(_provenance(rules, METHOD), StrategyResult("best", endings), lowest)


def advise(rules: Rules, situation: PlayerView, progress: Progress | None = None) -> Advice:
    """Value Play and fold for one hand."""
    own = situation.cards
    THREE_CARD.check_cards(own)
    counts = _DealersHands.of(rules).count(_as_bits(own), hand_strength(own))
    values = {FOLDED.action: FOLDED.net, PLAYED: Terms.from_rules(rules).worth(counts, category_of(hand_strength(own)))}
    return Advice(format_hand(own), values, _provenance(rules, "every hand that the dealer may have"))


def _provenance(rules: Rules, method: str) -> Provenance:
    return Provenance.from_rules(rules, method, (ANTE, PLAY, ANTE_BONUS), ())
