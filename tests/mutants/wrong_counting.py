"""Cards of Pai Gow Poker that are counted, racked or dealt wrongly."""

from houseway.procedure import DEALER
from tests.mutants.own import replace_function, wrong
from tests.mutants.ways import give_facts, return_instead

DEALING = "houseway.games.pai_gow.dealing"
COUNTING = "houseway.games.pai_gow.irregularities.counting"
RACKING = "houseway.games.pai_gow.racking"


@wrong(
    *("md 11.H(3)(c)", "md 11.H(4)(f)", "md 11.H(5)(c)", "md 11.I", "md 11.G", "div (l)(9)#7", "div (r)(4)(iii)(C)"),
    *("div (l)(10)", "md 11.J"),
    why="collected cards do not go into the discard rack",
    of=(f"{RACKING}:_rack_collected",),
)
def rack_no_collected_cards():
    return_instead(f"{RACKING}:_rack_collected", ())


@wrong(
    *("md 8.G", "md 9.F", "md 10.F(1)", "md 10.F(2)", "div (h)(4)(i)#2", "div (i)(7)", "div (j)(6)"),
    why="cards of positions without a wager stay on the table",
    of=(f"{DEALING}:idle_positions",),
)
def leave_unwagered_cards():
    return_instead(f"{DEALING}:idle_positions", ())


@wrong(
    *("md 9.D(3)", "md 10.D(3)", "md 8.E(2)", "div (h)(4)(i)#1", "div (i)(4)(i)", "div (j)(5)(i)"),
    why="the cards that are left over do not go into the discard rack",
    of=(f"{RACKING}:_rack_stub",),
)
def rack_no_stub():
    return_instead(f"{RACKING}:_rack_stub", ())


@wrong(
    *("md 8.E(1)", "md 9.D(1)", "md 10.D(1)", "div (h)(4)", "div (i)(4)", "div (j)(5)"),
    why="what is left over is not counted",
    of=(f"{COUNTING}:count_stub",),
)
def accept_any_stub():
    def counted(original, context, command):
        rest = {name: fact for name, fact in command.facts.items() if name != "cards"}
        return original(context, command._replace(facts=rest))

    replace_function(f"{COUNTING}:count_stub", counted)


@wrong(
    *("md 8.F", "md 8.F(1)", "md 9.E", "md 9.E(1)", "md 10.E", "md 10.E(1)"),
    *("div (h)(4)(ii)#1", "div (i)(4)(ii)#1", "div (j)(5)(ii)#1", "div (n)(8)"),
    why="hands with a wrong number of cards are played",
    of=(f"{COUNTING}:_miscounted_hands",),
)
def play_miscounted_hands():
    return_instead(f"{COUNTING}:_miscounted_hands", {})


@wrong(
    *("md 8.F(2)", "md 9.E(2)", "md 10.E(2)", "div (h)(4)(ii)#2", "div (i)(4)(ii)#2", "div (j)(5)(ii)#2"),
    why="a deck that was found wrong stays on the table",
    of=(f"{COUNTING}:_void_for_count",),
)
def keep_a_wrong_deck():
    give_facts(f"{COUNTING}:_void_for_count", "round-voided", deck_removed=False)


@wrong(
    *("md 10.C(2)(b)", "md 8.D(2)", "div (h)(3)#2", "div (j)(4)#2", "div (i)(6)#1", "md 9.C"),
    why="the dealer gets no cards in turn but the last ones",
    of=("houseway.games.round_context:RoundContext.clockwise",),
)
def deal_the_dealers_cards_last():
    def dealer_last(original, context, start):
        return (*(place for place in original(context, start) if place != DEALER), DEALER)

    replace_function("houseway.games.round_context:RoundContext.clockwise", dealer_last)


@wrong(
    *("md 8.D(3)", "md 9.B(1)", "div (h)(3)#1", "div (i)(6)#3", "div (j)(4)#3", "div (m)(9)(v)#4", "md 10.C(1)"),
    why="cards are dealt face up",
    of=("houseway.games.pai_gow.view:_is_face_up",),
)
def deal_face_up():
    return_instead("houseway.games.pai_gow.view:_is_face_up", True)
