"""Wrong implementations of clauses of all four books that were drawn at random, the second time."""

from dataclasses import replace

from houseway.cards import Rank
from houseway.equipment.settings import Dealing
from houseway.equipment.state import Equipment, Stage
from houseway.events import Event
from houseway.games.ultimate import hands as ultimate_hands
from houseway.hands import FORTUNE_BONUS, ranking
from houseway.hands.categories import Category
from houseway.hands.ranking import FINDERS, FoundHand
from houseway.money import Cents, FixedAmount
from tests.mutants.own import replace_function, wrong
from tests.mutants.ways import return_instead
from tests.mutants.wrong_drawn_pai_gow import HELD, OPEN, ROW_AWARD, _in_play

DEALER_GAMES = "houseway.games.against_dealer"
UNWASHED, IDLE_STEP = "houseway.equipment.opening:is_unwashed", "houseway.equipment.opening:on_opening_step"
SHUFFLED, ROUND_ENDED = "houseway.equipment.shuffle:on_deck_shuffled", "houseway.equipment.decks:on_round_ended"
CUT, OFFER = "houseway.equipment.cut:on_cut_completed", "houseway.equipment.cut:decide_offer"
BOUNDS = "houseway.submission.options:option_bounds"
STAKE, RATE = "houseway.submission.offers:_OfferJudge._judge_stake", "houseway.submission.meters:_MeterEntry._judge_rate"
LIMITED, LIMIT = "houseway.submission.limit:limited_wagers", "houseway.games.awards:limit_awards"
NUMBER_AWARD, SHARE = "houseway.games.awards:number_award", "houseway.money:MeterShare.award"
SHOWN = "houseway.table.context:_meters_shown"
CHECK_OPEN = "houseway.games.wagers:check_open"
COUNT = f"{DEALER_GAMES}.irregularities.counting:_count_effects"
PROGRESSIVE_STEP = f"{DEALER_GAMES}.procedure:_progressive_step"
SIX_CARDS, BAD_BEAT = "houseway.games.ultimate.hands:six_card_bonus_cards", "houseway.games.ultimate.hands:bad_beat_strength"
FLUSH = "houseway.hands.ranking:_find_flush"


# Rankings of Pai Gow


def _is_seven_with_joker(dealt):
    return ranking._find_straight_flush_of(dealt, ranking.SEVEN_CARD_STRAIGHTS, joker=True) if dealt.joker else None


@wrong("md 6.E(1)", why="seven suited cards that the joker completes are natural", of=(HELD,))
def let_the_joker_be_natural():
    _in_play("emperors-treasure", Category.NATURAL_SEVEN_CARD_STRAIGHT_FLUSH, _is_seven_with_joker)


@wrong("md 6.D(3)", why="six suited cards in sequence with the joker win the row of seven", of=(HELD,))
def pay_six_cards_of_the_fortune_bonus_for_seven():
    six = ranking.all_straights(6, low_ace_above=None)

    def is_held(dealt):
        return ranking._find_straight_flush_of(dealt, six, joker=True) if dealt.joker else None

    _in_play("fortune-bonus", Category.JOKER_SEVEN_CARD_STRAIGHT_FLUSH, is_held)


@wrong("md 6.F(1)", why="seven suited cards with the joker win no meter")
def demand_seven_natural_cards():
    find = FINDERS[Category.SEVEN_CARD_STRAIGHT_FLUSH]
    FINDERS[Category.SEVEN_CARD_STRAIGHT_FLUSH] = lambda dealt, order: None if dealt.joker else find(dealt, order)


@wrong("md 6.B(2)", why="a royal flush with the joker is a straight flush")
def demand_a_natural_royal_flush():
    def natural(dealt, order):
        found = ranking._find_straight_flush_of(dealt, order.straights[:1], joker=False)
        return found and FoundHand((), found.cards)

    FINDERS[Category.ROYAL_FLUSH] = natural


@wrong("md 6.B(6)", why="only the highest cards of two flushes are compared", of=(FLUSH,))
def compare_flushes_by_one_card():
    FINDERS[Category.FLUSH] = lambda dealt, order: (
        (found := ranking._find_flush(dealt, order)) and replace(found, key=found.key[:1])
    )


@wrong("md 6.B(8)", why="three aces are the lowest three of a kind")
def rank_three_aces_lowest():
    find = FINDERS[Category.THREE_OF_A_KIND]

    def aces_low(dealt, order):
        found = find(dealt, order)
        return found and replace(found, key=(found.key[0] % Rank.ACE, *found.key[1:]))

    FINDERS[Category.THREE_OF_A_KIND] = aces_low


