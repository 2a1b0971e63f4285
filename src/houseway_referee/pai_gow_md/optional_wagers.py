"""Sections 11.H and 13.B to 13.G: the optional wagers, the payout limit, and the Envy Bonus."""

from fractions import Fraction

from houseway_referee.money import Pays, move, winnings
from houseway_referee.pai_gow_md.meters import amount_won, contribute_when, take_award
from houseway_referee.pai_gow_md.paytables import (
    BONUS_ROWS,
    INSURANCE_ROWS,
    PROGRESSIVE_ROWS,
    Row,
    bonus_table,
    envy_table,
    insurance_table,
    progressive_table,
)
from houseway_referee.pai_gow_md.table import BASE, Table, Wager, account, bank_position, playing
from houseway_referee.ranking import (
    ACE,
    HIGH_CARD,
    KING,
    NAMES,
    QUEEN,
    Card,
    best_five,
    categories_held,
    royal_with_match,
    seven_straight_flush,
)

# The two cards that go with a royal flush: 6.D(2) for the Fortune Bonus, 6.E(2) for the Emperor's Treasure.
MATCHES = {"fortune-bonus": [(ACE, KING), (KING, QUEEN)], "emperors-treasure": [(ACE, KING)]}
LOSES = {
    "fortune-bonus": "11.H(3)(a)(i)",
    "emperors-treasure": "11.H(4)(a)",
    "insurance": "11.H(5)(a)",
    "progressive": "11.H(6)(a)",
}
WINS = {
    "fortune-bonus": "11.H(3)(a)(ii)",
    "emperors-treasure": "11.H(4)(b)",
    "insurance": "11.H(5)(b)",
    "progressive": "11.H(6)(b)(iv)",
}


# ---- the row


def rows_held(cards: list[Card], wager: str) -> list[str]:
    """List the rows of a bonus paytable that seven cards fill, from the highest."""
    held = {NAMES[category] for category in categories_held(cards)}
    straight_flush = seven_straight_flush(cards)
    if straight_flush:
        held.add("seven-card-straight-flush" if straight_flush == "natural" else "seven-card-straight-flush-with-joker")
    if royal_with_match(cards, MATCHES[wager]):
        held.add("royal-match")
    return [row for row in BONUS_ROWS if row in held]


def ranking_row(cards: list[Card], held: list[str]) -> str:
    """Give the row of the highest ranking hand: a seven-card hand, or the best five cards (6.D, 6.E, 11.H(1))."""
    for row in held:
        if row in BONUS_ROWS[:3]:
            return row
    return NAMES[best_five(cards, wheel_high=True)[0]]


def bonus_row(table: Table, cards: list[Card], wager: str) -> str:
    """Give the row by which a Fortune Bonus or Emperor's Treasure wager is paid, or "" (11.H(3), 11.H(4), PG-03, PG-04)."""
    rows = bonus_table(wager, table.filing.wagers[wager]["paytable"])
    held = rows_held(cards, wager)
    paid = [row for row in held if row != "three-of-a-kind" or table.reading("PG-03") == "paid"]
    if table.reading("PG-04") == "highest-ranking":
        row = ranking_row(cards, held)
        return row if row in paid else ""
    return max(paid, key=lambda row: rows[row][0].value, default="")


def insurance_row(cards: list[Card]) -> str:
    """Give the row of Pai Gow Insurance: the highest card of a hand without a pair or better, the joker an ace (11.H(5), PG-47)."""
    if best_five(cards, wheel_high=True)[0] != HIGH_CARD:
        return ""
    highest = max(card.rank or ACE for card in cards)
    return INSURANCE_ROWS[highest - 9] if highest >= 9 else ""


def progressive_row(cards: list[Card]) -> str:
    """Give the row of the Progressive Payout Wager (6.F, 11.H(6))."""
    if seven_straight_flush(cards):
        return "seven-card-straight-flush"
    held = {NAMES[category] for category in categories_held(cards)}
    return next((row for row in PROGRESSIVE_ROWS[1:] if row in held), "")


