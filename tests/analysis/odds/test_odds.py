"""Odds of the optional wagers: every paytable of every book, readings that change them, meters, limits, envy, wagers together."""

import tomllib
from fractions import Fraction
from math import comb

import pytest

from houseway.analysis import all_odds, combine_wagers, covariance
from houseway.analysis.exact import as_decimal
from houseway.analysis.games import counted_wagers, find_deciding_cards
from houseway.analysis.odds.basis import OddsInput
from houseway.analysis.odds.counts import shipped_counts
from houseway.analysis.odds_calculation import wager_odds
from houseway.cards import CARDS
from houseway.errors import Malformed, NotAllowed
from houseway.games import awards, paytables
from houseway.money import Cents
from houseway.regulation import BOOKS, load_book
from houseway.submission import judge, parse_submission
from tests.games.test_awards import DIV, MD, WAGERS, everything, reads
from tests.support.agreement import random_hands, rare_hands
from tests.support.paths import ROOT
from tests.support.submissions import EXAMPLES, STANDARD, document, filed, submission

UTH, FC = "md.ultimate-texas-holdem", "md.four-card-poker"
KNOWN = tomllib.loads((ROOT / "benchmarks" / "known.toml").read_text())["edge"]
ONE, FIVE = Cents.from_dollars(1), Cents.from_dollars(5)


def edge(book, wager, paytable=None, **given):
    return wager_odds(load_book(book), wager, paytable, **given).house_edge


def row(found, hand):
    return next(row for row in found.rows if row.hand == hand)


def reading(book, wager, paytable, **readings):
    return wager_odds(
        load_book(book), wager, paytable, readings={name.replace("_", "-"): choice for name, choice in readings.items()}
    )


# Every paytable


@pytest.mark.parametrize("book", BOOKS)
def test_every_paytable_sums_to_its_total(book):
    found = all_odds(load_book(book))
    tables = {
        (table.wager, table.letter) for table in load_book(book).paytables if table.wager in counted_wagers(load_book(book))
    }
    assert {(each.wager, each.paytable) for each in found} == tables
    for each in found:
        assert sum(row.combinations for row in each.rows) == each.total
        assert all(row.combinations > 0 for row in each.rows)
        assert sum(row.contribution for row in each.rows) == each.expected_value == -each.house_edge
        assert each.variance == sum(row.combinations * (row.net - each.expected_value) ** 2 for row in each.rows) / each.total
        assert 0 < each.hit_frequency < 1


@pytest.mark.parametrize("book", BOOKS)
def test_every_wager_of_a_submission_has_its_odds(book):
    rules = filed(document(EXAMPLES / book / "everything.toml")).rules
    found = all_odds(rules)
    envy = {table.wager for offer in rules.offers.values() for table in offer.envy}
    assert {each.wager for each in found} == (set(rules.offers) | envy) & set(counted_wagers(rules.regulation))
    assert all(each.rules_hash == rules.hash for each in found)


def test_what_is_not_counted_is_the_game_itself():
    left = {book: [wager for wager in load_book(book).wagers if wager not in counted_wagers(load_book(book))] for book in BOOKS}
    assert left == {MD: ["pai-gow"], DIV: ["pai-gow"], UTH: ["ante", "blind", "play"], FC: ["ante", "play", "ante-bonus"]}
    with pytest.raises(NotAllowed, match="use `houseway solve`"):
        wager_odds(load_book(UTH), "blind", "A")


@pytest.mark.parametrize("entry", KNOWN, ids=lambda entry: f"{entry['wager']} {entry.get('paytable', 'rows')}")
def test_published_odds_are_met(entry):
    found = wager_odds(
        load_book(entry["book"]), entry["wager"], entry.get("paytable") or entry["rows"], readings=entry.get("readings")
    )
    if "edge" in entry:
        places = len(entry["edge"].split(".")[1])
        assert as_decimal(found.house_edge, places) == entry["edge"]
    for hand, combinations in entry.get("combinations", {}).items():
        assert row(found, hand).combinations == combinations
    assert entry["source"].strip()


