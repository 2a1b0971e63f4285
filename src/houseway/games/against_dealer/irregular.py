"""Irregularities: what is void, what is returned, what stands, and what a floorperson must rule."""

from collections.abc import Mapping

from houseway.cards import DECK, Card
from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.events import Command, Event
from houseway.games.against_dealer.betting import contribution
from houseway.games.against_dealer.law import alike
from houseway.games.against_dealer.scene import Scene
from houseway.games.exposing import shown
from houseway.games.round import Happening, Happenings, Movement, refusal
from houseway.games.states import Place, Stake
from houseway.games.validation import floorperson
from houseway.games.wagers import settled
from houseway.money import NO_MONEY
from houseway.procedure import ANTE, DEALER, INVENTORY, PLAY, PROGRESSIVE, layout_account, seat_account

Clauses = tuple[Citation, ...]

SHUFFLER_FAILED = alike(("13.H(1)", "13.H(2)", "13.H(3)"))
SHOE_FAILED = alike(("13.I", "13.I(1)", "13.I(2)", "13.I(3)"))
WRONG_NUMBER = alike("13.E")
EXPOSED_DEALER = alike("13.F")
STILL_SETTLED = alike("13.G")
ABANDONED = alike("7.C(2)")
STAYS_SEATED = alike("7.C(1)")
PLAY_ON, VOID_BASE = "play-on", "void-base"


def void(scene: Scene, why: str, clauses: Clauses, **facts: object) -> Happenings:
    """Void all hands: every wager is returned, including those that a fold had lost."""
    made: list[Happening] = [Event("round-voided", clauses, {"why": why, "under": clauses, **facts})]
    for position, wagers in sorted(scene.round.stakes.items()):
        for name, stake in wagers.items():
            if (position, name) not in scene.round.paid - scene.round.given_up:
                made.extend(_refund(scene, position, name, stake, clauses))
    return tuple(made)


def _refund(scene: Scene, position: int, name: str, stake: Stake, clauses: Clauses) -> list[Happening]:
    collected = name == PROGRESSIVE and scene.round.progressive_collected
    source = INVENTORY if collected or (position, name) in scene.round.given_up else layout_account(position)
    back = Movement(source, seat_account(position), stake.amount, "refund", clauses, position, name)
    return [back, *(contribution(scene, position, stake.amount, "reverse") if collected else ())]


def refunded(scene: Scene, position: int, name: str, clauses: Clauses) -> list[Happening]:
    """Take one wager out of a round that goes on."""
    stake = scene.round.stakes[position][name]
    event = Event("wager-refunded", clauses, {"position": position, "wager": name, "amount": stake.amount})
    return [event, *_refund(scene, position, name, stake, clauses)]


def void_base(scene: Scene, why: str, clauses: Clauses, **facts: object) -> Happenings:
    """Return the wagers against the dealer, including those of folded hands, and those that can no longer be decided.

    What stands is settled when the board is complete.
    """
    law = tuple(dict.fromkeys((*clauses, *scene.law(STILL_SETTLED))))
    made: list[Happening] = [Event("base-voided", law, {"why": why, "under": clauses, **facts})]
    for position, wagers in sorted(scene.round.stakes.items()):
        for name in wagers:
            ended = (position, name) in scene.round.paid - scene.round.given_up
            if not ended and not _stands(scene, position, name):
                made.extend(refunded(scene, position, name, law))
    return tuple(made)


def _stands(scene: Scene, position: int, name: str) -> bool:
    """Return whether a wager is settled although those against the dealer are void. What a fold had lost is returned like the
    Ante."""
    against_dealer = name in (ANTE, *scene.contest.twins, PLAY)
    return not against_dealer and (position, name) not in scene.round.given_up and scene.contest.stands(scene, position, name)


def device_failed(scene: Scene, device: str, live: bool) -> Happenings:
    """A device failed with cards of the round in it: the round is void. A shuffler with the other deck affects nobody, unless
    any jam is read to return all wagers (UTH-26)."""
    state = scene.round
    if state.spoiled or not state.closed:
        return ()
    shoe = device == "automated-shoe"
    harmed = live and needs_device(scene)
    if not harmed and not (not shoe and scene.reads("UTH-26=always")):
        return ()
    return void(scene, f"{device}-failed", scene.law(SHOE_FAILED if shoe else SHUFFLER_FAILED))


