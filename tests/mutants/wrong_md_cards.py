"""Wrong implementations of Maryland's decks, shuffle, cut and starting position."""

from dataclasses import replace

from houseway.equipment.state import SPREAD_FACE_UP, Stage
from houseway.events import Event, Role
from houseway.procedure import DEALER
from tests.mutants.own import replace_function, wrong

DECKS = "houseway.equipment.decks"
OPENING = "houseway.equipment.opening"
SHUFFLE = "houseway.equipment.shuffle"
CUT = "houseway.equipment.cut"
START = "houseway.equipment.start"
MAKE = f"{DECKS}:_check_make"
ROOM = f"{DECKS}:_check_room"
RECEIVED = f"{DECKS}:on_deck_received"
LEAVES = f"{DECKS}:reason_to_leave"
AGE = "houseway.equipment.settings:DeckSettings.age"
STEP = f"{OPENING}:decide_opening_step"
ARRIVAL = f"{OPENING}:_check_arrival"
IDLE = f"{OPENING}:decide_idle"
ORDER = f"{SHUFFLE}:decide_shuffle_order"
ORDERED = f"{SHUFFLE}:on_shuffle_ordered"
LOADS = "houseway.equipment.state:Equipment.loads_itself"
ENTITLED = f"{CUT}:entitled_positions"
FIRST_CUTS = f"{CUT}:_does_first_arrival_cut"
DEPTH = f"{CUT}:cut_depth_range"
COMPLETION = f"{CUT}:decide_completion"
RECUT = f"{CUT}:decide_recut_order"
POSITION = f"{START}:starting_position"
UNCOVERING = f"{START}:decide_uncovering"
BUTTON = f"{START}:next_button_position"
MARK = f"{START}:decide_mark"
DRAW = f"{START}:decide_number_draw"
PUT_AWAY = f"{START}:_is_to_be_put_away"
EXPIRY = f"{START}:dice_expiry"


def _as(role, function):
    """Let anybody do what is for one role."""

    def anybody(original, equipment, command, context):
        return original(equipment, command._replace(by=command.by._replace(role=role)), context)

    replace_function(function, anybody)


@wrong("md 3.A(3)(a)", why="a deck without its two cover cards is taken", of=(MAKE,))
def accept_any_number_of_cover_cards():
    def jokers_only(original, equipment, jokers, covers):
        return original(equipment, jokers, equipment.settings.cut.cover_cards)

    replace_function(MAKE, jokers_only)


@wrong("md 3.A(4)", "md 4.B", why="both jokers of a deck stay in it", of=(RECEIVED,))
def play_with_both_jokers():
    def untorn(original, equipment, event):
        made = original(equipment, event)
        return made.with_deck(event.text("deck"), spare_joker=False)

    replace_function(RECEIVED, untorn)


@wrong("md 4.B", why="the torn joker is thrown away, and not put back into the box", of=(STEP,))
def throw_the_torn_joker_away():
    def discarded(original, equipment, command, context):
        return tuple(
            Event(event.kind, event.clauses, {**event.facts, "to": "discarded"}) if event.kind == "joker-torn" else event
            for event in original(equipment, command, context)
        )

    replace_function(STEP, discarded)


@wrong("md 3.B(1)", why="two decks of one colour are taken", of=(ROOM,))
def accept_two_decks_of_one_colour():
    replace_function(ROOM, lambda original, equipment, name, back: original(equipment, name, f"not {back}"))


@wrong("md 3.C(1)", "md 3.C(2)", why="a deck may stay a second longer than it may", of=(LEAVES,))
def keep_a_deck_a_second_longer():
    replace_function(LEAVES, lambda original, equipment, deck, at, closed: original(equipment, deck, at - 1, closed))


@wrong("md 3.C(1)", why="cards that are dealt by hand stay as long as those from a shoe", of=(AGE,))
def keep_a_hand_dealt_deck_too_long():
    replace_function(AGE, lambda original, deck, dealing: deck.shoe_age)


@wrong("md 3.C(2)", why="cards from a manual shoe are changed as often as those that are dealt by hand", of=(AGE,))
def change_a_shoe_dealt_deck_too_early():
    def early(original, deck, dealing):
        return original(deck, dealing) if dealing == "automated-shoe" else deck.hand_age

    replace_function(AGE, early)


