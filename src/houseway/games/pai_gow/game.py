"""Pai Gow Poker as a game: decide, legal and view. The order of procedure is enforced here and nowhere else."""

from collections.abc import Iterator, Mapping

from houseway.events import Actor, Command, Event, Role
from houseway.games.game import Game, GameAct, GameBank, GameCards
from houseway.games.pai_gow import banking, betting, dealing, envy, numbers, optional_wagers, setting, settling
from houseway.games.pai_gow.context import PaiGowContext
from houseway.games.pai_gow.disclosure import DISCLOSURES
from houseway.games.pai_gow.irregularities import counting, exposure, face_up, irregular, reporting
from houseway.games.pai_gow.procedure import END_ROUND, alternative_step, due_step, is_start_wanted, why_too_early
from houseway.games.pai_gow.racking import RACKS
from houseway.games.pai_gow.setting import playing_positions, positions_to_set, why_surrender_is_barred
from houseway.games.pai_gow.state import CHANGES, PaiGowRound
from houseway.games.pai_gow.view import view_round
from houseway.games.round import Effects
from houseway.hands import PAI_GOW_LOW
from houseway.procedure import BANK_OFFER, DEALER, EXPOSED_CARD, SETTING, SURRENDER, AwaitedPlayers, Bounds, LegalOption, Step

PLAYERS = (Role.PLAYER, Role.BANK)
STEPS_WITH_ENTERED_CARDS = ("set-dealer", "set-co-bank", "expose-bank", "expose", "rearrange")
"""Steps at which cards are turned over."""


def end_round(context: PaiGowContext, command: Command) -> Effects:
    """End the round. The first offer of the next bank moves on."""
    facts: dict[str, object] = {"number": context.round.number, "next_offer": banking.next_first_offer(context)}
    banked = banking.bank_of_void_round(context) if context.round.void else ""
    facts |= {"banked": banked} if banked else {}
    markers = envy.leftover_markers(context)
    if not markers:
        return (Event("round-completed", context.law(END_ROUND), facts),)
    clauses = (*context.law(END_ROUND), *context.law(optional_wagers.MARKER_TAKEN))
    return (Event("round-completed", clauses, {**facts, "markers": markers}),)


def awaited_players(context: PaiGowContext) -> AwaitedPlayers | None:
    """Return the players who must act before the round goes on, or who may surrender before the first hand is exposed."""
    state, step = context.round, due_step(context)
    if step is not None:
        return _players_who_may_surrender(context) if step.act == "expose" and not state.exposed else None
    if state.bank.offered is not None:
        return AwaitedPlayers(BANK_OFFER, (state.bank.offered,))
    if not state.closed:
        return None
    if state.exposed_to_choose:
        return AwaitedPlayers(EXPOSED_CARD, tuple(sorted(state.exposed_to_choose)))
    return AwaitedPlayers(SETTING, positions_to_set(context))


def _players_who_may_surrender(context: PaiGowContext) -> AwaitedPlayers | None:
    stay = [place for place in playing_positions(context) if place not in context.round.left]
    free = tuple(place for place in stay if not why_surrender_is_barred(context, place))
    return AwaitedPlayers(SURRENDER, free) if free else None


