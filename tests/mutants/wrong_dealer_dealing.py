"""Games against the dealer that deal to the wrong players or in the wrong order, show cards too early, or forget the stub."""

from dataclasses import replace

from houseway.equipment import opening
from houseway.equipment.settings import Dealing, Shuffling
from houseway.equipment.state import Stage
from houseway.events import Event
from houseway.events.disclosure import Disclosure
from houseway.games.against_dealer import game
from houseway.games.against_dealer.disclosure import DISCLOSURES
from houseway.games.ultimate import game as ultimate
from houseway.procedure import DEALER
from tests.mutants.own import replace_function, wrong
from tests.mutants.ways import give_facts

AGAINST_DEALER = "houseway.games.against_dealer"
CONTEXT = f"{AGAINST_DEALER}.context:DealerGameContext"
PLAYING = f"{CONTEXT}.playing_positions"
UNDECIDED = f"{CONTEXT}.undecided_positions"
IN_PLAY = f"{CONTEXT}.is_in_play"
CLOSE = f"{AGAINST_DEALER}.betting:close_betting"
COLLECT_PROGRESSIVE = f"{AGAINST_DEALER}.betting:collect_progressive"
OPEN_VIEW = f"{AGAINST_DEALER}.view:_open_view"
VISIBLE = f"{AGAINST_DEALER}.view:visible_cards"
RULE_LIGHT = f"{AGAINST_DEALER}.optional_wagers:rule_light"
RACK_STUB = f"{AGAINST_DEALER}.game:_rack_stub"
RACK_COLLECTED = f"{AGAINST_DEALER}.game:_rack_collected"
COMMUNITY = "houseway.games.ultimate.dealing:_community_event"
FACE_UP = "houseway.games.four_card.dealing:face_up_cards"
DEALT_FACTS = ("houseway.games.ultimate.dealing:_dealt_facts", "houseway.games.four_card.dealing:_dealt_facts")
CHECK_ROLE = "houseway.procedure:check_role"
EQUIPMENT = "houseway.equipment"
STUB_DUE = f"{EQUIPMENT}.state:Equipment.stub_due"
LOADS_ITSELF = f"{EQUIPMENT}.state:Equipment.loads_itself"
DECIDE_LIGHT = f"{EQUIPMENT}.acceptors:decide_light"
SPEAKS = f"{EQUIPMENT}.state:speaks_for_position"
ON_SHUFFLED = f"{EQUIPMENT}.shuffle:on_deck_shuffled"
NEXT_STEP = f"{EQUIPMENT}.opening:next_opening_step"


def _of_both(*clauses):
    """Clauses of Ultimate Texas Hold'em, and those of Four Card Poker that follow them."""
    return (*(f"uth {clause}" for clause in clauses), *(f"fc as-played.{clause}" for clause in clauses))


# Before the deal


@wrong(*_of_both("8.C(1)", "9.A(3)", "10.A(2)(a)"), why="the dealer closes betting without a word", of=(CLOSE,))
def close_betting_silently():
    give_facts(CLOSE, "betting-closed", said="")


@wrong(*_of_both("8.C(1)", "9.A(3)", "10.A(2)(a)"), why="anybody may call no more bets", of=(CHECK_ROLE,))
def let_anybody_close_betting():
    def unless_closing(original, command, *roles, **more):
        return None if command.act == "close-betting" else original(command, *roles, **more)

    replace_function(CHECK_ROLE, unless_closing)


@wrong(
    *_of_both("8.C(4)", "9.A(3)(c)", "10.A(2)(b)(iii)"),
    why="chips of wagers that do not stand go into the inventory, too",
    of=(COLLECT_PROGRESSIVE,),
)
def collect_chips_that_the_system_did_not_accept():
    replace_function(COLLECT_PROGRESSIVE, lambda original, context, standing=None: original(context, None))


@wrong(*_of_both("2.C(2)"), why="the devices take wagers between the call and the lock-out", of=(DECIDE_LIGHT,))
def take_lights_until_the_lock_out():
    def until_locked(original, equipment, command, context):
        return original(equipment, command, context._replace(betting_closed=False))

    replace_function(DECIDE_LIGHT, until_locked)