@wrong("md 2.C(1)(c)", why="dice must go when they have been on the table for just 24 hours", of=(EXPIRY,))
def remove_dice_at_24_hours():
    replace_function(EXPIRY, lambda original, equipment: tuple(time - 1 for time in original(equipment)))


@wrong("md 4.B(1)", "md 5.H(3)", why="the last player to arrive inspects the cards", of=(ARRIVAL,))
def let_the_last_player_inspect():
    def last(original, context, clauses):
        original(context, clauses)
        return context.seats[-1][1]

    replace_function(ARRIVAL, last)


@wrong("md 5.A(3)", why="the dealer may order a shuffle", of=(ORDER,))
def let_the_dealer_order_a_shuffle():
    _as(Role.FLOOR, ORDER)


@wrong("md 5.A(3)", why="a shuffle that was ordered is not carried out", of=(ORDERED,))
def ignore_an_ordered_shuffle():
    replace_function(ORDERED, lambda original, equipment, event: equipment)


@wrong("md 5.B", why="a shuffler that loads the shoe is not believed: the dealer loads it", of=(LOADS,))
def load_by_hand_what_the_shuffler_loads():
    replace_function(LOADS, lambda original, equipment: False)


@wrong("md 5.E(1)", "md 5.E(4)", why="who arrived first cuts first in every round", of=(FIRST_CUTS,))
def let_the_first_arrival_always_cut():
    def always(original, equipment, context):
        return original(equipment, context._replace(start_of_game=True))

    replace_function(FIRST_CUTS, always)


@wrong("md 5.E(3)", why="when the bank refuses, the cut is offered from the dealer's right on", of=(ENTITLED,))
def offer_the_cut_from_the_right_after_the_bank():
    def from_right(original, equipment, context):
        order = original(equipment, context)
        return (order[0], *sorted(order[1:])) if context.bank is not None and order else order

    replace_function(ENTITLED, from_right)


@wrong("md 5.E(3)", "md 5.E(4)", "md 5.D(2)", why="the dealer cuts when the first player refuses", of=(ENTITLED,))
def offer_the_cut_once():
    replace_function(ENTITLED, lambda original, equipment, context: original(equipment, context)[:1])


@wrong("md 5.E(4)", why="the cut goes around clockwise", of=(ENTITLED,))
def offer_the_cut_clockwise():
    def clockwise(original, equipment, context):
        order = original(equipment, context)
        return (*order[:1], *reversed(order[1:])) if context.bank is None else order

    replace_function(ENTITLED, clockwise)


@wrong("md 5.F", why="a cut must leave more than the least number of cards", of=(DEPTH,))
def want_a_deeper_cut():
    def deeper(original, equipment):
        least, most = original(equipment)
        return least + 1, most - 1

    replace_function(DEPTH, deeper)


@wrong("md 5.F", why="the cut is measured from the top only", of=(DEPTH,))
def measure_marylands_cut_from_the_top():
    replace_function(DEPTH, lambda original, equipment: (original(equipment)[0], len(equipment.settings.deck.cards) - 1))


@wrong(
    "md 5.F(3)(b)", why="the spare cover card goes into the rack although it is filed to go into the stack", of=(COMPLETION,)
)
def rack_the_spare_cover_card():
    def racked(original, equipment, command, context):
        return tuple(
            Event(event.kind, event.clauses, {**event.facts, "spare": "discard-rack", "spare_depth": 0})
            for event in original(equipment, command, context)
        )

    replace_function(COMPLETION, racked)


@wrong(
    "md 5.F(3)(a)", why="the spare cover card goes into the stack although it is filed to go into the rack", of=(COMPLETION,)
)
def insert_the_spare_cover_card():
    def inserted(original, equipment, command, context):
        depth = equipment.settings.cut.spare_cover_depth
        return tuple(
            Event(event.kind, event.clauses, {**event.facts, "spare": "four-from-bottom", "spare_depth": depth})
            for event in original(equipment, command, context)
        )

    replace_function(COMPLETION, inserted)


@wrong("md 5.G(1)", why="a recut comes too late once the shoe is loaded", of=(RECUT,))
def refuse_a_recut_of_loaded_cards():
    def in_time(original, equipment, command, context):
        deck = equipment.next_deck
        loaded = deck is not None and deck.stage is Stage.LOADED
        gone = replace(equipment, cut=replace(equipment.cut, cutter=None)) if loaded else equipment
        return original(gone, command, context)

    replace_function(RECUT, in_time)


