"""Which wagers may be placed and taken back: (g), (o), (p), (q), (r)."""

from houseway_referee.pai_gow_div import banks, meters
from houseway_referee.pai_gow_div.layout import give_back, kind_of, own_area, spend
from houseway_referee.pai_gow_div.paytables import LEAST_BONUS
from houseway_referee.pai_gow_div.state import BASE, BONUS, NUMBER, PROGRESSIVE, Area, Play, Wager, allow, in_hand
from houseway_referee.record import Act

OFFERED_BY = {BASE: "(g)(1)#1", BONUS: "(r)(1)", PROGRESSIVE: "(q)(1)#1", NUMBER: "(p)(1)"}
NEEDS_BASE = {BONUS: "(r)(2)#1", PROGRESSIVE: "(g)(4)#1", NUMBER: "(p)(2)(i)#1"}
COUPONS = {
    BASE: ("coupons.match-play", "(g)(1)#1"),
    NUMBER: ("coupons.match-play-number", "(p)(2)(ii)#1"),
    PROGRESSIVE: ("coupons.progressive", "(g)(4)#1"),
}


def place(play: Play, act: Act) -> None:
    """Place a wager, or add to it."""
    area, name = own_area(play, act), act.facts["wager"]
    kind, coupon = kind_of(name), act.facts.get("coupon", 0)
    chips = act.facts["amount"] - coupon
    allow(not play.closed, "(g)(3)#2", "betting is closed")
    allow(kind in play.filing.wagers and kind in OFFERED_BY, OFFERED_BY.get(kind, "(g)(1)#1"), f"no {name} wager is offered")
    if kind == NUMBER:
        allow(name in {f"{NUMBER}:{one}" for one in range(1, 8)}, "(p)(1)", "the numbers are 1 to 7")
    before = area.wagers.get(name, Wager(0))
    check_coupon(play, kind, before.chips + chips, before.coupon + coupon, coupon)
    check_amount(play, kind, before.amount + chips + coupon)
    check_areas(play, area)
    check_position(play, area, kind)
    check_bank_round(play, area, kind, chips, coupon)
    allow(chips <= play.chips.get(act.name, chips), "(g)(1)#1", "he has not so many chips")
    spend(play, act.name, chips)
    lit = before.lit and act.facts.get("lit", True)
    area.wagers[name] = Wager(before.chips + chips, before.coupon + coupon, lit)


def check_areas(play: Play, area: Area) -> None:
    """Check that a player wagers on no more than two areas, adjacent ones, if the casino lets him, (o)(1)."""
    used = sorted({one.position for one in play.areas_of(area.player) if one.wagers} | {area.position})
    allow(len(used) <= play.option("table.positions-per-player", 1), "(o)(1)", "not so many areas")
    allow(used[-1] - used[0] == len(used) - 1, "(o)(1)", "two areas must be adjacent")


def check_coupon(play: Play, kind: str, chips: int, coupon: int, added: int) -> None:
    """Check coupons: where they are filed, and with chips. A progressive coupon replaces the chip (DIV-100)."""
    if not coupon:
        return
    option, clause = COUPONS.get(kind, ("", "(r)(2)#1"))
    allow(not added or (option and play.option(option)), clause, f"no coupon is accepted for the {kind} wager")
    allow(chips >= 0, clause, "a coupon is not more than the wager")
    if kind == PROGRESSIVE:
        allow(chips == 0, clause, "a coupon takes the place of the chip")
        return
    allow(chips > 0, clause, "a coupon goes with chips")
    if play.reads("DIV-100", "at-least-its-face"):
        allow(chips >= coupon, clause, "chips of at least the coupon's face go with it")


def check_amount(play: Play, kind: str, amount: int) -> None:
    """Check the limits that are filed; a progressive wager is one stake, (q)(1)#2, and a bonus at least $1, (r)(2)#2."""
    terms, clause = play.filing.wagers[kind], {BONUS: "(r)(2)#2", PROGRESSIVE: "(q)(1)#2"}.get(kind, OFFERED_BY[kind])
    stakes = terms.get("stake")
    if stakes is not None:
        allow(amount in (stakes if isinstance(stakes, list) else [stakes]), clause, "the stake is fixed")
    least = max(terms.get("minimum", 1), LEAST_BONUS if kind == BONUS else 1)
    allow(amount >= least, clause, "below the minimum")
    allow(amount <= terms.get("maximum", amount), clause, "above the maximum")


def check_position(play: Play, area: Area, kind: str) -> None:
    """Check that a side wager goes with a base wager; a bank makes none, and has its hand for it (DIV-45)."""
    is_bank = play.bank is not None and play.bank.player == area.player
    if is_bank and play.bank:
        allow(kind != BASE, "(m)(6)", "a bank makes no base wager")
        allow(area.position == play.bank.position, "(m)(6)", "a bank has one betting area")
    elif kind != BASE:
        allow(BASE in area.wagers, NEEDS_BASE[kind], "it goes with a Pai Gow Poker wager")


