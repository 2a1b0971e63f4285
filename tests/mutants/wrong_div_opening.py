"""Wrong implementations of the Division's rules for decks, their opening, shuffle and cut."""

import dataclasses

from houseway.equipment import cut, decks, opening
from houseway.equipment.settings import Dealing
from houseway.equipment.state import Stage, replace
from houseway.events import Event
from tests.mutants.own import replace_function, wrong

EQUIPMENT = "houseway.equipment"
JOKERS = f"{EQUIPMENT}.decks:jokers_allowed"
NEXT_STEP = f"{EQUIPMENT}.opening:next_opening_step"
ARRIVAL = f"{EQUIPMENT}.opening:_check_arrival"
STEP = f"{EQUIPMENT}.opening:decide_opening_step"
TURNED_UP = f"{EQUIPMENT}.opening:_is_turned_up"
REASON = f"{EQUIPMENT}.decks:reason_to_leave"
FIRST = f"{EQUIPMENT}.cut:_first_position"
ENTITLED = f"{EQUIPMENT}.cut:entitled_positions"
OFFERED = f"{EQUIPMENT}.cut:on_cut_offered"
RANGE = f"{EQUIPMENT}.cut:cut_depth_range"
COMPLETION = f"{EQUIPMENT}.cut:decide_completion"
RECUT = f"{EQUIPMENT}.cut:decide_recut_order"
LOADS = f"{EQUIPMENT}.shuffle:_may_load_itself"
RECEIVED = f"{EQUIPMENT}.decks:on_deck_received"
SHUFFLED = f"{EQUIPMENT}.shuffle:on_deck_shuffled"


@wrong("div (b)(1)#4", why="a deck that is made with two jokers is refused", of=(JOKERS,))
def refuse_a_second_joker():
    replace_function(JOKERS, lambda original, equipment: (1,))


@wrong("div (b)(1)#4", "div (e)(1)#3", why="the second joker is not torn", of=(RECEIVED,))
def leave_the_second_joker_whole():
    def whole(original, equipment, event):
        made = original(equipment, event)
        return made.with_deck(event.text("deck"), spare_joker=False)

    replace_function(RECEIVED, whole)


@wrong("div (e)(1)#3", why="the torn joker goes back into the box", of=(STEP,))
def put_the_torn_joker_into_the_box():
    def boxed(original, *given):
        (made,) = original(*given)
        return (Event(made.kind, made.clauses, {**made.facts, "to": "container"}) if made.kind == "joker-torn" else made,)

    replace_function(STEP, boxed)


@wrong("div (e)(1)#3", why="the second joker is torn when the inspection is verified already", of=(NEXT_STEP,))
def tear_the_joker_after_the_verification():
    def later(original, equipment, deck):
        steps = {step.act: step for step in opening.OPENING_STEPS}
        if deck.stage is Stage.INSPECTED:
            return steps["verify-inspection"]
        if deck.stage is Stage.VERIFIED and deck.spare_joker:
            return steps["tear-joker"]
        return original(equipment, deck)

    replace_function(NEXT_STEP, later)


@wrong("div (e)(2)#1", why="the cards are shown to the player farthest right, whoever came first", of=(ARRIVAL,))
def show_the_cards_to_the_player_on_the_right():
    def right(original, context, clauses):
        original(context, clauses)
        return context.seats[0][1]

    replace_function(ARRIVAL, right)


@wrong("div (e)(5)#2", why="cards dealt from the hand may stay as long as those of a shoe", of=(REASON,))
def change_hand_dealt_cards_late():
    _with_age(Dealing.HAND, lambda settings: settings.deck.shoe_age)


@wrong("div (e)(5)#1", why="cards of an automated shoe must go as early as those dealt from the hand", of=(REASON,))
def change_cards_of_an_automated_shoe_early():
    _with_age(Dealing.AUTOMATED_SHOE, lambda settings: settings.deck.hand_age)


@wrong("div (e)(5)#1", why="cards of an automated shoe are never changed", of=(REASON,))
def never_change_cards_of_an_automated_shoe():
    _with_age(Dealing.AUTOMATED_SHOE, lambda settings: settings.deck.shoe_age * 1000)


def _with_age(of, find):
    def aged(original, equipment, deck, at, closed):
        if equipment.dealing is not of or deck.leaving_reason or closed:
            return original(equipment, deck, at, closed)
        if at - deck.opened_at >= find(equipment.settings):
            return "age", equipment.law(decks.AGE, of)
        return original(equipment, deck, deck.opened_at, closed)

    replace_function(REASON, aged)


@wrong("div (e)(5)#1", "div (e)(5)#2", why="the age of cards counts from their last shuffle", of=(SHUFFLED,))
def count_the_age_from_the_last_shuffle():
    now = {}

    def noted(original, equipment, deck, at, closed):
        now["at"] = at
        return original(equipment, deck, at, closed)

    def younger(original, equipment, event):
        made = original(equipment, event)
        name = str(event["deck"])
        return made.with_deck(name, opened_at=now.get("at", next(d.opened_at for d in made.decks if d.name == name)))

    replace_function(REASON, noted)
    replace_function(SHUFFLED, younger)


