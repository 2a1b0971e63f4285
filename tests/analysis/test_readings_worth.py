"""What readings are said to be worth, counted again: every figure in the register of readings that odds or solutions can give."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from houseway.analysis import solve_game, standard_rules
from houseway.analysis.exact import as_decimal
from houseway.analysis.games import count_jointly
from houseway.analysis.odds.spot import average_net
from houseway.analysis.odds_calculation import wager_odds
from houseway.cards import CARDS, parse_hand
from houseway.hands import FORTUNE_BONUS
from houseway.money import Cents, MeterShare
from houseway.regulation import load_book
from tests.support.solve_brute import solved

MD, DIV, UTH, FC = "md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker"


def reading(book, id_):
    return load_book(book).readings[id_]


def says(book, id_, *figures, where="worth"):
    text = getattr(reading(book, id_), where)
    for figure in figures:
        assert figure in text, f"{id_} is worth {figure}, and says: {text}"


def edge(book, wager, letter, stake=1, **readings):
    taken = {name.replace("_", "-"): choice for name, choice in readings.items()}
    return wager_odds(load_book(book), wager, letter, stake=Cents.from_dollars(stake), readings=taken).house_edge


def share(value, places=2):
    return f"{as_decimal(value * 100, places)}%"


@pytest.mark.parametrize(
    ("wager", "letter"), [(wager, letter) for wager in ("fortune-bonus", "emperors-treasure") for letter in "ABCD"]
)
def test_three_of_a_kind_in_maryland(wager, letter):
    paid, lost = (edge(MD, wager, letter, PG_03=choice) for choice in ("paid", "lost"))
    says(MD, "PG-03", f"{share(lost - paid)} of the handle")
    found = wager_odds(load_book(MD), wager, letter)
    (row,) = [row for row in found.rows if row.hand == "three-of-a-kind"]
    says(MD, "PG-03", f"{share(Fraction(row.combinations, found.total))} of hands")


def test_three_of_a_kind_in_fortune_a():
    paid, lost = (edge(MD, "fortune-bonus", "A", PG_03=choice) for choice in ("paid", "lost"))
    says(MD, "PG-03", f"{share(paid)} when paid", f"{share(lost)} when lost", where="why")


@pytest.mark.parametrize("letter", "ABCD")
def test_the_best_paying_hand_in_maryland(letter):
    best, highest = (edge(MD, "fortune-bonus", letter, PG_04=choice) for choice in ("best-paying", "highest-ranking"))
    says(MD, "PG-04", f"{share(highest - best)} of the handle", f"1 hand in {round(1 / (highest - best))}")


def test_the_divisions_bonus():
    paid, lost = (edge(DIV, "bonus", "single", DIV_05=choice) for choice in ("paid", "lost"))
    says(DIV, "DIV-05", share(lost - paid))
    best, highest = (edge(DIV, "bonus", "single", DIV_06=choice) for choice in ("best-paying", "highest-ranking"))
    says(DIV, "DIV-06", share(highest - best))


def test_a_royal_flush_in_which_the_joker_is_no_ace():
    """Every such hand: four cards of a royal with its ace, the joker, and any two but the card that is missing."""
    pays = {row.hand: row.pays.odds for row in load_book(MD).paytable("fortune-bonus", "A").rows}
    lost = hands = 0
    for missing in "KQJT":
        held = parse_hand(" ".join(f"{rank}s" for rank in "AKQJT" if rank != missing) + " Jk")
        rest = [card for card in CARDS if card not in {*held, *parse_hand(f"{missing}s")}]
        for two in combinations(rest, 2):
            made = [str(hand.category) for hand in FORTUNE_BONUS.find_all((*held, *two))]
            best = max(made, key=lambda hand: pays.get(hand, 0))
            if best.startswith("royal-flush"):
                lost += pays[best] - pays["straight-flush"]
            hands += 1
    says(MD, "PG-07", f"{4 * hands:,} use the joker as another card", where="why")
    says(MD, "PG-07", f"{share(Fraction(4 * lost, comb(53, 7)))} of the handle")


def test_the_number_wager():
    says(DIV, "DIV-03", "-7.1%", f"+{round((Fraction(51, 2) - 6) / 7 * 100)}%")
    assert as_decimal(edge(DIV, "number", "single", stake=2) * 100, 1) == "7.1"
    says(DIV, "DIV-04", share(edge(DIV, "number", "single"), 1))


# Ultimate Texas Hold'em


def test_the_bad_beat():
    says(UTH, "UTH-14", "(exact)", where="why")
    either, alone, both = (
        [edge(UTH, "bad-beat", letter, UTH_14=choice) for letter in "ABC"]
        for choice in ("either-hand", "player-hand", "both-hands")
    )
    assert [2 * (1 - each) for each in alone] == [1 - each for each in either]
    assert both == either
    low, high = share(min(either)).rstrip("%"), share(max(either))
    says(UTH, "UTH-14", f"{low} to {high} with either hand", where="why")
    says(UTH, "UTH-14", f"{share(min(alone)).rstrip('%')} to {share(max(alone))} with the player's alone", where="why")
    a, b, c = (share(1 - each, 1).rstrip("%") for each in either)
    says(UTH, "UTH-14", f"{a}, {b} and {c}% of A, B and C, or half of it")


@pytest.mark.parametrize("letter", "ABC")
def test_a_tie_of_the_bad_beat(letter):
    loses, pushes = (edge(UTH, "bad-beat", letter, UTH_15=choice) for choice in ("tie-loses", "tie-pushes"))
    says(UTH, "UTH-15", f"{share(loses - pushes)} of the handle")


def test_both_rows_of_ultimate_pairs():
    costs = {
        letter: edge(UTH, "ultimate-pairs", letter, UTH_18="highest-only") - edge(UTH, "ultimate-pairs", letter, UTH_18="both")
        for letter in "ABCDEF"
    }
    assert {letter for letter, cost in costs.items() if cost} == set("BDE")
    says(UTH, "UTH-18", f"{share(costs['B'])} of the handle of B, {share(costs['D'])} of D, {share(costs['E'])} of E")


@pytest.mark.parametrize("stake", [1, 5])
def test_the_progressive_to_one_or_for_one(stake):
    to_one, for_one = (edge(UTH, "progressive", "A", stake, UTH_06=choice) for choice in ("to-1", "for-1"))
    says(UTH, "UTH-06", f"{share(for_one - to_one)} of the handle")


def test_the_progressive_on_five_cards_or_on_seven():
    five, seven = (
        [edge(UTH, "progressive", letter, UTH_05=each) for letter in "ABCD"] for each in ("hole-and-flop", "best-of-seven")
    )
    assert (round(min(five) * 100), round(max(five) * 100)) == (41, 46)
    assert (round(-max(seven) * 100), round(-min(seven) * 100)) == (393, 459)
    says(UTH, "UTH-05", "41 to 46% of $1", "393 to 459% ahead")


def test_the_six_card_bonus():
    box, board = (
        [edge(UTH, "six-card-bonus", letter, UTH_12=each) for letter in "AB"] for each in ("box-cards", "community-cards")
    )
    says(UTH, "UTH-12", f"{share(box[0], 1)} (A) and {share(box[1], 1)} (B)")
    says(UTH, "UTH-12", f"{round(-board[0] * 100)}% and {round(-board[1] * 100)}% ahead")


def test_a_super_royal_each_or_shared():
    each, shared = (
        [edge(UTH, "six-card-bonus", "A", stake, UTH_13=way) for stake in (1, 5)] for way in ("flat-each", "flat-shared")
    )
    assert each == shared
    says(UTH, "UTH-13", "never differ", f"{share(each[0], 1)} on a $1 wager, {share(each[1], 1)} on $5")
    says(UTH, "UTH-13", f"4 hands in {comb(52, 6) / 10**6:.1f} million")


def test_play_the_board():
    edges = [share(edge(UTH, "play-the-board", letter), 1).rstrip("%") for letter in "ABC"]
    says(UTH, "UTH-17", f"{edges[0]}, {edges[1]} and {edges[2]}%", where="why")


def test_a_straight_and_a_dealer_below_a_pair():
    """Blind B is played as A is: a straight that pushes or pays even changes no decision."""
    played = solved(UTH, blind="A").best_play
    straights = sum(
        each.combinations
        for each in played.endings
        if each.outcome.removesuffix(", dealer not qualified") == "won with straight"
    )
    says(UTH, "UTH-01", f"{share(Fraction(straights, played.total))} of the Ante")
    lost = sum(each.combinations for each in played.endings if each.outcome == "lost, dealer not qualified")
    says(UTH, "UTH-20", f"{share(Fraction(lost, played.total))} of the Ante")


def by_fold(book, wager):
    """What a fold that loses a wager costs it, by paytable: what folded hands bring, and the stake, under the solved play."""
    rules, found = standard_rules(book), {}
    for table in load_book(book).paytables_of(wager):
        told = [wager_odds(load_book(book), wager, table.letter, stake=Cents.from_dollars(stake)) for stake in (1, 5)]
        cells = count_jointly(rules, solved(book), told[0].deciding_cards.axis, Cents.from_dollars(10))
        for each in told:
            folded = ((shown, count) for shown, nets in cells.cells.items() for count, brings in nets if "play" not in brings)
            lost = sum((count * (average_net(each, shown) + 1) for shown, count in folded), Fraction(0))
            found.setdefault(table.letter, set()).add(lost / cells.total)
    assert all(len(costs) == 1 for costs in found.values())  # at any stake the same: a meter's share is not folded
    return {letter: cost for letter, (cost,) in found.items()}


@pytest.mark.prove
def test_a_fold_that_loses_an_optional_wager():
    """By paytable, and for those together that it costs the same."""
    progressive, pairs, beat, board = (
        {letter: share(cost) for letter, cost in by_fold(UTH, wager).items()}
        for wager in ("progressive", "ultimate-pairs", "bad-beat", "play-the-board")
    )
    assert progressive["A"] == progressive["C"]
    assert progressive["B"] == progressive["D"]
    says(UTH, "UTH-09", f"Progressive {progressive['A']} (A, C) or {progressive['B']} (B, D)")
    assert pairs["A"] == pairs["B"]
    assert pairs["C"] == pairs["E"] == pairs["F"]
    says(UTH, "UTH-09", f"Ultimate Pairs {pairs['A']} (A, B), {pairs['D']} (D) or {pairs['C']} (C, E, F)")
    assert beat["A"] == beat["B"] == beat["C"]
    assert board["B"] == board["C"]
    says(UTH, "UTH-09", f"Bad Beat {beat['A']}, Play the Board {board['A']} (A) or {board['B']} (B, C)")


# Four Card Poker


@pytest.mark.prove
def test_no_hand_that_wins_an_optional_wager_is_folded():
    costs = [cost for wager in ("aces-up", "progressive") for cost in by_fold(FC, wager).values()]
    assert len(costs) == 9
    assert not any(costs)
    says(FC, "FC-13", "nothing under optimal play", "folds no hand that wins Aces Up or Progressive")


def test_envy_as_printed_or_as_in_ultimate():
    printed, other = (-edge(FC, "progressive-envy-1", "C", FC_02=each) for each in ("as-printed", "royal-and-straight-flush"))
    says(
        FC,
        "FC-02",
        f"{as_decimal(printed / other, 1)} times as much",
        f"{share(5 * printed, 1)} of the handle",
        f"or {share(5 * other, 1)}",
    )
    says(FC, "FC-02", f"{as_decimal(printed * 100, 1)} cents", f"{as_decimal(other * 100, 2)} cents", where="why")
    costs = [-edge(FC, "progressive-envy-1", letter) for letter in "ABC"]
    says(FC, "FC-16", f"up to {as_decimal((max(costs) - min(costs)) * 100, 1)} cents")


def test_two_pair_in_aces_up_e():
    three, two = (edge(FC, "aces-up", "E", FC_04=each) for each in ("three", "two"))
    says(FC, "FC-04", f"{share(two - three)} of the handle")
    says(FC, "FC-04", f"{share(three)} at 3 to 1 and {share(two)} at 2 to 1", where="why")


@pytest.mark.prove
def test_a_tie_in_four_card_poker():
    wins, push = (solve_game(standard_rules(FC, {}, {"FC-07": each})).best_play.house_edge for each in ("player-wins", "push"))
    says(FC, "FC-07", f"{share(push - wins)} of the Ante")


# Pai Gow Poker, solved


def test_copies_and_two_to_one():
    found = solve_game(standard_rules(MD), house_way="foxwoods")
    counts, terms = found.counts, found.terms
    copies = Fraction(sum(counts.copies.values()), counts.total)
    says(MD, "PG-29", f"{share(copies)} of hands hold a copy")
    says(DIV, "DIV-43", f"{share(copies)} of hands hold a copy")
    to_bank, push = (counts.bank_value(replace(terms, copies_push=each)) for each in (False, True))
    says(MD, "PG-29", f"{share(to_bank - push)} of what is wagered")
    says(DIV, "DIV-01", f"house edge of {share(found.house_edge)}", "$95 or $190 net")
    two = (2 * terms.pays * counts.win - counts.lose) / counts.total
    says(DIV, "DIV-01", f"the players {share(two)} ahead")


def test_the_fixed_rows_of_the_progressive():
    """What the register says of the two ways to read which five cards count."""
    returns = []
    for choice in ("hole-and-flop", "best-of-seven"):
        found = wager_odds(load_book(UTH), "progressive", "B", readings={"UTH-05": choice})
        fixed = [row for row in found.rows if row.pays is not None and not isinstance(row.pays, MeterShare)]
        returns.append(sum((row.contribution + Fraction(row.combinations, found.total) for row in fixed), Fraction(0)))
        envy = -wager_odds(load_book(UTH), "progressive-envy-1", "B", readings={"UTH-05": choice}).house_edge
        says(UTH, "UTH-05", as_decimal(envy * 100, 1), where="why")
    says(UTH, "UTH-05", f"return {round(returns[0] * 100)}% on five cards and {round(returns[1] * 100)}%", where="why")
