"""Wrong implementations of clauses of both Pai Gow books that were drawn at random among those not broken so far."""

from dataclasses import replace

from houseway.cards import JOKER, Rank
from houseway.equipment.settings import Starting
from houseway.equipment.state import Equipment, Stage
from houseway.games import paytables
from houseway.games.paytables import BITS
from houseway.hands import PAI_GOW_HIGH, ranking
from houseway.hands.categories import Category
from houseway.hands.orders import DIVISION_BONUS
from houseway.hands.ranking import FINDERS, FoundHand, GroupedCards
from houseway.house_way import HouseWay, house_way_names
from houseway.kernels.tables import category_positions
from houseway.money import NO_MONEY, Cents, FixedAmount
from tests.mutants.own import replace_function, wrong

GAME = "houseway.games.pai_gow"
AWARDS = "houseway.games.awards"
ROW_AWARD, ENVY_AWARD, BASE_AWARD = f"{AWARDS}:award_by_row", f"{AWARDS}:envy_award", f"{AWARDS}:base_award"
SIDES = f"{GAME}.optional_wagers:awards_at"
HELD = "houseway.games.paytables:held_hands_in"
MEASURE = f"{GAME}.base_wager.outcome:measure_setting"
IDLE = "houseway.equipment.opening:on_table_idle"
SHAKES = "houseway.equipment.start:_check_shakes"
BUTTON = "houseway.equipment.devices:_may_use_button"
OPEN = "houseway.equipment.state:open_equipment"
HOUSE_WAY = f"{GAME}.setting:set_by_house_way"
SHARE = "houseway.money:MeterShare.award"
BEST = "houseway.submission.limit:_best_award"
LEAST = "houseway.submission.offers:_OfferJudge._check_least"
NUMBER = f"{GAME}.betting:_number_of"
INSCRIPTIONS = "houseway.documents.layout:layout_inscriptions"


# Opening and start


@wrong("md 5.H(5)(b)", why="the deck that is stored in the shuffler of an idle table is shuffled again", of=(IDLE,))
def reshuffle_the_stored_deck_of_an_idle_table():
    def reshuffled(original, equipment, event):
        stored = [deck.name for deck in equipment.decks if deck.in_shuffler and deck.name not in event.texts("decks")]
        equipment = original(equipment, event)
        for name in stored:
            equipment = equipment.with_deck(name, stage=Stage.COLLECTED, in_shuffler=False, cards=None)
        return equipment

    replace_function(IDLE, reshuffled)


@wrong("md 5.K(1)(a)", why="a shaker that was shaken more than three times must be shaken again", of=(SHAKES,))
def demand_exactly_three_shakes():
    def exactly(original, equipment, context):
        shaker, least = equipment.shaker, equipment.settings.dice.shakes
        shakes = shaker.shakes if shaker.shakes <= least else 0
        original(replace(equipment, shaker=replace(shaker, shakes=shakes)), context)

    replace_function(SHAKES, exactly)


@wrong("md 5.K", "div (d)(2)(ii)", "div (k)(1)", why="the dice find the start whatever method is filed", of=(OPEN,))
def find_every_start_with_dice():
    def with_dice(original, rules, at):
        made = original(rules, at)
        shaker = made.starting if made.starting is Starting.NONE else Starting.SHAKER
        return Equipment(made.settings, at, made.shuffling, made.dealing, shaker)

    replace_function(OPEN, with_dice)


@wrong(
    "md 5.K(3)", "div (d)(2)(ii)", why="a button is used with a shuffler or an automated shoe, and needs only one", of=(BUTTON,)
)
def use_a_button_with_either_device():
    def either(original, shuffling, dealing):
        return shuffling.value != "manual" or dealing.value == "automated-shoe"

    replace_function(BUTTON, either)


# Rankings


def _in_play(order_name, category, is_held):
    """Let cards hold a hand of one list that they do not hold: in the plain ranking, and where awards are looked up."""
    find = FINDERS[category]

    def found(dealt, order):
        return find(dealt, order) or (is_held(dealt) if order.name == order_name else None)

    def held(original, order, cards):
        bits = original(order, cards)
        return bits | BITS[category] if order.name == order_name and is_held(GroupedCards(cards)) else bits

    FINDERS[category] = found
    replace_function(HELD, held)