@wrong(*_of_both("2.C(1)"), why="a player may use the device of another position", of=(SPEAKS,))
def use_the_device_of_another_position():
    replace_function(SPEAKS, lambda original, *given: True)


@wrong(*_of_both("7.F(3)(b)"), why="a chip that the device did not accept is kept", of=(RULE_LIGHT,))
def keep_a_chip_without_a_light():
    def only_said(original, context, command):
        return tuple(each for each in original(context, command) if isinstance(each, Event))

    replace_function(RULE_LIGHT, only_said)


# Who gets cards, and who is asked


@wrong(
    *("uth 8.D(2)", "uth 9.B(2)", "uth 10.B(3)", "fc as-played.8.D(2)", "fc as-played.9.B(2)", "fc as-played.10.B(3)"),
    why="everybody who sits at the table gets cards, with or without a wager",
    of=DEALT_FACTS,
)
def deal_to_everybody_who_sits():
    def to_seats(original, context, *given):
        dealt = original(context, *given)
        if dealt["rest"] is None:
            return dealt
        hands, rest = dict(dealt["hands"]), dealt["rest"]
        for place in context.seats.keys() - hands.keys():
            size = context.dealer_game.card_count(context, place)
            hands[place], rest = rest[:size], rest[size:]
        return {**dealt, "hands": hands, "rest": rest}

    for function in DEALT_FACTS:
        replace_function(function, to_seats)


@wrong(
    *("uth 8.D(2)", "uth 9.B(2)", "uth 10.B(3)", "fc as-played.8.D(2)", "fc as-played.9.B(2)", "fc as-played.10.B(3)"),
    *_of_both("11.H(2)"),
    why="who bet first is dealt to first and settled last, wherever he sits",
    of=(PLAYING,),
)
def deal_in_the_order_of_wagers():
    def by_wager(original, context):
        return tuple(place for place in context.round.stakes if place in original(context))

    replace_function(PLAYING, by_wager)


@wrong(
    *("uth 11.B", "uth 11.D", "uth 11.F", "fc as-played.11.F"),
    why="who bet first is asked first, wherever he sits",
    of=(UNDECIDED,),
)
def ask_in_the_order_of_wagers():
    def by_wager(original, context):
        return tuple(place for place in context.round.stakes if place in original(context))

    replace_function(UNDECIDED, by_wager)


@wrong(
    "uth 1.B(4)",
    "uth 11.B(1)",
    "uth 11.D(1)",
    why="a player may fold before all cards are dealt",
    of=(f"{CONTEXT}.decision_round",),
)
def fold_at_any_time():
    rounds = tuple(replace(street, folded=ultimate.FOLDED) for street in ultimate.DECISION_ROUNDS)
    object.__setattr__(ultimate.ULTIMATE_GAME, "decision_rounds", rounds)


@wrong(*_of_both("7.C(1)"), why="the hand of a player who has left is not settled against the dealer", of=(IN_PLAY,))
def drop_the_hand_of_who_has_left():
    def unless_left(original, context, position):
        return original(context, position) and position not in context.round.left

    replace_function(IN_PLAY, unless_left)


# Who sees which cards


@wrong("uth 11.C(1)", "uth 11.E(1)", why="everybody is told which cards were burned", of=(COMMUNITY,))
def show_burned_cards():
    for kind in ("flop-dealt", "final-dealt"):
        DISCLOSURES[kind] = Disclosure(("cards", "burns", "burned"))


@wrong(
    *("uth 8.D(3)", "uth 9.B(3)", "uth 11.C(2)"),
    why="the flop lies face down until the last two cards come",
    of=(OPEN_VIEW,),
)
def deal_the_flop_face_down():
    def when_complete(original, context):
        shown = original(context)
        return {**shown, "board": shown["board"] if context.round.shown > 3 else ()}

    replace_function(OPEN_VIEW, when_complete)


@wrong("uth 10.B(1)", why="the cards of the Six Card Bonus lie face up from the deal on", of=(OPEN_VIEW,))
def deal_the_box_face_up():
    replace_function(OPEN_VIEW, lambda original, context: {**original(context), "box": context.round.box})


