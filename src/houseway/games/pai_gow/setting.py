"""Setting the hands: the players', the dealer's by the house way, the bank's; and surrender."""

from collections.abc import Iterator

from houseway.cards import DECK_WITH_JOKER, Card
from houseway.citation import Citation, Law
from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Command, Event, Role
from houseway.games.pai_gow.announcing import announce_progressive
from houseway.games.pai_gow.base_wager.centre import move_surrendered_wager, settle_exposed_house_wager
from houseway.games.pai_gow.base_wager.outcome import compare_settings, describe_setting, is_legal, measure_setting, ranks_alike
from houseway.games.pai_gow.context import PaiGowContext, own_position
from houseway.games.pai_gow.irregularities.irregular import WRONG_NUMBER, void_round
from houseway.games.pai_gow.state import PlacedHands
from houseway.games.round import Effect, Effects, round_refusal, use_coupon
from houseway.hands import HandOrder
from houseway.hands.orders import PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL, PAI_GOW_LOW
from houseway.procedure import DEALER, DIV, MD, PAI_GOW, Bounds, LegalOption

SET = Law({MD: ("1.B(8)", "11.A"), DIV: ("(a)(1)(xiv)", "(l)(1)#1")})
OWN_HANDS = Law({MD: "11.A(1)", DIV: "(l)(2)#1"})
SET_ONCE = Law({MD: ("11.A(5)", "7.F(4)"), DIV: ("(l)(2)#4", "(o)(2)#4")})
NOT_YET = Law({MD: "11.A", DIV: "(l)(1)#1"})
LARGER_FIRST = Law({MD: ("7.F(1)", "7.F(2)"), DIV: ("(o)(2)#1", "(o)(2)#2")})
EQUAL_ORDER = Law({MD: ("7.F(1)", "7.F(3)"), DIV: ("(o)(2)#1", "(o)(2)#3")})
HELP = Law({MD: "11.A(3)", DIV: "(l)(2)#2"})
DEALER_SETS = Law({MD: ("11.C", "11.C(1)", "11.C(2)"), DIV: ("(l)(3)#1", "(l)(3)#2")})
DEALER_SETS_AGAINST_BANK = Law({MD: ("12.I", "11.C(1)"), DIV: "(m)(11)#1"})
DEALER_RESET = Law({MD: "14.I", DIV: "(n)(9)"})
DEALER_DEAD = Law({MD: "12.I", DIV: "(m)(11)#1"})
BANK_SETS = Law({MD: "11.C(3)", DIV: "(l)(3)#3"})
CO_BANK_SET = Law({MD: "12.E(4)", DIV: "(m)(5)#4"})
BANK_RESET = Law({MD: ("14.I", "12.I(2)"), DIV: ("(n)(10)#1", "(n)(10)#2")})
BANK_EXPOSED = Law({MD: "12.I(1)", DIV: "(m)(11)#2"})
HOUSE_RESULT = Law(
    {
        MD: {"win": "12.I(3)", "tie": "12.I(4)", "lose": "12.I(5)"},
        DIV: {"win": "(m)(11)#3", "tie": "(m)(11)#4", "lose": "(m)(11)#5"},
    }
)
SURRENDER = Law({MD: ("11.D", "11.D(1)"), DIV: "(l)(4)"})
SURRENDER_TAKEN = Law({MD: "11.D(2)", DIV: "(l)(4)(i)"})
COLLECT_SURRENDERED = Law({MD: ("11.D(2)", "11.D(4)"), DIV: "(l)(4)(ii)"})
COUNT_SURRENDERED = Law({MD: "11.D(4)", DIV: "(l)(4)(ii)"})
SURRENDER_STAYS = Law({MD: ("11.D(2)", "11.D(3)"), DIV: ("(l)(4)(i)", "(r)(4)(i)(A)", "(r)(4)(i)(B)")})
ABSENT = Law({MD: "7.C(2)", DIV: "(g)(2)#2"})