@wrong("md 6.F(2)", why="four aces without the joker are five aces", of=(HELD,))
def pay_four_aces_as_five():
    def is_held(dealt):
        aces = dealt.groups.get(Rank.ACE, ())
        return FoundHand((), tuple(aces)) if len(aces) == 4 and not dealt.joker else None

    _in_play("pai-gow-progressive", Category.FIVE_ACES, is_held)


@wrong("md 6.F(5)", why="the joker makes four of three cards of any rank", of=(HELD,))
def complete_four_of_a_kind_with_the_joker():
    def is_held(dealt):
        three = [cards for cards in dealt.groups.values() if len(cards) == 3 and JOKER not in cards]
        return FoundHand((), (*three[0], JOKER)) if three and dealt.joker else None

    _in_play("pai-gow-progressive", Category.FOUR_OF_A_KIND, is_held)


@wrong("md 6.F(6)", why="the joker makes a full house of two pairs", of=(HELD,))
def complete_a_full_house_with_the_joker():
    def is_held(dealt):
        pairs = [cards for cards in dealt.groups.values() if len(cards) == 2 and JOKER not in cards]
        return FoundHand((), (*pairs[0], JOKER, *pairs[1])) if len(pairs) > 1 and dealt.joker else None

    _in_play("pai-gow-progressive", Category.FULL_HOUSE, is_held)


@wrong("div (c)(6)(iii)", why="six suited cards in sequence with the joker are enough", of=(HELD,))
def take_six_cards_for_seven():
    six = ranking.all_straights(6, low_ace_above=None)

    def is_held(dealt):
        return ranking._find_straight_flush_of(dealt, six, joker=True) if dealt.joker else None

    _in_play("division-bonus", Category.JOKER_SEVEN_CARD_STRAIGHT_FLUSH, is_held)


@wrong("md 6.B(4)", why="four aces are the lowest four of a kind")
def rank_four_aces_lowest():
    find = FINDERS[Category.FOUR_OF_A_KIND]

    def aces_low(dealt, order):
        found = find(dealt, order)
        return found and replace(found, key=(found.key[0] % Rank.ACE, *found.key[1:]))

    FINDERS[Category.FOUR_OF_A_KIND] = aces_low


@wrong("md 6.B(7)", why="A-2-3-4-5 is the highest straight, as it is the highest straight flush")
def rank_the_wheel_above_all_straights():
    def wheel_first(dealt, order):
        found = ranking._find_straight(dealt, order)
        wheel = ranking.fill_straight(dealt.by_rank, order.straights[1], dealt.joker)
        if found is None or wheel is None or Rank.ACE is not order.straights[1][-1]:
            return found
        return FoundHand((len(order.straights) + 1,), *wheel)

    FINDERS[Category.STRAIGHT] = wheel_first


@wrong("md 6.B", "div (c)(2)", why="a straight beats a flush when hands are compared at the table", of=(MEASURE,))
def let_straights_beat_flushes_at_the_table():
    def weaker(original, rules, high, low):
        laid = original(rules, high, low)
        places = category_positions(laid.order).tolist()
        straight, flush = (laid.order.position(category) for category in (Category.STRAIGHT, Category.FLUSH))
        if not laid.high_strength or places[laid.high_strength] != flush:
            return laid
        return laid._replace(high_strength=places.index(straight) - 1)

    replace_function(MEASURE, weaker)


@wrong("div (a)(1)(xii)", why="an ace in a low hand ranks below a two", of=(MEASURE,))
def count_an_ace_in_a_low_hand_as_one():
    def low_ace(original, rules, high, low):
        laid = original(rules, high, low)
        if not laid.low_strength or all(card.is_joker or card.rank is not Rank.ACE for card in low):
            return laid
        return laid._replace(low_strength=1)

    replace_function(MEASURE, low_ace)


@wrong("div (c)(6)", why="five aces stand above the hands of seven cards")
def rank_five_aces_above_seven_cards():
    cited = DIVISION_BONUS.cited_categories
    first = sorted(cited, key=lambda each: each[0] is not Category.FIVE_ACES)
    object.__setattr__(DIVISION_BONUS, "cited_categories", tuple(first))
    DIVISION_BONUS.__post_init__()


# Hands


@wrong("md 11.H(1)", why="optional wagers go by the high hand as the player has set it", of=(SIDES,))
def judge_optional_wagers_by_the_hand_as_set():
    def as_set(original, context, position):
        made, laid = original(context, position), context.round.placed_hands.get(position)
        if laid is None or len(laid.high) != PAI_GOW_HIGH.hand_size:
            return made
        shown = PAI_GOW_HIGH.find_best(laid.high).category
        lost = {"row": None, "amount": NO_MONEY, "share": None}
        return {name: each if each.hand == shown or not each.row else each._replace(**lost) for name, each in made.items()}

    replace_function(SIDES, as_set)


