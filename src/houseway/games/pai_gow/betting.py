"""Wagers until "no more bets"."""

from collections.abc import Iterator, Mapping

from houseway.citation import SILENT, Law
from houseway.errors import NotAllowed
from houseway.events import Actor, Command, Event
from houseway.games.awards import earns_lammer
from houseway.games.fact_bounds import optional_bounds
from houseway.games.pai_gow.base_wager.centre import house_stake_against_bank
from houseway.games.pai_gow.context import PaiGowContext, base_wagers, is_on_dealers_cards, own_position
from houseway.games.round import DueMovement, Effect, Effects, MeterInstruction, Stake, issue_coupon, round_refusal
from houseway.games.wagers import LEAST_AMOUNT, addable_amounts, check_amount, check_open, check_taken_back, return_movements
from houseway.money import NO_MONEY, Cents
from houseway.procedure import (
    DIV,
    INVENTORY,
    MD,
    NUMBER,
    PAI_GOW,
    PROGRESSIVE,
    Bounds,
    FactBounds,
    LegalOption,
    layout_account,
    seat_account,
)
from houseway.submission import Offer

PLACED = Law({MD: ("7.A", "7.D"), DIV: "(g)(1)#1"})
CLOSED = Law({MD: ("7.D(2)", "7.D(1)"), DIV: ("(g)(3)#2", "(g)(3)#1")})
NEEDS_BASE = Law({MD: "7.E", DIV: {}}, subject="base")
WAGER = Law.of_wagers("placed", MD, DIV)
SEVERAL_NUMBERS = Law({DIV: "(p)(2)(i)#2"})
BANK_BETS_ONE_AREA = Law({MD: "12.F", DIV: "(m)(6)"})
BANK_COVERS = Law({MD: "12.D(2)", DIV: "(m)(4)(ii)"})
NO_SIDES_IN_BANK_ROUND = Law({DIV: "(m)(16)"})
NO_COUPON_AGAINST_BANK = Law({DIV: ("(g)(1)#1", "(m)(12)#4")})
COUPON = Law({MD: SILENT, DIV: SILENT}, subject="coupon")
NO_MORE_BETS = Law(
    {
        MD: {"manual-shoe": "8.C", "hand": "9.A(3)", "automated-shoe": "10.A(2)"},
        DIV: {"manual-shoe": "(h)(1)#2", "hand": "(i)(2)(ii)#1", "automated-shoe": "(j)(2)(ii)"},
    }
)
LAMMERS = Law({MD: {"manual-shoe": "8.C(1)", "hand": "9.A(3)(a)", "automated-shoe": "10.A(2)(a)"}, DIV: "(r)(3)#2"})
QUALIFYING = Law({MD: ("1.B(7)", "1.B(3)"), DIV: ("(r)(3)#1", "(a)(1)(v)#1")})
COLLECT_PROGRESSIVE = Law(
    {
        MD: {"manual-shoe": "8.C(4)", "hand": ("9.A(3)(b)(i)", "9.A(3)(b)(iii)"), "automated-shoe": "10.A(2)(d)"},
        DIV: "(q)(2)#3",
    }
)
CONTRIBUTES = Law({MD: "13.E(6)", DIV: {"1": "(q)(5)#1", "5": "(q)(5)#2"}})
MATCH_PLAY = frozenset((PAI_GOW, NUMBER))
"""The option under which a coupon is a match play coupon."""
COUPON_OPTIONS = {PAI_GOW: "coupons.match-play", NUMBER: "coupons.match-play-number", PROGRESSIVE: "coupons.progressive"}


def place_wager(context: PaiGowContext, command: Command) -> Effects:
    """Place chips or a coupon on an area, and chips on further areas (`also`): all of them or none. A further wager on the same
    area adds to the first."""
    position, name = own_position(context, command), command.text("wager")
    if context.round.closed:
        check_open(context, name, CLOSED)
    amount = command.cents("amount", NO_MONEY)
    coupon = command.cents("coupon") if "coupon" in command.facts else NO_MONEY
    number = _number_of(context, command) if name == NUMBER else None
    lying = context.round.wagers_at(position)
    made = _place_on_area(context, position, lying, name, Stake(amount, coupon, number))
    if "also" in command.facts:
        made += _place_further_wagers(context, command, position, {**lying, name: Stake(amount)})
    return tuple(made)


