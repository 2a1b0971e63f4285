"""The orders of hands: the sequence of categories in each, with the clauses that set it."""

from collections.abc import Mapping

from houseway.cards import Rank
from houseway.citation import Citation, carries_out, cite_clauses
from houseway.hands.categories import Category
from houseway.hands.ranking import Hand, HandOrder, Straight, all_straights

MD_PAI_GOW = "md.pai-gow-poker"
DIV_PAI_GOW = "div.pai-gow-poker"
MD_ULTIMATE = "md.ultimate-texas-holdem"
MD_FOUR_CARD = "md.four-card-poker"

CitedCategories = tuple[tuple[Category, tuple[Citation, ...]], ...]
RoyalMatches = Mapping[tuple[Rank, ...], tuple[Citation, ...]]


def _cite_categories(book: str, *ranks: tuple[Category, *tuple[str, ...]]) -> CitedCategories:
    """Return the categories of one book, highest first, each with its clauses."""
    return tuple((category, cite_clauses(book, *clauses)) for category, *clauses in ranks)


def _merge_books(first: CitedCategories, second: CitedCategories) -> CitedCategories:
    """Merge the same order from two books, with the clauses of both."""
    return tuple((category, (*a, *b)) for (category, a), (_, b) in zip(first, second, strict=True))


_LOW_ACE_LAST = all_straights(5, low_ace_above=None)
_LOW_ACE_SECOND = all_straights(5, low_ace_above=Rank.KING)

_POKER_CATEGORIES = (
    Category.ROYAL_FLUSH,
    Category.STRAIGHT_FLUSH,
    Category.FOUR_OF_A_KIND,
    Category.FULL_HOUSE,
    Category.FLUSH,
    Category.STRAIGHT,
    Category.THREE_OF_A_KIND,
    Category.TWO_PAIR,
    Category.PAIR,
)


def _poker_categories(book: str, *clauses: str, high_card: tuple[str, ...]) -> CitedCategories:
    """Return the poker categories down to the pair, each with its clause, and the high card with the clauses in `high_card`."""
    return _cite_categories(book, *zip(_POKER_CATEGORIES, clauses, strict=True), (Category.HIGH_CARD, *high_card))


STANDARD = HandOrder(
    name="standard",
    title="Standard five-card poker",
    cited_categories=_poker_categories(
        MD_ULTIMATE, *(f"6.D({number})" for number in range(1, 10)), high_card=("6.D", "6.E", "6.E(1)", "6.A")
    ),
    hand_size=5,
    card_counts=(5, 6, 7),
    has_joker=False,
    straights=_LOW_ACE_LAST,
    clauses=cite_clauses(MD_ULTIMATE, "6.A", "6.B", "6.C", "6.E(1)", "6.E(2)"),
    low_ace_clauses=cite_clauses(MD_ULTIMATE, "6.B"),
)


_PAI_GOW_CARDS = (
    *cite_clauses(MD_PAI_GOW, "6.A", "6.A(1)", "6.A(2)", "6.B", "6.C(1)", "6.C(2)"),
    *cite_clauses(DIV_PAI_GOW, "(a)(1)(xii)", "(c)(1)#1", "(c)(1)#2", "(c)(1)#3", "(c)(2)", "(c)(3)", "(c)(5)#1", "(c)(5)#2"),
)
_MD_LOW_ACE, _MD_JOKER = cite_clauses(MD_PAI_GOW, "6.A(1)"), cite_clauses(MD_PAI_GOW, "6.A(2)")
_DIV_LOW_ACE, _DIV_JOKER_ACE, _DIV_JOKER_COMPLETES = (
    cite_clauses(DIV_PAI_GOW, clause) for clause in ("(c)(1)#2", "(c)(1)#3", "(c)(3)")
)


