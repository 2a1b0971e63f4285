"""One break of each of forty clauses about equipment, shuffles, the deal and the order of settlement: ten of each book, drawn by
the seed 20261123 among those that were proved (decision 5). The breaks of four of them were the same as older ones, which stand
elsewhere."""

from houseway.equipment.state import replace
from houseway.events import Actor, Command, Event, Role
from houseway.games.round import DueMovement
from houseway.procedure import DEALER, INVENTORY
from tests.mutants.own import replace_function, wrong
from tests.mutants.ways import give_facts

EQUIPMENT = "houseway.equipment"
START = f"{EQUIPMENT}.start"
OPENING = f"{EQUIPMENT}.opening"
DECKS = f"{EQUIPMENT}.decks"
SHUFFLE = f"{EQUIPMENT}.shuffle"
CUT = f"{EQUIPMENT}.cut"
ACCEPTORS = f"{EQUIPMENT}.acceptors"
STATE = f"{EQUIPMENT}.state"
PAI_GOW = "houseway.games.pai_gow"
DEALER_GAMES = "houseway.games.against_dealer"


# Maryland's Pai Gow Poker


@wrong("md 5.K(1)(d)", why="positions without a player are not counted", of=(f"{START}:decide_announcement",))
def count_no_empty_positions():
    def occupied(event):
        seats = [DEALER, 2, 3, 5]
        return seats[(event["total"] - 1) % len(seats)]

    give_facts(f"{START}:decide_announcement", "total-announced", position=occupied, announced_position=occupied)


@wrong("md 4.B(1)", why="the player who came last looks at the cards", of=(f"{OPENING}:_check_arrival",))
def show_the_cards_to_who_came_last():
    def last(original, context, clauses):
        original(context, clauses)
        return context.seats[-1][1]

    replace_function(f"{OPENING}:_check_arrival", last)


@wrong(
    "md 9.B(1)", why="cards are dealt from the bottom of the deck in the hand", of=(f"{PAI_GOW}.deal_order:deal_one_by_one",)
)
def deal_from_the_bottom():
    def reversed_deck(original, context, start, cards):
        return original(context, start, cards[::-1] if context.dealing == "hand" else cards)

    replace_function(f"{PAI_GOW}.deal_order:deal_one_by_one", reversed_deck)


@wrong("md 5.E(4)", why="a refused cut goes on clockwise", of=(f"{CUT}:entitled_positions",))
def offer_a_refused_cut_clockwise():
    def clockwise(original, equipment, context):
        order = original(equipment, context)
        return order if context.bank is not None else (*order[:1], *reversed(order[1:]))

    replace_function(f"{CUT}:entitled_positions", clockwise)


@wrong(
    "md 14.G",
    why="a card drawn in error is put under the deck",
    of=(f"{PAI_GOW}.dealing:deal_cards", f"{PAI_GOW}.deal_order:deal_one_by_one"),
)
def put_a_card_drawn_in_error_under_the_deck():
    drawn = []

    def noted(original, context, command):
        drawn[:] = [command.flag("drawn_in_error", False)]
        return original(context, command)

    def moved(original, context, start, cards):
        return original(context, start, (*cards[1:], *cards[:1]) if drawn and drawn[0] else cards)

    replace_function(f"{PAI_GOW}.dealing:deal_cards", noted)
    replace_function(f"{PAI_GOW}.deal_order:deal_one_by_one", moved)


@wrong("md 11.G", why="cards of a tie stay until the round ends", of=(f"{PAI_GOW}.procedure:_collect_step",))
def leave_the_cards_of_a_tie():
    def but_ties(original, context, position, early=False):
        result = context.round.results.get((position, "pai-gow"))
        return None if result is not None and result.result == "tie" else original(context, position, early)

    replace_function(f"{PAI_GOW}.procedure:_collect_step", but_ties)


