"""The floor under a payout limit, against every seven cards that there are."""

from fractions import Fraction
from functools import cache, partial
from itertools import product

import numpy as np
import pytest

from houseway.cards import CARDS
from houseway.games.awards import optional_award
from houseway.kernels import batch
from houseway.money import Cents
from houseway.regulation import load_book
from houseway.submission import judge, parse_submission
from houseway.submission.limit import _deals_in_one_deck, most_held_together, most_won_at_minimum
from houseway.submission.rules import FiledMeter, Offer, Rules
from tests.support.added_books import add_book
from tests.support.canonical_deals import deals
from tests.support.clauses import md, uth
from tests.support.submissions import MD, MINIMAL, UTH, document, submission
from tests.support.submissions import filed as submit

WAGERS = {
    "md.pai-gow-poker": ["fortune-bonus", "emperors-treasure", "insurance", "progressive"],
    "div.pai-gow-poker": ["bonus"],
}


@cache
def kinds_of_hands():
    """One hand for everything that seven cards of 53 can hold at once."""
    hands, _ = deals(7, 53)
    _, first = np.unique(batch.held_categories(hands, threads=None), return_index=True)
    return [tuple(CARDS[card] for card in row) for row in hands[first].tolist()]


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("book", WAGERS)
def test_no_deal_wins_more_at_the_minimum(book, seed):
    rng, regulation = np.random.default_rng(seed), load_book(book)
    offers = {}
    for wager in WAGERS[book]:
        tables = regulation.paytables_of(wager)
        if rng.random() < 0.8 or len(WAGERS[book]) == 1:
            stake = Cents.from_dollars(int(rng.choice([1, 5, 10, 25])))
            offers[wager] = Offer(wager, tables[int(rng.integers(len(tables)))], stake, stake * 10)
    names = offers["progressive"].paytable.meters if "progressive" in offers else ()
    meters = tuple(FiledMeter("progressive", name, *random_amounts(rng), Fraction(1, 10), ()) for name in names)
    readings = {reading.id: reading.default for reading in regulation.readings.values()} | {"PG-22": "capped"}
    rules = Rules(regulation, "A house", {}, offers, meters, readings, ())
    starting = {meter.name: Fraction(max(meter.seed, meter.reset).amount) for meter in meters}
    best = max(sum(paid(rules, wager, deal, starting) for wager in offers) for deal in kinds_of_hands())
    assert most_won_at_minimum(regulation, offers, readings, meters).amount == best


def random_amounts(rng):
    """The seed and reset of a meter."""
    return (Cents.from_dollars(int(amount)) for amount in rng.choice([250, 1_000, 10_000, 60_000], 2))


def paid(rules, wager, deal, meters):
    """What the table pays before a limit."""
    return optional_award(rules, wager, deal, rules.offers[wager].minimum, meters=meters).amount.amount


def test_there_are_so_many_kinds_of_hands():
    assert len(kinds_of_hands()) > 100


# Several hands of one deck

DIV = "div.pai-gow-poker"


def least_limit(readings, areas=1, minimum="$5", filed="$40,000"):
    """The least payout limit that a finding asks for, or none where the filed one passes."""
    content = {
        **document(MINIMAL[DIV]),
        "table": {"positions-per-player": areas},
        "payout-limit": {"amount": filed},
        "readings": readings,
    }
    content["wagers"] = {**content["wagers"], "bonus": {"minimum": minimum, "maximum": "$100"}}
    return [finding.allowed for finding in submit(content).findings if finding.code == "payout-limit.floor"]


@pytest.mark.clause(f"{DIV} (s)(3)#2")
@pytest.mark.parametrize(
    ("areas", "readings", "least"),
    [
        (2, {}, ["$80,000 or more"]),
        (1, {"DIV-14": "envy-capped"}, ["$57,000 or more"]),
        (2, {"DIV-14": "envy-capped"}, ["$92,000 or more"]),
        (1, {"DIV-14": "envy-capped", "DIV-107": "sum"}, ["$65,000 or more"]),
    ],
)
def test_the_floor_counts_every_hand_of_a_player_and_capped_envy(areas, readings, least):
    """Four natural seven-card straight flushes fit into a deck, and two royal matches beside them: $40,000 for each of one's
    own, $5,000 and $1,000 for those of others."""
    assert least_limit(readings, areas) == least


def test_one_hand_without_envy_is_what_the_book_prints():
    assert least_limit({}) == []


def test_a_wager_below_five_dollars_earns_no_envy_to_count():
    assert least_limit({"DIV-14": "envy-capped"}, minimum="$1", filed="$39,999") == ["$40,000 or more"]