def high_hand_order(context: PaiGowContext) -> HandOrder:
    """Return the order of high hands in force. The Division may file A-2-3-4-5 as the lowest straight."""
    return PAI_GOW_HIGH_LOW_WHEEL if context.filed_option("ranking.low-ace-lowest") is True else PAI_GOW_HIGH


def positions_to_set(context: PaiGowContext) -> tuple[int, ...]:
    """Return the positions whose players still have to set. Their order is free, except for a player with two areas."""
    laid = context.round.placed_hands
    return tuple([place for place in context.round.live_positions if place not in laid and may_set(context, place)])


def may_set(context: PaiGowContext, position: int) -> bool:
    """Return whether a position may set now. The bank sets after all players; the dealer sets a co-bank's hand."""
    if position in context.round.surrendered:
        return False
    bank = context.round.bank
    if position != bank.position:
        return True
    return not bank.co_banking and all(place in context.round.placed_hands for place in playing_positions(context))


def playing_positions(context: PaiGowContext) -> tuple[int, ...]:
    """Return the positions that play against the dealer or the bank and have not surrendered."""
    bank, gone = context.round.bank.position, context.round.surrendered
    return tuple(place for place in context.round.live_positions if place != bank and place not in gone)


def set_hand(context: PaiGowContext, command: Command) -> Effects:
    """A player sets two hands face down. A foul setting is accepted and loses. Facts: position, low, high."""
    position = own_position(context, command)
    _check_turn(context, position)
    clauses = (*context.law(SET), *context.law(OWN_HANDS))
    if position == context.round.bank.position:
        clauses = (*context.law(BANK_SETS), *clauses)
    dealt = context.round.hands[position]
    if not dealt:
        return (Event("hand-set", clauses, {"position": position, "high": (), "low": ()}),)
    low = command.cards("low")
    high = command.cards("high") or tuple([card for card in dealt if card not in low])
    if sorted((*high, *low)) != sorted(dealt):
        raise Malformed(
            "a player must set all of the seven cards that were dealt to the position, each once",
            code="round.not-these-cards",
            clauses=context.law(SET),
            given=" ".join(map(str, (*high, *low))),
            allowed="the cards of the position",
        )
    made = Event("hand-set", clauses, {"position": position, "high": high, "low": low})
    if position == context.round.bank.position and _does_bank_set_openly(context):
        return (made, Event("bank-hands-shown", context.law(BANK_SETS), {"position": position, "high": high, "low": low}))
    return (made,)


def _check_turn(context: PaiGowContext, position: int) -> None:
    state = context.round
    if position in state.placed_hands or position in state.surrendered:
        raise round_refusal(
            "already-set",
            f"the hands at position {position} are already set, and may not be changed",
            context.law(SET_ONCE),
            given=position,
            allowed=positions_to_set(context),
        )
    open_now = state.stub_counted and not state.exposed_to_choose and not state.void and state.dealt
    if position not in state.live_positions or not open_now or not may_set(context, position):
        raise round_refusal(
            "not-your-turn",
            f"position {position} has no hand to set now",
            context.law(BANK_SETS if open_now and position == state.bank.position else NOT_YET),
            given=position,
            allowed=positions_to_set(context) if open_now else (),
        )
    _check_order(context, position)


def _check_order(context: PaiGowContext, position: int) -> None:
    """Of two areas the larger wager is set first; equal ones counterclockwise."""
    for other in context.positions_of(context.seats[position]):
        if (
            other == position
            or other not in context.round.live_positions
            or other in context.round.placed_hands
            or other in context.round.surrendered
        ):
            continue
        mine, theirs = context.round.stakes[position][PAI_GOW].total, context.round.stakes[other][PAI_GOW].total
        if theirs > mine or (theirs == mine and other < position):
            raise round_refusal(
                "other-hand-first",
                f"the hand at position {other} must be set first",
                context.law(LARGER_FIRST if theirs > mine else EQUAL_ORDER),
                given=position,
                allowed=other,
            )


