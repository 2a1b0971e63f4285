"""What a session is played with: chips, rounds, stakes, and when it ends. Everything is checked before anything is counted."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from houseway.analysis.games import counted_wagers, uncounted_wagers
from houseway.analysis.odds.basis import is_envy
from houseway.analysis.odds.stakes import may_stake
from houseway.citation import Citation
from houseway.errors import Malformed, NotAllowed
from houseway.money import NO_MONEY, Cents
from houseway.regulation.wagers import OfferedWhen, Wager
from houseway.spelling import did_you_mean
from houseway.submission import Rules
from houseway.submission.offers import play_multiples
from houseway.values import ShortRepr

MOST_ROUNDS = 100_000
"""More than a player plays in a year."""
STUDIED_BET = Cents.from_dollars(25)
"""The bet on a rule book by itself, which has no minimum."""


class RuinAt(StrEnum):
    """When chips no longer suffice."""

    ROUND = "round"
    """They do not cover everything that a round may ask for."""
    BASE = "base"
    """They do not cover what is staked before the cards are dealt."""


@dataclass(frozen=True, repr=False)
class SessionPlan(ShortRepr):
    """A session of a player at one position with the same stakes in every round."""

    bankroll: Cents
    rounds: int
    bet: Cents
    """On the first wager of the game."""
    sides: Mapping[str, Cents]
    """The optional wagers of every round."""
    stop_at: Cents | None
    """With so many chips the player stops."""
    ruin_at: RuinAt
    first_wagers: Cents
    """What is staked before the cards are dealt."""
    whole_round: Cents
    """The most that a round may ask for."""

    @property
    def least_chips(self) -> Cents:
        """Return the chips with which a further round is played; with fewer the session is over."""
        return self.whole_round if self.ruin_at is RuinAt.ROUND else self.first_wagers

    @property
    def ruin_words(self) -> str:
        if self.whole_round == self.first_wagers:
            return f"the chips no longer cover the wagers of a round, {self.least_chips}"
        if self.ruin_at is RuinAt.ROUND:
            return f"the chips no longer cover a whole round with every raise, {self.least_chips}"
        return f"the chips no longer cover the first wagers of a round, {self.least_chips}; a raise may then exceed the chips"

    def to_json(self) -> dict[str, object]:
        return {
            "bankroll": str(self.bankroll),
            "rounds": self.rounds,
            "bet": str(self.bet),
            "sides": {wager: str(stake) for wager, stake in self.sides.items()},
            "stop_at": None if self.stop_at is None else str(self.stop_at),
            "ruin_at": str(self.ruin_at),
            "least_chips": str(self.least_chips),
            "whole_round": str(self.whole_round),
            "ruin_is": self.ruin_words,
        }


def plan_session(
    rules: Rules,
    bankroll: Cents,
    rounds: int,
    bet: Cents | None = None,
    sides: Mapping[str, Cents] | None = None,
    stop_at: Cents | None = None,
    ruin_at: str = RuinAt.ROUND,
) -> SessionPlan:
    """Check a session, and return its plan. The default bet is the filed minimum, or $25 for a rule book by itself."""
    _check_rounds(rounds)
    first = next(iter(rules.offers))
    stake = first_bet(rules) if bet is None else bet
    check_stake(rules, first, stake)
    for wager, amount in (sides or {}).items():
        _check_side(rules, wager)
        check_stake(rules, wager, amount)
    optional = sum((sides or {}).values(), NO_MONEY)
    placed, raised = bets_of_round(rules)
    first_wagers, whole_round = stake * placed + optional, stake * (placed + raised) + optional
    plan = SessionPlan(bankroll, rounds, stake, dict(sides or {}), stop_at, _ruin_rule(ruin_at), first_wagers, whole_round)
    if bankroll < plan.least_chips:
        what = "a whole round may ask for" if plan.ruin_at is RuinAt.ROUND else "the first wagers of a round come to"
        raise Malformed(
            f"{bankroll} does not pay for a round: {what} {plan.least_chips}",
            code="session.bankroll",
            given=str(bankroll),
            allowed=f"{plan.least_chips} or more",
        )
    if stop_at is not None and stop_at <= bankroll:
        raise Malformed(
            f"the player has {bankroll} at the beginning, so stopping at {stop_at} would end the session before a round",
            code="session.stop",
            given=str(stop_at),
            allowed=f"more than {bankroll}",
        )
    return plan


def bets_of_round(rules: Rules) -> tuple[int, int]:
    """Return how many bets the game takes before the cards are dealt (the first wager, and what must equal it), and how many more
    it may ask for."""
    book, first = rules.regulation, next(iter(rules.offers))
    equal = sum(book.wager(wager).equal_to == first for wager in rules.offers)
    return 1 + equal, max(play_multiples(book), default=0)


def _check_rounds(rounds: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        allowed = f"1 to {MOST_ROUNDS:,}"
        raise Malformed(f"a session has {allowed} rounds, not {rounds:,}", code="session.rounds", given=rounds, allowed=allowed)


def _ruin_rule(given: str) -> RuinAt:
    if given not in tuple(RuinAt):
        allowed = tuple(map(str, RuinAt))
        raise Malformed(f"ruin is at {' or '.join(allowed)}, not {given!r}", code="session.ruin", given=given, allowed=allowed)
    return RuinAt(given)


def side_wagers(rules: Rules) -> tuple[str, ...]:
    """Return the wagers that a session may have besides those of the game."""
    book = rules.regulation
    return tuple(
        id_ for id_ in counted_wagers(book) if id_ in rules.offers and _why_not_counted(rules, book.wager(id_)) is None
    )


def own_wagers(rules: Rules) -> tuple[str, ...]:
    """Return the wagers of the game itself, beginning with the one that all others follow."""
    wagers = rules.regulation.wagers.values()
    sides = {
        wager.id for wager in wagers if wager.offered is OfferedWhen.OPTIONAL or wager.id in counted_wagers(rules.regulation)
    }
    return tuple(wager for wager in rules.offers if wager not in sides)


def first_bet(rules: Rules) -> Cents:
    """Return the bet on the first wager of the game where none is given: the filed minimum, or $25 on a rule book by itself."""
    return rules.offers[next(iter(rules.offers))].minimum or STUDIED_BET


def _check_side(rules: Rules, wager: str) -> None:
    """Refuse a wager that is not offered, has no stake of its own, or whose results are not independent from round to round."""
    book = rules.regulation
    first = next(iter(rules.offers))
    can = side_wagers(rules)
    if wager not in book.wagers:
        hint = did_you_mean(wager, can) or f"it has {', '.join(can)}"
        raise Malformed(f"{book.id} has no wager {wager!r}; {hint}", code="book.no-wager", given=wager, allowed=can)
    known = book.wager(wager)
    why = _why_not_counted(rules, known)
    if why is None and wager not in rules.offers:
        why = "is not offered"
    if why is None and wager not in counted_wagers(book):
        why = f"belongs to the game, and follows from the {book.wager(first).title}: give it by --bet"
    if why is not None:
        raise NotAllowed(f"the {known.title} {why}", code="session.wager", clauses=(known.clause,), given=wager, allowed=can)


def _why_not_counted(rules: Rules, known: Wager) -> str | None:
    """Say why the results of a wager cannot be counted with the game, or are not the same in every round."""
    if is_envy(rules.regulation, known.id):
        return "is paid for hands of other players, which a session of one player does not have; leave it out"
    if known.id in uncounted_wagers(rules):
        return "is not counted, because houseway has no code that settles it"
    if known.side_bet is not None:
        return "is described by data alone, so it is not counted together with the game; leave it out"
    offer = rules.offers.get(known.id)
    if offer is not None and offer.paytable.meters:
        return "pays shares of a meter, which changes from round to round, so its rounds are not alike; leave it out"
    return None


def check_stake(rules: Rules, wager: str, stake: Cents) -> None:
    """Refuse a stake that is not filed, or that the rule book does not allow, with the clause."""
    known, offer = rules.regulation.wager(wager), rules.offers[wager]
    if stake <= NO_MONEY:
        raise Malformed(
            f"the stake of the {known.title} is more than $0, not {stake}",
            code="session.stake",
            given=str(stake),
            allowed="more than $0",
        )
    if offer.maximum and not may_stake(offer, stake):
        allowed = " or ".join(map(str, offer.stakes)) or f"{offer.minimum} to {offer.maximum}"
        raise _stake_refusal(known, stake, allowed, known.clause)
    fixed = rules.regulation.value_of(known.stakes_value) if known.stakes_value else None
    if isinstance(fixed, tuple) and stake not in fixed:
        raise _stake_refusal(known, stake, " or ".join(map(str, fixed)), _clause_setting(rules, known.stakes_value, known))
    least = rules.regulation.value_of(known.minimum_value) if known.minimum_value else None
    if isinstance(least, Cents) and stake < least:
        raise _stake_refusal(known, stake, f"{least} or more", _clause_setting(rules, known.minimum_value, known))


def _clause_setting(rules: Rules, key: str, known: Wager) -> Citation:
    setter = rules.regulation.clause_setting(key)
    return setter.citation if setter else known.clause


def _stake_refusal(known: Wager, stake: Cents, allowed: str, clause: Citation) -> NotAllowed:
    return NotAllowed(
        f"{stake} is not a stake of the {known.title} ({clause}); allowed: {allowed}",
        code="session.stake",
        clauses=(clause,),
        given=str(stake),
        allowed=allowed,
    )
