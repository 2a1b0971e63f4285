"""Settlement in the order of the book: (l)(5) to (l)(9), (m)(12), (m)(15), (r)(4)."""

from collections.abc import Callable
from functools import partial

from houseway_referee.money import vigorish
from houseway_referee.pai_gow_div import bonus, hands, meters
from houseway_referee.pai_gow_div.bank_settlement import compare_house, opponent, pay_house, settle_bank, takes_quarter
from houseway_referee.pai_gow_div.banks import dealer_plays
from houseway_referee.pai_gow_div.deal import unset_areas
from houseway_referee.pai_gow_div.irregularities import judge_count
from houseway_referee.pai_gow_div.layout import kind_of
from houseway_referee.pai_gow_div.made_hands import progressive_rows
from houseway_referee.pai_gow_div.state import BASE, BONUS, NUMBER, PROGRESSIVE, Area, Play, allow, player_account, seven_cards
from houseway_referee.pai_gow_div.voids import collect_base, void_round
from houseway_referee.record import Act

Step = tuple[str, int]


def plan(play: Play) -> list[Step]:
    """List the steps of the settlement.

    Hands are exposed first and winners paid after that, (l)(8)#2, (m)(12)#4; with a bonus wager on the table, and no bank, each
    player is finished before the next (DIV-63). Against a bank it is settled before the other
    wagers, (m)(12), (m)(16). Base, progressive and bonus wagers follow each other, then come winners who share the meter (DIV-40),
    and premium hands and envy last (DIV-22).
    """
    places = [area.position for area in play.live_areas()]
    exposed = [place for place in places if place != play.banker]
    bonus_lies = any(BONUS in area.wagers for area in play.live_areas())
    if play.banker is None and bonus_lies and play.reads("DIV-63", "one-pass"):
        steps = [(step, place) for place in places for step in ("expose", "pay", PROGRESSIVE, BONUS)]
    else:
        steps = [("expose", place) for place in exposed]
        if play.banker is not None:
            steps = [("house", 0), *steps, *(("pay", place) for place in places), ("pay-house", 0), ("settle-bank", 0)]
        then = (PROGRESSIVE, BONUS) if play.banker is not None else ("pay", PROGRESSIVE, BONUS)
        steps += [(step, place) for place in places for step in then]
    return steps + [("shared", 0)] + [(step, place) for place in places for step in ("envy", "premium")]


def begin(play: Play) -> None:
    """Check that all hands are set before the first is exposed, (l)(5)#1, (m)(11), (m)(12)#1."""
    if play.steps:
        return
    allow(play.dealt, "(l)(5)#1", "no cards are dealt")
    allow(not unset_areas(play), "(l)(3)#1", "the players set first")
    if not play.counted:
        judge_count(play, {})
        play.counted = True
    if play.void or not anything_to_compare(play):
        play.steps = [] if play.void else plan(play)
        return
    if dealer_plays(play):
        allow(play.dealer_low is not None, "(l)(5)#1", "the dealer's hands are not set")
        allow(not hands.is_foul(play, play.dealer_cards, play.dealer_low), "(n)(9)", "the dealer's hands must be reset")
    if play.banker is not None:
        area = play.areas[play.banker]
        allow(area.low is not None, "(l)(3)#3", "the bank's hands are not set")
        allow(not hands.is_foul(play, area.cards, area.low), "(n)(10)#2", "the bank's hands must be reset")
    play.steps = plan(play)


def anything_to_compare(play: Play) -> bool:
    """Say whether a base wager of a player, or the house's, waits for the hands."""
    house = play.bank is not None and play.bank.house_stake > 0
    return house or any(area.open(BASE) for area in play.live_areas())


def mark(play: Play, act: Act) -> None:
    """Go on to the step that a mark names."""
    begin(play)
    if play.void:
        return
    if kind_of(act.facts.get("wager", "")) == NUMBER:
        return
    target = marked_step(play, act, act.facts.get("position", 0))
    allow(target in play.steps, "(l)(5)#1", "there is no such step")
    step = play.steps.index(target)
    if act.act in ("expose", "pay"):
        allow(step >= play.done, order_clause(play, act.act), "its turn is over")
    if any(int(number) != 7 for number in act.facts.get("hands", {}).values()):
        advance(play, step)
        void_round(play, "misdeal", ["(n)(8)"])
        return
    advance(play, step + 1)


def order_clause(play: Play, step: str) -> str:
    """Name the clause that has hands exposed, or winners paid, from the dealer's right."""
    if play.bank is None:
        return "(l)(5)#1" if step == "expose" else "(l)(8)#2"
    clause = "(m)(13)" if play.bank.co_banking else "(m)(12)"
    return clause + ("#1" if step == "expose" else "#4")


