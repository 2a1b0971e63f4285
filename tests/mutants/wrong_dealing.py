"""Deals that go wrong: from the wrong place, in the wrong direction, in the wrong order, or before everybody's eyes."""

from houseway.procedure import DEALER
from tests.mutants.own import replace_function, wrong

CONTEXT = "houseway.games.round_context:RoundContext.clockwise"
PAI_GOW_ORDER = "houseway.games.pai_gow.deal_order"
PAI_GOW_DEAL = "houseway.games.pai_gow.dealing"
ULTIMATE_DEAL = "houseway.games.ultimate.dealing:_dealt_facts"
FOUR_CARD_DEAL = "houseway.games.four_card.dealing"


@wrong(
    *("md 8.D(2)", "md 9.C", "md 10.C(2)(a)", "div (h)(3)#2", "div (i)(6)#1", "div (j)(4)#2"),
    why="cards go around the table counterclockwise",
    of=(CONTEXT,),
)
def deal_counterclockwise():
    def counterclockwise(original, context, start):
        first, *others = original(context, start)
        return (first, *reversed(others))

    replace_function(CONTEXT, counterclockwise)


@wrong(
    *(
        "md 8.D(1)",
        "md 9.B(2)",
        "md 10.B",
        "md 12.H",
        "div (h)(2)#1",
        "div (i)(5)#1",
        "div (j)(3)#1",
        "div (m)(8)",
        "div (m)(9)",
        "div (m)(10)",
    ),
    why="the first card always goes to the dealer, whatever was found as the starting position",
    of=(f"{PAI_GOW_ORDER}:deal_one_by_one", f"{PAI_GOW_ORDER}:deliver_stacks"),
)
def deal_from_the_dealer():
    def from_dealer(original, context, start, cards):
        return original(context, DEALER, cards)

    replace_function(f"{PAI_GOW_ORDER}:deal_one_by_one", from_dealer)
    replace_function(f"{PAI_GOW_ORDER}:deliver_stacks", from_dealer)


@wrong(
    *("md 10.C(1)", "div (j)(4)#1", "div (j)(1)"),
    why="an automated shoe is dealt card by card instead of stack by stack",
    of=(f"{PAI_GOW_ORDER}:deal_one_by_one",),
)
def deal_singly_from_an_automated_shoe():
    def singly(original, context, start, cards):
        places, size = context.clockwise(start), context.rules.regulation.number_of("hand-cards")
        return {place: tuple(cards[turn : size * len(places) : len(places)]) for turn, place in enumerate(places)}

    replace_function(f"{PAI_GOW_ORDER}:deal_one_by_one", singly)


@wrong(
    "div (i)(3)",
    why="every turn of the seven stacks goes from left to right",
    of=(f"{PAI_GOW_ORDER}:deal_across_and_back",),
)
def deal_stacks_always_across():
    def across(original, cards, stacks, size):
        return tuple(tuple(cards[place : stacks * size : stacks]) for place in range(stacks))

    replace_function(f"{PAI_GOW_ORDER}:deal_across_and_back", across)


@wrong(
    *("div (i)(6)#2", "div (m)(9)(v)#2"),
    why="the stack farthest to the dealer's right counts as the first one",
    of=(f"{PAI_GOW_ORDER}:deliver_stacks",),
)
def deliver_stacks_from_the_right():
    def from_right(original, context, start, stacks):
        return original(context, start, tuple(reversed(stacks)))

    replace_function(f"{PAI_GOW_ORDER}:deliver_stacks", from_right)


@wrong(
    *("div (m)(9)(i)#1", "div (m)(9)(v)#1"),
    why="the stack that the bank picked is ignored",
    of=(f"{PAI_GOW_ORDER}:deliver_stacks",),
)
def ignore_the_picked_stack():
    def ignoring(original, context, start, stacks):
        return dict(zip(context.clockwise(start), stacks, strict=True))

    replace_function(f"{PAI_GOW_ORDER}:deliver_stacks", ignoring)


