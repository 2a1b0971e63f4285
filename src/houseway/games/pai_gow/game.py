"""Pai Gow Poker as a game: decide, legal, view. Order of procedure is enforced here and nowhere else."""

from collections.abc import Iterable, Iterator, Mapping

from houseway.events import Actor, Command, Event, Role
from houseway.games.game import Act, Game
from houseway.games.pai_gow import banking, betting, dealing, irregular, setting, settling, sides
from houseway.games.pai_gow.procedure import END_ROUND, due, too_early, wants_start
from houseway.games.pai_gow.scene import MD, Scene
from houseway.games.pai_gow.state import DEALER, Round, evolve, knows
from houseway.games.pai_gow.view import told, view
from houseway.games.round import Happenings, Option, Step, count
from houseway.hands import PAI_GOW_LOW

PLAYERS = (Role.PLAYER, Role.BANK)
ENTERED = ("set-dealer", "set-co-bank", "expose-bank", "expose", "rearrange")
"""Steps at which cards are turned over."""


def end_round(scene: Scene, command: Command) -> Happenings:
    """Over: the first offer of the next bank moves on."""
    return (
        Event(
            "round-completed",
            scene.law(END_ROUND),
            {"number": scene.round.number, "next_offer": banking.next_first_offer(scene)},
        ),
    )


ACTS: Mapping[str, Act] = {
    "wager": Act(PLAYERS, betting.wager),
    "take-back": Act(PLAYERS, betting.take_back),
    "offer-bank": Act((Role.DEALER,), banking.offer_bank, due=True),
    "play-without-bank": Act((Role.DEALER,), banking.no_bank, due=True),
    "pass-bank": Act((Role.PLAYER,), banking.pass_bank),
    "accept-bank": Act((Role.PLAYER,), banking.accept_bank),
    "request-co-bank": Act((Role.BANK,), banking.request_co_bank),
    "confirm-bank": Act((Role.DEALER,), banking.confirm_bank, due=True),
    "direct-house-stake": Act((Role.BANK,), banking.direct_house_stake),
    "stake-against-bank": Act((Role.DEALER,), banking.stake_against_bank, due=True),
    "close-betting": Act((Role.DEALER,), betting.close_betting, due=True),
    "settle-numbers": Act((Role.DEALER,), dealing.settle_numbers, due=True),
    "deal-stacks": Act((Role.DEALER,), dealing.deal_stacks, due=True),
    "choose-stack": Act((Role.BANK,), dealing.choose_stack, due=True),
    "deal": Act((Role.DEALER,), dealing.deal, due=True),
    "count-stub": Act((Role.DEALER,), dealing.count_stub, due=True),
    "collect-unwagered": Act((Role.DEALER,), dealing.collect_unwagered, due=True),
    "report-exposed": Act((Role.DEALER, Role.FLOOR), irregular.report_exposed),
    "report-misdeal": Act((Role.DEALER, Role.FLOOR), irregular.report_misdeal),
    "play-exposed": Act(PLAYERS, irregular.play_exposed),
    "void-exposed": Act(PLAYERS, irregular.void_exposed),
    "abandon": Act((Role.FLOOR,), irregular.abandon),
    "set-hand": Act(PLAYERS, setting.set_hand),
    "ask-house-way": Act(PLAYERS, setting.ask_house_way),
    "tell-house-way": Act((Role.DEALER,), setting.tell_house_way),
    "decline-help": Act((Role.DEALER,), setting.decline_help),
    "set-absent": Act((Role.DEALER,), setting.set_absent, due=True),
    "set-dealer": Act((Role.DEALER,), setting.set_dealer, due=True),
    "rack-dealer": Act((Role.DEALER,), setting.rack_dealer, due=True),
    "set-co-bank": Act((Role.DEALER,), setting.set_co_bank, due=True),
    "expose-bank": Act((Role.DEALER,), setting.expose_bank, due=True),
    "surrender": Act((Role.PLAYER,), setting.surrender),
    "expose": Act((Role.DEALER,), settling.expose, due=True),
    "pay": Act((Role.DEALER,), settling.pay, due=True),
    "settle-bank": Act((Role.DEALER,), settling.settle_bank, due=True),
    "rearrange": Act((Role.DEALER,), sides.rearrange, due=True),
    "verify-progressive": Act((Role.DEALER,), sides.verify_progressive, due=True),
    "rule-light": Act((Role.FLOOR,), sides.rule_light, due=True),
    "validate": Act((Role.FLOOR,), sides.validate, due=True),
    "settle-side": Act((Role.DEALER,), sides.settle_side, due=True),
    "settle-shared": Act((Role.DEALER,), sides.settle_shared, due=True),
    "complete-documents": Act((Role.FLOOR,), sides.complete_documents),
    "pay-envy": Act((Role.DEALER,), sides.pay_envy, due=True),
    "collect-cards": Act((Role.DEALER,), sides.collect_cards, due=True),
    "end-round": Act((Role.DEALER,), end_round, due=True),
}


