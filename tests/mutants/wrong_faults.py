"""Irregularities, progressive wins and payout limits that are handled wrongly in Pai Gow Poker."""

from dataclasses import replace

from houseway.cards import Suit
from houseway.events import Event
from houseway.games.pai_gow import procedure
from houseway.procedure import DEALER, PAI_GOW
from tests.mutants.own import replace_function, wrong
from tests.mutants.ways import give_facts, leave_out, operate, return_instead

DEALING = "houseway.games.pai_gow.dealing"
EXPOSURE = "houseway.games.pai_gow.irregularities.exposure"
FACE_UP = "houseway.games.pai_gow.irregularities.face_up"
DEVICES = "houseway.equipment.devices"
OPTIONAL = "houseway.games.pai_gow.optional_wagers"
PROCEDURE = "houseway.games.pai_gow.procedure"


@wrong(*("div (n)(3)", "md 14.B"), why="a round that began at the wrong position goes on", of=(f"{DEALING}:deal_cards",))
def play_on_from_the_wrong_position():
    operate(f"{DEALING}:deal_cards", "drop-guard", 1)


@wrong(*("div (n)(14)#1", "md 14.M"), why="a round goes on although the shoe jammed", of=(f"{DEALING}:deal_cards",))
def play_on_after_a_jam():
    operate(f"{DEALING}:deal_cards", "drop-guard", 0)


@wrong(
    *("div (n)(13)", "div (n)(14)#2", "md 14.L", "md 14.M"),
    why="cards that were caught in a device go on without a shuffle",
    of=(f"{DEVICES}:decide_report",),
)
def do_not_shuffle_what_a_device_caught():
    give_facts(f"{DEVICES}:decide_report", "device-failed", decks=())


@wrong(
    *("div (n)(4)#1", "md 14.C"),
    why="a player whose card was exposed gets no choice",
    of=(f"{EXPOSURE}:exposed_effects",),
)
def give_no_choice_after_an_exposed_card():
    def unasked(original, context, cards, looked):
        made = original(context, cards, looked)
        return made if any(each.kind == "round-voided" for each in made if isinstance(each, Event)) else ()

    replace_function(f"{EXPOSURE}:exposed_effects", unasked)


@wrong(
    *("div (n)(4)#2", "md 14.C"), why="who has looked at his cards may still void his hand", of=(f"{EXPOSURE}:exposed_effects",)
)
def let_a_player_look_before_he_chooses():
    def unseen(original, context, cards, looked):
        return original(context, cards, False)

    replace_function(f"{EXPOSURE}:exposed_effects", unseen)


@wrong(
    *("div (n)(5)", "md 14.D"),
    why="an exposed card of the dealer or the bank voids nothing",
    of=(f"{EXPOSURE}:exposed_effects",),
)
def ignore_the_dealers_exposed_card():
    def ignored(original, context, cards, looked):
        theirs = {DEALER, context.round.bank.position} & set(cards)
        return () if theirs else original(context, cards, looked)

    replace_function(f"{EXPOSURE}:exposed_effects", ignored)


@wrong(*("div (n)(6)#1", "md 14.E"), why="a card that lay face up is dealt like any other", of=(f"{FACE_UP}:set_aside",))
def deal_a_card_that_lay_face_up():
    replace_function(f"{FACE_UP}:set_aside", lambda original, context, number=None: original(context))


@wrong(*("div (n)(6)#2", "md 14.F"), why="several cards face up void nothing", of=(f"{FACE_UP}:are_too_many",))
def ignore_several_cards_face_up():
    return_instead(f"{FACE_UP}:are_too_many", False)
    replace_function(f"{FACE_UP}:set_aside", lambda original, context, *numbers: original(context, *numbers[:1]))


@wrong("div (n)(12)", why="stacks that were dealt out of their pattern are played", of=(f"{DEALING}:deal_stacks",))
def play_stacks_out_of_pattern():
    operate(f"{DEALING}:deal_stacks", "drop-guard", 0)


@wrong(
    *("div (n)(11)", "md 14.J"),
    why="a card that was exposed while cards were dealt from the hand changes nothing",
    of=(f"{EXPOSURE}:exposed_while_stacking", f"{EXPOSURE}:_voids_hand_deal", f"{DEALING}:deal_stacks"),
)
def ignore_a_card_exposed_in_a_hand_deal():
    operate(f"{DEALING}:deal_stacks", "drop-guard", 1)
    return_instead(f"{EXPOSURE}:_voids_hand_deal", False)


@wrong(
    *("div (n)(15)", "md 14.N(1)", "md 14.N(2)"),
    why="another method is used while the broken device is still in use",
    of=(f"{DEVICES}:_check_replacement",),
)
def leave_a_broken_device_in_use():
    return_instead(f"{DEVICES}:_check_replacement", None)