def test_a_wager_of_any_amount_counts_with_the_envy_that_it_earns_where_a_book_asks_for_no_minimum(tmp_path, monkeypatch):
    """$8,000 for one's own hand at $1, and $17,000 for those of five others, as with a wager of $5."""
    text = submission(DIV, wagers={"bonus": {"minimum": "$1", "maximum": "$100"}}, readings={"DIV-14": "envy-capped"})
    rules = judge(parse_submission(text)).rules
    most = partial(most_won_at_minimum, offers=rules.offers, readings=rules.readings)
    own = load_book(add_book(tmp_path, monkeypatch, DIV, book={"wager": [{"id": "bonus", "envy-minimum": False}]}))
    assert most(rules.regulation, others=5) == most(rules.regulation) == Cents.from_dollars(8_000)
    assert (most(own), most(own, others=5)) == (Cents.from_dollars(8_000), Cents.from_dollars(25_000))


@cache
def disjoint_triples():
    """Every three deals that fit into one deck, in every order."""
    return {
        (one, two, three)
        for (one, first), (two, second), (three, third) in product(_deals_in_one_deck(), repeat=3)
        if first.isdisjoint(second) and third.isdisjoint(first | second)
    }


@pytest.mark.parametrize("seed", range(20))
def test_hands_of_one_deck_are_disjoint(seed):
    """Against every choice of three, with awards at random."""
    rng = np.random.default_rng(seed)
    deals = list(dict.fromkeys(deal for deal, _ in _deals_in_one_deck()))
    own, envy = ({deal: Fraction(int(rng.integers(100))) for deal in deals} for _ in range(2))
    best = max(own[one] + envy[two] + envy[three] for one, two, three in disjoint_triples())
    assert most_held_together([own, envy, envy]) == best


@uth("12.F(1)")
@pytest.mark.parametrize(("ante", "least"), [("$100", "$50,750"), ("$10", "$50,000")])
def test_against_the_dealer_the_floor_is_the_greater_of_a_sum_and_a_royal_flush_played_for_the_most(ante, least):
    """At $100: $50,000 for the Blind, $100 for the Ante, $400 for the Play wager of four Antes, $250 for Trips of $5."""
    limits = {f"wagers.{wager}.minimum": ante for wager in ("ante", "blind")} | {"wagers.trips.minimum": "$5"}
    for amount, passes in ((least, True), (str(Cents.parse(least) - Cents(100)), False)):
        verdict = judge(parse_submission(submission(UTH, {"payout-limit.amount": amount, **limits})))
        assert [finding.code for finding in verdict.findings] == ([] if passes else ["payout-limit.floor"])


# Meters that the limit covers

METERS = (("mega", "$60,000", "$10,000"), ("major", "$1,000", "$1,000"), ("minor", "$500", "$500"))


def least_with_meters(limit, meters=METERS, **readings):
    """The least limit of the example with all wagers, or none if the filed one passes."""
    content = document(MINIMAL[MD].with_name("everything.toml"))
    rates = ("18%", "6%", "4%")
    content["meters"] = [
        {"wager": "progressive", "name": name, "seed": seed, "reset": reset, "rate": rate}
        for (name, seed, reset), rate in zip(meters, rates, strict=True)
    ]
    content |= {"payout-limit": {"amount": limit}, "readings": {"PG-22": "capped", **readings}}
    return [finding.allowed for finding in submit(content).findings if finding.code == "payout-limit.floor"]


@md("13.G(1)(b)")
@pytest.mark.parametrize(
    ("meters", "readings", "least"),
    [
        (METERS, {}, "$70,500 or more"),
        ((("mega", "$10,000", "$60,000"), *METERS[1:]), {}, "$70,500 or more"),
        (METERS, {"PG-21": "exact"}, "$70,500"),
        (METERS, {"PG-23": "per-wager"}, "$60,000 or more"),
        (METERS, {"PG-54": "sum"}, "$71,000 or more"),
        ((METERS[0], ("major", "$80,000", "$1,000"), METERS[2]), {}, "$80,650 or more"),
    ],
)
def test_a_meter_counts_at_the_larger_of_seed_and_reset_with_the_other_wagers_of_the_hand(meters, readings, least):
    """$60,000 for a seven-card straight flush, with $8,000 and $2,500 at the bonus wagers. Five aces and a major meter of $80,000
    are more, with $400 and $250."""
    amount = least.split()[0]
    assert least_with_meters("$50,000", meters, **readings) == [least]
    assert least_with_meters(str(Cents.parse(amount) - Cents(1)), meters, **readings) == [least]
    assert least_with_meters(amount, meters, **readings) == []


def test_a_limit_that_spares_meters_counts_none():
    assert least_with_meters("$50,000", **{"PG-22": "exempt"}) == []


def test_an_edition_without_the_reading_counts_no_meter():
    """PG-106: tables that were opened under an earlier edition of the book are folded as they were."""
    rules = submit(document(MINIMAL[MD].with_name("everything.toml"))).rules
    readings = {**rules.readings, "PG-22": "capped"}
    older = {reading: choice for reading, choice in readings.items() if reading != "PG-106"}
    most = [most_won_at_minimum(rules.regulation, rules.offers, taken, rules.meters) for taken in (readings, older)]
    assert most == [Cents.from_dollars(20_500), Cents.from_dollars(10_600)]