DEALERS, FLOOR, STAFF = (Role.DEALER,), (Role.FLOOR,), (Role.DEALER, Role.FLOOR)
AT_POSITION, AT_AREA = frozenset(("position",)), frozenset(("position", "wager"))
WAGERED = AT_AREA | {"amount", "coupon", "number", "also", "lit"}
ACTS: Mapping[str, GameAct] = {
    "wager": GameAct(PLAYERS, betting.place_wager, law=betting.PLACED, facts=WAGERED),
    "take-back": GameAct(PLAYERS, betting.take_back, law=betting.CLOSED, facts=AT_AREA),
    "offer-bank": GameAct(DEALERS, banking.offer_bank, is_only_when_due=True, law=banking.OFFER),
    "play-without-bank": GameAct(DEALERS, banking.decide_no_bank, is_only_when_due=True, law=banking.NOBODY),
    "pass-bank": GameAct((Role.PLAYER,), banking.pass_bank, law=banking.OFFER, facts=AT_POSITION),
    "accept-bank": GameAct((Role.PLAYER,), banking.accept_bank, law=banking.OFFER, facts=AT_POSITION),
    "request-co-bank": GameAct((Role.BANK,), banking.request_co_bank, law=banking.CO_BANK_ASKED, facts=AT_POSITION),
    "confirm-bank": GameAct(DEALERS, banking.confirm_bank, is_only_when_due=True, law=banking.COVERS),
    "direct-house-stake": GameAct((Role.BANK,), banking.direct_house_stake, law=banking.DIRECTS, facts=frozenset(("amount",))),
    "stake-against-bank": GameAct(DEALERS, banking.stake_against_bank, is_only_when_due=True, law=banking.HOUSE_STAKE),
    "close-betting": GameAct(DEALERS, betting.close_betting, is_only_when_due=True, law=betting.NO_MORE_BETS),
    "settle-numbers": GameAct(DEALERS, numbers.settle_numbers, is_only_when_due=True, law=numbers.NUMBERS),
    "deal-stacks": GameAct(DEALERS, dealing.deal_stacks, is_only_when_due=True, law=dealing.DEAL_STACKS),
    "choose-stack": GameAct(
        (Role.BANK, Role.DEALER), dealing.choose_stack, is_only_when_due=True, law=dealing.BANK_PICKS_STACK
    ),
    "deal": GameAct(DEALERS, dealing.deal_cards, is_only_when_due=True, law=dealing.DEAL),
    "count-stub": GameAct(DEALERS, counting.count_stub, is_only_when_due=True, law=counting.COUNT_STUB),
    "collect-unwagered": GameAct(DEALERS, dealing.collect_unwagered, is_only_when_due=True, law=dealing.COLLECT_UNWAGERED),
    "report-exposed": GameAct(
        STAFF,
        exposure.report_exposed,
        law=exposure.EXPOSED_PLAYER,
        facts=AT_POSITION | {"stack", "cards", "who", "looked", "when"},
    ),
    "report-misdeal": GameAct(STAFF, counting.report_misdeal, law=irregular.WRONG_NUMBER, facts=frozenset(("hands", "stub"))),
    "report-face-up": GameAct(
        STAFF, face_up.report_face_up, law=face_up.FACE_UP, facts=frozenset(("face_up", "where", "when"))
    ),
    "report-start": GameAct(STAFF, dealing.report_start, law=dealing.WRONG_START, facts=frozenset(("first",))),
    "report-stacks": GameAct(STAFF, dealing.report_stacks, law=dealing.OUT_OF_PATTERN),
    "play-exposed": GameAct(PLAYERS, exposure.play_exposed, law=exposure.EXPOSED_PLAYER, facts=AT_POSITION),
    "void-exposed": GameAct(PLAYERS, exposure.void_exposed, law=exposure.EXPOSED_PLAYER, facts=AT_POSITION),
    "abandon": GameAct(FLOOR, irregular.abandon_hand, law=irregular.ABANDONED, facts=AT_POSITION),
    "set-hand": GameAct(PLAYERS, setting.set_hand, law=setting.OWN_HANDS, facts=AT_POSITION | {"low", "high"}),
    "ask-house-way": GameAct(PLAYERS, setting.ask_house_way, law=setting.HELP, facts=AT_POSITION),
    "tell-house-way": GameAct(DEALERS, setting.tell_house_way, law=setting.HELP, facts=AT_POSITION),
    "decline-help": GameAct(DEALERS, setting.decline_help, law=setting.HELP, facts=AT_POSITION),
    "set-absent": GameAct(DEALERS, setting.set_absent, is_only_when_due=True, law=setting.ABSENT),
    "set-dealer": GameAct(DEALERS, setting.set_dealer, is_only_when_due=True, law=setting.DEALER_SETS),
    "rack-dealer": GameAct(DEALERS, setting.rack_dealer, is_only_when_due=True, law=setting.DEALER_DEAD),
    "set-co-bank": GameAct(DEALERS, setting.set_co_bank, is_only_when_due=True, law=setting.CO_BANK_SET),
    "expose-bank": GameAct(DEALERS, setting.expose_bank, is_only_when_due=True, law=setting.BANK_EXPOSED),
    "surrender": GameAct((Role.PLAYER,), setting.surrender_wager, law=setting.SURRENDER, facts=AT_POSITION),
    "collect-surrendered": GameAct(
        DEALERS, setting.collect_surrendered, is_only_when_due=True, law=setting.COLLECT_SURRENDERED
    ),
    "expose": GameAct(DEALERS, settling.expose_player, is_only_when_due=True, law=settling.EXPOSE),
    "pay": GameAct(DEALERS, settling.pay_base_wager, is_only_when_due=True, law=settling.PAY_WINNER),
    "settle-bank": GameAct(DEALERS, settling.settle_bank, is_only_when_due=True, law=settling.EXPOSE_AGAINST_BANK),
    "rearrange": GameAct(DEALERS, optional_wagers.rearrange_hand, is_only_when_due=True, law=optional_wagers.REARRANGE),
    "verify-progressive": GameAct(
        DEALERS, optional_wagers.verify_progressive, is_only_when_due=True, law=optional_wagers.VERIFY
    ),
    "rule-light": GameAct(FLOOR, optional_wagers.rule_light, is_only_when_due=True, law=optional_wagers.VERIFY),
    "validate": GameAct(FLOOR, optional_wagers.validate_win, is_only_when_due=True, law=optional_wagers.VALIDATE),
    "settle-side": GameAct(DEALERS, optional_wagers.settle_optional_wager, is_only_when_due=True, law=optional_wagers.SIDE_WON),
    "collect-lost": GameAct(DEALERS, optional_wagers.collect_lost, is_only_when_due=True, law=optional_wagers.SIDE_LOST),
    "settle-shared": GameAct(DEALERS, optional_wagers.settle_shared_meter, is_only_when_due=True, law=optional_wagers.AT_TURN),
    "complete-documents": GameAct(FLOOR, optional_wagers.complete_documents, law=optional_wagers.DOCUMENTS, facts=AT_POSITION),
    "pay-envy": GameAct(DEALERS, optional_wagers.pay_envy, is_only_when_due=True, law=envy.ENVY),
    "collect-cards": GameAct(DEALERS, optional_wagers.collect_cards, is_only_when_due=True, law=optional_wagers.COLLECT),
    "end-round": GameAct(DEALERS, end_round, is_only_when_due=True, law=END_ROUND),
}