def needs_device(scene: Scene) -> bool:
    """Return whether cards of the round are still in a machine."""
    waits = scene.option("table.dealer-cards") == "left-in-shuffler" and not scene.round.dealer_turned
    return not scene.round.dealt or (waits and scene.dealing == "automated-shoe")


# Exposed cards


def places(scene: Scene) -> tuple[Place, ...]:
    return (DEALER, *scene.playing, *scene.contest.named_places)


def hidden(scene: Scene) -> tuple[Place, ...]:
    """Return where face-down cards of the round lie that may not be seen yet."""
    state = scene.round
    if not state.dealt or state.spoiled or state.dealer_turned:
        return ()
    return tuple(place for place in places(scene) if place not in state.racked and _lies_hidden(scene, place))


def _lies_hidden(scene: Scene, place: Place) -> bool:
    """The dealer's cards matter while somebody has to decide, and if they are not in a machine."""
    if place == DEALER:
        return bool(scene.deciding) and not needs_device(scene)
    return isinstance(place, int) or bool(_hidden_cards(scene, place))


def _hidden_cards(scene: Scene, place: Place) -> tuple[Card, ...]:
    state = scene.round
    if isinstance(place, int):
        up = scene.contest.face_up(scene, place)
        return tuple(card for card in state.hands.get(place, ()) if card not in up)
    return {"board": state.board[state.shown :], "box": state.box, "burned": state.burned}[place]


def hidden_size(scene: Scene, place: Place) -> int:
    """Return how many cards of a place were dealt face down."""
    up = scene.contest.face_up(scene, place) if isinstance(place, int) else ()
    return scene.contest.size(scene, place) - len(up)


def report_exposed(scene: Scene, command: Command) -> Happenings:
    """The dealer exposed cards too early. Facts: place (a position, 0 for the dealer, or a named place), cards."""
    place = command.facts.get("place")
    if place not in hidden(scene) or not isinstance(place, int | str):
        raise refusal(
            "nothing-to-expose",
            f"no cards that matter lie face down at {place!r} now",
            scene.law(EXPOSED_DEALER),
            given=str(place),
            allowed=tuple(map(str, hidden(scene))),
        )
    return exposed(scene, place, _shown(scene, command, place, command.facts.get("cards", 1)))


def exposed_while_dealing(scene: Scene, command: Command) -> Happenings:
    """Report cards that came face up on the way to their place, once the deal is finished. Facts: exposed (places with cards)."""
    given = command.facts.get("exposed", {})
    known = places(scene)
    if not isinstance(given, Mapping) or not all(place in known for place in given):
        raise command.unreadable("exposed", "places, each with its cards")
    found = {place: _shown(scene, command, place, cards) for place, cards in given.items() if place in hidden(scene)}
    made: list[Happening] = []
    for place in sorted(found, key=known.index):
        made.extend(exposed(scene, place, found[place]))
        if any(isinstance(each, Event) and each.kind == "base-voided" for each in made):
            break
    return tuple(made)


def exposed(scene: Scene, place: Place, cards: tuple[Card, ...]) -> Happenings:
    """A dealer's card voids the wagers against him. For others a floorperson rules, unless a reading decides (UTH-27)."""
    law = scene.contest.exposed_law(scene, place)
    seen = Event("card-exposed", law, {"place": place, "cards": cards})
    if place == DEALER:
        return (seen, *void_base(scene, "dealer-card-exposed", law))
    if scene.reads("UTH-27=void-base"):
        return (seen, *void_base(scene, "card-exposed", law))
    return (seen, Event("ruling-awaited", law, {"place": place}))


def _shown(scene: Scene, command: Command, place: Place, given: object) -> tuple[Card, ...]:
    return shown(command, _hidden_cards(scene, place), given, hidden_size(scene, place))


