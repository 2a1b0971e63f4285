"""Irregularities: what is void, what is returned, what stands, and what a floorperson must rule."""

from collections.abc import Mapping

from houseway.cards import DECK, Card
from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.events import Command, Event
from houseway.games.against_dealer.betting import contribution_instruction
from houseway.games.against_dealer.law import same_rule
from houseway.games.against_dealer.scene import DealerGameContext
from houseway.games.exposing import exposed_cards
from houseway.games.round import Effect, Effects, Movement, refusal
from houseway.games.states import Place, Stake
from houseway.games.validation import name_of_floorperson
from houseway.games.wagers import settle_event
from houseway.money import NO_MONEY
from houseway.procedure import ANTE, DEALER, INVENTORY, PLAY, PROGRESSIVE, layout_account, seat_account

Clauses = tuple[Citation, ...]

SHUFFLER_FAILED = same_rule(("13.H(1)", "13.H(2)", "13.H(3)"))
SHOE_FAILED = same_rule(("13.I", "13.I(1)", "13.I(2)", "13.I(3)"))
WRONG_NUMBER = same_rule("13.E")
EXPOSED_DEALER = same_rule("13.F")
STILL_SETTLED = same_rule("13.G")
ABANDONED = same_rule("7.C(2)")
STAYS_SEATED = same_rule("7.C(1)")
PLAY_ON, VOID_BASE = "play-on", "void-base"


def void_round(scene: DealerGameContext, why: str, clauses: Clauses, **facts: object) -> Effects:
    """Void all hands: every wager is returned, including those that a fold had lost."""
    made: list[Effect] = [Event("round-voided", clauses, {"why": why, "under": clauses, **facts})]
    for position, wagers in sorted(scene.round.stakes.items()):
        for name, stake in wagers.items():
            if (position, name) not in scene.round.paid - scene.round.given_up:
                made.extend(_refund_movement(scene, position, name, stake, clauses))
    return tuple(made)


def _refund_movement(scene: DealerGameContext, position: int, name: str, stake: Stake, clauses: Clauses) -> list[Effect]:
    collected = name == PROGRESSIVE and scene.round.progressive_collected
    source = INVENTORY if collected or (position, name) in scene.round.given_up else layout_account(position)
    back = Movement(source, seat_account(position), stake.amount, "refund", clauses, position, name)
    return [back, *(contribution_instruction(scene, position, stake.amount, "reverse") if collected else ())]


def refund_wager(scene: DealerGameContext, position: int, name: str, clauses: Clauses) -> list[Effect]:
    """Take one wager out of a round that goes on."""
    stake = scene.round.stakes[position][name]
    event = Event("wager-refunded", clauses, {"position": position, "wager": name, "amount": stake.amount})
    return [event, *_refund_movement(scene, position, name, stake, clauses)]


def void_base_wagers(scene: DealerGameContext, why: str, clauses: Clauses, **facts: object) -> Effects:
    """Return the wagers against the dealer, including those of folded hands, and those that can no longer be decided.

    What stands is settled when the board is complete.
    """
    law = tuple(dict.fromkeys((*clauses, *scene.law(STILL_SETTLED))))
    made: list[Effect] = [Event("base-voided", law, {"why": why, "under": clauses, **facts})]
    for position, wagers in sorted(scene.round.stakes.items()):
        for name in wagers:
            ended = (position, name) in scene.round.paid - scene.round.given_up
            if not ended and not _stands_after_void(scene, position, name):
                made.extend(refund_wager(scene, position, name, law))
    return tuple(made)


def _stands_after_void(scene: DealerGameContext, position: int, name: str) -> bool:
    """Return whether a wager is settled although those against the dealer are void. What a fold had lost is returned like the
    Ante."""
    against_dealer = name in (ANTE, *scene.contest.twins, PLAY)
    return not against_dealer and (position, name) not in scene.round.given_up and scene.contest.stands(scene, position, name)


def device_failed(scene: DealerGameContext, device: str, live: bool) -> Effects:
    """A device failed with cards of the round in it: the round is void. A shuffler with the other deck affects nobody, unless
    any jam is read to return all wagers (UTH-26)."""
    state = scene.round
    if state.spoiled or not state.closed:
        return ()
    shoe = device == "automated-shoe"
    harmed = live and needs_machine(scene)
    if not harmed and not (not shoe and scene.reads("UTH-26=always")):
        return ()
    return void_round(scene, f"{device}-failed", scene.law(SHOE_FAILED if shoe else SHUFFLER_FAILED))


