"""Every reading that is open and is settled at a table leads to another outcome when it is taken otherwise.

A scenario plays a table, or asks the function that the table asks, under one choice. Those that nothing shows yet are named.
"""

from dataclasses import replace
from itertools import combinations

import pytest

from houseway.cards import parse_hand
from houseway.croupier import FLOOR_ACTOR
from houseway.games import awards
from houseway.games.pai_gow import banking
from houseway.games.pai_gow.base_wager import centre, outcome
from houseway.games.pai_gow.state import BankState
from houseway.money import Cents
from houseway.regulation import load_book
from houseway.submission import judge, parse_submission
from houseway.table.context import round_context
from tests.support.readings_bench import BONUS, Table, rules, text
from tests.support.submissions import DIV, MD

# What a row or a function says


def pays(hand, wager="bonus", stake=5):
    """What an optional wager is paid."""
    return lambda book, taken: (
        awards.optional_award(
            rules(book, tuple(taken.items())),
            BONUS[book] if wager == "bonus" else wager,
            parse_hand(hand),
            Cents.from_dollars(stake),
        ).amount.amount
        // 100
    )


def pays_both(hand):
    """What Maryland's two bonus wagers are paid."""
    return lambda book, taken: [pays(hand, wager)(book, taken) for wager in ("fortune-bonus", "emperors-treasure")]


def qualifies(book, taken):
    return awards.earns_lammer(rules(book, tuple(taken.items())), "emperors-treasure", Cents.from_dollars(1))


def base_win(book, taken):
    filed = rules(book, tuple(taken.items()))
    won = awards.base_award(filed, Cents.from_dollars(100)).amount
    return (won - awards.vigorish_on(filed, won)).amount // 100


