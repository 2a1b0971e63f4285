"""Decks that are dealt from although they are not washed, not shuffled, not cut, too old or wrongly made; and what a reshuffling
device does not do away with."""

from houseway.equipment import shuffle
from houseway.equipment.opening import _STEP_BY_ACT
from houseway.equipment.settings import HOUR, Dealing, Shuffling
from houseway.equipment.state import ShuffleReason, Stage, replace
from houseway.errors import NotAllowed
from tests.mutants.own import change_constant, replace_function, wrong
from tests.mutants.ways import give_facts

DECKS = "houseway.equipment.decks"
OPENING = "houseway.equipment.opening"
SHUFFLE = "houseway.equipment.shuffle"
CUT = "houseway.equipment.cut"
READY = f"{DECKS}:is_ready_to_load"
LEAVES = f"{DECKS}:reason_to_leave"
RECEIVED = f"{DECKS}:on_deck_received"
CHECK_MAKE = f"{DECKS}:_check_make"
NEXT_STEP = f"{OPENING}:next_opening_step"
FOR_STEP = f"{OPENING}:_deck_for_step"
STEP_DONE = f"{OPENING}:on_opening_step"
SHUFFLED = f"{SHUFFLE}:on_deck_shuffled"
TO_CUT = f"{CUT}:_deck_to_cut"
STACKED_IS_SHUFFLED = (
    "md 4.D",
    "md 5.A(1)",
    "div (e)(3)#2",
    "uth 4.D",
    "uth 5.A(1)",
    "fc as-played.4.D",
    "fc as-played.5.A(1)",
)
"""After the stack comes the shuffle, before anything else."""
WASHED = ("md 4.C(2)", "div (e)(3)#1", "uth 4.C(2)", "fc as-played.4.C(2)")
TWO_COVERS = ("md 3.A(3)(a)", "div (b)(1)#2", "uth 3.A(3)", "fc as-played.3.A(3)")
FOUR_HOURS = ("md 3.C(1)", "div (e)(5)#2", "uth 3.C(1)", "fc as-played.3.C(1)")
EIGHT_HOURS = ("md 3.C(2)", "div (e)(5)#1", "uth 3.C(2)", "fc as-played.3.C(2)")
CUT_AFTER_HAND = ("md 5.C(2)", "div (f)(2)(ii)", "uth 5.D(2)", "fc as-played.5.D(2)")
DEVICE = ("md 5.J", "uth 5.I", "fc as-played.5.I")
COUNTED = ("uth 8.E", "uth 9.C", "uth 10.C", "fc as-played.8.E", "fc as-played.9.C", "fc as-played.10.C")


def _deck(equipment, name):
    return next(deck for deck in equipment.decks if deck.name == name)


# A stacked deck is shuffled


@wrong(*STACKED_IS_SHUFFLED, why="a stacked deck may be put into the shoe unshuffled", of=(READY,))
def load_a_stacked_deck():
    replace_function(READY, lambda original, deck: deck.stage is Stage.STACKED or original(deck))


@wrong(*STACKED_IS_SHUFFLED, why="a stacked deck may be cut instead of shuffled", of=(TO_CUT,))
def cut_a_stacked_deck():
    def stacked(original, equipment, clauses):
        deck = equipment.next_deck
        return deck if deck is not None and deck.stage is Stage.STACKED else original(equipment, clauses)

    replace_function(TO_CUT, stacked)


@wrong(*STACKED_IS_SHUFFLED, why="washed cards may be shuffled before they are stacked")
def shuffle_before_the_stack():
    change_constant("houseway.equipment.shuffle", "TO_SHUFFLE", (Stage.WASHED, *shuffle.TO_SHUFFLE))


def _shuffled_when_stacked(applies):
    """Let a deck count as shuffled as soon as it is stacked."""

    def stacked(original, equipment, event):
        changed = original(equipment, event)
        name = event.text("deck")
        skip = event.kind == "deck-stacked" and applies(equipment, _deck(equipment, name))
        return (
            changed.with_deck(name, stage=Stage.SHUFFLED, by_hand=equipment.shuffling is Shuffling.MANUAL) if skip else changed
        )

    replace_function(STEP_DONE, stacked)


@wrong(
    *STACKED_IS_SHUFFLED, why="where a shuffler is used, a washed deck is not shuffled before its first round", of=(STEP_DONE,)
)
def open_without_the_shuffler():
    _shuffled_when_stacked(lambda equipment, deck: equipment.shuffling is Shuffling.SHUFFLER and not deck.was_idle)


@wrong(*STACKED_IS_SHUFFLED, why="of two decks only the first is shuffled at the opening", of=(STEP_DONE,))
def shuffle_the_first_deck_only():
    _shuffled_when_stacked(lambda equipment, deck: deck is not equipment.decks[0])


