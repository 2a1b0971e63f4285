"""The order of procedure: the next due step, from the first wager to the last card in the rack.

`due_step` returns the one step that the dealer or a floorperson must take now, or None if the table waits for players. It never
depends on cards that nobody has seen: a hand is turned up first, and its value comes after.
"""

from collections.abc import Iterator

from houseway.events import Command, Event, Role
from houseway.games.against_dealer import betting, dealing, deciding, settling, sides
from houseway.games.against_dealer.law import same_rule
from houseway.games.against_dealer.scene import DealerGameContext
from houseway.games.round import Effects
from houseway.games.scene import due_step_under
from houseway.procedure import DEALER, PROGRESSIVE, Step
from houseway.values import memoize_last

END_ROUND = same_rule("11.K")


def end_round(scene: DealerGameContext, command: Command) -> Effects:
    return (Event("round-completed", scene.law(END_ROUND), {"number": scene.round.number}),)


@memoize_last
def due_step(scene: DealerGameContext) -> Step | None:
    """Return the due step."""
    state = scene.round
    if state.finished:
        return None
    if state.void:
        return due_step_under(scene, "end-round", "gather all cards: the round is void", END_ROUND)
    if not state.closed:
        return _betting_step(scene)
    if not state.dealt:
        wanted = scene.device or scene.starting
        return wanted or due_step_under(scene, "deal", "deal the cards", scene.contest.deal_law(scene))
    if state.to_rule:
        law = scene.contest.exposed_law(scene, state.to_rule[0])
        return due_step_under(scene, "rule-exposed", "rule whether a round with an exposed card goes on", law, role=Role.FLOOR)
    if state.base_void:
        return scene.contest.completing(scene) or next(_settlement_steps(scene))
    return _playing_step(scene)


def _betting_step(scene: DealerGameContext) -> Step | None:
    if scene.preparation is not None:
        return scene.preparation
    if scene.playing:
        return due_step_under(scene, "close-betting", 'announce "no more bets"', betting.NO_MORE_BETS, scene.dealing)
    return None


def _playing_step(scene: DealerGameContext) -> Step | None:
    """Decisions and the cards between them, the stub, the dealer's hand, then hand by hand."""
    if dealing.may_count_stub(scene):
        return _stub_step(scene)
    turn, street = scene.turn, scene.street
    if turn is not None:
        if turn not in scene.round.left:
            return None
        return due_step_under(scene, "pass-absent", f"position {turn} is gone: no Play wager", deciding.LEFT, position=turn)
    if not scene.round.dealer_turned:
        if street is not None and street.deals:
            return due_step_under(scene, street.deals, street.words, street.dealt, scene.dealing)
        return due_step_under(scene, "turn-dealer", "turn up the dealer's cards and call the hand", settling.TURN_DEALER)
    return next(_settlement_steps(scene))


def _stub_step(scene: DealerGameContext) -> Step:
    if scene.stub_due:
        return due_step_under(scene, "count-stub", "count the stub face down", dealing.COUNT_STUB, scene.dealing)
    return due_step_under(scene, "rack-stub", "rack the stub unseen", dealing.RACK_STUB, scene.dealing)


def _settlement_steps(scene: DealerGameContext) -> Iterator[Step]:
    """Yield every step that is still to be done, seat by seat, counterclockwise from the dealer's right."""
    for position in scene.settling:
        if position not in scene.round.abandoned:
            yield from _seat_steps(scene, position)
    if DEALER not in scene.round.racked:
        yield due_step_under(
            scene, "collect-cards", "rack the dealer's cards and those on the layout", settling.COLLECT, position=DEALER
        )
    yield due_step_under(scene, "end-round", "the round is over", END_ROUND)


def _seat_steps(scene: DealerGameContext, position: int) -> Iterator[Step]:
    state = scene.round
    if position in state.racked and not scene.open_sides(position):
        return
    if position not in state.exposed and position not in state.racked and _must_expose(scene, position):
        law = scene.law(settling.EXPOSE) if scene.in_play(position) else settling.optional_wager_clauses(scene, position)
        yield due_step_under(scene, "expose", f"turn up the cards of position {position}", law, position=position)
    if scene.in_play(position) and any((position, wager) not in state.paid for wager in _base_wager_step(scene, position)):
        yield due_step_under(scene, "pay", f"pay position {position}", settling.PAY, position=position)
    for wager in scene.open_sides(position):
        yield from (
            _progressive_step(scene, position) if wager == PROGRESSIVE else (_optional_wager_step(scene, position, wager),)
        )
    if sides.envy_owed(scene, position):
        words = f"pay the others the envy bonus for position {position}"
        yield due_step_under(scene, "pay-envy", words, sides.ENVY, position=position)
    if position not in state.racked:
        yield due_step_under(
            scene, "collect-cards", f"rack the cards of position {position}", settling.COLLECT, position=position
        )


def _must_expose(scene: DealerGameContext, position: int) -> bool:
    """Return whether a hand is turned up: it is compared with the dealer's, or an optional wager depends on it."""
    return scene.in_play(position) or any(map(scene.contest.on_cards, scene.open_sides(position)))


def _base_wager_step(scene: DealerGameContext, position: int) -> list[str]:
    return [wager for wager in scene.round.wagers(position) if wager not in scene.contest.sides]


def _optional_wager_step(scene: DealerGameContext, position: int, wager: str) -> Step:
    title = scene.rules.regulation.wager(wager).title
    words = f"settle {title} of position {position}"
    return due_step_under(scene, "settle-side", words, sides.SIDE, wager, position=position, wager=wager)


def _progressive_step(scene: DealerGameContext, position: int) -> Iterator[Step]:
    """A win is verified by the dealer and a floorperson before it is paid."""
    key = (position, PROGRESSIVE)
    if settling.award_at(scene, position, PROGRESSIVE).won:
        if key not in scene.round.lights_checked:
            yield _verify_step(scene, position)
        if key not in scene.round.validated:
            words = f"validate the progressive win of position {position}"
            yield due_step_under(scene, "validate", words, sides.VALIDATE, role=Role.FLOOR, position=position)
    yield _optional_wager_step(scene, position, PROGRESSIVE)


def _verify_step(scene: DealerGameContext, position: int) -> Step:
    if position in scene.lit:
        return due_step_under(
            scene, "verify-progressive", f"check hand and light of position {position}", sides.VERIFY, position=position
        )
    words = f"rule on the progressive wager of position {position}, whose light is out"
    return due_step_under(scene, "rule-light", words, sides.VERIFY, role=Role.FLOOR, position=position)


def why_too_early(scene: DealerGameContext, act: str) -> tuple[()]:
    """No act of the equipment waits for this game."""
    return ()
