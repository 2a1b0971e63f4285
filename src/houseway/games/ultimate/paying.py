"""What each wager of Ultimate Texas Hold'em wins, once the deciding cards are open."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from houseway.citation import Citation, Law
from houseway.games.against_dealer.comparing import comparison_clauses
from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.dealer_game import HandOutcome
from houseway.games.awards import Award, award_by_row, award_without_row, envy_by_stake, listed_award, round_up_to_cent
from houseway.games.paytables import first_row
from houseway.games.two_cards import are_aces, two_card_rows
from houseway.games.ultimate import hands
from houseway.hands import SIX_CARD_BONUS, STANDARD, Category, HandOrder
from houseway.money import NO_MONEY, Cents, Rounding
from houseway.procedure import ANTE, BLIND, DEALER, PLAY, PROGRESSIVE, ULTIMATE
from houseway.regulation import Paytable, Row
from houseway.regulation.side_bets import BEATEN_HAND, BEST_HAND, BOARD_HAND, SUPER_ROYAL, TWO_CARDS, DecidedBy
from houseway.submission import Rules
from houseway.values import ANSWERS_ABOUT_RULES, LastAnswers

Clauses = tuple[Citation, ...]

HIGHER = Law({ULTIMATE: "11.H(3)(b)"})
LOWER = Law({ULTIMATE: "11.H(3)(a)"})
EQUAL = Law({ULTIMATE: ("11.H(3)(d)", "6.E", "6.E(2)")})
CATEGORY_ORDER = Law({ULTIMATE: "6.D"})
BLIND_PUSHES = Law({ULTIMATE: "11.H(3)(c)"})
NO_QUALIFIER = Law({ULTIMATE: "11.H(1)"})
QUALIFIED = Law({ULTIMATE: "11.H(2)"})
ONLY_HIGHEST = Law({ULTIMATE: "12.D(2)"})
MEANS = Law.of_wagers("means", ULTIMATE)
"""What decides a wager, beside its row."""
ENVIED = Law.of_wagers("envied", ULTIMATE)


# Against the dealer


def does_dealer_qualify(context: DealerGameContext) -> bool:
    least = Category(context.rules.regulation.text_of("dealer-qualifier"))
    return hands.is_at_least(hands.best_strength(context, DEALER), least)


def dealer_clauses(context: DealerGameContext) -> Clauses:
    return context.law(QUALIFIED if does_dealer_qualify(context) else NO_QUALIFIER)


def hand_outcome(context: DealerGameContext, position: int) -> HandOutcome:
    """Settle Ante, Blind and Play of a hand against the dealer's. If the dealer has no pair, the Ante is returned (UTH-20)."""
    own, dealer = hands.best_strength(context, position), hands.best_strength(context, DEALER)
    words = hands.describe_hand(context, position)
    if own > dealer:
        result, law = "win", context.law(HIGHER)
    else:
        result, law = ("lose", context.law(LOWER)) if own < dealer else ("tie", context.law(EQUAL))
    ends = [_even_money_award(context, position, wager, result, law) for wager in (ANTE, PLAY)]
    if not does_dealer_qualify(context):
        ends[0] = award_without_row(ANTE, ends[0].stake, "dealer below a pair", context.law(NO_QUALIFIER), returned=True)
    clauses = (*law, *_comparison_clauses(context, own, dealer), *dealer_clauses(context))
    return HandOutcome(result, words, clauses, (ends[0], _blind_award(context, position, own, result, law), ends[1]))


def _comparison_clauses(context: DealerGameContext, own: int, dealer: int) -> Clauses:
    """Return what decides between two hands, beginning with their categories if these differ."""
    categories = context.law(CATEGORY_ORDER) if hands.category_of(own) is not hands.category_of(dealer) else ()
    return (*categories, *comparison_clauses(context, own, dealer, hands.category_of))


def _even_money_award(context: DealerGameContext, position: int, wager: str, result: str, law: Clauses) -> Award:
    stake = context.round.stakes[position][wager].amount
    if result != "win":
        return award_without_row(wager, stake, f"hand {_WORDS[result]}", law, returned=result == "tie")
    (row,) = context.rules.offers[wager].paytable.rows
    return award_by_row(wager, row, "hand higher", stake, (row.clause, *law))


