"""Wrong implementations of how Maryland's hands are set, surrendered and compared."""

from collections import Counter
from dataclasses import replace

from houseway.cards import JOKER, Rank
from houseway.events import Role
from houseway.events.disclosure import Disclosure
from houseway.games.pai_gow import disclosure, procedure
from houseway.games.pai_gow.base_wager import outcome
from houseway.games.round import DueMovement
from houseway.house_way import HouseWay, house_way_names
from houseway.money import Cents
from houseway.procedure import DEALER, INVENTORY, PAI_GOW, PROGRESSIVE, layout_account, seat_account
from houseway.values import with_changes
from tests.mutants.own import replace_function, wrong

GAME = "houseway.games.pai_gow"
MAY_LOOK = f"{GAME}.view:_may_look"
TELL = f"{GAME}.setting:tell_house_way"
DECLINE = f"{GAME}.setting:may_decline_help"
SEE_SETTING = f"{GAME}.view:_may_see_setting"
FACE_UP = f"{GAME}.view:_is_face_up"
LEGAL = f"{GAME}.base_wager.outcome:is_legal"
BARS = f"{GAME}.setting:_bars_surrender"
BARRED = f"{GAME}.setting:why_surrender_is_barred"
SURRENDER = f"{GAME}.setting:surrender_wager"
STAYS = f"{GAME}.setting:_surrendered_cards_stay"
MISCOUNTED = f"{GAME}.setting:void_if_miscounted"
BUILD = f"{GAME}.base_wager.outcome:_build_outcome"
RETURN = f"{GAME}.settling:_collect_or_return"
RACK = f"{GAME}.optional_wagers:collect_cards"
BY_HOUSE_WAY = f"{GAME}.setting:set_by_house_way"
SET = f"{GAME}.setting:set_hand"
STEP = f"{GAME}.procedure:_setting_step"
OWN_WAGERS = f"{GAME}.setting:_optional_wagers_of_player"
POSITION = f"{GAME}.procedure:_position_step"


def publish(kind, *facts):
    """Let everybody at the table know facts of a kind of event."""
    old = disclosure.DISCLOSURES[kind]
    own = tuple(name for name in old.own_hand if name not in facts)
    disclosure.DISCLOSURES[kind] = Disclosure((*old.public, *facts), own, old.staff, old.sealed)


@wrong("md 11.A", why="a player looks at the cards before it is known that they were dealt properly", of=(MAY_LOOK,))
def look_before_the_stub_is_counted():
    def at_once(original, context, position):
        return original(replace(context, round=with_changes(context.round, stub_counted=True)), position)

    replace_function(MAY_LOOK, at_once)


@wrong("md 11.A(1)", "md 11.A(2)", why="whoever sits at the table may set a player's hands", of=(SET,))
def let_another_player_set():
    def by_anybody(original, context, command):
        owner = context.seats.get(command.position, "")
        return original(context, command._replace(by=command.by._replace(name=owner)))

    replace_function(SET, by_anybody)


@wrong("md 11.A(3)", why="the dealer tells how his own cards would be set", of=(TELL,))
def tell_how_the_dealers_cards_are_set():
    def of_dealer(original, context, command):
        hands = {**context.round.hands, command.position: context.round.hands[DEALER]}
        return original(replace(context, round=with_changes(context.round, hands=hands)), command)

    replace_function(TELL, of_dealer)


@wrong("md 11.A(3)", why="everybody hears how a player's cards would be set", of=(TELL,))
def tell_the_whole_table():
    publish("house-way-told", "high", "low", "rule")


@wrong("md 11.A(3)", why="the dealer may decline to tell", of=(DECLINE,))
def let_the_dealer_decline():
    replace_function(DECLINE, lambda original, context: True)


@wrong("md 11.A(3)", why="nobody sees to it that who asked is told", of=(STEP,))
def forget_who_asked_for_help():
    def forgetting(original, context):
        return original(replace(context, round=with_changes(context.round, asked_for_help=frozenset())))

    replace_function(STEP, forgetting)


@wrong("md 11.A(5)", "md 7.F(4)", why="hands are set face up: everybody sees them at once", of=(SEE_SETTING,))
def see_what_others_have_set():
    replace_function(SEE_SETTING, lambda original, context, actor, position: True)


@wrong("md 11.A(5)", "md 7.F(4)", why="everybody is told the hands that a player has set face down", of=(SET,))
def tell_what_others_have_set():
    publish("hand-set", "high", "low")


def _highest_two(cards):
    """The two cards that matter first in a hand."""
    ranks = [Rank.ACE if card == JOKER else card.rank for card in cards]
    counts = Counter(ranks)
    return sorted(ranks, key=lambda rank: (counts[rank], rank), reverse=True)[:2]


@wrong(
    "md 11.B", "md 1.B(5)", "md 1.B(6)", "md 11.F(1)(c)", why="a high hand that only equals the low one is foul", of=(LEGAL,)
)
def want_the_high_hand_to_be_higher():
    def higher(original, laid):
        return original(laid) and _highest_two(laid.high) != _highest_two(laid.low)

    replace_function(LEGAL, higher)


