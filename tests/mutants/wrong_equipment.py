"""Decks that are opened, shuffled, cut and put away wrongly, and acceptors that count wrongly."""

from houseway.equipment import opening
from houseway.equipment.settings import Shuffling
from houseway.equipment.state import Cut, Stage, replace
from houseway.events import Role
from tests.mutants.own import replace_function, wrong
from tests.mutants.ways import give_facts, leave_out, operate, return_instead

OPENING = "houseway.equipment.opening"
NEXT_STEP = f"{OPENING}:next_opening_step"
DECKS = "houseway.equipment.decks"
CUT = "houseway.equipment.cut"
SHUFFLE = "houseway.equipment.shuffle"
ACCEPTORS = "houseway.equipment.acceptors"
RACK = "houseway.equipment.rack"


def _skip(act):
    """Leave out one step of an opening: the step after it is due at once."""

    def skipping(original, equipment, deck):
        step = original(equipment, deck)
        return step if step is None or step.act != act else original(equipment, replace(deck, stage=step.after))

    replace_function(NEXT_STEP, skipping)


@wrong(*("md 4.A", "div (e)(1)#1", "md 3.A(2)"), why="a new deck is not inspected", of=(NEXT_STEP,))
def do_not_inspect_a_deck():
    _skip("inspect-deck")


@wrong("md 3.A(2)", why="a deck with a defect stays in play", of=(f"{OPENING}:on_opening_step",))
def keep_a_deck_with_a_defect():
    def keeping(original, equipment, event):
        changed = original(equipment, event)
        return changed.with_deck(event.text("deck"), leaving_reason="") if event.kind == "deck-inspected" else changed

    replace_function(f"{OPENING}:on_opening_step", keeping)


@wrong(
    *("md 4.A", "div (e)(1)#2"),
    why="the dealer verifies an inspection",
    of=(f"{OPENING}:_check_other_person",),
)
def let_the_dealer_verify():
    object.__setattr__(opening._STEP_BY_ACT["verify-inspection"], "role", Role.DEALER)
    return_instead(f"{OPENING}:_check_other_person", None)


@wrong(*("md 4.B(1)", "md 4.B(2)", "div (e)(2)#1", "div (e)(2)#2"), why="a new deck is not spread", of=(NEXT_STEP,))
def do_not_spread_a_deck():
    _skip("spread-deck")


@wrong(*("md 4.B(1)", "div (e)(2)#1"), why="the first player is not shown the cards", of=(NEXT_STEP,))
def show_the_first_player_nothing():
    _skip("afford-inspection")


@wrong(*("md 4.C(1)", "div (e)(3)#1"), why="the cards are washed face up", of=(NEXT_STEP,))
def wash_face_up():
    _skip("turn-down")


@wrong(*("md 4.C(2)", "div (e)(3)#1"), why="the cards are not washed", of=(NEXT_STEP,))
def do_not_wash():
    _skip("wash-deck")


@wrong(*("md 4.C(3)", "div (e)(3)#1"), why="the cards are shuffled without being stacked", of=(f"{OPENING}:on_opening_step",))
def do_not_stack():
    def stacked(original, equipment, event):
        changed = original(equipment, event)
        return changed.with_deck(event.text("deck"), stage=Stage.STACKED) if event.kind == "deck-washed" else changed

    replace_function(f"{OPENING}:on_opening_step", stacked)


@wrong(
    *("md 4.D", "md 5.A(1)", "div (e)(3)#2", "div (f)(1)#1", "md 5.A"),
    *("uth 4.D", "uth 5.A(1)", "fc as-played.4.D", "fc as-played.5.A(1)"),
    why="a deck that was opened is played without a shuffle",
    of=(f"{OPENING}:on_opening_step",),
)
def play_an_unshuffled_deck():
    def unshuffled(original, equipment, event):
        changed = original(equipment, event)
        if event.kind != "deck-stacked":
            return changed
        by_hand = equipment.shuffling is Shuffling.MANUAL
        cards = tuple(equipment.settings.deck.cards)
        return changed.with_deck(event.text("deck"), stage=Stage.SHUFFLED, cards=cards, by_hand=by_hand)

    replace_function(f"{OPENING}:on_opening_step", unshuffled)


@wrong(
    *("md 5.A(2)", "div (f)(1)#1", "uth 5.A(2)", "fc as-played.5.A(2)"),
    why="the cards of one round are dealt again in the next without a shuffle",
    of=(f"{DECKS}:on_round_ended",),
)
def do_not_shuffle_after_a_round():
    def unshuffled(original, equipment, event):
        changed = original(equipment, event)
        deck = next(deck for deck in equipment.decks if deck.name == event["deck"])
        return changed if event.flag("void") else changed.with_deck(deck.name, stage=Stage.SHUFFLED, cards=deck.cards)

    replace_function(f"{DECKS}:on_round_ended", unshuffled)


