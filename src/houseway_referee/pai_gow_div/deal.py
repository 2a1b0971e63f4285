"""The starting position, the number wager, the deal, the setting of hands and surrender: (h) to (l)(4), (o)(2), (p)."""

import math

from houseway_referee.money import parse_pays, winnings
from houseway_referee.pai_gow_div import irregularities, voids
from houseway_referee.pai_gow_div.banks import dealer_plays
from houseway_referee.pai_gow_div.hands import is_foul, same_setting
from houseway_referee.pai_gow_div.layout import kind_of, own_area
from houseway_referee.pai_gow_div.state import (
    BASE,
    BONUS,
    NUMBER,
    PLACES,
    PROGRESSIVE,
    Area,
    Play,
    allow,
    player_account,
)
from houseway_referee.pai_gow_div.wagers import lock_out
from houseway_referee.ranking import Card, parse_cards
from houseway_referee.record import Act


def find_start(play: Play, act: Act) -> None:
    """Find the starting position, (k), and settle the wagers on the number at once, (p)(2)(iv) and (v)."""
    allow(play.closed, "(k)(1)", "betting is not closed")
    allow(play.start is None or play.finder_failed, "(k)(1)", "the starting position is found")
    play.finder_failed = False
    dice, number = act.facts.get("dice"), act.facts.get("number")
    first = play.banker or 0
    if dice is not None:
        allow(len(dice) == 3 and all(1 <= die <= 6 for die in dice), "(d)(1)#1", "three dice are shaken")
        play.start = (first + sum(dice) - 1) % PLACES
    elif number is not None:
        allow(1 <= number <= 7, "(k)(3)#1", "the numbers are 1 to 7")
        play.start = (first + number - 1) % PLACES
        settle_numbers(play, number)
    else:
        play.button_at = play.left.button
        at_bank = play.banker is not None and play.reads("DIV-49", "button-at-bank")
        play.start = play.banker if at_bank else play.left.button
    if play.dealt_first is not None:
        irregularities.judge_start(play, play.dealt_first)


def settle_numbers(play: Play, number: int) -> None:
    """Pay the wagers on the number shown, and collect the others, (p)(2)(iii); DIV-35 on a number that falls on the dealer."""
    nobody = play.start == 0 and play.reads("DIV-35", "player-positions-only")
    for area in play.live_areas():
        for name in [one for one in area.wagers if kind_of(one) == NUMBER]:
            if name == f"{NUMBER}:{number}" and not nobody:
                pay_number(play, area, name)
            else:
                play.pay(player_account(area.player), "inventory", area.wagers[name].chips, number=True)
                play.settle(area, name, "lose", ["(p)(2)(iii)#2"])


def pay_number(play: Play, area: Area, name: str) -> None:
    """Pay at the filed odds, each wager down to the whole dollar, (p)(2)(vi) and DIV-04."""
    wager, odds = area.wagers[name], parse_pays(play.filing.wagers[NUMBER]["odds"])
    cents = math.floor(winnings(wager.amount, odds) / 100) * 100
    play.settle(area, name, "win", ["(p)(2)(iii)#1", "(p)(2)(vi)#1", "(p)(2)(vi)#2"], returned=wager.chips)
    wager.cents = cents
    play.pay("inventory", player_account(area.player), cents, number=True)


def deal(play: Play, act: Act) -> None:
    """Deal; what was seen in the deal is judged at once."""
    allow(play.closed, "(h)(1)#2", "betting is not closed")
    allow(not play.dealt, "(h)(3)#3", "the cards are dealt")
    lock_out(play)
    unlit = [area for area in play.live_areas() if area.open(PROGRESSIVE) and not area.wagers[PROGRESSIVE].lit]
    allow(all(area.wagers[PROGRESSIVE].ruled is not None for area in unlit), "(q)(2)#2", "chips and lights do not agree")
    play.dealt = True
    cards = {str(place): parse_cards(text) for place, text in act.facts.get("cards", {}).items()}
    play.dealer_cards = cards.get("0")
    for area in play.live_areas():
        area.cards = cards.get(str(area.position))
    irregularities.judge_deal(play, act.facts)


