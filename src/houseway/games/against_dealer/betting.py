"""Wagers until "no more bets": the Ante and its equal wagers, and optional wagers that depend on others."""

from collections.abc import Iterator

from houseway.citation import Law
from houseway.events import Actor, Command, Event
from houseway.games.against_dealer.context import DealerGameContext, own_position
from houseway.games.against_dealer.law import same_rule
from houseway.games.against_dealer.side_bets import needed_wagers
from houseway.games.round import DueMovement, Effect, Effects, MeterInstruction, Stake, round_refusal
from houseway.games.wagers import addable_amounts, check_amount, check_open, check_taken_back, return_movements
from houseway.money import NO_MONEY, Cents
from houseway.procedure import (
    ANTE,
    FOUR_CARD,
    INVENTORY,
    PROGRESSIVE,
    ULTIMATE,
    LegalOption,
    layout_account,
    seat_account,
)
from houseway.submission import Offer

PLACED = same_rule(("7.A", "7.C", "7.D"))
CLOSED = same_rule(("7.E", "7.D"))
WAGER = Law.of_wagers("placed", ULTIMATE, FOUR_CARD)
NO_MORE_BETS = same_rule({"manual-shoe": "8.C(1)", "hand": "9.A(3)", "automated-shoe": "10.A(2)(a)"})
COLLECT_PROGRESSIVE = same_rule({"manual-shoe": "8.C(4)", "hand": "9.A(3)(c)", "automated-shoe": "10.A(2)(b)(iii)"})
CONTRIBUTES = Law({ULTIMATE: "12.D(3)(a)", FOUR_CARD: ".12 D(3)(a)"})


def placeable_wagers(context: DealerGameContext) -> tuple[str, ...]:
    """Return the wagers that a player places by themselves. Those equal to the Ante come with it."""
    sides = context.rules.settlement_order
    return tuple([wager for wager in context.rules.offers if wager == ANTE or wager in sides])


def place_wager(context: DealerGameContext, command: Command) -> Effects:
    """Place chips on an area, and as many on those that must equal it. A further wager on the same area adds to the first."""
    position, name = own_position(context, command), command.text("wager")
    amount = command.cents("amount")
    check_open(context, name, CLOSED)
    _check_offered(context, name)
    _check_needed(context, position, name)
    clauses = context.law(WAGER, name)
    _check_equal_wagers(context, command, name, amount)
    lying = context.round.stake_on(position, name) or Stake(NO_MONEY)
    stake = Stake(lying.amount + amount)
    if amount <= NO_MONEY:
        least = str(context.rules.offers[name].minimum)
        raise round_refusal(
            "no-wager", f"a wager must be more than $0, not {amount}", clauses, given=str(amount), allowed=least
        )
    placed = (name, *context.dealer_game.equal_wagers) if name == ANTE else (name,)
    for each in placed:
        check_amount(context, context.dealer_game.offer_at(context, position, each), stake.total, context.law(WAGER, each))
    return tuple(part for each in placed for part in _place_on_area(context, position, each, stake, amount))


def _place_on_area(context: DealerGameContext, position: int, name: str, stake: Stake, amount: Cents) -> Effects:
    clauses = (*context.law(PLACED), *context.law(WAGER, name))
    return (
        Event("wager-placed", clauses, {"position": position, "wager": name, "amount": stake.amount}),
        DueMovement(seat_account(position), layout_account(position), amount, "wager", clauses, seat=position, wager=name),
    )


def _name(context: DealerGameContext, wager: str) -> str:
    return context.rules.regulation.wager_name(wager)


def _check_equal_wagers(context: DealerGameContext, command: Command, name: str, amount: Cents) -> None:
    """The wagers that go with the Ante must equal it, and none is placed alone."""
    for twin in context.dealer_game.equal_wagers if name == ANTE else ():
        if command.cents(twin, amount) != amount:
            message = f"the {_name(context, twin)} must equal the {_name(context, name)} of {amount}"
            raise round_refusal(
                f"{twin}-not-equal", message, context.law(WAGER, twin), given=str(command.facts[twin]), allowed=amount
            )


def _check_offered(context: DealerGameContext, name: str) -> None:
    if name in context.dealer_game.equal_wagers:
        together = f"{_name(context, name)} is placed together with {_name(context, ANTE)}, in the same amount"
        message = f"{together}; it cannot be placed alone"
        raise round_refusal(f"{name}-alone", message, context.law(WAGER, name), given=name, allowed=ANTE)
    if name not in placeable_wagers(context):
        raise round_refusal(
            "not-offered",
            f"{_name(context, name)} is not offered at this table",
            context.law(WAGER, name) if name in context.rules.settlement_order else context.law(PLACED),
            given=name,
            allowed=placeable_wagers(context),
        )