@wrong("md 11.C(1)", why="the dealer sets by a house way that comes with the program, whichever was filed", of=(HOUSE_WAY,))
def set_by_another_house_way():
    def other(original, context, cards):
        names = [name for name in house_way_names() if HouseWay.load(name).hash != context.house_way.hash]
        return original(replace(context, house_way=HouseWay.load(names[0])), cards)

    replace_function(HOUSE_WAY, other)


# Payment


def _pay_row_for_one(*clauses):
    """Let rows pay odds for one where they pay odds to one: the stake is part of the payout."""

    def for_one(original, wager, row, words, stake, *rest, **more):
        made = original(wager, row, words, stake, *rest, **more)
        return made._replace(amount=made.amount - stake) if row.clause in clauses else made

    replace_function(ROW_AWARD, for_one)


@wrong("md 13.C(1)(i)", "div (s)(1)/11", why="the stake is counted as part of the payout", of=(ROW_AWARD,))
def pay_pai_gow_rows_for_one():
    _pay_row_for_one("md.pai-gow-poker 13.C(1)(i)", "div.pai-gow-poker (s)(1)/11")


@wrong("md 13.B(8)(b)", "div (s)(2)/03", why="an envy bonus is paid by the lowest row that the cards fit", of=(ENVY_AWARD,))
def pay_envy_by_the_lowest_row():
    def lowest(original, rules, wager, cards):
        made = original(rules, wager, cards)
        bits = paytables.held_hands_in(paytables.ordered_paytable(rules, wager).order, cards)
        rows = [line.row for _, line in paytables.envy_rows(rules, wager) if line.bit & bits]
        if not rows or not isinstance(rows[-1].pays, FixedAmount):
            return made
        return made._replace(amount=rows[-1].pays.amount)

    replace_function(ENVY_AWARD, lowest)


@wrong("md 13.E(4)(a)", why="a seven-card straight flush wins the Major Progressive and not the Mega", of=(SHARE,))
def pay_the_major_for_the_mega():
    def major(original, pay, stake, meters=None):
        return original(replace(pay, meter="major") if pay.meter == "mega" else pay, stake, meters)

    replace_function(SHARE, major)


@wrong("div (q)(4)/$5/04", why="a wager of $5 wins five times the share of a wager of $1", of=(SHARE,))
def multiply_a_share_by_the_stake():
    def multiplied(original, pay, stake, meters=None):
        return original(pay, stake, meters) * stake.amount / Cents.parse("$1").amount

    replace_function(SHARE, multiplied)


@wrong("div (l)(9)#1", "md 11.F(4)", why="the odds of the base wager include the stake", of=(BASE_AWARD,))
def pay_the_base_wager_for_one():
    def for_one(original, rules, stake, coupon=NO_MONEY):
        made = original(rules, stake, coupon)
        return made._replace(amount=made.amount - stake)

    replace_function(BASE_AWARD, for_one)


# What may be filed, and wagers


@wrong("div (s)(3)#2", why="the least payout limit is what the largest bets could win", of=(BEST,))
def judge_the_limit_by_the_largest_bets():
    replace_function(BEST, lambda original, book, offer, *more: original(book, replace(offer, minimum=offer.maximum), *more))


@wrong("div (r)(2)#2", why="a bonus wager must be more than $1", of=(LEAST,))
def refuse_the_least_bonus_wager():
    replace_function(LEAST, lambda original, judge, key, amount: original(judge, key, amount - Cents(1)))


@wrong("div (p)(1)", why="numbers can be bet on only up to the number of players", of=(NUMBER,))
def refuse_the_last_starting_number():
    def up_to_six(original, context, command):
        number = command.number("number")
        shown = 0 if number == context.rules.regulation.number_of("starting-numbers") else number
        return original(context, command._replace(facts={**command.facts, "number": shown}))

    replace_function(NUMBER, up_to_six)


@wrong("div (s)(3)#3", why="a layout that does not print the payout limit says nothing of it", of=(INSCRIPTIONS,))
def say_nothing_of_a_limit_that_is_not_printed():
    def silent(original, rules):
        printed = rules.options.get("payout-limit.on-layout")
        return original(rules) if printed else original(rules)[:2]

    replace_function(INSCRIPTIONS, silent)