def legal_options(context: PaiGowContext, actor: Actor) -> tuple[LegalOption, ...]:
    """Return what an actor may do now, with bounds."""
    return tuple(_legal_options(context, actor)) if not context.round.finished else ()


def open_facts(context: PaiGowContext, step: Step) -> Bounds:
    """Return the open facts of a due step with their bounds: a choice, entered cards, and what may be reported with it."""
    match step.act:
        case "rule-light":
            return {"stands": {"choices": (False, True)}}
        case "choose-stack":
            return {"stack": {"choices": tuple(range(1, len(context.round.stacks) + 1))}}
    return {**_cards_to_enter(context, step), **reporting.reportable_facts(context, step)}


def _cards_to_enter(context: PaiGowContext, step: Step) -> Bounds:
    """Return the physical cards that a dealer enters as he turns them over."""
    size, low = context.rules.regulation.number_of("hand-cards"), PAI_GOW_LOW.hand_size
    own, bank = step.facts.get("position"), context.round.bank.position
    place = {"set-dealer": DEALER, "set-co-bank": bank, "expose-bank": bank}.get(step.act, own)
    if step.act not in STEPS_WITH_ENTERED_CARDS or not isinstance(place, int) or envy.seven_cards(context, place):
        return {}
    if step.act in ("expose", "expose-bank") and place not in context.round.absent_positions:
        return {"high": {"enter": size - low}, "low": {"enter": low}}
    return {"cards": {"enter": size}}


def is_step_for(context: PaiGowContext, step: Step, actor: Actor) -> bool:
    """Return whether a step is this actor's: a player's step belongs to its position, or to the bank."""
    if step.role != actor.role.value or actor.role in (Role.DEALER, Role.FLOOR):
        return step.role == actor.role.value
    position = step.facts.get("position", context.round.bank.position)
    return isinstance(position, int) and context.seats.get(position) == actor.name


def _legal_options(context: PaiGowContext, actor: Actor) -> Iterator[LegalOption]:
    step = due_step(context)
    if step is not None and step.act in ACTS and is_step_for(context, step, actor):
        for each in filter(None, (step, alternative_step(context, step))):
            yield LegalOption(each.act, each.clauses, each.facts, open_facts(context, each), each.words)
    if context.round.void:
        return
    match actor.role:
        case Role.DEALER:
            yield from _dealer_options(context)
        case Role.FLOOR:
            yield from _reportable_irregularities(context)
            yield from optional_wagers.floor_options(context, actor)
            for position in irregular.abandoned_positions(context):
                yield LegalOption("abandon", context.law(irregular.ABANDONED), {"position": position})
        case _:
            yield from _player_options(context, actor)


