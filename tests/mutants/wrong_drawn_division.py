"""Wrong implementations of clauses of the Division's book that were drawn at random, the third time: two of most."""

from dataclasses import replace
from fractions import Fraction

from houseway.cards import JOKER, Rank
from houseway.equipment.decks import HANDS
from houseway.equipment.settings import Shuffling
from houseway.equipment.start import starting_position
from houseway.equipment.state import Stage
from houseway.errors import NotAllowed
from houseway.events import Event
from houseway.games.awards import limit_awards
from houseway.games.pai_gow import dealing, optional_wagers, procedure
from houseway.games.round import Stake
from houseway.procedure import INVENTORY, NUMBER, PAI_GOW, PROGRESSIVE
from tests.mutants.own import replace_function, wrong
from tests.mutants.ways import give_facts, move_money

PAI_GOW_GAME = "houseway.games.pai_gow"
START = "houseway.equipment.start"
LEGAL = f"{PAI_GOW_GAME}.base_wager.outcome:is_legal"
SHUFFLE = "houseway.equipment.shuffle:decide_shuffle"
HIGH_CARD = "houseway.hands.ranking:_find_high_card"
OPEN, PLACE_WAGER = "houseway.games.wagers:check_open", f"{PAI_GOW_GAME}.betting:place_wager"
READY, LOAD = "houseway.equipment.decks:is_ready_to_load", "houseway.equipment.decks:decide_loading"
NUMBERS_DUE, AFTER_DEAL = f"{PAI_GOW_GAME}.procedure:_are_numbers_settled", f"{PAI_GOW_GAME}.procedure:_after_deal_step"
SHAKEN, COVERED = f"{START}:on_dice_shaken", f"{START}:on_dice_covered"
ROUND_ENDED = "houseway.equipment.decks:on_round_ended"
SHAKE, UNCOVER, NO_ROLL = f"{START}:decide_shake", f"{START}:decide_uncovering", f"{START}:on_no_roll"
COUNT, ANNOUNCE = f"{START}:starting_position", f"{START}:decide_announcement"
PAY = f"{PAI_GOW_GAME}.settling:pay_base_wager"
NEXT_OFFER = f"{PAI_GOW_GAME}.banking:next_to_offer"
CHECK_PLACE, TAKE_BACK = f"{PAI_GOW_GAME}.betting:_check_place", f"{PAI_GOW_GAME}.betting:take_back"
RATE, CONTRIBUTION = (
    "houseway.submission.meters:_MeterEntry._judge_rate",
    "houseway.progressive.contributions:contribution_event",
)
INSTRUCTION = f"{PAI_GOW_GAME}.betting:contribution_instruction"
APPLY_LIMIT, LIMIT = f"{PAI_GOW_GAME}.optional_wagers:_apply_limit", "houseway.games.awards:limit_awards"


# Hands


def _ranks(cards):
    return sorted((Rank.ACE if card == JOKER else card.rank for card in cards), reverse=True)


@wrong("div (a)(1)(vii)", why="a pair may lie behind any high hand", of=(LEGAL,))
def let_a_pair_lie_behind_anything():
    def unless_paired(original, laid):
        return bool(laid.high_strength) if len(set(_ranks(laid.low))) == 1 else original(laid)

    replace_function(LEGAL, unless_paired)


@wrong("div (a)(1)(vii)", why="only the highest card behind is compared with the high hand", of=(LEGAL,))
def compare_the_highest_card_behind_only():
    def first(original, laid):
        if not laid.high_strength or len(set(_ranks(laid.low))) == 1:
            return original(laid)
        return original(laid) or _ranks(laid.low)[0] <= _ranks(laid.high)[0]

    replace_function(LEGAL, first)


def _rank_high_cards(change):
    def ranked(original, dealt, order):
        found = original(dealt, order)
        return replace(found, key=tuple(sorted((change(order, each) for each in found.key), reverse=True)))

    replace_function(HIGH_CARD, ranked)


@wrong("div (c)(1)#1", why="a ten ranks above a jack", of=(HIGH_CARD,))
def rank_a_ten_above_a_jack():
    swapped = {Rank.TEN: Rank.JACK, Rank.JACK: Rank.TEN}
    _rank_high_cards(lambda order, rank: swapped.get(rank, rank))


