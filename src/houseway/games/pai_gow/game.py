"""Pai Gow Poker as a game: decide, legal and view. The order of procedure is enforced here and nowhere else."""

from collections.abc import Iterator, Mapping

from houseway.events import Actor, Command, Event, Role
from houseway.games.game import Game, GameAct
from houseway.games.pai_gow import banking, betting, dealing, irregular, reporting, setting, settling, sides
from houseway.games.pai_gow.disclosure import DISCLOSURES
from houseway.games.pai_gow.procedure import END_ROUND, alternative_step, due_step, is_start_wanted, why_too_early
from houseway.games.pai_gow.racking import RACKS
from houseway.games.pai_gow.scene import PaiGowContext
from houseway.games.pai_gow.state import CHANGES, PaiGowRound
from houseway.games.pai_gow.view import view
from houseway.games.round import Effects, book_count
from houseway.hands import PAI_GOW_LOW
from houseway.procedure import DEALER, LegalOption, Step

PLAYERS = (Role.PLAYER, Role.BANK)
STEPS_WITH_ENTERED_CARDS = ("set-dealer", "set-co-bank", "expose-bank", "expose", "rearrange")
"""Steps at which cards are turned over."""


def end_round(scene: PaiGowContext, command: Command) -> Effects:
    """End the round. The first offer of the next bank moves on."""
    facts: dict[str, object] = {"number": scene.round.number, "next_offer": banking.next_first_offer(scene)}
    banked = banking.bank_of_void_round(scene) if scene.round.void else ""
    facts |= {"banked": banked} if banked else {}
    markers = sides.leftover_markers(scene)
    if not markers:
        return (Event("round-completed", scene.law(END_ROUND), facts),)
    clauses = (*scene.law(END_ROUND), *scene.law(sides.MARKER_TAKEN))
    return (Event("round-completed", clauses, {**facts, "markers": markers}),)


