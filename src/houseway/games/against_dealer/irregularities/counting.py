"""Numbers of cards: a wrong number in a hand or on the layout, and the stub, which is racked or counted."""

from collections.abc import Mapping

from houseway.errors import NotAllowed
from houseway.events import Command, Event
from houseway.games.against_dealer.context import DealerGameContext, context_after
from houseway.games.against_dealer.irregularities.face_up import report_face_up_with_step
from houseway.games.against_dealer.irregularities.irregular import do_dealer_cards_wait, places_with_cards, void_round
from houseway.games.against_dealer.law import same_rule
from houseway.games.round import Effects, Place, record_irregularity, round_refusal
from houseway.procedure import DEALER

WRONG_NUMBER = same_rule("13.E")
RACK_STUB = same_rule({"manual-shoe": "8.D(4)", "hand": "9.B(4)", "automated-shoe": "10.B(5)"})
COUNT_STUB = same_rule({"manual-shoe": ("8.E", "8.F"), "hand": ("9.C", "9.D"), "automated-shoe": ("10.C", "10.D")})
MISDEALT = same_rule({"manual-shoe": ("8.G", "8.G(1)"), "hand": ("9.E", "9.E(1)"), "automated-shoe": ("10.E", "10.E(1)")})
WRONG_DECK = same_rule({"manual-shoe": ("8.G", "8.G(2)"), "hand": ("9.E", "9.E(2)"), "automated-shoe": ("10.E", "10.E(2)")})


def miscounted_places(context: DealerGameContext, command: Command, *named: str) -> dict[Place, int]:
    """Return places with a wrong number of cards. Facts: hands (positions, 0 for the dealer), and places by name."""
    given = command.facts.get("hands", {})
    if not isinstance(given, Mapping):
        raise command.unreadable("hands", "positions, each with its number of cards")
    names = named or context.dealer_game.named_places
    found = {**given, **{name: command.facts[name] for name in names if name in command.facts}}
    known = countable_places(context)
    if not all(place in known and type(cards) is int and cards >= 0 for place, cards in found.items()):
        raise command.unreadable("hands", "positions, each with its number of cards")
    return {place: cards for place, cards in found.items() if cards != context.dealer_game.card_count(context, place)}


def countable_places(context: DealerGameContext) -> tuple[Place, ...]:
    """Return the places whose number of cards may be wrong: not the dealer's while his cards wait in the machine, because he has
    been dealt none (10.B(4))."""
    places = places_with_cards(context)
    return tuple(place for place in places if place != DEALER) if do_dealer_cards_wait(context) else places


def report_misdeal(context: DealerGameContext, command: Command) -> Effects:
    """Report a wrong number of cards whenever it is found. Facts: hands, a place by name, or stub for what is left. The book has
    no clause about a wrong number of burned cards, so that alone is recorded."""
    wrong = miscounted_places(context, command)
    left = command.number("stub", expected_stub(context))
    if not may_misdeal(context) or (not wrong and left == expected_stub(context)):
        raise _no_misdeal_error(context, wrong)
    if "stub" in command.facts:
        return _count_effects(context, wrong, left)
    if wrong.keys() == {"burned"}:
        return (record_irregularity("wrong-number", command),)
    return void_round(context, "misdeal", context.law(WRONG_NUMBER), given=wrong)


def _no_misdeal_error(context: DealerGameContext, wrong: Mapping[Place, int]) -> NotAllowed:
    late, all_right = "a wrong number of cards can no longer be reported in this round", "every number of cards is right"
    right = {str(place): context.dealer_game.card_count(context, place) for place in countable_places(context)}
    return round_refusal(
        "no-misdeal",
        late if wrong else all_right,
        context.law(WRONG_NUMBER),
        given={str(place): cards for place, cards in wrong.items()},
        allowed={**right, "stub": expected_stub(context)},
    )


def may_misdeal(context: DealerGameContext) -> bool:
    """Return whether a misdeal may be reported: whenever it is found, until the round is over (13.E)."""
    return context.round.dealt and not context.round.void


# The stub


def rack_stub(context: DealerGameContext, command: Command) -> Effects:
    """Put the stub into the discard rack unseen."""
    return (Event("stub-racked", context.law(RACK_STUB, context.dealing), {"cards": context.round.undealt or ()}),)


def may_count_stub(context: DealerGameContext) -> bool:
    """Return whether the stub can be counted or racked: even if the wagers against the dealer are void."""
    state = context.round
    return state.dealt and not state.stub_done and not state.void and context.dealer_game.stub_ready(context)


def count_stub(context: DealerGameContext, command: Command) -> Effects:
    """Count the stub face down. Facts: cards (how many), places with a wrong number of cards, and face_up."""
    law = context.law(COUNT_STUB, context.dealing)
    if not may_count_stub(context):
        raise round_refusal(
            "no-stub",
            "the stub can be counted only when all cards are dealt, and only once; report what is found later with report-misdeal",
            law,
            given="count-stub",
            allowed="when all cards are dealt",
        )
    made = report_face_up_with_step(context, command)
    now = context_after(context, *made)
    if now.round.void:
        return made
    wrong, found = miscounted_places(now, command), command.number("cards", expected_stub(now))
    return (*made, *_count_effects(now, wrong, found))


def _count_effects(context: DealerGameContext, wrong: Mapping[Place, int], found: int) -> Effects:
    """Judge the cards that are left together with those on the table."""
    deck, lie = context.rules.regulation.number_of("deck-cards"), context.round.face_up_count
    lie += sum(wrong.get(place, context.dealer_game.card_count(context, place)) for place in places_with_cards(context))
    if not wrong and found + lie == deck:
        return (Event("stub-counted", context.law(COUNT_STUB, context.dealing), {"cards": found}),)
    misdealt = context.law(MISDEALT, context.dealing) if wrong else ()
    facts = {"given": found, "should_be": expected_stub(context)}
    if found + lie == deck:
        return void_round(context, "misdeal", misdealt, **facts)
    clauses = tuple(dict.fromkeys((*misdealt, *context.law(WRONG_DECK, context.dealing))))
    return void_round(context, "wrong-deck", clauses, **facts, deck_removed=True)


def expected_stub(context: DealerGameContext) -> int:
    """Return how many cards must be left."""
    return context.rules.regulation.number_of("deck-cards") - sum(_counted_cards(context).values())


def placed_cards(context: DealerGameContext) -> dict[Place, int]:
    """Return how many cards of the deck should lie in each place; none before the deal."""
    return _counted_cards(context) if context.round.dealt else {}


def _counted_cards(context: DealerGameContext) -> dict[Place, int]:
    counts = {place: context.dealer_game.card_count(context, place) for place in places_with_cards(context)}
    return {**counts, "aside": context.round.face_up_count}
