"""Chapter 7: which wagers may be placed, raised and taken back, and the lock-out of progressive wagers."""

from houseway_referee.against_dealer.ledger import in_hand
from houseway_referee.against_dealer.progressive import contribute, take_out_contribution
from houseway_referee.against_dealer.table import Box, Outcome, Refused, Table, lost
from houseway_referee.record import Act, by_position

WAGER_CLAUSES = {
    "ante": "7.F(1)",
    "trips": "7.F(2)",
    "aces-up": "7.F(2)",
    "progressive": "7.F(3)",
    "six-card-bonus": "7.F(4)",
    "ultimate-pairs": "7.F(5)",
    "bad-beat": "7.F(6)",
    "play-the-board": "7.F(7)",
}


def place_wager(table: Table, act: Act) -> None:
    """Chapter 7: add chips to a wager of a box. An Ante lays an equal Blind beside it (Ultimate 7.F(1))."""
    position, wager, amount = act.facts["position"], act.facts["wager"], act.facts["amount"]
    may_still_bet(table, wager)
    if wager not in WAGER_CLAUSES or wager not in table.filing.wagers:
        raise Refused(table.clause("7.F"), f"{wager} cannot be wagered here")
    box = own_box(table, act, position)
    check_boxes(table, box)
    before = dict(box.wagers)
    box.wagers[wager] = before.get(wager, 0) + amount
    try:
        check_limits(table, wager, box.wagers[wager])
        table.game.check_wager(table, box, wager)
        spend(table, box.player, amount * wager_areas(table, wager), table.clause("7.A"))
    except Refused:
        box.wagers = before
        raise
    lay_blind(table, box)
    table.boxes[position] = box
    if wager == "progressive":
        box.lit = act.facts.get("lit", True)


def take_back(table: Table, act: Act) -> None:
    """7.E: a wager may be withdrawn until "no more bets". Wagers that may not stand without it go back with it.

    Ante and Blind go back together (7.F(1)).
    """
    position, wager = act.facts["position"], act.facts["wager"].replace("blind", "ante")
    may_still_bet(table, wager)
    box = own_box(table, act, position)
    on_it = box.wagers.get(wager, 0) if wager in WAGER_CLAUSES else 0
    amount = act.facts.get("amount", on_it)
    if not on_it or amount > on_it:
        raise Refused(table.clause("7.E"), f"{on_it} cents lie on {wager}")
    box.wagers[wager] -= amount
    try:
        if box.wagers[wager]:
            check_limits(table, wager, box.wagers[wager])
            table.game.check_wager(table, box, wager)
    except Refused:
        box.wagers[wager] += amount
        raise
    spend(table, box.player, -amount * wager_areas(table, wager), table.clause("7.E"))
    drop_what_cannot_stand(table, box)


def drop_what_cannot_stand(table: Table, box: Box) -> None:
    """Give back the wagers of a box that need one that is no longer there."""
    box.wagers = {name: amount for name, amount in box.wagers.items() if amount}
    lay_blind(table, box)
    for name in [name for name in box.wagers if name in table.game.sides]:
        try:
            if name in box.wagers:
                table.game.check_wager(table, box, name)
        except Refused:
            spend(table, box.player, -box.wagers.pop(name), table.clause("7.E"))
            drop_what_cannot_stand(table, box)


def lay_blind(table: Table, box: Box) -> None:
    """Ultimate 7.F(1): the Blind is as large as the Ante."""
    if "blind" in table.game.base:
        box.wagers.pop("blind", None)
        if "ante" in box.wagers:
            box.wagers["blind"] = box.wagers["ante"]


def wager_areas(table: Table, wager: str) -> int:
    """Count the areas that a wager fills: an Ante of Ultimate Texas Hold'em also fills the Blind."""
    return 2 if wager == "ante" and "blind" in table.game.base else 1


def may_still_bet(table: Table, wager: str) -> None:
    """7.D, 7.E: nothing is placed or withdrawn after "no more bets"; 2.C(2): no progressive wager after the lock-out."""
    if table.closed:
        raise Refused(table.clause("7.E"), "betting is closed")
    if wager == "progressive" and table.locked:
        raise Refused(table.clause("2.C(2)"), "progressive wagers are locked out")


def own_box(table: Table, act: Act, position: int) -> Box:
    """7.C: only a player who is seated may wager, and at his own position."""
    if table.record.seats.get(position) != act.name or act.name in table.left:
        raise Refused(table.clause("7.C"), f"{act.name} does not sit at position {position}")
    if position > table.option("table.positions", 6):
        raise Refused(table.clause("2.A"), f"there is no position {position}")
    return table.boxes.get(position, Box(position, act.name))