_WORDS = {"lose": "lower", "tie": "equal"}


def _blind_award(context: DealerGameContext, position: int, own: int, result: str, law: Clauses) -> Award:
    """Pay the Blind by the rank of a winning hand. Below the paytable's last hand it is returned (UTH-01)."""
    stake = context.round.stakes[position][BLIND].amount
    if result != "win":
        return award_without_row(BLIND, stake, f"hand {_WORDS[result]}", law, returned=result == "tie")
    found, table = hands.category_of(own), context.rules.offers[BLIND].paytable
    row = table.row(found) or next(row for row in _row_below(table) if _reaches_row(row, found))
    pushes = context.law(BLIND_PUSHES) if row.hand in _BELOW else ()
    clauses = (row.clause, *law, *pushes, *context.law(MEANS, BLIND), *_rank_clauses(context.rules, found))
    return award_by_row(BLIND, row, found.label, stake, clauses, rounding=_row_rounding(context, row))


_BELOW = {"less-than-straight": Category.STRAIGHT, "less-than-flush": Category.FLUSH}


def _row_below(table: Paytable) -> Iterable[Row]:
    return (row for row in table.rows if row.hand in _BELOW)


def _reaches_row(row: Row, found: Category) -> bool:
    return STANDARD.position(found) < STANDARD.position(_BELOW[row.hand])


def _row_rounding(context: DealerGameContext, row: Row) -> Callable[..., Cents]:
    """Pay 3 to 2 to the cent, or, if filed so, down to the dollar (UTH-29)."""
    down = row.reading == "UTH-29" and context.takes_reading("UTH-29=whole-dollars")
    return Rounding.DOWN_TO_WHOLE_DOLLAR.apply if down else round_up_to_cent


def _rank_clauses(rules: Rules, found: str, order: HandOrder = STANDARD) -> Clauses:
    """Return the clauses that rank a hand, where the order knows it."""
    return rules.numbering.own_clauses(next((clauses for category, clauses in order.cited_categories if category == found), ()))


# Optional wagers


def optional_award(context: DealerGameContext, position: int, wager: str) -> Award:
    """Return how an optional wager ends."""
    return _PAID_BY[context.rules.wagers[wager].paid_by](context, position, wager)


def _best_hand_award(context: DealerGameContext, position: int, wager: str) -> Award:
    """Pay by the highest hand of all seven cards, or of the player's two and the flop."""
    if context.rules.wagers[wager].decided_by is DecidedBy.OWN_AND_BOARD:
        found = hands.category_of(hands.best_strength(context, position))
    else:
        found = _progressive_category(context.rules, context.round.hands[position], context.round.board)
    return _listed_award(context, position, wager, (found,))


def _super_royal_award(context: DealerGameContext, position: int, wager: str) -> Award:
    """Pay by the highest hand, or by the royal flush of six cards that the list names."""
    return _listed_award(context, position, wager, hands.six_card_bonus_rows(hands.six_card_bonus_cards(context, position)))


def _board_award(context: DealerGameContext, position: int, wager: str) -> Award:
    return _listed_award(context, position, wager, hands.board_rows(context.round.board))


def _progressive_category(rules: Rules, own: hands.Cards, board: hands.Cards) -> Category:
    return hands.category_of(hands.hand_strength(hands.progressive_cards(rules, own, board)))


def _listed_award(context: DealerGameContext, position: int, wager: str, names: tuple[str, ...]) -> Award:
    stake, (row, clauses) = context.round.stakes[position][wager].amount, _paying_row(context.rules, wager, names)
    return listed_award(wager, row, stake, clauses, context.meters)


@lru_cache(maxsize=ANSWERS_ABOUT_RULES)
def _paying_row(rules: Rules, wager: str, names: tuple[str, ...]) -> tuple[Row | None, Clauses]:
    """Return the row that pays, and its clauses with those of the hand's rank."""
    table, law = rules.offers[wager].paytable, rules.law(MEANS, wager)
    row = first_row(names, table.row)
    if row is None:
        return None, law
    order = SIX_CARD_BONUS if rules.wagers[wager].paid_by == SUPER_ROYAL else STANDARD
    highest = rules.law(ONLY_HIGHEST) if wager == PROGRESSIVE else ()
    return row, (row.clause, *law, *_rank_clauses(rules, row.hand, order), *highest)


