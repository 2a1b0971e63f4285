"""The dealer's hand is turned up, then each player's, counterclockwise. Wagers against the dealer are settled hand by hand."""

from collections.abc import Iterator

from houseway.citation import Citation, Law
from houseway.events import Command, Event
from houseway.games.against_dealer.dealing import after, entered
from houseway.games.against_dealer.deciding import CARDS_STAY, NOT_COMPETING
from houseway.games.against_dealer.law import alike
from houseway.games.against_dealer.scene import Scene
from houseway.games.awards import Award, covered, limited
from houseway.games.round import Happening, Happenings, MeterCall, Movement
from houseway.games.states import Stake
from houseway.games.wagers import settled
from houseway.money import Push
from houseway.procedure import (
    ANTE,
    DEALER,
    FOUR_CARD,
    HOUSE,
    INVENTORY,
    PROGRESSIVE,
    ULTIMATE,
    as_played,
    layout_account,
    seat_account,
)

Clauses = tuple[Citation, ...]

TURN_DEALER = Law(
    {ULTIMATE: ("11.G(1)", "11.G(2)", "11.G(3)"), FOUR_CARD: as_played(("11.G(1)", "11.G(2)", "11.G(3)", "11.G(4)"))}
)
TURN_BOX = Law({ULTIMATE: "7.F(4)"})
EXPOSE = Law(
    {
        ULTIMATE: ("11.H(2)", "11.H(2)(a)", "11.H(2)(b)", "11.H(2)(c)", "11.H(2)(d)"),
        FOUR_CARD: as_played(("11.H(2)", "11.H(2)(a)", "11.H(2)(b)", "11.H(2)(c)", "11.H(2)(d)", "1.B(8)")),
    }
)
TURNED_FOR_SIDES = Law({ULTIMATE: ("11.F(3)(a)", "11.F(3)(c)"), FOUR_CARD: as_played("11.F(3)(a)")})
PAY = alike("11.H(3)(b)")
COLLECT = alike("11.K")
METER = Law({ULTIMATE: "12.D(4)", FOUR_CARD: ".12 D(4)"})


def turn_dealer(scene: Scene, command: Command) -> Happenings:
    """Turn up the dealer's hidden cards, and those of the box. Facts: cards, box, if they are entered."""
    law = scene.law(TURN_DEALER)
    size = scene.contest.size(scene, DEALER)
    known = scene.round.hands.get(DEALER, ())
    hidden = size - len(known)
    cards = (*entered(scene, command, "cards", (), hidden, law), *known) if hidden else known
    shown = Event("dealer-turned", law, {"cards": cards})
    turned = after(scene, shown)
    words = scene.contest.describe(turned, DEALER)
    announced = Event("dealer-turned", (*law, *scene.contest.dealer_law(turned)), {"cards": cards, "hand": words})
    return (announced, *turn_box(turned, command))


def turn_box(scene: Scene, command: Command) -> tuple[Event, ...]:
    """Turn up the cards of the box, if there is one."""
    size = scene.contest.size(scene, "box") if "box" in scene.contest.named_places else 0
    if not size or scene.round.box_turned:
        return ()
    law = scene.law(TURN_BOX)
    return (Event("box-turned", law, {"cards": entered(scene, command, "box", scene.round.box, size, law)}),)


def expose(scene: Scene, command: Command) -> Happenings:
    """Turn up a player's cards and compare them with the dealer's if he plays. Losers are collected and ties returned at once."""
    position = command.position
    size, plays = scene.contest.size(scene, position), scene.in_play(position)
    law = scene.law(EXPOSE) if plays else side_law(scene, position)
    cards = entered(scene, command, "cards", scene.round.hands.get(position, ()), size, law)
    shown = Event("hand-exposed", law, {"position": position, "cards": cards})
    if not plays:
        return (shown,)
    turned = after(scene, shown)
    outcome = scene.contest.outcome(turned, position)
    told = {"position": position, "wager": ANTE, "result": outcome.result, "words": outcome.words}
    made: list[Happening] = [shown, Event("result-announced", outcome.clauses, told)]
    ends, laid = _base(turned, position), turned.round.wagers(position)
    pays = any(_result(award) == "win" for award in ends if award.wager in laid)
    for award in ends:
        if not pays or (_result(award) != "win" and award.wager == ANTE):
            made.extend(ended(turned, position, award, ()))
    return tuple(made)