def rule_exposed(scene: Scene, command: Command) -> Happenings:
    """A floorperson rules whether the round goes on. Facts: choice."""
    choice, first = command.text("choice", suggested(scene)), scene.round.to_rule[0]
    law = scene.contest.exposed_law(scene, first)
    name = floorperson(command, law)
    if choice not in (PLAY_ON, VOID_BASE):
        raise Malformed(
            f"a ruling is {PLAY_ON} or {VOID_BASE}", code="command.fact", given=choice, allowed=(PLAY_ON, VOID_BASE)
        )
    ruled = Event("exposure-ruled", law, {"choice": choice, "by": name})
    return (ruled, *(void_base(scene, "card-exposed", law) if choice == VOID_BASE else ()))


def suggested(scene: Scene) -> str:
    """A player's own card tells nobody about the dealer's, so the suggestion is to play on; otherwise to void."""
    return PLAY_ON if all(isinstance(place, int) for place in scene.round.to_rule) else VOID_BASE


# Wrong numbers of cards


def miscounted(scene: Scene, command: Command) -> dict[Place, int]:
    """Return places with a wrong number of cards. Facts: hands (positions, 0 for the dealer), and places by name."""
    given = command.facts.get("hands", {})
    if not isinstance(given, Mapping):
        raise command.unreadable("hands", "positions, each with its number of cards")
    found = {**given, **{name: command.facts[name] for name in scene.contest.named_places if name in command.facts}}
    known = places(scene)
    if not all(place in known and type(cards) is int and cards >= 0 for place, cards in found.items()):
        raise command.unreadable("hands", "positions, each with its number of cards")
    return {place: cards for place, cards in found.items() if cards != scene.contest.size(scene, place)}


def wrong_number(scene: Scene, place: int) -> Mapping[str, object]:
    """Return the bounds of a reported number: any but the right one."""
    return {"each": (place,), "least": 0, "most": len(DECK), "right": scene.contest.size(scene, place)}


def report_misdeal(scene: Scene, command: Command) -> Happenings:
    """Report a wrong number of cards. Facts: hands, or a place by name."""
    wrong = miscounted(scene, command)
    if not wrong or not may_misdeal(scene):
        raise refusal(
            "no-misdeal",
            "everybody has the right number of cards" if not wrong else "no cards are out that could be wrong in number",
            scene.law(WRONG_NUMBER),
            given={str(place): cards for place, cards in wrong.items()},
            allowed={str(place): scene.contest.size(scene, place) for place in places(scene)},
        )
    return void(scene, "misdeal", scene.law(WRONG_NUMBER), given=wrong)


def may_misdeal(scene: Scene) -> bool:
    """Return whether a misdeal may be reported: until the first hand is settled."""
    state = scene.round
    return state.dealt and not state.spoiled and not state.exposed and not (state.paid - state.given_up)


# Players who leave


def leave(scene: Scene, positions: tuple[int, ...]) -> Happenings:
    return (Event("player-left", scene.law(STAYS_SEATED), {"positions": positions}),)


def abandoned(scene: Scene) -> tuple[int, ...]:
    """Return abandoned positions whose hands are not turned up yet."""
    state = scene.round
    if not state.dealt or state.spoiled:
        return ()
    gone = {*state.exposed, *state.abandoned}
    return tuple(place for place in scene.playing if place in state.left and place not in gone and _open(scene, place))


def _open(scene: Scene, position: int) -> tuple[str, ...]:
    return tuple(name for name in scene.round.wagers(position) if (position, name) not in scene.round.paid)


def abandon(scene: Scene, command: Command) -> Happenings:
    """A floorperson rules that the wagers of a player who left are lost; the cards go into the rack."""
    position, law = command.position, scene.law(ABANDONED)
    name = floorperson(command, law)
    if position not in abandoned(scene):
        message = f"nobody has left position {position} with wagers that could be ruled lost"
        raise refusal("not-abandoned", message, law, given=position, allowed=abandoned(scene))
    racked = position not in scene.round.racked
    made: list[Happening] = [Event("hand-abandoned", law, {"position": position, "racked": racked, "by": name})]
    for wager in _open(scene, position):
        stake = scene.round.stakes[position][wager]
        made.append(settled(position, wager, stake, "lose", NO_MONEY, law, ""))
        if wager != PROGRESSIVE:
            made.append(Movement(layout_account(position), INVENTORY, stake.amount, "abandoned", law, position, wager))
    return tuple(made)