@wrong("md 6.D", why="five aces stand above the seven-card hands of the Fortune Bonus")
def rank_five_aces_first_for_the_fortune_bonus():
    first = sorted(FORTUNE_BONUS.cited_categories, key=lambda each: each[0] is not Category.FIVE_ACES)
    object.__setattr__(FORTUNE_BONUS, "cited_categories", tuple(first))
    FORTUNE_BONUS.__post_init__()


# Cards


@wrong("md 5.H(5)", why="idle cards are washed before they go into a shuffler", of=(UNWASHED,))
def wash_idle_cards_for_the_shuffler():
    return_instead(UNWASHED, False)


@wrong(
    "uth 5.H(2)", "fc as-played.5.H(2)", why="idle cards that a player has seen are shuffled without a wash", of=(IDLE_STEP,)
)
def shuffle_idle_cards_that_were_not_washed():
    def stacked(original, equipment, event):
        made = original(equipment, event)
        idle = event.kind == "inspection-afforded" and any(deck.was_idle for deck in made.decks)
        return made.with_deck(event.text("deck"), stage=Stage.STACKED) if idle else made

    replace_function(IDLE_STEP, stacked)


@wrong("uth 5.A", "fc as-played.5.A", why="the cards of a round are dealt again without a shuffle", of=(ROUND_ENDED,))
def deal_again_without_a_shuffle():
    def again(original, equipment, event):
        deck = equipment.next_deck
        made = original(equipment, event)
        return made.with_deck(deck.name, stage=Stage.SHUFFLED, by_hand=True) if deck and not event["void"] else made

    replace_function(ROUND_ENDED, again)


@wrong("uth 5.D(1)", "fc as-played.5.D(1)", why="cards that a machine has shuffled are cut", of=(SHUFFLED,))
def cut_cards_of_a_machine():
    def by_hand(original, equipment, event):
        made = original(equipment, event)
        return made.with_deck(event.text("deck"), by_hand=True, stage=Stage.SHUFFLED)

    replace_function(SHUFFLED, by_hand)


@wrong("uth 5.F(1)", "fc as-played.5.F(1)", why="the cards above the cover card stay on top", of=(CUT,))
def leave_the_upper_cards_on_top():
    def unmoved(original, equipment, event):
        made = original(equipment, event)
        cards = {deck.name: deck.cards for deck in equipment.decks}[event.text("deck")]
        return made.with_deck(event.text("deck"), cards=cards)

    replace_function(CUT, unmoved)


@wrong("div (f)(3)#2", why="anybody offers the stack for the cut", of=(OFFER,))
def let_anybody_offer_the_cut():
    def anybody(original, equipment, command, context):
        dealer = next(role for role in type(command.by.role) if role.value == "dealer")
        return original(equipment, command._replace(by=command.by._replace(role=dealer)), context)

    replace_function(OFFER, anybody)


@wrong("div (i)(1)", why="cards that are filed to be dealt from the hand come from a shoe", of=(OPEN,))
def deal_every_card_from_a_shoe():
    def from_shoe(original, rules, at):
        made = original(rules, at)
        dealing = Dealing.MANUAL_SHOE if made.dealing is Dealing.HAND else made.dealing
        return Equipment(made.settings, at, made.shuffling, dealing, made.starting)

    replace_function(OPEN, from_shoe)


@wrong("uth 10.E(2)", "fc as-played.8.G(2)", "fc as-played.10.E(2)", why="a wrong deck stays on the table", of=(ROUND_ENDED,))
def leave_a_wrong_deck_on_the_table():
    def stays(original, equipment, event):
        return original(equipment, Event(event.kind, event.clauses, {**event.facts, "retire_deck": False}))

    replace_function(ROUND_ENDED, stays)


@wrong(
    "uth 10.E(2)", "fc as-played.8.G(2)", "fc as-played.10.E(2)", why="a wrong deck leaves, and the wagers stay", of=(COUNT,)
)
def keep_the_wagers_of_a_wrong_deck():
    def kept(original, *given):
        return tuple(each for each in original(*given) if isinstance(each, Event))

    replace_function(COUNT, kept)


# Wagers and payment


@wrong("uth 7.D", why="wagers are taken after the dealer has called no more bets", of=(CHECK_OPEN,))
def take_wagers_when_betting_is_closed():
    return_instead(CHECK_OPEN, None)


@wrong("uth 11.I(3)", why="the Six Card Bonus is judged by the player's cards and the board", of=(SIX_CARDS,))
def judge_the_six_card_bonus_by_seven_cards():
    replace_function(SIX_CARDS, lambda original, context, position: ultimate_hands.seven_cards(context, position)[:6])


