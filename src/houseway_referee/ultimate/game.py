"""Chapters 6, 7, 11 and 12: what each wager of Ultimate Texas Hold'em is owed."""

from houseway_referee.against_dealer.rows import Paytable, Row, find_row, keeps_stake, payout
from houseway_referee.against_dealer.table import Box, Game, Outcome, Refused, Table, lost, pushed, won
from houseway_referee.errors import NotDecided
from houseway_referee.ranking import ACE, JACK, KING, PAIR, THREE, Card, Score, best_five, category_name
from houseway_referee.ultimate import paytables
from houseway_referee.ultimate.readings import READINGS, SHARED

SIDES = ("trips", "six-card-bonus", "ultimate-pairs", "bad-beat", "play-the-board", "progressive")


def paytable(table: Table, wager: str) -> str:
    """Give the letter of the paytable that is filed for a wager."""
    return str(table.filing.wagers[wager]["paytable"])


# ---- hands


def player_score(table: Table, box: Box) -> Score:
    """11.H(2)(b): the best five of a player's two cards and the board."""
    return best_five([*table.hand(box.position, 2), *table.hand("board", 5)])


def dealer_score(table: Table) -> Score:
    """11.G(2): the best five of the dealer's two cards and the board."""
    return best_five([*table.hand(0, 2), *table.hand("board", 5)])


def progressive_score(table: Table, box: Box) -> Score:
    """1.B(3), 1.B(6), UTH-05: the progressive and the envy hand are the player's two cards and the flop, or the best of seven."""
    if table.choice("UTH-05") == "best-of-seven":
        return player_score(table, box)
    flop = table.cards.get("board", [])[:3]
    if len(flop) < 3:
        raise NotDecided("the flop is not in the record", "11.J")
    return best_five([*table.hand(box.position, 2), *flop])


# ---- the wagers against the dealer


def settle_base(table: Table, box: Box) -> dict[str, Outcome]:
    """11.H: Ante, Blind and Play. With a dealer below a pair the Ante goes back, and the others are compared (UTH-19, UTH-20)."""
    own, dealer = player_score(table, box), dealer_score(table)
    ante, play = box.wagers["ante"], box.wagers["play"]
    if own > dealer:
        results = {
            "ante": won(ante, ante, "11.H(3)(b)", "12.A"),
            "blind": winning_blind(table, box, own),
            "play": won(play, play, "11.H(3)(b)", "12.A"),
        }
    elif own < dealer:
        results = {name: lost(box.wagers[name], "11.H(3)(a)") for name in ("ante", "blind", "play")}
    else:
        results = {name: pushed(box.wagers[name], "11.H(3)(d)") for name in ("ante", "blind", "play")}
    if dealer[0] < PAIR:
        results["ante"] = pushed(ante, "11.H(1)")
    return results