# As the table pays


@pytest.mark.parametrize(("book", "wager"), WAGERS)
@pytest.mark.parametrize(
    "readings", [{}, {"PG_04": "highest-ranking", "DIV_06": "highest-ranking"}], ids=["default", "highest"]
)
def test_the_row_is_the_one_that_the_table_pays(book, wager, readings):
    rules = reads(
        book, **{name: choice for name, choice in readings.items() if name.replace("_", "-") in load_book(book).readings}
    )
    found = wager_odds(rules, wager)
    decides = find_deciding_cards(OddsInput.from_source(rules), wager, rules.offers[wager].paytable)
    hands = [*random_hands(53, 7, 1500, seed=3), *rare_hands(7, 1500, seed=4, joker=True)]
    for hand in hands:
        cards = tuple(CARDS[card] for card in hand)
        held = tuple(str(category) for category, bit in paytables.BITS.items() if paytables.held_hands(cards) & bit)
        ((shown, _),) = decides.split_by_suit(held)
        paid = awards.optional_award(rules, wager, cards, found.stake, meters=found.meters)
        mine = found.payer.find_row(shown)
        assert (mine and mine.hand) == (paid.row and paid.row.hand), cards
        back = 0 if paid.returns_stake else -1
        assert abs(found.payer.net_in_stakes(mine) - (Fraction(paid.amount.amount, found.stake.amount) + back)) < Fraction(
            1, 100
        )


# Readings


def test_three_of_a_kind_that_loses():
    """PG-03, DIV-05: what also holds a straight is paid as a straight."""
    lost = reading(MD, "fortune-bonus", "A", PG_03="lost")
    assert [each.hand for each in lost.rows][-2:] == ["straight", "nothing"]
    assert row(lost, "straight").combinations == 11_236_028
    assert as_decimal(lost.house_edge, 3) == "0.272"
    assert lost.readings["PG-03"] == "lost"
    assert reading(DIV, "bonus", "single", DIV_05="lost").house_edge > edge(DIV, "bonus")


def test_the_highest_hand_instead_of_the_best_paying():
    """PG-04, DIV-06: 201,824 hands hold a straight and three of a kind."""
    best, highest = wager_odds(load_book(MD), "fortune-bonus", "A"), reading(MD, "fortune-bonus", "A", PG_04="highest-ranking")
    assert row(highest, "straight").combinations - row(best, "straight").combinations == 201_824
    assert highest.house_edge - best.house_edge == Fraction(201_824, comb(53, 7))
    assert reading(DIV, "bonus", None, DIV_06="highest-ranking").house_edge - edge(DIV, "bonus") == Fraction(
        201_824, comb(53, 7)
    )


def test_the_best_of_seven_would_ruin_the_house():
    """UTH-05: the fixed rows return 53% on five cards, 483% on the best of seven."""
    fixed = {"full-house": "50 for 1", "four-of-a-kind": "300 for 1", "flush": "40 for 1", "straight": "30 for 1"}
    rows = fixed | {"three-of-a-kind": "9 for 1"}
    assert as_decimal(1 - edge(UTH, "progressive", rows), 2) == "0.53"
    assert as_decimal(reading(UTH, "progressive", rows, UTH_05="best-of-seven").expected_value + 1, 2) == "4.83"


def test_to_one_and_for_one():
    """UTH-06: one stake for each win."""
    printed, other = wager_odds(load_book(UTH), "progressive", "A"), reading(UTH, "progressive", "A", UTH_06="for-1")
    hits = sum(each.combinations for each in printed.rows if each.pays is not None and each.pays.returns_stake)
    assert printed.expected_value - other.expected_value == Fraction(hits, comb(52, 5))