def marked_step(play: Play, act: Act, position: int) -> Step:
    """Name the step that a mark stands for."""
    if act.act == "expose" and position == play.banker:
        return ("house", 0)
    if act.act in ("settle-bank", "expose", "pay"):
        return ("pay-house", 0) if (act.act, position) == ("pay", 0) else (act.act, position)
    if act.act == "pay-envy":
        return ("envy", position or max((area.position for area in play.live_areas()), default=0))
    wager = act.facts.get("wager")
    allow(position in play.areas, "(r)(4)(i)#1", "nobody sits there")
    premium = play.areas[position].open(BONUS) and bonus.is_premium(play.areas[position])
    if wager == PROGRESSIVE and meters.shares_meter(play, play.areas[position]):
        return ("shared", 0)
    if wager is None:
        return (PROGRESSIVE if premium else BONUS, position)
    return ("premium" if premium and wager == BONUS else wager, position)


def advance(play: Play, until: int) -> None:
    """Carry out the steps up to there that are not done yet."""
    while play.done < until:
        step, place = play.steps[play.done]
        play.done += 1
        run(play, step, place)


def finish(play: Play) -> None:
    """Carry out all steps that are left."""
    begin(play)
    advance(play, len(play.steps))


def run(play: Play, step: str, place: int) -> None:
    """Carry out one step."""
    whole_table = {"house": expose_bank, "pay-house": pay_house, "settle-bank": settle_bank, "shared": meters.settle_sharers}
    if step in whole_table:
        whole_table[step](play)
        return
    area = play.areas[place]
    todo: dict[str, Callable[[Area], None]] = {
        "expose": partial(expose, play),
        "pay": partial(pay, play),
        PROGRESSIVE: partial(meters.pay_or_lose, play),
        BONUS: partial(bonus.settle_plain, play),
        "envy": partial(bonus.pay_envy, play),
        "premium": partial(bonus.settle_premium, play),
    }
    if not area.void:
        todo[step](area)


def expose_bank(play: Play) -> None:
    """Expose the bank's hands, compare the house's with them, (m)(11)#2, and collect its losing progressive wager, (l)(6)#1."""
    assert play.banker is not None
    compare_house(play)
    area = play.areas[play.banker]
    if area.open(PROGRESSIVE) and not progressive_rows(seven_cards(area)):
        meters.lose(play, area)


# ---- the base wager


def expose(play: Play, area: Area) -> None:
    """Expose and compare a hand; losers, also progressive ones, are collected and pushes returned at once, (l)(6)#1, (l)(7)#1."""
    if area.open(BASE):
        area.exposed = True
        area.outcome, clause = outcome(play, area)
        if area.outcome == "lose":
            collect_base(play, area, "lose", clause, to_centre=play.banker is not None)
        elif area.outcome == "tie":
            play.settle(area, BASE, "tie", [clause], returned=area.wagers[BASE].amount)
    if area.open(PROGRESSIVE) and not progressive_rows(seven_cards(area)):
        meters.lose(play, area)


def outcome(play: Play, area: Area) -> tuple[str, str]:
    """Compare a player's hands; a foul setting loses, (l)(6)(iii) and (iv)."""
    cards, low = seven_cards(area), area.low or []
    foul = hands.foul_clause(play, cards, low)
    return ("lose", foul) if foul else hands.compare(hands.scores(play, cards, low), opponent(play))


def pay(play: Play, area: Area) -> None:
    """Pay a winning base wager less vigorish, (l)(9); against a bank the amount wagered, from the centre, (m)(12)#4, (m)(15)."""
    if not area.open(BASE) or area.outcome != "win":
        return
    wager, player = area.wagers[BASE], player_account(area.player)
    banked = play.banker is not None
    times = 2 if play.reads("DIV-01", "two-to-one") and not banked else 1
    cents = wager.amount * times
    clauses = ["(l)(8)#3", pays_clause(play), "(m)(15)" if banked else "(l)(9)#2"]
    play.settle(area, BASE, "win", clauses, returned=wager.chips)
    wager.cents, wager.vigorish = cents, vigorish(cents, takes_quarter(play))
    play.pay("centre" if banked else "inventory", player, cents)
    play.pay(player, "vigorish", wager.vigorish)
    if play.bank and banked:
        play.bank.paid += cents


def pays_clause(play: Play) -> str:
    """Name the clause by which a winning base wager is paid."""
    if play.bank is None:
        return "(l)(9)#1"
    return "(m)(13)#4" if play.bank.co_banking else "(m)(12)#4"