def needs_machine(scene: DealerGameContext) -> bool:
    """Return whether cards of the round are still in a machine."""
    waits = scene.option("table.dealer-cards") == "left-in-shuffler" and not scene.round.dealer_turned
    return not scene.round.dealt or (waits and scene.dealing == "automated-shoe")


# Exposed cards


def places_with_cards(scene: DealerGameContext) -> tuple[Place, ...]:
    return (DEALER, *scene.playing, *scene.contest.named_places)


def hidden_places(scene: DealerGameContext) -> tuple[Place, ...]:
    """Return where face-down cards of the round lie that may not be seen yet."""
    state = scene.round
    if not state.dealt or state.spoiled or state.dealer_turned:
        return ()
    return tuple(place for place in places_with_cards(scene) if place not in state.racked and _is_hidden(scene, place))


def _is_hidden(scene: DealerGameContext, place: Place) -> bool:
    """The dealer's cards matter while somebody has to decide, and if they are not in a machine."""
    if place == DEALER:
        return bool(scene.deciding) and not needs_machine(scene)
    return isinstance(place, int) or bool(_hidden_cards(scene, place))


def _hidden_cards(scene: DealerGameContext, place: Place) -> tuple[Card, ...]:
    state = scene.round
    if isinstance(place, int):
        up = scene.contest.face_up(scene, place)
        return tuple(card for card in state.hands.get(place, ()) if card not in up)
    return {"board": state.board[state.shown :], "box": state.box, "burned": state.burned}[place]


def hidden_card_count(scene: DealerGameContext, place: Place) -> int:
    """Return how many cards of a place were dealt face down."""
    up = scene.contest.face_up(scene, place) if isinstance(place, int) else ()
    return scene.contest.size(scene, place) - len(up)


def report_exposed(scene: DealerGameContext, command: Command) -> Effects:
    """The dealer exposed cards too early. Facts: place (a position, 0 for the dealer, or a named place), cards."""
    place = command.facts.get("place")
    if place not in hidden_places(scene) or not isinstance(place, int | str):
        raise refusal(
            "nothing-to-expose",
            f"no cards that matter lie face down at {place!r} now",
            scene.law(EXPOSED_DEALER),
            given=str(place),
            allowed=tuple(map(str, hidden_places(scene))),
        )
    return exposed_effects(scene, place, _shown_cards(scene, command, place, command.facts.get("cards", 1)))


def exposed_while_dealing(scene: DealerGameContext, command: Command) -> Effects:
    """Report cards that came face up on the way to their place, once the deal is finished. Facts: exposed (places with cards)."""
    given = command.facts.get("exposed", {})
    known = places_with_cards(scene)
    if not isinstance(given, Mapping) or not all(place in known for place in given):
        raise command.unreadable("exposed", "places, each with its cards")
    found = {
        place: _shown_cards(scene, command, place, cards) for place, cards in given.items() if place in hidden_places(scene)
    }
    made: list[Effect] = []
    for place in sorted(found, key=known.index):
        made.extend(exposed_effects(scene, place, found[place]))
        if any(isinstance(each, Event) and each.kind == "base-voided" for each in made):
            break
    return tuple(made)


def exposed_effects(scene: DealerGameContext, place: Place, cards: tuple[Card, ...]) -> Effects:
    """A dealer's card voids the wagers against him. For others a floorperson rules, unless a reading decides (UTH-27)."""
    law = scene.contest.exposed_law(scene, place)
    seen = Event("card-exposed", law, {"place": place, "cards": cards})
    if place == DEALER:
        return (seen, *void_base_wagers(scene, "dealer-card-exposed", law))
    if scene.reads("UTH-27=void-base"):
        return (seen, *void_base_wagers(scene, "card-exposed", law))
    return (seen, Event("ruling-awaited", law, {"place": place}))


def _shown_cards(scene: DealerGameContext, command: Command, place: Place, given: object) -> tuple[Card, ...]:
    return exposed_cards(command, _hidden_cards(scene, place), given, hidden_card_count(scene, place))


