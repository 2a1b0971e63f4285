"""The order of procedure: the next due step, from the first wager to the last card in the rack.

`due` returns the one step that the dealer or a floorperson must take now, or None if the table waits for players. It never
depends on cards that nobody has seen: a hand is turned up first, and its value comes after.
"""

from collections.abc import Iterator

from houseway.events import Command, Event, Role
from houseway.games.against_dealer import betting, dealing, deciding, settling, sides
from houseway.games.against_dealer.law import alike
from houseway.games.against_dealer.scene import Scene
from houseway.games.round import Happenings
from houseway.games.scene import step
from houseway.procedure import DEALER, PROGRESSIVE, Step
from houseway.values import memoize_last

END_ROUND = alike("11.K")


def end_round(scene: Scene, command: Command) -> Happenings:
    return (Event("round-completed", scene.law(END_ROUND), {"number": scene.round.number}),)


@memoize_last
def due(scene: Scene) -> Step | None:
    """Return the due step."""
    state = scene.round
    if state.finished:
        return None
    if state.void:
        return step(scene, "end-round", "gather all cards: the round is void", END_ROUND)
    if not state.closed:
        return _betting(scene)
    if not state.dealt:
        wanted = scene.device or scene.starting
        return wanted or step(scene, "deal", "deal the cards", scene.contest.deal_law(scene))
    if state.to_rule:
        law = scene.contest.exposed_law(scene, state.to_rule[0])
        return step(scene, "rule-exposed", "rule whether a round with an exposed card goes on", law, role=Role.FLOOR)
    if state.base_void:
        return scene.contest.completing(scene) or next(_settlement(scene))
    return _playing(scene)


def _betting(scene: Scene) -> Step | None:
    if scene.preparation is not None:
        return scene.preparation
    if scene.playing:
        return step(scene, "close-betting", 'announce "no more bets"', betting.NO_MORE_BETS, scene.dealing)
    return None


def _playing(scene: Scene) -> Step | None:
    """Decisions and the cards between them, the stub, the dealer's hand, then hand by hand."""
    if dealing.may_count(scene):
        return _stub(scene)
    turn, street = scene.turn, scene.street
    if turn is not None:
        if turn not in scene.round.left:
            return None
        return step(scene, "pass-absent", f"position {turn} is gone: no Play wager", deciding.LEFT, position=turn)
    if not scene.round.dealer_turned:
        if street is not None and street.deals:
            return step(scene, street.deals, street.words, street.dealt, scene.dealing)
        return step(scene, "turn-dealer", "turn up the dealer's cards and call the hand", settling.TURN_DEALER)
    return next(_settlement(scene))


def _stub(scene: Scene) -> Step:
    if scene.stub_due:
        return step(scene, "count-stub", "count the stub face down", dealing.COUNT_STUB, scene.dealing)
    return step(scene, "rack-stub", "rack the stub unseen", dealing.RACK_STUB, scene.dealing)


def _settlement(scene: Scene) -> Iterator[Step]:
    """Yield every step that is still to be done, seat by seat, counterclockwise from the dealer's right."""
    for position in scene.settling:
        if position not in scene.round.abandoned:
            yield from _seat(scene, position)
    if DEALER not in scene.round.racked:
        yield step(scene, "collect-cards", "rack the dealer's cards and those on the layout", settling.COLLECT, position=DEALER)
    yield step(scene, "end-round", "the round is over", END_ROUND)


def _seat(scene: Scene, position: int) -> Iterator[Step]:
    state = scene.round
    if position in state.racked and not scene.open_sides(position):
        return
    if position not in state.exposed and position not in state.racked and _to_expose(scene, position):
        law = scene.law(settling.EXPOSE) if scene.in_play(position) else settling.side_law(scene, position)
        yield step(scene, "expose", f"turn up the cards of position {position}", law, position=position)
    if scene.in_play(position) and any((position, wager) not in state.paid for wager in _against_dealer(scene, position)):
        yield step(scene, "pay", f"pay position {position}", settling.PAY, position=position)
    for wager in scene.open_sides(position):
        yield from _progressive(scene, position) if wager == PROGRESSIVE else (_side(scene, position, wager),)
    if sides.envy_due(scene, position):
        words = f"pay the others the envy bonus for position {position}"
        yield step(scene, "pay-envy", words, sides.ENVY, position=position)
    if position not in state.racked:
        yield step(scene, "collect-cards", f"rack the cards of position {position}", settling.COLLECT, position=position)


def _to_expose(scene: Scene, position: int) -> bool:
    """Return whether a hand is turned up: it is compared with the dealer's, or an optional wager depends on it."""
    return scene.in_play(position) or any(map(scene.contest.on_cards, scene.open_sides(position)))


def _against_dealer(scene: Scene, position: int) -> list[str]:
    return [wager for wager in scene.round.wagers(position) if wager not in scene.contest.sides]


def _side(scene: Scene, position: int, wager: str) -> Step:
    title = scene.rules.regulation.wager(wager).title
    words = f"settle {title} of position {position}"
    return step(scene, "settle-side", words, sides.SIDE, wager, position=position, wager=wager)


def _progressive(scene: Scene, position: int) -> Iterator[Step]:
    """A win is verified by the dealer and a floorperson before it is paid."""
    key = (position, PROGRESSIVE)
    if settling.award_of(scene, position, PROGRESSIVE).won:
        if key not in scene.round.lights_checked:
            yield _verify(scene, position)
        if key not in scene.round.validated:
            words = f"validate the progressive win of position {position}"
            yield step(scene, "validate", words, sides.VALIDATE, role=Role.FLOOR, position=position)
    yield _side(scene, position, PROGRESSIVE)


def _verify(scene: Scene, position: int) -> Step:
    if position in scene.lit:
        return step(
            scene, "verify-progressive", f"check hand and light of position {position}", sides.VERIFY, position=position
        )
    words = f"rule on the progressive wager of position {position}, whose light is out"
    return step(scene, "rule-light", words, sides.VERIFY, role=Role.FLOOR, position=position)


def too_early(scene: Scene, act: str) -> tuple[()]:
    """No act of the equipment waits for this game."""
    return ()
