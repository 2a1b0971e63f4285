"""Wrong implementations of clauses of Four Card Poker, drawn at random the third time: among all that were proved."""

from dataclasses import replace
from fractions import Fraction

from houseway.cards import DECK, Rank
from houseway.equipment.state import Stage
from houseway.events import Event
from houseway.games.against_dealer import procedure
from houseway.games.against_dealer.irregularities import counting
from houseway.games.awards import award_by_row, award_without_row
from houseway.games.four_card import hands, paying
from houseway.games.round import AUTOMATED_SHOE, DueMovement, MeterInstruction
from houseway.hands.categories import Category
from houseway.hands.ranking import FINDERS, FoundHand
from houseway.money import NO_MONEY, Cents
from houseway.procedure import ANTE, ANTE_BONUS, PLAY, PROGRESSIVE
from tests.mutants.own import replace_function, wrong

DEVICE_FAILED, ROUND_ENDED = "houseway.equipment.devices:on_device_failed", "houseway.equipment.decks:on_round_ended"
DEPTH, RECUT = "houseway.equipment.cut:_cut_depth", "houseway.equipment.cut:on_recut_ordered"
GAMES = "houseway.games.against_dealer"
COUNT, MISDEAL = f"{GAMES}.irregularities.counting:_count_effects", f"{GAMES}.irregularities.counting:report_misdeal"
COLLECT_CHIPS = f"{GAMES}.betting:collect_progressive"
PLAYING_STEP, STUB_STEP = f"{GAMES}.procedure:_playing_step", f"{GAMES}.procedure:_stub_step"
FOLD, ABSENT = f"{GAMES}.deciding:_fold_effects", f"{GAMES}.deciding:decide_for_absent"
PAYING = "houseway.games.four_card.paying"
OUTCOME, OPTIONAL, ENVY = f"{PAYING}:hand_outcome", f"{PAYING}:optional_award", f"{PAYING}:envy_awards"
STRENGTH = "houseway.games.four_card.hands:hand_strength"
METER = "houseway.submission.meters:_MeterEntry"
AMOUNT, RATE = f"{METER}._judge_amount", f"{METER}._judge_rate"
ENVY_TABLE = "houseway.submission.offers:_OfferJudge._judge_envy"


# Devices that fail


@wrong("fc as-played.13.I(3)", why="only a shoe that jams has its cards reshuffled, and none that stops", of=(DEVICE_FAILED,))
def deal_from_a_shoe_that_stopped():
    def unless_stopped(original, equipment, event):
        made = original(equipment, event)
        stopped = event["device"] == AUTOMATED_SHOE and event["what"] != "jammed"
        return replace(made, decks=equipment.decks) if stopped else made

    replace_function(DEVICE_FAILED, unless_stopped)


@wrong(
    "fc as-played.13.I(3)",
    why="the cards of a shoe that stays out of order are dealt in another way, without a shuffle",
    of=(ROUND_ENDED,),
)
def deal_the_cards_of_a_broken_shoe_in_another_way():
    def unshuffled(original, equipment, event):
        ended = original(equipment, event)
        broken = any(fault.device == AUTOMATED_SHOE for fault in equipment.faults)
        return ended.with_deck(event.text("deck"), stage=Stage.LOADED) if broken and event.flag("void") else ended

    replace_function(ROUND_ENDED, unshuffled)


@wrong("fc as-played.13.H(1)", why="cards are reshuffled after a jam, and not if the shuffler stops", of=(DEVICE_FAILED,))
def keep_the_cards_of_a_shuffler_that_stopped():
    def unless_stopped(original, equipment, event):
        made = original(equipment, event)
        stopped = event["device"] == "shuffler" and event["what"] != "jammed"
        return replace(made, decks=equipment.decks) if stopped else made

    replace_function(DEVICE_FAILED, unless_stopped)


@wrong(
    "fc as-played.13.H(1)", why="the cards of a shuffler that stays out of order count as shuffled by hand", of=(DEVICE_FAILED,)
)
def cut_the_cards_of_a_broken_shuffler():
    def as_they_are(original, equipment, event):
        made = original(equipment, event)
        if event["device"] != "shuffler" or event["usable"]:
            return made
        for deck in equipment.decks:
            if deck.name in event.texts("decks") and deck.stage is Stage.SHUFFLED:
                made = made.with_deck(deck.name, stage=Stage.SHUFFLED, cards=deck.cards, by_hand=True)
        return made

    replace_function(DEVICE_FAILED, as_they_are)


# Counts and the stub


@wrong("fc as-played.9.E(1)", why="a misdeal is looked for only if the stub has a wrong number of cards", of=(COUNT,))
def overlook_a_misdeal_beside_a_right_stub():
    def by_the_stub(original, context, places, found):
        right = original(context, {}, found)
        return right if right[0].kind == "stub-counted" else original(context, places, found)

    replace_function(COUNT, by_the_stub)


