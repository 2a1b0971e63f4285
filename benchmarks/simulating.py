"""Measure simulated player-rounds a second and core, beside the audited engine, and beside loops over eval7 and pokerkit.

Started as `python -m benchmarks.simulating`; `make bench` prints it, too. All figures are CPU times of one process. The loops
settle the Ante, the Blind, the Play and the Trips of the rounds that the kernels have dealt, and must win the same. What every
player does is handed to them, so they only compare hands and pay.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from time import process_time
from typing import Any, ClassVar

import eval7
import numpy as np
from pokerkit import StandardHighHand
from rich.console import Console

from benchmarks.page import describe_machine
from benchmarks.tables import WarmEngine
from houseway.analysis.simulated_games.lines import SimulatedGame
from houseway.analysis.simulation.planning import plan_simulation
from houseway.analysis.simulation.result import describe_game
from houseway.analysis.simulation.shards import NetTable, ShardWork, play_part
from houseway.analysis.standard_rules import standard_rules
from houseway.cards import CARDS
from houseway.kernels.holdem.board import OUTCOME_COUNT
from houseway.kernels.layout import U16
from houseway.kernels.simulation.deals import deal_rounds
from houseway.kernels.simulation.ultimate import GAME
from houseway.money import Cents, net_win
from houseway.submission import Rules

UTH, FCP, MD, DIV = "md.ultimate-texas-holdem", "md.four-card-poker", "md.pai-gow-poker", "div.pai-gow-poker"
PLAYERS, SEED = 6, 1
BLOCK, BLOCKS = 1 << 14, 8
"""The best of several blocks counts: a busy moment of the machine makes one slower."""
EVAL7_ROUNDS, POKERKIT_ROUNDS = 2_000, 20


@dataclass(frozen=True)
class SimulationSpeed:
    """One line of the table."""

    what: str
    player_rounds: float
    """A second and core."""


def simulation_speeds() -> Iterator[SimulationSpeed]:
    """Measure the kernels, with six players and every side bet that can be simulated."""
    for book, play, words in (
        (UTH, "chart", "Ultimate Texas Hold'em, all side bets, by chart"),
        (UTH, "best", "Ultimate Texas Hold'em, all side bets, solved play"),
        (FCP, "chart", "Four Card Poker, Aces Up, by the leaflet"),
        (FCP, "best", "Four Card Poker, Aces Up, solved play"),
        (MD, "house-way", "Pai Gow Poker (Maryland), three side bets, by house way"),
        (DIV, "house-way", "Pai Gow Poker (Division), two side bets, by house way"),
    ):
        yield SimulationSpeed(words, kernel_speed(book, play))


def kernel_speed(book: str, play: str) -> float:
    """Return player-rounds a second of CPU time on one core."""
    rules = standard_rules(book)
    ways = {"house_way": "foxwoods"} if play == "house-way" else {}
    plan = plan_simulation(rules, BLOCK, PLAYERS, SEED, play=play, ways=ways)
    game = describe_game(rules, plan)
    work = ShardWork.from_game(game, plan, NetTable.from_game(game, PLAYERS))
    play_part(work, 0, BLOCK)

    def measure(block: int) -> float:
        start = process_time()
        play_part(work, block * BLOCK, BLOCK)
        return process_time() - start

    return BLOCK * PLAYERS / min(map(measure, range(BLOCKS)))


def other_speeds() -> Iterator[SimulationSpeed]:
    """Measure the audited engine, and loops over two packages that compare hands of poker."""
    yield SimulationSpeed("the audited engine, Ultimate", WarmEngine(UTH).rounds_per_second() * PLAYERS)
    rules = standard_rules(UTH)
    plan = plan_simulation(rules, EVAL7_ROUNDS, PLAYERS, SEED)
    game = describe_game(rules, plan)
    cards = np.empty((EVAL7_ROUNDS, game.row_length), dtype=np.uint8)
    outcomes = np.zeros((EVAL7_ROUNDS, PLAYERS, game.axes), dtype=np.uint16)
    deal_rounds(SEED, 0, game.deck, cards)
    game.new_player()(cards, outcomes, 0)
    times = (outcomes[:, :, GAME] // OUTCOME_COUNT).tolist()
    for name, kind, rounds in (("eval7", Eval7Loop, EVAL7_ROUNDS), ("pokerkit", PokerkitLoop, POKERKIT_ROUNDS)):
        loop = kind(rules, plan.bet.amount, plan.sides["trips"].amount)
        rows = cards[:rounds].tolist()
        start = process_time()
        won = sum(loop.play_round(row, played) for row, played in zip(rows, times, strict=False))
        seconds = process_time() - start
        expected = _won_by_kernels(game, outcomes[:rounds])
        if won != expected:
            raise ArithmeticError(f"the loop over {name} wins {won}, the kernels {expected}")
        yield SimulationSpeed(
            f"a loop over {name}, Ultimate with Trips alone, decisions handed over", rounds * PLAYERS / seconds
        )


def _won_by_kernels(game: SimulatedGame, outcomes: U16) -> Fraction:
    total = Fraction(0)
    for line in (line for line in game.lines if line.name in ("game", "trips")):
        for outcome in outcomes[:, :, line.axis].ravel().tolist():
            total += line.nets[outcome]
    return total


class HandLoop:
    """A plain loop over the seats of a round, as people write it around a package that ranks hands."""

    def __init__(self, rules: Rules, bet: int, trips: int) -> None:
        self._bet, self._trips = bet, trips
        self._blind_pays, self._trips_pays = (_pays(rules, wager) for wager in ("blind", "trips"))

    def play_round(self, row: Sequence[int], times: Sequence[int]) -> Fraction:
        """Return what all players win, in cents."""
        board, total = row[:5], Fraction(0)
        dealer, _ = self.rank(row[5:7], board)
        qualifies = self.qualifies(dealer)
        for seat, play in enumerate(times):
            own, kind = self.rank(row[7 + 2 * seat : 9 + 2 * seat], board)
            total += self._trips * self._trips_pays.get(kind, Fraction(-1))
            if not play:
                total -= 2 * self._bet
            elif own > dealer:
                total += self._bet * (play + qualifies + self._blind_pays.get(kind, Fraction(0)))
            elif own < dealer:
                total -= self._bet * (play + qualifies + 1)
        return total

    def rank(self, hole: Sequence[int], board: Sequence[int]) -> tuple[Any, str]:
        """Return a hand that can be compared, and its kind as in the paytables."""
        raise NotImplementedError

    def qualifies(self, dealer: Any) -> bool:
        raise NotImplementedError


def _pays(rules: Rules, wager: str) -> Mapping[str, Fraction]:
    return {row.hand: net_win(row.pays, Cents(1)) for row in rules.offers[wager].paytable.rows}


_KINDS = ("straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind")
_ROYAL = "royal-flush"


class Eval7Loop(HandLoop):
    _cards = tuple(eval7.Card(str(card)) for card in CARDS[:52])
    _names: ClassVar = {
        "Quads": "four-of-a-kind",
        "Trips": "three-of-a-kind",
        **{kind.replace("-", " ").title(): kind for kind in _KINDS},
    }
    _royal = eval7.evaluate([eval7.Card(card) for card in ("As", "Ks", "Qs", "Js", "Ts")])
    _pair = eval7.evaluate([eval7.Card(card) for card in ("2s", "2d", "3h", "4c", "5s")])

    def rank(self, hole: Sequence[int], board: Sequence[int]) -> tuple[Any, str]:
        value = eval7.evaluate([self._cards[card] for card in (*hole, *board)])
        return value, _ROYAL if value == self._royal else self._names.get(eval7.handtype(value), "")

    def qualifies(self, dealer: Any) -> bool:
        return bool(dealer >= self._pair)


class PokerkitLoop(HandLoop):
    _words = tuple(map(str, CARDS[:52]))
    _names: ClassVar = {kind.replace("-", " ").capitalize(): kind for kind in _KINDS}
    _royal = StandardHighHand("AsKsQsJsTs")
    _pair = StandardHighHand("2s2d3h4c5s")

    def rank(self, hole: Sequence[int], board: Sequence[int]) -> tuple[Any, str]:
        hand = StandardHighHand.from_game(*("".join(self._words[card] for card in cards) for cards in (hole, board)))
        return hand, _ROYAL if hand == self._royal else self._names.get(hand.entry.label.value, "")

    def qualifies(self, dealer: Any) -> bool:
        return bool(dealer >= self._pair)


def print_simulation_speeds(console: Console) -> None:
    """Print player-rounds a second and core."""
    console.print("\nSimulated player-rounds a second and core, six players:")
    measure: Sequence[Callable[[], Iterator[SimulationSpeed]]] = (simulation_speeds, other_speeds)
    for each in (speed for speeds in measure for speed in speeds()):
        console.print(f"  {each.what}: {each.player_rounds:,.0f}")


if __name__ == "__main__":
    screen = Console()
    screen.print(f"Measured on {describe_machine()}.")
    print_simulation_speeds(screen)