def row_of(table: Table, wager: Wager) -> tuple[str, Row | None]:
    """Give the row that a wager wins, and what it pays."""
    cards, letter = table.hands[wager.position].cards, table.filing.wagers[wager.name]["paytable"]
    if wager.name == "insurance":
        row, rows = insurance_row(cards), insurance_table(letter)
    elif wager.name == "progressive":
        row, rows = progressive_row(cards), progressive_table(letter)
    else:
        row, rows = bonus_row(table, cards, wager.name), bonus_table(wager.name, letter)
    return row, rows.get(row)


# ---- payment


def settle_optional(table: Table, position: int, name: str) -> None:
    """Settle one optional wager; the house pays and collects, in a bank round, too (11.H, 12.N).

    Where the winners of a meter share it (PG-19), they are paid together after all others.
    """
    wager = table.wagers[position, name]
    if not wager.result and not shares_meter(table, wager):
        settle_wager(table, wager)
        if name == "progressive":
            contribute_when(table, position, "at-settlement")


def settle_sharers(table: Table) -> None:
    """Pay all winners who share a meter; what they have added themselves at settlement is not shared (PG-19, PG-51).

    In one pass the bank's own wager comes last (PG-26).
    """
    bank = bank_position(table) if table.reading("PG-26") == "one-pass" else None
    in_turn = sorted(table.wagers.values(), key=lambda wager: (wager.position == bank, wager.position))
    waiting = [wager for wager in in_turn if not wager.result and shares_meter(table, wager)]
    for wager in waiting:
        settle_wager(table, wager)
    for wager in waiting:
        contribute_when(table, wager.position, "at-settlement")


def shares_meter(table: Table, wager: Wager) -> bool:
    """Say whether a wager wins a part of a meter that winners share."""
    if wager.name != "progressive" or table.reading("PG-19") != "shared":
        return False
    _, paid = row_of(table, wager)
    return paid is not None and paid[0].kind == "share"


def settle_wager(table: Table, wager: Wager) -> None:
    """Settle an optional wager by its row."""
    table.order.append(f"{wager.position} {wager.name}")
    wager.row, paid = row_of(table, wager)
    if paid is None:
        wager.result, wager.clauses = "lose", [LOSES[wager.name]]
        move(table.ledger, account(wager.player), "inventory", wager.stake)
    else:
        pay_optional(table, wager, *paid)


def pay_optional(table: Table, wager: Wager, pays: Pays, clause: str) -> None:
    """Pay an optional wager that wins; an award is of what the meter shows when the player's turn comes (13.F)."""
    wager.result, wager.clauses = "win", [WINS[wager.name], clause]
    if pays.kind == "share":
        pay_share(table, wager, pays)
    else:
        pay_odds(table, wager, pays)


def pay_odds(table: Table, wager: Wager, pays: Pays) -> None:
    """Pay odds "to 1" and return the stake, or "for 1" and keep it (13.B to 13.E, PG-14)."""
    wager.cents = within_payout_limit(table, wager, int(winnings(wager.stake, pays)))
    if pays.kind == "to":
        wager.returned = wager.stake
    else:
        move(table.ledger, account(wager.player), "inventory", wager.stake)
    move(table.ledger, "inventory", account(wager.player), wager.cents)


def pay_share(table: Table, wager: Wager, pays: Pays) -> None:
    """Pay a share of a meter, not from the table inventory (11.H(6)(b)(v), 13.F)."""
    key = f"progressive/{pays.meter}"
    won = amount_won(table, key, pays, wager.position, winners_of(table, pays.meter))
    wager.cents = within_payout_limit(table, wager, won)
    take_award(table, key, pays, wager.position, wager.cents)
    move(table.ledger, account(wager.player), "inventory", wager.stake)
    move(table.ledger, "house", account(wager.player), wager.cents)


