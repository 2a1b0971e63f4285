"""Chapters 5 and 8 to 11: the starting position, the deal, setting the hands, and surrender."""

from houseway_referee.errors import NotDecided, RecordError
from houseway_referee.money import move
from houseway_referee.pai_gow_md.bank import confirm_bank
from houseway_referee.pai_gow_md.meters import contribute_when, lock_out
from houseway_referee.pai_gow_md.table import (
    BASE,
    DEALER,
    OPTIONAL,
    Hand,
    Table,
    account,
    bank_position,
    base_wagers,
    in_hand,
    playing,
    positions,
    require,
)
from houseway_referee.pai_gow_md.wagers import return_orphans
from houseway_referee.ranking import Card, Score, five_card_score, high_is_not_lower, parse_cards, two_card_score
from houseway_referee.record import Act, by_position


def close_betting(table: Table, act: Act) -> None:
    """Announce "no more bets" (8.C). A bank that nobody has confirmed is confirmed now, or falls away (PG-53, PG-59)."""
    require(not table.closed, "8.C", "betting is closed")
    if table.bank and not table.bank.confirmed:
        confirm_bank(table)
    return_orphans(table)
    table.closed = True
    if table.bank:
        table.bank.staked = True
    if not any(other.act == "lock-out" for other in table.record.acts):
        lock_out(table)


def lock_wagers_out(table: Table, act: Act) -> None:
    """Use the lock-out of the progressive system (8.C(2))."""
    require(table.closed and not table.locked, "8.C(2)", "the lock-out follows the announcement")
    lock_out(table, counted=act.facts.get("counted", True))


def find_start(table: Table, act: Act) -> None:
    """Find the starting position: dice, a number, or the button (5.K), counted counterclockwise from the dealer or the bank."""
    require(table.closed and not table.dealt, "8.D(1)", "the starting position is found after no more bets, before the deal")
    bank = bank_position(table)
    table.button_used = "dice" not in act.facts and "number" not in act.facts
    if "dice" in act.facts:
        dice = act.facts["dice"]
        require(len(dice) == 3 and all(1 <= die <= 6 for die in dice), "5.K(1)", "there are three dice")
        table.start = counted_from(table, bank or DEALER, sum(dice))
    elif "number" in act.facts:
        number = act.facts["number"]
        require(1 <= number <= positions(table) + 1, "5.K(2)", "the number is outside the positions")
        table.start = counted_from(table, bank or DEALER, number)
    else:
        at_bank = bank is not None and table.reading("PG-45") == "button-at-bank"
        table.start = bank if at_bank else table.left["button"]


def counted_from(table: Table, one: int, total: int) -> int:
    """Count places counterclockwise, `one` being number one, and the dealer counted like a position (5.K(1)(d), (e))."""
    return (one + total - 1) % (positions(table) + 1)


def deal(table: Table, act: Act) -> None:
    """Deal seven cards to every position and the dealer. What was reported with the deal is judged by the irregularities."""
    require(table.closed and table.void is None, "8.C", "cards are dealt after no more bets")
    require(not table.dealt, "8.D(2)", "the cards are dealt")
    unlit = [wager for wager in table.wagers.values() if not wager.lit]
    if unlit:
        raise NotDecided("a progressive wager whose light is out, and nobody ruled on it before the deal", "8.C(3)")
    table.dealt = True
    for place, text in by_position(act.facts.get("cards"), "deal").items():
        cards = parse_cards(text)
        if len(set(cards)) != len(cards):
            raise RecordError(f"place {place} has a card twice")
        table.hands[place] = Hand(cards)


def expected_stub(table: Table) -> int:
    """Give how many cards must be left: 53, less seven for each place, less cards set aside (8.E(1), PG-36, PG-37)."""
    aside = table.set_aside if table.reading("PG-37") == "less-set-aside" else 0
    return 53 - 7 * (positions(table) + 1) - aside


def live_wagers(table: Table) -> list[int]:
    """List the positions whose base wager is still to be compared."""
    return [wager.position for wager in base_wagers(table) if not wager.result]


def hand_at(table: Table, place: int) -> Hand:
    """Give the hand of a place that must have been dealt."""
    if place not in table.hands:
        raise RecordError(f"round {table.record.number}: the record has no cards for place {place}")
    return table.hands[place]