def _place_further_wagers(context: PaiGowContext, command: Command, position: int, lying: Mapping[str, Stake]) -> list[Effect]:
    """Place the further wagers in order, each as if it came in a command of its own."""
    made: list[Effect] = []
    first, spent = command.facts["wager"], command.cents("amount", NO_MONEY)
    banks = position == context.round.bank.position  # the bank's own wagers use chips that must cover the others
    for name, amount in command.table("also").items():
        if name in (NUMBER, first) or type(name) is not str or type(amount) is not Cents:
            raise command.unreadable("also", f"amounts by wager, except for {first} and for wagers on a number")
        added = Stake(amount)
        made += _place_on_area(context, position, lying, name, added, spent if banks else NO_MONEY)
        lying, spent = {**lying, name: added}, spent + amount
    return made


def _place_on_area(
    context: PaiGowContext, position: int, lying: Mapping[str, Stake], name: str, added: Stake, spent: Cents = NO_MONEY
) -> list[Effect]:
    """Return what is placed on one area, given the wagers already there and what was spent with this command."""
    amount, coupon, number = added
    offer = _offer_of(context, name)
    key = name if number is None else f"{NUMBER}:{number}"
    there = lying.get(key)
    stake = Stake(there.amount + amount, there.coupon + coupon, number) if there else added
    own = context.law(WAGER, name)
    _check_place(context, position, name, PAI_GOW in lying)
    if stake.coupon.amount:
        _check_coupon(context, name, stake, coupon)
    check_amount(context, offer, stake.total, own)
    if amount.amount < 0 or coupon.amount < 0 or not (amount.amount or coupon.amount):
        message = f"a wager must be more than $0, not {amount}"
        raise round_refusal("no-wager", message, own, given=str(amount), allowed=str(offer.minimum))
    if context.round.bank.is_confirmed:
        _check_cover(context, position, name, amount + spent)
    facts = {"position": position, "wager": key, "amount": stake.amount, "coupon": stake.coupon}
    clauses = (*context.law(PLACED), *own)
    if coupon.amount:
        clauses = (*clauses, *context.law(COUPON, name))
    if number is not None:
        facts["number"] = number
        others = any(other.number not in (None, number) for other in lying.values())
        clauses = (*clauses, *(context.law(SEVERAL_NUMBERS) if others else ()))
    made: list[Effect] = [Event("wager-placed", clauses, facts)]
    if amount.amount:
        made.append(DueMovement(seat_account(position), layout_account(position), amount, "wager", own, position, key))
    if coupon.amount:
        made.extend(issue_coupon(coupon, context.law(COUPON, name), position, key))
    return made


def _placeable_wagers(context: PaiGowContext) -> tuple[str, ...]:
    """Return the wagers that players place, offered or not."""
    return (PAI_GOW, *context.rules.settlement_order, NUMBER)


def _offer_of(context: PaiGowContext, name: str) -> Offer:
    offer, placeable = context.rules.offers.get(name), _placeable_wagers(context)
    if offer is None or name not in placeable:
        optional = tuple(other for other in context.rules.offers if other in placeable)
        raise round_refusal(
            "not-offered",
            f"{context.rules.regulation.wager_name(name)} is not offered at this table",
            tuple(clause for clause in (context.rules.regulation.side_bets,) if clause) or context.law(WAGER, PAI_GOW),
            given=name,
            allowed=optional,
        )
    return offer


def _number_of(context: PaiGowContext, command: Command) -> int:
    number, most = command.number("number"), context.rules.regulation.number_of("starting-numbers")
    if not 1 <= number <= most:
        raise round_refusal(
            "number",
            f"{number} is not a starting number on the layout",
            context.law(WAGER, NUMBER),
            given=number,
            allowed=f"1 to {most}",
        )
    return number


def _check_place(context: PaiGowContext, position: int, name: str, has_base: bool) -> None:
    bank = context.round.bank.position
    if position == bank and name == PAI_GOW:
        raise round_refusal(
            "bank-has-no-base",
            "the bank may not make a base wager against itself",
            context.law(BANK_BETS_ONE_AREA),
            given=name,
            allowed="optional wagers",
        )
    if bank is not None and position != bank and context.seats.get(position) == context.seats.get(bank):
        raise round_refusal(
            "bank-on-one-area",
            "a player who banks may bet at one position only",
            context.law(BANK_BETS_ONE_AREA),
            given=position,
            allowed=bank,
        )
    if name != PAI_GOW and position != bank and not has_base:
        raise round_refusal(
            "base-first",
            f"{context.rules.regulation.wager_name(name)} needs a base wager at the same position first",
            context.law(NEEDS_BASE, name),
            given=name,
            allowed=PAI_GOW,
        )
    if bank is not None:
        _check_bank_round(context, name)


