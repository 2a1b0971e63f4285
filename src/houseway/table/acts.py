"""Acts at a table other than playing: opening and closing, seats, chips, rulings, amended rules, conduct."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from houseway import equipment as equipment_rules
from houseway.citation import NO_CLAUSES, SILENT, Citation, Law
from houseway.errors import Malformed, NotAllowed
from houseway.events import Command, Event, Role
from houseway.games.round import Effect, return_coupon
from houseway.games.round_context import RoundContext
from houseway.games.wagers import return_movements
from houseway.ledger import Reason, Transfer
from houseway.money import Cents
from houseway.procedure import (
    DIV,
    INVENTORY,
    MD,
    VIGORISH,
    FactBounds,
    check_facts,
    check_role,
    is_account,
    layout_account,
    player_account,
)
from houseway.procedure import FOUR_CARD as FC
from houseway.procedure import ULTIMATE as UTH
from houseway.regulation import Regulation
from houseway.submission import Rules, judge_text
from houseway.table import meters as metering
from houseway.table import transfers
from houseway.table.context import round_context
from houseway.table.findings import check_findings_ruled, rule_finding
from houseway.table.rulings import check_cover, correct_payment, require_words, rule_payment
from houseway.table.state import Table, rules_of

SEATS = Law({MD: "2.A", DIV: "(g)(2)#1", UTH: ("2.A", "7.C"), FC: ("as-played.2.A", "as-played.7.C")})
TWO_AREAS = Law({MD: "7.F", DIV: "(o)(1)", UTH: "7.G", FC: "as-played.7.G"})
STAYS = Law({MD: "7.C(1)", DIV: "(g)(2)#2", UTH: "7.C(1)", FC: "as-played.7.C(1)"})
NO_CASH_BETS = Law({MD: "7.B", DIV: "(g)(1)#2", UTH: "7.B", FC: "as-played.7.B"}, subject="cash")
BETWEEN_ROUNDS = Law({MD: "13.E(7)(a)", DIV: "(q)(6)#1", UTH: "12.D(3)(b)", FC: ".12 D(3)(b)"})

DEALER_SPREADS = Law({MD: "5.H(2)", DIV: "(f)(7)#1", UTH: "5.H(1)", FC: "as-played.5.H(1)"})
TOUCHED = Law({MD: "11.A(5)", DIV: ("(l)(2)#1", "(l)(2)#4"), UTH: SILENT, FC: SILENT})
"""The table refuses to set hands of others, or hands twice, but does not see who touches the cards."""

Made = tuple[Effect | Transfer, ...]


def open_table(command: Command, edition: Regulation | None = None) -> tuple[Event, ...]:
    """A floorperson opens a table under a submission. The event carries the whole submission, so that a replay needs no other
    file. It is judged under the program's own edition of the book, or under the one of a record that is decided again."""
    check_facts(command, OPENING_FACTS)
    submission, name = command.text("submission"), command.text("table")
    inventory = command.cents("inventory")
    check_actor(command, (Role.FLOOR,))
    if not name.strip():
        raise Malformed("a table needs a name", code="table.name", given=name, allowed="a name, as in UTH-1")
    verdict = judge_text(submission, _attached_house_way(command), edition)
    if verdict.rules is None:
        found = [finding for finding in verdict.findings if finding.clause is not None]
        raise NotAllowed(
            f"the submission has findings: {'; '.join(finding.message for finding in verdict.findings)}",
            code="table.submission",
            clauses=tuple(finding.clause for finding in found if finding.clause),
            given="a submission with findings",
            allowed="a submission without findings (see `houseway check`)",
        )
    way = verdict.rules.house_way
    book = verdict.rules.regulation
    rules, _ = rules_of(submission, way.text if way else "", book.hash, book.edition)
    metering.check_shared(rules, name)
    facts = {
        "table": name,
        "at": command.at,
        "by": command.by.name,
        "submission": submission,
        "rules_hash": rules.hash,
        "book": rules.book,
        "book_hash": book.hash,
        "book_edition": book.edition,
        "house_way": way.text if way else "",
        "house_way_hash": way.hash if way else "",
    }
    opening = [transfer.to_event() for transfer in transfers.opening_inventory_transfers(inventory, command.by.name)]
    start = Event("round-started", (), {"number": 1, "first_offer": 1})
    return (Event("table-opened", (), facts), *opening, start)