@wrong("md 11.B", "md 1.B(6)", "md 11.F(1)(c)", why="only a pair in the low hand is compared with the high hand", of=(LEGAL,))
def compare_pairs_only():
    def if_paired(original, laid):
        return original(laid) or (len(set(_highest_two(laid.low))) > 1 and bool(laid.high_strength))

    replace_function(LEGAL, if_paired)


@wrong(
    "md 11.B",
    "md 1.B(5)",
    "md 11.F(1)(c)",
    why="a pair in the low hand is never compared with one in the high hand",
    of=(LEGAL,),
)
def do_not_compare_pairs():
    def unless_paired(original, laid):
        return original(laid) or (len(set(_highest_two(laid.low))) == 1 and bool(laid.high_strength))

    replace_function(LEGAL, unless_paired)


@wrong("md 14.I", why="the house way that comes with the program is used, whatever was filed", of=(BY_HOUSE_WAY,))
def set_by_the_shipped_house_way():
    shipped = HouseWay.load(house_way_names()[0])
    replace_function(BY_HOUSE_WAY, lambda original, context, cards: original(replace(context, house_way=shipped), cards))


# Surrender


@wrong("md 11.D", why="only a progressive wager bars surrender", of=(BARS,))
def bar_surrender_by_the_progressive_only():
    replace_function(BARS, lambda original, context, wager: wager == PROGRESSIVE)


@wrong("md 11.D", why="a progressive wager does not bar surrender", of=(BARS,))
def let_the_progressive_surrender():
    replace_function(BARS, lambda original, context, wager: wager != PROGRESSIVE)


@wrong("md 11.D", why="an optional wager of anybody bars everybody from surrender", of=(OWN_WAGERS,))
def bar_surrender_by_the_wagers_of_others():
    def of_anybody(original, context, position):
        return tuple({wager for placed in context.round.stakes.values() for wager in placed if wager != PAI_GOW})

    replace_function(OWN_WAGERS, of_anybody)


@wrong("md 11.D", why="a player may surrender before the dealer's or the bank's hands are set", of=(BARRED,))
def surrender_at_any_time():
    def early(original, context, position):
        why = original(context, position)
        return "" if why.startswith("a player may surrender only after") else why

    replace_function(BARRED, early)


@wrong("md 11.D", why="in a bank round players wait with surrender for the dealer's hands instead of the bank's", of=(BARRED,))
def surrender_after_the_dealer_in_a_bank_round():
    def after_dealer(original, context, position):
        banked = context.round.bank.position is not None
        if banked and not context.round.is_dealer_done:
            return "a player may surrender only after the dealer's hands are set"
        return original(context, position)

    replace_function(BARRED, after_dealer)


@wrong("md 11.D(1)", why="nobody may surrender once the first hand is exposed", of=(BARRED,))
def end_surrender_with_the_first_exposed_hand():
    def before_all(original, context, position):
        return "hands are being exposed" if context.round.exposed else original(context, position)

    replace_function(BARRED, before_all)


@wrong("md 11.D(1)", why="a player may surrender after his own hands are exposed", of=(BARRED,))
def surrender_an_exposed_hand():
    def late(original, context, position):
        return original(replace(context, round=with_changes(context.round, exposed=())), position)

    replace_function(BARRED, late)


