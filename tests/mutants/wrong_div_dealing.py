"""Wrong implementations of the Division's rules from the wagers to the dealt hands."""

from houseway.equipment import start
from houseway.events import Event, Role
from houseway.games.pai_gow import betting, deal_order, dealing, procedure
from houseway.games.round import DueMovement
from houseway.games.round_context import due_step_under
from houseway.money import Cents
from houseway.procedure import DEALER, PAI_GOW, PROGRESSIVE, seat_account
from tests.mutants.own import replace_function, wrong

PAI_GOW_GAME = "houseway.games.pai_gow"
ACCEPTED = f"{PAI_GOW_GAME}.betting:_check_coupon_accepted"
PLACE = f"{PAI_GOW_GAME}.betting:_check_place"
TAKE_BACK = f"{PAI_GOW_GAME}.betting:take_back"
LEAVING = f"{PAI_GOW_GAME}.irregularities.irregular:decide_leaving"
BETTING_STEP = f"{PAI_GOW_GAME}.procedure:_betting_step"
ONE_BY_ONE = f"{PAI_GOW_GAME}.deal_order:deal_one_by_one"
FACE_UP = f"{PAI_GOW_GAME}.view:_is_face_up"
WANTED = f"{PAI_GOW_GAME}.procedure:is_start_wanted"
NUMBERS = f"{PAI_GOW_GAME}.numbers:settle_numbers"
OWN = f"{PAI_GOW_GAME}.context:own_position"
PUT_AWAY = "houseway.equipment.start:_is_to_be_put_away"
AWAY = "houseway.equipment.start:decide_putting_away"
SHAKE = "houseway.equipment.start:decide_shake"
DRAW = "houseway.equipment.start:decide_number_draw"
BUTTON = "houseway.equipment.start:on_button_placed"
LIGHT = "houseway.equipment.acceptors:decide_light"
COUNT = "houseway.equipment.acceptors:decide_chip_count"
AMOUNT = "houseway.games.wagers:check_amount"
NUMBER_AWARD = "houseway.games.awards:number_award"
UNCOVER = "houseway.equipment.start:on_dice_uncovered"


@wrong("div (g)(1)#1", "div (p)(2)(ii)#1", "div (g)(4)#1", why="coupons are taken although none are filed", of=(ACCEPTED,))
def take_any_coupon():
    replace_function(ACCEPTED, lambda original, *given: None)


@wrong("div (g)(2)#2", why="who leaves with cards on the table takes his wagers along", of=(LEAVING,))
def let_a_player_take_his_wagers_along():
    def with_wagers(original, context, positions):
        made = original(context, positions)
        law = context.law(procedure.END_ROUND)
        back = [
            DueMovement(f"layout:{place}", seat_account(place), stake.amount, "refund", law, place, name)
            for place in positions
            for name, stake in context.round.wagers_at(place).items()
            if name == PAI_GOW and stake.amount and (place, name) not in context.round.paid
        ]
        return (*made, *back)

    replace_function(LEAVING, with_wagers)


@wrong("div (g)(2)#2", why="who has left the table may still set and choose", of=(OWN,))
def let_who_left_act():
    def anybody(original, context, command):
        state = context.round
        if state.left and context.seats.get(command.facts.get("position")) == command.by.name:
            return command.position
        return original(context, command)

    replace_function(OWN, anybody)


@wrong("div (g)(3)#2", why="a wager may be taken back after no more bets", of=(TAKE_BACK,))
def take_wagers_back_after_the_call():
    def late(original, context, command):
        if not context.round.closed:
            return original(context, command)
        position, name = betting.own_position(context, command), command.text("wager")
        return betting.return_wager(context, position, name, context.round.wagers_at(position)[name])

    replace_function(TAKE_BACK, late)


@wrong("div (g)(3)#2", "div (q)(2)#1", why="an acceptor gives a chip back between the call and the lock-out", of=(LIGHT,))
def give_a_chip_back_after_the_call():
    def open_still(original, equipment, command, context):
        return original(equipment, command, context._replace(betting_closed=False))

    replace_function(LIGHT, open_still)


def _without_base(wager):
    def alone(original, context, position, name, has_base):
        original(context, position, name, has_base or name == wager)

    replace_function(PLACE, alone)


@wrong("div (g)(4)#1", "div (q)(1)#1", why="a progressive wager needs no base wager", of=(PLACE,))
def take_a_progressive_without_a_base():
    _without_base(PROGRESSIVE)


@wrong("div (r)(2)#1", why="a bonus wager needs no base wager", of=(PLACE,))
def take_a_bonus_without_a_base():
    _without_base("bonus")


@wrong("div (p)(2)(i)#1", why="a wager on a number needs no base wager", of=(PLACE,))
def take_a_number_without_a_base():
    _without_base("number")


@wrong(
    *("div (h)(1)#2", "div (i)(2)(ii)#1", "div (j)(2)(ii)"),
    why="no more bets is called before the deck is in the shoe or in hand",
    of=(BETTING_STEP,),
)
def close_betting_before_the_deck_is_loaded():
    def early(original, context):
        found = original(context)
        if found is not None and found.act in ("load-shoe", "take-deck") and procedure.base_wagers(context):
            words = "announce “no more bets”"
            return due_step_under(context, "close-betting", words, betting.NO_MORE_BETS, context.dealing)
        return found

    replace_function(BETTING_STEP, early)


@wrong("div (h)(3)#3", "div (h)(3)#2", why="from a manual shoe each position gets its seven cards at once", of=(ONE_BY_ONE,))
def deal_seven_cards_at_once():
    def at_once(original, context, start_at, cards):
        if context.dealing != "manual-shoe":
            return original(context, start_at, cards)
        size = context.rules.regulation.number_of("hand-cards")
        places = context.clockwise(start_at)
        return {place: tuple(cards[turn * size : (turn + 1) * size]) for turn, place in enumerate(places)}

    replace_function(ONE_BY_ONE, at_once)


