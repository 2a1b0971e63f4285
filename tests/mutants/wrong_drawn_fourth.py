"""Breaks of clauses of both Pai Gow books of which strangers' breaks went unnoticed, and of their siblings."""

from fractions import Fraction

from houseway.cards import Rank
from houseway.games.awards import award_without_row
from houseway.games.round import DueMovement
from houseway.hands import PAI_GOW_HIGH, ranking
from houseway.hands.categories import Category
from houseway.money import Cents
from houseway.procedure import PAI_GOW
from tests.mutants.own import replace_function, wrong
from tests.mutants.ways import operate

GAME = "houseway.games.pai_gow"
ENVY = f"{GAME}.envy:_envied_hands"
ENVY_OWED = f"{GAME}.envy:envy_owed"
PAY_ENVY = f"{GAME}.optional_wagers:pay_envy"
AWARDS_AT = f"{GAME}.optional_wagers:awards_at"
WON = f"{GAME}.optional_wagers:_won_effects"
DEAL = f"{GAME}.dealing:deal_cards"
METERS = "houseway.table.context:_meters_shown"
JUDGE_TABLE = "houseway.submission.offers:_OfferJudge._judge_paytable"
JUDGE_ENVY = "houseway.submission.offers:_OfferJudge._judge_envy"
SURRENDER = f"{GAME}.setting:surrender_wager"
FIRST_PASS = f"{GAME}.procedure:_first_pass_step"
CHECK_PLACE = f"{GAME}.betting:_check_place"
DEVICES = "houseway.equipment.devices"
REPORT = f"{DEVICES}:decide_report"
HOLDS = f"{DEVICES}:_holds_cards_of"
UNAPPROVED = "houseway.equipment.methods:_unapproved_clauses"
STRAIGHT = "houseway.hands.ranking:_find_straight"
SEVERAL_HANDS = ("md 11.H(4)(e)(i)", "md 11.H(3)(b)(i)", "div (a)(1)(v)#2")
AT_TURN = ("md 13.E(8)", "md 13.F", "div (q)(7)")
SHOE_FAILS = ("md 14.M", "div (n)(14)#1")
FIVE = frozenset(PAI_GOW_HIGH.categories)


# Envy for several hands


@wrong(*SEVERAL_HANDS, why="two hands of one rank earn one envy bonus", of=(ENVY_OWED,))
def pay_envy_once_for_each_rank():
    def once(original, context, position, wager):
        return tuple({(made.wager, made.hand): (other, made) for other, made in original(context, position, wager)}.values())

    replace_function(ENVY_OWED, once)


@wrong(*SEVERAL_HANDS, why="at most two envy bonuses are paid to a player", of=(ENVY_OWED,))
def pay_two_envies_at_most():
    replace_function(ENVY_OWED, lambda original, context, position, wager: original(context, position, wager)[:2])


@wrong(*SEVERAL_HANDS, why="a hand that loses its base wager earns no envy", of=(ENVY,))
def envy_no_losing_hand():
    def winning(original, context, position, wager):
        results = context.round.results
        return tuple(
            (other, made)
            for other, made in original(context, position, wager)
            if (other, PAI_GOW) not in results or results[other, PAI_GOW].result != "lose"
        )

    replace_function(ENVY, winning)


@wrong(*SEVERAL_HANDS, why="who holds such a hand himself is paid nothing for those of others", of=(ENVY_OWED,))
def pay_no_envy_to_a_holder():
    from houseway.games.pai_gow.envy import envy_hand_at

    def others(original, context, position, wager):
        return () if envy_hand_at(context, position) else original(context, position, wager)

    replace_function(ENVY_OWED, others)


@wrong(
    *("md 13.B(4)", "md 13.B(6)", "md 13.B(8)", "md 13.C(4)", "md 13.C(6)", "md 13.C(8)"),
    why="every paytable has the envy bonus of the first",
    of=(JUDGE_ENVY,),
)
def pay_envy_by_the_first_paytable():
    def first(original, judge, table):
        found = original(judge, table)
        return tuple(judge.book.paytables_of(each.wager)[0] for each in found)

    replace_function(JUDGE_ENVY, first)


