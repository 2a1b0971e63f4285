"""Wrong implementations of the Division's rules for irregularities and for a player's two areas."""

from dataclasses import replace

from houseway.equipment.state import Stage
from houseway.events import Event
from houseway.games.pai_gow import dealing
from houseway.games.pai_gow.irregularities import counting, exposure, irregular
from houseway.games.round import DueMovement
from houseway.procedure import DEALER, PAI_GOW
from tests.mutants.own import replace_function, wrong

PAI_GOW_GAME = "houseway.games.pai_gow"
EFFECTS = f"{PAI_GOW_GAME}.irregularities.exposure:exposed_effects"
MAY_LOOK = f"{PAI_GOW_GAME}.view:_may_look"
VOID_HAND = f"{PAI_GOW_GAME}.irregularities.irregular:void_hand"
VOID_ROUND = f"{PAI_GOW_GAME}.irregularities.irregular:void_round"
TOO_MANY = f"{PAI_GOW_GAME}.irregularities.face_up:are_too_many"
ASIDE = f"{PAI_GOW_GAME}.irregularities.face_up:set_aside"
COUNTED = f"{PAI_GOW_GAME}.irregularities.counting:_miscounted_hands"
DEAL = f"{PAI_GOW_GAME}.dealing:deal_cards"
SET_DEALER = f"{PAI_GOW_GAME}.setting:set_dealer"
RESET_BANK = f"{PAI_GOW_GAME}.setting:_must_reset_bank"
ORDER = f"{PAI_GOW_GAME}.setting:_check_order"
TURN = f"{PAI_GOW_GAME}.setting:_check_turn"
NO_ROLL = "houseway.equipment.start:on_no_roll"
ANNOUNCED = "houseway.equipment.start:on_start_found"
UNCOVER = "houseway.equipment.start:decide_uncovering"
REPORT = "houseway.equipment.devices:decide_report"
FAILED = f"{PAI_GOW_GAME}.irregularities.irregular:device_failed"
REPLACEMENT = "houseway.equipment.devices:_check_replacement"
ROUND_ENDED = "houseway.equipment.decks:on_round_ended"


@wrong("div (n)(1)", "div (n)(2)", why="the shakes before a no roll still count", of=(NO_ROLL,))
def count_shakes_before_a_no_roll():
    def kept(original, equipment, event):
        made = original(equipment, event)
        return replace(made, shaker=replace(made.shaker, shakes=equipment.shaker.shakes))

    replace_function(NO_ROLL, kept)


def _ignore(fact, right):
    def ignored(original, equipment, command, context):
        if fact in command.facts:
            command = command._replace(facts={**command.facts, fact: right, "dice": command.facts.get("dice", (1, 2, 3))})
        return original(equipment, command, context)

    replace_function(UNCOVER, ignored)


@wrong("div (n)(1)", why="dice that do not lie flat are read all the same", of=(UNCOVER,))
def read_dice_that_are_not_flat():
    _ignore("flat", True)


@wrong("div (n)(2)", why="a die that fell out is read all the same", of=(UNCOVER,))
def read_a_die_that_fell():
    _ignore("fallen", False)


@wrong("div (n)(3)", why="a wrong total alone kills the hands, although the first card went to the right place", of=(DEAL,))
def void_for_a_wrong_total():
    found = {}

    def noted(original, equipment, event):
        found["wrong"] = event.facts.get("announced_position", event.position) != event.position
        return original(equipment, event)

    def dead(original, context, command):
        if found.get("wrong"):
            return dealing.void_round(context, "wrong-first-position", context.law(dealing.WRONG_START))
        return original(context, command)

    replace_function(ANNOUNCED, noted)
    replace_function(DEAL, dead)


def _keep_wagers(why):
    def keeping(original, context, reason, clauses, **facts):
        made = original(context, reason, clauses, **facts)
        return made if reason != why else tuple(each for each in made if not isinstance(each, DueMovement))

    replace_function(VOID_ROUND, keeping)


@wrong("div (n)(3)", why="wagers of dead hands stay on the layout", of=(VOID_ROUND,))
def keep_the_wagers_of_a_wrong_start():
    _keep_wagers("wrong-first-position")


@wrong("div (n)(5)", why="wagers stay on the layout when the dealer's card voids all hands", of=(VOID_ROUND,))
def keep_the_wagers_of_an_exposed_dealer():
    _keep_wagers("card-exposed")


@wrong("div (n)(8)", why="wagers stay on the layout after a wrong number of cards", of=(VOID_ROUND,))
def keep_the_wagers_of_a_misdeal():
    _keep_wagers("misdeal")


@wrong("div (n)(6)#2", why="wagers stay on the layout after several cards face up", of=(VOID_ROUND,))
def keep_the_wagers_of_cards_face_up():
    _keep_wagers("cards-face-up")


