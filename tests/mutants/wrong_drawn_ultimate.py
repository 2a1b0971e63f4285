"""Wrong implementations of clauses of Ultimate Texas Hold'em, drawn at random the third time: among all that were proved."""

from dataclasses import replace

from houseway.documents.layout import EDGE_Y
from houseway.events import Role
from houseway.games.awards import award_without_row
from houseway.games.ultimate import hands
from houseway.hands import STANDARD, Category
from houseway.money import Cents
from houseway.procedure import ANTE, BLIND, DEALER, PLAY
from tests.mutants.own import replace_function, wrong

BOOK = "md.ultimate-texas-holdem"
ACCEPTORS, DEVICES, OPENING = (f"houseway.equipment.{name}" for name in ("acceptors", "devices", "opening"))
SECURED = f"{DEVICES}:on_device_secured"
LIGHT, LOCK_OUT = f"{ACCEPTORS}:decide_light", f"{ACCEPTORS}:decide_lock_out"
COUNTED, CHIPS_DUE = f"{ACCEPTORS}:on_chips_counted", f"{ACCEPTORS}:due_duty"
ON_STEP, OPENING_DUE, DECK_FOR_STEP = (f"{OPENING}:{name}" for name in ("on_opening_step", "_due_for_deck", "_deck_for_step"))
SPOT_ROWS, DEALER_AREAS = "houseway.documents.layout:_spot_rows", "houseway.documents.layout:_dealer_areas"
ENVY_TABLE, ENVY_BY_STAKE = "houseway.submission.offers:_OfferJudge._judge_envy", "houseway.games.awards:envy_by_stake"
MOST_WON, BEST_AWARD = "houseway.submission.limit:most_won_at_minimum", "houseway.submission.limit:_best_award"
ULTIMATE = "houseway.games.ultimate"
DEALT, BOARD_PART = f"{ULTIMATE}.dealing:_dealt_facts", f"{ULTIMATE}.dealing:_board_part"
EVEN_MONEY, BLIND_AWARD = f"{ULTIMATE}.paying:_even_money_award", f"{ULTIMATE}.paying:_blind_award"
CHECK_OPEN, PLACE_WAGER = "houseway.games.wagers:check_open", "houseway.games.against_dealer.betting:place_wager"


# Devices


@wrong("uth 13.J(1)", why="a cover puts a shuffler out of use, but an automated shoe needs a sign", of=(SECURED,))
def demand_a_sign_for_a_shoe():
    def unless_shoe(original, equipment, event):
        made = original(equipment, event)
        return replace(
            made,
            faults=tuple(
                replace(fault, secured="") if fault.device == "automated-shoe" and fault.secured == "covered" else fault
                for fault in made.faults
            ),
        )

    replace_function(SECURED, unless_shoe)


@wrong("uth 13.J(1)", why="of two broken devices only one must be covered", of=(SECURED,))
def cover_one_device_for_both():
    def both(original, equipment, event):
        made = original(equipment, event)
        return replace(made, faults=tuple(replace(fault, secured=event.text("how")) for fault in made.faults))

    replace_function(SECURED, both)


# The progressive wager


@wrong("uth 12.D(7)(b)", why="who files envy paytable B pays paytable A for a $5 wager", of=(ENVY_TABLE,))
def pay_envy_of_five_dollars_by_paytable_a():
    def first(original, judge, table):
        found = original(judge, table)
        return tuple(
            judge.book.paytable(each.wager, "A") if each.wager == "progressive-envy-5" and each.letter == "B" else each
            for each in found
        )

    replace_function(ENVY_TABLE, first)


@wrong("uth 12.D(7)(b)", why="by paytable B a $5 wager earns no more than a $1 wager", of=(ENVY_BY_STAKE,))
def pay_five_dollars_like_one():
    def alike(original, rules, find_row, find_clauses):
        earned = original(rules, find_row, find_clauses)
        five, one = Cents.from_dollars(5), Cents.from_dollars(1)
        is_b = any(table.wager == "progressive-envy-5" and table.letter == "B" for table in rules.offers["progressive"].envy)
        if is_b and five in earned and one in earned:
            earned[five] = earned[five]._replace(amount=earned[one].amount)
        return earned

    replace_function(ENVY_BY_STAKE, alike)