def winners_of(table: Table, meter: str) -> dict[int, Fraction]:
    """List who wins from a meter in this round, in the order of settlement, and what part."""
    found = {}
    for step in table.steps:
        if step.mark != "settle-side" or step.wager != "progressive":
            continue
        wager = table.wagers[step.position, "progressive"]
        if wager.forfeited or wager.result == "void":
            continue  # its hand wins nothing, and perhaps nobody has seen it
        _, paid = row_of(table, wager)
        if paid and paid[0].kind == "share" and paid[0].meter == meter:
            found[step.position] = paid[0].value
    return found


def within_payout_limit(table: Table, wager: Wager, cents: int) -> int:
    """Cut a payment to the limit on a single hand (13.G, PG-22, PG-23). The base wager and envy are not limited."""
    limit = table.option("payout-limit.amount", None)
    exempt = table.reading("PG-22") != "capped"
    if limit is None or (wager.name == "progressive" and exempt):
        return cents
    before = 0
    if table.reading("PG-23") == "aggregate":
        before = sum(
            other.cents
            for other in table.wagers.values()
            if other.position == wager.position and other.name != BASE and not (other.name == "progressive" and exempt)
        )
    return min(cents, max(0, int(limit) - before))


# ---- envy


def pay_envy(table: Table, name: str, position: int) -> None:
    """Pay the Envy Bonus of one wager's table to one position, after the last player (11.H(3)(b), 11.H(4)(e))."""
    lammers = lammer_positions(table, name)
    if position not in lammers:
        return
    due = envy_due(table, lammers, qualifying_hands(table, name))
    amount = sum(cents for place, cents in due if place == position)
    if amount:
        table.envy[f"{position} {name}"] = amount
        move(table.ledger, "inventory", account(table.record.seats[position]), amount)


def qualifying_hands(table: Table, name: str) -> dict[int, int]:
    """List the positions that hold four of a kind or better, with the amount of the envy row (1.B(4), PG-12)."""
    rows = envy_table(name, table.filing.wagers[name]["paytable"])
    found = {}
    for position in playing(table):
        hand = table.hands.get(position)
        if hand and counts_for_envy(table, position):
            row = next((row for row in rows_held(hand.cards, name) if row in rows), None)
            if row:
                found[position] = int(rows[row][0].value)
    return found


def counts_for_envy(table: Table, position: int) -> bool:
    """A void or abandoned hand earns nobody envy; a surrendered one does, unless only hands in play count (PG-12, PG-38, PG-48)."""
    base = table.wagers.get((position, BASE))  # the bank has none
    if base is None:
        return True
    if base.forfeited or base.result == "void":
        return False
    return not (base.result == "surrendered" and table.reading("PG-12") == "hands-in-play")


def lammer_positions(table: Table, name: str) -> list[int]:
    """List the positions of the lammers that are paid: of this wager, or of both (1.B(7), 8.C(1), PG-10, PG-11)."""
    names = [name] if table.reading("PG-11") == "per-wager" else ["fortune-bonus", "emperors-treasure"]
    found = []
    for (position, other), wager in sorted(table.wagers.items()):
        free = other == "emperors-treasure" and table.reading("PG-10") == "fortune-only"
        if other in names and (wager.stake >= 500 or free) and not wager.forfeited and wager.result != "void":
            found.append(position)
    return found


def envy_due(table: Table, lammers: list[int], holders: dict[int, int]) -> list[tuple[int, int]]:
    """List (position, amount): for hands of others (PG-12), once for each player or for each lammer and hand (PG-93)."""
    seats, spots = table.record.seats, table.reading("PG-12") == "other-spots"
    pairs = [
        (lammer, holder)
        for lammer in lammers
        for holder in holders
        if lammer != holder and (spots or seats[lammer] != seats[holder])
    ]
    if table.reading("PG-93") == "each-lammer":
        return [(lammer, holders[holder]) for lammer, holder in pairs]
    best: dict[tuple[str, str], tuple[int, int]] = {}
    for lammer, holder in pairs:
        key = (seats[lammer], seats[holder])
        paid_at, amount = best.get(key, (lammer, 0))
        best[key] = (paid_at, max(amount, holders[holder]))
    return list(best.values())