@wrong(*STACKED_IS_SHUFFLED, why="a deck that takes the place of another is washed and not shuffled", of=(STEP_DONE,))
def shuffle_no_replacement():
    _shuffled_when_stacked(lambda equipment, deck: equipment.received > 1 and len(equipment.decks) == 1 and not deck.was_idle)


@wrong(*STACKED_IS_SHUFFLED, why="the opening shuffle leaves the cards as they lay", of=(SHUFFLED,))
def keep_the_order_of_the_pack():
    def unmixed(original, equipment, event):
        changed = original(equipment, event)
        opening = event["why"] == ShuffleReason.OPENING and event["cards"] is not None
        return changed.with_deck(event.text("deck"), cards=equipment.settings.deck.cards) if opening else changed

    replace_function(SHUFFLED, unmixed)


# The wash


def _accept_early(act, stage):
    """Let an opening step be taken although the deck is at another stage."""

    def early(original, equipment, command, move):
        name = command.text("deck", "")
        found = [deck for deck in equipment.decks if deck.stage is stage and name in ("", deck.name)]
        return found[0] if move.act == act and found else original(equipment, command, move)

    replace_function(FOR_STEP, early)


@wrong(*WASHED, why="cards may be stacked without a wash", of=(FOR_STEP,))
def stack_unwashed_cards():
    _accept_early("stack-deck", Stage.TURNED)


@wrong(*WASHED, why="cards may be washed face up", of=(FOR_STEP,))
def wash_cards_face_up():
    _accept_early("wash-deck", Stage.VIEWED)


def _stack_unwashed(applies):
    def unwashed(original, equipment, deck):
        skip = deck.stage is Stage.TURNED and not deck.was_idle and applies(equipment, deck)
        return _STEP_BY_ACT["stack-deck"] if skip else original(equipment, deck)

    replace_function(NEXT_STEP, unwashed)


@wrong(*WASHED, why="of two decks only the first is washed", of=(NEXT_STEP,))
def wash_the_first_deck_only():
    _stack_unwashed(lambda equipment, deck: deck is not equipment.decks[0])


@wrong(*WASHED, why="where a shuffler is used, new cards go into it unwashed", of=(NEXT_STEP,))
def wash_no_cards_for_a_shuffler():
    _stack_unwashed(lambda equipment, deck: equipment.shuffling is not Shuffling.MANUAL)


@wrong(*WASHED, why="a deck that takes the place of another is not washed", of=(NEXT_STEP,))
def wash_no_replacement():
    _stack_unwashed(lambda equipment, deck: equipment.received > 1 and len(equipment.decks) == 1)


# Cover cards


@wrong(*TWO_COVERS, why="a deck may have more cover cards than the book says", of=(CHECK_MAKE,))
def take_more_cover_cards():
    def fewest(original, equipment, jokers, covers):
        original(equipment, jokers, min(covers, equipment.settings.cut.cover_cards))

    replace_function(CHECK_MAKE, fewest)


def _check_no_covers(applies):
    def unchecked(original, equipment, jokers, covers):
        original(equipment, jokers, equipment.settings.cut.cover_cards if applies(equipment) else covers)

    replace_function(CHECK_MAKE, unchecked)


@wrong(*TWO_COVERS, why="only the first deck's cover cards are looked at", of=(CHECK_MAKE,))
def take_any_covers_with_a_second_deck():
    _check_no_covers(lambda equipment: equipment.received > 0)


@wrong("md 3.A(3)(a)", "uth 3.A(3)", "fc as-played.3.A(3)", why="a preshuffled deck may lack cover cards", of=(CHECK_MAKE,))
def take_any_covers_with_a_preshuffled_deck():
    _check_no_covers(lambda equipment: equipment.settings.deck.preshuffled)


@wrong(*TWO_COVERS, why="the record says that a deck came without cover cards", of=(f"{DECKS}:decide_receipt",))
def record_no_cover_cards():
    for kind in ("deck-received", "preshuffled-deck-received"):
        give_facts(f"{DECKS}:decide_receipt", kind, covers=0)


# The age


def _never_too_old(applies):
    """Let some decks stay however old they are."""

    def ageless(original, equipment, deck, at, closed):
        found = original(equipment, deck, at, closed)
        return ("", ()) if found[0] == "age" and applies(equipment, deck) else found

    replace_function(LEAVES, ageless)


@wrong(*FOUR_HOURS, *EIGHT_HOURS, why="of two decks only the first grows too old", of=(LEAVES,))
def count_the_age_of_the_first_deck_only():
    _never_too_old(lambda equipment, deck: deck is not equipment.decks[0])