def ask_house_way(context: PaiGowContext, command: Command) -> Effects:
    position = own_position(context, command)
    _check_turn(context, position)
    return (Event("help-asked", context.law(HELP), {"position": position}),)


def tell_house_way(context: PaiGowContext, command: Command) -> Effects:
    """The dealer tells a player how the house would set."""
    position = _position_that_asked(context, command)
    dealt = context.round.hands[position]
    facts: dict[str, object] = {"position": position, "house_way": context.house_way.name}
    if dealt:
        found = context.house_way.set(dealt, high_hand_order(context))
        facts |= {"high": tuple(found.high), "low": tuple(found.low), "rule": found.rule.id}
    return (Event("house-way-told", context.law(HELP), facts),)


def decline_help(context: PaiGowContext, command: Command) -> Effects:
    """A dealer who may decline does not tell a player how the house would set."""
    position = _position_that_asked(context, command)
    if not may_decline_help(context):
        raise round_refusal(
            "must-tell",
            "the dealer may not decline: a player who asks must be told the house way",
            context.law(HELP),
            given="decline",
            allowed="tell-house-way",
        )
    return (Event("help-declined", context.law(HELP), {"position": position}),)


def may_decline_help(context: PaiGowContext) -> bool:
    return context.policy("help-in-setting") == "optional"


def _position_that_asked(context: PaiGowContext, command: Command) -> int:
    position = command.position
    if position not in context.round.asked_for_help:
        raise round_refusal(
            "not-asked",
            f"position {position} has not asked for the house way",
            context.law(HELP),
            given=position,
            allowed=tuple(sorted(context.round.asked_for_help)),
        )
    return position


def set_absent(context: PaiGowContext, command: Command) -> Effects:
    """The hand of a player who left is set the house way and settled (PG-48, DIV-50). Physical cards are set as they are turned
    over."""
    position = command.position
    laid = set_by_house_way(context, context.round.hands[position])
    facts = {"position": position, "high": laid.high, "low": laid.low, "rule": laid.house_way_rule, "absent": True}
    return (Event("hand-set", (*context.law(ABSENT), *context.law(HELP)), facts),)


def enter_absent_hand(context: PaiGowContext, command: Command, position: int) -> tuple[PlacedHands, Event]:
    """Physical cards of a player who left are set the house way as they are turned over, however they were laid."""
    laid = set_by_house_way(context, entered_cards(context, command, position))
    facts = {"position": position, "high": laid.high, "low": laid.low, "rule": laid.house_way_rule, "absent": True}
    return laid, Event("hand-set", (*context.law(ABSENT), *context.law(HELP)), facts)


def set_by_house_way(context: PaiGowContext, cards: tuple[Card, ...]) -> PlacedHands:
    if not cards:
        return PlacedHands((), ())
    found = context.house_way.set(cards, high_hand_order(context))
    return PlacedHands(tuple(found.high), tuple(found.low), found.rule.id)


def entered_cards(context: PaiGowContext, command: Command, position: int) -> tuple[Card, ...]:
    """Return the seven cards of a hand: dealt by the engine, or entered as they are turned over."""
    dealt = context.round.hands[position]
    if dealt:
        return dealt
    cards = command.cards("cards") or (*command.cards("high"), *command.cards("low"))
    check_entered(context, cards, position)
    return cards


def check_entered(context: PaiGowContext, cards: tuple[Card, ...], position: int) -> None:
    """Refuse entered cards that are not exactly a hand, or that were seen elsewhere."""
    seen = {card for place, hand in context.round.placed_hands.items() if place != position for card in (*hand.high, *hand.low)}
    size = context.rules.regulation.number_of("hand-cards")
    if len(set(cards)) != size or len(cards) != size or seen & set(cards):
        raise Malformed(
            f"enter the {size} different cards of position {position}, none of which has been entered elsewhere",
            code="round.cards-entered",
            clauses=context.law(DEALER_SETS),
            given=" ".join(map(str, cards)),
            allowed=f"{size} cards",
        )