@wrong(
    *(
        "md 13.B(2)",
        "md 13.B(4)",
        "md 13.B(6)",
        "md 13.B(8)",
        "md 13.C(2)",
        "md 13.C(4)",
        "md 13.C(6)",
        "md 13.C(8)",
        "div (s)(2)",
    ),
    why="an envy bonus is a sum for each dollar that its holder has bet",
    of=(PAY_ENVY,),
)
def pay_envy_by_the_dollar():
    def scaled(original, context, command):
        stake = context.round.stakes[command.position][command.text("wager")].amount
        return tuple(
            each._replace(amount=Cents(each.amount.amount * max(1, stake.amount // 2500)))
            if isinstance(each, DueMovement)
            else each
            for each in original(context, command)
        )

    replace_function(PAY_ENVY, scaled)


# The paytable that is filed


@wrong(
    *("md 13.B(3)", "md 13.B(5)", "md 13.B(7)", "md 13.C(3)", "md 13.C(5)", "md 13.C(7)", "md 13.D(2)"),
    why="the first paytable pays, whichever is filed",
    of=(JUDGE_TABLE,),
)
def pay_by_the_first_paytable():
    def first(original, judge):
        table = original(judge)
        return table and judge.book.paytables_of(table.wager)[0]

    replace_function(JUDGE_TABLE, first)


@wrong(
    *("md 13.B(1)", "md 13.B(3)", "md 13.B(5)", "md 13.B(7)", "md 13.C(1)", "md 13.C(3)", "md 13.C(5)", "md 13.C(7)"),
    *("md 13.D(1)", "md 13.D(2)", "div (s)(1)"),
    why="odds to one are paid for one: the stake is kept",
    of=(WON,),
)
def keep_the_stake_of_a_winner():
    def kept(original, context, position, made, stake, law):
        return original(context, position, made._replace(returns_stake=False), stake, law)

    replace_function(WON, kept)


@wrong(
    "div (s)(1)", "md 13.B(1)", "md 13.C(1)", "md 13.D(1)", why="a bonus wager is paid on five dollars at most", of=(AWARDS_AT,)
)
def pay_five_dollars_at_most():
    def capped(original, context, position):
        placed = context.round.wagers_at(position)
        return {
            wager: made._replace(amount=Cents(made.amount.amount * 500 // placed[wager].amount.amount))
            if made.row is not None and wager != "progressive" and placed[wager].amount.amount > 500
            else made
            for wager, made in original(context, position).items()
        }

    replace_function(AWARDS_AT, capped)


# Meters


def _show_as_at(step, close=f"{GAME}.betting:close_betting"):
    """Let a share be taken of what the meter showed at a step, unless it shows less by now."""
    shown: dict[str, dict[str, Fraction]] = {}

    def seen(original, context, command):
        shown[context.rules.hash] = dict(context.meters)
        return original(context, command)

    def forget(original, context, command):
        shown.pop(context.rules.hash, None)
        return original(context, command)

    def least(original, rules, meters):
        before = shown.get(rules.hash, {})
        return {name: min(amount, before.get(name, amount)) for name, amount in original(rules, meters).items()}

    replace_function(close, forget)
    replace_function(step, seen)
    replace_function(METERS, least)


@wrong(*AT_TURN, why="what other tables add after the deal is not paid", of=(DEAL, METERS))
def pay_what_the_meter_showed_at_the_deal():
    _show_as_at(DEAL)


@wrong(
    *AT_TURN,
    why="what other tables add after a win is validated is not paid",
    of=(f"{GAME}.optional_wagers:validate_win", METERS),
)
def pay_what_the_meter_showed_when_the_win_was_validated():
    _show_as_at(f"{GAME}.optional_wagers:validate_win")


@wrong("uth 12.D(4)", why="what other tables add after the deal is not paid", of=(METERS,))
def pay_what_the_meter_showed_at_ultimates_deal():
    _show_as_at("houseway.games.ultimate.dealing:deal_cards", "houseway.games.against_dealer.betting:close_betting")


@wrong("fc .12 D(4)", why="what other tables add after the deal is not paid", of=(METERS,))
def pay_what_the_meter_showed_at_four_cards_deal():
    _show_as_at("houseway.games.four_card.dealing:deal_cards", "houseway.games.against_dealer.betting:close_betting")


# Straights


@wrong(
    "md 6.B(7)",
    "div (c)(2)(vii)",
    "uth 6.D(6)",
    "fc as-played.6.D(5)",
    why="of more cards in a row, the lowest make the straight",
    of=(STRAIGHT,),
)
def make_the_lowest_straight():
    def lowest(original, dealt, order):
        for place, straight in reversed(list(enumerate(order.straights))):
            cards = ranking.fill_straight(dealt.by_rank, straight, dealt.joker)
            if cards is not None:
                return ranking.FoundHand((len(order.straights) - place,), *cards)
        return None

    replace_function(STRAIGHT, lowest)


@wrong(
    "md 6.B(7)",
    "div (c)(2)(vii)",
    "uth 6.D(6)",
    "fc as-played.6.D(5)",
    why="beside a pair there is no straight",
    of=(STRAIGHT,),
)
def make_no_straight_beside_a_pair():
    def unpaired(original, dealt, order):
        return None if any(len(cards) > 1 for cards in dealt.groups.values()) else original(dealt, order)

    replace_function(STRAIGHT, unpaired)


@wrong(
    "md 6.B(7)", "div (c)(2)(vii)", why="the joker completes a straight between two cards, and not at its ends", of=(STRAIGHT,)
)
def complete_straights_inside_only():
    def inside(original, dealt, order):
        found = original(dealt, order)
        return None if found and found.joker_as and found.cards[0].is_joker | found.cards[-1].is_joker else found

    replace_function(STRAIGHT, inside)


@wrong(
    "md 6.B(7)",
    "div (c)(2)(vii)",
    "uth 6.D(6)",
    "fc as-played.6.D(5)",
    why="five cards of one suit in a row are no straight",
    of=(STRAIGHT,),
)
def make_straights_of_several_suits_only():
    def mixed(original, dealt, order):
        found = original(dealt, order)
        suits = {card.suit for card in found.cards if not card.is_joker} if found else ()
        return found if len(suits) != 2 else None

    replace_function(STRAIGHT, mixed)


@wrong("md 6.B(7)", "div (c)(2)(vii)", why="the joker is no low ace", of=(STRAIGHT,))
def take_no_joker_for_a_low_ace():
    def natural(original, dealt, order):
        found = original(dealt, order)
        return None if found and found.joker_as is Rank.ACE and found.cards[-1].is_joker else found

    replace_function(STRAIGHT, natural)


# Optional wagers


@wrong("md 7.E(1)", "md 7.E(2)", "div (r)(2)#1", why="an optional wager needs no base wager", of=(CHECK_PLACE,))
def take_a_fortune_wager_without_a_base_wager():
    operate(CHECK_PLACE, "drop-guard", 2)


@wrong(
    *("md 7.E(1)", "md 7.E(2)", "div (a)(1)(xi)", "div (a)(1)(ii)#1"),
    why="the high hand as the player has set it counts, and not all seven cards",
    of=(AWARDS_AT,),
)
def count_the_high_hand_as_it_is_set():
    def as_set(original, context, position):
        placed = context.round.placed_hands.get(position)
        made = original(context, position)
        if placed is None or len(placed.high) != PAI_GOW_HIGH.hand_size:
            return made
        high = PAI_GOW_HIGH.find_best(placed.high).category
        return {wager: _unless_set(each, high) for wager, each in made.items()}

    replace_function(AWARDS_AT, as_set)


def _unless_set(made, high):
    five = made.row is not None and made.wager not in ("progressive", "insurance") and made.row.hand in FIVE
    if not five or high == made.row.hand:
        return made
    return award_without_row(made.wager, made.stake, "no paying hand", made.clauses)


@wrong(
    *("md 7.E(1)", "md 7.E(2)", "div (a)(1)(xi)"),
    why="a bonus is won only with a base wager that is not lost",
    of=(AWARDS_AT,),
)
def pay_a_bonus_only_beside_a_base_wager_that_stands():
    def standing(original, context, position):
        result = context.round.results.get((position, PAI_GOW))
        made = original(context, position)
        if result is None or result.result != "lose":
            return made
        lost = {wager: award_without_row(wager, each.stake, "lost", each.clauses) for wager, each in made.items()}
        return {wager: each if wager in ("progressive", "insurance") else lost[wager] for wager, each in made.items()}

    replace_function(AWARDS_AT, standing)


def _also_lost(*hands):
    """Let bonus wagers lose with some hands."""

    def lost(original, context, position):
        return {
            wager: award_without_row(wager, made.stake, "no paying hand", made.clauses)
            if wager in ("fortune-bonus", "emperors-treasure", "bonus") and made.row is not None and made.row.hand in hands
            else made
            for wager, made in original(context, position).items()
        }

    replace_function(AWARDS_AT, lost)


@wrong(
    "md 7.E(1)",
    "md 7.E(2)",
    "div (a)(1)(xi)",
    why="a bonus is won from a flush on: a straight does not qualify",
    of=(AWARDS_AT,),
)
def pay_no_straight():
    _also_lost(Category.STRAIGHT)


@wrong("md 7.E(1)", "md 7.E(2)", "div (a)(1)(xi)", why="hands of seven cards do not count, only those of five", of=(AWARDS_AT,))
def pay_no_hand_of_seven_cards():
    _also_lost(Category.NATURAL_SEVEN_CARD_STRAIGHT_FLUSH, Category.JOKER_SEVEN_CARD_STRAIGHT_FLUSH, Category.ROYAL_MATCH)