def _recut_by(who, equipment):
    settings = equipment.settings
    return replace(equipment, settings=replace(settings, cut=replace(settings.cut, recut_by=who)))


@wrong("md 5.G(2)", why="the recut is always made by who cut last", of=(RECUT,))
def let_the_last_cutter_always_recut():
    def last(original, equipment, command, context):
        return original(_recut_by("last-to-cut", equipment), command, context)

    replace_function(RECUT, last)


@wrong("md 5.G(2)", why="the recut is always made by the next player", of=(RECUT,))
def let_the_next_player_always_recut():
    def following(original, equipment, command, context):
        return original(_recut_by("next-entitled", equipment), command, context)

    replace_function(RECUT, following)


@wrong("md 5.H(2)", why="idle cards stay face down although a player asks for them face up", of=(IDLE,))
def ignore_a_request_for_cards_face_up():
    def unasked(original, equipment, command, context):
        rest = tuple(each for each in context.requests if each != SPREAD_FACE_UP)
        return original(equipment, command, context._replace(requests=type(context.requests)(rest)))

    replace_function(IDLE, unasked)


@wrong("md 5.H(2)", why="idle cards may be spread face up although nobody asks", of=(IDLE,))
def spread_idle_cards_face_up():
    def asked(original, equipment, command, context):
        requests = type(context.requests)((*context.requests, SPREAD_FACE_UP)) if "face" in command.facts else context.requests
        return original(equipment, command, context._replace(requests=requests))

    replace_function(IDLE, asked)


@wrong("md 5.K(1)(b)(i)", why="a floorperson may remove the lid of the shaker", of=(UNCOVERING,))
def let_the_floor_uncover_the_dice():
    def by_floor(original, equipment, command, context):
        role = Role.DEALER if command.by.role is Role.FLOOR else command.by.role
        return original(equipment, command._replace(by=command.by._replace(role=role)), context)

    replace_function(UNCOVERING, by_floor)


@wrong("md 5.K(1)(d)", "md 5.K(1)(e)", "md 5.K(2)(b)", why="the dealer is counted only as number one", of=(POSITION,))
def count_the_dealer_once():
    def players_only(original, number, positions, bank=None):
        if bank is None:
            return DEALER if number == 1 else (number - 2) % positions + 1
        return (bank + number - 2) % positions + 1

    replace_function(POSITION, players_only)


@wrong("md 5.K(1)(f)", why="the shaker may be put away before the cards are dealt", of=(PUT_AWAY,))
def put_the_shaker_away_early():
    replace_function(PUT_AWAY, lambda original, equipment, context: equipment.shaker.open and equipment.start is not None)


@wrong("md 5.K(2)", why="the generator may show any number", of=(DRAW,))
def draw_any_number():
    def folded(original, equipment, command, context):
        most, number = equipment.settings.positions + 1, command.number("number")
        return original(equipment, command._replace(facts={**command.facts, "number": (number - 1) % most + 1}), context)

    replace_function(DRAW, folded)


@wrong("md 5.K(3)(b)", why="the button goes around counterclockwise", of=(BUTTON,))
def move_the_button_counterclockwise():
    replace_function(BUTTON, lambda original, button, positions: (button + 1) % (positions + 1))


@wrong("md 5.K(3)(b)", why="the button never comes to the dealer again", of=(BUTTON,))
def move_the_button_past_the_dealer():
    replace_function(BUTTON, lambda original, button, positions: original(button, positions) or positions)


@wrong("md 5.L", why="the mark is put before the dealer, wherever the deal starts", of=(MARK,))
def mark_the_dealer():
    def at_dealer(original, equipment, command, context):
        (marked,) = original(equipment, command, context)
        return (Event(marked.kind, marked.clauses, {**marked.facts, "position": DEALER}),)

    replace_function(MARK, at_dealer)


@wrong("md 14.A(1)", why="dice that do not lie flat count", of=(UNCOVERING,))
def count_dice_that_are_not_flat():
    def flat(original, equipment, command, context):
        return original(equipment, command._replace(facts={**command.facts, "flat": True, "dice": (1, 2, 3)}), context)

    replace_function(UNCOVERING, flat)


@wrong("md 14.A(2)", why="the dice count although one has fallen out", of=(UNCOVERING,))
def count_dice_although_one_fell():
    def there(original, equipment, command, context):
        return original(equipment, command._replace(facts={**command.facts, "fallen": False, "dice": (1, 2, 3)}), context)

    replace_function(UNCOVERING, there)
