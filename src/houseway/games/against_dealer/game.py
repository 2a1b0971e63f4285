"""A game against the dealer for a table: acts, legal options, and what goes into the rack."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from houseway.citation import Law
from houseway.events import Actor, Event, Role
from houseway.games.against_dealer import betting, dealing, deciding, irregular, settling, sides
from houseway.games.against_dealer.disclosure import DISCLOSURES
from houseway.games.against_dealer.procedure import END_ROUND, due, end_round, too_early
from houseway.games.against_dealer.scene import Scene
from houseway.games.against_dealer.state import CHANGES, Round
from houseway.games.against_dealer.view import view
from houseway.games.game import Act, Game
from houseway.money import NO_MONEY
from houseway.procedure import DEALER, Option, Step

DEALERS, FLOOR, PLAYERS = (Role.DEALER,), (Role.FLOOR,), (Role.PLAYER,)
STAFF = (Role.DEALER, Role.FLOOR)
ACTS: Mapping[str, Act] = {
    "wager": Act(PLAYERS, betting.wager, law=betting.PLACED),
    "take-back": Act(PLAYERS, betting.take_back, law=betting.CLOSED),
    "close-betting": Act(DEALERS, betting.close_betting, due=True, law=betting.NO_MORE_BETS),
    "check": Act(PLAYERS, deciding.check, law=deciding.BUY_IN),
    "play": Act(PLAYERS, deciding.play, law=deciding.BUY_IN),
    "fold": Act(PLAYERS, deciding.fold, law=deciding.BUY_IN),
    "pass-absent": Act(DEALERS, deciding.pass_absent, due=True, law=deciding.LEFT),
    "rack-stub": Act(DEALERS, dealing.rack_stub, due=True, law=dealing.RACK_STUB),
    "count-stub": Act(DEALERS, dealing.count_stub, law=dealing.COUNT_STUB),
    "report-exposed": Act(STAFF, irregular.report_exposed, law=irregular.EXPOSED_DEALER),
    "rule-exposed": Act(FLOOR, irregular.rule_exposed, due=True, law=irregular.STILL_SETTLED),
    "report-misdeal": Act(STAFF, irregular.report_misdeal, law=irregular.WRONG_NUMBER),
    "abandon": Act(FLOOR, irregular.abandon, law=irregular.ABANDONED),
    "turn-dealer": Act(DEALERS, settling.turn_dealer, due=True, law=settling.TURN_DEALER),
    "expose": Act(DEALERS, settling.expose, due=True, law=settling.EXPOSE),
    "pay": Act(DEALERS, settling.pay, due=True, law=settling.PAY),
    "settle-side": Act(DEALERS, sides.settle_side, due=True, law=sides.SIDE),
    "verify-progressive": Act(DEALERS, sides.verify_progressive, due=True, law=sides.VERIFY),
    "rule-light": Act(FLOOR, sides.rule_light, due=True, law=sides.VERIFY),
    "validate": Act(FLOOR, sides.validate, due=True, law=sides.VALIDATE),
    "pay-envy": Act(DEALERS, sides.pay_envy, due=True, law=sides.ENVY),
    "collect-cards": Act(DEALERS, settling.collect_cards, due=True, law=settling.COLLECT),
    "end-round": Act(DEALERS, end_round, due=True, law=END_ROUND),
}


def legal(scene: Scene, actor: Actor) -> tuple[Option, ...]:
    """Return what an actor may do now, with bounds."""
    return tuple(_legal(scene, actor)) if not scene.round.finished else ()


def is_for(scene: Scene, step: Step, actor: Actor) -> bool:
    return step.role == actor.role.value and actor.role in STAFF


def _legal(scene: Scene, actor: Actor) -> Iterator[Option]:
    step = due(scene)
    own = step is not None and (step.act in (*ACTS, "deal") or step.act in scene.contest.acts)
    if step is not None and own and is_for(scene, step, actor):
        yield Option(step.act, step.clauses, step.facts, _to_enter(scene, step), step.words)
    if scene.round.void:
        return
    if actor.role is Role.PLAYER:
        yield from betting.wager_options(scene, actor)
        yield from deciding.decision_options(scene, actor)
    elif actor.role in STAFF:
        yield from _reports(scene)
    if actor.role is Role.DEALER and dealing.may_count(scene) and (step is None or step.act != "count-stub"):
        yield Option("count-stub", scene.law(dealing.COUNT_STUB, scene.dealing))
    if actor.role is Role.FLOOR:
        for position in irregular.abandoned(scene):
            yield Option("abandon", scene.law(irregular.ABANDONED), {"position": position})


def _to_enter(scene: Scene, step: Step) -> Mapping[str, object]:
    """Return the open facts of a step: a ruling, or physical cards that a dealer enters as he turns them over."""
    match step.act:
        case "rule-light":
            return {"stands": {"choices": (False, True)}}
        case "rule-exposed":
            return {"choice": {"choices": (irregular.PLAY_ON, irregular.VOID_BASE)}}
    if (scene.round.rest if scene.round.dealt else scene.stack) is not None:
        return {}
    return {name: {"enter": size} for name, size in scene.contest.enters(scene, step).items() if size}


def _reports(scene: Scene) -> Iterator[Option]:
    """Return irregularities that dealer or floorperson may have to report."""
    for place in irregular.hidden(scene):
        bounds = {"cards": {"least": 1, "most": irregular.hidden_size(scene, place)}}
        yield Option("report-exposed", scene.contest.exposed_law(scene, place), {"place": place}, bounds)
    if irregular.may_misdeal(scene):
        for place in (DEALER, *scene.playing):
            yield Option(
                "report-misdeal", scene.law(irregular.WRONG_NUMBER), {}, {"hands": irregular.wrong_number(scene, place)}
            )


Racked = Iterable[tuple[str, object, str]]


def _collected(scene: Scene, event: Event) -> Racked:
    position = event["position"]
    yield "dealer" if position == DEALER else f"position {position}", event["cards"], "collected"
    yield from ((name, event[name], "collected") for name in ("board", "box") if event.facts.get(name))


def _unseen(scene: Scene, event: Event) -> Racked:
    if event["racked"]:
        place = int(str(event["position"]))
        yield f"position {place}", scene.round.hands[place] or scene.contest.size(scene, place), "unseen"


def _burned(scene: Scene, event: Event) -> Racked:
    return (("burned", event["burned"], "burned"),) if event["burned"] else ()


def _stub(scene: Scene, event: Event) -> Racked:
    left = (("face up", scene.round.set_aside), ("stub", scene.round.rest))
    return ((owner, cards, owner) for owner, cards in left if cards)


RACKS: Mapping[str, Callable[[Scene, Event], Racked]] = {
    "cards-collected": _collected,
    **dict.fromkeys(("hand-folded", "hand-abandoned"), _unseen),
    **dict.fromkeys(("flop-dealt", "final-dealt", "board-completed"), _burned),
    **dict.fromkeys(("stub-racked", "stub-counted"), _stub),
}
"""What each kind of event puts into the discard rack."""


def game(name: str, scene: type[Scene], deal: Law) -> Game:
    """Build the game of a contest, with the rule by which it is dealt."""
    contest = scene.contest
    return Game(
        name=name,
        scene=scene,
        fresh=Round,
        changes=CHANGES.by_kind,
        acts={**ACTS, "deal": Act(DEALERS, contest.deal, due=True, law=deal), **contest.acts},
        due=due,
        legal=legal,
        is_for=is_for,
        view=view,
        disclosures=DISCLOSURES,
        collect_progressive=betting.collect_progressive,
        device_failed=irregular.device_failed,
        leave=irregular.leave,
        racks=RACKS,
        too_early=too_early,
        must_keep=lambda scene: NO_MONEY,
        no_buy_in=deciding.no_buy_in,
    )