@wrong(
    "md 11.H(3)(a)(ii)",
    why="cards of a Fortune Bonus that was paid stay until the round ends",
    of=(f"{PAI_GOW}.procedure:_collect_step",),
)
def leave_the_cards_of_a_paid_bonus():
    def but_paid(original, context, position, early=False):
        result = context.round.results.get((position, "fortune-bonus"))
        return None if result is not None and result.result == "win" else original(context, position, early)

    replace_function(f"{PAI_GOW}.procedure:_collect_step", but_paid)


def _settle_nearly():
    def nearly(original, acceptors):
        counted = acceptors.chips is not None and abs(acceptors.chips + acceptors.coupons - len(acceptors.lit)) <= 1
        return counted or original(acceptors)

    replace_function(f"{STATE}:Acceptors.is_settled", nearly)


@wrong(
    "md 8.C(3)",
    "fc as-played.9.A(3)(b)",
    why="one progressive chip more or less does not matter",
    of=(f"{STATE}:Acceptors.is_settled",),
)
def let_one_chip_more_or_less_pass():
    _settle_nearly()


@wrong(
    "md 3.C(1)", "div (e)(5)#2", why="two decks that take turns may each grow twice as old", of=(f"{DECKS}:reason_to_leave",)
)
def let_two_decks_grow_twice_as_old():
    def twice(original, equipment, deck, at, closed):
        age = (at - deck.opened_at) // len(equipment.decks)
        return original(equipment, deck, deck.opened_at + age, closed)

    replace_function(f"{DECKS}:reason_to_leave", twice)


@wrong("md 11.D", why="against a bank nobody may surrender", of=(f"{PAI_GOW}.setting:why_surrender_is_barred",))
def surrender_nothing_to_a_bank():
    def barred(original, context, position):
        return "a player banks" if context.round.bank.position is not None else original(context, position)

    replace_function(f"{PAI_GOW}.setting:why_surrender_is_barred", barred)


# The Division's


@wrong("div (m)(10)(i)#4", why="when the bank has lifted the lid, one shake more is enough", of=(f"{START}:on_dice_covered",))
def shake_once_after_the_bank_lifted_the_lid():
    def once(original, equipment, event):
        after = original(equipment, event)
        lifted = event.kind == "lid-lifted-by-bank"
        return replace(after, shaker=replace(after.shaker, shakes=equipment.settings.dice.shakes_bank - 1)) if lifted else after

    replace_function(f"{START}:on_dice_covered", once)


@wrong(
    "div (n)(6)#2",
    why="two cards face up are set aside like one, and three void the round",
    of=(f"{PAI_GOW}.irregularities.face_up:are_too_many",),
)
def set_two_cards_aside():
    replace_function(
        f"{PAI_GOW}.irregularities.face_up:are_too_many", lambda original, context, found: original(context, found[1:])
    )


@wrong("div (k)(2)(iv)#1", why="the shaker is put away without a shake", of=(f"{START}:decide_putting_away",))
def put_the_shaker_away_unshaken():
    give_facts(f"{START}:decide_putting_away", "shaker-put-away", shakes=0)


@wrong("div (k)(3)#2", why="a number that was drawn is counted from the first position", of=(f"{START}:decide_number_draw",))
def count_a_number_from_the_first_position():
    give_facts(f"{START}:decide_number_draw", "number-drawn", position=lambda event: event["number"] % 7)


@wrong("div (m)(8)(ii)", why="the bank draws the number instead of the dealer", of=(f"{START}:decide_number_draw",))
def let_the_bank_draw_the_number():
    def by_bank(original, equipment, command, context):
        if context.bank is not None and command.by.role is Role.BANK:
            command = Command(command.act, Actor(Role.DEALER, command.by.name), command.facts, command.at)
        return original(equipment, command, context)

    replace_function(f"{START}:decide_number_draw", by_bank)


@wrong("div (b)(2)(iii)", why="a round may begin before the other deck is shuffled", of=(f"{SHUFFLE}:due_duty",))
def deal_before_the_other_deck_is_shuffled():
    def own_only(original, equipment):
        deck = equipment.next_deck
        return [step for step in original(equipment) if deck is not None and step.facts["deck"] == deck.name]

    replace_function(f"{SHUFFLE}:due_duty", own_only)