@wrong("uth 8.C(2)", why="the lock stops players, and the dealer can still have a wager recognized", of=(LIGHT,))
def let_the_dealer_pass_the_lock():
    def passing(original, equipment, command, context):
        if command.by.role is Role.DEALER and equipment.acceptors.locked:
            equipment = replace(equipment, acceptors=replace(equipment.acceptors, locked=False))
            context = context._replace(betting_closed=False)
        return original(equipment, command, context)

    replace_function(LIGHT, passing)


@wrong("uth 8.C(2)", why="the system can be locked while bets are still taken", of=(LOCK_OUT,))
def lock_out_before_the_call():
    replace_function(
        LOCK_OUT,
        lambda original, equipment, command, context: original(equipment, command, context._replace(betting_closed=True)),
    )


@wrong("uth 10.A(2)(b)(ii)", why="only too few chips are a difference, and too many are none", of=(COUNTED,))
def accept_more_chips_than_wagers():
    def enough(original, equipment, event):
        made = original(equipment, event)
        lights = len(equipment.acceptors.lit)
        return replace(made, acceptors=replace(made.acceptors, chips=min(made.acceptors.chips, lights)))

    replace_function(COUNTED, enough)


@wrong("uth 10.A(2)(b)(ii)", why="chips that lie there without any accepted wager are not counted", of=(CHIPS_DUE,))
def count_no_chips_without_lights():
    def if_lit(original, equipment, context):
        return original(equipment, context if equipment.acceptors.lit else context._replace(progressive_chips=False))

    replace_function(CHIPS_DUE, if_lit)


# The table


def _change_rows(change):
    """Let the spots of a position lie otherwise."""

    def changed(original, rules, number):
        for row in original(rules, number):
            yield change(row, number)

    replace_function(SPOT_ROWS, changed)


@wrong("uth 2.B(2)", why="the equals sign lies beside the two areas, and not between them", of=(SPOT_ROWS,))
def print_the_equals_sign_beside_the_areas():
    _change_rows(lambda row, number: tuple(sorted(row, key=lambda spot: spot.element.kind == "equals")))


@wrong("uth 2.B(2)", why="on the dealer's right the positions are mirrored, with the Blind on the left", of=(SPOT_ROWS,))
def mirror_the_positions_on_the_dealers_right():
    _change_rows(lambda row, number: tuple(reversed(row)) if number > 3 else row)


def _move_the_rack(**places):
    def moved(original, rules):
        for area in original(rules):
            yield replace(area, **places) if area.holds == "discards" else area

    replace_function(DEALER_AREAS, moved)


@wrong("uth 2.D(2)", why="the discard rack lies before the players", of=(DEALER_AREAS,))
def put_the_rack_before_the_players():
    _move_the_rack(y=EDGE_Y + 500)


@wrong("uth 2.D(2)", why="the discard rack hangs below the edge of the table, as the drop box does", of=(DEALER_AREAS,))
def hang_the_rack_below_the_edge():
    _move_the_rack(y=EDGE_Y - 60)


# Cards of a deck


@wrong("uth 3.A(2)", why="a defect is looked for in the first deck only", of=(ON_STEP,))
def use_a_defective_second_deck():
    def second(original, equipment, event):
        made = original(equipment, event)
        is_second = event.kind == "deck-inspected" and event["deck"] != equipment.decks[0].name
        return made.with_deck(event.text("deck"), leaving_reason="", clauses=()) if is_second else made

    replace_function(ON_STEP, second)


@wrong(
    "uth 3.A(2)", why="the opening of a defective deck goes on until somebody takes it away", of=(OPENING_DUE, DECK_FOR_STEP)
)
def go_on_opening_a_defective_deck():
    def due(original, equipment, deck, context):
        return original(equipment, replace(deck, leaving_reason=""), context)

    def found(original, equipment, command, move):
        decks = tuple(replace(deck, leaving_reason="") for deck in equipment.decks)
        return original(replace(equipment, decks=decks), command, move)

    replace_function(OPENING_DUE, due)
    replace_function(DECK_FOR_STEP, found)


# What may be filed


@wrong("uth 12.F(1)", why="the least payout limit is what the best single wager wins, and not all of them", of=(MOST_WON,))
def count_one_wager_for_the_limit():
    def alone(original, book, offers, readings, *more):
        return max(original(book, {name: offer}, readings, *more) for name, offer in offers.items())

    replace_function(MOST_WON, alone)


