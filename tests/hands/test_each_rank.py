"""The order of all hands of one rank, from the highest to the lowest, as each book has it; and hands that fall short of a rank."""

from itertools import combinations, pairwise, permutations

import pytest

from houseway.cards import parse_hand
from houseway.hands import FOUR_CARD, PAI_GOW_HIGH, STANDARD
from houseway.kernels.single import strength_function

MD, DIV, UTH, FC = "md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker"
FACES = "AKQJT98765432"
SUITS = "shdc"
FROM_KING = ["KQJT9", "QJT98", "JT987", "T9876", "98765", "87654", "76543", "65432"]
ACE_HIGH, ACE_LOW = "AKQJT", "A2345"
OF_FOUR = ["AKQJ", "KQJT", "QJT9", "JT98", "T987", "9876", "8765", "7654", "6543", "5432", "A234"]
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")


def pai_gow(number):
    """The clauses of both Pai Gow books about one hand of the list, which is the same in both."""
    return f"{MD} 6.B({number})", f"{DIV} (c)(2)({ROMAN[number - 1]})"


RUNS = [
    (PAI_GOW_HIGH, "straight-flush", pai_gow(3), [ACE_LOW, *FROM_KING]),
    (PAI_GOW_HIGH, "straight", pai_gow(7), [ACE_HIGH, ACE_LOW, *FROM_KING]),
    (STANDARD, "straight-flush", (f"{UTH} 6.D(2)",), [*FROM_KING, ACE_LOW]),
    (STANDARD, "straight", (f"{UTH} 6.D(6)",), [ACE_HIGH, *FROM_KING, ACE_LOW]),
    (FOUR_CARD, "straight-flush", (f"{FC} as-played.6.D(2)",), OF_FOUR),
    (FOUR_CARD, "straight", (f"{FC} as-played.6.D(5)",), OF_FOUR),
]
GROUPS = [
    (PAI_GOW_HIGH, "four-of-a-kind", pai_gow(4), (4,)),
    (PAI_GOW_HIGH, "full-house", pai_gow(5), (3, 2)),
    (PAI_GOW_HIGH, "three-of-a-kind", pai_gow(8), (3,)),
    (PAI_GOW_HIGH, "two-pair", pai_gow(9), (2, 2)),
    (PAI_GOW_HIGH, "pair", pai_gow(10), (2,)),
    (STANDARD, "four-of-a-kind", (f"{UTH} 6.D(3)",), (4,)),
    (STANDARD, "full-house", (f"{UTH} 6.D(4)",), (3, 2)),
    (STANDARD, "three-of-a-kind", (f"{UTH} 6.D(7)",), (3,)),
    (STANDARD, "two-pair", (f"{UTH} 6.D(8)",), (2, 2)),
    (STANDARD, "pair", (f"{UTH} 6.D(9)",), (2,)),
    (FOUR_CARD, "four-of-a-kind", (f"{FC} as-played.6.D(1)",), (4,)),
    (FOUR_CARD, "three-of-a-kind", (f"{FC} as-played.6.D(3)",), (3,)),
    (FOUR_CARD, "two-pair", (f"{FC} as-played.6.D(6)",), (2, 2)),
    (FOUR_CARD, "pair", (f"{FC} as-played.6.D(7)",), (2,)),
]
FLUSHES = [
    (PAI_GOW_HIGH, pai_gow(6), "AKQJ9", "75432"),
    (STANDARD, (f"{UTH} 6.D(5)",), "AKQJ9", "75432"),
    (FOUR_CARD, (f"{FC} as-played.6.D(4)",), "AKQT", "6432"),
]


def ranked(order, category, hand):
    """A hand of the category that is expected, by the plain ranking and by the one that settles wagers."""
    made = order.rank(parse_hand(hand))
    assert made.category == category, hand
    return made, strength_function(order, order.hand_size)(parse_hand(hand))


def assert_downward(order, category, pairs):
    """Of each two hands of a category the first is the higher one, in both rankings."""
    for hands in pairs:
        (above, stronger), (below, weaker) = (ranked(order, category, hand) for hand in hands)
        assert (above > below, stronger > weaker) == (True, True), hands


def named(case):
    return f"{case[0].name} {case[1]}"


@pytest.mark.parametrize(("order", "category", "clauses", "runs"), RUNS, ids=map(named, RUNS))
def test_cards_in_sequence_rank_by_their_place_in_the_book(order, category, clauses, runs, claim):
    suits = "sssss" if category == "straight-flush" else "sdchs"
    hands = [" ".join(map("".join, zip(ranks, suits, strict=False))) for ranks in runs]
    assert_downward(order, category, pairwise(hands))
    claim(*clauses)


def grouped(order, faces, sizes, others):
    """A hand with so many cards of each face, and others beside them."""
    cards = [face + suit for face, size in zip(faces, sizes, strict=True) for suit in SUITS[:size]]
    kickers = [face for face in others if face not in faces][: order.hand_size - len(cards)]
    return " ".join((*cards, *(face + SUITS[-1] for face in kickers)))


@pytest.mark.parametrize(("order", "category", "clauses", "sizes"), GROUPS, ids=map(named, GROUPS))
def test_cards_of_one_rank_go_from_aces_down_to_twos(order, category, clauses, sizes, claim):
    """The higher group wins, although the lowest cards lie beside it and the highest beside the other."""
    alike = len(set(sizes)) < len(sizes)
    all_faces = list((combinations if alike else permutations)(FACES, len(sizes)))
    pairs = [(grouped(order, one, sizes, FACES[::-1]), grouped(order, two, sizes, FACES)) for one, two in pairwise(all_faces)]
    assert_downward(order, category, pairs)
    claim(*clauses)


