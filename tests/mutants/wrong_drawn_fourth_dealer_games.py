"""Breaks of clauses of the games against the dealer of which strangers' breaks went unnoticed, and of their siblings."""

from dataclasses import replace

from houseway.cards import Rank
from houseway.events import Event
from houseway.games.against_dealer import settling
from houseway.games.round import DueMovement
from houseway.hands import FOUR_CARD, ranking
from houseway.hands.categories import Category
from houseway.procedure import player_account
from houseway.table import acts, transfers
from tests.mutants.own import replace_function, wrong

GAME = "houseway.games.against_dealer"
FOLD = f"{GAME}.deciding:_fold_effects"
ABSENT = f"{GAME}.deciding:decide_for_absent"
STEPS = f"{GAME}.procedure:_settlement_steps"
SIX_ROWS = "houseway.games.ultimate.hands:six_card_bonus_rows"
FIVE_NAMES = "houseway.games.four_card.hands:five_card_names"
ACTS = "houseway.table.acts"
CARDS_STAY = ("uth 11.F(3)(a)", "fc as-played.11.F(3)(a)")
ONE_AT_A_TIME = ("uth 11.H(2)(d)", "fc as-played.11.H(2)(d)")
STAYS_SEATED = ("uth 7.C(1)", "fc as-played.7.C(1)", "md 7.C(1)", "div (g)(2)#2")


# Folds


def _rack(applies):
    """Let some folded hands be racked although a wager on them is live."""

    def racked(original, context, position, street):
        folded, *rest = original(context, position, street)
        gone = applies(context, position)
        return (Event(folded.kind, folded.clauses, {**folded.facts, "racked": True}) if gone else folded, *rest)

    replace_function(FOLD, racked)


@wrong(*CARDS_STAY, why="of several folded hands only the first stays under its wager", of=(FOLD,))
def rack_the_second_folded_hand():
    _rack(lambda context, position: bool(context.round.folded))


@wrong(*CARDS_STAY, why="the cards of a player who left are racked although his optional wager is live", of=(FOLD,))
def rack_the_hand_of_who_left():
    _rack(lambda context, position: position in context.round.left)


@wrong(*CARDS_STAY, why="a fold loses the optional wager, too", of=(FOLD,))
def lose_the_optional_wager_with_a_second_fold():
    def lost(original, context, position, street):
        made = original(context, position, street)
        sides = [name for name in ("trips", "aces-up") if name in context.round.wagers_at(position) and context.round.folded]
        extra = []
        for name in sides:
            stake = context.round.wagers_at(position)[name]
            extra.append(settling.settle_event(position, name, stake, "lose", type(stake.amount)(0), (), "folded"))
            extra.append(DueMovement(f"layout:{position}", "inventory", stake.amount, "wager-lost", (), position, name))
        return (*made, *extra)

    replace_function(FOLD, lost)


# One player at a time


def _reorder(key):
    """Let the steps of the settlement come in another order; those of the same sort stay as they are."""

    def reordered(original, context):
        *steps, end = original(context)
        return iter((*sorted(steps, key=lambda step: key(context, step)), end))

    replace_function(STEPS, reordered)


@wrong(*ONE_AT_A_TIME, why="all hands are turned up before the first is paid", of=(STEPS,))
def turn_all_hands_up_first():
    _reorder(lambda context, step: step.act != "expose")


@wrong(*ONE_AT_A_TIME, why="optional wagers are settled when all wagers against the dealer are", of=(STEPS,))
def settle_optional_wagers_last():
    late = ("verify-progressive", "validate", "settle-side", "pay-envy", "collect-cards")
    _reorder(lambda context, step: step.act in late)


@wrong(*ONE_AT_A_TIME, why="hands that fold or only have an optional wager are settled before those that play", of=(STEPS,))
def settle_folded_hands_first():
    def played(context, step):
        return "position" in step.facts and step.facts["position"] != 0 and context.is_in_play(step.facts["position"])

    _reorder(lambda context, step: (step.act == "collect-cards" and step.facts["position"] == 0) or played(context, step))


@wrong(*ONE_AT_A_TIME, why="cards are collected when everybody is paid", of=(STEPS,))
def collect_all_cards_last():
    _reorder(lambda context, step: step.act == "collect-cards")


# Hands


@wrong("uth 6.F(2)", why="ace to five of one suit is no straight flush", of=(SIX_ROWS,))
def take_no_low_ace_in_a_straight_flush():
    def no_wheel(original, cards):
        found = original(cards)
        ranks = {suit: {card.rank for card in cards if card.suit is suit} for suit in {card.suit for card in cards}}
        low = {Rank.ACE, Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE}
        wheel = any(low <= held and Rank.SIX not in held for held in ranks.values())
        return (Category.FLUSH,) if found == (Category.STRAIGHT_FLUSH,) and wheel else found

    replace_function(SIX_ROWS, no_wheel)


@wrong("uth 6.F(2)", why="the five highest of six suited cards count, though the others are in sequence", of=(SIX_ROWS,))
def take_the_highest_of_six_suited_cards():
    def highest(original, cards):
        suited = len({card.suit for card in cards}) == 1
        five = sorted(cards, key=lambda card: card.rank, reverse=True)[:5]
        return original(tuple(five)) if suited and original(cards) == (Category.STRAIGHT_FLUSH,) else original(cards)

    replace_function(SIX_ROWS, highest)