def _low_hand_among(context: PaiGowContext, cards: tuple[Card, ...], low: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return a low hand made of these cards."""
    if len(set(low)) != len(low) or not set(low) <= set(cards):
        raise Malformed(
            "a low hand must consist of cards of its position, each once",
            code="round.not-these-cards",
            clauses=context.law(DEALER_SETS),
            given=" ".join(map(str, low)),
            allowed="the cards of the position",
        )
    return low


def _cards_by_number(command: Command, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return dealt cards by their numbers from one. Naming cards before they are turned over would allow guessing."""
    numbers, size = command.facts.get("low", ()), len(cards)
    if not isinstance(numbers, tuple | list) or not all(type(number) is int and 1 <= number <= size for number in numbers):
        raise command.unreadable("low", f"numbers of cards from 1 to {size}")
    return tuple(cards[number - 1] for number in dict.fromkeys(numbers))


def set_dealer(context: PaiGowContext, command: Command) -> Effects:
    """The dealer turns over his cards and sets by the house way; another setting is reset. Facts: low, if he set otherwise."""
    cards = entered_cards(context, command, DEALER)
    law = context.law(DEALER_SETS) if context.round.bank.position is None else context.law(DEALER_SETS_AGAINST_BANK)
    right = set_by_house_way(context, cards)
    known = bool(context.round.hands[DEALER])
    low = _cards_by_number(command, cards) if known else _low_hand_among(context, cards, command.cards("low"))
    laid = PlacedHands(tuple(card for card in cards if card not in low), low) if low else right
    made: list[Effect] = []
    if _is_house_way(context, laid, right):
        right = right._replace(high=laid.high, low=laid.low)
        made.append(_set_by_rule("hand-set", law, DEALER, right))
    else:
        made.append(Event("hand-set", law, {"position": DEALER, "high": laid.high, "low": laid.low}))
        made.append(_set_by_rule("hand-reset", context.law(DEALER_RESET), DEALER, right))
    words = describe_setting(context.rules, right.high, right.low)
    return (*made, Event("dealer-done", law, {"racked": False, "words": words}))


def _set_by_rule(kind: str, law: tuple[Citation, ...], position: int, laid: PlacedHands) -> Event:
    """Return that hands are set or reset as a rule of the house way asks."""
    return Event(kind, law, {"position": position, "high": laid.high, "low": laid.low, "rule": laid.house_way_rule})


def _is_house_way(context: PaiGowContext, laid: PlacedHands, right: PlacedHands) -> bool:
    """Return whether a setting is what the house way asks for: equal cards of other suits do not make it another one."""
    if set(laid.low) == set(right.low):
        return True
    return ranks_alike(measure_setting(context.rules, *laid[:2]), measure_setting(context.rules, *right[:2]))


def rack_dealer(context: PaiGowContext, command: Command) -> Effects:
    """Without a house wager against the bank, the dealer's cards are dead (PG-31, DIV-44)."""
    return (Event("dealer-done", context.law(DEALER_DEAD), {"racked": True, "words": ""}),)


def set_co_bank(context: PaiGowContext, command: Command) -> Effects:
    """The dealer sets a co-bank's hand the house way."""
    position = context.round.bank.position
    assert position is not None
    laid = set_by_house_way(context, entered_cards(context, command, position))
    return (_set_by_rule("hand-set", context.law(CO_BANK_SET), position, laid),)


def expose_bank(context: PaiGowContext, command: Command) -> Effects:
    """The dealer exposes the bank's hands, resets them if needed, and compares the house's wager with them."""
    bank = context.round.bank
    position = bank.position
    assert position is not None
    made: list[Effect] = []
    laid = context.round.placed_hands[position]
    if position in context.round.absent_positions and not context.round.hands[position]:
        laid, set_now = enter_absent_hand(context, command, position)
        made.append(set_now)
    elif not (laid.high or laid.low):
        cards = entered_cards(context, command, position)
        low = _low_hand_among(context, cards, command.cards("low"))
        laid = PlacedHands(tuple(card for card in cards if card not in low), low)
        made.append(Event("hand-set", context.law(BANK_SETS), {"position": position, "high": laid.high, "low": laid.low}))
    right = set_by_house_way(context, (*laid.high, *laid.low))
    if not bank.co_banking and _must_reset_bank(context, laid, right):
        laid = right
        made.append(_set_by_rule("hand-reset", context.law(BANK_RESET), position, laid))
    result = _compare_house_wager(context, laid) if bank.house_stake else ""
    clauses = (*why_bank_lies_open(context), *(context.law(HOUSE_RESULT, result) if result else ()))
    words = describe_setting(context.rules, laid.high, laid.low)
    made.append(Event("bank-exposed", clauses, {"position": position, "result": result, "words": words}))
    if bank.house_stake:
        made.extend(settle_exposed_house_wager(context.rules, bank.house_stake, result))
    return (*made, *announce_progressive(context, position, (*laid.high, *laid.low)))


def why_bank_lies_open(context: PaiGowContext) -> tuple[Citation, ...]:
    """Return why the bank's hands lie open: the dealer exposes them when his own are set; otherwise the bank has turned its
    cards over, or the dealer has set them for a co-bank or a bank that has left."""
    if context.round.bank.co_banking:
        return context.law(CO_BANK_SET)
    if DEALER in context.round.placed_hands and not _does_bank_set_openly(context):
        return context.law(BANK_EXPOSED)
    return context.law(ABSENT if context.round.bank.position in context.round.absent_positions else BANK_SETS)


def _does_bank_set_openly(context: PaiGowContext) -> bool:
    return context.takes_reading("PG-57=openly", "DIV-56=openly")


def _must_reset_bank(context: PaiGowContext, laid: PlacedHands, right: PlacedHands) -> bool:
    """Return whether the bank's setting is illegal or, if the bank is bound to it, not the house way (PG-30, DIV-34)."""
    if not is_legal(measure_setting(context.rules, laid.high, laid.low)):
        return True
    return context.takes_reading("PG-30=house-way", "DIV-34=house-way") and not _is_house_way(context, laid, right)


def _compare_house_wager(context: PaiGowContext, bank: PlacedHands) -> str:
    own = context.round.placed_hands[DEALER]
    return compare_settings(
        context.rules,
        measure_setting(context.rules, own.high, own.low),
        measure_setting(context.rules, bank.high, bank.low),
        against_bank=True,
        who="house",
    ).result


def surrender_wager(context: PaiGowContext, command: Command) -> Effects:
    """Surrender the whole base wager before one's hands are exposed (PG-13, DIV-21, DIV-33)."""
    position = own_position(context, command)
    why_not = why_surrender_is_barred(context, position)
    if why_not:
        raise round_refusal("surrender", why_not, context.law(SURRENDER), given=position, allowed="play on")
    stays = _surrendered_cards_stay(context, position)
    law = (*context.law(SURRENDER), *context.law(SURRENDER_STAYS if stays else SURRENDER_TAKEN))
    stake = context.round.stakes[position][PAI_GOW]
    facts = {"position": position, "racked": not stays, "stake": stake.total}
    bank = context.round.bank
    made: list[Effect] = [Event("wager-surrendered", law, facts)]
    if stake.amount:
        banked = bank.position is not None
        made.append(move_surrendered_wager(context.rules, position, stake.amount, banked=banked, co_banking=bank.co_banking))
    made.extend(use_coupon(stake.coupon, law, position, PAI_GOW))
    return tuple(made)


def collect_surrendered(context: PaiGowContext, command: Command) -> Effects:
    """Collect a surrendered hand and count it face down. Facts: position, and cards if there are not seven."""
    position, size = command.position, context.rules.regulation.number_of("hand-cards")
    facts = {"position": position, "cards": size}
    counted = Event("surrendered-collected", context.law(COLLECT_SURRENDERED), facts)
    return void_if_miscounted(context, command) or (counted,)


def void_if_miscounted(context: PaiGowContext, command: Command) -> Effects:
    """Void the round if a surrendered hand is found not to have seven cards as it is collected."""
    size = context.rules.regulation.number_of("hand-cards")
    found = command.number("cards", size)
    if not 0 <= found <= len(DECK_WITH_JOKER):
        raise command.unreadable("cards", f"0 to {len(DECK_WITH_JOKER)} cards")
    if found == size:
        return ()
    return void_round(context, "misdeal", context.law(WRONG_NUMBER), given={command.position: found})


def why_surrender_is_barred(context: PaiGowContext, position: int) -> str:
    """Return why the position may not surrender now; empty if it may."""
    state = context.round
    open_now = state.dealt and state.stub_counted and not state.void
    if position not in playing_positions(context) or not open_now or position in state.exposed:
        return f"position {position} has no hand that can be surrendered now"
    if position in state.exposed_to_choose:
        return f"position {position} must first choose whether to play or void the hand with the exposed card"
    bars = [wager for wager in _optional_wagers_of_player(context, position) if _bars_surrender(context, wager)]
    if bars:
        return f"a player with one of these optional wagers may not surrender: {', '.join(bars)}"
    set_already = state.is_dealer_done if state.bank.position is None else state.bank.position in state.placed_hands
    if not set_already and (
        context.policy("surrender-from") == "dealers-setting" or context.takes_reading("DIV-33=after-dealer-sets")
    ):
        return "a player may surrender only after the dealer's or the bank's hands are set"
    return ""


def _bars_surrender(context: PaiGowContext, wager: str) -> bool:
    """Return whether an optional wager bars surrender: by policy any, or those of which the book says so (DIV-21)."""
    if context.policy("surrender-barred-by") == "any-optional-wager":
        return True
    record = context.rules.wagers.get(wager)
    return record is not None and record.bars_surrender


def _optional_wagers_of_player(context: PaiGowContext, position: int) -> tuple[str, ...]:
    """Return the optional wagers of the player, on his other area too: the books bar the player, not the hand (PG-13, DIV-101)."""
    places = context.positions_of(context.seats.get(position, ""))
    return tuple(dict.fromkeys(wager for place in places for wager in context.round.wagers_at(place) if wager != PAI_GOW))


def _surrendered_cards_stay(context: PaiGowContext, position: int) -> bool:
    """Return whether surrendered cards stay on the table, for somebody's envy or for the player's bonus wager (DIV-21, DIV-39)."""
    return bool(context.optional_wagers(position)) or (
        bool(context.round.lammers) and not context.takes_reading("DIV-39=racked")
    )


def setting_options(context: PaiGowContext, actor: Actor) -> Iterator[LegalOption]:
    """Return what a player may do with his cards now."""
    for position in context.positions_of(actor.name):
        as_bank = position == context.round.bank.position
        if as_bank != (actor.role is Role.BANK) or position in context.round.left:
            continue
        if _may_set_now(context, position):
            law = (*context.law(SET), *context.law(OWN_HANDS))
            bounds: Bounds = {"low": {"from": context.round.hands[position], "count": PAI_GOW_LOW.hand_size}}
            yield LegalOption("set-hand", law, {"position": position}, bounds)
            if position not in context.round.asked_for_help:
                yield LegalOption("ask-house-way", context.law(HELP), {"position": position})
        if not as_bank and not why_surrender_is_barred(context, position):
            yield LegalOption("surrender", context.law(SURRENDER), {"position": position})


def _may_set_now(context: PaiGowContext, position: int) -> bool:
    try:
        _check_turn(context, position)
    except NotAllowed:
        return False
    return True
