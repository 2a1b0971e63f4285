"""What meters and their envy bonuses pay in simulated rounds, one after the other."""

from fractions import Fraction

import numpy as np

from houseway.analysis.simulation.meter_run import MeterRun, settlement_order
from houseway.analysis.simulation.metered_rounds import RoundFinder, no_rounds
from houseway.analysis.simulation.shards import NetTable


def find_rounds(game, outcomes, first=0):
    """Find the rounds that meters or envy pay, as workers do."""
    table = NetTable.from_game(game, outcomes.shape[1])
    line = next(place for place, line in enumerate(game.lines) if game.is_metered(line))
    finder, found = RoundFinder.from_wager(game.metered, line, game.outcomes), no_rounds()
    finder.find(outcomes, first, table.nets, table.spot_nets, found)
    return found


def meter_run(rules, game, players, unit=Fraction(1)):
    return MeterRun(rules, game.metered, players, unit, settlement_order(rules, players))


def paid_by_meters(rules, game, outcomes, *, as_filed=False):
    """Return by round and seat what the wager with meters and its envy bonus pay beside what the kernels' lines have. Meters run
    through the rounds, or begin each round as they are filed."""
    if game.metered is None:
        return {}
    players, found = outcomes.shape[1], find_rounds(game, outcomes)
    run, paid = meter_run(rules, game, players), {}
    for number, by_seat, envied in zip(found.numbers, found.outcomes, found.envied, strict=True):
        if as_filed:
            run = meter_run(rules, game, players)
        won, earned = run.settle_round(0 if as_filed else number, by_seat), run.envy_of(by_seat, envied)
        for seat in range(players):
            envy = {game.metered.envy.name: earned[seat]} if game.metered.envy else {}
            paid[number, seat] = {game.metered.line.name: won[seat], **envy}
    if game.metered.envy is not None:  # nobody's hand earned any in the others
        for number, seat in np.ndindex(*outcomes.shape[:2]):
            paid.setdefault((number, seat), {game.metered.envy.name: 0})
    return paid
