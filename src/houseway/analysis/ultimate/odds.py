"""The cards that decide the wagers of Ultimate Texas Hold'em."""

from collections.abc import Mapping
from functools import partial
from math import comb

from houseway.analysis.odds.basis import Decider, DecidingCards, OddsInput, ShownShares, same_in_all_suits, wager_or_its_earner
from houseway.analysis.odds.counts import ShownHands
from houseway.hands import Category
from houseway.regulation import Paytable
from houseway.regulation.side_bets import BEATEN_HAND, BEST_HAND, BOARD_HAND, SUPER_ROYAL, TWO_CARDS, DecidedBy

_FIVE, _SEVEN = (comb(52, 5), "five of 52 cards: two and the flop"), (comb(52, 7), "seven of 52 cards: two and the board")
_BOARD = (comb(52, 5), "five of 52 cards: the board")
_CONTEST = (comb(52, 5) * comb(47, 2) * comb(45, 2), "the board, the player's two cards and the dealer's two")
_deal = partial(DecidingCards, "ultimate", "deal")


def _five_or_seven(odds_input: OddsInput, wager: str, table: Paytable) -> DecidingCards:
    axis, size = ("seven", _SEVEN) if _counts_board(odds_input, wager) else ("five", _FIVE)
    return _deal(axis, *size, same_in_all_suits, readings=_readings_about_cards(odds_input, wager))


def _six_cards(odds_input: OddsInput, wager: str, table: Paytable) -> DecidingCards:
    readings = (*_readings_about_cards(odds_input, wager), "UTH-13")
    if _counts_board(odds_input, wager):
        return _deal("seven", *_SEVEN, _split_super_royal, readings=readings)
    words = "six of 52 cards: two and the box"
    return DecidingCards("ultimate", "box", "six", comb(52, 6), words, _split_super_royal, readings=readings)


def _counts_board(odds_input: OddsInput, wager: str) -> bool:
    """Return whether the player's cards and all of the board decide a wager, as the readings are taken."""
    return wager_or_its_earner(odds_input.regulation, wager).under(odds_input.readings).decided_by is DecidedBy.OWN_AND_BOARD


def _readings_about_cards(odds_input: OddsInput, wager: str) -> tuple[str, ...]:
    """Return the readings that change which cards decide a wager."""
    changes = wager_or_its_earner(odds_input.regulation, wager).as_read.items()
    return tuple(dict.fromkeys(choice.partition("=")[0] for choice, fields in changes if "decided_by" in fields))


def _split_super_royal(shown: ShownHands) -> ShownShares:
    """One super royal in four is of diamonds."""
    if Category.SUPER_ROYAL not in shown:
        return same_in_all_suits(shown)
    return (((str(Category.SUPER_ROYAL_OF_DIAMONDS), *shown), 1), (shown, 3))


def _hole_cards(odds_input: OddsInput, wager: str, table: Paytable) -> DecidingCards:
    holes, words, with_dealer = comb(52, 2), "two of 52 cards", table.row("player-and-dealer-aces") is not None
    if with_dealer:
        holes, words = holes * comb(50, 2), "two of 52 cards, and two of the dealer's"
    return _deal("hole", holes, words, _split_pair_of_aces, readings=("UTH-18",))


def _split_pair_of_aces(shown: ShownHands) -> ShownShares:
    """One pair of aces in six is hearts and diamonds."""
    if "pair-of-aces" not in shown:
        return same_in_all_suits(shown)
    return (((*shown[:-1], "aces-of-hearts-and-diamonds", shown[-1]), 1), (shown, 5))


def _contest_with_dealer(odds_input: OddsInput, wager: str, table: Paytable) -> DecidingCards:
    own_only = odds_input.is_read_as("UTH-14", "player-hand")
    return _deal("contest", *_CONTEST, partial(_beaten_hand, own_only), readings=("UTH-14", "UTH-15"))


def _beaten_hand(own_only: bool, contest: ShownHands) -> ShownShares:
    """Return the rank of the hand that lost, or of the player's hand only."""
    if contest[0] == "dealer" and own_only:
        return (((), 1),)
    return ((contest[-1:], 1),)


def _board_alone(odds_input: OddsInput, wager: str, table: Paytable) -> DecidingCards:
    return _deal("board", *_BOARD, same_in_all_suits)


DECIDERS: Mapping[str, Decider] = {
    BEST_HAND: _five_or_seven,
    SUPER_ROYAL: _six_cards,
    TWO_CARDS: _hole_cards,
    BEATEN_HAND: _contest_with_dealer,
    BOARD_HAND: _board_alone,
}