@wrong(*FOUR_HOURS, *EIGHT_HOURS, why="cards of an idle table do not grow old", of=(LEAVES,))
def keep_old_cards_on_an_idle_table():
    _never_too_old(lambda equipment, deck: equipment.is_idle)


@wrong(*FOUR_HOURS, *EIGHT_HOURS, why="a deck that waits for its shuffle is not looked at", of=(LEAVES,))
def shuffle_an_old_deck_once_more():
    _never_too_old(lambda equipment, deck: deck.stage is Stage.COLLECTED)


@wrong(*FOUR_HOURS, *EIGHT_HOURS, why="an old deck that is ready in the shoe or in the hand is played once more", of=(LEAVES,))
def deal_an_old_deck_that_is_ready():
    _never_too_old(lambda equipment, deck: deck.stage is Stage.LOADED)


@wrong("md 3.C(2)", "uth 3.C(2)", "fc as-played.3.C(2)", why="preshuffled decks do not grow old", of=(LEAVES,))
def keep_old_preshuffled_decks():
    _never_too_old(lambda equipment, deck: equipment.settings.deck.preshuffled)


@wrong("md 3.C(2)", "uth 3.C(2)", "fc as-played.3.C(2)", why="cards in a reshuffling device do not grow old", of=(LEAVES,))
def keep_old_decks_in_a_device():
    _never_too_old(lambda equipment, deck: equipment.shuffling is Shuffling.RESHUFFLING_DEVICE)


@wrong(*FOUR_HOURS, why="the age goes by the filed way of dealing, and not by the one in use", of=(f"{DECKS}:reason_to_leave",))
def count_the_age_by_the_filed_dealing():
    def filed(original, equipment, deck, at, closed):
        as_filed = replace(equipment, dealing=equipment.settings.dealing)
        return original(as_filed, deck, at, closed)

    replace_function(LEAVES, filed)


@wrong(*FOUR_HOURS, *EIGHT_HOURS, why="a new deck is as old as the table", of=(RECEIVED,))
def count_the_age_from_the_opening_of_the_table():
    def as_old(original, equipment, event):
        changed = original(equipment, event)
        return changed.with_deck(event.text("deck"), opened_at=equipment.opened_at)

    replace_function(RECEIVED, as_old)


@wrong(*FOUR_HOURS, *EIGHT_HOURS, why="a deck may be an hour too old", of=("houseway.equipment.settings:DeckSettings.age",))
def change_decks_an_hour_late():
    age = "houseway.equipment.settings:DeckSettings.age"
    replace_function(age, lambda original, deck, dealing: original(deck, dealing) + HOUR)


# The cut of cards that were shuffled by hand


def _uncut(applies):
    """Let some hand-shuffled cards go uncut."""

    def without(original, equipment, event):
        changed = original(equipment, event)
        return changed.with_deck(event.text("deck"), by_hand=False) if applies(equipment, event) else changed

    replace_function(SHUFFLED, without)


@wrong(*CUT_AFTER_HAND, why="cards that are reshuffled by hand after a void round are not cut", of=(SHUFFLED,))
def cut_nothing_after_an_irregularity():
    _uncut(lambda equipment, event: event["why"] == ShuffleReason.IRREGULARITY)


@wrong(*CUT_AFTER_HAND, why="cards of an idle table are shuffled by hand and not cut", of=(SHUFFLED,))
def cut_nothing_after_an_idle_table():
    _uncut(lambda equipment, event: event["why"] == ShuffleReason.IDLE)


@wrong(*CUT_AFTER_HAND, why="cards that are shuffled by hand in place of a broken device are not cut", of=(SHUFFLED,))
def cut_nothing_in_place_of_a_device():
    _uncut(lambda equipment, event: equipment.settings.shuffling is not Shuffling.MANUAL)


@wrong("div (f)(2)(ii)", why="cards that are dealt from the hand need no cut", of=(READY, f"{DECKS}:_deck_to_load"))
def take_an_uncut_deck_in_hand():
    def uncut(original, equipment, command, clauses):
        deck = equipment.next_deck
        ready = equipment.dealing is Dealing.HAND and deck is not None and deck.stage is Stage.SHUFFLED
        return deck if ready else original(equipment, command, clauses)

    replace_function(f"{DECKS}:_deck_to_load", uncut)


@wrong(
    "md 5.C(2)", "div (f)(2)(ii)", why="where every player refuses, the cards are dealt uncut", of=(f"{CUT}:on_cut_refused",)
)
def deal_uncut_where_all_refuse():
    def refused(original, equipment, event):
        changed, deck = original(equipment, event), equipment.next_deck
        return changed.with_deck(deck.name, stage=Stage.CUT) if len(changed.cut.passed_positions) > 2 else changed

    replace_function(f"{CUT}:on_cut_refused", refused)


