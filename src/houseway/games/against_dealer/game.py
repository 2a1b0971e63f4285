"""A game against the dealer for a table: acts, legal options, and what goes into the rack."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from houseway.citation import Law
from houseway.events import Actor, Event, Role
from houseway.games.against_dealer import betting, dealing, deciding, irregular, settling, sides
from houseway.games.against_dealer.disclosure import DISCLOSURES
from houseway.games.against_dealer.procedure import END_ROUND, due_step, end_round, why_too_early
from houseway.games.against_dealer.scene import DealerGameContext
from houseway.games.against_dealer.state import CHANGES, DealerGameRound
from houseway.games.against_dealer.view import view
from houseway.games.game import Game, GameAct
from houseway.money import NO_MONEY
from houseway.procedure import DEALER, LegalOption, Step

DEALERS, FLOOR, PLAYERS = (Role.DEALER,), (Role.FLOOR,), (Role.PLAYER,)
STAFF = (Role.DEALER, Role.FLOOR)
ACTS: Mapping[str, GameAct] = {
    "wager": GameAct(PLAYERS, betting.wager, law=betting.PLACED),
    "take-back": GameAct(PLAYERS, betting.take_back, law=betting.CLOSED),
    "close-betting": GameAct(DEALERS, betting.close_betting, due=True, law=betting.NO_MORE_BETS),
    "check": GameAct(PLAYERS, deciding.decide_check, law=deciding.BUY_IN),
    "play": GameAct(PLAYERS, deciding.decide_play, law=deciding.BUY_IN),
    "fold": GameAct(PLAYERS, deciding.decide_fold, law=deciding.BUY_IN),
    "pass-absent": GameAct(DEALERS, deciding.decide_for_absent, due=True, law=deciding.LEFT),
    "rack-stub": GameAct(DEALERS, dealing.rack_stub, due=True, law=dealing.RACK_STUB),
    "count-stub": GameAct(DEALERS, dealing.count_stub, law=dealing.COUNT_STUB),
    "report-exposed": GameAct(STAFF, irregular.report_exposed, law=irregular.EXPOSED_DEALER),
    "rule-exposed": GameAct(FLOOR, irregular.rule_exposed, due=True, law=irregular.STILL_SETTLED),
    "report-misdeal": GameAct(STAFF, irregular.report_misdeal, law=irregular.WRONG_NUMBER),
    "abandon": GameAct(FLOOR, irregular.decide_abandonment, law=irregular.ABANDONED),
    "turn-dealer": GameAct(DEALERS, settling.turn_dealer, due=True, law=settling.TURN_DEALER),
    "expose": GameAct(DEALERS, settling.expose, due=True, law=settling.EXPOSE),
    "pay": GameAct(DEALERS, settling.pay_hand, due=True, law=settling.PAY),
    "settle-side": GameAct(DEALERS, sides.settle_optional_wager, due=True, law=sides.SIDE),
    "verify-progressive": GameAct(DEALERS, sides.verify_progressive, due=True, law=sides.VERIFY),
    "rule-light": GameAct(FLOOR, sides.rule_light, due=True, law=sides.VERIFY),
    "validate": GameAct(FLOOR, sides.decide_validation, due=True, law=sides.VALIDATE),
    "pay-envy": GameAct(DEALERS, sides.pay_envy, due=True, law=sides.ENVY),
    "collect-cards": GameAct(DEALERS, settling.collect_cards, due=True, law=settling.COLLECT),
    "end-round": GameAct(DEALERS, end_round, due=True, law=END_ROUND),
}


def legal_options(scene: DealerGameContext, actor: Actor) -> tuple[LegalOption, ...]:
    """Return what an actor may do now, with bounds."""
    return tuple(_legal_options(scene, actor)) if not scene.round.finished else ()


def is_for(scene: DealerGameContext, step: Step, actor: Actor) -> bool:
    return step.role == actor.role.value and actor.role in STAFF


def _legal_options(scene: DealerGameContext, actor: Actor) -> Iterator[LegalOption]:
    step = due_step(scene)
    own = step is not None and (step.act in (*ACTS, "deal") or step.act in scene.contest.acts)
    if step is not None and own and is_for(scene, step, actor):
        yield LegalOption(step.act, step.clauses, step.facts, _open_facts(scene, step), step.words)
    if scene.round.void:
        return
    if actor.role is Role.PLAYER:
        yield from betting.wager_options(scene, actor)
        yield from deciding.decision_options(scene, actor)
    elif actor.role in STAFF:
        yield from _reportable_irregularities(scene)
    if actor.role is Role.DEALER and dealing.may_count_stub(scene) and (step is None or step.act != "count-stub"):
        yield LegalOption("count-stub", scene.law(dealing.COUNT_STUB, scene.dealing))
    if actor.role is Role.FLOOR:
        for position in irregular.abandoned_positions(scene):
            yield LegalOption("abandon", scene.law(irregular.ABANDONED), {"position": position})


def _open_facts(scene: DealerGameContext, step: Step) -> Mapping[str, object]:
    """Return the open facts of a step: a ruling, or physical cards that a dealer enters as he turns them over."""
    match step.act:
        case "rule-light":
            return {"stands": {"choices": (False, True)}}
        case "rule-exposed":
            return {"choice": {"choices": (irregular.PLAY_ON, irregular.VOID_BASE)}}
    if (scene.round.rest if scene.round.dealt else scene.stack) is not None:
        return {}
    return {name: {"enter": size} for name, size in scene.contest.enters(scene, step).items() if size}


def _reportable_irregularities(scene: DealerGameContext) -> Iterator[LegalOption]:
    """Return irregularities that dealer or floorperson may have to report."""
    for place in irregular.hidden_places(scene):
        bounds = {"cards": {"least": 1, "most": irregular.hidden_card_count(scene, place)}}
        yield LegalOption("report-exposed", scene.contest.exposed_law(scene, place), {"place": place}, bounds)
    if irregular.may_misdeal(scene):
        for place in (DEALER, *scene.playing):
            yield LegalOption(
                "report-misdeal", scene.law(irregular.WRONG_NUMBER), {}, {"hands": irregular.wrong_number_bounds(scene, place)}
            )


Racked = Iterable[tuple[str, object, str]]


def _rack_collected(scene: DealerGameContext, event: Event) -> Racked:
    position = event["position"]
    yield "dealer" if position == DEALER else f"position {position}", event["cards"], "collected"
    yield from ((name, event[name], "collected") for name in ("board", "box") if event.facts.get(name))


def _rack_unseen(scene: DealerGameContext, event: Event) -> Racked:
    if event["racked"]:
        place = int(str(event["position"]))
        yield f"position {place}", scene.round.hands[place] or scene.contest.size(scene, place), "unseen"


def _rack_burned(scene: DealerGameContext, event: Event) -> Racked:
    return (("burned", event["burned"], "burned"),) if event["burned"] else ()


def _rack_stub(scene: DealerGameContext, event: Event) -> Racked:
    left = (("face up", scene.round.set_aside), ("stub", scene.round.rest))
    return ((owner, cards, owner) for owner, cards in left if cards)


RACKS: Mapping[str, Callable[[DealerGameContext, Event], Racked]] = {
    "cards-collected": _rack_collected,
    **dict.fromkeys(("hand-folded", "hand-abandoned"), _rack_unseen),
    **dict.fromkeys(("flop-dealt", "final-dealt", "board-completed"), _rack_burned),
    **dict.fromkeys(("stub-racked", "stub-counted"), _rack_stub),
}
"""What each kind of event puts into the discard rack."""


def build_game(name: str, scene: type[DealerGameContext], deal: Law) -> Game:
    """Build the game of a contest, with the rule by which it is dealt."""
    contest = scene.contest
    return Game(
        name=name,
        scene=scene,
        fresh=DealerGameRound,
        changes=CHANGES.by_kind,
        acts={**ACTS, "deal": GameAct(DEALERS, contest.deal, due=True, law=deal), **contest.acts},
        due=due_step,
        legal=legal_options,
        is_for=is_for,
        view=view,
        disclosures=DISCLOSURES,
        collect_progressive=betting.collect_progressive,
        device_failed=irregular.device_failed,
        leave=irregular.decide_leaving,
        racks=RACKS,
        too_early=why_too_early,
        must_keep=lambda scene: NO_MONEY,
        no_buy_in=deciding.clauses_against_buy_in,
    )
