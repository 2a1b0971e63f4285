"""A game against the dealer for a table: acts, legal options, and what goes into the rack."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from houseway.citation import Law
from houseway.events import Actor, Event, Role
from houseway.games.against_dealer import betting, dealing, deciding, envy, optional_wagers, settling
from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.disclosure import DISCLOSURES
from houseway.games.against_dealer.irregularities import counting, exposure, face_up, irregular, reporting
from houseway.games.against_dealer.procedure import END_ROUND, awaited_players, due_step, end_round, why_too_early
from houseway.games.against_dealer.state import CHANGES, DealerGameRound
from houseway.games.against_dealer.view import view_round
from houseway.games.game import Game, GameAct, GameCards
from houseway.games.round_context import due_step_under
from houseway.procedure import DEALER, Bounds, LegalOption, Step

DEALERS, FLOOR, PLAYERS = (Role.DEALER,), (Role.FLOOR,), (Role.PLAYER,)
STAFF = (Role.DEALER, Role.FLOOR)
AT_POSITION, AT_AREA = frozenset(("position",)), frozenset(("position", "wager"))
ACTS: Mapping[str, GameAct] = {
    "wager": GameAct(PLAYERS, betting.place_wager, law=betting.PLACED, facts=AT_AREA | {"amount", "lit"}),
    "take-back": GameAct(PLAYERS, betting.take_back, law=betting.CLOSED, facts=AT_AREA),
    "close-betting": GameAct(DEALERS, betting.close_betting, is_only_when_due=True, law=betting.NO_MORE_BETS),
    "check": GameAct(PLAYERS, deciding.decide_check, law=deciding.BUY_IN, facts=AT_POSITION),
    "play": GameAct(PLAYERS, deciding.decide_play, law=deciding.BUY_IN, facts=AT_POSITION | {"times", "amount"}),
    "fold": GameAct(PLAYERS, deciding.decide_fold, law=deciding.BUY_IN, facts=AT_POSITION),
    "pass-absent": GameAct(DEALERS, deciding.decide_for_absent, is_only_when_due=True, law=deciding.LEFT),
    "rack-stub": GameAct(DEALERS, counting.rack_stub, is_only_when_due=True, law=counting.RACK_STUB),
    "report-exposed": GameAct(
        STAFF, exposure.report_exposed, law=exposure.EXPOSED_DEALER, facts=frozenset(("place", "cards", "when"))
    ),
    "report-face-up": GameAct(
        STAFF, face_up.report_face_up, law=dealing.FACES_UP, facts=frozenset(("face_up", "dealt", "where", "when"))
    ),
    "rule-exposed": GameAct(FLOOR, exposure.rule_exposed, is_only_when_due=True, law=exposure.EXPOSED_DEALER),
    "abandon": GameAct(FLOOR, irregular.decide_abandonment, law=irregular.ABANDONED, facts=AT_POSITION),
    "turn-dealer": GameAct(DEALERS, settling.turn_dealer, is_only_when_due=True, law=settling.TURN_DEALER),
    "expose": GameAct(DEALERS, settling.expose_player, is_only_when_due=True, law=settling.EXPOSE),
    "pay": GameAct(DEALERS, settling.pay_hand, is_only_when_due=True, law=settling.PAY),
    "settle-side": GameAct(DEALERS, optional_wagers.settle_optional_wager, is_only_when_due=True, law=optional_wagers.SIDE),
    "verify-progressive": GameAct(
        DEALERS, optional_wagers.verify_progressive, is_only_when_due=True, law=optional_wagers.VERIFY
    ),
    "rule-light": GameAct(FLOOR, optional_wagers.rule_light, is_only_when_due=True, law=optional_wagers.LIGHT),
    "validate": GameAct(FLOOR, optional_wagers.decide_validation, is_only_when_due=True, law=optional_wagers.VALIDATE),
    "pay-envy": GameAct(DEALERS, envy.pay_envy, is_only_when_due=True, law=envy.ENVY),
    "collect-cards": GameAct(DEALERS, settling.collect_cards, is_only_when_due=True, law=settling.COLLECT),
    "end-round": GameAct(DEALERS, end_round, is_only_when_due=True, law=END_ROUND),
}


def legal_options(context: DealerGameContext, actor: Actor) -> tuple[LegalOption, ...]:
    """Return what an actor may do now, with bounds."""
    return tuple(_legal_options(context, actor)) if not context.round.finished else ()


def is_step_for(context: DealerGameContext, step: Step, actor: Actor) -> bool:
    return step.role == actor.role.value and actor.role in STAFF


def _legal_options(context: DealerGameContext, actor: Actor) -> Iterator[LegalOption]:
    step = due_step(context)
    own = step is not None and (step.act in (*ACTS, "deal", "count-stub") or step.act in context.dealer_game.acts)
    if step is not None and own and is_step_for(context, step, actor):
        yield LegalOption(step.act, step.clauses, step.facts, open_facts(context, step), step.words)
    if context.round.void:
        return
    if actor.role is Role.PLAYER:
        yield from betting.wager_options(context, actor)
        yield from deciding.decision_options(context, actor)
    elif actor.role in STAFF:
        yield from _reportable_irregularities(context)
    if actor.role is Role.DEALER and counting.may_count_stub(context) and (step is None or step.act != "count-stub"):
        step = due_step_under(context, "count-stub", "count the stub", counting.COUNT_STUB, context.dealing)
        yield LegalOption(step.act, step.clauses, {}, open_facts(context, step))
    if actor.role is Role.FLOOR:
        for position in irregular.abandoned_positions(context):
            yield LegalOption("abandon", context.law(irregular.ABANDONED), {"position": position})


def open_facts(context: DealerGameContext, step: Step) -> Bounds:
    """Return the open facts of a due step with their bounds: a ruling, entered cards, and what may be reported with it."""
    match step.act:
        case "rule-light":
            return {"stands": {"choices": (False, True)}}
        case "rule-exposed":
            return {"choice": {"choices": (exposure.PLAY_ON, exposure.VOID_BASE)}}
    return {**_cards_to_enter(context, step), **reporting.reportable_facts(context, step)}


def _cards_to_enter(context: DealerGameContext, step: Step) -> Bounds:
    """Return the physical cards that a dealer enters as he turns them over."""
    if (context.round.undealt if context.round.dealt else context.stack) is not None:
        return {}
    return {name: {"enter": size} for name, size in context.dealer_game.cards_to_enter(context, step).items() if size}


def _reportable_irregularities(context: DealerGameContext) -> Iterator[LegalOption]:
    """Return irregularities that dealer or floorperson may have to report."""
    for place in exposure.reportable_places(context):
        law = exposure.exposed_clauses(context, place)
        yield LegalOption("report-exposed", law, {"place": place}, reporting.exposed_bounds(context, place))
    if counting.may_misdeal(context):
        yield LegalOption("report-face-up", context.law(dealing.FACES_UP), {}, reporting.face_up_bounds(context))
        for bounds in reporting.wrong_number_bounds(context):
            stub = context.law(counting.WRONG_DECK, context.dealing) if "stub" in bounds else ()
            yield LegalOption("report-misdeal", stub or context.law(counting.WRONG_NUMBER), {}, bounds)


def _seat_state(context: DealerGameContext, positions: tuple[int, ...]) -> object:
    """Return what a player sees and may do because of stakes and decisions."""
    stakes, decisions = context.round.stakes, context.round.decisions
    return context.position_to_act in positions, [(stakes.get(place), decisions.get(place)) for place in positions]


Racked = Iterable[tuple[str, object, str]]


def _rack_collected(context: DealerGameContext, event: Event) -> Racked:
    position = event["position"]
    yield "dealer" if position == DEALER else f"position {position}", event["cards"], "collected"
    yield from ((name, event[name], "collected") for name in ("board", "box") if event.facts.get(name))


def _rack_unseen(context: DealerGameContext, event: Event) -> Racked:
    if event["racked"]:
        place = int(str(event["position"]))
        yield f"position {place}", context.round.hands[place] or context.dealer_game.card_count(context, place), "unseen"


def _rack_burned(context: DealerGameContext, event: Event) -> Racked:
    return (("burned", event["burned"], "burned"),) if event["burned"] else ()


def _rack_stub(context: DealerGameContext, event: Event) -> Racked:
    left = (("face up", context.round.set_aside), ("stub", context.round.undealt))
    return ((owner, cards, owner) for owner, cards in left if cards)


RACKS: Mapping[str, Callable[[DealerGameContext, Event], Racked]] = {
    "cards-collected": _rack_collected,
    **dict.fromkeys(("hand-folded", "hand-abandoned"), _rack_unseen),
    **dict.fromkeys(("flop-dealt", "final-dealt", "board-completed"), _rack_burned),
    **dict.fromkeys(("stub-racked", "stub-counted"), _rack_stub),
}
"""What each kind of event puts into the discard rack."""


def build_game(name: str, context: type[DealerGameContext], deal: Law) -> Game:
    """Build one game against the dealer, with the rule by which it is dealt."""
    dealer_game = context.dealer_game
    counted = frozenset(("hands", *dealer_game.named_places))
    own = {
        "deal": GameAct(DEALERS, dealer_game.deal, is_only_when_due=True, law=deal),
        "wager": replace(ACTS["wager"], facts=ACTS["wager"].facts | {*dealer_game.equal_wagers}),
        "count-stub": GameAct(DEALERS, counting.count_stub, law=counting.COUNT_STUB, facts=counted | {"cards", "face_up"}),
        "report-misdeal": GameAct(STAFF, counting.report_misdeal, law=counting.WRONG_NUMBER, facts=counted | {"stub"}),
    }
    return Game(
        name=name,
        context_type=context,
        new_round=DealerGameRound,
        changes=CHANGES.by_kind,
        acts={**ACTS, **own, **dealer_game.acts},
        due_step=due_step,
        legal_options=legal_options,
        open_facts=open_facts,
        is_step_for=is_step_for,
        view=view_round,
        disclosures=DISCLOSURES,
        collect_progressive=betting.collect_progressive,
        leave_mid_round=irregular.decide_leaving,
        awaited_players=awaited_players,
        cards=GameCards(
            racks=RACKS,
            placed=counting.placed_cards,
            why_too_early=why_too_early,
            device_failed=irregular.device_failed,
            wait_in_machine=irregular.are_dealer_cards_in_machine,
        ),
        clauses_against_buy_in=deciding.clauses_against_buy_in,
        caution_on_stake=deciding.caution_on_stake,
        seat_fields=("stakes", "decisions"),
        seat_state=_seat_state,
    )
