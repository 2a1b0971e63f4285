"""Wrong rankings, and wrong amounts of meters, of the games against the dealer."""

from dataclasses import replace

from houseway.hands import FOUR_CARD, STANDARD
from houseway.hands.categories import Category
from houseway.money import Cents
from tests.mutants.own import replace_function, wrong

AWARD = "houseway.progressive.awards:_award_group"
AMOUNT = "houseway.submission.meters:_MeterEntry._judge_amount"

# The amounts of a meter


SEEDS = (
    *("uth 12.D(3)(b)(i)", "uth 12.D(3)(b)(ii)(1)", "uth 12.D(3)(b)(ii)(2)"),
    *(f"uth 12.D(3)(b)({table})({number})" for table in ("iii", "iv") for number in (1, 2, 3)),
)


def _judge_only(key):
    """Let the amounts of a meter be judged under one key only."""

    def judged(original, entry, asked):
        unread = asked != key and entry.entry.get(asked)
        return Cents.parse(entry.entry[asked]) if unread else original(entry, asked)

    replace_function(AMOUNT, judged)


@wrong(*SEEDS, why="the initial amount of a meter may be less than the book says", of=(AMOUNT,))
def judge_reset_amounts_only():
    _judge_only("reset")


@wrong(*SEEDS, why="the reset amount of a meter may be less than the book says", of=(AMOUNT,))
def judge_initial_amounts_only():
    _judge_only("seed")


@wrong(
    "uth 12.D(3)(b)",
    "md 13.E(7)(a)",
    why="a meter without a reset amount begins again as it began",
    of=(AMOUNT,),
)
def take_a_meter_without_a_reset_amount():
    def initial(original, entry, asked):
        return original(entry, "seed" if asked == "reset" and not entry.entry.get("reset") else asked)

    replace_function(AMOUNT, initial)


@wrong(
    "uth 12.D(3)(b)",
    "div (q)(6)#1",
    "md 13.E(7)(a)",
    why="a meter that was won begins again as it began",
    of=(AWARD,),
)
def reset_a_meter_to_its_initial_amount():
    def to_seed(original, meter, *rest):
        filed = meter.filed_meter
        return original(replace(meter, terms=replace(meter.terms, filed_meter=replace(filed, reset=filed.seed))), *rest)

    replace_function(AWARD, to_seed)


# Rankings


def _swap_categories(order, higher):
    """Let a category rank below the next one."""
    cited = list(order.cited_categories)
    at = next(number for number, (category, _) in enumerate(cited) if category is higher)
    (first, clauses), (second, others) = cited[at : at + 2]
    cited[at : at + 2] = [(second, clauses), (first, others)]
    object.__setattr__(order, "cited_categories", tuple(cited))
    order.__post_init__()


@wrong("uth 6.D(4)", "uth 6.D(5)", why="a flush beats a full house")
def rank_a_flush_above_a_full_house():
    _swap_categories(STANDARD, Category.FULL_HOUSE)


@wrong("uth 6.D(5)", "uth 6.D(6)", why="a straight beats a flush")
def rank_a_straight_above_a_flush():
    _swap_categories(STANDARD, Category.FLUSH)


@wrong("uth 6.D(7)", "uth 6.D(8)", why="two pairs beat three of a kind")
def rank_two_pairs_above_three_of_a_kind():
    _swap_categories(STANDARD, Category.THREE_OF_A_KIND)


@wrong("uth 6.D(2)", "uth 6.D(6)", why="A-2-3-4-5 is the second highest straight, as in Pai Gow")
def rank_the_low_ace_second():
    *others, wheel = STANDARD.straights
    object.__setattr__(STANDARD, "straights", (others[0], wheel, *others[1:]))
    STANDARD.__post_init__()


@wrong("uth 6.B", "fc as-played.6.B", why="a straight goes around the ace")
def let_straights_go_around_the_ace():
    for order in (STANDARD, FOUR_CARD):
        highest, lowest = order.straights[0], order.straights[-1]
        around = tuple((*lowest[-1:], *lowest[-number:-1], *highest[1 : len(highest) - number + 1]) for number in (2, 3))
        object.__setattr__(order, "straights", (*order.straights, *around))
        order.__post_init__()


@wrong("fc as-played.6.D(3)", "fc as-played.6.D(4)", why="a flush beats three of a kind, as with five cards")
def rank_a_flush_of_four_above_three_of_a_kind():
    _swap_categories(FOUR_CARD, Category.THREE_OF_A_KIND)


@wrong("fc as-played.6.D(1)", "fc as-played.6.D(2)", why="a straight flush beats four of a kind, as with five cards")
def rank_a_straight_flush_of_four_first():
    _swap_categories(FOUR_CARD, Category.FOUR_OF_A_KIND)


@wrong("fc as-played.6.D(5)", "fc as-played.6.D(6)", why="two pairs beat a straight")
def rank_two_pairs_above_a_straight_of_four():
    _swap_categories(FOUR_CARD, Category.STRAIGHT)