def winning_blind(table: Table, box: Box, own: Score) -> Outcome:
    """11.H(3)(c), 12.B: the Blind of a winning hand is paid by its table, or goes back if the hand has no row."""
    stake, letter = box.wagers["blind"], paytable(table, "blind")
    row = find_row(paytables.BLIND[letter], category_name(own))
    if row is None and letter == "B" and category_name(own) == "straight" and table.choice("UTH-01") == "pays-even":
        row = ("straight", "1 to 1", "12.B(2)(f)")
    if row is None:
        return pushed(stake, "11.H(3)(c)", "12.B(1)(g)" if letter == "A" else "12.B(2)(f)")
    if row[1] == "3 to 2" and table.choice("UTH-29") == "whole-dollars":
        return won(stake, stake * 3 // 2 // 100 * 100, "11.H(3)(b)", row[2], row=row[0])
    return won(stake, payout(row, stake), "11.H(3)(b)", row[2], row=row[0])


# ---- the other wagers


def settle_side(table: Table, box: Box, wager: str) -> Outcome:
    """11.I, UTH-16: each by its own paytable, whatever the dealer has."""
    return {
        "trips": settle_trips,
        "six-card-bonus": settle_six_card,
        "ultimate-pairs": settle_pairs,
        "bad-beat": settle_bad_beat,
        "play-the-board": settle_board,
    }[wager](table, box)


def pay_row(stake: int, row: Row | None, *clauses: str) -> Outcome:
    """Pay a wager by its row, or collect it if it has none."""
    if row is None:
        return lost(stake, *clauses)
    return won(stake, payout(row, stake), *clauses, row[2], row=row[0], kept=keeps_stake(row))


def settle_trips(table: Table, box: Box) -> Outcome:
    """11.I(1), (2), 12.C: Trips by the player's five-card hand."""
    row = find_row(paytables.TRIPS[paytable(table, "trips")], category_name(player_score(table, box)))
    return pay_row(box.wagers["trips"], row, "11.I(1)")


def settle_six_card(table: Table, box: Box) -> Outcome:
    """11.I(3), 7.F(4), 12.E: the player's two cards with the four of the box, or with the board (UTH-12)."""
    others = table.hand("box", 4) if table.choice("UTH-12") == "box-cards" else table.hand("board", 5)
    cards = [*table.hand(box.position, 2), *others]
    rows = paytables.SIX_CARD[paytable(table, "six-card-bonus")]
    royal = super_royal(cards)
    row = find_row(rows, f"super-royal-of-{royal}") or find_row(rows, "super-royal") if royal else None
    return pay_row(box.wagers["six-card-bonus"], row or find_row(rows, category_name(best_five(cards))), "11.I(3)")


def super_royal(cards: list[Card]) -> str:
    """6.F(8): ace, king, queen, jack, 10 and 9 of one suit; give the suit, or nothing."""
    for letter, name in (("d", "diamonds"), ("h", "hearts"), ("s", "spades"), ("c", "clubs")):
        if {Card(rank, letter) for rank in range(9, ACE + 1)} <= set(cards):
            return name
    return ""


def settle_pairs(table: Table, box: Box) -> Outcome:
    """7.F(5), 12.E~2: Ultimate Pairs by the first two cards; the highest row, or a top row and that of a pair of aces (UTH-18)."""
    stake, rows = box.wagers["ultimate-pairs"], paytables.ULTIMATE_PAIRS[paytable(table, "ultimate-pairs")]
    cards = table.hand(box.position, 2)
    row = find_row(rows, two_card_name(cards))
    top = top_row(table, cards, rows) if row and row[0] == "pair-of-aces" else None
    if top and row and table.choice("UTH-18") == "both":
        return won(stake, payout(top, stake) + payout(row, stake), "7.F(5)", top[2], row[2], row=top[0])
    return pay_row(stake, top or row, "7.F(5)")


def settle_bad_beat(table: Table, box: Box) -> Outcome:
    """7.F(6), 12.F~2, UTH-14: the hand that is beaten has three of a kind or better, and is paid by its rank; a tie: UTH-15."""
    stake, own, dealer = box.wagers["bad-beat"], player_score(table, box), dealer_score(table)
    if own == dealer:
        return pushed(stake, "12.F~2") if table.choice("UTH-15") == "tie-pushes" else lost(stake, "12.F~2")
    beaten = min(own, dealer)
    wins = {
        "either-hand": True,
        "player-hand": beaten == own,
        "both-hands": min(own[0], dealer[0]) >= THREE,
    }[table.choice("UTH-14")]
    row = find_row(paytables.BAD_BEAT[paytable(table, "bad-beat")], category_name(beaten)) if wins else None
    return pay_row(stake, row, "7.F(6)")


def settle_board(table: Table, box: Box) -> Outcome:
    """7.F(7), 12.G: Play the Board by the five community cards; the lowest row is a pair of tens or better (UTH-17)."""
    score = best_five(table.hand("board", 5))
    hand = category_name(score)
    if hand == "pair" and score[1] >= 10:
        hand = "pair-of-tens-or-better"
    return pay_row(
        box.wagers["play-the-board"], find_row(paytables.PLAY_THE_BOARD[paytable(table, "play-the-board")], hand), "7.F(7)"
    )


# ---- Ultimate Pairs


def two_card_name(cards: list[Card]) -> str:
    """12.E~2: name the row of two cards, or nothing."""
    high, low = sorted((card.rank for card in cards), reverse=True)
    suited = "suited" if cards[0].suit == cards[1].suit else "unsuited"
    if high == low:
        return "pair-of-aces" if high == ACE else "pair-of-jacks-queens-or-kings" if high >= JACK else "pair-of-tens-or-less"
    if high != ACE or low < JACK:
        return ""
    return f"ace-king-{suited}" if low == KING else f"ace-queen-or-jack-{suited}"


def top_row(table: Table, cards: list[Card], rows: Paytable) -> Row | None:
    """12.E~2(2)(a), (4)(a), (5)(a): the row above a pair of aces, if the table has one and the two aces earn it."""
    if (red := find_row(rows, "pair-of-red-aces")) and {card.suit for card in cards} == {"h", "d"}:
        return red
    dealers = find_row(rows, "player-and-dealer-aces")
    return dealers if dealers and dealer_has_aces(table) else None


def dealer_has_aces(table: Table) -> bool:
    """12.E~2(2)(a): whether the dealer's two cards are aces.

    UTH-25: if the wagers against the dealer are void, his cards count only if an ace of his was seen; then both are turned up.
    """
    if table.base_void and not table.dealer_up and not any(card.rank == ACE for card in table.dealer_seen):
        if table.dealer_seen_unknown:
            raise NotDecided("which card of the dealer's was seen", "12.E~2(2)(a)")
        return False
    return all(card.rank == ACE for card in table.hand(0, 2))


# ---- the progressive wager


def progressive_row(table: Table, box: Box) -> Row | None:
    """12.D(1), 12.D(2): the row of the progressive hand. Table A is paid to 1 as printed, or for 1 (UTH-06)."""
    letter = paytable(table, "progressive")
    row = find_row(paytables.PROGRESSIVE[letter], category_name(progressive_score(table, box)))
    if row and letter == "A" and table.choice("UTH-06") == "for-1":
        return (row[0], row[1].replace(" to 1", " for 1"), row[2])
    return row


def envy_row(table: Table, box: Box, stake: int) -> tuple[Score, Row] | None:
    """1.B(3), 12.D(6), 12.D(7): what the hand of a box earns others, by the stake of the one who is paid (12.D(5)(a))."""
    letter = str(table.filing.wagers["progressive"]["envy"])
    score = progressive_score(table, box)
    row = find_row(paytables.ENVY[stake, letter], category_name(score))
    return (score, row) if row else None


# ---- what may be placed, and what is settled when the wagers against the dealer are void


def check_wager(table: Table, box: Box, wager: str) -> None:
    """7.F: every other wager goes with Ante and Blind; Six Card Bonus also with Trips (UTH-11)."""
    if wager != "ante" and "ante" not in box.wagers:
        raise Refused("7.F(3)(a)" if wager == "progressive" else "7.F(2)", f"{wager} goes with an Ante")
    if wager == "six-card-bonus" and table.choice("UTH-11") == "needs-trips" and "trips" not in box.wagers:
        raise Refused("7.F(4)(b)", "the Six Card Bonus goes with a Trips wager")


def after_base_void(table: Table, wager: str) -> bool:
    """13.C, 13.G: Trips is settled; UTH-25: so are the others, but for Bad Beat, which needs the dealer's hand, or none is."""
    if table.choice("UTH-25") == "refund-all-but-trips":
        return wager == "trips"
    return wager != "bad-beat"


ULTIMATE = Game(
    prefix="",
    meter_clause="12.D(4)",
    readings=READINGS,
    shared=SHARED,
    streets=(("11.B", (3, 4)), ("11.D", (2,)), ("11.F", (1,))),
    base=("ante", "blind", "play"),
    sides=SIDES,
    always_live=("trips", "six-card-bonus"),
    on_board=("play-the-board",),
    board=True,
    hand_size=2,
    dealer_size=2,
    settle_base=settle_base,
    settle_side=settle_side,
    progressive_row=progressive_row,
    envy_row=envy_row,
    check_wager=check_wager,
    after_base_void=after_base_void,
)
