"""Breaks of the fifth sample that no test of their clause noticed, and of siblings: both Pai Gow books."""

from dataclasses import replace

from houseway.cards import JOKER, Rank
from houseway.equipment.state import Stage
from houseway.hands import PAI_GOW_HIGH
from houseway.hands.categories import Category
from houseway.procedure import DEALER, DIV, MD, PAI_GOW, PROGRESSIVE
from houseway.values import with_changes
from tests.mutants.own import replace_function, wrong

GAME = "houseway.games.pai_gow"
AWARD = "houseway.games.awards:_award_from"
FACE_UP = f"{GAME}.view:_is_face_up"
CHECK_PLACE = f"{GAME}.betting:_check_place"
WANTED = "houseway.equipment.start:_check_wanted"
AREAS = "houseway.documents.layout:layout_areas"
PUT_AWAY = "houseway.equipment.start:decide_putting_away"
NOTICE = "houseway.submission.changes:_notice_clause"
OUTCOME = f"{GAME}.base_wager.outcome:_build_outcome"
NEXT_OFFER = f"{GAME}.banking:next_to_offer"
IDLE = f"{GAME}.dealing:idle_positions"
SHAKES = "houseway.equipment.start:_fewest_shakes"
WINNERS = f"{GAME}.procedure:_winners_after_all_step"
CHECK_OPEN = "houseway.games.wagers:check_open"
ABANDONED = f"{GAME}.irregularities.irregular:abandoned_positions"
WITH_A_STRAIGHT = ("fortune-bonus", "emperors-treasure", "bonus")
OPTIONAL = (
    "fortune-bonus",
    "emperors-treasure",
    "insurance",
    "bonus",
    "number",
    "trips",
    "six-card-bonus",
    "aces-up",
    PROGRESSIVE,
)


def _change_held(change) -> None:
    """Change which hands seven cards hold, for a wager."""

    def award(original, wager, listed, cards, held, *rest):
        return original(wager, listed, cards, change(wager, tuple(cards), held), *rest)

    replace_function(AWARD, award)


# Wagers on seven cards


@wrong("md 7.E(2)", "md 7.E(1)", "div (r)(4)(ii)(B)", why="a straight with the joker loses", of=(AWARD,))
def lose_on_straights_with_the_joker():
    from houseway.games.paytables import BITS

    def change(wager, cards, held):
        if wager not in WITH_A_STRAIGHT or JOKER not in cards:
            return held
        best = PAI_GOW_HIGH.find_best(cards)
        is_made_by_joker = best.category is Category.STRAIGHT and JOKER in best.cards
        return held & ~BITS[Category.STRAIGHT] if is_made_by_joker else held

    _change_held(change)


@wrong("md 6.F", "md 6.F(6)", why="two threes of a kind are no full house for the progressive", of=(AWARD,))
def lose_the_progressive_on_two_threes():
    from houseway.games.paytables import BITS

    def change(wager, cards, held):
        ranks = [Rank.ACE if card.is_joker else card.rank for card in cards]
        threes = {rank for rank in ranks if ranks.count(rank) == 3}
        return held & ~BITS[Category.FULL_HOUSE] if wager == PROGRESSIVE and len(threes) == 2 else held

    _change_held(change)


@wrong(
    *("md 7.E", "div (r)(2)#1", "div (g)(4)#1"),
    why="a base wager on one area of a player carries optional wagers on his other area",
    of=(CHECK_PLACE,),
)
def allow_side_bets_beside_another_base():
    def check(original, context, position, name, has_base):
        places = context.positions_of(context.seats.get(position, ""))
        return original(context, position, name, has_base or any(PAI_GOW in context.round.wagers_at(place) for place in places))

    replace_function(CHECK_PLACE, check)


@wrong(
    *("md 8.C", "md 9.A(3)", "md 10.A(2)", "div (h)(1)#2", "div (i)(2)(ii)#1", "div (j)(2)(ii)"),
    why="wagers are made and taken back after the call, until the cards are dealt",
    of=(CHECK_OPEN,),
)
def bet_until_the_cards_are_dealt():
    def check(original, context, name, law):
        if context.book not in (MD, DIV) or context.round.dealt:
            original(context, name, law)

    replace_function(CHECK_OPEN, check)


# The bank


