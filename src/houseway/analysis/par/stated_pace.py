"""The pace of a table as it is stated for a PAR sheet, or by default: every position taken, every wager at its minimum."""

from collections.abc import Mapping

from houseway.analysis.games import counted_wagers
from houseway.analysis.odds.stakes import may_stake
from houseway.analysis.par_figures.pace import Pace
from houseway.errors import Malformed
from houseway.money import Cents
from houseway.submission import Offer, Rules

ROUNDS_PER_HOUR = 30
"""The default pace, printed on every sheet."""
MOST_ROUNDS_PER_HOUR = 1_000
"""More than any machine deals."""


def state_pace(
    rules: Rules,
    rounds_per_hour: int | None = None,
    players: int | None = None,
    bets: Mapping[str, Cents] | None = None,
) -> Pace:
    """Return the stated pace; by default 30 rounds an hour, every position taken, every wager at its minimum."""
    rounds = ROUNDS_PER_HOUR if rounds_per_hour is None else rounds_per_hour
    seated = rules.positions if players is None else players
    if not 1 <= rounds <= MOST_ROUNDS_PER_HOUR:
        allowed = f"1 to {MOST_ROUNDS_PER_HOUR:,}"
        raise Malformed(
            f"a table plays {allowed} rounds an hour, not {rounds:,}", code="par.rounds", given=rounds, allowed=allowed
        )
    if not 1 <= seated <= rules.positions:
        allowed = f"1 to {rules.positions}"
        raise Malformed(f"the table has {rules.positions} positions", code="par.players", given=seated, allowed=allowed)
    taken = {wager: _least_stake(rules.offers[wager]) for wager in _separately_staked(rules)}
    for wager, bet in (bets or {}).items():
        rules.regulation.wager(wager)
        taken[wager] = _check_bet(rules, wager, bet)
    return Pace(rounds, seated, taken)


def _separately_staked(rules: Rules) -> tuple[str, ...]:
    """Return the wagers with a stake of their own: Ante or base wager, and optional wagers. Blind and Play follow the Ante."""
    own, *_ = rules.offers
    return own, *(wager for wager in rules.offers if wager in counted_wagers(rules.regulation))


def _least_stake(offer: Offer) -> Cents:
    return offer.stakes[0] if offer.stakes else offer.minimum


def _check_bet(rules: Rules, wager: str, bet: Cents) -> Cents:
    offer = rules.offers.get(wager)
    if offer is None:
        allowed = tuple(rules.offers)
        raise Malformed(f"{wager} is not offered", code="par.bet", given=wager, allowed=allowed)
    if wager not in _separately_staked(rules):
        title, allowed = rules.regulation.wager(wager).title, _separately_staked(rules)
        own = rules.regulation.wager(allowed[0]).title
        said = f"the {title} has no average bet of its own: it depends on the {own}, so state the average {own}"
        raise Malformed(said, code="par.bet", given=wager, allowed=allowed)
    if not may_stake(offer, bet):
        stakes = " or ".join(map(str, offer.stakes)) or f"{offer.minimum} to {offer.maximum}"
        title = rules.regulation.wager(wager).title
        raise Malformed(
            f"{bet} is not a stake of the {title}; allowed: {stakes}", code="par.bet", given=str(bet), allowed=stakes
        )
    return bet