def _pai_gow_high_order(name: str, title: str, runs: tuple[Straight, ...], *clauses: Citation) -> HandOrder:
    maryland = (
        *_cite_categories(MD_PAI_GOW, (Category.FIVE_ACES, "6.B(1)")),
        *_poker_categories(MD_PAI_GOW, *(f"6.B({number})" for number in range(2, 11)), high_card=("6.B", "6.C(1)", "6.A")),
    )
    division = (
        *_cite_categories(DIV_PAI_GOW, (Category.FIVE_ACES, "(c)(2)(i)")),
        *_poker_categories(
            DIV_PAI_GOW,
            "(c)(2)(ii)#1",
            *(f"(c)(2)({number})" for number in ("iii", "iv", "v", "vi", "vii", "viii", "ix", "x")),
            high_card=("(c)(2)", "(c)(5)#1", "(c)(1)#1", "(a)(1)(xii)"),
        ),
    )
    return HandOrder(
        name=name,
        title=title,
        cited_categories=division if clauses else _merge_books(maryland, division),
        hand_size=5,
        card_counts=(5, 7),
        has_joker=True,
        straights=runs,
        clauses=clauses or _PAI_GOW_CARDS,
        low_ace_clauses=(*clauses, *_DIV_LOW_ACE) if clauses else (*_MD_LOW_ACE, *_DIV_LOW_ACE),
        joker_ace_clauses=_DIV_JOKER_ACE if clauses else (*_MD_JOKER, *_DIV_JOKER_ACE),
        joker_completes_clauses=_DIV_JOKER_COMPLETES if clauses else (*_MD_JOKER, *_DIV_JOKER_COMPLETES),
    )


PAI_GOW_HIGH = _pai_gow_high_order("pai-gow-high", "Pai Gow Poker high hand", _LOW_ACE_SECOND)
PAI_GOW_HIGH_LOW_WHEEL = _pai_gow_high_order(
    "pai-gow-high-low-wheel",
    "Pai Gow Poker high hand, A-2-3-4-5 lowest by option",
    _LOW_ACE_LAST,
    *cite_clauses(DIV_PAI_GOW, "(c)(4)"),
)
PAI_GOW_LOW = HandOrder(
    name="pai-gow-low",
    title="Pai Gow Poker low hand",
    cited_categories=_merge_books(
        _cite_categories(MD_PAI_GOW, (Category.PAIR, "6.B(10)"), (Category.HIGH_CARD, "6.C(1)", "6.A")),
        _cite_categories(DIV_PAI_GOW, (Category.PAIR, "(c)(2)(x)"), (Category.HIGH_CARD, "(c)(5)#1", "(c)(1)#1")),
    ),
    hand_size=2,
    card_counts=(2,),
    has_joker=True,
    clauses=_PAI_GOW_CARDS,
    joker_ace_clauses=(*_MD_JOKER, *_DIV_JOKER_ACE),
)


def _seven_card_order(
    name: str, title: str, ranks: CitedCategories, *clauses: Citation, matches: RoyalMatches | None = None
) -> HandOrder:
    """Return the order of an optional wager, which lists only paying hands; any other hand is `NOTHING`."""
    return HandOrder(
        name=name,
        title=title,
        cited_categories=(*ranks, (Category.NOTHING, ())),
        hand_size=5,
        card_counts=(7,),
        has_joker=True,
        straights=_LOW_ACE_SECOND,
        clauses=clauses,
        match_clauses=matches or {},
    )


def _bonus_categories(book: str, match: Category, heading: str, *clauses: str) -> CitedCategories:
    """Return the categories of a bonus wager: three hands above five aces, and three of a kind before the straight, because its row
    pays more (PG-03, PG-04, DIV-05, DIV-06)."""
    return _cite_categories(
        book,
        (Category.NATURAL_SEVEN_CARD_STRAIGHT_FLUSH, heading, clauses[0]),
        (match, heading, clauses[1]),
        (Category.JOKER_SEVEN_CARD_STRAIGHT_FLUSH, heading, clauses[2]),
        (Category.FIVE_ACES,),
        (Category.ROYAL_FLUSH,),
        (Category.STRAIGHT_FLUSH,),
        (Category.FOUR_OF_A_KIND,),
        (Category.FULL_HOUSE,),
        (Category.FLUSH,),
        (Category.THREE_OF_A_KIND,),
        (Category.STRAIGHT,),
    )