@wrong("div (f)(1)#3", why="a device never loads the shoe by itself", of=(LOADS,))
def load_every_shoe_by_hand():
    replace_function(LOADS, lambda original, *given: False)


@wrong("div (f)(4)(iii)#1", why="without a bank the cut is first offered at the far left", of=(FIRST,))
def offer_the_cut_at_the_left():
    def left(original, equipment, context, seats):
        found = original(equipment, context, seats)
        if (
            context.bank is None
            and found == (seats[0] if seats else None)
            and not cut._does_first_arrival_cut(equipment, context)
        ):
            return seats[-1] if seats else None
        return found

    replace_function(FIRST, left)


@wrong("div (f)(4)(iii)#2", why="the first offer of the cut stays at the far right", of=(FIRST,))
def keep_the_cut_at_the_right():
    def stays(original, equipment, context, seats):
        return original(equipment, context._replace(bankless_rounds=0), seats)

    replace_function(FIRST, stays)


@wrong("div (f)(4)(iii)#2", why="the offer of the cut rotates clockwise", of=(FIRST,))
def rotate_the_cut_clockwise():
    def clockwise(original, equipment, context, seats):
        found, last = original(equipment, context, seats), equipment.first_offer
        moved = context.bank is None and last is not None and found != last and context.bankless_rounds
        if not moved or cut._does_first_arrival_cut(equipment, context):
            return found
        return next((seat for seat in seats[::-1] if seat < last), seats[-1])

    replace_function(FIRST, clockwise)


@wrong("div (f)(4)(iii)#2", "div (f)(4)(iii)#1", why="after a bank round the cut goes on where it was", of=(OFFERED, FIRST))
def go_on_with_the_cut_after_a_bank():
    def kept(original, equipment, event):
        made = original(equipment, event)
        return made if event["rotates"] else replace(made, first_offer=equipment.first_offer)

    def onward(original, equipment, context, seats):
        return original(equipment, context._replace(bankless_rounds=context.bankless_rounds or 1), seats)

    replace_function(OFFERED, kept)
    replace_function(FIRST, onward)


@wrong("div (f)(4)(ii)#2", why="a bank that refuses the cut leaves it to the dealer", of=(ENTITLED,))
def leave_the_cut_of_a_bank_to_the_dealer():
    def bank_only(original, equipment, context):
        found = original(equipment, context)
        return found[:1] if context.bank is not None else found

    replace_function(ENTITLED, bank_only)


@wrong("div (f)(3)#3", why="the dealer cuts when the first player has refused", of=(ENTITLED,))
def let_the_dealer_cut_after_one_refusal():
    def first(original, equipment, context):
        found = original(equipment, context)
        return found[:1] if context.bank is None else found

    replace_function(ENTITLED, first)


@wrong("div (f)(5)#1", why="the cut is measured from the top only", of=(RANGE,))
def measure_the_cut_from_the_top():
    replace_function(RANGE, lambda original, equipment: (original(equipment)[0], len(equipment.settings.deck.cards) - 1))


@wrong("div (f)(5)#1", why="the cut is measured from the bottom only", of=(RANGE,))
def measure_the_cut_from_the_bottom():
    replace_function(RANGE, lambda original, equipment: (1, original(equipment)[1]))


@wrong("div (f)(5)#4", why="the cutting card always goes into the rack", of=(COMPLETION,))
def rack_the_cutting_card():
    def racked(original, *given):
        (made,) = original(*given)
        return (Event(made.kind, made.clauses, {**made.facts, "spare": "discard-rack", "spare_depth": 0}),)

    replace_function(COMPLETION, racked)


@wrong("div (f)(6)#1", why="a recut may be ordered when cards are dealt", of=(RECUT,))
def order_a_recut_after_the_deal():
    def late(original, equipment, command, context):
        deck = equipment.next_deck
        if deck is not None and deck.stage is Stage.OUT:
            equipment = replace(equipment.with_deck(deck.name, stage=Stage.CUT), cut=replace(equipment.cut, cutter=1))
        return original(equipment, command, context)

    replace_function(RECUT, late)


def _recut_by(who):
    def other(original, equipment, command, context):
        settings = dataclasses.replace(equipment.settings, cut=dataclasses.replace(equipment.settings.cut, recut_by=who))
        return original(replace(equipment, settings=settings), command, context)

    replace_function(RECUT, other)


@wrong("div (f)(6)#2", why="who cut last cuts again, whatever is filed", of=(RECUT,))
def recut_by_the_last_always():
    _recut_by("last-to-cut")


@wrong("div (f)(6)#2", why="the next player cuts again, whatever is filed", of=(RECUT,))
def recut_by_the_next_always():
    _recut_by("next-entitled")


@wrong("div (f)(7)#2", why="idle cards are turned up before anybody comes", of=(TURNED_UP,))
def turn_idle_cards_up_for_nobody():
    replace_function(TURNED_UP, lambda original, equipment, deck, context: deck.stage is Stage.IDLE_DOWN)
