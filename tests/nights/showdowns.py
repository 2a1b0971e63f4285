"""Hands against hands, beside the nights: which of two is higher, what is foul, and which rows cards match."""

from houseway.cards import DECK, DECK_WITH_JOKER, format_hand
from houseway.games.four_card.hands import five_card_names, four_card_names
from houseway.games.four_card.hands import hand_strength as four_card_strength
from houseway.games.pai_gow.base_wager.outcome import compare_settings, measure_setting
from houseway.games.two_cards import two_card_rows
from houseway.games.ultimate.hands import board_rows, hand_strength, six_card_bonus_rows
from houseway.procedure import FOUR_CARD, ULTIMATE
from houseway.submission import judge, parse_submission
from tests.nights.filings import filed_text
from tests.nights.notes import Notes
from tests.nights.rich_hands import rich_hand
from tests.nights.text import text_of
from tests.support.table_chance import Dice

PAIRS, FILED = 150, 4
"""How many pairs of hands are compared, and under how many submissions where the rules matter."""
AGAINST = ((False, ""), (True, ""), (True, "co-bank"), (True, "house"))


def compared(book):
    """Pairs of hands that are often close, by the ranking of a book's game."""
    notes, dice = Notes(), Dice(f"compared {book}")
    if book == FOUR_CARD:
        _compare_four_cards(notes, dice)
    elif book == ULTIMATE:
        _compare_boards(notes, dice)
    else:
        for number in range(FILED):
            notes.page = f"settings-{number}"
            _compare_settings(notes, dice, judge(parse_submission(filed_text(book, number))).rules)
    return notes


def _which(one, other):
    return "above" if one > other else "below" if one < other else "alike"


def _compare_four_cards(notes, dice):
    for _ in range(2 * PAIRS):
        cards = rich_hand(dice, DECK, 11)
        own, dealer = cards[:5], cards[5:]
        notes.write("money", text_of(format_hand(cards), _which(four_card_strength(own), four_card_strength(dealer))))
        notes.write("money", text_of(four_card_names(own), five_card_names(own), four_card_names(dealer)))


def _compare_boards(notes, dice):
    for _ in range(2 * PAIRS):
        cards = rich_hand(dice, DECK, 13)
        own, dealer, board = cards[:2], cards[2:4], cards[4:9]
        notes.write("money", text_of(format_hand(cards), _which(hand_strength(own + board), hand_strength(dealer + board))))
        notes.write("money", text_of(board_rows(board), two_card_rows(own, dealer), six_card_bonus_rows(own + cards[9:])))
        notes.write("money", text_of(six_card_bonus_rows(own + board)))


def _compare_settings(notes, dice, rules):
    for _ in range(PAIRS):
        cards = rich_hand(dice, DECK_WITH_JOKER, 14)
        split = 2 if dice.below(12) else 3
        own = measure_setting(rules, cards[split:7], cards[:split])
        other = measure_setting(rules, cards[9:], cards[7:9])
        (against_bank, who) = dice.pick(AGAINST)
        for one, two in ((own, other), (own, own)):
            outcome = compare_settings(rules, one, two, against_bank, who=who)
            notes.write("money", text_of(format_hand(cards), against_bank, who, outcome.result, outcome.high, outcome.low))
            notes.write("clauses", text_of(outcome.clauses))
            notes.write("words", outcome.words)