def count_stub(play: Play, act: Act) -> None:
    """Count what is left, (h)(4), (i)(4), (j)(5)."""
    allow(play.dealt and not play.counted, "(h)(4)", "there is nothing to count")
    irregularities.judge_count(play, act.facts)
    play.counted = True


# ---- setting


def choose_exposed(play: Play, act: Act) -> None:
    """Play a hand of which a card was exposed, or void it, before the other cards are seen, (n)(4)."""
    area = own_area(play, act)
    allow(area.choosing and not area.low, "(n)(4)#2", "there is nothing to choose")
    area.choosing = False
    if act.facts["choice"] == "void":
        voids.void_area(play, area)


def read_low(cards: list[Card] | None, text: str) -> list[Card]:
    """Read a low hand; its cards must be among those dealt."""
    low = parse_cards(text)
    allow(
        cards is None or (all(card in cards for card in low) and len(set(low)) == len(low)),
        "(l)(1)#1",
        "these are not the cards dealt",
    )
    return low


def set_hand(play: Play, act: Act) -> None:
    """Set a player's hands, (l)(1), (l)(2); the bank's and a co-bank's are set after all others."""
    position = act.facts["position"]
    if position == play.banker:
        set_bank(play, act)
        return
    by_dealer = act.role in ("dealer", "floor")  # (o)(2)#2 binds the player
    area = play.areas.get(position) if by_dealer else own_area(play, act)
    allow(play.dealt and area and BASE in area.wagers, "(l)(1)#1", "there is no hand")
    allow(is_deal_done(play), "(l)(1)#1", "what is left is not counted")
    assert area is not None
    allow(not area.void and not area.surrendered, "(l)(1)#1", "the hand is not in play")
    allow(area.low is None, "(l)(2)#4", "the hand is set")
    allow(
        by_dealer or area is next_to_set(play, area.player),
        "(o)(2)#2",
        "the hand with the larger wager is set first; equal ones counterclockwise",
    )
    area.low = read_low(area.cards, act.facts["low"])
    area.choosing = False


def is_deal_done(play: Play) -> bool:
    """Say whether what is left was counted, which ends the deal, (h)(4). A record of set hands may leave the count out."""
    taken = [act.act for act in play.record.acts if not act.refused]
    return play.counted or ("count-stub" not in taken and bool({"set-hand", "set-bank", "set-dealer"} & {*taken}))


def unset_areas(play: Play) -> list[Area]:
    """List the hands of players that are in play and not set."""
    areas = [area for area in play.live_areas() if area.position != play.banker]
    return [area for area in areas if area.low is None and not area.void and not area.surrendered]


def next_to_set(play: Play, player: str) -> Area | None:
    """Give the hand that a player must set next, (o)(2)#2 and #3."""
    waiting = [area for area in unset_areas(play) if area.player == player]
    return min(waiting, key=lambda area: (-area.wagers[BASE].amount, area.position), default=None)


def set_bank(play: Play, act: Act) -> None:
    """Set the bank's hands after all players, (l)(3)#3; a co-bank's are set by the dealer, (m)(5)#4."""
    allow(play.banker is not None and play.bank, "(l)(3)#3", "there is no bank")
    assert play.bank is not None
    area = play.areas[play.bank.position]
    by_dealer = act.role in ("dealer", "floor")
    allow(by_dealer or act.name == play.bank.player, "(l)(2)#1", "only the bank sets its hands")
    allow(by_dealer or not play.bank.co_banking, "(m)(5)#4", "the dealer sets a co-bank's hands")
    allow(play.dealt and not unset_areas(play), "(l)(3)#3", "the players set first")
    allow(area.low is None, "(l)(2)#4", "the hand is set")
    area.low = read_low(area.cards, act.facts["low"])