@wrong(
    *("md 4.E", "div (e)(4)", "div (b)(2)(i)"),
    why="a second deck is taken into play without being opened",
    of=(f"{DECKS}:on_deck_received",),
)
def open_the_first_deck_only():
    def second(original, equipment, event):
        changed = original(equipment, event)
        return changed.with_deck(event.text("deck"), stage=Stage.STACKED) if equipment.decks else changed

    replace_function(f"{DECKS}:on_deck_received", second)


@wrong("md 4.F", why="a preshuffled deck is opened like any other", of=(f"{DECKS}:on_deck_received",))
def open_a_preshuffled_deck():
    def received(original, equipment, event):
        return original(equipment, event).with_deck(event.text("deck"), stage=Stage.RECEIVED)

    replace_function(f"{DECKS}:on_deck_received", received)


@wrong(
    *("md 3.A(1)", "div (b)(1)#1"),
    why="a second deck may come to a table that plays with one",
    of=(f"{DECKS}:decks_needed",),
)
def need_two_decks():
    return_instead(f"{DECKS}:decks_needed", 2)


@wrong(
    *("md 3.A(3)(b)", "div (b)(1)#3"),
    why="a deck without a joker is accepted",
    of=(f"{DECKS}:jokers_allowed",),
)
def allow_a_deck_without_a_joker():
    replace_function(f"{DECKS}:jokers_allowed", lambda original, equipment: (*original(equipment), 0))


@wrong("div (b)(2)(ii)", why="two decks may have backs of one colour", of=(f"{DECKS}:_check_room",))
def allow_two_decks_with_the_same_back():
    operate(f"{DECKS}:_check_room", "drop-guard", 1)


@wrong(
    *("md 3.B(2)", "div (b)(2)(iii)"),
    why="the resting deck is not shuffled while the other is played",
    of=(f"{SHUFFLE}:due_duty",),
)
def shuffle_no_resting_deck():
    def only_the_next(original, equipment):
        deck = equipment.next_deck
        return [] if deck is not None and deck.stage is Stage.LOADED else original(equipment)

    replace_function(f"{SHUFFLE}:due_duty", only_the_next)


@wrong(
    *("md 3.B(3)", "div (b)(2)(iv)"),
    why="one of two decks is used in every round",
    of=(f"{DECKS}:on_deal_begun",),
)
def use_one_deck_always():
    def never_used(original, equipment, event):
        other = next((deck.name for deck in equipment.decks if deck.name != event["deck"]), "")
        return replace(original(equipment, event), last_used=other or event["deck"])

    replace_function(f"{DECKS}:on_deal_begun", never_used)


@wrong(
    *("md 3.B(4)", "div (b)(2)(v)"),
    why="the discard rack takes cards of both decks",
    of=(f"{RACK}:rack_event",),
)
def rack_both_decks():
    operate(f"{RACK}:rack_event", "drop-guard", 0)


# The cut


@wrong(
    *("md 5.C(2)", "div (f)(2)(ii)", "md 5.D"),
    why="cards that were shuffled by hand are not cut",
    of=(f"{SHUFFLE}:on_deck_shuffled",),
)
def cut_nothing():
    def uncut(original, equipment, event):
        return original(equipment, event).with_deck(event.text("deck"), by_hand=False)

    replace_function(f"{SHUFFLE}:on_deck_shuffled", uncut)


@wrong(
    *("md 5.C(1)", "div (f)(2)(i)", "md 5.J"),
    why="cards that a device shuffled are cut",
    of=(f"{SHUFFLE}:on_deck_shuffled",),
)
def cut_what_a_device_shuffled():
    def cut(original, equipment, event):
        name = event.text("deck")
        return original(equipment, event).with_deck(name, by_hand=True, stage=Stage.SHUFFLED, in_shuffler=False)

    replace_function(f"{SHUFFLE}:on_deck_shuffled", cut)


@wrong(
    *("md 5.D(1)", "div (f)(3)#2"),
    why="the dealer cuts without offering the cut to a player",
    of=(f"{CUT}:is_offered_to_players",),
)
def offer_nobody_the_cut():
    return_instead(f"{CUT}:is_offered_to_players", False)


