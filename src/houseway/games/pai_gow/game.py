"""Pai Gow Poker as a game: decide, legal and view. The order of procedure is enforced here and nowhere else."""

from collections.abc import Iterator, Mapping

from houseway.events import Actor, Command, Event, Role
from houseway.games.game import Act, Game
from houseway.games.pai_gow import banking, betting, dealing, irregular, reporting, setting, settling, sides
from houseway.games.pai_gow.disclosure import DISCLOSURES
from houseway.games.pai_gow.procedure import END_ROUND, due, instead, too_early, wants_start
from houseway.games.pai_gow.racking import RACKS
from houseway.games.pai_gow.scene import Scene
from houseway.games.pai_gow.state import CHANGES, Round
from houseway.games.pai_gow.view import view
from houseway.games.round import Happenings, count
from houseway.hands import PAI_GOW_LOW
from houseway.procedure import DEALER, Option, Step

PLAYERS = (Role.PLAYER, Role.BANK)
ENTERED = ("set-dealer", "set-co-bank", "expose-bank", "expose", "rearrange")
"""Steps at which cards are turned over."""


def end_round(scene: Scene, command: Command) -> Happenings:
    """End the round. The first offer of the next bank moves on."""
    facts: dict[str, object] = {"number": scene.round.number, "next_offer": banking.next_first_offer(scene)}
    banked = banking.banked_void(scene) if scene.round.void else ""
    facts |= {"banked": banked} if banked else {}
    markers = sides.markers_left(scene)
    if not markers:
        return (Event("round-completed", scene.law(END_ROUND), facts),)
    clauses = (*scene.law(END_ROUND), *scene.law(sides.MARKER_TAKEN))
    return (Event("round-completed", clauses, {**facts, "markers": markers}),)