@wrong("md 11.D(2)", why="who surrenders gets one half of the wager back", of=(SURRENDER,))
def return_one_half_of_a_surrendered_wager():
    def halved(original, context, command):
        made = []
        for part in original(context, command):
            if isinstance(part, DueMovement) and part.reason == "surrendered":
                half = Cents(part.amount.amount // 2)
                made += [part._replace(amount=part.amount - half), part._replace(amount=half, target=seat_account(part.seat))]
            else:
                made.append(part)
        return tuple(made)

    replace_function(SURRENDER, halved)


@wrong("md 11.D(2)", why="surrendered cards are turned up", of=(FACE_UP,))
def turn_up_cards_surrendered_in_maryland():
    replace_function(FACE_UP, lambda original, context, place: place in context.round.surrendered or original(context, place))


@wrong(
    "md 11.D(2)",
    why="surrendered cards stay on the layout until all others are settled",
    of=(f"{GAME}.procedure:_after_deal_step",),
)
def collect_surrendered_cards_late():
    def later(original, context):
        if not context.round.to_collect:
            return original(context)
        without = with_changes(context.round, to_collect=frozenset())
        found = original(replace(context, round=without))
        return original(context) if found is None or found.act in ("collect-cards", "end-round") else found

    replace_function(f"{GAME}.procedure:_after_deal_step", later)


@wrong("md 11.D(3)", why="surrendered cards go at once although somebody has made a Qualifying Wager", of=(STAYS,))
def collect_surrendered_cards_at_once():
    replace_function(STAYS, lambda original, context, position: bool(context.optional_wagers(position)))


@wrong("md 11.D(3)", "md 11.D(2)", why="any optional wager of anybody keeps surrendered cards on the table", of=(STAYS,))
def keep_surrendered_cards_for_any_optional_wager():
    def for_any(original, context, position):
        return any(wager != PAI_GOW for placed in context.round.stakes.values() for wager in placed)

    replace_function(STAYS, for_any)


@wrong("md 11.D(4)", why="surrendered cards are not counted", of=(MISCOUNTED,))
def accept_any_number_of_surrendered_cards():
    replace_function(MISCOUNTED, lambda original, context, command: ())


@wrong("md 11.D(4)", why="eight surrendered cards are as good as seven", of=(MISCOUNTED,))
def accept_eight_surrendered_cards():
    def too_few(original, context, command):
        size = context.rules.regulation.number_of("hand-cards")
        return original(context, command) if command.number("cards", size) < size else ()

    replace_function(MISCOUNTED, too_few)


# How a wager ends


def _end(result, *pairs):
    """Let hands that compare in one of these ways end a wager with a result."""
    ways = dict.fromkeys(pairs, result)

    def built(original, rules, high, low, push, added):
        made = original(rules, high, low, push, added)
        return replace(made, result=ways.get((high, low), made.result))

    replace_function(BUILD, built)


@wrong("md 11.F(1)(b)", "md 6.C(2)", why="two identical hands push", of=(BUILD,))
def push_two_copies():
    _end(outcome.TIE, (outcome.COPY, outcome.COPY))


@wrong("md 11.F(1)(b)", why="an identical high hand pushes, although the low hand is lower", of=(BUILD,))
def push_a_copied_high_hand():
    _end(outcome.TIE, (outcome.COPY, outcome.BELOW))


@wrong("md 11.F(1)(b)", why="an identical low hand pushes, although the high hand is lower", of=(BUILD,))
def push_a_copied_low_hand():
    _end(outcome.TIE, (outcome.BELOW, outcome.COPY))


@wrong("md 11.F(2)(a)", why="a higher high hand wins if the low hand is identical", of=(BUILD,))
def win_in_maryland_with_a_copied_low_hand():
    _end(outcome.WIN, (outcome.ABOVE, outcome.COPY))


@wrong("md 11.F(2)(b)", why="a higher low hand wins if the high hand is identical", of=(BUILD,))
def win_with_a_copied_high_hand():
    _end(outcome.WIN, (outcome.COPY, outcome.ABOVE))


@wrong("md 11.F(2)(a)", why="a higher high hand loses if the low hand is identical", of=(BUILD,))
def lose_with_a_copied_low_hand():
    _end(outcome.LOSE, (outcome.ABOVE, outcome.COPY))


@wrong("md 11.F(2)(b)", why="a higher low hand loses if the high hand is identical", of=(BUILD,))
def lose_with_a_copied_high_hand():
    _end(outcome.LOSE, (outcome.COPY, outcome.ABOVE))


@wrong("md 11.F(1)", why="lost wagers are collected with the cards, and not at once", of=(RETURN, RACK))
def collect_lost_wagers_with_the_cards():
    def unmoved(original, context, position, stake, result, words, clauses):
        made = original(context, position, stake, result, words, clauses)
        return [part for part in made if result != "lose" or not isinstance(part, DueMovement)]

    def with_wager(original, context, command):
        position = command.position
        lost = context.round.results.get((position, PAI_GOW))
        stake = context.round.wagers_at(position).get(PAI_GOW)
        made = original(context, command)
        if lost is None or stake is None or lost.result != "lose" or position in context.round.surrendered:
            return made
        law = made[0].clauses
        return (*made, DueMovement(layout_account(position), INVENTORY, stake.amount, "wager-lost", law, position, PAI_GOW))

    replace_function(RETURN, unmoved)
    replace_function(RACK, with_wager)


@wrong("md 11.F(2)", why="a tied wager stays on the layout for the next round", of=(RETURN,))
def leave_a_tied_wager():
    def left(original, context, position, stake, result, words, clauses):
        made = original(context, position, stake, result, words, clauses)
        return [part for part in made if result != "tie" or not isinstance(part, DueMovement)]

    replace_function(RETURN, left)


@wrong("md 11.E", "md 11.E(1)", why="all hands are exposed before the first is settled", of=(POSITION,))
def expose_all_before_settling():
    def first_pass(original, context):
        found = None
        if context.round.bank.position is None:
            found = procedure._first_pass_step(context, context.round.live_positions)
        return found or original(context)

    replace_function(POSITION, first_pass)


@wrong("md 11.D", why="the dealer may surrender for a player", of=(SURRENDER,))
def let_the_dealer_surrender():
    def by_anybody(original, context, command):
        owner = context.seats.get(command.position, "")
        return original(context, command._replace(by=command.by._replace(name=owner, role=Role.PLAYER)))

    replace_function(SURRENDER, by_anybody)