def test_six_cards_or_seven():
    """UTH-12: a super royal is one of four in six cards, one of 184 in seven."""
    box, board = (
        wager_odds(load_book(UTH), "six-card-bonus", "A"),
        reading(UTH, "six-card-bonus", "A", UTH_12="community-cards"),
    )
    assert (box.total, board.total) == (comb(52, 6), comb(52, 7))
    for found, each in ((box, 1), (board, 46)):
        assert row(found, "super-royal-of-diamonds").combinations == each
        assert row(found, "super-royal").combinations == 3 * each
    assert row(board, "royal-flush").combinations == 4324 - 184
    assert as_decimal(box.house_edge, 3) == "0.130"
    assert as_decimal(edge(UTH, "six-card-bonus", "A", stake=FIVE), 3) == "0.181"


def test_whose_hand_is_beaten():
    """UTH-14: the player's own alone is half; both hands are either hand, since the winner has more than the loser."""
    either, own = wager_odds(load_book(UTH), "bad-beat", "B"), reading(UTH, "bad-beat", "B", UTH_14="player-hand")
    assert all(mine.combinations * 2 == both.combinations for mine, both in zip(own.rows[:-1], either.rows[:-1], strict=True))
    assert reading(UTH, "bad-beat", "B", UTH_14="both-hands").rows == either.rows
    assert Fraction(57, 100) < own.house_edge < Fraction(60, 100)


def test_a_tie_that_is_handed_back():
    """UTH-15."""
    lost, back = wager_odds(load_book(UTH), "bad-beat", "A"), reading(UTH, "bad-beat", "A", UTH_15="tie-pushes")
    assert row(back, "tie").combinations == 113_130_263_816
    assert back.expected_value - lost.expected_value == Fraction(113_130_263_816, back.total)
    assert back.hit_frequency == lost.hit_frequency


def test_both_rows_of_ultimate_pairs():
    """UTH-18: the aces are paid again."""
    one, both = wager_odds(load_book(UTH), "ultimate-pairs", "B"), reading(UTH, "ultimate-pairs", "B", UTH_18="both")
    assert (one.total, row(one, "player-and-dealer-aces").combinations) == (1326 * 1225, 6)
    assert both.expected_value - one.expected_value == Fraction(30 * 6, 1326 * 1225)
    red = reading(UTH, "ultimate-pairs", "D", UTH_18="both")
    assert (red.total, str(row(red, "aces-of-hearts-and-diamonds").pays)) == (1326, "130 to 1")
    assert row(red, "pair-of-aces").combinations == 5


def test_envy_c_is_as_printed_unless_filed_otherwise():
    """FC-02: as printed 8.5 cents, otherwise 0.57 cents for each dollar and opponent."""
    printed = wager_odds(load_book(FC), "progressive-envy-1", "C")
    assert as_decimal(printed.expected_value, 3) == "0.085"
    other = reading(FC, "progressive-envy-1", "C", FC_02="royal-and-straight-flush")
    assert as_decimal(other.expected_value, 4) == "0.0057"


def test_two_pair_of_aces_up_e_by_reading_and_by_version():
    """FC-04."""
    assert as_decimal(edge(FC, "aces-up", "E"), 4) == "0.0028"
    assert as_decimal(reading(FC, "aces-up", "E", FC_04="two").house_edge, 4) == "0.0503"
    assert as_decimal(wager_odds(load_book(FC, "original"), "aces-up", "E").house_edge, 4) == "0.0503"


# Stakes, meters, limits


def test_a_number_is_paid_down_to_the_dollar():
    """DIV-03, DIV-04: $1 at 5 1/2 pays $5."""
    assert edge(DIV, "number", stake=ONE) == Fraction(1, 7)
    assert edge(DIV, "number", stake=Cents.from_dollars(2)) == Fraction(1, 14)
    assert edge(DIV, "number", {"number-drawn": "6 to 1"}) == 0