def _check_bank_round(context: PaiGowContext, name: str) -> None:
    """Refuse a wager that is not taken in a round in which a player banks, from when he has accepted the bank."""
    if is_on_dealers_cards(context, name):
        raise round_refusal(
            "bank-round",
            "when a player banks, no wager depends on the dealer's cards",
            context.law(WAGER, name),
            given=name,
            allowed="wagers on the player's own cards",
        )
    if name != PAI_GOW and name != PROGRESSIVE and context.takes_reading("DIV-36=progressive-only"):
        raise round_refusal(
            "bank-round",
            "when a player banks, the only optional wager is the progressive",
            context.law(NO_SIDES_IN_BANK_ROUND),
            given=name,
            allowed=PROGRESSIVE,
        )


def _check_coupon(context: PaiGowContext, name: str, stake: Stake, coupon: Cents) -> None:
    """A coupon must be accepted here, and chips must lie beside all coupons of the area."""
    if coupon.amount:
        _check_coupon_accepted(context, name, coupon)
    if name in MATCH_PLAY:
        _check_match_play(context, name, stake)


def _check_coupon_accepted(context: PaiGowContext, name: str, coupon: Cents) -> None:
    if context.filed_option(COUPON_OPTIONS.get(name, "")) is not True:
        raise round_refusal(
            "coupon",
            f"this table takes no coupon on {context.rules.regulation.wager_name(name)}",
            context.law(COUPON, name) or context.law(PLACED),
            given=str(coupon),
            allowed="chips",
        )
    if name == PAI_GOW and context.round.bank.position is not None:
        raise round_refusal(
            "coupon-against-bank",
            "a base wager against a banking player must be made in chips, without a coupon",
            context.law(NO_COUPON_AGAINST_BANK),
            given=str(coupon),
            allowed="chips",
        )


def _check_match_play(context: PaiGowContext, name: str, stake: Stake) -> None:
    """A match play coupon needs chips beside it (DIV-100); a progressive coupon replaces a chip."""
    matched = stake.amount >= stake.coupon if context.takes_reading("DIV-100=at-least-its-face") else stake.amount.amount > 0
    if not matched:
        raise round_refusal(
            "coupon-alone",
            f"a match play coupon of {stake.coupon} must be wagered with chips of its own; {stake.amount} is not enough",
            context.law(COUPON, name),
            given=str(stake.amount),
            allowed=f"chips of {stake.coupon}" if context.takes_reading("DIV-100=at-least-its-face") else "chips and a coupon",
        )


def _check_cover(context: PaiGowContext, position: int, name: str, amount: Cents) -> None:
    """Once the bank is confirmed, what it may owe must not exceed its chips (PG-58, DIV-57)."""
    room = _room_for_wager(context, position, name)
    if room is not None and amount > room:
        raise round_refusal(
            "bank-does-not-cover",
            f"the bank is confirmed, and its chips cover only {room} more, not {amount}",
            context.law(BANK_COVERS),
            given=str(amount),
            allowed=str(room),
        )