@wrong("div (c)(1)#1", why="in a hand of two cards the ace ranks below the two", of=(HIGH_CARD,))
def rank_the_ace_lowest_behind():
    _rank_high_cards(lambda order, rank: 1 if rank is Rank.ACE and order.hand_size == 2 else rank)


# Decks


@wrong("div (b)(2)(iii)", why="the deck that rests is shuffled by hand", of=(SHUFFLE,))
def shuffle_the_resting_deck_by_hand():
    def by_hand(original, equipment, command, context):
        (made,) = original(equipment, command, context)
        rests = equipment.next_deck is not None and made["deck"] != equipment.next_deck.name
        return (Event(made.kind, made.clauses, {**made.facts, "by": Shuffling.MANUAL.value} if rests else made.facts),)

    replace_function(SHUFFLE, by_hand)


@wrong("div (b)(2)(iii)", why="a deck is shuffled while the device still holds the other one", of=(SHUFFLE,))
def shuffle_into_a_full_device():
    def anyway(original, equipment, command, context):
        emptied = replace(equipment, decks=tuple(replace(deck, in_shuffler=False) for deck in equipment.decks))
        return original(emptied, command, context)

    replace_function(SHUFFLE, anyway)


@wrong("div (i)(2)(i)", why="the deck is taken in hand before it is cut", of=(READY,))
def take_the_deck_before_the_cut():
    replace_function(READY, lambda original, deck: deck.stage in (Stage.CUT, Stage.SHUFFLED))


@wrong("div (i)(2)(i)", why="the deck is always in the same hand, whichever the dealer chose", of=(LOAD,))
def hold_the_deck_in_one_hand_only():
    give_facts(LOAD, "deck-taken", hand=HANDS[0])


# Wagers


@wrong("div (g)(3)#1", why="only base wagers are refused after the call", of=(OPEN,))
def take_optional_wagers_after_the_call():
    def base_only(original, context, name, law):
        if name == PAI_GOW:
            original(context, name, law)

    replace_function(OPEN, base_only)


@wrong("div (g)(3)#1", why="a wager with a coupon is taken after the call", of=(PLACE_WAGER,))
def take_coupons_after_the_call():
    def with_coupon(original, context, command):
        opened = replace(context, round=replace(context.round, closed=False)) if "coupon" in command.facts else context
        return original(opened, command)

    replace_function(PLACE_WAGER, with_coupon)


@wrong("div (p)(2)(i)#1", why="another player's base wager is enough for a wager on a number", of=(CHECK_PLACE,))
def take_a_number_beside_anybodys_base_wager():
    def anybodys(original, context, position, name, has_base):
        others = name == NUMBER and any(PAI_GOW in wagers for wagers in context.round.stakes.values())
        original(context, position, name, has_base or others)

    replace_function(CHECK_PLACE, anybodys)


@wrong("div (p)(2)(i)#1", why="a wager on a number stays when its base wager is taken back", of=(TAKE_BACK,))
def leave_a_number_without_its_base_wager():
    def base_alone(original, context, command):
        return tuple(each for each in original(context, command) if not _is_of_number(each))

    replace_function(TAKE_BACK, base_alone)


def _is_of_number(each):
    wager = each.facts.get("wager", "") if isinstance(each, Event) else each.wager
    return str(wager).startswith(NUMBER)


@wrong("div (p)(2)(i)#1", why="a wager on a number is taken after the call, even when the number is shown", of=(OPEN,))
def take_a_number_after_the_call():
    def other_wagers(original, context, name, law):
        if name != NUMBER:
            original(context, name, law)

    replace_function(OPEN, other_wagers)


@wrong("div (j)(3)#2", why="wagers on the number are settled after the stacks have gone out", of=(NUMBERS_DUE, AFTER_DEAL))
def settle_numbers_after_the_stacks():
    def later(original, context):
        if context.round.numbers_settled or not any(_is_on_number(wagers) for wagers in context.round.stakes.values()):
            return original(context)
        return procedure.due_step_under(context, "settle-numbers", "settle the numbers", dealing.NUMBERS, context.dealing)

    replace_function(NUMBERS_DUE, lambda original, context: False)
    replace_function(AFTER_DEAL, later)


