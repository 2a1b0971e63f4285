"""Chapters 8 to 11.G: the deal, the decisions, and the dealer's cards."""

from houseway_referee.against_dealer.betting import lock_out, spend
from houseway_referee.against_dealer.found import box_size, reported_with, stub_counted
from houseway_referee.against_dealer.progressive import lost_by_fold
from houseway_referee.against_dealer.table import Box, Refused, Table, lost
from houseway_referee.against_dealer.void import void_round
from houseway_referee.errors import RecordError
from houseway_referee.ranking import parse_cards
from houseway_referee.record import Act

# ---- cards


def deal(table: Table, act: Act) -> None:
    """8.D(2), 9.B(2), 10.B: cards for every box with the required wagers, and for the dealer."""
    if not table.closed or table.dealt:
        raise Refused(table.clause("8.C(1)"), "betting is not closed, or cards are dealt already")
    if not table.locked:
        lock_out(table, act)
    if [box for box in table.in_play() if "progressive" in box.wagers and not box.lit and box.light_stands is None]:
        raise Refused(
            table.clause("8.C(3)"), "chips and progressive wagers do not agree, and nobody has ruled (UTH-102, FC-102)"
        )
    take_cards(table, act)
    table.dealt = True
    reported_with(table, act, "dealing")
    draw(table, cards_of_deal(table))


def cards_of_deal(table: Table) -> int:
    """Count the cards that leave the deck in the deal; a machine also deals the board, and the box where it is offered."""
    players = table.game.hand_size * len(table.in_play())
    dealer = 0 if table.dealer_waits else table.game.dealer_size
    return players + dealer + (5 + box_size(table) if table.machine and table.game.board else 0)


def take_cards(table: Table, act: Act) -> None:
    """Note the cards of each place; those of the board come street by street, or all at once."""
    for place, text in act.facts.get("cards", {}).items():
        held = table.cards.setdefault(str(place), [])
        held.extend(card for card in parse_cards(text) if card not in held)
    dealt = [card for place in table.cards.values() for card in place]
    if len(set(dealt)) != len(dealt):
        raise RecordError(f"round {table.record.number}: a card lies in two places")


def draw(table: Table, count: int) -> None:
    """Draw cards from the top: cards that were set aside are passed over, and the rest is numbered anew (13.A)."""
    left = [card for card in table.deck if card not in table.aside]
    table.deck = left[count:]


def burned(table: Table) -> int:
    """11.C(1), 11.E(1), UTH-36: a card is burned when dealing by hand, and from a manual shoe where that is filed."""
    by_hand = table.dealing == "hand" or (table.dealing == "manual-shoe" and table.choice("UTH-36") == "any-manual-deal")
    return 1 if by_hand else 0


def deal_flop(table: Table, act: Act) -> None:
    """11.C: the flop, after all have played or checked. From a machine it lies there already and is turned up (UTH-22)."""
    community_cards(table, act, street=0, cards=3, clause="11.C")


def deal_final(table: Table, act: Act) -> None:
    """11.E: the last two community cards."""
    community_cards(table, act, street=1, cards=2, clause="11.E")


def community_cards(table: Table, act: Act, street: int, cards: int, clause: str) -> None:
    """Deal or turn up community cards, when everybody has decided about the street before."""
    if not table.game.board or not table.dealt or table.street != street or to_ask(table) or table.base_void:
        raise Refused(table.clause(clause), "these cards are not due")
    take_cards(table, act)
    table.street += 1
    reported_with(table, act, "deciding")
    if not table.machine:
        draw(table, cards + burned(table))


def complete_board(table: Table, act: Act) -> None:
    """13.C, 13.G: the board is finished so that wagers that need it can be settled."""
    if not table.base_void or not table.game.board:
        raise Refused(table.clause("13.G"), "only if the wagers against the dealer are void")
    take_cards(table, act)
    table.completed = True
    if "board" in act.facts and act.facts["board"] != 5:
        void_round(table, "misdeal", "13.E")


def rack_stub(table: Table, act: Act) -> None:
    """8.D(4), 9.B(4), 10.B(5): what is left goes into the discard rack. A card face up in it is found in the rack (UTH-97)."""
    if not table.dealt:
        raise Refused(table.clause("8.D(4)"), "no cards are dealt")
    table.racked = True
    reported_with(table, act, "rack")


def count_stub(table: Table, act: Act) -> None:
    """8.E, 9.C, 10.C: the stub is counted, and goes into the discard rack if 52 cards are there."""
    if not table.dealt:
        raise Refused(table.clause("8.E"), "no cards are dealt")
    table.racked = True
    reported_with(table, act, "rack")
    if "cards" in act.facts:
        stub_counted(table, act.facts["cards"])