def _room_for_wager(context: PaiGowContext, position: int, name: str) -> Cents | None:
    """Return what may still be wagered against the bank or by the bank itself; None if there is no bound."""
    bank = context.round.bank
    own = position == bank.position
    if bank.position is None or not bank.is_confirmed or not (own or name == PAI_GOW):
        return None
    times = 2 if bank.co_banking else 1
    room = max(context.chips(context.seats[bank.position]).amount * times - bank_liability(context).amount, 0)
    return Cents(room // times if own else room)


def bank_liability(context: PaiGowContext) -> Cents:
    """Return what the bank would have to pay if everybody won."""
    bank = context.round.bank
    assert bank.position is not None
    house = bank.house_stake or NO_MONEY
    if (
        bank.house_stake is None
        and context.takes_reading("PG-27=others-and-house", "DIV-24=others-and-house")
        and not bank.co_banking
    ):
        house = directed_house_stake(context)
    return Cents(sum((wager.amount for wager in base_wagers(context).values()), house.amount))


def usual_house_stake(context: PaiGowContext) -> Cents:
    """Return what the house stakes against the bank unless its player directs it to stake less."""
    position = context.round.bank.position
    assert position is not None
    return house_stake_against_bank(context.rules, context.history.last_wagers.get(context.seats[position], ()))


def directed_house_stake(context: PaiGowContext) -> Cents:
    """Return the same, as the bank has directed last."""
    usual, directed = usual_house_stake(context), context.round.bank.directed_stake
    return usual if directed is None else min(usual, directed)


def take_back(context: PaiGowContext, command: Command) -> Effects:
    """A wager may be withdrawn until betting is closed. With the base wager go those that depend on it."""
    position, name = own_position(context, command), command.text("wager")
    check_open(context, name, CLOSED)
    placed = context.round.wagers_at(position)
    check_taken_back(context, placed, position, name, context.law(PLACED))
    gone = tuple(placed) if name == PAI_GOW else (name,)
    return tuple(part for each in gone for part in return_wager(context, position, each, placed[each]))


def return_wager(context: PaiGowContext, position: int, name: str, stake: Stake) -> Effects:
    return return_movements(position, name, stake, context.law(CLOSED))


def return_barred_wagers(context: PaiGowContext) -> Effects:
    """When the bank is confirmed, wagers that cannot be made in a bank round are returned: base wagers with a coupon, with those
    that depend on them (DIV-70), all optional wagers but the progressive where only that is offered (DIV-36), and wagers on the
    dealer's cards."""
    only_progressive = context.takes_reading("DIV-36=progressive-only")
    made: list[Effect] = []
    for position, wagers in sorted(context.round.stakes.items()):
        coupon = PAI_GOW in wagers and wagers[PAI_GOW].coupon.amount
        for name, stake in wagers.items():
            if coupon:
                made.extend(return_wager(context, position, name, stake))
            elif only_progressive and name not in (PAI_GOW, PROGRESSIVE):
                made.extend(return_movements(position, name, stake, context.law(NO_SIDES_IN_BANK_ROUND)))
            elif is_on_dealers_cards(context, name):
                made.extend(return_movements(position, name, stake, context.law(WAGER, name)))
    return tuple(made)


def close_betting(context: PaiGowContext, command: Command) -> Effects:
    """Announce "no more bets", and put a lammer or marker beside each wager that may earn envy."""
    lammers = tuple(
        (position, name)
        for position, wagers in sorted(context.round.stakes.items())
        for name, stake in wagers.items()
        if earns_lammer(context.rules, name, stake.amount)
    )
    clauses = context.law(NO_MORE_BETS, context.dealing)
    marked = (*context.law(LAMMERS, context.dealing), *context.law(QUALIFYING)) if lammers else ()
    return (Event("betting-closed", (*clauses, *marked), {"lammers": lammers, "said": "no more bets"}),)


def collect_progressive(context: PaiGowContext, standing: tuple[int, ...] | None = None) -> Effects:
    """When chips equal lights, move the chips into the inventory and contribute to the meters (reading PG-51). A coupon is
    redeemed, but not used before its wager is settled (DIV-10).

    After a floorperson's ruling only some wagers stand (PG-52); the others are returned.
    """
    made: list[Effect] = []
    total = Stake(NO_MONEY)
    for position, wagers in sorted(context.round.stakes.items()):
        stake = wagers.get(PROGRESSIVE)
        if stake is None or (position, PROGRESSIVE) in context.round.paid:  # lost before the count (PG-48)
            continue
        if standing is not None and position not in standing:
            made.extend(return_wager(context, position, PROGRESSIVE, stake))
            continue
        clauses = context.law(COLLECT_PROGRESSIVE, context.dealing)
        if stake.amount:
            made.append(
                DueMovement(
                    layout_account(position), INVENTORY, stake.amount, "wager-collected", clauses, position, PROGRESSIVE
                )
            )
        total = Stake(total.amount + stake.amount, total.coupon + stake.coupon)
    if not context.takes_reading("PG-51=at-settlement", "DIV-52=at-settlement"):
        made.extend(contribution_instruction(context, None, total))
    return tuple(made)


def late_contribution(context: PaiGowContext, position: int, stake: Stake) -> tuple[MeterInstruction, ...]:
    """Return the contribution of a progressive wager that is won, lost or forfeited, unless it was made at the lock-out (PG-51,
    DIV-52). It comes after an award, which is based on the meter before it."""
    late = context.takes_reading("PG-51=at-settlement", "DIV-52=at-settlement") or not context.round.progressive_collected
    return contribution_instruction(context, position, stake) if late else ()


def contribution_instruction(
    context: PaiGowContext, position: int | None, stake: Stake, kind: str = "contribute"
) -> tuple[MeterInstruction, ...]:
    counted = stake.amount if context.takes_reading("DIV-20=coupon-does-not") else stake.total
    letter = context.rules.offers[PROGRESSIVE].paytable.letter
    return (
        (MeterInstruction(kind, PROGRESSIVE, context.law(CONTRIBUTES, letter), stake=counted, seat=position),)
        if counted
        else ()
    )


def wager_options(context: PaiGowContext, actor: Actor) -> Iterator[LegalOption]:
    """Return what a player may wager where, with minimum and maximum."""
    if context.round.closed:
        return
    chips = context.chips(actor.name)
    placeable = _placeable_wagers(context)
    for position in context.positions_of(actor.name):
        for name, offer in context.rules.offers.items():
            if name in placeable:
                yield from _wager_option(context, position, offer, chips)
        for name in context.round.wagers_at(position):
            yield LegalOption("take-back", context.law(CLOSED), {"position": position, "wager": name})


def _wager_option(context: PaiGowContext, position: int, offer: Offer, chips: Cents) -> Iterator[LegalOption]:
    keys = (
        [offer.wager]
        if offer.wager != NUMBER
        else [f"{NUMBER}:{n}" for n in range(1, context.rules.regulation.number_of("starting-numbers") + 1)]
    )
    if not _may_be_placed(context, position, offer.wager, context.round.stake_on(position, PAI_GOW) is not None):
        return
    room = _room_for_wager(context, position, offer.wager)
    most = chips if room is None else min(chips, room)
    for key in keys:
        lying = context.round.stake_on(position, key)
        there = lying.total if lying else NO_MONEY
        bounds, coupon = addable_amounts(offer, there, most), _coupon_bounds(context, offer, there)
        given = _coupon_without_chips(offer, there, coupon) if bounds is None else {"amount": bounds, **coupon}
        if offer.wager == PAI_GOW and bounds is not None:
            given = {**given, **_further_wager_bounds(context, position, chips)}
        if given:
            facts: dict[str, object] = {"position": position, "wager": offer.wager}
            if offer.wager == NUMBER:
                facts["number"] = int(key.split(":")[1])
            yield LegalOption("wager", context.law(WAGER, offer.wager), facts, given)


def _may_be_placed(context: PaiGowContext, position: int, name: str, has_base: bool) -> bool:
    try:
        _check_place(context, position, name, has_base)
    except NotAllowed:
        return False
    return True


def _further_wager_bounds(context: PaiGowContext, position: int, chips: Cents) -> Bounds:
    """Return the optional wagers that may be placed together with the base wager, with chips for all of them."""
    each: dict[str, FactBounds] = {}
    for name in context.rules.settlement_order:
        offer, lying = context.rules.offers.get(name), context.round.stake_on(position, name)
        bounds = addable_amounts(offer, lying.total if lying else NO_MONEY, chips) if offer else None
        if bounds is not None and _may_be_placed(context, position, name, has_base=True):
            each[name] = bounds
    return {"also": {"optional": True, "parts": each, "beside": "amount", "together": chips}} if each else {}


def _coupon_without_chips(offer: Offer, there: Cents, coupon: Bounds) -> Bounds:
    """Return the bounds of a coupon for a player without chips: a progressive coupon replaces a chip ((g)(4))."""
    face = addable_amounts(offer, there, offer.maximum) if coupon and offer.wager == PROGRESSIVE else None
    return {"coupon": face} if face else {}


def _coupon_bounds(context: PaiGowContext, offer: Offer, there: Cents) -> Bounds:
    """Return the bounds of a coupon beside chips, within the limits (DIV-100), or in place of a progressive chip."""
    name = offer.wager
    if context.filed_option(COUPON_OPTIONS.get(name, "")) is not True or (
        name == PAI_GOW and context.round.bank.position is not None
    ):
        return {}
    if name == PROGRESSIVE:
        added: FactBounds = addable_amounts(offer, there, offer.maximum) or {}
        return {"coupon": {"optional": True, "instead": "amount", **added}}
    coupon = optional_bounds(beside="amount", least=LEAST_AMOUNT, together=offer.maximum - there)
    if context.takes_reading("DIV-100=at-least-its-face"):
        coupon["matched"] = True
    return {"coupon": coupon}