@wrong(
    *("fc as-played.8.D(3)", "fc as-played.9.B(3)", "fc as-played.10.B(4)", "fc as-played.11.B"),
    why="the dealer's last card lies face down like the others",
    of=(FACE_UP,),
)
def hide_the_card_that_is_face_up():
    replace_function(FACE_UP, lambda original, context, place: ())


@wrong(
    *("fc as-played.8.D(3)", "fc as-played.9.B(3)", "fc as-played.10.B(4)", "fc as-played.11.B"),
    why="the dealer's last two cards lie face up",
    of=(FACE_UP,),
)
def show_two_cards_of_the_dealer():
    def last_two(original, context, place):
        return context.round.hands.get(place, ())[-2:] if place == DEALER else ()

    replace_function(FACE_UP, last_two)


# The stub and the rack


STUB = _of_both("8.D(4)", "9.B(4)", "10.B(5)")


@wrong(*STUB, why="everybody sees the stub as it is racked", of=(RACK_STUB,))
def show_the_stub_as_it_is_racked():
    DISCLOSURES["stub-racked"] = Disclosure(("cards",))


@wrong(*STUB, why="the stub stays on the table", of=(RACK_STUB,))
def leave_the_stub_on_the_table():
    game.RACKS["stub-racked"] = lambda context, event: ()


@wrong(*_of_both("8.E", "9.C", "10.C"), why="the stub is counted although the shuffler counts the cards", of=(STUB_DUE,))
def count_although_the_shuffler_counts():
    def anyway(original, equipment):
        every = equipment.settings.stub_rounds[equipment.dealing]
        return every > 0 and equipment.rounds_since_stub_count + (not equipment.cards_out) >= every

    replace_function(STUB_DUE, anyway)
    begun = f"{EQUIPMENT}.decks:on_deal_begun"
    replace_function(
        begun,
        lambda original, equipment, event: replace(
            original(equipment, event), rounds_since_stub_count=equipment.rounds_since_stub_count + 1
        ),
    )


@wrong(*_of_both("11.K"), why="hands lie in the rack without being kept apart", of=(RACK_COLLECTED,))
def rack_hands_in_one_heap():
    collected = game.RACKS["cards-collected"]
    game.RACKS["cards-collected"] = lambda context, event: (
        ("cards", cards, why) for _, cards, why in collected(context, event)
    )


@wrong("uth 11.K", why="the community cards stay on the table", of=(RACK_COLLECTED,))
def leave_the_community_cards_on_the_table():
    collected = game.RACKS["cards-collected"]
    game.RACKS["cards-collected"] = lambda context, event: (each for each in collected(context, event) if each[0] != "board")


# Decks


@wrong(*_of_both("5.C"), why="every shuffler loads the shoe by itself, filed or not", of=(LOADS_ITSELF,))
def load_the_shoe_without_a_filing():
    def always(original, equipment):
        return equipment.dealing is not Dealing.HAND and equipment.shuffling is not Shuffling.MANUAL

    replace_function(LOADS_ITSELF, always)


@wrong(*_of_both("5.E"), why="of two decks the one that was counted right leaves the table", of=(ON_SHUFFLED,))
def remove_the_deck_that_was_counted_right():
    def other(original, equipment, event):
        changed = original(equipment, event)
        deck = next(deck for deck in changed.decks if deck.name == event["deck"])
        others = [each.name for each in changed.decks if each is not deck]
        if not deck.leaving_reason or not others:
            return changed
        stays = changed.with_deck(deck.name, leaving_reason="", clauses=())
        return stays.with_deck(others[0], leaving_reason=deck.leaving_reason, clauses=deck.clauses)

    replace_function(ON_SHUFFLED, other)


@wrong(*_of_both("4.E"), why="of two decks only the first is spread for the players", of=(NEXT_STEP,))
def spread_the_first_deck_only():

    wash = next(step for step in opening.OPENING_STEPS if step.act == "wash-deck")

    def for_first(original, equipment, deck):
        is_second = len(equipment.decks) > 1 and deck is equipment.decks[1]
        return wash if is_second and deck.stage is Stage.VERIFIED else original(equipment, deck)

    replace_function(NEXT_STEP, for_first)