def _two_cards_award(context: DealerGameContext, position: int, wager: str) -> Award:
    """Pay one row or, by a reading of UTH-18, both that a pair of aces matches. The row that needs the dealer's cards pays only
    if they are turned up."""
    state = context.round
    stake, own = state.stakes[position][wager].amount, state.hands[position]
    table = context.rules.offers[wager].paytable
    fits = two_card_rows(own, state.hands[DEALER] if state.dealer_turned else ())
    rows = [row for name in fits if (row := table.row(name)) is not None]
    if not rows:
        return award_without_row(wager, stake, "no paying hand", context.law(MEANS, wager))
    paid = rows if context.takes_reading("UTH-18=both") else rows[:1]
    clauses = (*(row.clause for row in paid), *context.law(MEANS, wager))
    made = [award_by_row(wager, row, row.words, stake, clauses) for row in paid]
    return _combine_awards(made) if len(made) > 1 else made[0]


def needs_dealer_cards(context: DealerGameContext, position: int, wager: str) -> bool:
    """Return whether the dealer's cards are turned up for Ultimate Pairs after a void: the player has two aces, a row pays for
    two more, and the dealer's exposed card is one (UTH-25). A physical card that was not named may be one."""
    state = context.round
    if (
        context.rules.wagers[wager].paid_by != TWO_CARDS
        or not state.base_void
        or state.dealer_turned
        or DEALER not in state.exposed_by_mistake
    ):
        return False
    table, seen = context.rules.offers[wager].paytable, state.exposed_by_mistake[DEALER]
    row = table.row("player-and-dealer-aces")
    return row is not None and are_aces(seen) and are_aces(state.hands[position])


def _combine_awards(made: list[Award]) -> Award:
    first, amount = made[0], sum((each.amount for each in made), start=NO_MONEY)
    words = " and ".join(each.words for each in made)
    return Award(first.wager, first.hand, words, first.row, first.stake, amount, first.clauses, returns_stake=True)


def _beaten_hand_award(context: DealerGameContext, position: int, wager: str) -> Award:
    """Pay by the rank of the beaten hand (UTH-14). A tie beats nobody (UTH-15)."""
    stake, own, dealer = (
        context.round.stakes[position][wager].amount,
        hands.best_strength(context, position),
        hands.best_strength(context, DEALER),
    )
    if own == dealer:
        back = context.takes_reading("UTH-15=tie-pushes")
        return award_without_row(wager, stake, "nobody is beaten", context.law(MEANS, wager), returned=back)
    beaten = hands.bad_beat_strength(context, position)
    return _listed_award(context, position, wager, (hands.category_of(beaten),) if beaten else ())


_PAID_BY: Mapping[str, Callable[[DealerGameContext, int, str], Award]] = {
    BEST_HAND: _best_hand_award,
    SUPER_ROYAL: _super_royal_award,
    TWO_CARDS: _two_cards_award,
    BEATEN_HAND: _beaten_hand_award,
    BOARD_HAND: _board_award,
}
"""By what the record of a wager names (`paid-by`)."""


def envy_awards(context: DealerGameContext, holder: int) -> Mapping[Cents, Award]:
    """Return what others get for a hand, each by the envy table of his own stake. Without community cards, which no wager may have
    needed after the base wagers were void, there is no such hand."""
    rules, own, board = context.rules, context.round.hands[holder], context.round.board
    if not board:
        return {}
    return _envy_awards.get(
        holder, (rules, own, board), lambda: _envy_awards_of(rules, _progressive_category(rules, own, board))
    )


_envy_awards = LastAnswers[Mapping[Cents, Award]]()
"""By position, because every step of a settlement asks about all hands."""


@lru_cache(maxsize=ANSWERS_ABOUT_RULES)
def _envy_awards_of(rules: Rules, found: Category) -> Mapping[Cents, Award]:
    rank = _rank_clauses(rules, found)
    return envy_by_stake(rules, lambda table: table.row(found), lambda table, row: (*rules.law(ENVIED, table.wager), *rank))