# A reshuffling device


@wrong(
    *DEVICE, why="preshuffled cards are cut although a reshuffling device takes them", of=(f"{DECKS}:_is_preshuffled_deck_cut",)
)
def cut_preshuffled_cards_of_a_device():
    replace_function(f"{DECKS}:_is_preshuffled_deck_cut", lambda original, equipment: True)


@wrong(*DEVICE, why="a device's cards are cut from the second round on", of=(SHUFFLED,))
def cut_the_devices_cards_in_the_second_round():
    def by_hand(original, equipment, event):
        changed = original(equipment, event)
        again = event["by"] == Shuffling.RESHUFFLING_DEVICE and event["why"] == ShuffleReason.ROUND
        return changed.with_deck(event.text("deck"), by_hand=True, stage=Stage.SHUFFLED) if again else changed

    replace_function(SHUFFLED, by_hand)


@wrong(
    *DEVICE,
    why="with a device the floor orders no shuffle, although 5.A still applies",
    of=(f"{SHUFFLE}:decide_shuffle_order",),
)
def order_no_shuffle_of_a_device():
    def refused(original, equipment, command, context):
        if equipment.shuffling is Shuffling.RESHUFFLING_DEVICE:
            raise NotAllowed("the device shuffles", code="deck.no-order", clauses=equipment.law(shuffle.DEVICE_RESHUFFLES))
        return original(equipment, command, context)

    replace_function(f"{SHUFFLE}:decide_shuffle_order", refused)


@wrong(*DEVICE, why="with a device the cards of an idle table stay where they are", of=(f"{OPENING}:_idle_duty",))
def leave_idle_cards_in_a_device():
    def unspread(original, equipment, context):
        return [] if equipment.shuffling is Shuffling.RESHUFFLING_DEVICE else original(equipment, context)

    replace_function(f"{OPENING}:_idle_duty", unspread)


@wrong(*DEVICE, why="with a device the cards are not shuffled after a round", of=(f"{DECKS}:on_round_ended",))
def shuffle_no_cards_in_a_device():
    def ready(original, equipment, event):
        changed, deck = original(equipment, event), equipment.next_deck
        played = equipment.shuffling is Shuffling.RESHUFFLING_DEVICE and deck is not None and deck.stage is Stage.OUT
        return changed.with_deck(deck.name, stage=Stage.LOADED, cards=deck.cards) if played else changed

    replace_function(f"{DECKS}:on_round_ended", ready)


@wrong(*DEVICE, why="the rules of the cut stay away when the device is out of use", of=(SHUFFLED,))
def cut_nothing_when_the_device_is_out_of_use():
    _uncut(lambda equipment, event: equipment.settings.shuffling is Shuffling.RESHUFFLING_DEVICE)


@wrong("md 5.J", why="with a device no starting position is found", of=("houseway.games.pai_gow.procedure:is_start_wanted",))
def find_no_start_with_a_device():
    function = "houseway.games.pai_gow.procedure:is_start_wanted"

    def unwanted(original, state, rules, *more):
        return not rules.options.get("table.reshuffling-device") and original(state, rules, *more)

    replace_function(function, unwanted)


# The count of the stub


@wrong(*COUNTED, why="void rounds are not among the five", of=(f"{DECKS}:on_round_ended",))
def count_no_void_rounds():
    def uncounted(original, equipment, event):
        changed = original(equipment, event)
        played = event.flag("void") and equipment.cards_out
        return replace(changed, rounds_since_stub_count=max(0, equipment.rounds_since_stub_count - 1)) if played else changed

    replace_function(f"{DECKS}:on_round_ended", uncounted)


@wrong(*COUNTED, why="a new deck begins the five rounds anew", of=(RECEIVED,))
def begin_the_five_rounds_with_a_new_deck():
    def anew(original, equipment, event):
        return replace(original(equipment, event), rounds_since_stub_count=0)

    replace_function(RECEIVED, anew)


@wrong(
    *COUNTED,
    why="a device that shuffles makes every count needless, also one that does not count",
    of=("houseway.equipment.state:Equipment.counts_cards",),
)
def take_every_shuffler_for_one_that_counts():
    counts = "houseway.equipment.state:Equipment.counts_cards"
    replace_function(counts, lambda original, equipment: equipment.shuffling is not Shuffling.MANUAL)


@wrong(*COUNTED, why="a void round with its count left out needs none afterwards", of=(f"{DECKS}:on_round_ended",))
def forget_a_count_that_a_void_round_left_out():
    def forgotten(original, equipment, event):
        changed = original(equipment, event)
        due = event.flag("void") and equipment.stub_due
        return replace(changed, rounds_since_stub_count=0) if due else changed

    replace_function(f"{DECKS}:on_round_ended", forgotten)