def _missing_wagers(context: DealerGameContext, name: str, placed: tuple[str, ...]) -> tuple[str, ...]:
    """Return what must be placed before a wager; nothing if one of the groups that it needs is placed."""
    lacking = [tuple(each for each in group if each not in placed) for group in needed_wagers(context, name)]
    return min(lacking, key=len, default=())


def _check_needed(context: DealerGameContext, position: int, name: str) -> None:
    missing = _missing_wagers(context, name, tuple(context.round.wagers_at(position)))
    if missing:
        message = (
            f"{_name(context, name)} needs {' and '.join(_name(context, each) for each in missing)} at the same position first"
        )
        raise round_refusal("base-first", message, context.law(WAGER, name), given=name, allowed=missing)


def take_back(context: DealerGameContext, command: Command) -> Effects:
    """A wager may be withdrawn until betting is closed. With it go those that depend on it."""
    position, name = own_position(context, command), command.text("wager")
    law, wagers = context.law(CLOSED), context.round.wagers_at(position)
    check_open(context, name, CLOSED)
    check_taken_back(context, wagers, position, name, law)
    gone = _wagers_taken_back(context, tuple(wagers), name)
    return tuple(part for each in gone for part in return_movements(position, each, wagers[each], law))


def _wagers_taken_back(context: DealerGameContext, placed: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Return the wager, those that must equal it, and those that need one of these."""
    equals = (ANTE, *context.dealer_game.equal_wagers)
    gone = {name, *(equals if name in equals else ())}
    while True:
        left = tuple(each for each in placed if each not in gone)
        loose = {each for each in left if each not in equals and _missing_wagers(context, each, left)}
        if not loose:
            return tuple(each for each in placed if each in gone)
        gone |= loose


def close_betting(context: DealerGameContext, command: Command) -> Effects:
    clauses = (*context.law(NO_MORE_BETS, context.dealing), *context.law(CLOSED))
    return (Event("betting-closed", clauses, {"said": "no more bets"}),)


def collect_progressive(context: DealerGameContext, standing: tuple[int, ...] | None = None) -> Effects:
    """When chips equal lights, move the chips into the inventory and contribute to the meters.

    After a floorperson's ruling only some wagers stand; the others are returned.
    """
    made: list[Effect] = []
    total = NO_MONEY
    clauses = context.law(COLLECT_PROGRESSIVE, context.dealing)
    for position, wagers in sorted(context.round.stakes.items()):
        stake = wagers.get(PROGRESSIVE)
        if stake is None:
            continue
        if standing is not None and position not in standing:
            made.extend(return_movements(position, PROGRESSIVE, stake, clauses))
            continue
        layout = layout_account(position)
        made.append(DueMovement(layout, INVENTORY, stake.amount, "wager-collected", clauses, position, PROGRESSIVE))
        total += stake.amount
    return (*made, *contribution_instruction(context, None, total))


def contribution_instruction(
    context: DealerGameContext, position: int | None, stake: Cents, kind: str = "contribute"
) -> tuple[MeterInstruction, ...]:
    return (MeterInstruction(kind, PROGRESSIVE, context.law(CONTRIBUTES), stake=stake, seat=position),) if stake else ()


def wager_options(context: DealerGameContext, actor: Actor) -> Iterator[LegalOption]:
    """Return what a player may wager where, with minimum and maximum."""
    if context.round.closed:
        return
    chips = context.chips(actor.name)
    for position in context.positions_of(actor.name):
        for name in placeable_wagers(context):
            yield from _wager_option(context, position, context.dealer_game.offer_at(context, position, name), chips)
        for name in context.round.wagers_at(position):
            yield LegalOption("take-back", context.law(CLOSED), {"position": position, "wager": name})


def _wager_option(context: DealerGameContext, position: int, offer: Offer, chips: Cents) -> Iterator[LegalOption]:
    if _missing_wagers(context, offer.wager, tuple(context.round.wagers_at(position))):
        return
    lying = context.round.stake_on(position, offer.wager)
    there = lying.amount if lying else NO_MONEY
    areas = 1 + len(context.dealer_game.equal_wagers) if offer.wager == ANTE else 1
    bounds = addable_amounts(offer, there, Cents(chips.amount // areas))
    if bounds is not None:
        facts = {"position": position, "wager": offer.wager}
        yield LegalOption("wager", context.law(WAGER, offer.wager), facts, {"amount": bounds})