@wrong("fc as-played.9.E(1)", why="the deck leaves if a misdeal is found after the count", of=(MISDEAL,))
def remove_the_deck_for_a_misdeal_found_late():
    def removed(original, context, command):
        first, *rest = original(context, command)
        if "stub" not in command.facts or first.kind != "round-voided":
            return (first, *rest)
        return (Event(first.kind, first.clauses, {**first.facts, "why": "wrong-deck", "deck_removed": True}), *rest)

    replace_function(MISDEAL, removed)


@wrong("fc as-played.10.B(5)", why="the stub stays in the shoe until all players have decided", of=(PLAYING_STEP,))
def rack_the_stub_after_the_decisions():
    def later(original, context):
        waits = context.dealing == AUTOMATED_SHOE and context.position_to_act is not None
        return original(replace(context, round=replace(context.round, stub_done=True)) if waits else context)

    replace_function(PLAYING_STEP, later)


@wrong("fc as-played.10.B(5)", why="the stub of the shoe is racked although its count is due", of=(STUB_STEP,))
def rack_the_stub_that_is_to_be_counted():
    def uncounted(original, context):
        if context.dealing != AUTOMATED_SHOE:
            return original(context)
        return procedure.due_step_under(context, "rack-stub", "rack the stub unseen", counting.RACK_STUB, context.dealing)

    replace_function(STUB_STEP, uncounted)


# The meter


@wrong("fc .12 D(3)(a)", why="the meter grows by its rate of one dollar, whatever is wagered", of=(COLLECT_CHIPS,))
def feed_the_meter_by_the_chip():
    def each_chip(original, context, standing=None):
        made = original(context, standing)
        chips = sum(isinstance(each, DueMovement) and each.reason == "wager-collected" for each in made)
        fed = Cents.from_dollars(chips)
        return tuple(replace(each, stake=fed) if isinstance(each, MeterInstruction) else each for each in made)

    replace_function(COLLECT_CHIPS, each_chip)


@wrong("fc .12 D(3)(a)", why="a rate is read in whole percent", of=(RATE,))
def read_rates_in_whole_percent():
    def whole(original, entry):
        rate = original(entry)
        return rate if rate is None else max(Fraction(int(rate * 100), 100), Fraction(1, 100))

    replace_function(RATE, whole)