DEALERS, FLOOR, STAFF = (Role.DEALER,), (Role.FLOOR,), (Role.DEALER, Role.FLOOR)
ACTS: Mapping[str, Act] = {
    "wager": Act(PLAYERS, betting.wager, law=betting.PLACED),
    "take-back": Act(PLAYERS, betting.take_back, law=betting.CLOSED),
    "offer-bank": Act(DEALERS, banking.offer_bank, due=True, law=banking.OFFER),
    "play-without-bank": Act(DEALERS, banking.no_bank, due=True, law=banking.NOBODY),
    "pass-bank": Act((Role.PLAYER,), banking.pass_bank, law=banking.OFFER),
    "accept-bank": Act((Role.PLAYER,), banking.accept_bank, law=banking.OFFER),
    "request-co-bank": Act((Role.BANK,), banking.request_co_bank, law=banking.CO_BANK),
    "confirm-bank": Act(DEALERS, banking.confirm_bank, due=True, law=banking.COVERS),
    "direct-house-stake": Act((Role.BANK,), banking.direct_house_stake, law=banking.DIRECTS),
    "stake-against-bank": Act(DEALERS, banking.stake_against_bank, due=True, law=banking.HOUSE_STAKE),
    "close-betting": Act(DEALERS, betting.close_betting, due=True, law=betting.NO_MORE_BETS),
    "settle-numbers": Act(DEALERS, dealing.settle_numbers, due=True, law=dealing.NUMBERS),
    "deal-stacks": Act(DEALERS, dealing.deal_stacks, due=True, law=dealing.DEAL_STACKS),
    "choose-stack": Act((Role.BANK,), dealing.choose_stack, due=True, law=dealing.BANK_PICKS_STACK),
    "deal": Act(DEALERS, dealing.deal, due=True, law=dealing.DEAL),
    "count-stub": Act(DEALERS, dealing.count_stub, due=True, law=dealing.COUNT_STUB),
    "collect-unwagered": Act(DEALERS, dealing.collect_unwagered, due=True, law=dealing.COLLECT_UNWAGERED),
    "report-exposed": Act(STAFF, irregular.report_exposed, law=irregular.EXPOSED_PLAYER),
    "report-misdeal": Act(STAFF, irregular.report_misdeal, law=irregular.WRONG_NUMBER),
    "play-exposed": Act(PLAYERS, irregular.play_exposed, law=irregular.EXPOSED_PLAYER),
    "void-exposed": Act(PLAYERS, irregular.void_exposed, law=irregular.EXPOSED_PLAYER),
    "abandon": Act(FLOOR, irregular.abandon, law=irregular.ABANDONED),
    "set-hand": Act(PLAYERS, setting.set_hand, law=setting.SET),
    "ask-house-way": Act(PLAYERS, setting.ask_house_way, law=setting.HELP),
    "tell-house-way": Act(DEALERS, setting.tell_house_way, law=setting.HELP),
    "decline-help": Act(DEALERS, setting.decline_help, law=setting.HELP),
    "set-absent": Act(DEALERS, setting.set_absent, due=True, law=setting.ABSENT),
    "set-dealer": Act(DEALERS, setting.set_dealer, due=True, law=setting.DEALER_SETS),
    "rack-dealer": Act(DEALERS, setting.rack_dealer, due=True, law=setting.DEALER_DEAD),
    "set-co-bank": Act(DEALERS, setting.set_co_bank, due=True, law=setting.CO_BANK_SET),
    "expose-bank": Act(DEALERS, setting.expose_bank, due=True, law=setting.BANK_EXPOSED),
    "surrender": Act((Role.PLAYER,), setting.surrender, law=setting.SURRENDER),
    "expose": Act(DEALERS, settling.expose, due=True, law=settling.EXPOSE),
    "pay": Act(DEALERS, settling.pay, due=True, law=settling.PAY_WINNER),
    "settle-bank": Act(DEALERS, settling.settle_bank, due=True, law=settling.EXPOSE_AGAINST_BANK),
    "rearrange": Act(DEALERS, sides.rearrange, due=True, law=sides.REARRANGE),
    "verify-progressive": Act(DEALERS, sides.verify_progressive, due=True, law=sides.VERIFY),
    "rule-light": Act(FLOOR, sides.rule_light, due=True, law=sides.VERIFY),
    "validate": Act(FLOOR, sides.validate, due=True, law=sides.VALIDATE),
    "settle-side": Act(DEALERS, sides.settle_side, due=True, law=sides.SIDE_WON),
    "collect-lost": Act(DEALERS, sides.collect_lost, due=True, law=sides.SIDE_LOST),
    "settle-shared": Act(DEALERS, sides.settle_shared, due=True, law=sides.AT_TURN),
    "complete-documents": Act(FLOOR, sides.complete_documents, law=sides.DOCUMENTS),
    "pay-envy": Act(DEALERS, sides.pay_envy, due=True, law=sides.ENVY),
    "collect-cards": Act(DEALERS, sides.collect_cards, due=True, law=sides.COLLECT),
    "end-round": Act(DEALERS, end_round, due=True, law=END_ROUND),
}


def legal(scene: Scene, actor: Actor) -> tuple[Option, ...]:
    """Return what an actor may do now, with bounds."""
    return tuple(_legal(scene, actor)) if not scene.round.finished else ()


def _to_enter(scene: Scene, step: Step) -> Mapping[str, object]:
    """Return the physical cards that a dealer enters as he turns them over."""
    size, low = count(scene.rules, "hand-cards"), PAI_GOW_LOW.hand_size
    if step.act == "rule-light":
        return {"stands": {"choices": (False, True)}}
    own, bank = step.facts.get("position"), scene.round.bank.position
    place = {"set-dealer": DEALER, "set-co-bank": bank, "expose-bank": bank}.get(step.act, own)
    if step.act not in ENTERED or not isinstance(place, int) or sides.cards(scene, place):
        return {}
    if step.act in ("expose", "expose-bank") and place not in scene.round.absent:
        return {"high": {"enter": size - low}, "low": {"enter": low}}
    return {"cards": {"enter": size}}