DEALERS, FLOOR, STAFF = (Role.DEALER,), (Role.FLOOR,), (Role.DEALER, Role.FLOOR)
ACTS: Mapping[str, GameAct] = {
    "wager": GameAct(PLAYERS, betting.wager, law=betting.PLACED),
    "take-back": GameAct(PLAYERS, betting.take_back, law=betting.CLOSED),
    "offer-bank": GameAct(DEALERS, banking.offer_bank, due=True, law=banking.OFFER),
    "play-without-bank": GameAct(DEALERS, banking.decide_no_bank, due=True, law=banking.NOBODY),
    "pass-bank": GameAct((Role.PLAYER,), banking.pass_bank, law=banking.OFFER),
    "accept-bank": GameAct((Role.PLAYER,), banking.accept_bank, law=banking.OFFER),
    "request-co-bank": GameAct((Role.BANK,), banking.request_co_bank, law=banking.CO_BANK),
    "confirm-bank": GameAct(DEALERS, banking.confirm_bank, due=True, law=banking.COVERS),
    "direct-house-stake": GameAct((Role.BANK,), banking.direct_house_stake, law=banking.DIRECTS),
    "stake-against-bank": GameAct(DEALERS, banking.stake_against_bank, due=True, law=banking.HOUSE_STAKE),
    "close-betting": GameAct(DEALERS, betting.close_betting, due=True, law=betting.NO_MORE_BETS),
    "settle-numbers": GameAct(DEALERS, dealing.settle_numbers, due=True, law=dealing.NUMBERS),
    "deal-stacks": GameAct(DEALERS, dealing.deal_stacks, due=True, law=dealing.DEAL_STACKS),
    "choose-stack": GameAct((Role.BANK,), dealing.choose_stack, due=True, law=dealing.BANK_PICKS_STACK),
    "deal": GameAct(DEALERS, dealing.deal, due=True, law=dealing.DEAL),
    "count-stub": GameAct(DEALERS, dealing.count_stub, due=True, law=dealing.COUNT_STUB),
    "collect-unwagered": GameAct(DEALERS, dealing.collect_unwagered, due=True, law=dealing.COLLECT_UNWAGERED),
    "report-exposed": GameAct(STAFF, irregular.report_exposed, law=irregular.EXPOSED_PLAYER),
    "report-misdeal": GameAct(STAFF, irregular.report_misdeal, law=irregular.WRONG_NUMBER),
    "play-exposed": GameAct(PLAYERS, irregular.play_exposed, law=irregular.EXPOSED_PLAYER),
    "void-exposed": GameAct(PLAYERS, irregular.void_exposed, law=irregular.EXPOSED_PLAYER),
    "abandon": GameAct(FLOOR, irregular.abandon, law=irregular.ABANDONED),
    "set-hand": GameAct(PLAYERS, setting.set_hand, law=setting.SET),
    "ask-house-way": GameAct(PLAYERS, setting.ask_house_way, law=setting.HELP),
    "tell-house-way": GameAct(DEALERS, setting.tell_house_way, law=setting.HELP),
    "decline-help": GameAct(DEALERS, setting.decline_help, law=setting.HELP),
    "set-absent": GameAct(DEALERS, setting.set_absent, due=True, law=setting.ABSENT),
    "set-dealer": GameAct(DEALERS, setting.set_dealer, due=True, law=setting.DEALER_SETS),
    "rack-dealer": GameAct(DEALERS, setting.rack_dealer, due=True, law=setting.DEALER_DEAD),
    "set-co-bank": GameAct(DEALERS, setting.set_co_bank, due=True, law=setting.CO_BANK_SET),
    "expose-bank": GameAct(DEALERS, setting.expose_bank, due=True, law=setting.BANK_EXPOSED),
    "surrender": GameAct((Role.PLAYER,), setting.surrender, law=setting.SURRENDER),
    "expose": GameAct(DEALERS, settling.expose, due=True, law=settling.EXPOSE),
    "pay": GameAct(DEALERS, settling.pay_base_wager, due=True, law=settling.PAY_WINNER),
    "settle-bank": GameAct(DEALERS, settling.settle_bank, due=True, law=settling.EXPOSE_AGAINST_BANK),
    "rearrange": GameAct(DEALERS, sides.rearrange, due=True, law=sides.REARRANGE),
    "verify-progressive": GameAct(DEALERS, sides.verify_progressive, due=True, law=sides.VERIFY),
    "rule-light": GameAct(FLOOR, sides.rule_light, due=True, law=sides.VERIFY),
    "validate": GameAct(FLOOR, sides.validate, due=True, law=sides.VALIDATE),
    "settle-side": GameAct(DEALERS, sides.settle_optional_wager, due=True, law=sides.SIDE_WON),
    "collect-lost": GameAct(DEALERS, sides.collect_lost, due=True, law=sides.SIDE_LOST),
    "settle-shared": GameAct(DEALERS, sides.settle_shared_meter, due=True, law=sides.AT_TURN),
    "complete-documents": GameAct(FLOOR, sides.complete_documents, law=sides.DOCUMENTS),
    "pay-envy": GameAct(DEALERS, sides.pay_envy, due=True, law=sides.ENVY),
    "collect-cards": GameAct(DEALERS, sides.collect_cards, due=True, law=sides.COLLECT),
    "end-round": GameAct(DEALERS, end_round, due=True, law=END_ROUND),
}


def legal_options(scene: PaiGowContext, actor: Actor) -> tuple[LegalOption, ...]:
    """Return what an actor may do now, with bounds."""
    return tuple(_legal_options(scene, actor)) if not scene.round.finished else ()


def _cards_to_enter(scene: PaiGowContext, step: Step) -> Mapping[str, object]:
    """Return the physical cards that a dealer enters as he turns them over."""
    size, low = book_count(scene.rules, "hand-cards"), PAI_GOW_LOW.hand_size
    if step.act == "rule-light":
        return {"stands": {"choices": (False, True)}}
    own, bank = step.facts.get("position"), scene.round.bank.position
    place = {"set-dealer": DEALER, "set-co-bank": bank, "expose-bank": bank}.get(step.act, own)
    if step.act not in STEPS_WITH_ENTERED_CARDS or not isinstance(place, int) or sides.seven_cards(scene, place):
        return {}
    if step.act in ("expose", "expose-bank") and place not in scene.round.absent:
        return {"high": {"enter": size - low}, "low": {"enter": low}}
    return {"cards": {"enter": size}}