@wrong(
    *("md 5.D(2)", "div (f)(3)#3"),
    why="the cards are dealt uncut if every player refuses to cut",
    of=(f"{CUT}:due_duty", f"{DECKS}:is_ready_to_load"),
)
def cut_nothing_if_everybody_refuses():
    def no_cut(original, equipment, context):
        return [step for step in original(equipment, context) if step.act != "cut" or step.role is not Role.DEALER]

    def ready(original, deck):
        return original(deck) or deck.stage is Stage.SHUFFLED

    replace_function(f"{CUT}:due_duty", no_cut)
    replace_function(f"{DECKS}:is_ready_to_load", ready)


@wrong(
    *("md 5.E(1)", "div (f)(4)(i)"),
    why="at the start of a game the cut is first offered at the dealer's right, whoever came first",
    of=(f"{CUT}:_does_first_arrival_cut",),
)
def ignore_who_came_first():
    return_instead(f"{CUT}:_does_first_arrival_cut", False)


@wrong(
    *("md 5.E(2)", "div (f)(4)(ii)#1"),
    why="the cut is first offered at the dealer's right although a player banks",
    of=(f"{CUT}:_first_position",),
)
def ignore_the_bank_at_the_cut():
    def without_bank(original, equipment, context, seats):
        return original(equipment, context._replace(bank=None), seats)

    replace_function(f"{CUT}:_first_position", without_bank)


@wrong(
    *("md 5.E(3)", "div (f)(4)(ii)#2"),
    why="a bank that refuses to cut passes the cut on clockwise",
    of=(f"{CUT}:entitled_positions",),
)
def pass_the_cut_clockwise():
    def clockwise(original, equipment, context):
        first, *others = original(equipment, context) or (None,)
        return () if first is None else (first, *reversed(others))

    replace_function(f"{CUT}:entitled_positions", clockwise)


@wrong(
    *("md 5.F(1)", "div (f)(5)#2"),
    why="the upper part of the stack stays on top after the cut",
    of=(f"{CUT}:on_cut_completed",),
)
def leave_the_upper_part_on_top():
    def uncut(original, equipment, event):
        deck = next(deck for deck in equipment.decks if deck.name == event["deck"])
        return original(equipment, event).with_deck(deck.name, cards=deck.cards)

    replace_function(f"{CUT}:on_cut_completed", uncut)


@wrong(
    *("md 5.F(2)", "div (f)(5)#3"),
    why="the first cover card stays where the stack was cut",
    of=(f"{CUT}:decide_completion",),
)
def leave_the_cover_card_in_the_stack():
    give_facts(f"{CUT}:decide_completion", "cut-completed", cover="in the stack")


@wrong(
    *("md 5.G(1)", "div (f)(6)#1"),
    why="the dealer orders a recut instead of a floorperson",
    of=(f"{CUT}:decide_recut_order",),
)
def let_the_dealer_order_a_recut():
    operate(f"{CUT}:decide_recut_order", "swap-role")


@wrong(
    *("md 5.F(5)", "div (f)(5)#5"),
    why="the cards are loaded before the cut is completed",
    of=(f"{CUT}:on_cut_made", f"{CUT}:due_duty"),
)
def deal_before_the_cut_is_completed():
    def ready(original, equipment, event):
        changed = original(equipment, event).with_deck(event.text("deck"), stage=Stage.CUT)
        return replace(changed, cut=replace(changed.cut, depth=None))

    replace_function(f"{CUT}:on_cut_made", ready)


# The idle table


@wrong(
    *("md 5.H(1)", "div (f)(7)#1"),
    why="the cards of an idle table stay in the shoe and in the rack",
    of=(f"{OPENING}:on_table_idle",),
)
def leave_the_idle_cards_in_the_rack():
    def left(original, equipment, event):
        return replace(original(equipment, event), rack=equipment.rack, cut=Cut())

    replace_function(f"{OPENING}:on_table_idle", left)


@wrong(
    *("md 5.H(1)", "div (f)(7)#1"),
    why="nobody spreads the cards of an idle table",
    of=(f"{OPENING}:_idle_duty",),
)
def spread_no_idle_cards():
    replace_function(f"{OPENING}:_idle_duty", lambda original, equipment, context: [])


@wrong(
    *("md 5.H(3)", "div (f)(7)#3"),
    why="who comes to an idle table is not shown the cards",
    of=(NEXT_STEP,),
)
def show_the_newcomer_nothing():
    def unseen(original, equipment, deck):
        step = original(equipment, deck)
        idle = deck.stage in (Stage.IDLE_UP, Stage.IDLE_DOWN)
        return original(equipment, replace(deck, stage=Stage.TURNED)) if idle and step is not None else step

    replace_function(NEXT_STEP, unseen)