def side_law(scene: Scene, position: int) -> Clauses:
    """Return why cards that are not compared with the dealer's are turned up."""
    if not scene.contest.competes(scene.round.stakes[position]):
        return (*scene.law(EXPOSE), *scene.law(NOT_COMPETING))
    stays = tuple(clause for name in scene.open_sides(position) for clause in scene.law(CARDS_STAY, name))
    return tuple(dict.fromkeys(stays)) or scene.law(TURNED_FOR_SIDES)


def pay(scene: Scene, command: Command) -> Happenings:
    """Pay a hand that is higher than the dealer's what was not returned before."""
    position = command.position
    unpaid = [award for award in _base(scene, position) if (position, award.wager) not in scene.round.paid]
    return tuple(part for award in unpaid for part in ended(scene, position, award, ()))


def _base(scene: Scene, position: int) -> list[Award]:
    return [award for award in awards_of(scene, position).values() if award.wager not in scene.contest.sides]


def awards_of(scene: Scene, position: int) -> dict[str, Award]:
    """Return the awards of a position against the dealer, and those under the same payout limit, in order of settlement."""
    base = scene.contest.outcome(scene, position).awards if scene.in_play(position) else ()
    limit = covered(scene.rules)
    sides = [scene.contest.award(scene, position, wager) for wager in _settled_sides(scene, position) if wager in limit]
    return {award.wager: award for award in limited(scene.rules, (*base, *sides))}


def _settled_sides(scene: Scene, position: int) -> Iterator[str]:
    state = scene.round
    for wager in scene.contest.sides:
        ended = state.results.get((position, wager))
        void = ended is not None and ended.result == "void"
        if wager in state.wagers(position) and (position, wager) not in state.given_up and not void:
            yield wager


def award_of(scene: Scene, position: int, wager: str) -> Award:
    """Return how an optional wager ends. One without a limit is computed by itself."""
    if wager in covered(scene.rules):
        return awards_of(scene, position)[wager]
    return limited(scene.rules, (scene.contest.award(scene, position, wager),))[0]


def _result(award: Award) -> str:
    if not award.won:
        return "tie" if award.returns_stake else "lose"
    return "tie" if award.row is not None and isinstance(award.row.pays, Push) else "win"


def ended(scene: Scene, position: int, award: Award, law: Clauses) -> Iterator[Happening]:
    """Settle a wager: its chips and winnings move; a share of a meter comes from elsewhere."""
    stake = scene.round.stake(position, award.wager)
    result, clauses = _result(award), tuple(dict.fromkeys((*award.clauses, *law)))
    staked = stake or Stake(award.stake)
    yield settled(position, award.wager, staked, result, award.amount, clauses, award.words)
    if stake is not None:
        yield from _stake_moves(position, award, stake, result, clauses)
    if award.share is not None:
        yield from _share(scene, position, award, clauses)
    elif award.amount:
        yield Movement(INVENTORY, seat_account(position), award.amount, "payout", clauses, position, award.wager)


def _stake_moves(position: int, award: Award, stake: Stake, result: str, clauses: Clauses) -> Iterator[Movement]:
    """A progressive chip is already in the inventory and stays there, unless it is returned with what it won."""
    seat, wager = seat_account(position), award.wager
    if wager == PROGRESSIVE:
        if award.returns_stake:
            yield Movement(INVENTORY, seat, stake.amount, "wager-returned", clauses, position, wager)
        return
    lost = (INVENTORY, "wager-lost" if result == "lose" else "wager-collected")
    target, reason = (seat, "wager-returned") if award.returns_stake else lost
    yield Movement(layout_account(position), target, stake.amount, reason, clauses, position, wager)


def _share(scene: Scene, position: int, award: Award, clauses: Clauses) -> Iterator[Happening]:
    assert award.share is not None
    law, share = tuple(dict.fromkeys((*scene.law(METER), *clauses))), award.share
    yield MeterCall("award", award.wager, law, meter=share.meter, share=share.share, amount=award.amount, seat=position)
    if award.amount:
        yield Movement(HOUSE, seat_account(position), award.amount, "meter-award", law, position, award.wager)


def collect_cards(scene: Scene, command: Command) -> Happenings:
    """Collect cards into the discard rack, hand by hand, so that each can be rebuilt; the dealer's last, with those on the
    layout."""
    position = command.position
    facts: dict[str, object] = {"position": position, "cards": scene.round.hands.get(position, ())}
    if position == DEALER:
        facts |= {"board": scene.round.board, "box": scene.round.box}
    return (Event("cards-collected", scene.law(COLLECT), facts),)
