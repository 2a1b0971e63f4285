"""Wrong implementations of Maryland's deal, from "no more bets" to the count of what is left."""

from houseway.events import Event, Role
from houseway.games.pai_gow import dealing
from houseway.games.pai_gow.irregularities import counting
from houseway.games.round import DueMovement
from houseway.games.round_context import due_step_under
from houseway.money import Cents
from houseway.procedure import DEALER, HOUSE, PAI_GOW, PROGRESSIVE
from tests.mutants.own import replace_function, wrong

GAME = "houseway.games.pai_gow"
ORDER = f"{GAME}.deal_order:deal_one_by_one"
CLOSE = f"{GAME}.betting:close_betting"
COLLECT_CHIPS = f"{GAME}.betting:collect_progressive"
LAMMER = "houseway.games.awards:earns_lammer"
DUTY = "houseway.equipment.acceptors:due_duty"
CHIPS = "houseway.equipment.acceptors:decide_chip_count"
STUB = f"{GAME}.irregularities.counting:count_stub"
MISCOUNTED = f"{GAME}.irregularities.counting:_miscounted_hands"
VOID = f"{GAME}.irregularities.irregular:void_round"
FOR_COUNT = f"{GAME}.irregularities.counting:_void_for_count"
LOADING = "houseway.equipment.decks:decide_loading"
STUB_STEP = f"{GAME}.procedure:_stub_step"
VISIBLE = f"{GAME}.view:visible_cards"

ANY_DEAL = ("md 8.D(2)", "md 9.C", "md 10.C(2)(a)")
LAMMERS = ("md 8.C(1)", "md 9.A(3)(a)", "md 10.A(2)(a)")
LOCKS = ("md 8.C(2)", "md 9.A(3)(b)", "md 10.A(2)(b)")
COUNTS = ("md 8.C(3)", "md 9.A(3)(b)(ii)", "md 10.A(2)(c)")
INTO_TRAY = ("md 8.C(4)", "md 9.A(3)(b)(iii)", "md 10.A(2)(d)")
LEFT_OVER = ("md 8.E(1)", "md 9.D(1)", "md 10.D(1)")
MISDEALT = ("md 8.F(1)", "md 9.E(1)", "md 10.E(1)")
WRONG_DECK = ("md 8.F(2)", "md 9.E(2)", "md 10.E(2)")
IDLE = ("md 8.G", "md 9.F", "md 10.F(1)")


@wrong(*ANY_DEAL, why="only positions with a wager, and the dealer, are dealt to", of=(ORDER,))
def deal_only_to_positions_with_a_wager():
    def to_bettors(original, context, start, cards):
        hands = original(context, start, cards)
        return {place: held if place == DEALER or context.round.wagers_at(place) else () for place, held in hands.items()}

    replace_function(ORDER, to_bettors)


@wrong("md 8.D(2)", "md 9.C", why="each position gets its seven cards at once instead of one at a time", of=(ORDER,))
def deal_seven_at_a_time():
    def at_once(original, context, start, cards):
        size = context.rules.regulation.number_of("hand-cards")
        return {place: tuple(cards[turn * size : (turn + 1) * size]) for turn, place in enumerate(context.clockwise(start))}

    replace_function(ORDER, at_once)


@wrong(
    "md 10.C(2)(b)",
    "md 8.D(2)",
    "md 9.C",
    why="the dealer is dealt to after all positions, wherever the deal starts",
    of=(ORDER,),
)
def deal_to_the_dealer_last():
    def dealer_last(original, context, start, cards):
        places = [place for place in context.clockwise(start) if place != DEALER]
        hands = original(context, start, cards)
        return dict(zip((*places, DEALER), hands.values(), strict=True))

    replace_function(ORDER, dealer_last)


@wrong(*LAMMERS, why="only a Fortune Bonus of five dollars gets a lammer", of=(LAMMER,))
def put_lammers_beside_fortune_only():
    replace_function(LAMMER, lambda original, rules, wager, stake: wager == "fortune-bonus" and original(rules, wager, stake))


@wrong("md 1.B(7)", *LAMMERS, why="a wager must exceed the least amount to qualify", of=(LAMMER,))
def want_more_than_the_least_qualifying_wager():
    def more(original, rules, wager, stake):
        return original(rules, wager, Cents(stake.amount - 1))

    replace_function(LAMMER, more)