@wrong("div (h)(3)#3", why="from a manual shoe every second turn goes back the way it came", of=(ONE_BY_ONE,))
def deal_to_and_fro():
    def to_and_fro(original, context, start_at, cards):
        if context.dealing != "manual-shoe":
            return original(context, start_at, cards)
        places = context.clockwise(start_at)
        stacks = deal_order.deal_across_and_back(cards, len(places), context.rules.regulation.number_of("hand-cards"))
        return dict(zip(places, stacks, strict=True))

    replace_function(ONE_BY_ONE, to_and_fro)


@wrong(*("div (h)(4)(i)#2", "div (i)(7)", "div (j)(6)"), why="cards of positions without a wager are turned up", of=(FACE_UP,))
def turn_up_unwagered_cards():
    def shown(original, context, position):
        state = context.round
        idle = state.stub_counted and state.dealt and position in dealing.idle_positions(context)
        return original(context, position) or idle

    replace_function(FACE_UP, shown)


@wrong("div (i)(4)", "div (i)(5)#1", why="stacks are delivered before the rest is counted", of=(WANTED,))
def find_the_start_before_the_stub_is_counted():
    def early(original, state, rules, dealing_by):
        if state.stacks and state.closed and not state.dealt and state.start is None and not state.void:
            return state.bank.position is None or state.first_stack is not None
        return original(state, rules, dealing_by)

    replace_function(WANTED, early)


@wrong("div (i)(5)#1", why="the start is found before the stacks are dealt", of=(WANTED,))
def find_the_start_before_the_stacks():
    def first(original, state, rules, dealing_by):
        if dealing_by != "hand" or state.bank.position is not None:
            return original(state, rules, dealing_by)
        return state.closed and not state.dealt and state.start is None and not state.void

    replace_function(WANTED, first)


@wrong("div (k)(2)", why="a player may shake the dice although nobody banks", of=(SHAKE,))
def let_a_player_shake():
    def anybody(original, equipment, command, context):
        if context.bank is None and command.by.role is Role.PLAYER:
            command = command._replace(by=command.by._replace(role=Role.DEALER))
        return original(equipment, command, context)

    replace_function(SHAKE, anybody)


@wrong("div (k)(2)(iv)#1", why="the shaker is covered without being shaken", of=(AWAY,))
def cover_without_a_shake():
    def still(original, *given):
        (made,) = original(*given)
        return (Event(made.kind, made.clauses, {**made.facts, "shakes": 0}),)

    replace_function(AWAY, still)


@wrong("div (k)(2)(iv)#1", why="the shaker is put away before the cards are dealt", of=(PUT_AWAY,))
def put_the_shaker_away_before_the_deal():
    def early(original, equipment, context):
        return original(equipment, context) or (equipment.shaker.open and equipment.start is not None)

    replace_function(PUT_AWAY, early)


@wrong("div (k)(3)#1", "div (d)(2)(i)", why="the generator may show an eight", of=(DRAW,))
def draw_an_eight():
    def eight(original, equipment, command, context):
        number = command.number("number")
        if number != equipment.settings.positions + 2:
            return original(equipment, command, context)
        command = command._replace(facts={"number": 1})
        return original(equipment, command, context)

    replace_function(DRAW, eight)


@wrong("div (k)(4)#2", why="the button begins at the first position", of=(BUTTON,))
def begin_with_the_button_at_position_one():
    def first(original, equipment, event):
        return start.replace(equipment, button=event.position or (1 if event.kind == "button-placed" else DEALER))

    replace_function(BUTTON, first)


@wrong("div (p)(2)(v)", why="numbers are settled seat by seat, losers and winners as they come", of=(NUMBERS,))
def settle_numbers_seat_by_seat():
    def by_seat(original, context, command):
        *made, done = original(context, command)
        order, seat = [], None
        for each in made:
            seat = each["position"] if isinstance(each, Event) else seat
            order.append((seat, len(order), each))
        return (*(each for _, _, each in sorted(order, key=lambda item: item[:2])), done)

    replace_function(NUMBERS, by_seat)


@wrong("div (p)(2)(vi)#2", why="a number's award is rounded to the nearest dollar", of=(NUMBER_AWARD,))
def round_a_number_to_the_nearest_dollar():
    def nearest(original, rules, stake):
        made = original(rules, stake)
        return Cents(made.amount + 100) if stake.amount * 11 // 2 % 100 >= 50 else made

    replace_function(NUMBER_AWARD, nearest)


@wrong("div (q)(1)#2", why="any progressive stake up to five dollars is taken", of=(AMOUNT,))
def take_any_progressive_stake():
    def free(original, offer, total, clauses):
        if offer.wager == PROGRESSIVE and 0 < total.amount <= 500:
            return
        original(offer, total, clauses)

    replace_function(AMOUNT, free)


@wrong("div (q)(2)#2", why="a coupon counts for no light", of=(COUNT,))
def count_chips_without_coupons():
    def chips_only(original, *given):
        (made,) = original(*given)
        return (Event(made.kind, made.clauses, {**made.facts, "matched": made["chips"] == made["lights"]}),)

    replace_function(COUNT, chips_only)


@wrong("div (k)(2)(i)", why="the start is found as the lid is lifted, without a call", of=(UNCOVER,))
def find_the_start_without_a_call():
    def found(original, equipment, event):
        made = original(equipment, event)
        return start.replace(made, start=start.starting_position(sum(event.numbers("dice")), made.settings.positions))

    replace_function(UNCOVER, found)
