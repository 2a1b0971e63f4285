"""Wagers until "no more bets": the Ante and its equal wagers, and optional wagers that depend on others."""

from collections.abc import Iterator

from houseway.citation import Law
from houseway.events import Actor, Command, Event
from houseway.games.against_dealer.law import same_rule
from houseway.games.against_dealer.scene import DealerGameContext, own_position
from houseway.games.round import Effect, Effects, MeterInstruction, Movement, refusal
from houseway.games.states import Stake
from houseway.games.wagers import addable_amounts, check_amount, check_open, check_taken_back, return_movements
from houseway.money import NO_MONEY, Cents
from houseway.procedure import (
    ANTE,
    FOUR_CARD,
    INVENTORY,
    PROGRESSIVE,
    ULTIMATE,
    LegalOption,
    as_played_ids,
    layout_account,
    seat_account,
)
from houseway.submission import Offer

PLACED = same_rule(("7.A", "7.C", "7.D"))
CLOSED = same_rule(("7.E", "7.D"))
_PROGRESSIVE = ("7.F(3)", "7.F(3)(a)", "7.F(3)(b)")
WAGER = Law(
    {
        ULTIMATE: {
            "ante": "7.F(1)",
            "blind": "7.F(1)",
            "trips": ("7.F(2)", "1.B(7)"),
            "progressive": _PROGRESSIVE,
            "six-card-bonus": ("7.F(4)", "7.F(4)(b)"),
            "ultimate-pairs": "7.F(5)",
            "bad-beat": "7.F(6)",
            "play-the-board": "7.F(7)",
        },
        FOUR_CARD: as_played_ids(
            {
                "ante": ("7.F(1)", "1.B(1)"),
                "aces-up": ("7.F(2)", "7.F(2)(a)", "1.B(7)"),
                "progressive": _PROGRESSIVE,
            }
        ),
    }
)
NO_MORE_BETS = same_rule({"manual-shoe": "8.C(1)", "hand": "9.A(3)", "automated-shoe": "10.A(2)(a)"})
COLLECT_PROGRESSIVE = same_rule({"manual-shoe": "8.C(4)", "hand": "9.A(3)(c)", "automated-shoe": "10.A(2)(b)(iii)"})
CONTRIBUTES = Law({ULTIMATE: "12.D(3)(a)", FOUR_CARD: ".12 D(3)(a)"})


def placeable_wagers(scene: DealerGameContext) -> tuple[str, ...]:
    """Return the wagers that a player places by themselves. Those equal to the Ante come with it."""
    sides = scene.contest.sides
    return tuple([wager for wager in scene.rules.offers if wager == ANTE or wager in sides])


def wager(scene: DealerGameContext, command: Command) -> Effects:
    """Place chips on an area, and as many on those that must equal it. A further wager on the same area adds to the first."""
    position, name = own_position(scene, command), command.text("wager")
    amount = command.cents("amount")
    check_open(scene, name, CLOSED)
    _check_offered(scene, name)
    _check_needed(scene, position, name)
    clauses = scene.law(WAGER, name)
    _check_equal_wagers(scene, command, name, amount)
    lying = scene.round.stake(position, name) or Stake(NO_MONEY)
    stake = Stake(lying.amount + amount)
    if amount <= NO_MONEY:
        least = str(scene.rules.offers[name].minimum)
        raise refusal("no-wager", f"a wager is more than nothing, not {amount}", clauses, given=str(amount), allowed=least)
    laid = (name, *scene.contest.twins) if name == ANTE else (name,)
    for each in laid:
        check_amount(scene.contest.offer(scene, position, each), stake.total, scene.law(WAGER, each))
    return tuple(part for each in laid for part in _place_on_area(scene, position, each, stake, amount))


def _place_on_area(scene: DealerGameContext, position: int, name: str, stake: Stake, amount: Cents) -> Effects:
    clauses = (*scene.law(PLACED), *scene.law(WAGER, name))
    return (
        Event("wager-placed", clauses, {"position": position, "wager": name, "amount": stake.amount}),
        Movement(seat_account(position), layout_account(position), amount, "wager", clauses, seat=position, wager=name),
    )


def _check_equal_wagers(scene: DealerGameContext, command: Command, name: str, amount: Cents) -> None:
    """The wagers that go with the Ante must equal it, and none is placed alone."""
    for twin in scene.contest.twins if name == ANTE else ():
        if command.cents(twin, amount) != amount:
            message = f"{twin} and {name} are equal"
            raise refusal(f"{twin}-not-equal", message, scene.law(WAGER, twin), given=str(command.facts[twin]), allowed=amount)


