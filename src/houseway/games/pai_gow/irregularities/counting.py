"""Count the cards: the stub, and hands or stacks with a wrong number of cards, whenever that is found."""

from collections.abc import Mapping

from houseway.cards import DECK_WITH_JOKER
from houseway.citation import SILENT, Law
from houseway.events import Command, Event
from houseway.games.pai_gow.context import PaiGowContext
from houseway.games.pai_gow.irregularities.face_up import report_face_up
from houseway.games.pai_gow.irregularities.irregular import WRONG_NUMBER, check_not_void, is_hand_counted, void_round
from houseway.games.round import Effects, Place, record_irregularity, round_refusal
from houseway.procedure import DEALER, DIV, MD

COUNT_STUB = Law(
    {
        MD: {
            "manual-shoe": ("8.E(1)", "8.E(2)"),
            "hand": ("9.D(1)", "9.D(2)", "9.D(3)"),
            "automated-shoe": ("10.D(1)", "10.D(2)", "10.D(3)"),
        },
        DIV: {
            "manual-shoe": ("(h)(4)", "(h)(4)(i)#1"),
            "hand": ("(i)(4)", "(i)(4)(i)"),
            "automated-shoe": ("(j)(5)", "(j)(5)(i)"),
        },
    }
)
MISDEALT = Law(
    {
        MD: {
            "manual-shoe": ("8.F", "8.F(1)"),
            "hand": ("9.E", "9.E(1)"),
            "automated-shoe": ("10.E", "10.E(1)"),
        },
        DIV: {"manual-shoe": "(h)(4)(ii)#1", "hand": "(i)(4)(ii)#1", "automated-shoe": "(j)(5)(ii)#1"},
    }
)
MISDEALT_VOID = Law({MD: ("14.H", "14.K"), DIV: {"manual-shoe": "(n)(8)", "": SILENT}})
"""For a shoe the Division refers to its irregularities; for stacks it says itself what follows."""
WRONG_DECK = Law(
    {
        MD: {"manual-shoe": ("8.F", "8.F(2)"), "hand": ("9.E", "9.E(2)"), "automated-shoe": ("10.E", "10.E(2)")},
        DIV: {"manual-shoe": "(h)(4)(ii)#2", "hand": "(i)(4)(ii)#2", "automated-shoe": "(j)(5)(ii)#2"},
    }
)


def count_stub(context: PaiGowContext, command: Command) -> Effects:
    """Count the cards left over. Facts: cards (how many), hands (positions or stacks without seven cards, with their number), and
    face_up."""
    if "face_up" in command.facts:
        made = report_face_up(context, command)
        rest = {name: fact for name, fact in command.facts.items() if name != "face_up"}
        void = any(isinstance(each, Event) and each.kind == "round-voided" for each in made)
        return made if void else (*made, *count_stub(context, command._replace(facts=rest)))
    expected = expected_stub(context)
    left = _cards_left(context)
    found = _number_of_cards(command, "cards", len(context.round.stub or ()) or left)
    off = _miscounted_hands(context, command, countable_hands(context))
    if any(is_hand_counted(context, place) for place in off) or not found == expected == left:
        return _void_for_count(context, off, found)
    counted = Event("stub-counted", context.law(COUNT_STUB, context.dealing), {"cards": found})
    return (counted, record_irregularity("misdeal", command)) if off else (counted,)


def _number_of_cards(command: Command, name: str, default: int) -> int:
    found = command.number(name, default)
    if not 0 <= found <= len(DECK_WITH_JOKER):
        raise command.unreadable(name, f"0 to {len(DECK_WITH_JOKER)} cards")
    return found


def _void_for_count(context: PaiGowContext, hands: Mapping[int, int], stub: int) -> Effects:
    """Void the round: for hands with a wrong number of cards, or for a deck that is not whole, which leaves the table."""
    expected = expected_stub(context)
    if hands:
        counted = context.law(MISDEALT, context.dealing) if stub != expected else ()
        dealt = context.law(MISDEALT_VOID, context.dealing) if counted else context.law(WRONG_NUMBER)
        return void_round(context, "misdeal", (*counted, *dealt), given=hands, stub=stub)
    law = context.law(WRONG_DECK, context.dealing)
    return void_round(context, "wrong-deck", law, given=stub, should_be=expected, deck_removed=True, stub=stub)


def expected_stub(context: PaiGowContext) -> int:
    """Return how many cards must be left (readings PG-36, PG-37 and DIV-47)."""
    return _cards_left(context) + (context.round.set_aside_count if context.takes_reading("PG-37=void", "DIV-47=void") else 0)


def _cards_left(context: PaiGowContext) -> int:
    """Return what is left of the deck when everybody has seven cards."""
    places, hand = len(context.positions) + 1, context.rules.regulation.number_of("hand-cards")
    return (
        context.rules.regulation.number_of("stub")
        + hand * (context.rules.regulation.number_of("starting-numbers") - places)
        - context.round.set_aside_count
    )


def placed_cards(context: PaiGowContext) -> dict[Place, int]:
    """Return how many cards of the deck should lie in each place; none before the deal."""
    if not context.round.dealt:
        return {}
    hand = context.rules.regulation.number_of("hand-cards")
    return {**dict.fromkeys((DEALER, *context.positions), hand), "aside": context.round.set_aside_count}


def report_misdeal(context: PaiGowContext, command: Command) -> Effects:
    """A player or the dealer does not have seven cards, or the stub was not what it was counted to be. Facts: hands, as for the
    stub, and stub if its number was wrong.

    The whole round is void whenever it is found (14.H, 14.K, (n)(8); 8.F, (h)(4)(ii)). Cards that were dealt to nobody only count
    in some books together with a wrong stub.
    """
    check_not_void(context, command)
    places, expected = countable_hands(context), expected_stub(context)
    found = _miscounted_hands(context, command, places) if places else {}
    stub = _number_of_cards(command, "stub", expected)
    if not places or (not found and stub == expected):
        given = ", ".join(f"{name} {value}" for name, value in sorted(command.facts.items()))
        raise round_refusal(
            "no-misdeal",
            "after the deal and until the round is over, report only a hand or a stub that has a wrong number of cards",
            context.law(WRONG_NUMBER),
            given=given,
            allowed=places or "after the deal",
        )
    if stub == expected and not any(is_hand_counted(context, place) for place in found):
        return (record_irregularity("misdeal", command),)
    if "stub" not in command.facts:
        return void_round(context, "misdeal", context.law(WRONG_NUMBER), given=found)
    return _void_for_count(context, found, stub)


def countable_hands(context: PaiGowContext) -> tuple[int, ...]:
    """Return the hands or stacks that may have a wrong number of cards: all that were dealt."""
    state = context.round
    if state.void or not (state.dealt or state.stacks):
        return ()
    return (DEALER, *context.positions) if state.dealt else tuple(range(1, len(state.stacks) + 1))


def _miscounted_hands(context: PaiGowContext, command: Command, places: tuple[int, ...]) -> dict[int, int]:
    """Return the reported hands or stacks that do not have seven cards."""
    hands = command.facts.get("hands", {})
    if not isinstance(hands, Mapping) or not all(
        type(number) is int and number >= 0 for pair in hands.items() for number in pair
    ):
        raise command.unreadable("hands", "positions, each with its number of cards")
    if not set(hands) <= set(places):
        raise command.unreadable("hands", f"some of {', '.join(map(str, places))}, each with its number of cards")
    return {place: cards for place, cards in hands.items() if cards != context.rules.regulation.number_of("hand-cards")}
