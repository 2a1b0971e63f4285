"""Chapters 11 and 12: the base wager against the dealer or the bank, and the order of all steps of settlement."""

from collections.abc import Callable

from houseway_referee.errors import NotDecided, RecordError
from houseway_referee.money import move, vigorish
from houseway_referee.pai_gow_md.bank import half_for_bank
from houseway_referee.pai_gow_md.deal import collect_lost, hand_at, is_foul, scores
from houseway_referee.pai_gow_md.optional_wagers import pay_envy, settle_optional, settle_sharers, shares_meter
from houseway_referee.pai_gow_md.table import (
    BASE,
    DEALER,
    OPTIONAL,
    Bank,
    Hand,
    Step,
    Table,
    account,
    bank_position,
    base_wagers,
    playing,
    require,
)
from houseway_referee.record import Act

MARKS = {"expose": "expose", "pay": "pay", "settle-side": "settle-side", "pay-envy": "pay-envy", "settle-bank": "settle-bank"}


# ---- the order


def plan(table: Table) -> list[Step]:
    """List the steps of settlement in order: seat by seat from the dealer's right (11.E, 11.H, PG-64), then who shares a meter
    (PG-19), then envy."""
    steps = bank_steps(table) if table.bank else dealer_steps(table)
    for (position, name), wager in sorted(table.wagers.items()):
        if not wager.result and shares_meter(table, wager):
            steps.append(Step("settle-side", position, name, settle_sharers))
    offered = [name for name in ("fortune-bonus", "emperors-treasure") if name in table.filing.wagers]
    return steps + [envy_step(name, position) for name in offered for position in playing(table)]


def envy_step(name: str, position: int) -> Step:
    """Pay the Envy Bonuses of one wager to one position."""
    return Step("pay-envy", position, name, lambda table: pay_envy(table, name, position))


def dealer_steps(table: Table) -> list[Step]:
    """Against the dealer a hand is exposed, settled, and its optional wagers settled, before the next is exposed (11.E to 11.I)."""
    steps = []
    for position in playing(table):
        steps += [expose_step(position), pay_step(position), *side_steps(table, position)]
    return steps


def bank_steps(table: Table) -> list[Step]:
    """Against a bank: the house's wager, all losing wagers, then all winning ones, or both seat by seat (12.I, 12.J, 12.L, PG-26).

    The house is paid last (PG-61). Optional wagers follow when the bank is settled, its own at its seat (12.N, PG-64); in one pass
    those of each player are settled with him, and the bank's after all others.
    """
    seats = [place for place in playing(table) if place != bank_position(table)]
    first = [Step("expose", DEALER, "", compare_house)]
    last = [Step("pay", DEALER, "", pay_house), Step("settle-bank", 0, "", settle_bank)]
    own = side_steps(table, bank_position(table) or 0)
    if table.reading("PG-26") == "one-pass":
        middle = [step for place in seats for step in (expose_step(place), pay_step(place), *side_steps(table, place))]
        return first + middle + last + own
    exposed, paid = [expose_step(place) for place in seats], [pay_step(place) for place in seats]
    sides = [step for place in playing(table) for step in side_steps(table, place)]
    return first + exposed + paid + last + sides


def expose_step(position: int) -> Step:
    """Expose and compare one hand."""
    return Step("expose", position, "", lambda table: compare(table, position))


def pay_step(position: int) -> Step:
    """Pay one winning base wager."""
    return Step("pay", position, "", lambda table: pay(table, position))


def side_steps(table: Table, position: int) -> list[Step]:
    """Settle the optional wagers of one position, in the order of 11.H(3) to (6)."""

    def step(name: str) -> Callable[[Table], None]:
        return lambda table: settle_optional(table, position, name)

    return [Step("settle-side", position, name, step(name)) for name in OPTIONAL if (position, name) in table.wagers]


def reach_mark(table: Table, act: Act) -> None:
    """Settle as far as this mark says."""
    require(table.dealt and table.void is None, "11.E", "there is nothing to settle")
    position, name = act.facts.get("position"), act.facts.get("wager")
    if act.act == "expose" and position == bank_position(table):
        position = DEALER  # the bank's hands are exposed with the house's wager, before all others (12.I(1))
    prepare(table)
    last = -1
    for number, step in enumerate(table.steps):
        here = position is None or step.position == position
        if step.mark == MARKS[act.act] and here and (name is None or step.wager == name):
            last = number
    advance(table, last + 1)


def finish(table: Table) -> None:
    """Settle everything that is left."""
    if table.void is None and table.dealt:
        prepare(table)
        advance(table, len(table.steps))


def prepare(table: Table) -> None:
    """Before the first step: the hands that the players are compared with must be set, and correctly (11.C, 14.I)."""
    if table.steps:
        return
    for place in opponents(table):
        hand = table.hands.get(place)
        require(hand is not None and hand.low is not None, "11.C", f"the hands of place {place} are not set")
        if is_foul(hand_at(table, place)):
            raise NotDecided(f"the hands of place {place} are foul and nobody has reset them", "14.I")
    table.steps = plan(table)


def opponents(table: Table) -> list[int]:
    """List the places that somebody's wager is compared with, or whose wager the house has: the dealer, or the bank."""
    waiting = any(not wager.result for wager in base_wagers(table))
    if table.bank is None:
        return [DEALER] if waiting else []
    if table.bank.house_stake:
        return [table.bank.position, DEALER]
    return [table.bank.position] if waiting else []


def advance(table: Table, until: int) -> None:
    """Do the steps up to a number."""
    while table.done < until:
        step = table.steps[table.done]
        table.done += 1
        step.do(table)


# ---- the base wager