def set_hand(table: Table, act: Act) -> None:
    """A player sets his hands (11.A, 11.B); the dealer does it for one who has left (PG-48)."""
    position = act.facts["position"]
    if position == bank_position(table):
        set_bank(table, act)
        return
    require(position in live_wagers(table), "11.A(1)", "there is no hand to set")
    may_set(table, act, table.record.seats[position])
    hand = hand_at(table, position)
    require(hand.low is None, "7.F(4)", "the hands are set and may not be changed")
    in_order = act.role == "dealer" or larger_wager_is_set(table, position)  # the clause binds the player
    require(in_order, "7.F(2)", "the hand with the larger wager is set first")
    hand.low, hand.may_choose = chosen_low(hand, act), False
    table.counted = True


def may_set(table: Table, act: Act, owner: str) -> None:
    """Only the player sets his hands, or the dealer for one who has left (11.A(1), 11.A(2), PG-48)."""
    require(table.dealt and table.void is None, "11.A", "there are no cards to set")
    require(is_deal_done(table), "11.A", "what is left is not counted")
    own = act.role in ("player", "bank") and act.name == owner and owner not in table.gone
    require(own or (act.role == "dealer" and owner in table.gone), "11.A(2)", "another person sets this hand")


def is_deal_done(table: Table) -> bool:
    """Say whether what is left was counted, which ends the deal (8.E, 11.A). A record of set hands may leave the count out."""
    taken = [act.act for act in table.record.acts if not act.refused]
    return table.counted or ("count-stub" not in taken and bool({"set-hand", "set-bank", "set-dealer"} & {*taken}))


def larger_wager_is_set(table: Table, position: int) -> bool:
    """Of two hands the one with the larger wager is set first, of equal ones the first counterclockwise (7.F(2), 7.F(3))."""
    mine = table.wagers[position, BASE]
    for other in base_wagers(table):
        waits = other.player == mine.player and not other.result and hand_at(table, other.position).low is None
        if waits and (-other.stake, other.position) < (-mine.stake, mine.position):
            return False
    return True


def chosen_low(hand: Hand, act: Act) -> list[Card]:
    """Read the low hand; a foul one, or one with a wrong number of cards, is set all the same and loses (11.F(1)(c), (d))."""
    low = parse_cards(act.facts["low"])
    require(set(low) <= set(hand.cards) and len(set(low)) == len(low), "11.B", "these are not cards of the hand")
    return low


def all_set(table: Table) -> bool:
    """Say whether all players who must have set their hands."""
    return all(hand_at(table, place).low is not None for place in live_wagers(table))


def set_bank(table: Table, act: Act) -> None:
    """The bank sets its hands after all players (11.C(3)); the dealer sets a co-bank's (12.E(4)), and those of one who has left."""
    bank = table.bank
    require(bank is not None, "11.C(3)", "there is no bank")
    assert bank is not None
    if bank.co_banking:
        require(act.role == "dealer" and table.dealt and table.void is None, "12.E(4)", "the dealer sets a co-bank's hand")
    else:
        may_set(table, act, bank.player)
    require(all_set(table), "11.C(3)", "the bank sets its hands after all players")
    hand = hand_at(table, bank.position)
    require(hand.low is None, "7.F(4)", "the hands are set and may not be changed")
    hand.low = chosen_low(hand, act)
    hand.turned = bank.co_banking or table.reading("PG-57") == "openly"
    table.counted = True


def set_dealer(table: Table, act: Act) -> None:
    """The dealer sets his hands after all players (11.C), and against a bank only if the house plays (12.I, PG-31)."""
    require(table.dealt and table.void is None and not table.dealer_racked, "11.C", "there are no cards to set")
    require(all_set(table), "11.C", "the dealer sets his hands after all players")
    if table.bank:
        plays = table.bank.house_stake > 0 or table.reading("PG-31") == "set-anyway"
        require(plays, "12.I", "the dealer has made no wager against the bank")
    hand = hand_at(table, DEALER)
    require(hand.low is None, "11.C", "the dealer's hands are set")
    hand.low, hand.turned = chosen_low(hand, act), True
    table.counted = True


def reset_hand(table: Table, act: Act) -> None:
    """Hands of the dealer or the bank that are not set as the house way asks are set anew (14.I, 12.I(2))."""
    place = act.facts["place"]
    require(
        place in (DEALER, bank_position(table)) and place in table.hands, "14.I", "only the dealer's and the bank's are reset"
    )
    hand = hand_at(table, place)
    require(hand.low is not None, "14.I", "the hands are not set")
    if place != DEALER and table.reading("PG-30") == "only-illegal":
        require(is_foul(hand), "12.I(2)", "the bank's hands are set correctly")
    hand.low, hand.turned = chosen_low(hand, act), True


def rack_dealer(table: Table, act: Act) -> None:
    """The dealer's cards, which do not play against the bank, leave the table unseen (PG-31)."""
    require(table.bank is not None and not table.bank.house_stake, "12.I", "the dealer's hands play")
    table.dealer_racked = True