FORTUNE_BONUS = _seven_card_order(
    "fortune-bonus",
    "Fortune Bonus",
    _bonus_categories(MD_PAI_GOW, Category.ROYAL_MATCH, "6.D", "6.D(1)", "6.D(2)", "6.D(3)"),
    *cite_clauses(MD_PAI_GOW, "6.D", "6.D(2)(a)", "6.D(2)(b)", "7.E(1)", "11.H(1)"),
    matches={
        (Rank.ACE, Rank.KING): cite_clauses(MD_PAI_GOW, "6.D(2)(a)"),
        (Rank.KING, Rank.QUEEN): cite_clauses(MD_PAI_GOW, "6.D(2)(b)"),
    },
)
EMPERORS_TREASURE = _seven_card_order(
    "emperors-treasure",
    "Emperor's Treasure",
    _bonus_categories(MD_PAI_GOW, Category.ROYAL_ACE_KING, "6.E", "6.E(1)", "6.E(2)", "6.E(3)"),
    *cite_clauses(MD_PAI_GOW, "6.E", "7.E(2)", "11.H(1)"),
)
DIVISION_BONUS = _seven_card_order(
    "division-bonus",
    "Division bonus wager",
    _bonus_categories(DIV_PAI_GOW, Category.ROYAL_KING_QUEEN, "(c)(6)", "(c)(6)(i)", "(c)(6)(ii)", "(c)(6)(iii)"),
    *cite_clauses(DIV_PAI_GOW, "(c)(6)", "(a)(1)(xi)"),
)
PAI_GOW_PROGRESSIVE = _seven_card_order(
    "pai-gow-progressive",
    "Pai Gow progressive",
    _cite_categories(
        MD_PAI_GOW,
        (Category.SEVEN_CARD_STRAIGHT_FLUSH, "6.F", "6.F(1)"),
        (Category.FIVE_ACES, "6.F", "6.F(2)"),
        (Category.ROYAL_FLUSH, "6.F", "6.F(3)"),
        (Category.STRAIGHT_FLUSH, "6.F", "6.F(4)"),
        (Category.FOUR_OF_A_KIND, "6.F", "6.F(5)"),
        (Category.FULL_HOUSE, "6.F", "6.F(6)"),
    ),
    *cite_clauses(MD_PAI_GOW, "6.F", "7.E(4)", "11.H(1)"),
)
INSURANCE = _seven_card_order(
    "insurance",
    "Pai Gow Insurance",
    _cite_categories(
        MD_PAI_GOW,
        (Category.NINE_HIGH,),
        (Category.TEN_HIGH,),
        (Category.JACK_HIGH,),
        (Category.QUEEN_HIGH,),
        (Category.KING_HIGH,),
        (Category.ACE_HIGH,),
    ),
    *cite_clauses(MD_PAI_GOW, "7.E(3)"),
)
DIVISION_PROGRESSIVE = _seven_card_order(
    "division-progressive",
    "Division progressive wager",
    _cite_categories(  # by the text's own amounts, best-paying first (reading DIV-15)
        DIV_PAI_GOW,
        (Category.NATURAL_ROYAL_FLUSH_AND_PAIR,),
        (Category.FIVE_ACES_AND_PAIR,),
        (Category.NATURAL_ROYAL_FLUSH, "(c)(2)(ii)#2"),
        (Category.FIVE_ACES,),
        (Category.ROYAL_FLUSH_AND_PAIR,),
        (Category.ROYAL_FLUSH,),
        (Category.STRAIGHT_FLUSH_AND_PAIR,),
        (Category.FOUR_OF_A_KIND_AND_PAIR,),
        (Category.STRAIGHT_FLUSH,),
        (Category.FOUR_OF_A_KIND,),
        (Category.FULL_HOUSE_AND_PAIR,),
        (Category.FLUSH_AND_PAIR,),
        (Category.FULL_HOUSE,),
        (Category.STRAIGHT_AND_PAIR,),
        (Category.FLUSH,),
        (Category.STRAIGHT,),
        (Category.THREE_OF_A_KIND,),
    ),
    *cite_clauses(DIV_PAI_GOW, "(l)(9)#6"),
)
FOUR_CARD = HandOrder(
    name="four-card",
    title="Four Card Poker, best four",
    cited_categories=_cite_categories(
        MD_FOUR_CARD,
        (Category.FOUR_OF_A_KIND, "as-played.6.D(1)"),
        (Category.STRAIGHT_FLUSH, "as-played.6.D(2)"),
        (Category.THREE_OF_A_KIND, "as-played.6.D(3)"),
        (Category.FLUSH, "as-played.6.D(4)"),
        (Category.STRAIGHT, "as-played.6.D(5)"),
        (Category.TWO_PAIR, "as-played.6.D(6)"),
        (Category.PAIR, "as-played.6.D(7)"),
        (Category.HIGH_CARD, "as-played.6.D(8)", "as-played.6.A"),
    ),
    hand_size=4,
    card_counts=(4, 5, 6),
    has_joker=False,
    straights=all_straights(4, low_ace_above=None),
    clauses=cite_clauses(
        MD_FOUR_CARD, "as-played.6.A", "as-played.6.B", "as-played.6.C", "as-played.6.E(1)", "as-played.6.E(2)"
    ),
    low_ace_clauses=cite_clauses(MD_FOUR_CARD, "as-played.6.B"),
)