def check_bank_round(play: Play, area: Area, kind: str, chips: int, coupon: int) -> None:
    """Check what a bank changes: side wagers from when it is accepted (DIV-36); from when it is confirmed, no coupons against it
    (DIV-70), and its cover (DIV-57)."""
    if play.bank and kind in (BONUS, NUMBER):
        allow(play.reads("DIV-36", "all-side-wagers"), "(m)(16)", "only the progressive wager is offered in a bank round")
    if not play.bank or not play.bank.confirmed:
        return
    if kind == BASE:
        allow(not coupon, "(g)(1)#1", "no coupon is wagered against a bank")
        allow(banks.covers(play, banks.others(play) + chips), "(m)(4)(ii)", "the bank does not cover it")
    if play.bank.player == area.player:
        allow(banks.covers(play, banks.others(play), spent=chips), "(m)(4)(ii)", "the bank's cover needs these chips")


def take_back(play: Play, act: Act) -> None:
    """Take a wager back, in whole or in part; side wagers do not stay without the base wager."""
    area, name = own_area(play, act), act.facts["wager"]
    allow(not play.closed, "(g)(3)#2", "betting is closed")
    allow(name in area.wagers, "(g)(3)#2", "there is no such wager")
    wager = area.wagers[name]
    amount = act.facts.get("amount", wager.amount)
    allow(amount <= wager.amount, "(g)(3)#2", "there is not so much")
    if amount == wager.amount:
        give_back(play, area, name)
        return
    allow(amount <= wager.chips, "(g)(3)#2", "a coupon is taken back as a whole")
    check_coupon(play, kind_of(name), wager.chips - amount, wager.coupon, 0)
    check_amount(play, kind_of(name), wager.amount - amount)
    wager.chips -= amount
    spend(play, act.name, -amount)


def buy_in(play: Play, act: Act) -> None:
    """Buy chips."""
    if act.name in play.chips:
        play.chips[act.name] += act.facts["amount"]


def leave(play: Play, act: Act) -> None:
    """Get up. Before the call wagers are taken along; later the hand is played on, (g)(2)#2 and DIV-50."""
    allow(act.name in {area.player for area in play.areas.values()}, "(g)(2)#1", "he has no seat")
    play.away.add(act.name)
    play.gone.add(act.name)
    if not play.closed:
        take_wagers_along(play, act.name)
    plays = any(area.wagers for area in play.areas_of(act.name)) or (play.bank and play.bank.player == act.name)
    if play.void or not plays:  # else his chips stay until his hand is settled
        play.taken_along[act.name] = play.taken_along.get(act.name, 0) + (in_hand(play, act.name) or 0)


def take_wagers_along(play: Play, player: str) -> None:
    """Give a player who gets up before the call his wagers back; he no longer banks."""
    if play.bank and play.bank.player == player:
        banks.drop(play)
    for area in play.areas_of(player):
        for name in list(area.wagers):
            if name in area.wagers:
                give_back(play, area, name)


def close_betting(play: Play) -> None:
    """Call "no more bets": a bank that was not confirmed before is confirmed now, or the round has none, (g)(3), DIV-54."""
    allow(not play.closed, "(g)(3)#1", "betting is closed")
    if play.bank and not play.bank.confirmed:
        banks.confirm(play)
    if play.bank and not play.bank.staked:
        play.bank.house_stake = banks.house_stake(play)
        play.bank.staked = True
    for area in play.areas.values():
        if area.wagers and BASE not in area.wagers and area.position != play.banker:
            give_back(play, area, BASE)  # side wagers of somebody who lost the bank again
    play.closed = True
    if not any(act.act == "lock-out" for act in play.record.acts):
        lock_out(play)


def lock_out(play: Play, counted: bool = True) -> None:
    """Lock progressive wagers out, (q)(2)#1; once their chips are counted they feed the meter, (q)(2)#2, DIV-51, DIV-52."""
    allow(play.closed, "(q)(2)#1", "betting is not closed")
    if play.locked:
        return
    play.locked, play.uncounted = True, not counted
    if play.uncounted:
        return
    for area in play.live_areas():
        if area.open(PROGRESSIVE) and area.wagers[PROGRESSIVE].lit and play.reads("DIV-52", "at-lock-out"):
            meters.contribute(play, area)


def rule_chips(play: Play, act: Act) -> None:
    """Rule which progressive wagers stand whose chips and lights disagree, (q)(2)#2 and DIV-53."""
    allow(play.closed and not play.dealt, "(q)(2)#2", "chips and lights are compared before the deal")
    stands = {int(place): one for place, one in act.facts["stands"].items()}
    wagered = {area.position for area in play.live_areas() if area.open(PROGRESSIVE)}
    allow(stands.keys() <= wagered, "(q)(2)#2", "there is no such progressive wager")
    lock_out(play)
    for place, one in stands.items():
        rule_one(play, play.areas[place], one)


def rule_one(play: Play, area: Area, stands: bool) -> None:
    """Let one progressive wager stand, or give it back."""
    wager = area.wagers[PROGRESSIVE]
    wager.ruled = stands
    if not stands:
        play.settle(area, PROGRESSIVE, "void", ["(q)(2)#2"], returned=wager.amount)
        meters.take_out(play, area, always=True)
    elif play.reads("DIV-52", "at-lock-out"):
        meters.contribute(play, area)