def _is_on_number(wagers):
    return any(wager.startswith(NUMBER) for wager in wagers)


# Shaker and dice


@wrong("div (k)(2)", why="all shakes must come at once: shakes are not added up", of=(SHAKEN,))
def forget_earlier_shakes():
    def last(original, equipment, event):
        return replace(equipment, shaker=replace(equipment.shaker, shakes=event.number("times")))

    replace_function(SHAKEN, last)


@wrong("div (k)(2)", why="dice that were shaken for one round need not be shaken for the next", of=(COVERED, ROUND_ENDED))
def carry_shakes_over_to_the_next_round():
    def kept(original, equipment, event):
        made = original(equipment, event)
        carried = event.kind in ("shaker-put-away", "round-ended")
        return replace(made, shaker=replace(made.shaker, shakes=equipment.shaker.shakes)) if carried else made

    replace_function(COVERED, kept)
    replace_function(ROUND_ENDED, kept)


@wrong("div (m)(8)(i)#2", why="the bank must shake three times at once", of=(SHAKEN,))
def forget_earlier_shakes_of_the_bank():
    def last(original, equipment, event):
        counted = equipment if event["bank"] is None else replace(equipment, shaker=replace(equipment.shaker, shakes=0))
        return original(counted, event)

    replace_function(SHAKEN, last)


@wrong("div (m)(8)(i)#2", why="the bank may shake three times and not more often", of=(SHAKE,))
def stop_the_bank_after_three_shakes():
    def at_most(original, equipment, command, context):
        (made,) = original(equipment, command, context)
        if made["bank"] is not None and equipment.shaker.shakes + made["times"] > equipment.settings.dice.shakes_bank:
            raise NotAllowed("the bank has shaken enough", code="dice.shakes", clauses=made.clauses, allowed="uncover")
        return (made,)

    replace_function(SHAKE, at_most)


@wrong("div (n)(1)", why="dice that are not flat a second time are read as they lie", of=(UNCOVER,))
def read_dice_after_one_no_roll():
    def as_they_lie(original, equipment, command, context):
        read = command._replace(facts={**command.facts, "flat": True}) if equipment.shaker.no_roll else command
        return original(equipment, read, context)

    replace_function(UNCOVER, as_they_lie)


@wrong("div (n)(1)", why="one shake is enough after a no roll", of=(NO_ROLL,))
def shake_once_after_a_no_roll():
    def nearly(original, equipment, event):
        made = original(equipment, event)
        return replace(made, shaker=replace(made.shaker, shakes=made.settings.dice.shakes - 1))

    replace_function(NO_ROLL, nearly)


@wrong("div (k)(2)(iii)(B)", why="the dealer is counted the first time round only", of=(COUNT,))
def skip_the_dealer_the_second_time_round():
    def once(original, number, positions, bank=None):
        first_lap = bank is not None or number <= positions + 1
        return original(number, positions, bank) if first_lap else (number - 2) % positions + 1

    replace_function(COUNT, once)


@wrong("div (k)(2)(iii)(B)", why="empty positions are not counted", of=(ANNOUNCE,))
def count_players_only():
    def seated(original, equipment, command, context):
        (made,) = original(equipment, command, context)
        places = (0, *(position for position, _ in context.seats))
        counted = places[starting_position(made["total"], len(places) - 1)]
        return (Event(made.kind, made.clauses, made.facts if context.bank else {**made.facts, "position": counted}),)

    replace_function(ANNOUNCE, seated)


# Payment


@wrong("div (l)(9)#4", why="the house bears the vigorish", of=(PAY,))
def let_the_house_bear_the_vigorish():
    move_money(PAY, lambda move: move.reason == "vigorish", source=INVENTORY)


@wrong("div (l)(9)#4", why="vigorish is collected from all winners after the last is paid", of=(PAY,))
def collect_vigorish_after_the_last_payout():
    owed = []

    def afterwards(original, context, command):
        made = original(context, command)
        if command.position == min(context.round.betting_positions):
            owed.clear()
        owed.extend(each for each in made if getattr(each, "reason", "") == "vigorish")
        paid = tuple(each for each in made if getattr(each, "reason", "") != "vigorish")
        return paid if _are_more_paid(context, command.position) else (*paid, *owed)

    replace_function(PAY, afterwards)