@wrong("div (m)(3)#3", why="the marker lies in front of who was offered the bank first", of=(f"{PAI_GOW}.banking:accept_bank",))
def put_the_marker_in_front_of_who_was_asked_first():
    give_facts(f"{PAI_GOW}.banking:accept_bank", "bank-accepted", marker="")


@wrong("div (e)(1)#3", why="the spare joker of a second deck stays", of=(f"{DECKS}:on_deck_received",))
def keep_the_spare_joker_of_a_second_deck():
    def kept(original, equipment, event):
        changed = original(equipment, event)
        return changed.with_deck(event.text("deck"), spare_joker=False) if equipment.decks else changed

    replace_function(f"{DECKS}:on_deck_received", kept)


# Ultimate Texas Hold'em


@wrong("uth 13.D", why="a card drawn in error is burned", of=("houseway.games.ultimate.dealing:deal_cards",))
def burn_a_card_drawn_in_error():
    function = "houseway.games.ultimate.dealing:_dealt_facts"
    drawn = []

    def noted(original, context, command):
        drawn[:] = [command.flag("drawn_in_error", False)]
        return original(context, command)

    def burned(original, context, cards):
        return original(context, cards[1:] if cards is not None and drawn and drawn[0] else cards)

    replace_function("houseway.games.ultimate.dealing:deal_cards", noted)
    replace_function(function, burned)


@wrong("uth 11.E(2)", why="one card comes last, and not two", of=("houseway.games.ultimate.dealing:_board_part",))
def deal_one_card_last():
    def fewer(original, context, number):
        burned, cards = original(context, number)
        return (burned, cards - 1 if number == 1 and context.dealing == "manual-shoe" else cards)

    replace_function("houseway.games.ultimate.dealing:_board_part", fewer)


@wrong(
    "uth 10.E(1)",
    why="after a misdeal from the machine optional wagers are kept",
    of=(f"{DEALER_GAMES}.irregularities.irregular:void_round",),
)
def keep_optional_wagers_after_a_misdeal():
    def kept(original, context, why, clauses, **facts):
        made = original(context, why, clauses, **facts)
        if why != "misdeal" or context.dealing != "automated-shoe":
            return made
        return tuple(
            each._replace(target=INVENTORY)
            if isinstance(each, DueMovement) and each.wager in ("trips", "six-card-bonus")
            else each
            for each in made
        )

    replace_function(f"{DEALER_GAMES}.irregularities.irregular:void_round", kept)


@wrong(
    "uth 13.G",
    why="Trips of a hand that has folded are returned when the dealer's card is exposed",
    of=(f"{DEALER_GAMES}.irregularities.irregular:_stands_after_void",),
)
def return_the_trips_of_a_folded_hand():
    def unfolded(original, context, position, name):
        return position not in context.round.folded and original(context, position, name)

    replace_function(f"{DEALER_GAMES}.irregularities.irregular:_stands_after_void", unfolded)


@wrong(
    "uth 3.B(2)", why="a deck that takes the place of another may have the other deck's colour", of=(f"{DECKS}:_check_room",)
)
def take_a_replacement_of_any_colour():
    def any_colour(original, equipment, name, back):
        original(equipment, name, f"{back}?" if equipment.received > 1 else back)

    replace_function(f"{DECKS}:_check_room", any_colour)


def _lock_out_chips_only():
    def with_chips(original, equipment, context):
        return original(equipment, context) if context.progressive_chips or equipment.acceptors.locked else []

    replace_function(f"{ACCEPTORS}:due_duty", with_chips)


@wrong(
    "uth 8.C(2)",
    "fc as-played.8.C(2)",
    why="where nobody has bet on the progressive, nothing is locked out",
    of=(f"{ACCEPTORS}:due_duty",),
)
def lock_out_only_where_somebody_has_bet():
    _lock_out_chips_only()