def is_for(scene: Scene, step: Step, actor: Actor) -> bool:
    """Return whether a step is this actor's: a player's step belongs to its position, or to the bank."""
    if step.role != actor.role.value or actor.role in (Role.DEALER, Role.FLOOR):
        return step.role == actor.role.value
    position = step.facts.get("position", scene.round.bank.position)
    return isinstance(position, int) and scene.seats.get(position) == actor.name


def _legal(scene: Scene, actor: Actor) -> Iterator[Option]:
    step = due(scene)
    if step is not None and step.act in ACTS and is_for(scene, step, actor):
        if step.act == "choose-stack":
            stacks = {"choices": tuple(range(1, len(scene.round.stacks) + 1))}
            yield Option(step.act, step.clauses, {}, {"stack": stacks}, step.words)
        else:
            bounds = {**_to_enter(scene, step), **reporting.with_step(scene, step)}
            yield Option(step.act, step.clauses, step.facts, bounds, step.words)
            other = instead(scene, step)
            if other is not None:
                yield Option(other.act, other.clauses, other.facts, {}, other.words)
    if scene.round.void:
        return
    match actor.role:
        case Role.DEALER:
            yield from _dealer(scene)
        case Role.FLOOR:
            yield from _reports(scene)
            yield from sides.floor_options(scene, actor)
            for position in irregular.abandoned(scene):
                yield Option("abandon", scene.law(irregular.ABANDONED), {"position": position})
        case _:
            yield from _player(scene, actor)


def _dealer(scene: Scene) -> Iterator[Option]:
    yield from _reports(scene)
    for position in sorted(scene.round.asked_for_help):
        yield Option("tell-house-way", scene.law(setting.HELP), {"position": position})
        if setting.may_decline_help(scene):
            yield Option("decline-help", scene.law(setting.HELP), {"position": position})


def _reports(scene: Scene) -> Iterator[Option]:
    """Return irregularities that dealer or floorperson may have to report."""
    bounds = {"cards": {"least": 1, "most": count(scene.rules, "hand-cards")}}
    for position in irregular.hidden(scene):
        law = irregular.EXPOSED_DEALER if position == scene.round.against else irregular.EXPOSED_PLAYER
        yield Option("report-exposed", scene.law(law), {"position": position}, bounds)
    hands = irregular.may_misdeal(scene)
    if hands:
        yield Option("report-misdeal", scene.law(irregular.WRONG_NUMBER), {}, reporting.wrong_number(scene, hands))


def _player(scene: Scene, actor: Actor) -> Iterator[Option]:
    is_bank = scene.round.bank.position in scene.spots(actor.name)
    speaks = is_bank == (actor.role is Role.BANK)
    if speaks:
        yield from betting.wager_options(scene, actor)
    yield from banking.bank_options(scene, actor)
    for position in scene.spots(actor.name) if speaks else ():
        if position in scene.round.to_choose and position not in scene.round.left:
            law = scene.law(irregular.EXPOSED_PLAYER)
            yield Option("play-exposed", law, {"position": position})
            yield Option("void-exposed", law, {"position": position})
    if scene.round.stub_counted:
        left = scene.round.left
        yield from (each for each in setting.setting_options(scene, actor) if each.facts["position"] not in left)


PAI_GOW = Game(
    name="Pai Gow Poker",
    scene=Scene,
    fresh=Round,
    changes=CHANGES.by_kind,
    acts=ACTS,
    due=due,
    instead=instead,
    legal=legal,
    is_for=is_for,
    view=view,
    disclosures=DISCLOSURES,
    collect_progressive=betting.collect_progressive,
    device_failed=irregular.device_failed,
    leave=irregular.leave,
    racks=RACKS,
    too_early=too_early,
    must_keep=banking.must_keep,
    begins_deal=("deal", "deal-stacks"),
    wants_start=wants_start,
    bank=lambda state: state.bank.position,
    banking=lambda state: state.bank.offered is not None or state.bank.position is not None,
    covers=banking.COVERS,
    leaves=banking.bank_leaves,
    remembered=banking.remembered,
)