def is_for(scene: PaiGowContext, step: Step, actor: Actor) -> bool:
    """Return whether a step is this actor's: a player's step belongs to its position, or to the bank."""
    if step.role != actor.role.value or actor.role in (Role.DEALER, Role.FLOOR):
        return step.role == actor.role.value
    position = step.facts.get("position", scene.round.bank.position)
    return isinstance(position, int) and scene.seats.get(position) == actor.name


def _legal_options(scene: PaiGowContext, actor: Actor) -> Iterator[LegalOption]:
    step = due_step(scene)
    if step is not None and step.act in ACTS and is_for(scene, step, actor):
        if step.act == "choose-stack":
            stacks = {"choices": tuple(range(1, len(scene.round.stacks) + 1))}
            yield LegalOption(step.act, step.clauses, {}, {"stack": stacks}, step.words)
        else:
            bounds = {**_cards_to_enter(scene, step), **reporting.reportable_facts(scene, step)}
            yield LegalOption(step.act, step.clauses, step.facts, bounds, step.words)
            other = alternative_step(scene, step)
            if other is not None:
                yield LegalOption(other.act, other.clauses, other.facts, {}, other.words)
    if scene.round.void:
        return
    match actor.role:
        case Role.DEALER:
            yield from _dealer_options(scene)
        case Role.FLOOR:
            yield from _reportable_irregularities(scene)
            yield from sides.floor_options(scene, actor)
            for position in irregular.abandoned_positions(scene):
                yield LegalOption("abandon", scene.law(irregular.ABANDONED), {"position": position})
        case _:
            yield from _player_options(scene, actor)


def _dealer_options(scene: PaiGowContext) -> Iterator[LegalOption]:
    yield from _reportable_irregularities(scene)
    for position in sorted(scene.round.asked_for_help):
        yield LegalOption("tell-house-way", scene.law(setting.HELP), {"position": position})
        if setting.may_decline_help(scene):
            yield LegalOption("decline-help", scene.law(setting.HELP), {"position": position})


def _reportable_irregularities(scene: PaiGowContext) -> Iterator[LegalOption]:
    """Return irregularities that dealer or floorperson may have to report."""
    bounds = {"cards": {"least": 1, "most": book_count(scene.rules, "hand-cards")}}
    for position in irregular.hidden_positions(scene):
        law = irregular.EXPOSED_DEALER if position == scene.round.against else irregular.EXPOSED_PLAYER
        yield LegalOption("report-exposed", scene.law(law), {"position": position}, bounds)
    hands = irregular.may_misdeal(scene)
    if hands:
        yield LegalOption("report-misdeal", scene.law(irregular.WRONG_NUMBER), {}, reporting.wrong_number_bounds(scene, hands))


def _player_options(scene: PaiGowContext, actor: Actor) -> Iterator[LegalOption]:
    is_bank = scene.round.bank.position in scene.spots(actor.name)
    speaks = is_bank == (actor.role is Role.BANK)
    if speaks:
        yield from betting.wager_options(scene, actor)
    yield from banking.bank_options(scene, actor)
    for position in scene.spots(actor.name) if speaks else ():
        if position in scene.round.to_choose and position not in scene.round.left:
            law = scene.law(irregular.EXPOSED_PLAYER)
            yield LegalOption("play-exposed", law, {"position": position})
            yield LegalOption("void-exposed", law, {"position": position})
    if scene.round.stub_counted:
        left = scene.round.left
        yield from (each for each in setting.setting_options(scene, actor) if each.facts["position"] not in left)


PAI_GOW = Game(
    name="Pai Gow Poker",
    scene=PaiGowContext,
    fresh=PaiGowRound,
    changes=CHANGES.by_kind,
    acts=ACTS,
    due=due_step,
    instead=alternative_step,
    legal=legal_options,
    is_for=is_for,
    view=view,
    disclosures=DISCLOSURES,
    collect_progressive=betting.collect_progressive,
    device_failed=irregular.device_failed,
    leave=irregular.decide_leaving,
    racks=RACKS,
    too_early=why_too_early,
    must_keep=banking.chips_to_keep,
    begins_deal=("deal", "deal-stacks"),
    wants_start=is_start_wanted,
    bank=lambda state: state.bank.position,
    banking=lambda state: state.bank.offered is not None or state.bank.position is not None,
    covers=banking.COVERS,
    leaves=banking.decide_leaving_before_deal,
    remembered=banking.bank_history_after,
)
