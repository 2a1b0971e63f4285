"""A solution of Ultimate Texas Hold'em: the value of every starting hand, how rounds end, and how both are printed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.analysis.exact import as_decimal, as_percent
from houseway.analysis.odds.by_stake import NO_STAKES, EdgesByStake
from houseway.analysis.solve.solution import PrintedTable, Provenance, StrategyResult
from houseway.values import ShortRepr


@dataclass(frozen=True)
class StartingHand:
    """One of the 169 starting hands, and the value of each action before the flop, in Antes, if the rest is played best."""

    name: str
    combinations: int
    """The number of holdings that it stands for, of 1,326."""
    values: dict[str, Fraction]

    @property
    def best(self) -> str:
        return max(self.values, key=lambda action: self.values[action])

    def to_json(self) -> dict[str, str]:
        return {**{action: as_decimal(worth) for action, worth in self.values.items()}, "best": self.best}


@dataclass(frozen=True, repr=False)
class UltimateSolution(ShortRepr):
    provenance: Provenance
    best_play: StrategyResult
    hands: Mapping[str, StartingHand] = field(repr=False)
    strategies: tuple[StrategyResult, ...] = ()
    """The results of other strategies."""
    by_stake: EdgesByStake = NO_STAKES

    @property
    def expected_value(self) -> Fraction:
        return self.best_play.expected_value

    @property
    def cost_of_least(self) -> Fraction:
        """Return what a round costs if the second multiple before the flop is played wherever the largest is best."""
        others = list(next(iter(self.hands.values())).values)[1:]
        best = (max(hand.values[other] for other in others) for hand in self.hands.values())
        weights = [hand.combinations for hand in self.hands.values()]
        return self.expected_value - sum((each * w for each, w in zip(best, weights)), Fraction(0)) / sum(weights)

    def cost_of(self, played: StrategyResult) -> Fraction:
        """Return what another strategy costs, in Antes a round."""
        return self.expected_value - played.expected_value

    def to_json(self) -> dict[str, object]:
        least = list(next(iter(self.hands.values())).values)[1]
        return {
            **self.provenance.to_json(),
            **self.best_play.to_json(),
            "hands": {name: hand.to_json() for name, hand in self.hands.items()},
            f"cost_of_{least}": as_decimal(self.cost_of_least),
            "strategies": {
                each.strategy: {**each.to_json(), "cost": as_decimal(self.cost_of(each))} for each in self.strategies
            },
            "endings": [ending.to_json() for ending in self.best_play.endings],
            "by_stake": self.by_stake.to_json(),
        }

    def printed_tables(self) -> tuple[PrintedTable, ...]:
        played = self.best_play
        largest, least, *_ = next(iter(self.hands.values())).values
        figures = (
            ("combinations", f"{played.total:,}"),
            ("house edge", f"{as_percent(played.house_edge)} of the Ante"),
            ("element of risk", f"{as_percent(played.element_of_risk)} of {as_decimal(played.average_stake, 6)} Antes staked"),
            ("standard deviation", f"{as_decimal(played.standard_deviation, 6)} Antes"),
            *((action, as_percent(share)) for action, share in played.frequencies.items()),
            (f"{least}, never {largest}", f"costs {as_percent(self.cost_of_least)} of the Ante"),
        )
        others = tuple(
            (each.strategy, as_percent(each.house_edge), as_percent(each.element_of_risk), as_percent(self.cost_of(each)))
            for each in self.strategies
        )
        hands = tuple(
            (hand.name, *(as_decimal(worth, 6) for worth in hand.values.values()), hand.best) for hand in self.hands.values()
        )
        found = [PrintedTable("best play", ("", ""), figures)]
        if others:
            found.append(PrintedTable("other strategies", ("", "house edge", "element of risk", "cost"), others))
        if self.by_stake.edges:
            found.append(
                PrintedTable(
                    "paid as at the table (rounded and limited), by Ante", ("Ante", "house edge"), self.by_stake.printed_rows()
                )
            )
        columns = ("", *next(iter(self.hands.values())).values, "best")
        return *found, PrintedTable("starting hands, in Antes", columns, hands, by_hand=True)
