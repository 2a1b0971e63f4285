"""Hands that are ranked wrongly, lists that pay another row, and layouts that lack an area."""

from dataclasses import replace

from houseway.cards import DECK_WITH_JOKER, JOKER, Rank
from houseway.hands import PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL, ranking
from houseway.hands.categories import Category
from tests.mutants.own import replace_function, wrong

RANKING = "houseway.hands.ranking"
PAYTABLES = "houseway.games.paytables"
LAYOUT = "houseway.documents.layout"


@wrong(
    *("md 6.A", "div (c)(1)#1", "uth 6.A", "fc as-played.6.A"),
    why="the ace ranks with the two",
    of=(f"{RANKING}:_find_high_card",),
)
def rank_the_ace_lowest():
    def lowest(original, dealt, order):
        found = original(dealt, order)
        return replace(found, key=tuple(sorted((Rank.TWO if each is Rank.ACE else each for each in found.key), reverse=True)))

    replace_function(f"{RANKING}:_find_high_card", lowest)


@wrong("md 6.C(1)", "div (c)(5)#1", why="hands with the same highest card are equal", of=(f"{RANKING}:_find_high_card",))
def compare_the_highest_card_only():
    def highest(original, dealt, order):
        found = original(dealt, order)
        return replace(found, key=found.key[:1])

    replace_function(f"{RANKING}:_find_high_card", highest)


@wrong(
    *("md 6.A(1)", "div (c)(1)#2"),
    why="the ace completes no straight below the six",
)
def forget_the_low_ace():
    for order in (PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL):
        high = tuple(straight for straight in order.straights if straight[-1] is not Rank.ACE)
        object.__setattr__(order, "straights", high)
        order.__post_init__()


@wrong("div (c)(1)#3", "md 6.A(2)", why="a joker that completes nothing is a king", of=(f"{RANKING}:GroupedCards.__init__",))
def count_the_joker_as_a_king():
    def as_a_king(original, dealt, cards):
        original(dealt, cards)
        if dealt.joker:
            dealt.groups.pop(Rank.ACE) if len(dealt.groups[Rank.ACE]) == 1 else dealt.groups[Rank.ACE].remove(JOKER)
            dealt.groups.setdefault(Rank.KING, []).append(JOKER)
            dealt.groups = dict(sorted(dealt.groups.items(), reverse=True))

    replace_function(f"{RANKING}:GroupedCards.__init__", as_a_king)


@wrong(
    *("div (c)(3)", "md 6.A(2)"),
    why="the joker completes no straight",
    of=(f"{RANKING}:fill_straight",),
)
def complete_no_straight_with_the_joker():
    def natural(original, held, straight, joker):
        return original(held, straight, False)

    replace_function(f"{RANKING}:fill_straight", natural)


@wrong("md 6.D(2)(a)", why="an ace and a king are no royal match", of=(f"{RANKING}:_royal_match_finder",))
def match_no_ace_and_king():
    ranking.FINDERS[Category.ROYAL_MATCH] = ranking._royal_match_finder((Rank.KING, Rank.QUEEN))


@wrong("md 6.D(2)(b)", why="a king and a queen are no royal match", of=(f"{RANKING}:_royal_match_finder",))
def match_no_king_and_queen():
    ranking.FINDERS[Category.ROYAL_MATCH] = ranking._royal_match_finder((Rank.ACE, Rank.KING))


@wrong(
    "div (c)(2)(ii)#2", why="a royal flush with the joker counts as a natural one", of=(f"{RANKING}:_find_natural_royal_flush",)
)
def count_the_joker_as_natural():
    ranking.FINDERS[Category.NATURAL_ROYAL_FLUSH] = ranking._find_royal_flush


@wrong(
    *("div (l)(9)#6", "div (r)(4)(ii)#1"),
    why="of the rows that the cards fit, the one that pays least is paid",
    of=(f"{PAYTABLES}:best_paying_first",),
)
def pay_the_lowest_row():
    replace_function(f"{PAYTABLES}:best_paying_first", lambda original, rows, award: original(rows, award)[::-1])


@wrong("div (a)(1)(ix)", "md 1.B(4)", why="four of a kind earns nobody envy", of=(f"{PAYTABLES}:envy_rows",))
def earn_envy_from_straight_flushes_only():
    def without_quads(original, rules, wager):
        return tuple(row for row in original(rules, wager) if row[1].row.hand != Category.FOUR_OF_A_KIND)

    replace_function(f"{PAYTABLES}:envy_rows", without_quads)


@wrong("div (r)(4)(ii)#2", why="in a bonus hand the joker is an ace and nothing else", of=(f"{PAYTABLES}:held_hands",))
def count_the_joker_as_an_ace_in_a_bonus_hand():
    def as_an_ace(original, cards):
        aces = (card for card in DECK_WITH_JOKER if not card.is_joker and card.rank is Rank.ACE and card not in cards)
        return original(tuple(next(aces, card) if card.is_joker else card for card in cards))

    replace_function(f"{PAYTABLES}:held_hands", as_an_ace)


# The layout


def _leave_off(*words):
    """Print a layout without some areas."""

    def without(original, rules):
        return (area for area in original(rules) if area.element.cells[0] not in words)

    for function in ("_dealer_areas", "_player_areas"):
        replace_function(f"{LAYOUT}:{function}", without)


@wrong("md 2.B(1)", why="the layout does not name the operator", of=(f"{LAYOUT}:layout_inscriptions",))
def print_no_name():
    def nameless(original, rules):
        name, *others = original(rules)
        return (replace(name, cells=("A casino",)), *others)

    replace_function(f"{LAYOUT}:layout_inscriptions", nameless)


@wrong("md 2.B(2)", why="the layout has no area for base wagers", of=(f"{LAYOUT}:_player_areas",))
def print_no_base_area():
    _leave_off("Pai Gow Poker")


@wrong("md 2.B(3)", "div (l)(2)#4", why="the layout has no area for a player's low hand", of=(f"{LAYOUT}:_player_areas",))
def print_no_low_hand():
    _leave_off("Low hand")


@wrong("md 2.B(4)", "div (l)(3)#2", why="the layout has no area for the dealer's low hand", of=(f"{LAYOUT}:_dealer_areas",))
def print_no_dealers_low_hand():
    _leave_off("Dealer's low hand")


@wrong("md 2.B(5)", why="the layout has no area for the Fortune Bonus", of=(f"{LAYOUT}:_player_areas",))
def print_no_fortune_bonus():
    _leave_off("Fortune Bonus")


@wrong("md 2.B(6)", why="the layout has no area for Emperor's Treasure", of=(f"{LAYOUT}:_player_areas",))
def print_no_emperors_treasure():
    _leave_off("Emperor's Treasure", "Emperor’s Treasure")


@wrong("md 2.B(7)", why="the layout has no area for Pai Gow Insurance", of=(f"{LAYOUT}:_player_areas",))
def print_no_insurance():
    _leave_off("Pai Gow Insurance")


@wrong("md 2.B(8)", "div (g)(4)#1", why="the layout has no area for the progressive wager", of=(f"{LAYOUT}:_player_areas",))
def print_no_progressive():
    _leave_off("Progressive")


@wrong("div (r)(2)#1", why="the layout has no area for the bonus wager", of=(f"{LAYOUT}:_player_areas",))
def print_no_bonus():
    _leave_off("Bonus")