def check_actor(command: Command, roles: tuple[Role, ...], clauses: tuple[Citation, ...] = ()) -> None:
    """Refuse somebody without the role, or a floorperson without a name, under the clauses of the act if the book has any
    (decision 8 lists acts without)."""
    check_role(command, *roles, clauses=clauses, code="table.role")
    if command.by.role is Role.FLOOR and not command.by.name:
        raise NotAllowed(
            f"{command.act} needs a floorperson with a name, because the name goes on record",
            code="table.nameless",
            clauses=clauses,
            given="nobody",
            allowed="a name",
        )


def _attached_house_way(command: Command) -> str | None:
    """Return the text of the operator's own house way, if the submission has one."""
    return command.text("house_way") if "house_way" in command.facts else None


def close_table(table: Table, command: Command) -> Made:
    """Close the table: nothing is on the layout, players get their chips, the inventory is counted and goes to the cage."""
    if is_in_play(table):
        raise NotAllowed(
            "the table cannot close during a round: players who bet stay until it is over",
            code="table.in-round",
            clauses=table.rules.law(STAYS),
            given="close-table",
            allowed="between rounds",
        )
    check_findings_ruled(table, command.act)
    there = table.ledger.balance(INVENTORY) + table.ledger.balance(VIGORISH)
    counted = command.cents("counted", there)
    why = command.text("why", "")
    moved = transfers.closing_inventory_transfers(table.ledger, counted, command.by.name, why)
    closed = Event("table-closed", (), {"by": command.by.name, "counted": counted, "at": command.at})
    gone = (part for name in table.arrivals for part in get_up(table, name, command.at, command.by.name, "the table closes"))
    return (*gone, *moved, closed)


def is_in_play(table: Table) -> bool:
    """Return whether wagers are on the layout, or betting is closed and cards are dealt for them."""
    return bool(table.round.closed or table.round.stakes or table.ledger.layout_balances)


def get_up(table: Table, name: str, at: int, by: str = "", why: str = "left in mid-round") -> Iterator[Event | Transfer]:
    """A player with nothing on the layout gives up his seat and takes his chips."""
    chips, places = table.chips(name), table.positions_of(name)
    if chips:
        yield from transfers.cash_out_transfers(player_account(name), chips, places[0] if places else None, by or name, why)
    yield Event("player-got-up", (), {"player": name, "at": at})


def seat_player(table: Table, command: Command) -> Made:
    """A player takes one position, or two adjacent ones if filed."""
    positions = command.numbers("positions") if "positions" in command.facts else (command.position,)
    name = command.by.name
    if not positions or not is_account(player_account(name)):
        raise Malformed(
            "to sit down, a player gives a name and a list of positions",
            code="command.fact",
            given=str(positions),
            allowed="positions",
        )
    _check_stayed(table, command)
    rules, law = table.rules, table.rules.law(SEATS)
    wanted = sorted({*positions, *table.positions_of(name)})
    most, places = areas_allowed(rules), round_context(table, command.at).positions
    if absent := sorted(set(wanted) - set(places)):
        said = f"this table has no position {', '.join(map(str, absent))}"
        raise NotAllowed(said, code="seat.none", clauses=law, given=tuple(wanted), allowed=places)
    sits_there = set(positions) <= set(table.positions_of(name))
    taken = [place for place in wanted if sits_there or table.seats.get(place, name) != name]
    if taken:
        free = tuple(place for place in places if place not in table.seats)
        raise NotAllowed(f"position {taken[0]} is taken", code="seat.taken", clauses=law, given=taken[0], allowed=free)
    adjacent = wanted[-1] - wanted[0] == len(wanted) - 1
    if len(wanted) > most or not adjacent:
        raise NotAllowed(
            f"a player may have at most {most} position{'s, side by side' if most > 1 else ''} at this table",
            code="seat.too-many",
            clauses=rules.law(TWO_AREAS),
            given=tuple(wanted),
            allowed=most,
        )
    return (Event("player-seated", law, {"player": name, "positions": positions, "at": command.at}),)


def areas_allowed(rules: Rules) -> int:
    """Return how many adjacent positions one player may bet on."""
    most = rules.options.get("table.positions-per-player", rules.options.get("table.boxes-per-player"))
    assert isinstance(most, int)
    return most