@wrong("md 12.I(3)", "div (m)(11)#3", why="the dealer's cards are turned down when the house wins", of=(FACE_UP,))
def hide_the_winning_hand_of_the_house():
    def hide(original, context, position):
        is_hidden = position == DEALER and context.round.house_result == "win"
        return not is_hidden and original(context, position)

    replace_function(FACE_UP, hide)


@wrong("div (m)(1)#1", "md 12.A", why="who did not bet in the last round is not offered the bank", of=(NEXT_OFFER,))
def offer_the_bank_to_bettors_only():
    def next_one(original, context):
        betting = {place: name for place, name in context.seats.items() if name in context.history.last_wagers}
        return original(with_changes(context, seats=betting))

    replace_function(NEXT_OFFER, next_one)


# Cards and hands


@wrong(
    *("div (a)(1)(iv)", "div (c)(5)#2", "md 6.C(2)"),
    why="a copy of the high hand beside a higher low hand wins",
    of=(OUTCOME,),
)
def win_beside_a_copied_high_hand():
    from houseway.games.pai_gow.base_wager.outcome import ABOVE, COPY

    def build(original, rules, high, low, push, added):
        return original(rules, ABOVE if (high, low) == (COPY, ABOVE) else high, low, push, added)

    replace_function(OUTCOME, build)


@wrong(
    *("div (h)(4)(i)#2", "div (i)(7)", "div (j)(6)", "md 8.G", "md 9.F", "md 10.F(1)"),
    why="cards of seated players without a bet stay on the table",
    of=(IDLE,),
)
def leave_cards_of_seated_players():
    replace_function(IDLE, lambda original, context: tuple(place for place in original(context) if place not in context.seats))


@wrong("div (l)(8)#2", why="a winner who has left is paid before all hands are open", of=(WINNERS,))
def pay_absent_winners_early():
    from houseway.games.pai_gow.procedure import _pay_step

    def step(original, context):
        gone = [place for place in context.round.exposed if place in context.round.left]
        early = (_pay_step(context, place) for place in gone)
        return next(filter(None, early), None) or original(context)

    replace_function(WINNERS, step)


@wrong("md 7.C(2)", why="wagers of a player who left are ruled lost after the hand is exposed", of=(ABANDONED,))
def abandon_exposed_hands():
    def places(original, context):
        return original(with_changes(context, round=with_changes(context.round, exposed=())))

    replace_function(ABANDONED, places)


# The starting position


@wrong("md 5.F(4)", "div (k)(1)", why="the start is found while the cards wait for the cut", of=(WANTED,))
def find_the_start_before_the_cut():
    def wanted(original, equipment, command, context, *rest):
        deck = equipment.next_deck
        waits = deck is not None and deck.stage is Stage.SHUFFLED and deck.by_hand
        return original(equipment, command, context._replace(start_wanted=True) if waits else context, *rest)

    replace_function(WANTED, wanted)


@wrong("md 5.K(1)(f)", "div (k)(2)(iv)#2", why="the shaker of a bank is put at the dealer's left", of=(PUT_AWAY,))
def put_the_shaker_of_a_bank_left():
    def put(original, equipment, command, context):
        (event,) = original(equipment, command, context)
        return (event if context.bank is None else replace(event, facts={**event.facts, "side": "left"}),)

    replace_function(PUT_AWAY, put)


@wrong("md 5.K(1)(a)", "div (k)(2)", why="after a no roll one shake is enough", of=(SHAKES,))
def let_a_no_roll_shorten_the_shake():
    replace_function(
        SHAKES, lambda original, equipment, context: 1 if equipment.shaker.no_roll else original(equipment, context)
    )


# What is filed and printed


@wrong("div (s)(3)#3", why="a first payout limit needs no notice, only a lower one", of=(NOTICE,))
def need_no_notice_of_a_first_limit():
    def notice(original, new, old, place):
        return None if old.options.get(place) is None else original(new, old, place)

    replace_function(NOTICE, notice)


@wrong(
    *("md 2.B(5)", "md 2.B(6)", "md 2.B(7)", "md 2.B(8)", "div (r)(2)#1", "uth 2.B(5)", "uth 2.B(6)", "fc as-played.2.B(5)"),
    why="the area of an optional wager is drawn only beside that of another",
    of=(AREAS,),
)
def draw_no_area_alone():
    def areas(original, rules):
        offered = [wager for wager in OPTIONAL if wager in rules.offers]
        return tuple(area for area in original(rules) if len(offered) > 1 or area.element.wager not in offered)

    replace_function(AREAS, areas)
