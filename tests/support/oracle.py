"""A slow, plain ranking of poker hands, written from the rule texts alone.

It exists to be compared with `houseway.hands` and imports nothing from it. Nothing here is clever: runs are written out in
letters, a joker is tried as every card of the deck, the best of n cards is found by trying every choice, and a split by trying
every split.

A card is a pair (rank 2 to 14, suit 0 to 3); the joker is None. The value of a hand is a pair: the name of its category, and
the ranks or the place that break a tie within it. Maryland's rules are cited as MD, the Division's as DIV, Ultimate's as UTH;
PG-01 and the like are the readings taken where a text is in doubt.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random

Card = tuple[int, int] | None
Cards = Sequence[Card]
Tie = tuple[int, ...]
Value = tuple[str, Tie]
Held = dict[str, Tie]

ACE = 14
DECK: tuple[Card, ...] = tuple((rank, suit) for rank in range(2, 15) for suit in range(4))
JOKER: Card = None


def runs(*letters: str) -> dict[frozenset[int], int]:
    """Runs in letters, lowest first, by the ranks in them: where each stands."""
    return {frozenset("..23456789TJQKA".index(letter) for letter in run): place for place, run in enumerate(letters)}


# MD 6.B(3), 6.B(7), DIV (c)(2)(iii), (vii): the run with the ace low is the second highest.
WHEEL_SECOND = runs("65432", "76543", "87654", "98765", "T9876", "JT987", "QJT98", "KQJT9", "5432A", "AKQJT")
# UTH 6.D(2), 6.D(6), and DIV (c)(4) where a casino so decides: it is the lowest.
WHEEL_LOWEST = runs("5432A", "65432", "76543", "87654", "98765", "T9876", "JT987", "QJT98", "KQJT9", "AKQJT")
# Four Card Poker: from A-2-3-4 up to A-K-Q-J.
FOUR_RUNS = runs("432A", "5432", "6543", "7654", "8765", "9876", "T987", "JT98", "QJT9", "KQJT", "AKQJ")
# Seven in a row, the ace high or low (PG-08).
SEVEN_RUNS = runs("765432A", "8765432", "9876543", "T987654", "JT98765", "QJT9876", "KQJT987", "AKQJT98")
ROYAL = frozenset({10, 11, 12, 13, 14})


def names(text: str) -> list[str]:
    return text.split()


# Orders of categories, highest first. UTH 6.D; MD 6.B and DIV (c)(2); the low hand of two cards, MD 6.B(10), 6.C.
STANDARD = names("royal-flush straight-flush four-of-a-kind full-house flush straight three-of-a-kind two-pair pair high-card")
PAI_GOW = ["five-aces", *STANDARD]
LOW = ["pair", "high-card"]
# Four Card Poker as its publisher ranks it, and as MD .12 B and C list it.
FOUR_CARD = names("four-of-a-kind straight-flush three-of-a-kind flush straight two-pair pair high-card")


def bonus(match: str) -> list[str]:
    """MD 6.D and 13.B, MD 6.E and 13.C, DIV (c)(6) and (s)(1). Three of a kind pays more than a straight (PG-03, PG-04)."""
    return [
        "seven-card-straight-flush",
        match,
        "seven-card-straight-flush-with-joker",
        *names("five-aces royal-flush straight-flush four-of-a-kind full-house flush three-of-a-kind straight nothing"),
    ]


# MD 6.F.
PROGRESSIVE = names("any-seven-card-straight-flush five-aces royal-flush straight-flush four-of-a-kind full-house nothing")
# MD 7.E(3), 13.D: the lower, the better paid.
INSURANCE = names("nine-high ten-high jack-high queen-high king-high ace-high nothing")
# DIV (q)(4), by what the rows pay (DIV-15): meter, $200, 100, 50, 40, 25, 20, 10, 6, 5, 4, 3, 2, 2.
DIVISION_PROGRESSIVE = names(
    "natural-royal-flush-and-pair five-aces-and-pair natural-royal-flush five-aces royal-flush-and-pair royal-flush "
    "straight-flush-and-pair four-of-a-kind-and-pair straight-flush four-of-a-kind full-house-and-pair flush-and-pair "
    "full-house straight-and-pair flush straight three-of-a-kind nothing"
)

# MD 6.A(2), DIV (c)(3): what a joker that is not an ace may complete.
JOKER_COMPLETES = {"straight", "flush", "straight-flush", "royal-flush"}

# What the cards of a category show besides, by the definitions: a straight flush is five cards of one suit and five in a row,
# four of a kind contains three.
SHOWS = {
    "five-aces": {"four-of-a-kind", "three-of-a-kind", "pair"},
    "natural-royal-flush": {"royal-flush", "flush", "straight"},
    "royal-flush": {"flush", "straight"},
    "straight-flush": {"flush", "straight"},
    "four-of-a-kind": {"three-of-a-kind", "pair"},
    "full-house": {"three-of-a-kind", "two-pair", "pair"},
    "three-of-a-kind": {"pair"},
    "two-pair": {"pair"},
}


def same_rank_pairs(cards: Cards) -> int:
    """How many of the ways to point at two of the cards point at two of one rank."""
    ranks = [rank for rank, _ in cards]
    return sum([ranks.count(rank) - 1 for rank in ranks]) // 2


def one_suit(cards: Cards) -> bool:
    return len({suit for _, suit in cards}) == 1


def rank_set(cards: Cards) -> frozenset[int]:
    return frozenset([rank for rank, _ in cards])


def category(cards: Cards, runs: dict[frozenset[int], int]) -> str:
    """The category of two, four or five cards without a joker."""
    pairs = same_rank_pairs(cards)
    if pairs:
        return {1: "pair", 2: "two-pair", 3: "three-of-a-kind", 4: "full-house", 6: "four-of-a-kind"}[pairs]
    ranks, suited = rank_set(cards), len(cards) > 2 and one_suit(cards)
    if ranks not in runs:
        return "flush" if suited else "high-card"
    if ranks == ROYAL and suited:
        return "royal-flush"
    return "straight-flush" if suited else "straight"


def tie(name: str, cards: Cards, runs: dict[frozenset[int], int]) -> Tie:
    """What breaks a tie: the place of a run; otherwise the ranks, the most repeated first, then the highest (PG-05)."""
    if name == "royal-flush":
        return ()
    if name in {"straight", "straight-flush"}:
        return (runs[rank_set(cards)],)
    ranks = [rank for rank, _ in cards]
    return tuple(sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True))


def readings(cards: Cards, runs: dict[frozenset[int], int]) -> Iterator[Value]:
    """Every value the cards may be given: several where a joker is among them."""
    rest = [card for card in cards if card is not JOKER]
    if len(rest) == len(cards):
        name = category(rest, runs)
        yield name, tie(name, rest, runs)
        return
    if len(rest) == 4 and rank_set(rest) == {ACE}:
        yield "five-aces", ()
        return
    for stand_in in DECK:
        if stand_in not in rest:  # no hand has the same card twice (PG-49)
            tried = [*rest, stand_in]
            name = category(tried, runs)
            if stand_in[0] == ACE or name in JOKER_COMPLETES:
                yield name, tie(name, tried, runs)


def key(value: Value, order: Sequence[str]) -> tuple[int, Tie]:
    """What values are compared by, the higher the better: the category, then what breaks ties."""
    return -order.index(value[0]), value[1]


def highest(values: Iterable[Value], order: Sequence[str]) -> Value:
    return max(values, key=lambda value: key(value, order))


@lru_cache(maxsize=100_000)
def _five(cards: tuple[Card, ...], wheel_lowest: bool) -> frozenset[Value]:
    return frozenset(readings(cards, WHEEL_LOWEST if wheel_lowest else WHEEL_SECOND))


def five_readings(cards: Cards, wheel_lowest: bool = False) -> frozenset[Value]:
    """Every value of exactly five cards (remembered, for the same five come up again)."""
    return _five(tuple(sorted(cards, key=lambda card: card or (0, 0))), wheel_lowest)


def best_five(cards: Cards, wheel_lowest: bool = False) -> Value:
    """The highest value of five of the cards."""
    return highest((value for five in combinations(cards, 5) for value in five_readings(five, wheel_lowest)), PAI_GOW)


def two(cards: Cards) -> Value:
    """The value of two cards: a pair or not, a joker being an ace."""
    return highest(readings(cards, {}), LOW)


def splits(cards: Cards) -> Iterator[tuple[Cards, Cards]]:
    """Every way to part cards into all but two, and two."""
    for apart in combinations(range(len(cards)), 2):
        yield [card for place, card in enumerate(cards) if place not in apart], [cards[place] for place in apart]


def shown(values: Iterable[Value], lowest: str) -> Held:
    """What is shown by cards of these values, with the best tie of each category; the lowest of an order always is."""
    held: Held = {lowest: ()}
    for name, breaks in values:
        held[name] = max(breaks, held.get(name, ()))
        for also in SHOWS.get(name, ()):
            held.setdefault(also, ())
    return held


def held_by_five(cards: Cards, wheel_lowest: bool = False) -> Held:
    """What five of the cards show, of standard or Pai Gow poker."""
    return shown((v for five in combinations(cards, 5) for v in five_readings(five, wheel_lowest)), "high-card")


def held_by_four(cards: Cards) -> Held:
    """What four of the cards show, of Four Card Poker."""
    return shown((v for four in combinations(cards, 4) for v in readings(four, FOUR_RUNS)), "high-card")


def held_by_two(cards: Cards) -> Held:
    return shown([two(cards)], "high-card")


def seven_straight_flush(cards: Cards) -> bool:
    """Seven in a row in one suit, a joker being any card (MD 6.D(1), (3), 6.F(1), DIV (c)(6)(i), (iii))."""
    if JOKER not in cards:
        return one_suit(cards) and rank_set(cards) in SEVEN_RUNS
    rest = [card for card in cards if card is not JOKER]
    return any(seven_straight_flush([*rest, stand_in]) for stand_in in DECK if stand_in not in rest)


def natural_royal(five: Cards) -> bool:
    """DIV (c)(2)(ii): a royal flush that does not use a joker."""
    return JOKER not in five and one_suit(five) and rank_set(five) == ROYAL


def royal_matches(five: Cards, beside: Cards) -> set[str]:
    """A royal flush, with or without the joker, and two natural suited cards (MD 6.D(2), 6.E(2), DIV (c)(6)(ii); PG-09)."""
    if ("royal-flush", ()) not in five_readings(five) or JOKER in beside or not one_suit(beside):
        return set()
    ace_king = {"royal-flush-and-royal-match", "royal-flush-and-ace-king-suited"}
    king_queen = {"royal-flush-and-royal-match", "royal-flush-and-king-queen-suited"}
    return {frozenset({14, 13}): ace_king, frozenset({13, 12}): king_queen}.get(rank_set(beside), set())


def no_pair(cards: Cards) -> Value:
    """Seven cards without a pair or better, by the highest; a straight or a flush is better than a pair (PG-47)."""
    if best_five(cards)[0] != "high-card":
        return "nothing", ()
    ranks = sorted((ACE if card is JOKER else card[0] for card in cards), reverse=True)
    names = {9: "nine-high", 10: "ten-high", 11: "jack-high", 12: "queen-high", 13: "king-high", 14: "ace-high"}
    return names[ranks[0]], tuple(ranks)


def held_by_seven(cards: Cards) -> Held:
    """What seven cards show of everything that the lists of the optional wagers name."""
    held = {**held_by_five(cards), **shown([no_pair(cards)], "nothing")}
    more: set[str] = set()
    for five, beside in splits(cards):
        of_five = set(shown(five_readings(five), "high-card"))
        if natural_royal(five):
            more.add("natural-royal-flush")
            of_five.add("natural-royal-flush")
        if two(beside)[0] == "pair":
            more |= {f"{name}-and-pair" for name in of_five}
        more |= royal_matches(five, beside)
    if seven_straight_flush(cards):
        more |= {"any-seven-card-straight-flush", "seven-card-straight-flush" + "-with-joker" * (JOKER in cards)}
    return {**held, **dict.fromkeys(more, ())}


def set_legally(high: Cards, low: Cards, wheel_lowest: bool = False) -> bool:
    """MD 11.B, DIV (l)(1), as PG-06 reads them: the category first, then over the low hand's cards; equal is legal (DIV-07)."""
    (high_name, high_tie), (low_name, low_tie) = best_five(high, wheel_lowest), two(low)
    if high_name != low_name:
        return PAI_GOW.index(high_name) < PAI_GOW.index(low_name)
    return high_tie[: len(low_tie)] >= low_tie