def check_boxes(table: Table, box: Box) -> None:
    """7.G: a player may bet on as many adjacent boxes as are filed."""
    places = sorted({box.position, *(p for p, other in table.boxes.items() if other.player == box.player and other.wagers)})
    adjacent = places[-1] - places[0] == len(places) - 1
    if len(places) > table.option("table.boxes-per-player", 1) or not adjacent:
        raise Refused(table.clause("7.G"), f"{box.player} would bet on boxes {places}")


def check_limits(table: Table, wager: str, total: int) -> None:
    """Keep a wager within what is filed: its minimum and maximum, or one of its stakes (UTH-07, FC-10)."""
    terms, clause = table.filing.wagers[wager], table.clause(WAGER_CLAUSES[wager])
    if "stake" in terms:
        if total not in terms["stake"]:
            raise Refused(clause, f"{total} cents is none of the stakes {terms['stake']}")
    elif not terms.get("minimum", 1) <= total <= terms.get("maximum", total):
        raise Refused(clause, f"{total} cents is not within {terms.get('minimum')} and {terms.get('maximum')}")


def spend(table: Table, player: str, amount: int, clause: str) -> None:
    """Take chips from those in front of a player (7.A: wagers are chips). A player whose chips are not recorded has enough."""
    if player in table.chips:
        if amount > table.chips[player]:
            raise Refused(clause, f"{player} has {table.chips[player]} cents in front of him")
        table.chips[player] -= amount


# ---- the end of betting


def close_betting(table: Table, _: Act) -> None:
    """8.C(1), 9.A(3), 10.A(2)(a): "no more bets"."""
    if table.closed:
        raise Refused(table.clause("8.C(1)"), "betting is closed already")
    table.closed = True


def lock_out(table: Table, act: Act) -> None:
    """8.C(2), (3): no more progressive wagers. Those whose chips are counted count for the meters (UTH-101, FC-101)."""
    if table.locked:
        raise Refused(table.clause("8.C(2)"), "progressive wagers are locked out already")
    table.locked = True
    for box in table.in_play() if act.facts.get("counted", True) else ():
        contribute(table, box)


def rule_chips(table: Table, act: Act) -> None:
    """8.C(3) with UTH-102, FC-102: a floorperson rules which progressive wagers stand; the chips of the others go back."""
    if table.dealt:
        raise Refused(table.clause("8.C(3)"), "cards are dealt")
    if not table.locked:
        lock_out(table, act)
    rulings = by_position(act.facts.get("stands"), "rule-chips")
    if missing := [place for place in rulings if "progressive" not in getattr(table.boxes.get(place), "wagers", {})]:
        raise Refused(table.clause("8.C(3)"), f"positions {missing} have no progressive wager")
    for position, stands in rulings.items():
        box = table.boxes[position]
        box.light_stands = bool(stands)
        if not stands:
            give_back_progressive(table, box)
        elif position not in table.contributions:
            contribute(table, box)


def give_back_progressive(table: Table, box: Box) -> None:
    """Return a progressive wager that was not accepted, as if it had not been made (7.F(3)(b))."""
    stake = box.wagers.pop("progressive")
    table.outcomes[box.position, "progressive"] = Outcome("void", stake, stake, 0, (table.clause("7.F(3)(b)"),))
    take_out_contribution(table, box.position)


# ---- chips and players


def buy_in(table: Table, act: Act) -> None:
    """Take more chips (UTH-33, FC-108: until the decision is due)."""
    spend(table, act.name, -act.facts["amount"], table.clause("7.A"))


def leave(table: Table, act: Act) -> None:
    """7.C(2): a player leaves the table. What he has wagered stays until a floorperson rules (UTH-107, FC-110).

    Until "no more bets" he may withdraw his wagers, and takes them with him (7.E).
    """
    if act.name not in table.record.seats.values() or act.name in table.left:
        raise Refused(table.clause("7.C"), f"{act.name} does not sit at the table")
    table.left.add(act.name)
    if not table.closed:
        table.boxes = {position: box for position, box in table.boxes.items() if box.player != act.name}
    plays = any(box.wagers for box in table.boxes.values() if box.player == act.name)
    if table.round_void or not plays:  # else his chips stay until his hand is settled
        table.taken_along[act.name] = table.taken_along.get(act.name, 0) + (in_hand(table, act.name) or 0)


def abandon(table: Table, act: Act) -> None:
    """7.C(2): the wagers of a player who left may be ruled lost, until his hand is turned up (UTH-107, FC-110)."""
    box = table.boxes.get(act.facts["position"])
    if box is None or not box.wagers or box.player not in table.left or box.abandoned:
        raise Refused(table.clause("7.C(2)"), "nobody has left wagers there")
    if box.position in table.exposed or not table.closed:
        raise Refused(table.clause("7.C(2)"), "the hand is turned up, or betting is not closed")
    box.abandoned = True
    for wager, stake in box.wagers.items():
        table.outcomes.setdefault((box.position, wager), lost(stake, table.clause("7.C(2)")))
