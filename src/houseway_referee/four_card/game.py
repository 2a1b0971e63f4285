"""Regulation .12, and the game as it is played (FC-06): what each wager of Four Card Poker is owed."""

from houseway_referee.against_dealer.rows import Row, find_row, payout
from houseway_referee.against_dealer.table import Box, Game, Outcome, Refused, Table, lost, pushed, won
from houseway_referee.errors import RecordError
from houseway_referee.four_card import paytables
from houseway_referee.four_card.readings import READINGS, SHARED
from houseway_referee.ranking import ACE, Score, best_five, best_four, category_name, four_card_name

VERSIONS = ("", "proposed-2013-06-27", "original")


def version(table: Table) -> str:
    """FC-05: the version of the text that is filed; the proposal if none is."""
    if table.filing.version not in VERSIONS:
        raise RecordError(f"no version {table.filing.version!r}")
    return table.filing.version or "proposed-2013-06-27"


def letter(table: Table, wager: str, key: str = "paytable") -> str:
    """Give the letter of a paytable; the original has no progressive table C and no envy table C (FC-05)."""
    filed = str(table.filing.wagers[wager][key])
    if wager == "progressive" and filed == "C" and version(table) == "original":
        raise RecordError("the original version has no Paytable C")
    return filed


def four_score(table: Table, box: Box) -> Score:
    """as-played.11.H(2): the best four of a player's five cards."""
    return best_four(table.hand(box.position, 5))


# ---- the wagers against the dealer


def settle_base(table: Table, box: Box) -> dict[str, Outcome]:
    """.12 A, as-played.11.H(3): Ante and Play against the dealer's best four of six; he needs no hand to qualify.

    A tie is paid like a win, or pushes (FC-07). The Ante bonus is paid whatever the dealer has (.12 B, FC-08).
    """
    own, dealer = four_score(table, box), best_four(table.hand(0, 6))
    ante, play = box.wagers["ante"], box.wagers["play"]
    if own > dealer or (own == dealer and table.choice("FC-07") == "player-wins"):
        clause = "as-played.11.H(3)(b)" if own > dealer else "as-played.11.H(3)(d)"
        results = {"ante": won(ante, ante, clause, ".12 A"), "play": won(play, play, clause, ".12 A")}
    elif own == dealer:
        results = {name: pushed(box.wagers[name], "as-played.11.H(3)(d)") for name in ("ante", "play")}
    else:
        results = {name: lost(box.wagers[name], "as-played.11.H(3)(a)") for name in ("ante", "play")}
    if row := find_row(paytables.ANTE_BONUS, four_card_name(own)):
        bonus = Outcome("win", 0, 0, payout(row, ante), ("as-played.11.H(4)", row[2]), row[0])
        results["ante-bonus"] = bonus
    return results


# ---- Aces Up


def settle_side(table: Table, box: Box, wager: str) -> Outcome:
    """.12 C: Aces Up by the player's four-card hand, whatever the dealer has."""
    stake, score = box.wagers[wager], four_score(table, box)
    rows = paytables.aces_up(letter(table, wager), version(table), table.choice("FC-04"))
    hand = four_card_name(score)
    if hand == "pair" and score[1] == ACE:
        hand = "pair-of-aces"
    row = find_row(rows, hand)
    if row is None:
        return lost(stake, ".12 C")
    return won(stake, payout(row, stake), row[2], row=row[0])


# ---- the progressive wager


def four_aces_or(score: Score, name: str) -> str:
    """FC-09: four aces have a row of their own."""
    return "four-aces" if name == "four-of-a-kind" and score[1] == ACE else name


def progressive_row(table: Table, box: Box) -> Row | None:
    """.12 D(1), D(2): tables A and B rank the best four cards, table C all five (FC-01)."""
    chosen = letter(table, "progressive")
    if chosen == "C":
        return find_row(paytables.PROGRESSIVE["C"], category_name(best_five(table.hand(box.position, 5))))
    score = four_score(table, box)
    return find_row(paytables.PROGRESSIVE[chosen], four_aces_or(score, four_card_name(score)))


def envy_row(table: Table, box: Box, stake: int) -> tuple[Score, Row] | None:
    """.12 E to G: what the hand of a box earns others, by the stake of the one who is paid; table C: FC-02."""
    rows = paytables.envy(stake, letter(table, "progressive", "envy"), table.choice("FC-02"))
    if any(row[0] == "royal-flush" for row in rows):
        score = best_five(table.hand(box.position, 5))
        row = find_row(rows, category_name(score))
    else:
        score = four_score(table, box)
        row = find_row(rows, four_aces_or(score, four_card_name(score)))
    return (score, row) if row else None


# ---- what may be placed, and what is settled when the wagers against the dealer are void


def check_wager(table: Table, box: Box, wager: str) -> None:
    """as-played.7.F: Ante, Aces Up or both, in equal amounts where that is filed (FC-18); what a progressive goes with: FC-19."""
    ante, aces_up = box.wagers.get("ante"), box.wagers.get("aces-up")
    if wager == "progressive":
        either = ante or (aces_up and table.choice("FC-19") == "ante-or-aces-up")
        if not either:
            raise Refused("as-played.7.F(3)(a)", "a progressive wager goes with another")
    elif table.choice("FC-18") == "equal" and ante and aces_up and ante != aces_up:
        raise Refused("as-played.7.F(2)(a)", "Ante and Aces Up are equal")


def after_base_void(table: Table, wager: str) -> bool:
    """as-played.13.G, FC-106: Aces Up and the progressive are settled by the player's own cards."""
    return True


FOUR_CARD = Game(
    prefix="as-played.",
    meter_clause=".12 D(4)",
    readings=READINGS,
    shared=SHARED,
    streets=(("11.F", (1, 2, 3)),),
    base=("ante", "play", "ante-bonus"),
    sides=("aces-up", "progressive"),
    always_live=(),
    on_board=(),
    board=False,
    hand_size=5,
    dealer_size=6,
    settle_base=settle_base,
    settle_side=settle_side,
    progressive_row=progressive_row,
    envy_row=envy_row,
    check_wager=check_wager,
    after_base_void=after_base_void,
)