def _play_on_with_the_same_cards(why):
    def unshuffled(original, equipment, event):
        made = original(equipment, event)
        deck = equipment.next_deck
        if not event["void"] or deck is None or why not in map(str, event["clauses"]) or deck.leaving_reason:
            return made
        return made.with_deck(deck.name, stage=Stage.SHUFFLED, cards=deck.cards, clauses=())

    replace_function(ROUND_ENDED, unshuffled)


@wrong("div (n)(3)", why="the cards of a wrong start are not shuffled again", of=(ROUND_ENDED,))
def do_not_reshuffle_after_a_wrong_start():
    _play_on_with_the_same_cards("div.pai-gow-poker (n)(3)")


@wrong("div (n)(5)", why="the cards are not shuffled again when the dealer's card was exposed", of=(ROUND_ENDED,))
def do_not_reshuffle_after_an_exposed_dealer():
    _play_on_with_the_same_cards("div.pai-gow-poker (n)(5)")


@wrong("div (n)(6)#2", why="the cards are not shuffled again when several were face up", of=(ROUND_ENDED,))
def do_not_reshuffle_cards_face_up():
    _play_on_with_the_same_cards("div.pai-gow-poker (n)(6)#2")


@wrong("div (n)(8)", why="the cards of a misdeal are not shuffled again", of=(ROUND_ENDED,))
def do_not_reshuffle_a_misdeal():
    _play_on_with_the_same_cards("div.pai-gow-poker (n)(8)")


@wrong("div (n)(11)", why="the cards are not shuffled again when one was exposed in a stack", of=(ROUND_ENDED,))
def do_not_reshuffle_exposed_stacks():
    _play_on_with_the_same_cards("div.pai-gow-poker (n)(11)")


@wrong("div (n)(12)", why="stacks out of their pattern are not shuffled again", of=(ROUND_ENDED,))
def do_not_reshuffle_stacks_out_of_pattern():
    _play_on_with_the_same_cards("div.pai-gow-poker (n)(12)")


@wrong("div (n)(14)#2", why="the cards of a jammed shoe are not shuffled again", of=(ROUND_ENDED,))
def do_not_reshuffle_a_jammed_shoe():
    _play_on_with_the_same_cards("div.pai-gow-poker (n)(14)#2")


@wrong("div (n)(4)#1", why="a player has the choice only if several of his cards were exposed", of=(EFFECTS,))
def choose_about_several_cards_only():
    def several(original, context, exposed, looked=False):
        few = {place: cards for place, cards in exposed.items() if place in context.positions and len(cards) == 1}
        return original(context, exposed, looked or bool(few))

    replace_function(EFFECTS, several)


@wrong("div (n)(4)#1", why="a voided hand gets only its base wager back", of=(VOID_HAND,))
def return_only_the_base_wager_of_a_void_hand():
    def base_only(original, context, position, clauses, forfeit):
        made = original(context, position, clauses, forfeit)
        return tuple(
            each for each in made if not (isinstance(each, DueMovement) and each.reason == "refund" and each.wager != PAI_GOW)
        )

    replace_function(VOID_HAND, base_only)


@wrong("div (n)(4)#1", why="another player's exposed card gives everybody the choice", of=(EFFECTS,))
def let_everybody_choose():
    def everybody(original, context, exposed, looked=False):
        made = original(context, exposed, looked)
        others = [place for place in context.round.betting_positions if place not in exposed]
        chosen = any(isinstance(each, Event) and each.kind == "card-exposed" for each in made)
        law = context.law(exposure.EXPOSED_PLAYER)
        return (*made, *(Event("card-exposed", law, {"position": each, "cards": ()}) for each in others)) if chosen else made

    replace_function(EFFECTS, everybody)


@wrong("div (n)(4)#2", why="a player sees his other cards while he chooses", of=(MAY_LOOK,))
def show_the_other_cards_to_a_player_who_chooses():
    def looking(original, context, position):
        state = context.round
        return original(context, position) or (position in state.exposed_to_choose and state.stub_counted)

    replace_function(MAY_LOOK, looking)


@wrong("div (n)(5)", why="an exposed card of the bank is the bank's choice, like any player's", of=(EFFECTS,))
def let_the_bank_choose():
    def not_bank(original, context, exposed, looked=False):
        if context.round.bank.position not in exposed:
            return original(context, exposed, looked)
        law = context.law(exposure.EXPOSED_PLAYER)
        return tuple(Event("card-exposed", law, {"position": place, "cards": cards}) for place, cards in exposed.items())

    replace_function(EFFECTS, not_bank)


@wrong("div (n)(5)", why="an exposed card of the dealer voids nothing when a player banks", of=(EFFECTS,))
def overlook_the_dealers_card_in_a_bank_round():
    def banked(original, context, exposed, looked=False):
        if DEALER in exposed and context.round.bank.position is not None:
            exposed = {place: cards for place, cards in exposed.items() if place != DEALER}
        return original(context, exposed, looked)

    replace_function(EFFECTS, banked)