def _dealer_options(context: PaiGowContext) -> Iterator[LegalOption]:
    yield from _reportable_irregularities(context)
    for position in sorted(context.round.asked_for_help):
        yield LegalOption("tell-house-way", context.law(setting.HELP), {"position": position})
        if setting.may_decline_help(context):
            yield LegalOption("decline-help", context.law(setting.HELP), {"position": position})


def _reportable_irregularities(context: PaiGowContext) -> Iterator[LegalOption]:
    """Return irregularities that dealer or floorperson may have to report."""
    for position in exposure.reportable_positions(context):
        law, bounds = exposure.exposure_clauses(context, position), reporting.exposed_bounds(context, position)
        yield LegalOption("report-exposed", law, {"position": position}, bounds)
    for stack in exposure.reportable_stacks(context):
        yield LegalOption("report-exposed", context.law(exposure.EXPOSED_IN_HAND_DEAL), {"stack": stack})
    hands = counting.countable_hands(context)
    if hands:
        yield LegalOption(
            "report-misdeal", context.law(irregular.WRONG_NUMBER), {}, reporting.wrong_number_bounds(context, hands)
        )
        yield LegalOption("report-face-up", context.law(face_up.FACE_UP), {}, reporting.FACE_UP_BOUNDS)
    if dealing.wrong_starts(context):
        wrong: Bounds = {"first": {"choices": dealing.wrong_starts(context)}}
        yield LegalOption("report-start", context.law(dealing.WRONG_START), {}, wrong)
    if dealing.are_stacks_dealt(context):
        yield LegalOption("report-stacks", context.law(dealing.OUT_OF_PATTERN))


def _player_options(context: PaiGowContext, actor: Actor) -> Iterator[LegalOption]:
    is_bank = context.round.bank.position in context.positions_of(actor.name)
    speaks = is_bank == (actor.role is Role.BANK)
    if speaks:
        yield from betting.wager_options(context, actor)
    yield from banking.bank_options(context, actor)
    for position in context.positions_of(actor.name) if speaks else ():
        if position in context.round.exposed_to_choose and position not in context.round.left:
            law = context.law(exposure.EXPOSED_PLAYER)
            yield LegalOption("play-exposed", law, {"position": position})
            yield LegalOption("void-exposed", law, {"position": position})
    if context.round.stub_counted:
        left = context.round.left
        yield from (each for each in setting.setting_options(context, actor) if each.facts["position"] not in left)


def _seat_state(context: PaiGowContext, positions: tuple[int, ...]) -> object:
    """Return what a player sees and may do because of stakes, set hands and the bank. What may be wagered against a bank depends on
    what others have wagered."""
    state, bank = context.round, context.round.bank
    terms = bank.position, bank.is_confirmed, bank.co_banking, bank.house_stake, bank.directed_stake, bank.is_decided
    if bank.position is None or state.closed:
        places = positions if bank.position is None else (*positions, bank.position)
        stakes: object = [state.stakes.get(place) for place in positions]
        return terms, bank.offered in positions, stakes, [state.placed_hands.get(place) for place in places]
    return terms, state.stakes, context.chips(context.seats.get(bank.position, ""))


PAI_GOW = Game(
    name="Pai Gow Poker",
    context_type=PaiGowContext,
    new_round=PaiGowRound,
    changes=CHANGES.by_kind,
    acts=ACTS,
    due_step=due_step,
    alternative_step=alternative_step,
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
        deal_acts=("deal", "deal-stacks"),
        is_start_wanted=is_start_wanted,
    ),
    bank=GameBank(
        position=lambda state: state.bank.position,
        is_confirmed=lambda state: state.bank.is_confirmed,
        is_pending=lambda state: state.bank.offered is not None or state.bank.position is not None,
        of_void_round=banking.bank_of_void_round,
        chips_to_keep=banking.chips_to_keep,
        cover_law=banking.COVERS,
    ),
    leave_before_deal=banking.decide_leaving_before_deal,
    seat_fields=("stakes", "placed_hands", "bank"),
    seat_state=_seat_state,
    history_after=banking.bank_history_after,
)