@wrong(
    *("md 14.G", "div (n)(7)"),
    why="a card that was drawn in error goes to the bottom of the deck instead of being the next card",
    of=(f"{PAI_GOW_DEAL}:deal_cards", f"{PAI_GOW_DEAL}:deal_stacks"),
)
def put_a_drawn_card_to_the_bottom():
    drawn = []

    def noting(original, context, command):
        drawn[:] = [command.flag("drawn_in_error", False)]
        return original(context, command)

    def at_the_bottom(original, context, number=None):
        cards, *rest = original(context, number)
        return ((*cards[1:], cards[0]) if drawn[0] and cards else cards, *rest)

    replace_function(f"{PAI_GOW_DEAL}:deal_cards", noting)
    replace_function(f"{PAI_GOW_DEAL}:deal_stacks", noting)
    replace_function("houseway.games.pai_gow.irregularities.face_up:set_aside", at_the_bottom)


@wrong(
    *("md 8.E(2)", "md 9.D(2)", "md 10.D(2)", "div (h)(4)(i)#1", "div (i)(4)(i)", "div (j)(5)(i)"),
    why="the cards that are left over lie before everybody's eyes once they are counted",
    of=("houseway.games.pai_gow.view:view_round",),
)
def show_the_stub():
    def with_stub(original, context, actor):
        return {**original(context, actor), "stub": context.round.stub}

    replace_function("houseway.games.pai_gow.view:view_round", with_stub)


@wrong(
    *("uth 10.B(2)", "uth 10.F"),
    why="the board comes out of the shoe last instead of before the hole cards",
    of=(ULTIMATE_DEAL,),
)
def deal_the_board_last():
    def last(original, context, cards):
        made = original(context, cards)
        size = len(made["board"])
        if not size:
            return made
        rest = (*(card for hand in made["hands"].values() for card in hand), *made["board"])
        top, hands = len(made["box"]), {}
        moved = cards[top : top + len(rest)]
        for place, hand in made["hands"].items():
            hands[place], moved = moved[: len(hand)], moved[len(hand) :]
        return {**made, "hands": hands, "board": moved}

    replace_function(ULTIMATE_DEAL, last)


@wrong(
    *("uth 8.D(2)", "uth 9.B(2)", "uth 10.B(3)", "uth 10.B(4)", "fc as-played.8.D(2)", "fc as-played.9.B(2)"),
    why="players get their cards from the dealer's right instead of from the left",
    of=(ULTIMATE_DEAL, f"{FOUR_CARD_DEAL}:_deal_singly"),
)
def deal_from_the_dealers_right():
    def turned(original, context, *given):
        made = original(context, *given)
        hands = made.get("hands", made)
        players = [place for place in hands if place != DEALER]
        swapped = dict(hands) | dict(zip(players, [hands[place] for place in reversed(players)]))
        return {**made, "hands": swapped} if "hands" in made else swapped

    replace_function(ULTIMATE_DEAL, turned)
    replace_function(f"{FOUR_CARD_DEAL}:_deal_singly", turned)


@wrong(
    "uth 10.B(3)",
    why="the dealer's two cards come after the players' although they go first",
    of=(ULTIMATE_DEAL,),
)
def deal_the_dealer_last():
    def dealer_last(original, context, cards):
        made = original(context, cards)
        if cards is None or not made["board"]:
            return made
        order = (*(place for place in made["hands"] if place != DEALER), DEALER)
        top, hands = len(made["box"]) + len(made["board"]), {}
        for place in order:
            size = len(made["hands"][place])
            hands[place], top = tuple(cards[top : top + size]), top + size
        return {**made, "hands": hands}

    replace_function(ULTIMATE_DEAL, dealer_last)


@wrong(
    *("fc as-played.8.D(3)", "fc as-played.9.B(3)", "fc as-played.11.B"),
    why="the dealer's card face up is the first one instead of the last",
    of=("houseway.games.four_card.dealing:_dealt_facts",),
)
def turn_up_the_dealers_first_card():
    def first_up(original, context, command, cards):
        made = original(context, command, cards)
        if cards is None:
            return made
        dealer = made["hands"][DEALER]
        return {**made, "hands": {**made["hands"], DEALER: (*dealer[1:], dealer[0])}, "up": dealer[:1]}

    replace_function("houseway.games.four_card.dealing:_dealt_facts", first_up)


@wrong(
    *("uth 10.B(2)", "uth 9.B(2)", "fc as-played.9.B(2)"),
    why="everybody is sent the cards of all hands and of the stub as they are dealt",
    of=("houseway.events.disclosure:redact_facts",),
)
def send_events_unredacted():
    replace_function("houseway.events.disclosure:redact_facts", lambda original, event, disclosures, viewer: event)