def scores(hand: Hand) -> tuple[Score, Score]:
    """Score the high and the low hand of a hand that is set with two cards in front."""
    assert hand.low is not None
    high = [card for card in hand.cards if card not in hand.low]
    return five_card_score(high, wheel_high=True), two_card_score(hand.low)


def is_foul(hand: Hand) -> bool:
    """Say whether hands are not set correctly: not two and five cards, or the low hand above the high one (11.B)."""
    if hand.low is None or len(hand.low) != 2 or len(hand.cards) != 7:
        return True
    high, low = scores(hand)
    return not high_is_not_lower(high, low)


def surrender(table: Table, act: Act) -> None:
    """A player without optional wagers gives his wager up after the dealer's or the bank's hands are set (11.D, PG-13)."""
    position = act.facts["position"]
    require(table.void is None and position in live_wagers(table), "11.D", "there is no wager to surrender")
    wager = table.wagers[position, BASE]
    require(wager.player == act.name and act.name not in table.gone, "11.D", "the wager is another player's")
    optional = [other for other in table.wagers.values() if other.player == act.name and other.name in OPTIONAL]
    require(not optional, "11.D", "a player with an optional wager may not surrender")
    opponent = table.hands.get(table.bank.position if table.bank else DEALER)
    require(opponent is not None and opponent.low is not None, "11.D", "the hands of the dealer or the bank are not set")
    hand = hand_at(table, position)
    require(not hand.turned, "11.D(1)", "the hands have been exposed")
    wager.result, wager.clauses = "surrendered", ["11.D(2)"]
    table.order.append(f"{position} {BASE}")
    collect_lost(table, wager.player, wager.stake, to_centre=table.reading("PG-56") == "to-centre")


def collect_lost(table: Table, player: str, stake: int, to_centre: bool = True) -> None:
    """A lost base wager goes to the house, or in a bank round to the centre (11.F(1), 12.J(2), 12.L(1)(b))."""
    if table.bank and to_centre:
        move(table.ledger, account(player), "centre", stake)
        table.bank.centre += stake
        table.bank.collected += stake
    else:
        move(table.ledger, account(player), "inventory", stake)


def leave(table: Table, act: Act) -> None:
    """A player gets up. Before "no more bets" he takes his wagers; later they may be, or are, lost (7.C(2), PG-48).

    A bank's hand is played on, with the optional wagers on it (PG-111).
    """
    table.gone.add(act.name)
    if not table.closed:
        if table.bank and table.bank.player == act.name:
            table.bank = None
        for key in [key for key, wager in table.wagers.items() if wager.player == act.name]:
            del table.wagers[key]
    plays = any(wager.player == act.name for wager in table.wagers.values()) or (table.bank and table.bank.player == act.name)
    if table.void is not None or not plays:  # else his chips stay until his hand is settled
        table.taken_along[act.name] = table.taken_along.get(act.name, 0) + (in_hand(table, act.name) or 0)
    if not table.closed:
        return
    if table.void is None and table.reading("PG-48") == "always-lost":
        for place in sorted({wager.position for wager in table.wagers.values() if wager.player == act.name}):
            if place != bank_position(table) and (place not in table.hands or not table.hands[place].turned):
                forfeit(table, place, "7.C(2)")


def abandon(table: Table, act: Act) -> None:
    """A floorperson rules that the wagers of a player who left are lost, until his hand is exposed (7.C(2), PG-48)."""
    position = act.facts["position"]
    require(table.closed and table.void is None, "7.C(2)", "no round is in play")
    require(table.record.seats.get(position, "") in table.gone, "7.C(2)", "the player is at the table")
    turned = position in table.hands and table.hands[position].turned
    require(position != bank_position(table), "7.C(2)", "a bank's hand is played on (PG-111)")
    require(position in playing(table) and not turned, "7.C(2)", "there is no hand that may be ruled abandoned")
    forfeit(table, position, "7.C(2)")


def forfeit(table: Table, position: int, clause: str) -> None:
    """Lose every open wager of a position: the base wager like a losing one, optional ones to the house (12.J(2), 12.N)."""
    for (place, name), wager in sorted(table.wagers.items()):
        if place != position or wager.result:
            continue
        wager.result, wager.clauses, wager.forfeited = "lose", [clause], True
        table.order.append(f"{position} {name}")
        if name == "progressive":
            contribute_when(table, position, "at-settlement")
            if table.uncounted:
                contribute_when(table, position, "at-lock-out")
        collect_lost(table, wager.player, wager.stake, to_centre=name == BASE)
