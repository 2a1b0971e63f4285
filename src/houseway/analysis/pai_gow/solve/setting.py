"""Seven cards set in every legal way: the exact value of each against a dealer who sets by a house way."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

import numpy as np

from houseway.analysis.exact import as_decimal
from houseway.analysis.pai_gow.solve.counts import ComparisonCounts, PaiGowTerms
from houseway.analysis.pai_gow.solve.solver import kernel_way
from houseway.cards import Card
from houseway.hands import PAI_GOW_LOW, HandOrder
from houseway.house_way import HouseWay, LegalSetting, compile_house_way, legal_settings
from houseway.kernels.batch import hand_strengths
from houseway.kernels.pai_gow.opponents import OpponentHands
from houseway.kernels.pai_gow.setting import CARDS_DEALT

METHOD = "all 53,524,680 hands of the remaining cards, counted by class"


@dataclass(frozen=True)
class RatedSetting:
    """One legal setting, compared with every hand that the dealer can have."""

    setting: LegalSetting
    counts: ComparisonCounts
    expected_value: Fraction
    """Of a wager of one against the dealer, after vigorish."""
    bank_value: Fraction
    """Of banking against an opponent who sets by the same house way, with a wager of one."""

    def to_json(self) -> dict[str, object]:
        return {
            "high": [str(card) for card in self.setting.high],
            "low": [str(card) for card in self.setting.low],
            "win": self.counts.win,
            "push": self.counts.push,
            "lose": self.counts.lose,
            "expected_value": as_decimal(self.expected_value),
            "exact": str(self.expected_value),
            "banking": as_decimal(self.bank_value),
            "banking_exact": str(self.bank_value),
        }


@dataclass(frozen=True)
class RatedHand:
    """All legal settings of seven cards, the best against the dealer first."""

    cards: tuple[Card, ...]
    dealer: str
    settings: tuple[RatedSetting, ...]
    terms: PaiGowTerms = field(repr=False)

    @property
    def best(self) -> RatedSetting:
        return self.settings[0]

    @property
    def best_banking(self) -> RatedSetting:
        return max(self.settings, key=lambda each: each.bank_value)

    def setting_with_low(self, low: Sequence[Card]) -> RatedSetting:
        """Return the setting with this low hand."""
        return next(each for each in self.settings if {*each.setting.low} == {*low})

    def to_json(self) -> dict[str, object]:
        return {
            **self.terms.provenance_json(METHOD),
            "dealer": self.dealer,
            "total": self.best.counts.total,
            "best": self.best.to_json(),
            "best_banking": self.best_banking.to_json(),
            "settings": [each.to_json() for each in self.settings],
        }


def rate_settings(cards: Sequence[Card], dealer: HouseWay, terms: PaiGowTerms) -> RatedHand:
    """Rate every legal setting. It takes milliseconds after a house way's first hand."""
    legal = legal_settings(cards, terms.order)
    high = hand_strengths(terms.order, np.array([each.high for each in legal], dtype=np.uint8))
    low = hand_strengths(PAI_GOW_LOW, np.array([each.low for each in legal], dtype=np.uint8))
    gone = np.array(cards, dtype=np.uint8).reshape(CARDS_DEALT)
    found = opponent_hands(dealer, terms.order).against(gone, high, low)
    rated = [
        _rate_setting(each, ComparisonCounts.from_rows(counts.tolist()), terms)
        for each, counts in zip(legal, found, strict=True)
    ]
    return RatedHand(tuple(cards), dealer.name, tuple(sorted(rated, key=lambda each: -each.expected_value)), terms)


@lru_cache(maxsize=4)
def opponent_hands(dealer: HouseWay, order: HandOrder) -> OpponentHands:
    """Return the hands of a dealer who sets by this house way; the last few are memoised."""
    return OpponentHands.from_settings(kernel_way(compile_house_way(dealer, order)))


def _rate_setting(setting: LegalSetting, counts: ComparisonCounts, terms: PaiGowTerms) -> RatedSetting:
    return RatedSetting(setting, counts, counts.expected_value(terms), counts.bank_value(terms))