def leave_seat(table: Table, command: Command) -> Made:
    """A player leaves with his chips. With cards on the table he should not (7.C(1)); PG-48 says what follows. Facts: position,
    to give up only one of two areas."""
    name = _check_seated(table, command)
    mine = table.positions_of(name)
    context = round_context(table, command.at)
    if "position" in command.facts and mine != (command.facts["position"],):
        return _give_up_area(table, command, context, mine)
    playing = tuple(position for position in mine if position in (table.game.bank.position(table.round), *table.round.stakes))
    if table.round.closed and playing:
        return table.game.leave_mid_round(context, playing)
    back: list[Effect | Transfer] = list(table.game.leave_before_deal(context, mine))
    for position in mine:
        for wager, stake in table.round.wagers_at(position).items():
            event = Event("wager-taken-back", table.rules.law(STAYS), {"position": position, "wager": wager})
            back.append(event)
            if stake.amount:
                back.append(_return_wager(position, name, stake.amount, wager, table))
            back.extend(return_coupon(stake.coupon, table.rules.law(STAYS), position, wager))
    chips = table.chips(name) + sum((each.amount for each in back if isinstance(each, Transfer)), start=Cents(0))
    out = transfers.cash_out_transfers(player_account(name), chips, mine[0], name, "leaves") if chips else ()
    return (*back, *out, Event("player-got-up", (), {"player": name, "at": command.at}))


def _give_up_area(table: Table, command: Command, context: RoundContext, mine: tuple[int, ...]) -> Made:
    """Give up one of two areas: its wagers are returned, and the player stays at the other."""
    position, law = command.position, table.rules.law(STAYS)
    if position not in mine:
        raise NotAllowed(
            f"{command.by.name} does not sit at position {position}",
            code="seat.not-here",
            clauses=table.rules.law(SEATS),
            given=position,
            allowed=mine,
        )
    if position not in areas_to_give_up(table, mine):
        raise NotAllowed(
            f"position {position} cannot be given up while its hand is in play",
            code="seat.in-play",
            clauses=law,
            given=position,
            allowed="leave",
        )
    wagers = table.round.wagers_at(position)
    back = (part for wager, stake in wagers.items() for part in return_movements(position, wager, stake, law))
    gone = Event("area-given-up", law, {"player": command.by.name, "position": position, "at": command.at})
    return (*table.game.leave_before_deal(context, (position,)), *back, gone)


def areas_to_give_up(table: Table, mine: tuple[int, ...]) -> tuple[int, ...]:
    """Return the areas that a player may give up while staying."""
    held = (table.game.bank.position(table.round), *table.round.stakes) if table.round.closed else ()
    return tuple(position for position in mine if position not in held) if len(mine) > 1 else ()


def _return_wager(position: int, name: str, amount: Cents, wager: str, table: Table) -> Transfer:
    source, target = layout_account(position), player_account(name)
    reason = Reason.WAGER_RETURNED
    return Transfer(source, target, amount, reason, table.rules.law(STAYS), table.number, position, wager)


def _check_seated(table: Table, command: Command) -> str:
    if not table.positions_of(command.by.name):
        raise NotAllowed(
            f"{command.by.name or 'nobody'} does not sit here",
            code="seat.not-here",
            clauses=table.rules.law(SEATS),
            given=command.by.name,
            allowed=tuple(sorted(set(table.seats.values()))),
        )
    _check_stayed(table, command)
    return command.by.name


def has_left_mid_round(table: Table, name: str) -> bool:
    """Return whether somebody has left in mid-round: the hand is played, and the player decides nothing more (PG-48, DIV-50)."""
    return bool(table.round.left) and not table.round.left.isdisjoint(table.positions_of(name))


def _check_stayed(table: Table, command: Command) -> None:
    if has_left_mid_round(table, command.by.name):
        raise NotAllowed(
            f"{command.by.name} has left the table; the chips are paid out when the round is over",
            code="seat.left",
            clauses=table.rules.law(STAYS),
            given=command.act,
            allowed="after the round",
        )


def buy_in(table: Table, command: Command) -> Made:
    name, amount = _check_seated(table, command), command.cents("amount")
    barred = table.game.clauses_against_buy_in(round_context(table, command.at), name)
    if barred:
        raise NotAllowed(
            "chips cannot be bought while the player has a decision to make",
            code="chips.at-turn",
            clauses=barred,
            given=str(amount),
            allowed="before or after the decision",
        )
    return transfers.buy_in_transfers(player_account(name), amount, table.positions_of(name)[0], name)


def cash_out(table: Table, command: Command) -> Made:
    account, amount = player_account(_check_seated(table, command)), command.cents("amount")
    check_cover(table, command, account, amount)
    return transfers.cash_out_transfers(account, amount, table.positions_of(command.by.name)[0], command.by.name)