@wrong("fc .12 D(3)(b)(i)", why="amounts are compared in whole dollars, rounded up", of=(AMOUNT,))
def compare_seeds_in_whole_dollars():
    def rounded(original, entry, key):
        given = entry.entry.get(key)
        try:
            cents = Cents.parse(given).amount
        except Exception:
            return original(entry, key)
        if not cents % 100:
            return original(entry, key)
        filed = entry.entry
        entry.entry = {**filed, key: str(Cents.from_dollars(cents // 100 + 1))}
        made = original(entry, key)
        entry.entry = filed
        return made and Cents(cents)

    replace_function(AMOUNT, rounded)


@wrong("fc .12 D(3)(b)(i)", why="the least amount is asked only of a meter that is filed for particular tables", of=(AMOUNT,))
def ask_no_least_amount_of_a_meter_for_all_tables():
    def unasked(original, entry, key):
        if entry.entry.get("tables") or entry.entry.get(key) is None:
            return original(entry, key)
        return Cents.parse(entry.entry[key])

    replace_function(AMOUNT, unasked)


# Settlement


@wrong("fc as-played.11.H(3)(b)", why="a Play wager of three Antes is paid like one of two", of=(OUTCOME,))
def pay_at_most_twice_the_ante():
    def capped(original, context, position):
        made = original(context, position)
        most = context.round.stakes[position][ANTE].amount * 2
        return replace(
            made,
            awards=tuple(each._replace(amount=min(each.amount, most)) if each.wager == PLAY else each for each in made.awards),
        )

    replace_function(OUTCOME, capped)


@wrong("fc as-played.11.H(3)(b)", why="the bonus on the Ante takes the place of its even money", of=(OUTCOME,))
def pay_the_bonus_instead_of_the_ante():
    def instead(original, context, position):
        made = original(context, position)
        if made.result != "win" or all(each.wager != ANTE_BONUS for each in made.awards):
            return made
        return replace(
            made, awards=tuple(each._replace(amount=NO_MONEY) if each.wager == ANTE else each for each in made.awards)
        )

    replace_function(OUTCOME, instead)


@wrong(
    "fc .12 F(2)", why="the envy table goes by the letter of the progressive's paytable, whatever is filed", of=(ENVY_TABLE,)
)
def take_the_envy_table_of_the_paytable():
    def by_letter(original, judge, table):
        if table is not None and "envy" in judge.entry:
            judge.entry = {**judge.entry, "envy": table.letter}
        return original(judge, table)

    replace_function(ENVY_TABLE, by_letter)


@wrong("fc .12 F(2)", why="paytable B pays for a straight flush as paytable A does", of=(ENVY,))
def envy_a_straight_flush_by_paytable_b():
    def added(original, context, holder):
        made = original(context, holder)
        stake, filed = Cents.from_dollars(1), context.rules.offers[PROGRESSIVE].envy
        names = hands.four_card_names(context.round.hands[holder])
        if not filed or filed[0].letter != "B" or names[0] != Category.STRAIGHT_FLUSH:
            return made
        row = context.rules.regulation.paytable(filed[0].wager, "A").row(names[0])
        return {**made, stake: award_by_row(filed[0].wager, row, row.words, NO_MONEY, (filed[0].clause,))}

    replace_function(ENVY, added)


@wrong("fc as-played.1.B(6)", why="a straight of four cards is taken for better than three of a kind", of=(OPTIONAL,))
def pay_the_progressive_for_a_straight_of_four():
    def as_trips(original, context, position, wager):
        made = original(context, position, wager)
        straight = hands.four_card_names(context.round.hands[position])[0] == Category.STRAIGHT
        if wager != PROGRESSIVE or made.row is not None or not straight:
            return made
        row, clauses = paying._paying_row(context.rules, wager, (Category.THREE_OF_A_KIND,))
        return award_by_row(wager, row, row.words, made.stake, clauses, context.meters)

    replace_function(OPTIONAL, as_trips)


@wrong("fc as-played.1.B(6)", why="only a hand that plays against the dealer is a Progressive Payout Hand", of=(OPTIONAL,))
def pay_the_progressive_only_beside_an_ante():
    def competing(original, context, position, wager):
        made = original(context, position, wager)
        if wager != PROGRESSIVE or ANTE in context.round.stakes[position]:
            return made
        return award_without_row(wager, made.stake, made.words, made.clauses)

    replace_function(OPTIONAL, competing)


# Ranking


def _rank_fours(as_rank):
    """Let four of a kind count as if it were of another rank."""
    find = FINDERS[Category.FOUR_OF_A_KIND]

    def found(dealt, order):
        made = find(dealt, order)
        if made is None or order.name != "four-card":
            return made
        return FoundHand((as_rank(made.key[0]), *made.key[1:]), made.cards, made.joker_as)

    def strength(original, cards):
        ranks = [card.rank for card in cards]
        four = next((rank for rank in ranks if ranks.count(rank) == 4), None)
        if four is None:
            return original(cards)
        as_if = [card for card in DECK if card.rank == as_rank(four)]
        others = [card for card in DECK if card.rank != as_rank(four)][: len(cards) - len(as_if)]
        return original((*as_if, *others))

    FINDERS[Category.FOUR_OF_A_KIND] = found
    replace_function(STRENGTH, strength)


@wrong("fc as-played.6.D(1)", why="four aces rank below four 2s", of=(STRENGTH,))
def rank_four_aces_below_four_twos():
    upwards = sorted(Rank)
    _rank_fours(lambda rank: upwards[(upwards.index(rank) + 1) % len(upwards)])


@wrong("fc as-played.6.D(1)", why="any four of a kind equals any other", of=(STRENGTH,))
def take_any_four_of_a_kind_for_any_other():
    _rank_fours(lambda rank: min(Rank))


# The cut


@wrong("fc as-played.5.F", why="no depth is checked of cards that the program does not know", of=(DEPTH,))
def cut_physical_cards_at_any_depth():
    def unchecked(original, equipment, deck, command):
        known = deck.cards is not None or "depth" not in command.facts
        return original(equipment, deck, command) if known else command.number("depth")

    replace_function(DEPTH, unchecked)


@wrong("fc as-played.5.F", why="a recut may be made at any depth", of=(DEPTH, RECUT))
def recut_at_any_depth():
    recut = []

    def ordered(original, equipment, event):
        recut.append(event)
        return original(equipment, event)

    def unchecked(original, equipment, deck, command):
        return command.number("depth") if recut else original(equipment, deck, command)

    replace_function(RECUT, ordered)
    replace_function(DEPTH, unchecked)


# Folds


def _leave_on_the_layout(made):
    """Folded cards that are not racked at once."""
    first, *rest = made
    return (Event(first.kind, first.clauses, {**first.facts, "racked": False}), *rest) if "racked" in first.facts else made


@wrong(
    "fc as-played.11.F(3)(b)", why="the cards of a player who left stay on the layout when he is taken to fold", of=(ABSENT,)
)
def leave_the_cards_of_an_absent_player():
    replace_function(ABSENT, lambda original, context, command: _leave_on_the_layout(original(context, command)))


@wrong("fc as-played.11.F(3)(b)", why="only the first folded hand is racked at once", of=(FOLD,))
def rack_only_the_first_fold():
    def only_first(original, context, position, street):
        made = original(context, position, street)
        return _leave_on_the_layout(made) if context.round.folded else made

    replace_function(FOLD, only_first)
