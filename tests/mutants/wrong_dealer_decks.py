"""Wrong devices, decks and discard racks of the games against the dealer."""

from dataclasses import replace

from houseway.equipment.state import Stage
from houseway.events import Event
from tests.mutants.own import replace_function, wrong
from tests.mutants.ways import return_instead

DECKS = "houseway.equipment.decks"
STATE = "houseway.equipment.state"
ROOM, MAKE, NEEDED = f"{DECKS}:_check_room", f"{DECKS}:_check_make", f"{DECKS}:decks_needed"
NEXT_DECK, TWO_DECKS = f"{STATE}:Equipment.next_deck", f"{STATE}:Equipment.uses_two_decks"
SHUFFLE_DUTY = "houseway.equipment.shuffle:due_duty"
RACKED, RACK = "houseway.equipment.rack:on_cards_racked", "houseway.equipment.rack:rack_event"
OPENING = "houseway.equipment.opening:on_opening_step"
LIGHT = "houseway.equipment.acceptors:decide_light"
SWITCH = "houseway.equipment.acceptors:switch_light"
LEAVES, AGE = f"{DECKS}:reason_to_leave", "houseway.equipment.settings:DeckSettings.age"


def _either(*clauses):
    """A clause of Ultimate Texas Hold'em, and that of Four Card Poker which follows it."""
    return tuple(f"uth {clause}" for clause in clauses) + tuple(f"fc as-played.{clause}" for clause in clauses)


# The progressive system


@wrong(*_either("2.C(2)"), why="the device takes a wager after the dealer has called no more bets", of=(LIGHT, SWITCH))
def take_a_progressive_wager_after_the_call():
    def late(original, equipment, position, on):
        open_yet = replace(equipment, acceptors=replace(equipment.acceptors, locked=False))
        return original(open_yet, position, on)

    def later(original, equipment, command, context):
        return original(equipment, command, context._replace(betting_closed=False))

    replace_function(SWITCH, late)
    replace_function(LIGHT, later)


@wrong(*_either("2.C(1)"), why="the device of one position takes the wager of another", of=(LIGHT,))
def take_a_progressive_wager_for_another_position():
    def anybody(original, equipment, command, context):
        owner = context.player(command.number("position")) or ""
        return original(equipment, command._replace(by=command.by._replace(name=owner)), context)

    replace_function(LIGHT, anybody)


# Decks


@wrong(
    *_either("3.A(1)"), "div (b)(2)", "md 3.B", why="two decks may be used where cards are shuffled by hand", of=(TWO_DECKS,)
)
def use_two_decks_without_a_shuffler():
    replace_function(TWO_DECKS, lambda original, equipment: equipment.settings.deck.number > 1)


@wrong(*_either("3.A(1)"), why="a deck with a joker is taken", of=(MAKE,))
def take_a_deck_with_a_joker():
    replace_function(MAKE, lambda original, equipment, jokers, covers: original(equipment, 0, covers))


@wrong(*_either("3.A(2)"), why="a deck with a defect stays in play", of=(OPENING,))
def play_with_a_defective_deck():
    def unseen(original, equipment, event):
        facts = {**event.facts, "defects": ""} if "defects" in event.facts else event.facts
        return original(equipment, Event(event.kind, event.clauses, facts))

    replace_function(OPENING, unseen)


@wrong(*_either("3.A(3)"), why="a deck with any number of cover cards is taken", of=(MAKE,))
def take_a_deck_without_cover_cards():
    def jokers_only(original, equipment, jokers, covers):
        return original(equipment, jokers, equipment.settings.cut.cover_cards)

    replace_function(MAKE, jokers_only)


@wrong(*_either("3.B"), "md 3.B", why="a table with a shuffler is played with one deck although two are filed", of=(NEEDED,))
def bring_one_deck_only():
    return_instead(NEEDED, 1)


@wrong(*_either("3.B(2)"), why="the backs of both decks may have one colour", of=(ROOM,))
def take_two_decks_of_one_colour():
    replace_function(ROOM, lambda original, equipment, name, back: original(equipment, name, f"not {back}"))


@wrong(*_either("3.B(3)"), why="the resting deck is shuffled only when its turn has come", of=(SHUFFLE_DUTY,))
def shuffle_the_resting_deck_late():
    def later(original, equipment):
        resting = equipment.other_deck
        name = resting.name if resting is not None else ""
        return [step for step in original(equipment) if step.facts.get("deck") != name]

    replace_function(SHUFFLE_DUTY, later)


@wrong(*_either("3.B(4)"), why="one deck is dealt in every round, and the other rests", of=(NEXT_DECK,))
def use_the_first_deck_always():
    def first(original, equipment):
        out = [deck for deck in equipment.decks if deck.stage in (Stage.LOADED, Stage.OUT)]
        return (out or list(equipment.decks) or [None])[0]

    replace_function(NEXT_DECK, first)


@wrong(*_either("3.B(4)"), why="each deck is dealt in two rounds before the other", of=(NEXT_DECK,))
def alternate_decks_after_two_rounds():
    def every_second(original, equipment):
        deck = original(equipment)
        if deck is None or len(equipment.decks) == 1 or deck.stage in (Stage.LOADED, Stage.OUT):
            return deck
        return equipment.decks[0] if deck is equipment.decks[1] and equipment.last_used == equipment.decks[0].name else deck

    replace_function(NEXT_DECK, every_second)


@wrong(*_either("3.B(5)"), why="cards of either deck go into the rack", of=(RACK,))
def rack_cards_of_either_deck():
    def any_deck(original, equipment, entries, deck=""):
        return original(equipment, entries)

    replace_function(RACK, any_deck)


@wrong(*_either("3.C(1)", "3.C(2)"), why="a deck may stay a second longer than it may", of=(LEAVES,))
def let_a_deck_stay_a_second_longer():
    replace_function(LEAVES, lambda original, equipment, deck, at, closed: original(equipment, deck, at - 1, closed))


@wrong(*_either("3.C(1)"), why="cards that are dealt by hand stay as long as those from a shoe", of=(AGE,))
def let_a_hand_dealt_deck_stay_too_long():
    replace_function(AGE, lambda original, deck, dealing: deck.shoe_age)


@wrong(*_either("3.C(2)"), why="cards from any shoe are changed as often as those that are dealt by hand", of=(AGE,))
def change_every_deck_too_early():
    replace_function(AGE, lambda original, deck, dealing: deck.hand_age)


# The rack


@wrong(*_either("11.K"), why="cards are racked in one heap, and nobody knows whose they were", of=(RACKED,))
def rack_all_cards_in_one_heap():
    def heap(original, equipment, event):
        entries = tuple(("table", held, why) for _, held, why in event.items("entries"))
        return original(equipment, Event(event.kind, event.clauses, {**event.facts, "entries": entries}))

    replace_function(RACKED, heap)