# Cards to try all this on.

# Seven cards each, from which rare hands come, whole or with a card or the joker changed in.
RARE = (
    *("AsKsQsJsTs9s8s", "As2s3s4s5s6s7s", "8s7s6s5s4s3s2s", "AsKsQsJsTsAhKh", "AsKsQsJsTsKhQh", "AsKsQsJsTsKhQd"),
    *("AsKsQsJsTsAh7c", "AsKsQsJsTs9h9d", "AsAhAdAcKsKh5d", "AsAhAdAcKsKhKd", "9s8s7s6s5s4h4d", "9s8s7s6s5s7h7d"),
    *("5s4s3s2sAsAh5d", "7s7h7d7cKsKh2d", "7s7h7d7cKsKhKd", "KsKhKd9s9h4c4d", "KsJs9s5s2s7h7d", "AsKs9s5s3s2s7h"),
    *("9s8h7d6c5s2h2d", "9s8h7d7c7h6c5s", "5s4h3d2cAsAhAd", "2s3h4d5c7s8h9d", "2s3h4d6c7s8h9d", "2s3h4d6c7s8hTd"),
    *("2s3h4d6c8s9hJd", "2s3h5d7c9sJhQd", "2s3h5d7c9sJhKd", "5s4h3d2c6s6hKd", "TsJhQdKcAsKhAd", "AsAhAdAc5s5h5d"),
)