def outcome(hand: Hand, opponent: Hand, copies_push: bool) -> tuple[str, str]:
    """Compare two hands with the dealer's or the bank's (11.F): the result, and its clause."""
    if is_foul(hand):
        return "lose", "11.F(1)(d)" if hand.low is None or len(hand.low) != 2 else "11.F(1)(c)"
    mine, theirs = scores(hand), scores(opponent)
    won = [one > other for one, other in zip(mine, theirs)]
    copied = [one == other for one, other in zip(mine, theirs)]
    if all(won):
        return "win", "11.F(3)"
    if copies_push and any(copied):
        return "tie", "12.J(1)"
    if not any(won):
        return "lose", "11.F(1)(b)" if any(copied) else "11.F(1)(a)"
    return "tie", "11.F(2)(a)" if won[0] else "11.F(2)(b)"


def compare(table: Table, position: int) -> None:
    """Expose one hand, compare it, and collect the wager if it loses (11.E, 11.F(1), 12.J(1), 12.J(2))."""
    wager = table.wagers[position, BASE]
    if wager.result:
        return
    hand = hand_at(table, position)
    hand.turned = True
    if hand.low is None:
        raise RecordError(f"round {table.record.number}: the hand of position {position} was never set")
    opponent = hand_at(table, table.bank.position if table.bank else DEALER)
    opponent.turned = True
    push = table.bank is not None and table.reading("PG-29") == "copies-push"
    wager.result, clause = outcome(hand, opponent, push)
    wager.clauses.append(clause)
    table.order.append(f"{position} {BASE}")
    if wager.result == "lose":
        collect_lost(table, wager.player, wager.stake)
    elif wager.result == "tie":
        wager.returned = wager.stake


def pay(table: Table, position: int) -> None:
    """Pay a winning base wager 1 to 1, and take the vigorish (11.F(4), 13.A, 12.J(3), 12.M)."""
    wager = table.wagers[position, BASE]
    if wager.result != "win":
        return
    wager.returned, wager.cents = wager.stake, wager.stake
    wager.vigorish = vigorish(wager.cents, takes_quarters(table))
    wager.clauses += ["12.J(3)", "12.M"] if table.bank else ["13.A"]
    if table.bank:
        pay_from_centre(table, table.bank, wager.cents, account(wager.player))
    else:
        move(table.ledger, "inventory", account(wager.player), wager.cents)
    move(table.ledger, account(wager.player), "vigorish", wager.vigorish)


def takes_quarters(table: Table) -> bool:
    """Say whether vigorish is rounded up to the next 25 cents (13.A(1), PG-24)."""
    return bool(table.option("vigorish.rounding", "exact") == "up-to-next-quarter")


# ---- the bank


def compare_house(table: Table) -> None:
    """Compare the dealer's hands with the bank's if the house has a wager (12.I). A losing one goes to the centre."""
    bank = table.bank
    assert bank is not None
    hand_at(table, bank.position).turned = True
    if not bank.house_stake:
        return
    push = table.reading("PG-29") == "copies-push"
    bank.house_result, _ = outcome(hand_at(table, DEALER), hand_at(table, bank.position), push)
    if bank.house_result == "lose":
        move(table.ledger, "inventory", "centre", bank.house_stake)
        bank.centre += bank.house_stake
        bank.collected += bank.house_stake


def pay_from_centre(table: Table, bank: Bank, amount: int, receiver: str) -> None:
    """Pay a winner from the centre; what it lacks comes from the bank, or half from each co-bank (12.J(4), 12.L(2), (3)(a))."""
    if bank.centre < amount:
        call_on_bank(table, bank, shortage(table, bank, amount))
    move(table.ledger, "centre", receiver, amount)
    bank.centre -= amount
    bank.paid += amount


def shortage(table: Table, bank: Bank, amount: int) -> int:
    """Give what is collected from the bank: all remaining winning wagers, or in one pass this one (PG-26)."""
    if table.reading("PG-26") == "one-pass":
        return amount - bank.centre
    won = sum(wager.stake for wager in base_wagers(table) if wager.result == "win")
    house = bank.house_stake if bank.house_result == "win" else 0
    return won + house - bank.paid - bank.centre


def call_on_bank(table: Table, bank: Bank, amount: int) -> None:
    """Collect what the centre lacks; of all that co-banks put in, only one odd cent is left over (PG-35)."""
    before = bank.called + bank.house_called
    own = half_for_bank(table, before + amount) - bank.called if bank.co_banking else amount
    move(table.ledger, account(bank.player), "centre", own)
    move(table.ledger, "inventory", "centre", amount - own)
    bank.called += own
    bank.house_called += amount - own
    bank.centre += amount


def pay_house(table: Table) -> None:
    """Pay the house's winning wager, without vigorish (12.J(3), 12.K, PG-25)."""
    bank = table.bank
    assert bank is not None
    if bank.house_result == "win":
        bank.house_paid = True
        pay_from_centre(table, bank, bank.house_stake, "inventory")


def settle_bank(table: Table) -> None:
    """Give the bank the surplus of the centre, less vigorish; a co-bank gets half of it (12.J(6), (7), 12.L(3)(c) to (e))."""
    bank = table.bank
    assert bank is not None
    bank.settled, bank.surplus = True, bank.centre
    own = half_for_bank(table, bank.surplus) if bank.co_banking else bank.surplus
    bank.house_half = bank.surplus - own
    bank.vigorish = vigorish(own, takes_quarters(table))
    bank.given = own - bank.vigorish
    bank.centre = 0
    move(table.ledger, "centre", "inventory", bank.house_half)
    move(table.ledger, "centre", "vigorish", bank.vigorish)
    move(table.ledger, "centre", account(bank.player), bank.given)
