"""Wrong implementations of the Division's rankings: what decides within a rank, and what the joker may be."""

from dataclasses import replace

from houseway.cards import JOKER, Rank
from houseway.hands import PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL, ranking
from houseway.hands.ranking import Category, FoundHand
from tests.mutants.own import wrong

RANKING = "houseway.hands.ranking"
STRAIGHT = f"{RANKING}:_find_straight"
STRAIGHT_FLUSH = f"{RANKING}:_find_straight_flush"
FLUSH = f"{RANKING}:_find_flush"
ROYAL = f"{RANKING}:_find_royal_flush"
KIND = f"{RANKING}:_of_a_kind_finder"
TWO_GROUPS = f"{RANKING}:_two_groups_finder"
SEVEN = f"{RANKING}:_seven_card_straight_flush_finder"
MATCH = f"{RANKING}:_royal_match_finder"


def _find_otherwise(category, change):
    """Put another finder in the place of one; it gets what the right one found."""
    find = ranking.FINDERS[category]
    ranking.FINDERS[category] = lambda dealt, order: change(find, dealt, order)


def _with_key(category, change):
    """Compare hands of one category by another key."""

    def keyed(find, dealt, order):
        found = find(dealt, order)
        return found and replace(found, key=change(found.key))

    _find_otherwise(category, keyed)


@wrong("div (c)(4)", why="a filed low wheel changes straights, but not straight flushes", of=(STRAIGHT_FLUSH,))
def file_a_low_wheel_for_straights_only():
    _low_wheel_not_for(Category.STRAIGHT_FLUSH)


@wrong("div (c)(4)", why="a filed low wheel changes straight flushes, but not straights", of=(STRAIGHT,))
def file_a_low_wheel_for_straight_flushes_only():
    _low_wheel_not_for(Category.STRAIGHT)


def _low_wheel_not_for(category):
    def high_wheel(find, dealt, order):
        return find(dealt, PAI_GOW_HIGH if order is PAI_GOW_HIGH_LOW_WHEEL else order)

    _find_otherwise(category, high_wheel)


@wrong(
    "div (c)(2)(iii)", why="A-2-3-4-5 of a suit is the lowest straight flush although nothing is filed", of=(STRAIGHT_FLUSH,)
)
def rank_the_straight_flush_to_the_five_lowest():
    _wheel_lowest(Category.STRAIGHT_FLUSH)


@wrong("div (c)(2)(vii)", why="A-2-3-4-5 is the lowest straight although nothing is filed", of=(STRAIGHT,))
def rank_the_straight_to_the_five_lowest():
    _wheel_lowest(Category.STRAIGHT)


def _wheel_lowest(category):
    def low_wheel(find, dealt, order):
        return find(dealt, PAI_GOW_HIGH_LOW_WHEEL if order is PAI_GOW_HIGH else order)

    _find_otherwise(category, low_wheel)


@wrong("div (c)(2)(iv)", why="four of a kind is compared by the fifth card", of=(KIND,))
def compare_four_of_a_kind_by_the_fifth_card():
    _with_key(Category.FOUR_OF_A_KIND, lambda key: (*key[1:], key[0]))


@wrong("div (c)(2)(viii)", why="three of a kind is compared by the other cards", of=(KIND,))
def compare_three_of_a_kind_by_the_other_cards():
    _with_key(Category.THREE_OF_A_KIND, lambda key: (*key[1:], key[0]))


@wrong("div (c)(2)(ix)", why="two pairs are compared by the lower pair first", of=(TWO_GROUPS,))
def compare_two_pairs_by_the_lower_pair():
    _with_key(Category.TWO_PAIR, lambda key: (key[1], key[0], *key[2:]))


@wrong("div (c)(2)(ix)", "div (c)(5)#1", why="the fifth card beside two pairs decides nothing", of=(TWO_GROUPS,))
def ignore_the_fifth_card_beside_two_pairs():
    _with_key(Category.TWO_PAIR, lambda key: key[:2])