def pool(dice: Random) -> list[Card]:
    """Cards to draw from: the deck, or few suits, few ranks, a run, the cards of a rare hand."""
    kind, suits = dice.randrange(6), dice.sample(range(4), 4)
    if kind == 0:
        return list(DECK)
    if kind == 1:
        return [card for card in DECK if card[1] in suits[:2]]
    if kind == 2:
        ranks = dice.sample(range(2, 15), 4)
        return [card for card in DECK if card[0] in ranks]
    if kind == 3:
        lowest, some = dice.randrange(1, 9), dice.randrange(1, 3)
        ranks = [ACE if rank == 1 else rank for rank in range(lowest, lowest + 7)]
        return [card for card in DECK if card[0] in ranks and card[1] in suits[:some]]
    rare = dice.choice(RARE)
    return [
        ("..23456789TJQKA".index(rank), suits["cdhs".index(suit)]) for rank, suit in zip(rare[::2], rare[1::2], strict=True)
    ]


def draw(dice: Random, size: int, joker: bool) -> tuple[Card, ...]:
    """So many different cards, rare hands being common; with a joker half of the time, where there may be one."""
    cards = dice.sample(pool(dice), size)
    other = dice.choice(DECK)
    if dice.random() < 0.3 and other not in cards:
        cards[dice.randrange(size)] = other
    if joker and dice.random() < 0.5:
        cards[dice.randrange(size)] = JOKER
    return tuple(cards)
