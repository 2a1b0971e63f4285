"""11.H to 11.K: box by box from the dealer's right, and in each box wager by wager."""

from collections.abc import Iterator

from houseway_referee.against_dealer.found import wrong_numbers
from houseway_referee.against_dealer.play import turn_dealer
from houseway_referee.against_dealer.progressive import settle_envy, settle_progressive
from houseway_referee.against_dealer.table import Box, Outcome, Refused, Table
from houseway_referee.errors import NotDecided, RecordError
from houseway_referee.record import Act

Step = tuple[int, str]


def steps(table: Table) -> Iterator[Step]:
    """List what is settled: counterclockwise from the dealer's right, each box to its end (11.H(2)(d), 11.I, 11.J, UTH-16)."""
    for box in reversed(table.in_play()):
        for what in ("expose", "base", *table.game.sides, "envy"):
            yield box.position, what


def settle_through(table: Table, last: Step | None, include: bool = True) -> None:
    """Settle everything up to a step, or all of it."""
    if table.waits_for_ruling:
        raise NotDecided("a floorperson has not ruled on an exposed card", table.clause("13.F"))
    for step in steps(table):
        if step == last and not include:
            return
        settle_step(table, table.boxes[step[0]], step[1])
        if step == last:
            return


def settle_step(table: Table, box: Box, what: str) -> None:
    """Settle one thing of a box, unless it is settled, or void."""
    if what == "expose":
        expose_box(table, box)
    elif what == "base":
        settle_base(table, box)
    elif what == "envy":
        if box.position not in table.envy_settled:
            table.envy_settled.add(box.position)
            settle_envy(table, box)
    elif what in box.wagers and (box.position, what) not in table.outcomes:
        settle = settle_progressive(table, box) if what == "progressive" else table.game.settle_side(table, box, what)
        record_outcome(table, box, what, settle)


def plays_on(table: Table, box: Box) -> bool:
    """Say whether the base wagers of a box are compared with the dealer's hand, and have not been yet."""
    return "play" in box.wagers and not box.abandoned and not table.base_void and (box.position, "play") not in table.outcomes


def expose_box(table: Table, box: Box) -> None:
    """11.H(2)(a), 11.H(3)(a), (d): the hand is turned up; if it has lost or tied, its base wagers are settled at once.

    11.H(1): an Ante that goes back because the dealer has no pair goes back first, and the others are resolved after it.
    """
    table.exposed.add(box.position)
    if not plays_on(table, box):
        return
    outcomes = table.game.settle_base(table, box)
    if outcomes["play"].result != "win":
        settle_base(table, box)
    elif outcomes["ante"].result == "tie":
        record_outcome(table, box, "ante", outcomes["ante"])


def settle_base(table: Table, box: Box) -> None:
    """11.H(3): the base wagers of a box, in the order of the text."""
    if plays_on(table, box):
        for wager, outcome in table.game.settle_base(table, box).items():
            record_outcome(table, box, wager, outcome)


def record_outcome(table: Table, box: Box, wager: str, outcome: Outcome) -> None:
    """Note what becomes of a wager, within the payout limit (Ultimate 12.F).

    UTH-106: the limit runs over all limited wagers of one box together, so what is settled last is cut first.
    """
    limit = table.option("payout-limit.amount", None) if table.game.board else None
    if limit is not None and wager in limited(table):
        paid = sum(
            table.outcomes[box.position, other].cents for other in limited(table) if (box.position, other) in table.outcomes
        )
        if outcome.cents > limit - paid:
            outcome.cents = limit - paid
            outcome.clauses = (*outcome.clauses, "12.F")
    table.outcomes[box.position, wager] = outcome


def limited(table: Table) -> tuple[str, ...]:
    """12.F(2), UTH-03: the wagers to which a payout limit applies; never Progressive and Six Card Bonus."""
    added = ("ultimate-pairs", "bad-beat", "play-the-board") if table.choice("UTH-03") == "capped" else ()
    return ("ante", "blind", "play", "trips", *added)


# ---- marks: how far the settlement has got


def mark(table: Table, act: Act) -> None:
    """Settle as far as an act of settlement says."""
    get_ready(table)
    position = act.facts.get("position")
    if position is None:
        return
    if not any(box.position == position for box in table.in_play()):
        raise Refused(table.clause("11.H"), f"position {position} has no cards")
    what = {"expose": "expose", "pay": "base", "pay-envy": "envy"}.get(act.act, act.facts.get("wager", "progressive"))
    if what not in ("expose", "base", *table.game.sides, "envy"):
        raise RecordError(f"{act.act}: {what!r} is not settled by itself")
    settle_through(table, (position, what))


def expose(table: Table, act: Act) -> None:
    """11.H(2)(a): a hand is turned up; a wrong number of cards may show only now (13.E)."""
    mark_before = (act.facts["position"], "expose")
    if act.facts.get("hands"):
        get_ready(table)
        settle_through(table, mark_before, include=False)
        wrong_numbers(table, act.facts["hands"])
    if not table.round_void:
        mark(table, act)


def get_ready(table: Table) -> None:
    """11.G: nothing is settled before the dealer's cards are turned up, unless the wagers against him are void."""
    if not table.dealer_up and not table.base_void:
        turn_dealer(table, Act("dealer", "", "turn-dealer", {}))


def rule_light(table: Table, act: Act) -> None:
    """11.J(2)(b): a floorperson rules whether a progressive wager stands that wins and whose light is not lit."""
    get_ready(table)
    box = table.boxes.get(act.facts["position"])
    if box is None or "progressive" not in box.wagers or box.lit:
        raise Refused(table.clause("11.J(2)(b)"), "no light is missing there")
    settle_through(table, (box.position, "progressive"), include=False)
    box.light_stands = bool(act.facts["stands"])


def end_round(table: Table, _: Act) -> None:
    """11.K: the round is over when everything is settled."""
    if not table.round_void and table.dealt:
        get_ready(table)
        settle_through(table, None)
    table.over = True