ORDERS: tuple[HandOrder, ...] = (
    STANDARD,
    PAI_GOW_HIGH,
    PAI_GOW_HIGH_LOW_WHEEL,
    PAI_GOW_LOW,
    FORTUNE_BONUS,
    EMPERORS_TREASURE,
    PAI_GOW_PROGRESSIVE,
    INSURANCE,
    DIVISION_BONUS,
    DIVISION_PROGRESSIVE,
    FOUR_CARD,
)

SIX_CARD_BONUS = HandOrder(
    name="six-card-bonus",
    title="Six Card Bonus",
    cited_categories=(
        *_cite_categories(MD_ULTIMATE, (Category.SUPER_ROYAL_OF_DIAMONDS, "6.F(8)"), (Category.SUPER_ROYAL, "6.F(8)")),
        *_cite_categories(MD_ULTIMATE, *zip(_POKER_CATEGORIES, (f"6.F({number})" for number in range(1, 8)))),
        (Category.NOTHING, ()),
    ),
    hand_size=5,
    card_counts=(6, 7),
    has_joker=False,
    straights=_LOW_ACE_LAST,
    clauses=cite_clauses(MD_ULTIMATE, "7.F(4)", "7.F(4)(a)"),
)

FIVE_CARD = HandOrder(
    name="five-card",
    title="Four Card Poker, all five cards",
    cited_categories=(
        *_cite_categories(MD_FOUR_CARD, *zip(_POKER_CATEGORIES, (f"as-played.6.F({number})" for number in range(1, 8)))),
        (Category.NOTHING, ()),
    ),
    hand_size=5,
    card_counts=(5,),
    has_joker=False,
    straights=_LOW_ACE_LAST,
    clauses=cite_clauses(MD_FOUR_CARD, "as-played.6.F"),
)

ORDERS_WITHOUT_KERNEL: tuple[HandOrder, ...] = (SIX_CARD_BONUS, FIVE_CARD)
"""Orders without a kernel: a table uses the plain ranking for the few hands that need them."""


@carries_out("md.pai-gow-poker 11.B", "div.pai-gow-poker (l)(1)#2")
def is_legal_setting(high: Hand, low: Hand) -> bool:
    """Return whether the high hand ranks no lower than the low hand, compared over the low hand's number of cards (PG-06)."""
    if high.category is not low.category:
        return high.category is not Category.HIGH_CARD
    return high.key[: len(low.key)] >= low.key