@wrong("uth 12.F(1)", why="Trips and the other optional wagers are left out of the least payout limit", of=(BEST_AWARD,))
def count_base_wagers_for_the_limit():
    def base(original, book, offer, *more):
        made = original(book, offer, *more)
        return made if offer.wager in (ANTE, BLIND, PLAY) else made * 0

    replace_function(BEST_AWARD, base)


# Dealing


@wrong("uth 9.B(3)", why="the board is set aside from the top of the deck, before the hands are dealt", of=(DEALT,))
def take_the_board_before_the_hands():
    def board_first(original, context, cards):
        if cards is None or context.dealing != "hand":
            return original(context, cards)
        made = original(context, cards[7:])
        return {**made, "rest": (*cards[:7], *made["rest"])}

    replace_function(DEALT, board_first)


@wrong("uth 9.B(3)", why="from the hand a card is burned before the flop only, and none before the last two", of=(BOARD_PART,))
def burn_no_card_before_the_last_two():
    def unburned(original, context, number):
        burned, cards = original(context, number)
        return (0, cards) if number == 1 and context.dealing == "hand" else (burned, cards)

    replace_function(BOARD_PART, unburned)


def _deal_from_the_shoe(hands_of):
    """Let a machine that gives the dealer's cards first give the cards of the hands in another order."""

    def dealt(original, context, cards):
        made = original(context, cards)
        order = tuple(made["hands"])
        if cards is None or not made["board"] or order[0] != DEALER:
            return made
        given = [card for place in order for card in made["hands"][place]]
        return {**made, "hands": hands_of(order, given)}

    replace_function(DEALT, dealt)


@wrong("uth 10.B(3)", why="the players get two single cards each, round by round, and no stacks of two", of=(DEALT,))
def deal_single_cards_from_the_machine():
    def singly(order, given):
        players = order[1:]
        return {DEALER: tuple(given[:2])} | {
            place: tuple(given[2 + turn :: len(players)]) for turn, place in enumerate(players)
        }

    _deal_from_the_shoe(singly)


@wrong("uth 10.B(3)", why="the dealer gets one card first, and the other when the players have theirs", of=(DEALT,))
def split_the_dealers_cards():
    def split(order, given):
        hands_made = {place: tuple(given[1 + 2 * turn : 3 + 2 * turn]) for turn, place in enumerate(order[1:])}
        return {DEALER: (given[0], given[-1]), **hands_made}

    _deal_from_the_shoe(split)


# Ties


@wrong("uth 11.H(3)(d)", why="a tie returns Ante and Blind, and takes the Play wager", of=(EVEN_MONEY,))
def take_the_play_wager_of_a_tie():
    def taken(original, context, position, wager, result, law):
        made = original(context, position, wager, result, law)
        return award_without_row(wager, made.stake, "hand equal", law) if wager == PLAY and result == "tie" else made

    replace_function(EVEN_MONEY, taken)


@wrong("uth 11.H(3)(d)", why="the Blind of an equal hand is paid by its paytable from a straight on", of=(BLIND_AWARD,))
def pay_the_blind_of_a_tie():
    def paid(original, context, position, own, result, law):
        high = STANDARD.position(hands.category_of(own)) >= STANDARD.position(Category.STRAIGHT)
        return original(context, position, own, "win" if result == "tie" and high else result, law)

    replace_function(BLIND_AWARD, paid)


# Wagers after the call


@wrong("uth 7.D", why="only Ante and Blind must be placed before the call", of=(CHECK_OPEN,))
def take_optional_wagers_of_ultimate_after_the_call():
    def base_only(original, context, name, law):
        if name in (ANTE, BLIND):
            original(context, name, law)

    replace_function(CHECK_OPEN, base_only)


@wrong("uth 7.D", why="a wager that lies there may be raised after the call", of=(PLACE_WAGER,))
def raise_wagers_after_the_call():
    def raised(original, context, command):
        lying = context.round.stake_on(command.position, command.text("wager"))
        opened = context if lying is None else replace(context, round=replace(context.round, closed=False))
        return original(opened, command)

    replace_function(PLACE_WAGER, raised)