def give_tip(table: Table, command: Command) -> Made:
    account, amount = player_account(_check_seated(table, command)), command.cents("amount")
    check_cover(table, command, account, amount)
    return transfers.tip_transfers(account, amount, table.positions_of(command.by.name)[0], command.by.name)


def fill_inventory(table: Table, command: Command) -> Made:
    return transfers.fill_transfers(command.cents("amount"), command.by.name, require_words(command, "why"))


def return_to_cage(table: Table, command: Command) -> Made:
    return transfers.credit_transfers(command.cents("amount"), command.by.name, require_words(command, "why"))


def conduct_clauses(rules: Rules) -> tuple[Citation, ...]:
    """Return the clauses of which a breach can be recorded: the duties of people, which no step enforces, such as which hand holds
    the cards or where they lie; and rules of which the table sees only a part."""
    return (*rules.regulation.duties, *rules.law(NO_CASH_BETS), *rules.law(STAYS), *rules.law(TOUCHED))


def record_conduct(table: Table, command: Command) -> Made:
    """Record conduct that the book forbids: touching cards, spoken bets, hidden cards, an unattended shaker."""
    clause = table.rules.regulation.clause(command.text("clause")).citation
    about = conduct_clauses(table.rules)
    if clause not in about:
        raise NotAllowed(
            f"{clause} is not a clause on conduct that can be recorded",
            code="table.not-conduct",
            clauses=(clause,),
            given=clause.clause,
            allowed=tuple(each.clause for each in about),
        )
    facts = {
        "who": require_words(command, "who"),
        "what": require_words(command, "what"),
        "by": command.by.name,
        "at": command.at,
    }
    return (Event("conduct-recorded", (clause,), facts),)


def clauses_for_spread_request(table: Table, what: str) -> tuple[Citation, ...]:
    """Return the clause under which a player may ask for cards to be spread now; none if he may not."""
    busy = table.round.closed or table.equipment.cards_out or what in table.requests
    return () if busy else equipment_rules.clauses_for_asking(table.equipment, what)


def ask_spread(table: Table, command: Command) -> Made:
    """A player asks for idle cards face up, or for the deck in the shuffler to be spread."""
    name, what = _check_seated(table, command), command.text("what")
    law = clauses_for_spread_request(table, what)
    if not law:
        raise NotAllowed(
            "that cannot be asked for now" if equipment_rules.lie_face_down_when_idle(table.equipment) else DEALER_LIKES,
            code="table.no-request",
            clauses=table.rules.law(DEALER_SPREADS),
            given=what,
            allowed=tuple(each for each in REQUESTS if clauses_for_spread_request(table, each)),
        )
    return (Event("spread-asked", law, {"what": what, "player": name, "at": command.at}),)


REQUESTS = (equipment_rules.SPREAD_FACE_UP, equipment_rules.SPREAD_STORED_DECK)
DEALER_LIKES = "under this book the dealer decides how idle cards are spread"


def bet_in_words(table: Table, command: Command) -> Made:
    """Refuse a spoken wager, with or without cash."""
    raise NotAllowed(
        "a wager must be chips on the layout; spoken wagers with cash are not accepted",
        code="wager.spoken",
        clauses=table.rules.law(NO_CASH_BETS, command.text("wager", "")),
        given=command.text("said", "a spoken wager"),
        allowed="chips on the betting area",
    )


def amend_rules(table: Table, command: Command, edition: Regulation | None = None) -> Made:
    """Amend the submission, between rounds only. The meters' own events say what happens to live meters. The edition is that of
    `open_table`."""
    submission = command.text("submission")
    if is_round_under_way(table):
        raise NotAllowed(
            "an amended submission can take effect only between rounds",
            code="table.in-round",
            clauses=table.rules.law(BETWEEN_ROUNDS),
            given="amend",
            allowed="before the first wager of a round, and before anybody is asked to bank it",
        )
    verdict = judge_text(submission, _attached_house_way(command), edition)
    if verdict.rules is None or verdict.rules.book != table.rules.book:
        found: tuple[Citation, ...] = tuple(finding.clause for finding in verdict.findings if finding.clause)
        raise NotAllowed(
            f"the amended submission has findings, or is for another book than {table.rules.book}",
            code="table.submission",
            clauses=found,
            given=verdict.rules.book if verdict.rules else "findings",
            allowed=table.rules.book,
        )
    way = verdict.rules.house_way
    text, number = (way.text, way.hash) if way else ("", "")
    book = verdict.rules.regulation
    rules, _ = rules_of(submission, text, book.hash, book.edition)
    _check_seats(table, rules)
    metering.check_shared(rules, table.id)
    facts = {"submission": submission, "rules_hash": rules.hash, "house_way": text, "house_way_hash": number}
    named = {"book_hash": book.hash, "book_edition": book.edition}
    return (Event("rules-amended", (), {**facts, **named, "by": command.by.name, "at": command.at}),)