@wrong(
    "div (f)(1)#2",
    why="a shuffled deck is left in two stacks, and only one is played",
    of=("houseway.equipment.shuffle:on_deck_shuffled",),
)
def leave_two_stacks():
    def half(original, equipment, event):
        cards = event["cards"]
        parted = Event(event.kind, event.clauses, {**event.facts, "cards": cards and cards[: len(cards) // 2]})
        return original(equipment, parted)

    replace_function("houseway.equipment.shuffle:on_deck_shuffled", half)


# Stacks and banks


@wrong(
    "div (m)(9)(v)#3",
    why="after the stacks to the right of the picked one, the others go out from the right",
    of=("houseway.games.pai_gow.deal_order:deliver_stacks",),
)
def deliver_the_other_stacks_from_the_right():
    def from_right(original, context, start, stacks):
        first = (context.round.first_stack or 1) - 1
        order = (*stacks[first:], *reversed(stacks[:first]))
        return dict(zip(context.clockwise(start), order, strict=True))

    replace_function("houseway.games.pai_gow.deal_order:deliver_stacks", from_right)


@wrong(
    *("div (m)(1)#1", "md 12.A", "md 12.C"),
    why="nobody is offered the bank although banking is filed",
    of=("houseway.games.pai_gow.banking:may_anybody_bank",),
)
def offer_nobody_the_bank():
    return_instead("houseway.games.pai_gow.banking:may_anybody_bank", False)


@wrong(
    *("div (m)(1)#2", "md 12.A(1)", "md 12.A(2)"),
    why="in a bank round players are compared with the dealer, as in any other round",
    of=("houseway.games.pai_gow.state:PaiGowRound.opposing_position",),
)
def compare_with_the_dealer_in_a_bank_round():
    def dealers(original, state):
        return DEALER if DEALER in state.placed_hands else original(state)

    replace_function("houseway.games.pai_gow.state:PaiGowRound.opposing_position", dealers)


# Progressive wins


@wrong(
    *("div (l)(11)", "md 11.H(6)(b)(vi)"),
    why="the cards of a hand that is paid from elsewhere are racked before the paperwork is done",
    of=(f"{PROCEDURE}:_collect_step",),
)
def rack_cards_before_the_paperwork():
    def early_rack(original, context, position, early=False):
        state = context.round
        if position in state.awaiting_documents and position not in state.racked:
            return procedure._rack_step(context, position, ())
        return original(context, position, early=early)

    replace_function(f"{PROCEDURE}:_collect_step", early_rack)


@wrong(
    *("div (q)(3)(i)", "md 11.H(6)(b)(ii)"),
    why="a progressive win is paid without a look at the light",
    of=(f"{PROCEDURE}:_progressive_step",),
)
def look_at_no_light():
    operate(f"{PROCEDURE}:_progressive_step", "drop-guard", 0)


@wrong(
    *("div (q)(3)(ii)", "md 11.H(6)(b)(i)"),
    why="a progressive win is paid without the hand being verified",
    of=(f"{PROCEDURE}:_progressive_step",),
)
def verify_no_progressive_hand():
    operate(f"{PROCEDURE}:_progressive_step", "drop-guard", 1)


@wrong(
    *("div (q)(3)(iii)", "md 11.H(6)(b)(iii)"),
    why="no floorperson validates a progressive win",
    of=(f"{OPTIONAL}:needs_validation",),
)
def validate_no_progressive_win():
    return_instead(f"{OPTIONAL}:needs_validation", False)


@wrong(
    *("div (q)(5)#3", "div (q)(5)#4"),
    why="no award comes off the meter",
    of=("houseway.games.paytables:_is_deducted",),
)
def deduct_nothing_from_the_meter():
    return_instead("houseway.games.paytables:_is_deducted", False)


@wrong(
    *("div (q)(5)#1", "div (q)(5)#2", "md 13.E(6)"),
    why="progressive wagers do not make the meter grow",
    of=("houseway.games.pai_gow.betting:contribution_instruction",),
)
def feed_no_meter():
    return_instead("houseway.games.pai_gow.betting:contribution_instruction", ())


@wrong("div (q)(7)", "md 13.F", why="a share of the meter is not paid", of=(f"{OPTIONAL}:_share_effects",))
def pay_no_share_of_the_meter():
    leave_out(f"{OPTIONAL}:_share_effects", lambda each: getattr(each, "reason", "") == "meter-award")


# The payout limit


@wrong("div (s)(3)#1", "md 13.G", why="a filed payout limit cuts nothing", of=("houseway.games.awards:wagers_under_limit",))
def ignore_the_payout_limit():
    return_instead("houseway.games.awards:wagers_under_limit", frozenset())


@wrong("div (s)(3)#4", why="a filed payout limit cuts every wager", of=("houseway.games.awards:wagers_under_limit",))
def limit_every_wager():
    def every(original, rules):
        return frozenset(rules.offers) if original(rules) else frozenset()

    replace_function("houseway.games.awards:wagers_under_limit", every)


@wrong(
    "md 13.G(1)",
    why="a payout limit may be less or more than the greater of the two amounts",
    of=("houseway.submission.judge:_SubmissionJudge._judge_payout_limit",),
)
def accept_any_payout_limit():
    return_instead("houseway.submission.judge:_SubmissionJudge._judge_payout_limit", None)


@wrong(
    *("md 7.D", "div (g)(1)#1"),
    why="the chips of a base wager stay with the player",
    of=("houseway.games.pai_gow.betting:place_wager",),
)
def take_no_base_wager():
    leave_out("houseway.games.pai_gow.betting:place_wager", lambda each: (getattr(each, "wager", "")) == PAI_GOW)


@wrong("div (a)(1)(xv)", why="a deck without diamonds is whole", of=("houseway.equipment.settings:settings_of",))
def play_without_diamonds():
    def three_suits(original, rules):
        settings = original(rules)
        cards = tuple(card for card in settings.deck.cards if card.is_joker or card.suit is not Suit.DIAMOND)
        return replace(settings, deck=replace(settings.deck, cards=cards, full=frozenset(cards)))

    replace_function("houseway.equipment.settings:settings_of", three_suits)
