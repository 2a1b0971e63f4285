"""What a round leaves for the next one: who may bank, where the offers begin, the button."""

from typing import Any

from houseway_referee.pai_gow_md.table import Table, base_wagers, positions


def read_left(data: dict[str, Any]) -> dict[str, Any]:
    """Read what earlier rounds left; a table that has just opened begins with nothing."""
    fresh: dict[str, Any] = {"rounds": 0, "last-bank": None, "first-offer": 1, "wagered": {}, "without-bank": 0, "button": 0}
    return {**fresh, **data}


def new_game(left: dict[str, Any]) -> dict[str, Any]:
    """A new game begins: nobody may bank its first round, and the offers begin at the far right (12.B, PG-02, PG-28)."""
    return {**left, "rounds": 0, "first-offer": 1}


def leave_behind(table: Table) -> dict[str, Any]:
    """Say what the round leaves. One that was never dealt leaves everything as it was."""
    if table.void is not None:
        return after_void(table)
    if not table.dealt:
        return dict(table.left)
    left = dict(table.left)
    bank = table.bank.player if table.bank else None
    left.update({"rounds": left["rounds"] + 1, "last-bank": bank, "first-offer": next_offer(table)})
    left["without-bank"] = 0 if bank else left["without-bank"] + 1
    if bank is None:
        left["wagered"] = wagered(table)
    left["button"] = moved_button(table)
    return left


def after_void(table: Table) -> dict[str, Any]:
    """A void round counts against its bank only; the button stays, unless it is read to move (12.C(3), PG-91, PG-94)."""
    left = dict(table.left)
    if table.bank and table.reading("PG-91") == "counts":
        left["last-bank"] = table.bank.player
    if table.reading("PG-94") == "moves":
        left["button"] = moved_button(table)
    return left


def wagered(table: Table) -> dict[str, list[int]]:
    """List each player's base wagers against the dealer (12.D(1), 12.G(1))."""
    found: dict[str, list[int]] = {}
    for wager in base_wagers(table):
        found.setdefault(wager.player, []).append(wager.stake)
    return found


def next_offer(table: Table) -> int:
    """Say where the next offers begin (12.C(1)(a), 12.C(2), PG-28).

    The round may be the first of its game although somebody was asked: the one before was annulled meanwhile (PG-99).
    """
    if not table.left["rounds"] and table.bank is None:
        return int(table.left["first-offer"])
    if not table.asked:
        return int(table.left["first-offer"]) if table.reading("PG-28") == "advances" else 1
    first = table.asked[0]
    accepted = table.bank is not None and table.bank.player == first
    if accepted or table.reading("PG-28") == "advances":
        return seat_to_the_right(table, first)
    return 1


def seat_to_the_right(table: Table, player: str) -> int:
    """Give the first position counterclockwise from a player that is not his; after the last comes the first (12.C(2))."""
    seated = [place for place, name in table.record.seats.items() if name == player]
    plays = any(wager.player == player for wager in table.wagers.values()) or (table.bank and table.bank.player == player)
    own = seated if plays or player not in table.gone else []  # the areas of one who got up without a hand are nobody's
    place = table.bank.position if table.bank and table.bank.player == player else first_of(table, seated)
    for _ in range(positions(table)):
        place = place % positions(table) + 1
        if place not in own:
            return place
    return 1


def first_of(table: Table, places: list[int]) -> int:
    """Give the place at which a player was asked: his first one from the first offer on."""
    return min(places, key=lambda place: (place - table.first_offer) % positions(table))


def moved_button(table: Table) -> int:
    """Move the button one place clockwise, the dealer's place included (5.K(3)(b), PG-45).

    5.K(3) has a button only where its devices are used, so it rests while something else stands in for it (PG-80).
    """
    if table.option("table.starting-position", "shaker") != "button" or not table.button_used:
        return int(table.left["button"])
    return int((table.left["button"] - 1) % (positions(table) + 1))