def limited(book, taken):
    """A hand that wins twice what the limit allows, on two wagers."""
    filed = rules(book, (*taken.items(), ("PG-22", "exempt")), **{"payout-limit.amount": "$100,000"})
    hand, stake = parse_hand("3c 4c 5c 6c 7c 8c 9c"), Cents.from_dollars(100)
    made = [awards.optional_award(filed, wager, hand, stake) for wager in ("fortune-bonus", "emperors-treasure")]
    return [each.amount.amount // 100 for each in awards.limit_awards(filed, made)]


def spots(book, taken):
    """The first player beats the bank, the next loses as much: what the bank pays in vigorish."""
    both = centre.BankedWager(1, Cents.from_dollars(100), "win"), centre.BankedWager(2, Cents.from_dollars(100), "lose")
    moves = centre.settle_bank_round(rules(book, tuple(taken.items())), 3, both, None, Cents.from_dollars(500))
    return sum(move.amount.amount // 100 for move in moves if move.reason == "vigorish" and move.source == "centre")


def covers(book, taken):
    made = centre.bank_cover(
        rules(book, tuple(taken.items())), [Cents.from_dollars(60)], Cents.from_dollars(70), Cents.from_dollars(25)
    )
    return made.covers, made.house_stake.amount // 100


def copies(book, taken):
    filed = rules(book, tuple(taken.items()))
    high, low = parse_hand("Kc Kd 9h 7s 2c"), parse_hand("Qh Jd")
    same = outcome.measure_setting(filed, high, low)
    return outcome.compare_settings(filed, same, same, against_bank=True).result


def last_stake(book, taken):
    return (
        centre.house_stake_against_bank(
            rules(book, tuple(taken.items())), (Cents.from_dollars(10), Cents.from_dollars(25))
        ).amount
        // 100
    )


def halves(book, taken):
    return tuple(half.amount for half in centre.split_in_halves(rules(book, tuple(taken.items())), Cents(101)))


def four_positions(book, taken):
    return judge(parse_submission(text(book, tuple(taken.items()), (("table.positions", 4),)))).rules is not None


# Against the dealer


def envy_of(book, taken):
    """Ann has a bonus wager at 1 and four of a kind at 2; Ben surrenders four of a kind at 3. What Ann's wager earns."""
    table = Table(book, taken, {"Ann": (1, 2), "Ben": (3,)})
    table.deal({0: "2c 3d 5s Kd 8c Td Jh", 1: "pairs", 2: "quads", 3: "7c 7d 7h 7s Qc 5h 4c"})
    table.go().bets(1, bonus=5).bets(2).bets(3).go().set().go("expose")
    table.do("surrender", "Ben", position=3)
    table.go()
    return sum(dollars for _, _, dollars in table.transfers("envy"))


def envy_of_two_tables(book, taken):
    table = Table(book, taken).deal({0: "dealer", 1: "pairs", 2: "quads"})
    table.go().bets(1, fortune_bonus=5).bets(2).finish()
    return len(table.transfers("envy"))


def envy_of_two_lammers(book, taken):
    """Ann has a bonus wager at both of her areas, and Ben four of a kind."""
    table = Table(book, taken, {"Ann": (1, 2), "Ben": (3,)}).deal({0: "dealer", 1: "pairs", 2: "high", 3: "quads"})
    table.go().bets(1, bonus=5).bets(2, bonus=5).bets(3).finish()
    return len(table.transfers("envy"))


def surrendered_hand(book, taken):
    """Ben surrenders four of a kind without a bonus wager; Ann has one."""
    table = Table(book, taken).deal({0: "dealer", 1: "pairs", 2: "quads"})
    table.go().bets(1, bonus=5).bets(2).go().set(1).do("surrender", "Ben", position=2)
    racked = 2 in table.run.table.round.to_collect
    table.finish()
    return racked, len(table.transfers("envy"))


WINNERS = {MD: ("aces", "3c 4c 5c 6c 7c 8c 9c"), DIV: ("Ah Kh Qh Jh Th 9s 2d", "As Ks Qs Js Ts 4c 4d")}
"""Ten percent of the meter, then all of it."""


def two_winners(book, taken):
    table = Table(book, taken)
    ten, whole = WINNERS[book]
    table.deal({0: "2c 3d 5d 7d 8d Td Jd" if book == MD else "2c 3d 5d 7d 8d Tc Jd", 1: ten, 2: whole})
    table.go().bets(1, progressive=5).bets(2, progressive=5).finish()
    return [dollars for _, _, dollars in table.transfers("meter-award")]


def share_of_meter(book, taken):
    table = Table(book, taken).deal({0: "dealer", 1: "aces"})
    table.go().bets(1, progressive=5).finish()
    return table.meter


def floor_of_meter(book, taken):
    table = Table(book, taken, meters__0__seed="$10,000").deal({0: "2c 3d 5h 7s 8d Td Jh", 1: "4c 5c 6c 7c 8s 8c Kd"})
    table.go().bets(1, progressive=5).finish()
    return table.meter


def contributions(book, taken):
    """What the meter has when cards are out, and in the end."""
    table = Table(book, taken).deal({0: "dealer", 1: "high"})
    table.go().bets(1, progressive=5).go()
    dealt = table.meter
    return dealt, table.finish().meter


def coupon_over_chips(book, taken):
    """A match play coupon with half as many chips beside it."""
    table, fifty = Table(book, taken).go(), Cents.from_dollars(50)
    return table.may("wager", "Ann", position=1, wager="pai-gow", amount=fifty, coupon=Cents.from_dollars(100))


def coupon_contribution(book, taken):
    table = Table(book, taken)
    table.go().bets(1).do("wager", "Ann", position=1, wager="progressive", coupon=Cents.from_dollars(5))
    return table.go().meter


def void_round(book, taken, **sides):
    """A round that ends because the first stack goes to the wrong place."""
    table = Table(book, taken)
    table.go().bets(1, **sides).go("deal", first=4)
    return table.go()


def void_chips(book, taken):
    return void_round(book, taken, bonus=5).dollars("Ann")


def void_meter(book, taken):
    return void_round(book, taken, progressive=5).meter


def void_number(book, taken):
    table = Table(book, taken)
    table.go().bets(1).do("wager", "Ann", position=1, wager="number", number=1, amount=Cents.from_dollars(10))
    return table.go("deal", first=4).go().dollars("Ann")


def number_of_the_dealer(book, taken):
    table = Table(book, taken)
    table.go().bets(1).do("wager", "Ann", position=1, wager="number", number=1, amount=Cents.from_dollars(10))
    return table.go("deal").dollars("Ann")


def face_up(book, taken):
    table = Table(book, taken)
    table.go().bets(1).go("deal", face_up=(5,)).go("count-stub", cards=3)
    return table.run.table.round.void


def exposed(book, taken):
    table = Table(book, taken)
    table.go().bets(1).go("count-stub").do("report-exposed", position=1, cards=(1,))
    table.do("void-exposed", "Ann", position=1)
    return table.dollars("Ann")


def exposed_from_the_hand(book, taken):
    table = Table(book, taken, table__dealing="hand")
    table.go().bets(1).go("deal", exposed={1: 1})
    return table.run.table.round.void


def stacks_out_of_pattern(book, taken):
    table = Table(book, taken, table__dealing="hand")
    table.go().bets(1).go("deal-stacks", pattern="wrong")
    return table.run.table.round.void


def device_jams(book, taken):
    options = {"table__reshuffling_device": True, "table__dealing": "manual-shoe", "table__shuffler": False}
    table = Table(book, taken, **options)
    table.go().bets(1).go("deal").do("report-device", FLOOR_ACTOR, device="reshuffling-device")
    return table.run.table.round.void


def shoe_jams_late(book, taken):
    table = Table(book, taken, table__dealing="automated-shoe", table__shuffler=False)
    table.go().bets(1).go("collect-unwagered").do("report-device", FLOOR_ACTOR, device="automated-shoe", usable=True)
    return table.run.table.round.void


def face_up_in_a_hand(book, taken):
    """A card of Ann's was face up in the deal."""
    table = Table(book, taken, table__dealing="manual-shoe", table__shuffler=False)
    table.go().bets(1).go("count-stub").do("report-face-up", face_up=(7,), where="shoe", when="dealing")
    return table.run.table.round.void, set(table.run.table.round.exposed_to_choose)


def left(book, taken):
    table = Table(book, taken)
    table.go().bets(1).go().do("leave", "Ann")
    return 1 in table.run.table.round.void_hands, table.may("abandon", FLOOR_ACTOR, position=1)


def bonus_surrender(book, taken):
    table = Table(book, taken)
    table.go().bets(1, bonus=5).go()
    return table.may("surrender", "Ann", position=1)


def early_surrender(book, taken):
    table = Table(book, taken)
    table.go().bets(1).bets(2).go()
    return table.may("surrender", "Ann", position=1)


def paid_before_the_next_is_exposed(book, taken):
    table = Table(book, taken).deal({0: "dealer", 1: "pairs", 2: "high"})
    table.go().bets(1, bonus=5).bets(2).finish()
    exposed = [index for index, event in enumerate(table.run.events) if event.kind == "hand-exposed"]
    paid = next(index for index, event in enumerate(table.run.events) if event.facts.get("reason") == "payout")
    return paid < exposed[1]


# Against a bank


def next_offer(book, taken):
    """Position 1 declines, 2 takes the bank: who is asked first in the next round."""
    return Table(book, taken).banked(2).finish().run.table.round.bank.first_offer


def offer_after_the_last(book, taken):
    table = Table(book, taken).first_round()
    context = round_context(table.run.table, 0)
    return banking.next_first_offer(
        replace(context, round=replace(context.round, bank=BankState(first_offer=6, asked_positions=(6, 1))))
    )


def offered_when(book, taken):
    step = Table(book, taken).first_round().due
    return step and step.act


def bank_sets_its_own_way(book, taken):
    table = Table(book, taken).banked().set(2, 3)
    table.do("set-hand", "Ann", position=1, low=parse_hand("6d 3s"))
    table.finish()
    return any(event.kind == "hand-reset" and event["position"] == 1 for event in table.run.events)


def dealer_without_a_stake(book, taken):
    table = Table(book, taken).banked(stake=0).set()
    return table.due.act


def table_started_by(method, book, taken):
    number = {"wagers__number": None, "coupons__match_play_number": None} if book == DIV else {}
    return Table(book, taken, table__starting_position=method, **number)


def button_and_bank(book, taken):
    return table_started_by("button", book, taken).banked(2).run.table.round.start


def shakes_again(book, taken):
    """A die is not flat when the bank has shaken: whose turn it is."""
    return table_started_by("shaker", book, taken).banked(until="uncover", flat=False).due.role


def button_after_a_void_round(book, taken):
    table = table_started_by("button", book, taken)
    table.go().bets(1).go("deal", jammed=True).go()
    return table.run.table.equipment.button


def surrendered_against_bank(book, taken):
    table = Table(book, taken).banked().set().go("expose")
    table.do("surrender", "Ben", position=2)
    table.finish()
    return table.transfers("surrendered")[0][1]


def bank_sets_when(book, taken):
    """Whether the bank may set at once, and after the players; whether its hands then lie face up."""
    table = Table(book, taken).banked()
    may = [table.may_set(1)]
    table.set(2, 3)
    may.append(table.may_set(1))
    table.set(1)
    return (*may, table.run.table.round.bank_shown)


def side_wager_in_bank_round(book, taken):
    table = Table(book, taken).first_round()
    table.go().do("accept-bank", "Ann", position=1)
    table.bets(2)
    return table.may("wager", "Ben", position=2, wager="bonus", amount=Cents.from_dollars(5))


def six_cards_found_late(book, taken):
    """The first hand has lost when the next turns out to have six cards: what its player has then."""
    table = Table(book, taken).deal({0: "As Ad Kc Kd 9h 5s 3c", 1: "2c 2d 4h 6s 8c Td Qc"})
    table.go().bets(1).bets(2).bets(3).go().set().go("expose", position=1).go("expose")
    table.do("report-misdeal", hands={2: 6})
    return table.dollars("Ann")


def bank_after_a_void_round(book, taken):
    """Whether who banked a round that was void may bank the next."""
    table = Table(book, taken).banked()
    table.do("report-misdeal", hands={2: 6})
    return table.go().go().may("accept-bank", "Ann", position=1)


BANK_SETS = {"face-down": (False, True, False), "openly": (False, True, True)}
TRIPS, BOTH = "9s 9h 9d Kc Jc 5h 3d", "9s 8h 7d 6c 5s 9h 9d"
SHOWN = {
    "PG-03": (pays(TRIPS), {"paid": 15, "lost": 0}),
    "DIV-05": (pays(TRIPS), {"paid": 15, "lost": 0}),
    "PG-04": (pays_both(BOTH), {"best-paying": [15, 15], "highest-ranking": [10, 10]}),
    "DIV-06": (pays(BOTH), {"best-paying": 15, "highest-ranking": 10}),
    "PG-10": (qualifies, {"both": False, "fortune-only": True}),
    "PG-11": (envy_of_two_tables, {"per-wager": 1, "every-lammer": 2}),
    "PG-12": (envy_of, {"hands-of-others": 5, "other-spots": 10, "hands-in-play": 0}),
    "PG-93": (envy_of_two_lammers, {"once-for-each-player": 1, "each-lammer": 2}),
    "PG-19": (two_winners, {"sequential": [2000.27, 18002.43], "shared": [1818.43, 18184.27]}),
    "DIV-40": (two_winners, {"sequential": [2000.27, 18002.43], "shared": [1818.43, 18184.27]}),
    "PG-23": (limited, {"aggregate": [100_000, 0], "per-wager": [100_000, 100_000]}),
    "PG-26": (spots, {"two-passes": 0, "one-pass": 5}),
    "PG-27": (covers, {"others-then-house-cut": (True, 10), "others-and-house": (False, 25)}),
    "DIV-24": (covers, {"others-then-house-cut": (True, 10), "others-and-house": (False, 25)}),
    "PG-28": (next_offer, {"restarts": 1, "advances": 2}),
    "DIV-42": (next_offer, {"advances": 2, "restarts": 1}),
    "DIV-23": (offer_after_the_last, {"dealer-round": 0, "skip-dealer": 1}),
    "PG-29": (copies, {"copies-to-bank": "lose", "copies-push": "tie"}),
    "PG-30": (bank_sets_its_own_way, {"house-way": True, "only-illegal": False}),
    "DIV-34": (bank_sets_its_own_way, {"only-illegal": False, "house-way": True}),
    "PG-31": (dealer_without_a_stake, {"dead": "rack-dealer", "set-anyway": "set-dealer"}),
    "DIV-44": (dealer_without_a_stake, {"by-method": "expose-bank", "dead": "rack-dealer", "set-anyway": "set-dealer"}),
    "PG-32": (last_stake, {"sum": 35, "larger": 25}),
    "PG-35": (halves, {"odd-cent-to-bank": (51, 50), "odd-cent-to-house": (50, 51)}),
    "DIV-46": (halves, {"odd-cent-to-bank": (51, 50), "odd-cent-to-house": (50, 51)}),
    "PG-36": (four_positions, {"by-positions": True, "six-only": False}),
    "PG-37": (face_up, {"less-set-aside": "", "void": "wrong-deck"}),
    "DIV-47": (face_up, {"less-set-aside": "", "void": "wrong-deck"}),
    "PG-38": (exposed, {"refund": 1000, "forfeit": 900}),
    "DIV-29": (exposed, {"refund": 1000, "forfeit": 900}),
    "PG-40": (exposed_from_the_hand, {"any-exposure": "card-exposed", "dead-letter": ""}),
    "DIV-108": (stacks_out_of_pattern, {"void": "stacks-out-of-pattern", "wagers-stand": ""}),
    "PG-43": (device_jams, {"refund-when-live": "reshuffling-device-failed", "reshuffle-only": ""}),
    "PG-97": (face_up_in_a_hand, {"taken-out": ("face-up-card-dealt", set()), "exposed": ("", {1})}),
    "DIV-110": (face_up_in_a_hand, {"taken-out": ("face-up-card-dealt", set()), "exposed": ("", {1})}),
    "PG-98": (shoe_jams_late, {"during-the-round": "automated-shoe-failed", "while-cards-are-in-it": ""}),
    "DIV-111": (shoe_jams_late, {"during-the-round": "automated-shoe-failed", "while-cards-are-in-it": ""}),
    "PG-94": (button_after_a_void_round, {"stays": 0, "moves": 6}),
    "DIV-94": (button_after_a_void_round, {"stays": 0, "moves": 6}),
    "PG-96": (shakes_again, {"who-shook": "bank", "dealer": "dealer"}),
    "DIV-96": (shakes_again, {"who-shook": "bank", "dealer": "dealer"}),
    "PG-45": (button_and_bank, {"button-unaffected": 6, "button-at-bank": 2}),
    "DIV-49": (button_and_bank, {"button-unaffected": 6, "button-at-bank": 2}),
    "PG-48": (left, {"floor-decides": (False, True), "always-lost": (True, False)}),
    "PG-50": (void_meter, {"reversed": 20_000, "kept": 20_001.35}),
    "DIV-51": (void_meter, {"reversed": 20_000, "kept": 20_001.35}),
    "PG-51": (contributions, {"at-lock-out": (20_001.35, 20_001.35), "at-settlement": (20_000, 20_001.35)}),
    "DIV-52": (contributions, {"at-lock-out": (20_001.35, 20_001.35), "at-settlement": (20_000, 20_001.35)}),
    "PG-53": (offered_when, {"before-and-confirmed": "offer-bank", "after": None}),
    "DIV-54": (offered_when, {"before-and-confirmed": "offer-bank", "after": None}),
    "PG-55": (share_of_meter, {"deducted": 18_001.21, "reset": 10_000, "untouched": 20_001.35}),
    "PG-56": (surrendered_against_bank, {"to-centre": "centre", "to-inventory": "inventory"}),
    "DIV-55": (surrendered_against_bank, {"to-centre": "centre", "to-inventory": "inventory"}),
    "PG-57": (bank_sets_when, BANK_SETS),
    "DIV-56": (bank_sets_when, BANK_SETS),
    "DIV-01": (base_win, {"even-money": 95, "two-to-one": 190}),
    "DIV-10": (void_chips, {"refund": 1000, "forfeit": 895}),
    "DIV-18": (floor_of_meter, {"no-floor": 9876.35, "floor": 10_000}),
    "DIV-20": (coupon_contribution, {"coupon-feeds-meter": 20_001.35, "coupon-does-not": 20_000}),
    "DIV-100": (coupon_over_chips, {"some-chips": True, "at-least-its-face": False}),
    "DIV-21": (bonus_surrender, {"bonus-stays-live": True, "barred": False}),
    "DIV-30": (void_number, {"stands": 1055, "refunded": 1000}),
    "DIV-33": (early_surrender, {"before-exposure": True, "after-dealer-sets": False}),
    "DIV-35": (number_of_the_dealer, {"number-shown": 955, "player-positions-only": 890}),
    "DIV-36": (side_wager_in_bank_round, {"all-side-wagers": True, "progressive-only": False}),
    "DIV-39": (surrendered_hand, {"stays": (False, 1), "racked": (True, 0)}),
    "PG-90": (six_cards_found_late, {"unwound": 1000, "settled-stands": 900}),
    "DIV-90": (six_cards_found_late, {"unwound": 1000, "settled-stands": 900}),
    "PG-91": (bank_after_a_void_round, {"counts": False, "played-again": True}),
    "DIV-91": (bank_after_a_void_round, {"counts": False, "played-again": True}),
    "DIV-63": (paid_before_the_next_is_exposed, {"one-pass": True, "two-passes": False}),
}
"""By reading: what is played, and what every choice leads to; the default is written first, so that no book can change it."""
NOT_SHOWN = {"DIV-14": "envy at one table never comes near the least limit that may be filed"}
"""Why nothing shows them."""
OPEN = {
    reading.id: (book, reading)
    for book in (MD, DIV)
    for reading in load_book(book).readings.values()
    if not reading.is_fixed and reading.settled_by == "table"
}


def test_every_open_reading_of_the_table_is_shown_or_named():
    assert set(SHOWN) | set(NOT_SHOWN) == set(OPEN)
    assert not set(SHOWN) & set(NOT_SHOWN)


@pytest.mark.parametrize(("reading", "choice"), [(reading, choice) for reading in SHOWN for choice in OPEN[reading][1].choices])
def test_a_choice_leads_to_its_outcome(reading, choice):
    scenario, expected = SHOWN[reading]
    assert scenario(OPEN[reading][0], {reading: choice}) == expected[choice]


@pytest.mark.parametrize("reading", SHOWN)
def test_no_two_choices_lead_to_the_same(reading):
    _, expected = SHOWN[reading]
    assert set(expected) == set(OPEN[reading][1].choices)
    assert all(one != other for one, other in combinations(expected.values(), 2))


@pytest.mark.parametrize("reading", SHOWN)
def test_nothing_filed_is_the_default(reading, claim_observed):
    book, about = OPEN[reading]
    scenario, expected = SHOWN[reading]
    default, outcome = next(iter(expected.items()))
    assert (about.default, scenario(book, {})) == (default, outcome)
    claim_observed(*about.clauses)
