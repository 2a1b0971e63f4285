"""Count how the wagers of a table vary together; what no game counts is simulated, with its error."""

from collections.abc import Mapping, Sequence
from math import gcd, lcm

from houseway.analysis.games import analysis_of, counted_wagers
from houseway.analysis.odds.basis import is_envy
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.odds_calculation import wager_odds
from houseway.analysis.simulated_games.lines import SimulatedGame, SimulatedLine
from houseway.analysis.simulated_games.plan import BEST, SimulationPlan
from houseway.analysis.solve.solution import Progress
from houseway.analysis.two_seats.covariances import TwoSeats, in_order
from houseway.disk_cache import disk_cached
from houseway.errors import Malformed, NotAllowed
from houseway.money import Cents
from houseway.program import program_hash
from houseway.submission import Rules

STUDIED_BET = Cents.from_dollars(25)
SEATS, SEED = 6, 1
_MOST_UNITS = 20_000
"""The largest award of a wager that is counted, in units of its smallest difference."""


def count_two_seats(
    rules: Rules,
    play: str = "",
    progress: Progress | None = None,
    sides: Mapping[str, Cents] | None = None,
    *,
    quick: bool = False,
) -> TwoSeats:
    """Count or simulate how the game and its optional wagers vary together; if `quick`, count nothing. `sides` are
    the optional wagers with their stakes; by default all that are offered, at their least."""
    how, first = seated_play(rules, play), next(iter(rules.offers))
    odds, left_out = _seated_odds(rules, sides)
    game = _describe(rules, odds, how)
    own = next((line for line in game.lines if not line.is_part), game.lines[0])
    lines = [own, *(line for line in game.lines if line.name in rules.offers and line.name in {each.wager for each in odds})]
    names = (first, *(line.name for line in lines[1:]))
    count_seats = analysis_of(rules.regulation).count_seats
    found = {} if quick else dict(count_seats(rules, [line for line in lines if _is_countable(line)], how, progress))
    if any(pair not in found for pair in in_order(names)):
        from houseway.analysis.two_seats.sampling import from_sample, sample_seats

        depends = [program_hash(), rules.hash, how, names]
        raw = disk_cached("two-seats-sampled", depends, (), lambda: sample_seats(game, lines, SEATS, SEED, progress))
        for pair, shared in zip(in_order(names), raw, strict=True):
            found.setdefault(pair, from_sample(shared))
    return TwoSeats(names, {pair: found[pair] for pair in in_order(names)}, game.strategy, left_out)


def _is_countable(line: SimulatedLine) -> bool:
    """Return whether sums of products of two results stay whole numbers of 64 bits; a large meter's do not."""
    over = lcm(*(net.denominator for net in line.nets))
    unit = gcd(*(int(net * over) for net in line.nets)) or 1
    return max(abs(net) * over for net in line.nets) <= _MOST_UNITS * unit


def seated_play(rules: Rules, play: str = "") -> str:
    """Return the way to play; by default the best one that can be simulated. Refuse one that cannot."""
    known = analysis_of(rules.regulation, "simulate").simulated_plays
    if not known:
        raise NotAllowed(f"{rules.book} is not simulated yet", code="simulate.book", given=rules.book)
    if play and play not in known:
        raise Malformed(
            f"{rules.book} is simulated with the play {' or '.join(known)}, not {play!r}",
            code="simulate.play",
            given=play,
            allowed=known,
        )
    return play or (BEST if BEST in known else known[0])


def _seated_odds(rules: Rules, sides: Mapping[str, Cents] | None) -> tuple[list[WagerOdds], tuple[str, ...]]:
    """Return the odds of the optional wagers of a spot, and the wagers that are left out."""
    book, odds, left_out = rules.regulation, [], []
    for wager in counted_wagers(book):
        if wager not in rules.offers or (sides is not None and wager not in sides) or is_envy(book, wager):
            continue
        if book.wager(wager).side_bet is not None:
            left_out.append(wager)
        else:
            odds.append(wager_odds(rules, wager, stake=sides[wager] if sides else None))
    return odds, tuple(left_out)


def _describe(rules: Rules, odds: Sequence[WagerOdds], play: str) -> SimulatedGame:
    """Return the game with these wagers, and a table of six."""
    stake = next(iter(rules.offers.values())).minimum or STUDIED_BET
    plan = SimulationPlan(1, SEATS, SEED, stake, {each.wager: each.stake for each in odds}, play)
    return analysis_of(rules.regulation).simulate(rules, plan, odds, None)