def _check_offered(scene: DealerGameContext, name: str) -> None:
    if name in scene.contest.twins:
        message = f"{name} is laid together with the {ANTE}, and is equal to it"
        raise refusal(f"{name}-alone", message, scene.law(WAGER, name), given=name, allowed=ANTE)
    if name not in placeable_wagers(scene):
        raise refusal(
            "not-offered",
            f"{name!r} is not offered at this table",
            scene.law(WAGER, name) if name in scene.contest.sides else scene.law(PLACED),
            given=name,
            allowed=placeable_wagers(scene),
        )


def _missing_wagers(scene: DealerGameContext, name: str, placed: tuple[str, ...]) -> tuple[str, ...]:
    """Return what must be placed before a wager; nothing if one of the groups that it needs is placed."""
    lacking = [tuple(each for each in group if each not in placed) for group in scene.contest.needs(scene, name)]
    return min(lacking, key=len, default=())


def _check_needed(scene: DealerGameContext, position: int, name: str) -> None:
    missing = _missing_wagers(scene, name, tuple(scene.round.wagers(position)))
    if missing:
        message = f"{name} is open to a player who has laid {' and '.join(missing)} at that position"
        raise refusal("base-first", message, scene.law(WAGER, name), given=name, allowed=missing)


def take_back(scene: DealerGameContext, command: Command) -> Effects:
    """A wager may be withdrawn until betting is closed. With it go those that depend on it."""
    position, name = own_position(scene, command), command.text("wager")
    law, wagers = scene.law(CLOSED), scene.round.wagers(position)
    check_open(scene, name, CLOSED)
    check_taken_back(wagers, position, name, law)
    gone = _wagers_taken_back(scene, tuple(wagers), name)
    return tuple(part for each in gone for part in return_movements(position, each, wagers[each], law))


def _wagers_taken_back(scene: DealerGameContext, placed: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Return the wager, its equals, and whatever depends on nothing else."""
    equals = (ANTE, *scene.contest.twins)
    gone = {name, *(equals if name in equals else ())}
    while True:
        left = tuple(each for each in placed if each not in gone)
        loose = {each for each in left if each not in equals and _missing_wagers(scene, each, left)}
        if not loose:
            return tuple(each for each in placed if each in gone)
        gone |= loose


def close_betting(scene: DealerGameContext, command: Command) -> Effects:
    clauses = (*scene.law(NO_MORE_BETS, scene.dealing), *scene.law(CLOSED))
    return (Event("betting-closed", clauses, {"said": "no more bets"}),)


def collect_progressive(scene: DealerGameContext, standing: tuple[int, ...] | None = None) -> Effects:
    """When chips equal lights, move the chips into the inventory and contribute to the meters.

    After a floorperson's ruling only some wagers stand; the others are returned.
    """
    made: list[Effect] = []
    total = NO_MONEY
    clauses = scene.law(COLLECT_PROGRESSIVE, scene.dealing)
    for position, wagers in sorted(scene.round.stakes.items()):
        stake = wagers.get(PROGRESSIVE)
        if stake is None:
            continue
        if standing is not None and position not in standing:
            made.extend(return_movements(position, PROGRESSIVE, stake, clauses))
            continue
        layout = layout_account(position)
        made.append(Movement(layout, INVENTORY, stake.amount, "wager-collected", clauses, position, PROGRESSIVE))
        total += stake.amount
    return (*made, *contribution_instruction(scene, None, total))


def contribution_instruction(
    scene: DealerGameContext, position: int | None, stake: Cents, kind: str = "contribute"
) -> tuple[MeterInstruction, ...]:
    return (MeterInstruction(kind, PROGRESSIVE, scene.law(CONTRIBUTES), stake=stake, seat=position),) if stake else ()


def wager_options(scene: DealerGameContext, actor: Actor) -> Iterator[LegalOption]:
    """Return what a player may wager where, with minimum and maximum."""
    if scene.round.closed:
        return
    chips = scene.chips(actor.name)
    for position in scene.spots(actor.name):
        for name in placeable_wagers(scene):
            yield from _wager_option(scene, position, scene.contest.offer(scene, position, name), chips)
        for name in scene.round.wagers(position):
            yield LegalOption("take-back", scene.law(CLOSED), {"position": position, "wager": name})


def _wager_option(scene: DealerGameContext, position: int, offer: Offer, chips: Cents) -> Iterator[LegalOption]:
    if _missing_wagers(scene, offer.wager, tuple(scene.round.wagers(position))):
        return
    lying = scene.round.stake(position, offer.wager)
    there = lying.amount if lying else NO_MONEY
    areas = 1 + len(scene.contest.twins) if offer.wager == ANTE else 1
    bounds = addable_amounts(offer, there, Cents(chips.amount // areas))
    if bounds is not None:
        facts = {"position": position, "wager": offer.wager}
        yield LegalOption("wager", scene.law(WAGER, offer.wager), facts, {"amount": bounds})