@wrong("div (c)(2)(x)", why="pairs are compared by their highest other card first", of=(KIND,))
def compare_pairs_by_the_other_cards():
    _with_key(Category.PAIR, lambda key: (*key[1:], key[0]) if len(key) > 1 else key)


@wrong("div (c)(5)#1", why="the last card beside a pair decides nothing", of=(KIND,))
def ignore_the_last_card_beside_a_pair():
    _with_key(Category.PAIR, lambda key: key[:-1] if len(key) > 1 else key)


@wrong("div (c)(2)(vi)", "div (c)(5)#1", why="flushes with the same highest card are copies", of=(FLUSH,))
def compare_flushes_by_the_highest_card():
    _with_key(Category.FLUSH, lambda key: key[:1])


@wrong("div (c)(3)", why="in a flush the joker is an ace, even beside the ace", of=(FLUSH,))
def count_the_joker_as_a_second_ace_in_a_flush():
    def with_ace(find, dealt, order):
        found = find(dealt, order)
        if found is None or not dealt.joker or found.joker_as in (None, Rank.ACE):
            return found
        return replace(found, key=(Rank.ACE, *(rank for rank in found.key if rank is not found.joker_as)))

    _find_otherwise(Category.FLUSH, with_ace)


@wrong("div (c)(3)", "div (c)(2)(ii)#1", why="the joker completes no royal flush", of=(ROYAL,))
def complete_no_royal_flush():
    _find_otherwise(Category.ROYAL_FLUSH, lambda find, dealt, order: ranking._find_natural_royal_flush(dealt, order))


@wrong("div (c)(3)", why="the joker completes no straight flush", of=(STRAIGHT_FLUSH,))
def complete_no_straight_flush():
    def natural(find, dealt, order):
        found = find(dealt, order)
        return None if found and JOKER in found.cards else found

    _find_otherwise(Category.STRAIGHT_FLUSH, natural)


@wrong("div (c)(6)(i)", "div (r)(4)(ii)#2", why="the joker completes a natural straight flush of seven cards", of=(SEVEN,))
def complete_a_natural_straight_flush_of_seven():
    category = Category.NATURAL_SEVEN_CARD_STRAIGHT_FLUSH

    def completed(find, dealt, order):
        found = ranking._find_straight_flush_of(dealt, ranking.SEVEN_CARD_STRAIGHTS, dealt.joker)
        return found and FoundHand((), found.cards, found.joker_as)

    _find_otherwise(category, completed)


@wrong("div (c)(6)(ii)", why="a king and a queen of two suits are a royal match", of=(MATCH,))
def match_a_king_and_a_queen_of_two_suits():
    def any_suits(find, dealt, order):
        royal = ranking._find_royal_flush(dealt, order)
        rest = sorted((card for card in dealt.cards if royal and card not in royal.cards), reverse=True)
        if royal is None or JOKER in rest or [card.rank for card in rest] != [Rank.KING, Rank.QUEEN]:
            return find(dealt, order)
        return FoundHand((), (*royal.cards, *rest), royal.joker_as)

    _find_otherwise(Category.ROYAL_KING_QUEEN, any_suits)


@wrong("div (c)(6)(ii)", why="a royal flush with the joker makes no royal match", of=(MATCH,))
def match_natural_royal_flushes_only():
    _find_otherwise(Category.ROYAL_KING_QUEEN, lambda find, dealt, order: None if dealt.joker else find(dealt, order))


@wrong("div (c)(2)(i)", why="four aces without the joker are five aces", of=(f"{RANKING}:_find_five_aces",))
def count_four_aces_as_five():
    def four(find, dealt, order):
        aces = dealt.groups.get(Rank.ACE, [])
        return FoundHand((), tuple(aces), None) if len(aces) >= 4 else None

    _find_otherwise(Category.FIVE_ACES, four)