@wrong("div (n)(6)#1", why="a card found face up does not go into the discard rack", of=(ASIDE,))
def rack_no_card_found_face_up():
    import houseway.games.pai_gow.racking as racking

    racking._rack_set_aside.__code__ = (lambda context, event: ()).__code__


@wrong("div (n)(6)#2", why="cards that are found face up one after the other do not add up", of=(TOO_MANY,))
def count_cards_face_up_one_by_one():
    def each_time(original, context, numbers):
        return len(numbers) > context.rules.regulation.number_of("face-up-tolerated")

    replace_function(TOO_MANY, each_time)


@wrong("div (n)(8)", why="nobody minds how many cards the dealer has", of=(COUNTED,))
def overlook_the_dealers_number_of_cards():
    def players(original, context, command, places):
        return {place: cards for place, cards in original(context, command, places).items() if place != DEALER}

    replace_function(COUNTED, players)


@wrong("div (n)(8)", why="a hand with too few cards is void, but not one with too many", of=(COUNTED,))
def overlook_a_card_too_many():
    def fewer(original, context, command, places):
        size = context.rules.regulation.number_of("hand-cards")
        return {place: cards for place, cards in original(context, command, places).items() if cards < size}

    replace_function(COUNTED, fewer)


@wrong("div (n)(9)", why="a dealer who set otherwise voids the round", of=(SET_DEALER,))
def void_a_round_that_the_dealer_set_otherwise():
    def voided(original, context, command):
        made = original(context, command)
        reset = any(isinstance(each, Event) and each.kind == "hand-reset" for each in made)
        return irregular.void_round(context, "dealer-set", context.law(counting.WRONG_NUMBER)) if reset else made

    replace_function(SET_DEALER, voided)


@wrong("div (n)(10)#2", why="a bank that set illegally is reset only if its numbers of cards are wrong", of=(RESET_BANK,))
def reset_only_wrong_numbers_of_the_bank():
    replace_function(RESET_BANK, lambda original, context, laid, right: len(laid.low) != len(right.low))


def _only_jams(original, equipment, command, context):
    """A device that stops or does not finish is not reported as failed."""
    (failed,) = original(equipment, command, context)
    if failed.kind == "device-failed" and failed.facts.get("what") in ("stopped", "unfinished"):
        failed = Event(failed.kind, failed.clauses, {**failed.facts, "decks": (), "live": False})
    return (failed,)


@wrong("div (n)(13)", why="a shuffler that stops or does not finish has shuffled", of=(REPORT,))
def reshuffle_after_jams_only():
    replace_function(REPORT, _only_jams)


@wrong("div (n)(14)#1", why="the round goes on when the shoe fails after the first hands are out", of=(FAILED,))
def play_on_when_the_shoe_fails_after_the_deal():
    def before(original, context, device, live):
        return () if context.round.dealt else original(context, device, live)

    replace_function(FAILED, before)


@wrong("div (n)(14)#1", why="the round goes on when the shoe fails before the first stack", of=(FAILED,))
def play_on_when_the_shoe_fails_before_the_deal():
    def after(original, context, device, live):
        return original(context, device, live) if context.round.dealt else ()

    replace_function(FAILED, after)


@wrong("div (n)(15)", why="a shuffler that works need not be removed before the cards are shuffled by hand", of=(REPLACEMENT,))
def leave_a_sound_device_in_place():
    def broken_only(original, equipment, shuffling, dealing_by, clauses):
        if equipment.faults:
            original(equipment, shuffling, dealing_by, clauses)

    replace_function(REPLACEMENT, broken_only)


@wrong("div (o)(2)#2", "div (o)(2)#3", why="two hands are set counterclockwise, whatever was wagered", of=(ORDER,))
def set_two_hands_counterclockwise():
    _order_by(lambda mine, theirs, here, there: there < here)


def _order_by(is_first):
    def ordered(original, context, position):
        state = context.round
        for other in context.positions_of(context.seats[position]):
            if (
                other == position
                or other not in state.live_positions
                or other in state.placed_hands
                or other in state.surrendered
            ):
                continue
            mine, theirs = state.stakes[position][PAI_GOW].total, state.stakes[other][PAI_GOW].total
            if is_first(mine, theirs, position, other):
                raise dealing.round_refusal("other-hand-first", "the other hand first", (), given=position, allowed=other)

    replace_function(ORDER, ordered)


@wrong("div (o)(2)#4", why="the first of two hands may be changed until the second is set", of=(TURN,))
def let_the_first_hand_be_changed():
    def changed(original, context, position):
        own = context.positions_of(context.seats[position])
        waits = any(place not in context.round.placed_hands for place in own if place in context.round.live_positions)
        if not (len(own) > 1 and waits and position in context.round.placed_hands):
            original(context, position)

    replace_function(TURN, changed)