def test_every_stake_that_rounding_bends_is_told():
    """DIV-04: the least and the most stake are both even, what lies between is not."""
    rules = everything(DIV)
    offer, told = rules.offers["number"], {each.stake: each.house_edge for each in all_odds(rules, "number")}
    assert list(told) == [Cents.from_dollars(stake) for stake in (2, 3, 4, 50)]
    assert told[Cents.from_dollars(3)] == Fraction(2, 21)
    between = range(offer.minimum.amount // 100, offer.maximum.amount // 100 + 1)
    edges = [wager_odds(rules, "number", stake=Cents.from_dollars(stake)).house_edge for stake in between]
    assert (min(edges), max(edges)) == (min(told.values()), max(told.values()))
    assert [str(each.stake) for each in all_odds(load_book(DIV), "number")] == ["$1", "$2", "$3"]


def test_odds_in_thirds_fall_even_after_three_dollars():
    told = all_odds(everything(DIV), "number", {"number-drawn": "5 1/3 to 1"})
    assert [str(each.stake) for each in told] == ["$2", "$3", "$4", "$5", "$50"]
    assert told[1].house_edge == min(each.house_edge for each in told) == Fraction(2, 21)


def test_a_table_of_stakes_stays_one():
    told = all_odds(everything(DIV), "number", {"number-drawn": "5 49/97 to 1"})
    assert len(told) == 32


def test_the_last_stake_that_a_limit_leaves_alone_is_told_and_the_next():
    for book, wager, stakes in ((DIV, "bonus", (5, 12, 13, 100)), (MD, "emperors-treasure", (1, 40, 41, 100))):
        told = all_odds(everything(book), wager)
        assert [each.stake for each in told] == [Cents.from_dollars(stake) for stake in stakes]
        least, uncut, cut, most = (each.house_edge for each in told)
        assert least == uncut < cut < most
    assert len(all_odds(everything(UTH), "trips")) == 1  # up to its most the limit cuts nothing


@pytest.mark.parametrize("book", BOOKS)
def test_at_the_break_even_meter_nobody_wins(book):
    found = [each for each in all_odds(load_book(book)) if each.meters]
    for each in found:
        for name, at in each.break_even.items():
            others = {other: shows for other, shows in each.meters.items() if other != name}
            value = each.fixed_value + each.value_per_meter_dollar[name] * at / 100
            value += sum(each.value_per_meter_dollar[other] * shows / 100 for other, shows in others.items())
            assert value == 0
            assert at > each.meters[name]


def test_a_meter_adds_in_proportion():
    at = {
        shows: wager_odds(load_book(UTH), "progressive", "C", meters={"mega": Cents.from_dollars(shows)})
        for shows in (10_000, 20_000)
    }
    gained = at[20_000].expected_value - at[10_000].expected_value
    assert gained == at[10_000].value_per_meter_dollar["mega"] * 10_000 == Fraction(4 * 10_000, comb(52, 5))
    assert at[10_000].fixed_value == at[20_000].fixed_value


def test_a_low_meter_is_not_the_best_paying_row():
    """DIV-15: a tenth of a small meter is less than what the same cards win otherwise."""
    low = wager_odds(load_book(DIV), "progressive", "5", meters={"meter": Cents.from_dollars(2_000)})
    high = wager_odds(load_book(DIV), "progressive", "5")
    assert row(low, "royal-flush").combinations > row(high, "royal-flush").combinations
    assert row(low, "natural-royal-flush").combinations < row(high, "natural-royal-flush").combinations
    assert low.break_even == high.break_even


def test_a_payout_limit_bends_the_edge():
    rules = everything(MD)
    limit = rules.options["payout-limit.amount"]
    at = {stake: wager_odds(rules, "fortune-bonus", stake=Cents.from_dollars(stake)) for stake in (1, 10, 50)}
    assert at[1].limit == limit == Cents.from_dollars(100_000)
    assert at[1].house_edge == at[10].house_edge
    lost = 32 * (8000 - Fraction(100_000, 50))
    assert at[50].house_edge - at[1].house_edge == Fraction(lost, comb(53, 7))
    assert any("payout limit" in text for text in at[50].assumptions)
    assert wager_odds(rules, "fortune-envy").limit is None


def test_a_capped_meter_may_never_break_even():
    """PG-22: a share that the limit cuts adds nothing more."""
    capped = reads(MD, PG_22="capped")
    found = wager_odds(capped, "progressive", meters={"mega": Cents.from_dollars(500_000)})
    assert found.value_per_meter_dollar["mega"] == 0
    assert row(found, "any-seven-card-straight-flush").net == 100_000 - 1
    assert found.break_even["mega"] is None
    assert wager_odds(everything(MD), "progressive").break_even["mega"] is not None


def test_envy_costs_no_stake():
    found = wager_odds(load_book(DIV), "bonus-envy")
    assert found.stake == FIVE
    assert row(found, "nothing").net == 0
    assert found.expected_value == Fraction(
        32 * 5000 + 72 * 1000 + 196 * 500 + 1128 * 250 + 26_020 * 50 + 184_644 * 20 + 307_472 * 5, 5 * comb(53, 7)
    )
    assert "each other player" in found.denominator


@pytest.mark.parametrize(("choice", "dollars", "least"), [("both", 1, 5), ("fortune-only", 1, 1), ("both", 10, 10)])
def test_the_stake_that_earns_the_emperors_envy(choice, dollars, least):
    """1.B(7), PG-10: $5 or more, if the minimum is not the Fortune Bonus's alone; and no less than may be bet."""
    offered = {"emperors-treasure": {**STANDARD[MD]["emperors-treasure"], "minimum": f"${dollars}", "maximum": "$25"}}
    rules = judge(parse_submission(submission(MD, wagers=offered, readings={"PG-10": choice}))).rules
    assert wager_odds(rules, "emperors-envy").stake == Cents.from_dollars(least)
    if dollars < least:
        with pytest.raises(Malformed, match=r"earned by a stake of \$5 or more, not \$1"):
            all_odds(rules, "emperors-envy", stake=ONE)
    else:
        assert all_odds(rules, "emperors-envy", stake=Cents.from_dollars(dollars))


def test_a_book_alone_asks_five_dollars_for_the_emperors_envy_unless_it_is_read_otherwise():
    stakes = {
        choice: wager_odds(load_book(MD), "emperors-envy", "A", readings={"PG-10": choice}).stake
        for choice in ("both", "fortune-only")
    }
    assert stakes == {"both": FIVE, "fortune-only": ONE}


# Tables of one's own, and what cannot be


def test_rows_of_ones_own():
    found = wager_odds(load_book(UTH), "trips", {"royal-flush": "1000 to 1", "two-pair": "push"})
    assert found.paytable == "own"
    assert row(found, "two-pair").net == 0
    assert found.hit_frequency == Fraction(4324, comb(52, 7))
    assert found.expected_value == Fraction(4324 * 1000 - (comb(52, 7) - 4324 - 31_433_400), comb(52, 7))


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (("trips", "Z"), "odds.paytable"),
        (("trips", None), "odds.paytable"),
        (("trips", {"five-aces": "5 to 1"}), "odds.hand"),
        (("trips", {"flush": "lots"}), "pay.unreadable"),
        (("trips", {"nothing": "1 to 1"}), "odds.hand"),
        (("trips", {}), "odds.rows"),
        (("tripps", "A"), "book.no-wager"),
        (("trips", {"flush": "10% of meter"}), "odds.meter"),
    ],
)
def test_what_cannot_be_is_refused(given, code):
    with pytest.raises(Malformed) as refusal:
        wager_odds(load_book(UTH), *given)
    assert refusal.value.code == code


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_left_over_has_no_row_of_its_own(book):
    for wager in counted_wagers(load_book(book)):
        with pytest.raises(Malformed) as refusal:
            wager_odds(load_book(book), wager, {"nothing": "1 to 1"})
        assert refusal.value.code == "odds.hand"
        allowed = refusal.value.facts["allowed"]
        assert set(allowed) == load_book(book).wager(wager).hands - {"nothing"}