def legal(scene: Scene, actor: Actor) -> tuple[Option, ...]:
    """What an actor may do now, with bounds."""
    return tuple(_legal(scene, actor)) if not scene.round.finished else ()


def _to_enter(scene: Scene, step: Step) -> Mapping[str, object]:
    """The physical cards that a dealer enters as he turns them over."""
    size, low = count(scene.rules, "hand-cards"), PAI_GOW_LOW.hand_size
    if step.act == "rule-light":
        return {"stands": {"choices": (False, True)}}
    own, bank = step.facts.get("position"), scene.round.bank.position
    place = {"set-dealer": DEALER, "set-co-bank": bank, "expose-bank": bank}.get(step.act, own)
    if step.act not in ENTERED or not isinstance(place, int) or sides.cards(scene, place):
        return {}
    if step.act in ("expose", "expose-bank"):
        return {"high": {"enter": size - low}, "low": {"enter": low}}
    return {"cards": {"enter": size}}


def is_for(scene: Scene, step: Step, actor: Actor) -> bool:
    """Whether a step is this actor's to take: a player's is that of its position, or of the bank."""
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
            yield Option(step.act, step.clauses, step.facts, _to_enter(scene, step), step.words)
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
        if scene.book != MD:
            yield Option("decline-help", scene.law(setting.HELP), {"position": position})


def _reports(scene: Scene) -> Iterator[Option]:
    """Irregularities that dealer or floorperson may have to report."""
    bounds = {"cards": {"least": 1, "most": count(scene.rules, "hand-cards")}}
    for position in irregular.hidden(scene):
        law = irregular.EXPOSED_DEALER if position == scene.round.against else irregular.EXPOSED_PLAYER
        yield Option("report-exposed", scene.law(law), {"position": position}, bounds)
    for position in irregular.may_misdeal(scene):
        yield Option("report-misdeal", scene.law(irregular.WRONG_NUMBER), {"hands": {position: 0}})


def _player(scene: Scene, actor: Actor) -> Iterator[Option]:
    is_bank = scene.round.bank.position in scene.spots(actor.name)
    if is_bank == (actor.role is Role.BANK):
        yield from betting.wager_options(scene, actor)
    yield from banking.bank_options(scene, actor)
    for position in scene.spots(actor.name):
        if position in scene.round.to_choose:
            law = scene.law(irregular.EXPOSED_PLAYER)
            yield Option("play-exposed", law, {"position": position})
            yield Option("void-exposed", law, {"position": position})
    if scene.round.stub_counted:
        yield from setting.setting_options(scene, actor)


def racks(scene: Scene, event: Event) -> Iterable[tuple[str, object, str]]:
    """What an event of the game puts into the discard rack."""
    hands, size = scene.round.hands, count(scene.rules, "hand-cards")
    match event.kind:
        case "cards-collected":
            position = event["position"]
            owner = "dealer" if position == 0 else f"position {position}"
            cards = event["cards"]
            if cards:
                yield owner, cards, "collected"
        case "wager-surrendered" if event["racked"]:
            yield f"position {event['position']}", hands[int(str(event["position"]))] or size, "surrendered"
        case "unwagered-collected":
            positions = event["positions"]
            assert isinstance(positions, tuple)
            yield from ((f"position {place}", hands[place], "no wager") for place in positions if hands[place])
        case "stub-counted" if scene.round.stub:
            yield "stub", scene.round.stub, "stub"
        case "card-set-aside":
            yield "face up", event["cards"] or 1, "face up"
        case "dealer-done" if event["racked"] and hands[0]:
            yield "dealer", hands[0], "no house wager"


PAI_GOW = Game(
    name="Pai Gow Poker",
    scene=Scene,
    fresh=Round,
    knows=knows,
    evolve=evolve,
    acts=ACTS,
    due=due,
    legal=legal,
    is_for=is_for,
    view=view,
    told=told,
    collect_progressive=betting.collect_progressive,
    device_failed=irregular.device_failed,
    leave=irregular.leave,
    racks=racks,
    too_early=too_early,
    must_keep=banking.must_keep,
    begins_deal=("deal", "deal-stacks"),
    wants_start=wants_start,
    bank=lambda state: state.bank.position,
    covers=banking.COVERS,
    leaves=banking.bank_leaves,
    remembered=banking.remembered,
)
