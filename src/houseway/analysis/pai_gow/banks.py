"""Who banks in the rounds of a night of Pai Gow Poker, if some players always take the bank when they may."""

from collections.abc import Sequence

from houseway.analysis.simulated_games.plan import SimulationPlan
from houseway.games.pai_gow.base_wager.centre import house_stake_against_bank
from houseway.money import Cents
from houseway.procedure import DEALER
from houseway.submission import Rules

NOBODY = -1
_POLICY = "bank-offer-after-last-seat"


def house_stake(rules: Rules, bet: Cents) -> Cents:
    """Return what the house stakes against a bank who has bet on one spot."""
    return house_stake_against_bank(rules, (bet,))


def bank_schedule(rules: Rules, plan: SimulationPlan, rounds: int) -> Sequence[int]:
    """Return the seat that banks, counted from 0, in each round of a night, or `NOBODY`.

    The first round of a game has no bank (12.B, (m)(2)). The offer goes from the first position on; nobody banks twice in a row
    (12.C(3), (m)(3)#6), and everybody has wagered against the dealer before.
    """
    found, first, last_bank = [NOBODY], 1, NOBODY
    for _ in range(1, rounds):
        bank, first = _next_round(rules, plan, first, last_bank)
        found.append(bank)
        last_bank = bank
    return found[:rounds]


def _next_round(rules: Rules, plan: SimulationPlan, first: int, last_bank: int) -> tuple[int, int]:
    """Return who banks, and who has the first offer in the round after."""
    has_dealers_round = rules.policies[_POLICY] == "dealers-round" and not rules.takes_reading("DIV-23=skip-dealer")
    if has_dealers_round and not DEALER < first <= plan.players:
        return NOBODY, 1
    seated = range(1, plan.players + 1)
    offered = [*(place for place in seated if place >= first), *(place for place in seated if place < first)]
    bank = next((place for place in offered if place in plan.banking and place - 1 != last_bank), None)
    is_accepted_first = bank == offered[0]
    if rules.takes_reading("PG-28=restarts", "DIV-42=restarts") and not is_accepted_first:
        following = 1
    elif offered[0] < _positions(rules):
        following = offered[0] + 1
    else:
        following = DEALER if has_dealers_round else 1
    return NOBODY if bank is None else bank - 1, following


def _positions(rules: Rules) -> int:
    filed = rules.options.get("table.positions")
    return filed if isinstance(filed, int) else rules.regulation.number_of("starting-numbers") - 1