def test_wrong_readings_stakes_and_meters_are_refused():
    with pytest.raises(Malformed, match="no reading"):
        reading(UTH, "trips", "A", UTH_99="x")
    with pytest.raises(Malformed, match="either-hand or player-hand"):
        reading(UTH, "bad-beat", "A", UTH_14="x")
    with pytest.raises(Malformed, match="more than \\$0, not \\$0"):
        wager_odds(load_book(UTH), "trips", "A", stake=Cents(0))
    with pytest.raises(Malformed, match="pays nothing from a meter"):
        wager_odds(load_book(UTH), "trips", "A", meters={"mega": ONE})
    with pytest.raises(NotAllowed, match="not offered"):
        wager_odds(filed(document(EXAMPLES / UTH / "minimal.toml")).rules, "bad-beat")


def test_the_machine_readable_form():
    found = wager_odds(load_book(MD), "fortune-bonus", "A").to_json()
    assert found["rows"][0] == {
        "hand": "seven-card-straight-flush",
        "combinations": 32,
        "pays": "8000 to 1",
        "contribution": "6400/3853577",
        "clause": "md.pai-gow-poker 13.B(1)(a)",
    }
    assert found["rows"][-1]["pays"] == "lose"
    top, bottom = map(int, found["expected_value"].split("/"))
    assert as_decimal(-Fraction(top, bottom)) == found["house_edge"]
    assert len(found["house_edge"].split(".")[1]) >= 10
    for key in ("denominator", "method", "book", "book_hash", "readings", "version", "hit_frequency", "standard_deviation"):
        assert found[key]


