"""What each wager of Four Card Poker wins, once the deciding cards are open."""

from collections.abc import Mapping
from functools import lru_cache

from houseway.citation import Citation, Law
from houseway.games.against_dealer.comparing import comparison_clauses
from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.dealer_game import HandOutcome
from houseway.games.awards import Award, award_by_row, award_without_row, envy_by_stake, listed_award
from houseway.games.four_card import hands
from houseway.games.paytables import first_row
from houseway.money import Cents
from houseway.procedure import ANTE, ANTE_BONUS, DEALER, FOUR_CARD, PLAY, PROGRESSIVE
from houseway.regulation import Paytable, Row
from houseway.submission import Rules
from houseway.values import ANSWERS_ABOUT_RULES, LastAnswers

Clauses = tuple[Citation, ...]

HIGHER = Law({FOUR_CARD: "as-played.11.H(3)(b)"})
LOWER = Law({FOUR_CARD: "as-played.11.H(3)(a)"})
EQUAL = Law({FOUR_CARD: {"player-wins": ("as-played.11.H(3)(d)", "as-played.6.E(2)"), "push": "as-played.6.E(2)"}})
"""Equal hands end as FC-07 is read. No clause of the game as played returns a tie, so a push only cites that they are equal."""
ALWAYS_PLAYS = Law({FOUR_CARD: "as-played.11.G(4)"})
BONUS = Law({FOUR_CARD: ("as-played.11.H(4)", "as-played.1.B(9)", ".12 B")})
MEANS = Law.of_wagers("means", FOUR_CARD)
"""What decides a wager, beside its row."""
ONLY_HIGHEST = Law({FOUR_CARD: ".12 D(2)"})
ENVIED = Law.of_wagers("envied", FOUR_CARD)


# Against the dealer


def dealer_clauses(context: DealerGameContext) -> Clauses:
    """Return the clauses that rank the dealer's hand, which always plays."""
    rank = hands.rank_clauses(context.rules, hands.category_of(hands.best_strength(context, DEALER)))
    return (*context.law(ALWAYS_PLAYS), *rank)


def hand_outcome(context: DealerGameContext, position: int) -> HandOutcome:
    """Settle Ante and Play of a hand against the dealer's, then the bonus on the Ante, whoever wins (FC-08)."""
    own, dealer = hands.best_strength(context, position), hands.best_strength(context, DEALER)
    if own == dealer:
        result, law = "tie", context.law(EQUAL, context.rules.readings["FC-07"])
    else:
        result, law = ("win", context.law(HIGHER)) if own > dealer else ("lose", context.law(LOWER))
    ends = [_even_money_award(context, position, wager, result, law) for wager in (ANTE, PLAY)]
    clauses = (
        *law,
        *comparison_clauses(context, own, dealer, hands.category_of),
        *hands.rank_clauses(context.rules, hands.category_of(own)),
    )
    return HandOutcome(result, hands.describe_hand(context, position), clauses, (*ends, *_bonus_award(context, position)))


def _even_money_award(context: DealerGameContext, position: int, wager: str, result: str, law: Clauses) -> Award:
    """A tie is paid like a win or, by a reading of FC-07, returned."""
    stake = context.round.stakes[position][wager].amount
    if result == "lose" or (result == "tie" and context.takes_reading("FC-07=push")):
        return award_without_row(wager, stake, f"hand {_WORDS[result]}", law, returned=result == "tie")
    (row,) = context.rules.offers[wager].paytable.rows
    return award_by_row(wager, row, f"hand {_WORDS[result]}", stake, (row.clause, *law))


_WORDS = {"win": "higher", "lose": "lower", "tie": "equal"}


def _bonus_award(context: DealerGameContext, position: int) -> tuple[Award, ...]:
    """The bonus depends on the player's cards and the Ante alone. If no row fits, nothing is lost."""
    names = hands.four_card_names(context.round.hands[position])
    row, clauses = _paying_row(context.rules, ANTE_BONUS, names)
    if row is None:
        return ()
    stake = context.round.stakes[position][ANTE].amount
    return (award_by_row(ANTE_BONUS, row, row.words, stake, clauses),)


# Optional wagers


def optional_award(context: DealerGameContext, position: int, wager: str) -> Award:
    """Return how an optional wager ends, by the player's own five cards."""
    stake, table = context.round.stakes[position][wager].amount, context.rules.offers[wager].paytable
    row, clauses = _paying_row(context.rules, wager, hands.matching_rows(context.round.hands[position], table))
    return listed_award(wager, row, stake, clauses, context.meters)


@lru_cache(maxsize=ANSWERS_ABOUT_RULES)
def _paying_row(rules: Rules, wager: str, names: hands.Names) -> tuple[Row | None, Clauses]:
    """Return the one row that pays, and its clauses with those of the hand's rank."""
    table = rules.offers[wager].paytable
    law = rules.law(BONUS) if wager == ANTE_BONUS else rules.law(MEANS, wager)
    row = first_row(names, table.row)
    if row is None:
        return None, law
    highest = rules.law(ONLY_HIGHEST) if wager == PROGRESSIVE else ()
    return row, (row.clause, *law, *hands.rank_clauses(rules, row.hand, hands.is_five_card(table)), *highest)


def envy_awards(context: DealerGameContext, holder: int) -> Mapping[Cents, Award]:
    """Return what others get for a hand, each by the envy table of his own stake. The rows of that table count, not those of the
    progressive."""
    rules, cards = context.rules, context.round.hands[holder]
    return _envy_awards.get(
        holder, (rules, cards), lambda: _envy_awards_of(rules, hands.four_card_names(cards), hands.five_card_names(cards))
    )


_envy_awards = LastAnswers[Mapping[Cents, Award]]()
"""By position, because every step of a settlement asks about all hands."""


@lru_cache(maxsize=ANSWERS_ABOUT_RULES)
def _envy_awards_of(rules: Rules, four: hands.Names, five: hands.Names) -> Mapping[Cents, Award]:
    def find_row(table: Paytable) -> Row | None:
        return first_row(five if hands.is_five_card(table) else four, table.row)

    def find_clauses(table: Paytable, row: Row) -> Clauses:
        return (*rules.law(ENVIED, table.wager), *hands.rank_clauses(rules, row.hand, hands.is_five_card(table)))

    return envy_by_stake(rules, find_row, find_clauses)