def is_round_under_way(table: Table) -> bool:
    """Return whether a round is under way: wagers are placed, cards are out, or somebody was asked to bank."""
    return is_in_play(table) or table.equipment.cards_out or table.game.bank.is_pending(table.round)


def room_needed(table: Table) -> FactBounds:
    """Return what an amended submission must provide: the last position taken, and the most positions of one player."""
    most = max((len(table.positions_of(name)) for name in table.arrivals), default=1)
    return {"positions": max(table.seats, default=1), "areas": most}


def _check_seats(table: Table, rules: Rules) -> None:
    """Every seated player must have a place under the new rules, or give it up first."""
    places, most = tuple(range(1, rules.positions + 1)), areas_allowed(rules)
    lost = {position: name for position, name in sorted(table.seats.items()) if position not in places}
    if lost:
        raise NotAllowed(
            f"the new rules have only {len(places)} positions, and these players sit beyond them: {', '.join(lost.values())}",
            code="table.seats-taken",
            clauses=rules.law(SEATS),
            given=tuple(lost),
            allowed=places,
        )
    crowded = tuple(name for name in table.arrivals if len(table.positions_of(name)) > most)
    if crowded:
        raise NotAllowed(
            f"the new rules allow a player {most} position{'s' if most > 1 else ''}, and these players have more:"
            f" {', '.join(crowded)}",
            code="table.seats-taken",
            clauses=rules.law(TWO_AREAS),
            given=crowded,
            allowed=most,
        )


DecideAct = Callable[[Table, Command], Made]


class TableAct(NamedTuple):
    """An act at a table: who may do it, how it is decided, and under which rule if there is one."""

    roles: tuple[Role, ...]
    decide: DecideAct
    law: Law = NO_CLAUSES
    facts: frozenset[str] = frozenset()
    """The facts that a command for the act may have."""


PLAYERS = (Role.PLAYER, Role.BANK)
AMOUNT, FILED = frozenset(("amount",)), frozenset(("submission", "house_way"))
ACTS: Mapping[str, TableAct] = {
    "close-table": TableAct((Role.FLOOR,), close_table, facts=frozenset(("counted", "why"))),
    "sit": TableAct((Role.PLAYER,), seat_player, SEATS, frozenset(("position", "positions"))),
    "leave": TableAct(PLAYERS, leave_seat, STAYS, frozenset(("position",))),
    "buy-in": TableAct(PLAYERS, buy_in, facts=AMOUNT),
    "cash-out": TableAct(PLAYERS, cash_out, facts=AMOUNT),
    "tip": TableAct(PLAYERS, give_tip, facts=AMOUNT),
    "fill": TableAct((Role.FLOOR,), fill_inventory, facts=AMOUNT | {"why"}),
    "credit": TableAct((Role.FLOOR,), return_to_cage, facts=AMOUNT | {"why"}),
    "rule": TableAct((Role.FLOOR,), rule_payment, facts=AMOUNT | {"source", "target", "why", "clause"}),
    "correct": TableAct((Role.FLOOR,), correct_payment, facts=AMOUNT | {"round", "seat", "wager", "reason", "error", "why"}),
    "record-conduct": TableAct((Role.DEALER, Role.FLOOR), record_conduct, facts=frozenset(("clause", "who", "what"))),
    "ask-spread": TableAct(PLAYERS, ask_spread, DEALER_SPREADS, frozenset(("what",))),
    "bet-in-words": TableAct(PLAYERS, bet_in_words, NO_CASH_BETS, frozenset(("wager", "said"))),
    "rule-finding": TableAct((Role.FLOOR,), rule_finding, facts=frozenset(("finding", "choice", "why"))),
    "amend": TableAct((Role.FLOOR,), amend_rules, BETWEEN_ROUNDS, FILED),
}
OPENING_FACTS = FILED | {"table", "inventory"}