def turn_dealer(table: Table, act: Act) -> None:
    """11.G: the dealer's cards, after each player has folded or made a Play Wager; for Ultimate Pairs also if all that is void.

    UTH-25: where an ace of the dealer's was seen, both his cards are turned up.
    """
    if table.base_void and table.game.board:
        return
    if not table.dealt or table.undecided() or table.base_void or (table.game.board and table.street < 2):
        raise Refused(table.clause("11.G"), "somebody has still to decide, or community cards are missing")
    table.dealer_up = True
    if table.dealer_waits:
        draw(table, table.game.dealer_size)
    table.racked = True


# ---- decisions


def to_ask(table: Table) -> list[Box]:
    """List the boxes that have not yet decided on this street, clockwise from the dealer's left (11.B, UTH-35)."""
    return [box for box in table.undecided() if box.checks <= table.street]


def due_box(table: Table, act: Act) -> Box:
    """11.B, 11.D, 11.F: each box by itself, in turn; but first a floorperson rules on an exposed card (UTH-27, FC-109)."""
    clause = table.clause(table.game.streets[table.street][0])
    if table.waits_for_ruling:
        raise Refused(table.clause("13.F"), "a floorperson has still to rule")
    if not table.dealt or table.base_void:
        raise Refused(clause, "no decision is due")
    asked = to_ask(table)
    if not asked or asked[0].position != act.facts["position"]:
        raise Refused(clause, f"position {act.facts['position']} is not asked")
    if asked[0].player != (act.name if act.role == "player" else "") or asked[0].player in table.left:
        raise Refused(table.clause("11.A(1)"), "only the player of the hand decides")
    return asked[0]


def check(table: Table, act: Act) -> None:
    """11.B(2)(b), 11.D(2)(b): the decision is deferred; not at the last one."""
    if stands_for_absent(table, act):
        return
    box = due_box(table, act)
    if table.street == len(table.game.streets) - 1:
        raise Refused(table.clause("11.F"), "fold or play")
    box.checks += 1


def fold(table: Table, act: Act) -> None:
    """11.F(2): only at the last decision; until then a player can check."""
    if stands_for_absent(table, act):
        return
    box = due_box(table, act)
    if table.street < len(table.game.streets) - 1:
        raise Refused(table.clause(table.game.streets[table.street][0]), "check or play")
    fold_box(table, box)


def fold_box(table: Table, box: Box) -> None:
    """11.F(2): a fold loses the base wagers, and those side wagers for which that is filed (UTH-09, FC-13)."""
    box.folded = True
    for wager, stake in box.wagers.items():
        if wager in table.game.base or lost_by_fold(table, wager):
            outcome = lost(stake, table.clause("11.F(2)"))
            outcome.by_fold = True
            table.outcomes[box.position, wager] = outcome


def play(table: Table, act: Act) -> None:
    """11.B(1), 11.D(1), 11.F: a Play Wager is one of the multiples of the Ante for this decision (UTH-30, FC-14)."""
    box = due_box(table, act)
    clause, times = table.game.streets[table.street]
    ante = box.wagers["ante"]
    amount = act.facts["amount"] if "amount" in act.facts else act.facts["times"] * ante
    if amount not in [ante * one for one in times] and not all_he_has(table, box, amount, ante * min(times)):
        raise Refused(table.clause(clause), f"a Play Wager is {' or '.join(map(str, times))} times the Ante")
    spend(table, box.player, amount, table.clause(clause))
    box.wagers["play"] = amount


def all_he_has(table: Table, box: Box, amount: int, least: int) -> bool:
    """UTH-33, FC-108: where that is filed, a player who cannot make the least Play Wager may play with all his chips."""
    if table.choice("short-of-chips") == "full-or-nothing" or box.player not in table.chips:
        return False
    return 0 < amount < least and amount == table.chips[box.player]


# ---- a player who has left


def stands_for_absent(table: Table, act: Act) -> bool:
    """Say whether the act only states what the rules do for a player who has left. What was asked and refused states nothing."""
    box = table.boxes.get(act.facts["position"])
    if act.refused or box is None or box.player not in table.left:
        return False
    return box.folded if act.act == "fold" else box.checks > table.street


def decide_for_absent(table: Table) -> None:
    """UTH-107, FC-110: who has left makes no Play Wager: he checks while that is possible, and then folds."""
    while table.dealt and table.void is None and (asked := to_ask(table)) and asked[0].player in table.left:
        pass_by(table, asked[0])


def pass_by(table: Table, box: Box) -> None:
    """Check for a box whose player has left, or fold it at the last decision."""
    if table.street == len(table.game.streets) - 1:
        fold_box(table, box)
    else:
        box.checks += 1


def pass_absent(table: Table, act: Act) -> None:
    """UTH-107, FC-110: the dealer goes on from a player who has left; if the record does not say so, before his next step."""
    asked = to_ask(table)
    if not table.dealt or not asked or asked[0].position != act.facts["position"] or asked[0].player not in table.left:
        raise Refused(table.clause("7.C(2)"), "nobody who has left is asked there")
    pass_by(table, asked[0])