@wrong("md 1.B(7)", *LAMMERS, why="every wager with envy gets a lammer, however small", of=(LAMMER,))
def let_any_amount_qualify():
    def any_amount(original, rules, wager, stake):
        return original(rules, wager, Cents(max(stake.amount, 10**6)))

    replace_function(LAMMER, any_amount)


@wrong(*LAMMERS, why="a lammer is put at every position as soon as one player qualifies", of=(CLOSE,))
def put_lammers_everywhere():
    def everywhere(original, context, command):
        (closed,) = original(context, command)
        names = {name for _, name in closed["lammers"]}
        lammers = tuple((place, name) for place in sorted(context.round.stakes) for name in sorted(names))
        return (Event(closed.kind, closed.clauses, {**closed.facts, "lammers": lammers}),)

    replace_function(CLOSE, everywhere)


@wrong(*LOCKS, "md 2.D(2)", why="the system is locked only if somebody has made a progressive wager", of=(DUTY,))
def lock_only_if_a_light_is_on():
    def if_lit(original, equipment, context):
        return original(equipment, context) if equipment.acceptors.lit or equipment.acceptors.locked else []

    replace_function(DUTY, if_lit)


@wrong(*COUNTS, why="more chips than lights count as equal", of=(CHIPS,))
def accept_more_chips_than_lights():
    def at_least(original, equipment, command, context):
        (counted,) = original(equipment, command, context)
        matched = counted["chips"] + counted["coupons"] >= counted["lights"]
        return (Event(counted.kind, counted.clauses, {**counted.facts, "matched": matched}),)

    replace_function(CHIPS, at_least)


@wrong(*COUNTS, why="fewer chips than lights count as equal", of=(CHIPS,))
def accept_fewer_chips_than_lights():
    def at_most(original, equipment, command, context):
        (counted,) = original(equipment, command, context)
        matched = counted["chips"] + counted["coupons"] <= counted["lights"]
        return (Event(counted.kind, counted.clauses, {**counted.facts, "matched": matched}),)

    replace_function(CHIPS, at_most)


@wrong(*INTO_TRAY, why="progressive chips go to the house instead of into the table inventory", of=(COLLECT_CHIPS,))
def drop_progressive_chips():
    def to_house(original, context, standing=None):
        made = original(context, standing)
        return tuple(
            move._replace(target=HOUSE) if isinstance(move, DueMovement) and move.reason == "wager-collected" else move
            for move in made
        )

    replace_function(COLLECT_CHIPS, to_house)


@wrong(*INTO_TRAY, "md 9.A(3)(b)(i)", why="only the first player's progressive chip is collected", of=(COLLECT_CHIPS,))
def collect_one_progressive_chip():
    def first_only(original, context, standing=None):
        made, seen = [], 0
        for move in original(context, standing):
            seen += isinstance(move, DueMovement) and move.reason == "wager-collected"
            if seen < 2 or not isinstance(move, DueMovement):
                made.append(move)
        return tuple(made)

    replace_function(COLLECT_CHIPS, first_only)


@wrong(*LEFT_OVER, *WRONG_DECK, why="a card too many among those left over is accepted", of=(STUB,))
def accept_a_stub_of_five():
    def at_least(original, context, command):
        found, expected = command.facts.get("cards"), counting.expected_stub(context)
        if isinstance(found, int) and found > expected:
            command = command._replace(facts={**command.facts, "cards": expected})
        return original(context, command)

    replace_function(STUB, at_least)


@wrong(*LEFT_OVER, *WRONG_DECK, why="a card too few among those left over is accepted", of=(STUB,))
def accept_a_stub_of_three():
    def at_most(original, context, command):
        found, expected = command.facts.get("cards"), counting.expected_stub(context)
        if isinstance(found, int) and found < expected:
            command = command._replace(facts={**command.facts, "cards": expected})
        return original(context, command)

    replace_function(STUB, at_most)


@wrong(*MISDEALT, "md 14.H", "md 14.K", why="the dealer's own hand is not counted", of=(MISCOUNTED,))
def do_not_count_the_dealers_hand():
    def but_the_dealers(original, context, command, places):
        return {place: cards for place, cards in original(context, command, places).items() if place != DEALER}

    replace_function(MISCOUNTED, but_the_dealers)


@wrong(*MISDEALT, "md 14.H", "md 14.K", why="a hand of eight is played, only one of six is not", of=(MISCOUNTED,))
def notice_only_missing_cards():
    def too_few(original, context, command, places):
        size = context.rules.regulation.number_of("hand-cards")
        return {place: cards for place, cards in original(context, command, places).items() if cards < size}

    replace_function(MISCOUNTED, too_few)


