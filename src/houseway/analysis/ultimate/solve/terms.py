"""The rules that a solution of Ultimate Texas Hold'em depends on, as numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from houseway.errors import Malformed
from houseway.hands import STANDARD, Category
from houseway.kernels.holdem import board as holdem
from houseway.kernels.holdem import deals as holdem_deals
from houseway.money import Cents, net_win
from houseway.submission import Rules


@dataclass(frozen=True)
class UltimateTerms:
    """The rules that the solution depends on."""

    ante: Fraction
    play: Fraction
    blind: Mapping[Category, Fraction]
    """What the Blind brings when a hand of a category wins."""
    first: tuple[int, ...]
    """The allowed multiples of the Ante for a Play: before the flop, on the flop, on the river."""
    flop: int
    river: int
    qualifier: Category

    @classmethod
    def from_rules(cls, rules: Rules) -> "UltimateTerms":
        ante, play = (_row_net(rules, wager, "win") for wager in ("ante", "play"))
        blind = {category: _blind_net(rules, category) for category in STANDARD.categories}
        first, flop, river = (_play_multiples(rules, street) for street in ("first", "flop", "river"))
        qualifier = Category(rules.regulation.text_of("dealer-qualifier"))
        return cls(ante, play, blind, first, max(flop), max(river), qualifier)

    @property
    def unit(self) -> int:
        """Return the number of parts in an Ante, so that every result is an integer."""
        return lcm(*(each.denominator for each in (self.ante, self.play, *self.blind.values())))

    @property
    def game(self) -> holdem.HoldemPays:
        blind = np.zeros(len(self.ranks.place), dtype=np.int64)
        for category, brings in self.blind.items():
            blind[self.ranks.place == STANDARD.position(category)] = int(brings * self.unit)
        ante, play = int(self.ante * self.unit), int(self.play * self.unit)
        most = int(np.abs(blind).max()) + ante + self.unit * 2 + play * max(self.first)
        if most * holdem_deals.TOTAL_DEALS >= 2**62 or max(self.first) > holdem.LARGEST_PLAY:
            raise Malformed(
                "the Blind pays too much to be counted", code="solve.too-large", given=str(max(self.blind.values()))
            )
        return holdem.HoldemPays(self.unit, ante, play, blind, self.flop, self.river)

    @property
    def ranks(self) -> holdem.HoldemTables:
        return holdem.holdem_tables(self.qualifier)

    def to_json(self) -> list[object]:
        """Return everything that a cached result depends on."""
        pays = [str(each) for each in (self.ante, self.play, *self.blind.values())]
        return [pays, self.first, self.flop, self.river, str(self.qualifier)]


def _row_net(rules: Rules, wager: str, hand: str) -> Fraction:
    row = rules.offers[wager].paytable.row(hand)
    assert row is not None  # the rule books are tested for it
    return net_win(row.pays, Cents(1))


def _blind_net(rules: Rules, category: Category) -> Fraction:
    """Return the Blind's result: by the category's own row, or by the row of all lower hands, which is the last."""
    for row in rules.offers["blind"].paytable.rows:
        below = Category(row.hand.removeprefix(_LESS)) if row.hand.startswith(_LESS) else None
        if row.hand == category or (below and STANDARD.position(category) < STANDARD.position(below)):
            return net_win(row.pays, Cents(1))
    # every Blind paytable of a book pays or returns every hand; one that somebody made for study may not
    table = rules.offers["blind"].paytable
    raise Malformed(
        f"the Blind's paytable has no row for {category.value.replace('-', ' ')}; end it with one such as less-than-straight=push",
        code="solve.blind",
        clauses=(table.clause,),
        given=tuple(row.hand for row in table.rows),
        allowed="a row for every hand",
    )


_LESS = "less-than-"


def _play_multiples(rules: Rules, street: str) -> tuple[int, ...]:
    return rules.regulation.numbers_of(f"play-multiples-{street}")