@wrong("md 5.H(4)", why="idle cards are shuffled by hand without a wash", of=(f"{OPENING}:is_unwashed",))
def do_not_wash_idle_cards():
    replace_function(f"{OPENING}:is_unwashed", lambda original, equipment, deck: deck.was_idle)


@wrong("md 5.H(5)(a)", why="the idle deck is dealt from, and the other stays in the shuffler", of=(f"{OPENING}:on_table_idle",))
def leave_the_stored_deck_in_the_shuffler():
    def left(original, equipment, event):
        other = next((deck.name for deck in equipment.decks if deck.in_shuffler), equipment.last_used)
        return replace(original(equipment, event), last_used=other)

    replace_function(f"{OPENING}:on_table_idle", left)


@wrong("div (f)(7)#2", why="idle cards are not turned up for a player who comes", of=(f"{OPENING}:_is_turned_up",))
def leave_idle_cards_face_down():
    return_instead(f"{OPENING}:_is_turned_up", False)


# Loading


@wrong(
    *("md 8.B", "div (h)(1)#2", "md 10.A(1)", "div (j)(2)(i)", "md 9.A(2)", "div (i)(2)(i)"),
    why="cards are dealt although nobody has put the deck into the shoe or taken it in hand",
    of=(f"{SHUFFLE}:on_deck_shuffled", f"{CUT}:on_cut_completed"),
)
def deal_without_loading():
    def loaded(original, equipment, event):
        changed = original(equipment, event)
        name = event.text("deck")
        deck = next(deck for deck in changed.decks if deck.name == name)
        ready = deck.stage is Stage.CUT or (deck.stage is Stage.SHUFFLED and not deck.by_hand)
        return changed.with_deck(name, stage=Stage.LOADED, in_shuffler=False) if ready else changed

    replace_function(f"{SHUFFLE}:on_deck_shuffled", loaded)
    replace_function(f"{CUT}:on_cut_completed", loaded)


# Acceptors


@wrong(
    *("md 2.D(2)", "md 8.C(2)", "md 9.A(3)(b)", "md 10.A(2)(b)", "div (q)(2)#1"),
    why="the acceptors take wagers after the lock-out",
    of=(f"{ACCEPTORS}:on_locked_out", f"{ACCEPTORS}:due_duty"),
)
def lock_nothing_out():
    def open_still(original, equipment, event):
        return equipment

    def already(original, equipment, context):
        return [step for step in original(equipment, context) if step.act != "lock-out"]

    replace_function(f"{ACCEPTORS}:on_locked_out", open_still)
    replace_function(f"{ACCEPTORS}:due_duty", already)


@wrong(
    *("md 8.C(3)", "md 9.A(3)(b)(ii)", "md 10.A(2)(c)", "div (q)(2)#2"),
    why="any number of progressive chips is taken for the number of lights",
    of=(f"{ACCEPTORS}:decide_chip_count",),
)
def match_any_number_of_chips():
    give_facts(
        f"{ACCEPTORS}:decide_chip_count", "chips-counted", chips=lambda event: event["lights"] - event["coupons"], matched=True
    )


@wrong(
    *("md 8.C(3)", "md 9.A(3)(b)(ii)", "md 10.A(2)(c)", "div (q)(2)#2"),
    why="progressive chips are not counted",
    of=(f"{ACCEPTORS}:due_duty",),
)
def do_not_count_progressive_chips():
    replace_function(
        f"{ACCEPTORS}:due_duty",
        lambda original, equipment, context: [step for step in original(equipment, context) if step.act == "lock-out"],
    )


@wrong(
    *("md 2.D", "md 2.D(1)"),
    why="a position's device registers no progressive wager",
    of=(f"{ACCEPTORS}:on_light_switched",),
)
def register_no_wager():
    replace_function(f"{ACCEPTORS}:on_light_switched", lambda original, equipment, event: equipment)


@wrong("div (g)(4)#2", why="a progressive win without a light is paid", of=(f"{ACCEPTORS}:is_lit",))
def ignore_a_light_that_is_off():
    return_instead(f"{ACCEPTORS}:is_lit", True)


@wrong(
    *("md 9.A(3)(b)(i)", "md 9.A(3)(b)(iii)", "md 10.A(2)(d)", "md 8.C(4)", "div (q)(2)#3"),
    why="progressive chips stay on the layout",
    of=("houseway.games.pai_gow.betting:collect_progressive",),
)
def leave_progressive_chips_on_the_layout():
    leave_out(
        "houseway.games.pai_gow.betting:collect_progressive", lambda each: getattr(each, "reason", "") == "wager-collected"
    )