def rule_exposed(scene: DealerGameContext, command: Command) -> Effects:
    """A floorperson rules whether the round goes on. Facts: choice."""
    choice, first = command.text("choice", suggested_ruling(scene)), scene.round.to_rule[0]
    law = scene.contest.exposed_law(scene, first)
    name = name_of_floorperson(command, law)
    if choice not in (PLAY_ON, VOID_BASE):
        raise Malformed(
            f"a ruling is {PLAY_ON} or {VOID_BASE}", code="command.fact", given=choice, allowed=(PLAY_ON, VOID_BASE)
        )
    ruled = Event("exposure-ruled", law, {"choice": choice, "by": name})
    return (ruled, *(void_base_wagers(scene, "card-exposed", law) if choice == VOID_BASE else ()))


def suggested_ruling(scene: DealerGameContext) -> str:
    """A player's own card tells nobody about the dealer's, so the suggestion is to play on; otherwise to void."""
    return PLAY_ON if all(isinstance(place, int) for place in scene.round.to_rule) else VOID_BASE


# Wrong numbers of cards


def miscounted_places(scene: DealerGameContext, command: Command) -> dict[Place, int]:
    """Return places with a wrong number of cards. Facts: hands (positions, 0 for the dealer), and places by name."""
    given = command.facts.get("hands", {})
    if not isinstance(given, Mapping):
        raise command.unreadable("hands", "positions, each with its number of cards")
    found = {**given, **{name: command.facts[name] for name in scene.contest.named_places if name in command.facts}}
    known = places_with_cards(scene)
    if not all(place in known and type(cards) is int and cards >= 0 for place, cards in found.items()):
        raise command.unreadable("hands", "positions, each with its number of cards")
    return {place: cards for place, cards in found.items() if cards != scene.contest.size(scene, place)}


def wrong_number_bounds(scene: DealerGameContext, place: int) -> Mapping[str, object]:
    """Return the bounds of a reported number: any but the right one."""
    return {"each": (place,), "least": 0, "most": len(DECK), "right": scene.contest.size(scene, place)}


def report_misdeal(scene: DealerGameContext, command: Command) -> Effects:
    """Report a wrong number of cards. Facts: hands, or a place by name."""
    wrong = miscounted_places(scene, command)
    if not wrong or not may_misdeal(scene):
        raise refusal(
            "no-misdeal",
            "everybody has the right number of cards" if not wrong else "no cards are out that could be wrong in number",
            scene.law(WRONG_NUMBER),
            given={str(place): cards for place, cards in wrong.items()},
            allowed={str(place): scene.contest.size(scene, place) for place in places_with_cards(scene)},
        )
    return void_round(scene, "misdeal", scene.law(WRONG_NUMBER), given=wrong)


def may_misdeal(scene: DealerGameContext) -> bool:
    """Return whether a misdeal may be reported: until the first hand is settled."""
    state = scene.round
    return state.dealt and not state.spoiled and not state.exposed and not (state.paid - state.given_up)


# Players who leave


def decide_leaving(scene: DealerGameContext, positions: tuple[int, ...]) -> Effects:
    return (Event("player-left", scene.law(STAYS_SEATED), {"positions": positions}),)


def abandoned_positions(scene: DealerGameContext) -> tuple[int, ...]:
    """Return abandoned positions whose hands are not turned up yet."""
    state = scene.round
    if not state.dealt or state.spoiled:
        return ()
    gone = {*state.exposed, *state.abandoned}
    return tuple(place for place in scene.playing if place in state.left and place not in gone and _is_open(scene, place))


def _is_open(scene: DealerGameContext, position: int) -> tuple[str, ...]:
    return tuple(name for name in scene.round.wagers(position) if (position, name) not in scene.round.paid)


def decide_abandonment(scene: DealerGameContext, command: Command) -> Effects:
    """A floorperson rules that the wagers of a player who left are lost; the cards go into the rack."""
    position, law = command.position, scene.law(ABANDONED)
    name = name_of_floorperson(command, law)
    if position not in abandoned_positions(scene):
        message = f"nobody has left position {position} with wagers that could be ruled lost"
        raise refusal("not-abandoned", message, law, given=position, allowed=abandoned_positions(scene))
    racked = position not in scene.round.racked
    made: list[Effect] = [Event("hand-abandoned", law, {"position": position, "racked": racked, "by": name})]
    for wager in _is_open(scene, position):
        stake = scene.round.stakes[position][wager]
        made.append(settle_event(position, wager, stake, "lose", NO_MONEY, law, ""))
        if wager != PROGRESSIVE:
            made.append(Movement(layout_account(position), INVENTORY, stake.amount, "abandoned", law, position, wager))
    return tuple(made)