@wrong("uth 6.F(2)", why="king to nine of one suit is a royal flush", of=(SIX_ROWS,))
def take_a_king_high_straight_flush_for_a_royal():
    def king_high(original, cards):
        found = original(cards)
        faces = {Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN, Rank.NINE}
        is_high = any(faces <= {card.rank for card in cards if card.suit is suit} for suit in {card.suit for card in cards})
        return (Category.ROYAL_FLUSH,) if found == (Category.STRAIGHT_FLUSH,) and is_high else found

    replace_function(SIX_ROWS, king_high)


@wrong("uth 6.F(2)", why="both of the player's cards must be in a straight flush", of=(SIX_ROWS,))
def use_both_own_cards_in_a_straight_flush():
    def both(original, cards):
        found = original(cards)
        suits = [card.suit for card in cards]
        most = max(set(suits), key=suits.count)
        return (Category.STRAIGHT,) if found == (Category.STRAIGHT_FLUSH,) and {*suits[:2]} != {most} else found

    replace_function(SIX_ROWS, both)


def _rank_pairs(kickers):
    """Let a pair of four cards have other cards beside it."""
    own = ranking.FINDERS[Category.PAIR]

    def find(dealt, order):
        found = own(dealt, order)
        if found is None or order is not FOUR_CARD:
            return found
        pair = found.key[0]
        others = [card for rank, cards in dealt.groups.items() if rank is not pair for card in cards]
        chosen = kickers(others)
        return replace(found, key=(pair, *(card.rank for card in chosen)), cards=(*found.cards[:2], *chosen))

    ranking.FINDERS[Category.PAIR] = find


@wrong("fc as-played.6.D(7)", why="the lowest cards of five lie beside a pair")
def put_the_lowest_cards_beside_a_pair():
    _rank_pairs(lambda others: others[-2:])


@wrong("fc as-played.6.D(7)", why="one card lies beside a pair, and the last does not count")
def put_one_card_beside_a_pair():
    _rank_pairs(lambda others: others[:1])


@wrong("fc as-played.6.D(7)", why="of the two cards beside a pair the lower one is compared first")
def compare_the_last_card_beside_a_pair_first():
    own = ranking.FINDERS[Category.PAIR]

    def find(dealt, order):
        found = own(dealt, order)
        if found is None or order is not FOUR_CARD:
            return found
        rank, *others = found.key
        return replace(found, key=(rank, *reversed(others)))

    ranking.FINDERS[Category.PAIR] = find


def _rename_full_houses(applies):
    def renamed(original, cards):
        found = original(cards)
        ranks = [card.rank for card in cards]
        three = next((rank for rank in ranks if ranks.count(rank) == 3), None)
        two = next((rank for rank in ranks if ranks.count(rank) == 2), None)
        return (Category.THREE_OF_A_KIND,) if found == (Category.FULL_HOUSE,) and applies(three, two) else found

    replace_function(FIVE_NAMES, renamed)


@wrong("fc as-played.6.F(4)", why="a full house needs a pair below its three", of=(FIVE_NAMES,))
def take_no_full_house_with_a_higher_pair():
    _rename_full_houses(lambda three, two: two > three)


@wrong("fc as-played.6.F(4)", why="three twos and a pair are three of a kind", of=(FIVE_NAMES,))
def take_no_full_house_of_twos():
    _rename_full_houses(lambda three, two: three is Rank.TWO)


@wrong("fc as-played.6.F(4)", why="two pairs of which one has a third card are two pairs", of=(FIVE_NAMES,))
def take_no_full_house_of_aces():
    _rename_full_houses(lambda three, two: Rank.ACE in (three, two))


# Who stays seated


@wrong(*STAYS_SEATED, why="a player may leave with his chips in mid-round", of=(f"{ACTS}:leave_seat",))
def pay_out_chips_in_mid_round():
    def paid_out(original, table, command):
        made, name = original(table, command), command.by.name
        if not any(isinstance(each, Event) and each.kind == "player-left" for each in made):
            return made
        chips, places = table.chips(name), table.positions_of(name)
        return (*made, *transfers.cash_out_transfers(player_account(name), chips, places[0], name, "leaves"))

    replace_function(f"{ACTS}:leave_seat", paid_out)


@wrong(*STAYS_SEATED, why="who has left may come back and go on", of=(f"{ACTS}:_check_stayed",))
def let_who_left_come_back():
    replace_function(f"{ACTS}:_check_stayed", lambda original, table, command: None)


@wrong(*STAYS_SEATED, why="the table may close in mid-round", of=(f"{ACTS}:close_table",))
def close_the_table_in_mid_round():
    def closing(original, table, command):
        own = acts.is_in_play
        acts.is_in_play = lambda table: False
        try:
            return original(table, command)
        finally:
            acts.is_in_play = own

    replace_function(f"{ACTS}:close_table", closing)


@wrong(*STAYS_SEATED, why="a player may give up one of two areas while its hand is in play", of=(f"{ACTS}:areas_to_give_up",))
def give_up_an_area_in_play():
    replace_function(f"{ACTS}:areas_to_give_up", lambda original, table, mine: mine if len(mine) > 1 else ())


@wrong(*STAYS_SEATED, why="a player who has left still decides for his hand", of=(f"{ACTS}:leave_seat",))
def let_who_left_decide():
    def stays(original, table, command):
        made = original(table, command)
        return tuple(
            Event(each.kind, each.clauses, {**each.facts, "positions": ()})
            if isinstance(each, Event) and each.kind == "player-left"
            else each
            for each in made
        )

    replace_function(f"{ACTS}:leave_seat", stays)