@pytest.mark.parametrize(("order", "clauses", "highest", "lowest"), FLUSHES, ids=[order.name for order, *_ in FLUSHES])
def test_a_flush_goes_by_its_highest_cards(order, clauses, highest, lowest, claim):
    runs = {
        frozenset(ranks) for other, category, _, ranks_ in RUNS if other is order and category == "straight" for ranks in ranks_
    }
    faces = [ranks for ranks in combinations(FACES, order.hand_size) if frozenset(ranks) not in runs]
    assert ("".join(faces[0]), "".join(faces[-1])) == (highest, lowest)
    few = [*faces[:40], *faces[40:-40:29], *faces[-40:]]
    hands = [" ".join(face + SUITS[place % 4] for face in ranks) for place, ranks in enumerate(few)]
    assert_downward(order, "flush", pairwise(hands))
    claim(*clauses)


NEARLY = [
    (pai_gow(2)[0], PAI_GOW_HIGH, "royal-flush", "Ks Qs Js Ts Jk", "Ks Qs Js 9s Jk", "straight-flush"),
    (pai_gow(3)[0], PAI_GOW_HIGH, "straight-flush", "9s 8s 7s 5s Jk", "9s 8s 7s 4s Jk", "flush"),
    (pai_gow(3)[1], PAI_GOW_HIGH, "straight-flush", "9s 8s 7s 6s 5s", "9s 8s 7s 6s 5h", "straight"),
    (pai_gow(4)[0], PAI_GOW_HIGH, "four-of-a-kind", "As Ah Ad Jk 2c", "Ks Kh Kd Jk 2c", "three-of-a-kind"),
    (pai_gow(4)[1], PAI_GOW_HIGH, "four-of-a-kind", "9s 9h 9d 9c Jk", "9s 9h 9d 8c Jk", "three-of-a-kind"),
    (pai_gow(5)[0], PAI_GOW_HIGH, "full-house", "9s 9h 9d Ac Jk", "9s 9h 8d 8c Jk", "two-pair"),
    (pai_gow(5)[1], PAI_GOW_HIGH, "full-house", "9s 9h Ad Ac Jk", "9s 9h 8d 8c Jk", "two-pair"),
    (pai_gow(7)[0], PAI_GOW_HIGH, "straight", "9s 8h 7d 5c Jk", "9s 8h 7d 4c Jk", "high-card"),
    (pai_gow(7)[1], PAI_GOW_HIGH, "straight", "As Kh Qd Jc Ts", "3s 2h Ad Kc Qs", "high-card"),
    (pai_gow(8)[0], PAI_GOW_HIGH, "three-of-a-kind", "As Ah Jk 2d 9c", "Ks Kh Jk 2d 9c", "pair"),
    (pai_gow(8)[1], PAI_GOW_HIGH, "three-of-a-kind", "9s 9h 9d 2d 5c", "9s 9h Jk 2d 5c", "pair"),
    (pai_gow(9)[0], PAI_GOW_HIGH, "two-pair", "As Jk 9d 9c 2h", "Ks Jk 9d 9c 2h", "pair"),
    (pai_gow(10)[0], PAI_GOW_HIGH, "pair", "As Jk 9d 8c 2h", "Ks Jk 9d 8c 2h", "high-card"),
    (f"{UTH} 6.D(1)", STANDARD, "royal-flush", "As Ks Qs Js Ts", "As Ks Qs Js Th", "straight"),
    (f"{UTH} 6.D(2)", STANDARD, "straight-flush", "9s 8s 7s 6s 5s", "9s 8s 7s 6s 4s", "flush"),
    (f"{UTH} 6.D(5)", STANDARD, "flush", "Ks 9s 7s 5s 2s", "Ks 9s 7s 5s 2h", "high-card"),
    (f"{UTH} 6.D(6)", STANDARD, "straight", "5s 4h 3d 2c As", "3s 2h Ad Kc Qs", "high-card"),
    (f"{UTH} 6.B", STANDARD, "straight", "5s 4h 3d 2c As", "4s 3h 2d Ac Ks", "high-card"),
    (f"{UTH} 6.B", STANDARD, "straight", "5s 4h 3d 2c As", "3s 2h Ad Kc Qs", "high-card"),
    (f"{UTH} 6.B", STANDARD, "straight", "5s 4h 3d 2c As", "2s Ah Kd Qc Js", "high-card"),
    (f"{FC} as-played.6.D(2)", FOUR_CARD, "straight-flush", "9s 8s 7s 6s", "9s 8s 7s 5s", "flush"),
    (f"{FC} as-played.6.D(4)", FOUR_CARD, "flush", "Ks 9s 7s 2s", "Ks 9s 7s 2h", "high-card"),
    (f"{FC} as-played.6.D(5)", FOUR_CARD, "straight", "4s 3h 2d Ac", "3s 2h Ad Kc", "high-card"),
    (f"{FC} as-played.6.B", FOUR_CARD, "straight", "4s 3h 2d Ac", "2s Ah Kd Qc", "high-card"),
]


@pytest.mark.parametrize(("clause", "order", "category", "hand", "nearly", "instead"), NEARLY, ids=[case[0] for case in NEARLY])
def test_a_hand_falls_short_by_a_card(clause, order, category, hand, nearly, instead, claim):
    ranked(order, category, hand)
    ranked(order, instead, nearly)
    claim(clause)