@wrong(*MISDEALT, "md 14.H", "md 14.K", why="a hand of six is played, only one of eight is not", of=(MISCOUNTED,))
def notice_only_cards_too_many():
    def too_many(original, context, command, places):
        size = context.rules.regulation.number_of("hand-cards")
        return {place: cards for place, cards in original(context, command, places).items() if cards > size}

    replace_function(MISCOUNTED, too_many)


@wrong(*MISDEALT, why="a misdeal sends the deck away although it is whole", of=(FOR_COUNT,))
def remove_the_deck_after_a_misdeal():
    def with_the_deck(original, context, hands, stub):
        voided, *rest = original(context, hands, stub)
        return (Event(voided.kind, voided.clauses, {**voided.facts, "why": "wrong-deck"}), *rest)

    replace_function(FOR_COUNT, with_the_deck)


VOIDS = ("md 14.B", "md 14.F", "md 14.H", "md 14.J", "md 14.K", "md 14.M")


def _is_refund(move, wagers):
    return isinstance(move, DueMovement) and move.reason == "refund" and move.wager in wagers and move.seat != DEALER


@wrong(*MISDEALT, *WRONG_DECK, *VOIDS, why="a void round returns base wagers, and keeps the optional ones", of=(VOID,))
def return_only_base_wagers():
    def base_only(original, context, why, clauses, **facts):
        made = original(context, why, clauses, **facts)
        return tuple(move for move in made if not _is_refund(move, context.rules.settlement_order))

    replace_function(VOID, base_only)


@wrong(*MISDEALT, *WRONG_DECK, *VOIDS, why="a void round returns everything but the progressive wager", of=(VOID,))
def keep_progressive_wagers_of_a_void_round():
    def but_progressive(original, context, why, clauses, **facts):
        made = original(context, why, clauses, **facts)
        return tuple(move for move in made if not _is_refund(move, (PROGRESSIVE,)))

    replace_function(VOID, but_progressive)


@wrong(*MISDEALT, "md 14.H", "md 14.K", why="only the player with the wrong number of cards gets his wagers back", of=(VOID,))
def return_wagers_of_the_wrong_hand_only():
    def of_wrong_hands(original, context, why, clauses, **facts):
        made, given = original(context, why, clauses, **facts), facts.get("given")
        if why != "misdeal" or not isinstance(given, dict):
            return made
        return tuple(move for move in made if not _is_refund(move, (PAI_GOW,)) or move.seat in given)

    replace_function(VOID, of_wrong_hands)


@wrong(*IDLE, "md 10.F(2)", why="unwagered cards are racked before what is left over is counted", of=(STUB_STEP,))
def rack_unwagered_cards_before_the_count():
    def first(original, context):
        idle = dealing.idle_positions(context)
        if context.round.dealt and not context.round.racked.issuperset(idle):
            words = "rack the cards of positions without wagers"
            return due_step_under(context, "collect-unwagered", words, dealing.COLLECT_UNWAGERED, context.dealing)
        return original(context)

    replace_function(STUB_STEP, first)


@wrong(*IDLE, "md 10.F(2)", why="unwagered cards are turned up as they are collected", of=(VISIBLE,))
def show_unwagered_cards():
    def shown(original, context, actor, position):
        if position in context.round.racked and position in dealing.idle_positions(context):
            return context.round.hands.get(position, ())
        return original(context, actor, position)

    replace_function(VISIBLE, shown)


@wrong(
    "md 8.B", "md 9.A(2)", "md 10.A(1)", why="a floorperson may put the deck into the shoe or take it in hand", of=(LOADING,)
)
def let_the_floor_load_the_shoe():
    def by_anybody(original, equipment, command, context):
        return original(equipment, command._replace(by=command.by._replace(role=Role.DEALER)), context)

    replace_function(LOADING, by_anybody)


@wrong(
    "md 8.B",
    why="a shoe that a device has filled must be loaded by the dealer once more",
    of=("houseway.equipment.state:Equipment.loads_itself",),
)
def load_again_what_a_device_has_loaded():
    replace_function("houseway.equipment.state:Equipment.loads_itself", lambda original, equipment: False)


@wrong(*LEFT_OVER, why="the stub is counted by a floorperson", of=(STUB_STEP,))
def let_the_floor_count_the_stub():
    replace_function(STUB_STEP, lambda original, context: original(context)._replace(role=Role.FLOOR))