@wrong("uth 3.A(2)", why="a deck that takes the place of another is taken with its defects", of=(f"{OPENING}:on_opening_step",))
def take_a_replacement_with_defects():
    def unseen(original, equipment, event):
        changed = original(equipment, event)
        replacement = event.kind == "deck-inspected" and equipment.received > equipment.settings.deck.number
        return changed.with_deck(event.text("deck"), leaving_reason="") if replacement else changed

    replace_function(f"{OPENING}:on_opening_step", unseen)


@wrong(
    "uth 10.F",
    why="the machine that may dispense the board first dispenses it last",
    of=("houseway.games.ultimate.dealing:_cut_stacks",),
)
def dispense_the_board_last():
    def last(original, cards, sizes):
        box, board, *others = sizes
        stacks = original(cards, (box, *others, board))
        return [stacks[0], stacks[-1], *stacks[1:-1]]

    replace_function("houseway.games.ultimate.dealing:_cut_stacks", last)


# Four Card Poker


@wrong(
    "fc as-played.3.B",
    why="two decks stay in use although the shuffler is out of use",
    of=(f"{STATE}:Equipment.uses_two_decks",),
)
def keep_two_decks_without_a_shuffler():
    replace_function(f"{STATE}:Equipment.uses_two_decks", lambda original, equipment: equipment.settings.deck.number > 1)


@wrong(
    "fc as-played.10.E(2)",
    why="a deck with a card too many stays on the table",
    of=(f"{DEALER_GAMES}.irregularities.counting:_count_effects",),
)
def keep_a_deck_with_a_card_too_many():
    def kept(original, context, wrong_places, found):
        made = original(context, wrong_places, found)
        return tuple(
            Event(each.kind, each.clauses, {**each.facts, "deck_removed": False})
            if isinstance(each, Event) and each.facts.get("deck_removed") and each["given"] > each["should_be"]
            else each
            for each in made
        )

    replace_function(f"{DEALER_GAMES}.irregularities.counting:_count_effects", kept)


@wrong(
    "fc as-played.13.I",
    why="a shoe that fails when all have decided voids nothing",
    of=(f"{DEALER_GAMES}.irregularities.irregular:device_failed",),
)
def void_nothing_when_all_have_decided():
    def decided(original, context, device, live):
        return () if context.round.dealt and context.position_to_act is None else original(context, device, live)

    replace_function(f"{DEALER_GAMES}.irregularities.irregular:device_failed", decided)


@wrong("fc as-played.13.A", why="a card that lay face up is not put into the rack", of=(f"{DEALER_GAMES}.game:_rack_stub",))
def rack_no_card_that_lay_face_up():
    def without(original, context, event):
        return tuple(entry for entry in original(context, event) if entry[0] != "face up")

    replace_function(f"{DEALER_GAMES}.game:_rack_stub", without)


@wrong(
    "fc as-played.9.B(2)",
    why="from the hand the dealer is dealt his card first",
    of=("houseway.games.four_card.dealing:_deal_singly",),
)
def deal_the_dealer_first():
    def dealer_first(original, context, cards):
        made = original(context, cards)
        if context.dealing != "hand":
            return made
        players = len(made) - 1
        turned = []
        for turn in range(5):
            part = cards[turn * (players + 1) : (turn + 1) * (players + 1)]
            turned += [*part[1:], part[0]]
        return original(context, (*turned, *cards[len(turned) :]))

    replace_function("houseway.games.four_card.dealing:_deal_singly", dealer_first)


@wrong("fc as-played.11.H(2)(d)", why="hands are settled clockwise", of=(f"{DEALER_GAMES}.procedure:_settlement_steps",))
def settle_clockwise():
    function = f"{DEALER_GAMES}.context:DealerGameContext.settling_positions"
    replace_function(function, lambda original, context: context.playing_positions)


@wrong("fc as-played.8.C(1)", why="wagers may be taken back after the call", of=(f"{DEALER_GAMES}.betting:take_back",))
def take_four_card_wagers_back_after_the_call():
    from dataclasses import replace as with_fields

    def reopened(original, context, command):
        return original(with_fields(context, round=with_fields(context.round, closed=False)), command)

    replace_function(f"{DEALER_GAMES}.betting:take_back", reopened)