@wrong("uth 7.F(6)", why="a Bad Beat is paid by the hand that wins", of=(BAD_BEAT,))
def pay_a_bad_beat_by_the_winner():
    def winner(original, context, position):
        strengths = (ultimate_hands.best_strength(context, place) for place in (position, 0))
        return original(context, position) and max(strengths)

    replace_function(BAD_BEAT, winner)


@wrong("uth 12.F", why="the payout limit is for each wager of a hand by itself", of=(LIMIT,))
def limit_each_wager_by_itself():
    replace_function(LIMIT, lambda original, rules, awards: tuple(part for each in awards for part in original(rules, [each])))


@wrong("uth 12.F(2)", why="the payout limit covers Progressive and Six Card Bonus, too", of=(LIMITED,))
def limit_progressive_wagers_too():
    replace_function(LIMITED, lambda original, book, offers, readings: list(offers.values()))


@wrong("uth 12.D(4)", "fc .12 D(4)", why="a winner is paid what the meter showed before the round", of=(SHOWN,))
def pay_winners_what_the_meter_showed_before():
    def before(original, rules, meters):
        first = {meter.filed_meter.name: [each.before for each in meter.contributions.values()] for meter in meters.values()}
        return {name: first[name][-1] if first.get(name) else value for name, value in original(rules, meters).items()}

    replace_function(SHOWN, before)


@wrong("fc .12 C(3)(f)", why="the stake is counted as part of the payout", of=(ROW_AWARD,))
def pay_an_aces_up_row_for_one():
    def for_one(original, wager, row, words, stake, *rest, **more):
        made = original(wager, row, words, stake, *rest, **more)
        return made._replace(amount=made.amount - stake) if row.clause == "md.four-card-poker .12 C(3)(f)" else made

    replace_function(ROW_AWARD, for_one)


SMALL = ("$1/14", "$1/10", "$1/13")
LARGE = ("$5/08", "$5/15", "$5/11")


@wrong(*(f"div (q)(4)/{row}" for row in (*SMALL, *LARGE)), why="each list pays what the other list says", of=(ROW_AWARD,))
def mix_up_the_lists_of_two_stakes():
    times = {"$1": 5, "$5": 1}

    def mixed(original, wager, row, *rest, **more):
        made = original(wager, row, *rest, **more)
        stake = row.clause.clause.removeprefix("(q)(4)/").partition("/")[0]
        if stake not in times or not isinstance(row.pays, FixedAmount):
            return made
        return made._replace(amount=Cents(made.amount.amount * times[stake] // (5 if stake == "$5" else 1)))

    replace_function(ROW_AWARD, mixed)


@wrong(
    *(f"div (q)(4)/{row}" for row in ("$1/01", "$1/02", "$1/04", "$5/03")), why="a share is a tenth of what it is", of=(SHARE,)
)
def pay_a_tenth_of_every_share():
    replace_function(SHARE, lambda original, pay, stake, meters=None: original(pay, stake, meters) / 10)


@wrong("div (p)(2)(vi)#1", why="the odds of a number include the stake", of=(NUMBER_AWARD,))
def pay_numbers_for_one():
    replace_function(NUMBER_AWARD, lambda original, rules, stake: original(rules, stake) - stake)


def _leave_out_steps(*acts):
    def fewer(original, context, position):
        return (step for step in original(context, position) if step.act not in acts)

    replace_function(PROGRESSIVE_STEP, fewer)


@wrong("fc as-played.11.J(2)(b)", why="a progressive win is paid whether or not its light is on", of=(PROGRESSIVE_STEP,))
def pay_progressive_wins_in_the_dark():
    _leave_out_steps("rule-light", "verify-progressive")


@wrong("fc as-played.11.J(2)(c)", why="a progressive win is paid before a floorperson validates it", of=(PROGRESSIVE_STEP,))
def pay_progressive_wins_unvalidated():
    _leave_out_steps("validate")


# What may be filed


@wrong("md 2.A", why="a table has a position more than the book allows", of=(BOUNDS,))
def allow_a_position_more():
    def wider(original, book, option):
        bounds = original(book, option)
        return range(bounds.start, bounds.stop + 1) if option.key == "table.positions" else bounds

    replace_function(BOUNDS, wider)


@wrong("fc as-played.7.F(3)", why="a progressive wager of any amount may be filed", of=(STAKE,))
def file_any_progressive_stake():
    replace_function(STAKE, lambda original, judge, given, allowed: original(judge, given, ()))


@wrong("fc .12 D(3)(a)", why="a meter whose rate is not filed grows by a fifth of each wager", of=(RATE,))
def take_a_meter_without_a_rate():
    def fifth(original, entry):
        entry.entry = {"rate": "20%", **entry.entry}
        return original(entry)

    replace_function(RATE, fifth)