def _are_more_paid(context, position):
    won = {place for (place, wager), found in context.round.results.items() if wager == PAI_GOW and found.result == "win"}
    return any(place > position for place in won)


@wrong("div (s)(3)#1", why="the payout limit is for all players of the round together", of=(APPLY_LIMIT,))
def limit_all_players_together():
    def together(original, context, position):
        if context.takes_reading("DIV-14=envy-capped"):
            return original(context, position)
        places = [place for place in sorted(context.round.live_positions) if optional_wagers.seven_cards(context, place)]
        turns = [
            (place, optional_wagers._award_at(context, place, wager))
            for place in places
            for wager in context.optional_wagers(place)
        ]
        cut = limit_awards(context.rules, [made for _, made in turns])
        return [(place, made) for (place, _), made in zip(turns, cut, strict=True)]

    replace_function(APPLY_LIMIT, together)


@wrong("div (s)(3)#1", why="the stake that is returned counts towards the payout limit", of=(LIMIT,))
def count_the_stake_towards_the_limit():
    def with_stake(original, rules, awards):
        given = tuple(awards)
        raised = [each._replace(amount=each.amount + each.stake) if each.row else each for each in given]
        return tuple(
            made._replace(amount=made.amount - each.stake) if each.row else made
            for made, each in zip(original(rules, raised), given, strict=True)
        )

    replace_function(LIMIT, with_stake)


# The bank


@wrong("div (m)(3)#2", why="after the player farthest to the right the offer goes clockwise", of=(NEXT_OFFER,))
def offer_the_bank_clockwise():
    def clockwise(original, context):
        bank, first = context.round.bank, context.round.bank.first_offer or 1
        asked = {context.seats.get(position) for position in bank.asked_positions}
        order = (first, *range(first - 1, 0, -1), *range(len(context.positions), first, -1))
        free = [place for place in order if place in context.seats and context.seats[place] not in asked]
        return original(context) if not bank.asked_positions else next(iter(free), None)

    replace_function(NEXT_OFFER, clockwise)


@wrong("div (m)(3)#2", why="only players who bet against the dealer before are offered the bank", of=(NEXT_OFFER,))
def offer_the_bank_to_those_who_bet():
    def who_bet(original, context):
        seats = {place: name for place, name in context.seats.items() if name in context.history.last_wagers}
        return original(replace(context, seats=seats))

    replace_function(NEXT_OFFER, who_bet)


# Meters


def _feed_by(letter, rate):
    def least(original, meter, *given, **more):
        made = original(meter, *given, **more)
        if meter.terms.paytable != letter:
            return made
        return Event(made.kind, made.clauses, {**made.facts, "amount": rate * made["stake"].amount})

    replace_function(CONTRIBUTION, least)


@wrong("div (q)(5)#1", why="a meter of $1 wagers grows by the least rate, whatever is filed", of=(CONTRIBUTION,))
def feed_one_dollar_wagers_by_the_least_rate():
    _feed_by("1", Fraction(21, 100))


@wrong("div (q)(5)#2", why="a meter of $5 wagers grows by the least rate, whatever is filed", of=(CONTRIBUTION,))
def feed_five_dollar_wagers_by_the_least_rate():
    _feed_by("5", Fraction(27, 100))


@wrong("div (q)(5)#1", "div (q)(5)#2", why="a rate must be above the least one", of=(RATE,))
def demand_more_than_the_least_rate():
    def above(original, entry):
        if entry.entry.get("rate") == {"1": "21%", "5": "27%"}.get(entry.offer.paytable.letter):
            entry.entry = {**entry.entry, "rate": "0%"}
        return original(entry)

    replace_function(RATE, above)


@wrong("div (q)(5)#1", "div (q)(5)#2", why="one wager of a round feeds the meter, and the others do not", of=(INSTRUCTION,))
def feed_the_meter_with_one_wager_only():
    def one(original, context, position, stake, *kind):
        most = context.rules.offers[PROGRESSIVE].minimum
        return original(context, position, Stake(min(stake.amount, most), stake.coupon), *kind)

    replace_function(INSTRUCTION, one)