# Together


def test_wagers_of_one_spot_vary_together():
    """Every seven cards by what they win on both: the variance of the sum by itself."""
    rules = everything(MD)
    names = ("fortune-bonus", "emperors-treasure", "insurance", "progressive")
    found = [wager_odds(rules, name) for name in names]
    together = combine_wagers(found)
    results = []
    for (held,), number in shipped_counts("pai-gow", "deal").cells:
        nets = [
            each.payer.net_in_stakes(each.payer.find_row(each.deciding_cards.split_by_suit(held)[0][0])) * each.stake.amount
            for each in found
        ]
        results.append((sum(nets), number))
    mean = sum(net * number for net, number in results) / comb(53, 7)
    assert mean == together.expected_cents
    assert sum((net - mean) ** 2 * number for net, number in results) / comb(53, 7) == together.variance
    assert covariance(found[0], found[0]) == found[0].variance
    assert together.correlation("fortune-bonus", "insurance") < 0 < together.correlation("fortune-bonus", "progressive")


def test_a_number_has_nothing_to_do_with_the_cards():
    rules = everything(DIV)
    assert covariance(wager_odds(rules, "number"), wager_odds(rules, "bonus")) == 0


def test_ultimate_wagers_together():
    one, two = wager_odds(load_book(UTH), "trips", "A"), wager_odds(load_book(UTH), "play-the-board", "A")
    assert covariance(one, two) == covariance(two, one) > 0
    pairs, six = wager_odds(load_book(UTH), "ultimate-pairs", "B"), wager_odds(load_book(UTH), "six-card-bonus", "A")
    assert covariance(pairs, six) > 0
    assert covariance(one, six) == covariance(six, one) != 0
    with pytest.raises(NotAllowed, match="other spots"):
        covariance(one, wager_odds(load_book(UTH), "progressive-envy-1", "A"))
    with pytest.raises(NotAllowed, match="one spot"):
        covariance(one, wager_odds(load_book(MD), "insurance", "A"))
    with pytest.raises(NotAllowed, match="each wager once"):
        combine_wagers([one, wager_odds(load_book(UTH), "trips", "B")])


def test_two_aces_and_the_dealers_two():
    """Ultimate Pairs B beside Trips, by hand: with four aces out, the board has none, and full houses come from it alone."""
    pairs, trips = (
        wager_odds(load_book(UTH), "ultimate-pairs", {"player-and-dealer-aces": "1 to 1"}),
        wager_odds(load_book(UTH), "trips", {"four-of-a-kind": "1 to 1"}),
    )
    both = covariance(pairs, trips) + pairs.expected_value * trips.expected_value
    aces, four = pairs.hit_frequency, trips.hit_frequency
    joint = (both + 2 * (aces + four) - 1) / 4  # of results 1 and -1
    quads_on_board = 12 * 44  # the fifth card is no ace
    assert joint == aces * Fraction(quads_on_board, comb(48, 5))