def set_dealer(play: Play, act: Act) -> None:
    """Set the dealer's hands after all players, (l)(3)#1, (m)(11)#1."""
    allow(play.dealt and not unset_areas(play), "(l)(3)#1", "the players set first")
    allow(not play.dealer_racked and play.dealer_low is None, "(l)(3)#1", "there is nothing to set")
    play.dealer_low = read_low(play.dealer_cards, act.facts["low"])


def reset(play: Play, act: Act) -> None:
    """Set the dealer's or the bank's hands anew, (n)(9), (n)(10); a bank's only if they are foul (DIV-34)."""
    place = int(act.facts["place"])
    if place == 0:
        allow(play.dealer_low is not None, "(n)(9)", "there is nothing to reset")
        play.dealer_low = read_reset(play, play.dealer_cards, play.dealer_low or [], act)
        return
    area = play.areas.get(place)
    allow(place == play.banker and area and area.low is not None, "(n)(10)#2", "there is nothing to reset")
    assert area is not None
    may = is_foul(play, area.cards, area.low) or play.reads("DIV-34", "house-way") or (play.bank and play.bank.co_banking)
    allow(may, "(n)(10)#1", "the bank's hands were set correctly")
    area.low = read_reset(play, area.cards, area.low or [], act)


def read_reset(play: Play, cards: list[Card] | None, before: list[Card], act: Act) -> list[Card]:
    """Read the low hand of a reset: a legal setting, and another one than before (DIV-121)."""
    low = read_low(cards, act.facts["low"])
    allow(not is_foul(play, cards, low), "(n)(9)", "the hands would be foul")
    allow(not same_setting(play, cards, before, low), "(n)(9)", "the hands are the same")
    return low


def rack_dealer(play: Play) -> None:
    """Take the dealer's cards away, where they do not play (DIV-44)."""
    from_hand = play.dealing == "hand" and play.reads("DIV-44", "by-method")
    may = not dealer_plays(play) and not from_hand and not play.reads("DIV-44", "set-anyway")
    allow(play.dealt and may, "(m)(11)#1", "the dealer's hands are set")
    play.dealer_racked = True


# ---- surrender


def surrender(play: Play, act: Act) -> None:
    """Give the base wager up, (l)(4), before the hand is exposed."""
    area = own_area(play, act)
    allow(
        play.dealt and area.open(BASE) and not area.void and area.position != play.banker,
        "(l)(4)",
        "there is nothing to surrender",
    )
    allow(is_deal_done(play), "(l)(4)", "what is left is not counted")
    allow(not area.exposed, "(l)(4)", "the hand is exposed")
    bars = [PROGRESSIVE] + ([BONUS] if play.reads("DIV-21", "barred") else [])
    barred = any(area_bars(one, bar) for one in play.areas_of(act.name) for bar in bars)
    allow(not barred, "(l)(4)", "another wager of his bars it")
    if play.reads("DIV-33", "after-dealer-sets"):
        allow(opponent_is_set(play), "(l)(4)", "the dealer's hands are not set")
    area.surrendered, area.choosing = True, False
    to_centre = play.banker is not None and play.reads("DIV-55", "to-centre")
    voids.collect_base(play, area, "surrendered", "(l)(4)(i)", to_centre=to_centre)


def area_bars(area: Area, wager: str) -> bool:
    """Say whether a wager that bars surrender was placed on an area (DIV-101), and was not given back."""
    return wager in area.wagers and area.wagers[wager].result != "void"


def opponent_is_set(play: Play) -> bool:
    """Say whether the hands that players are compared with are set."""
    if play.banker is not None:
        return play.areas[play.banker].low is not None
    return play.dealer_low is not None


def collect_surrendered(play: Play, act: Act) -> None:
    """Count the cards of a surrendered hand, (l)(4)(ii)."""
    area = play.areas.get(act.facts["position"])
    allow(area and area.surrendered, "(l)(4)(ii)", "the hand was not surrendered")
    if act.facts.get("cards", 7) != 7:
        voids.void_round(play, "misdeal", ["(n)(8)"])
