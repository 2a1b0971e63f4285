"""Rows of reports that follow from a command at a table, and from the record of the house."""

import json
from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter

from houseway.events import Event
from houseway.events.disclosure import Disclosures, Viewer, redact_facts
from houseway.formats.compact_json import encode_json
from houseway.ledger import MONEY_MOVED, Transfer
from houseway.reports.gaming_day import GamingCalendar
from houseway.reports.rows.incident_kinds import IRREGULAR
from houseway.reports.rows.inventory_entries import inventory_entry, round_entries
from houseway.reports.rows.sign_ons import DEALER_SIGNED_OFF, DEALER_SIGNED_ON, sign_on_row
from houseway.reports.rows.tally import RoundTally, Shift, Sitting, TableTally, WagerTally, account_owner
from houseway.reports.rows.wager_terms import (
    SEVERAL_HANDS,
    count_other_hands,
    envy_of,
    terms_of,
    wager_name,
)
from houseway.store import Projection, RecordedCommand, StreamAppend
from houseway.store.report_tables import key_of, report_day_wagers, report_days, sums_of
from houseway.submission.source import parse_content
from houseway.table.editions import RULES_EVENTS

_encode, _DELETE = json.JSONEncoder(separators=(",", ":")).encode, b"\x7f"
Row = dict[str, object]
Counts = Mapping[tuple[object, ...], Mapping[str, int]]
"""Numbers that are added up, by the key of their row."""
_PUBLIC = Viewer(staff=False, owns_hand=False)

_DAY_SUMS = sums_of(report_days)
_WAGER_MONEY = ("wagered", "won", "lost", "vigorish", "envy", "meter_awards")
_money_of = attrgetter(*_WAGER_MONEY)
_WAGER_SUMS = sums_of(report_day_wagers)
_AMOUNT = ("amount",)
REPORTED = IRREGULAR | frozenset(RULES_EVENTS)
"""Kinds of events from which rows of their own follow."""
_NOTHING: Mapping[str, int] = {}
_DAY_KEY = key_of(report_days)
_WAGER_KEY = key_of(report_day_wagers)


def project_command(
    before: TableTally, after: TableTally, command: RecordedCommand, calendar: GamingCalendar, disclosures: Disclosures
) -> tuple[Projection, ...]:
    """Return the rows that follow from a command at a table, from the tallies before and after it."""
    found: list[Projection] = []
    is_irregular = names_rules = False
    for event in command.events:  # without a set of all kinds: mostly it is none of these
        if event.kind in REPORTED:
            is_irregular |= event.kind in IRREGULAR
            names_rules |= event.kind in RULES_EVENTS
    if before.rounds is not after.rounds:
        found += [
            each for played in _other_ended_rounds(before, after) for each in _project_round(before, after, played, calendar)
        ]
    if after.moved:
        found += _project_movements(before.version, after, command, calendar)
    if is_irregular:
        rows = tuple(_irregularity_rows(before, after, command, calendar, disclosures))
        found.append(Projection("report_incidents", rows))
    if before.sittings is not after.sittings:
        found.append(Projection("report_sittings", tuple(_sitting_rows(before, after, calendar))))
    if before.shift is not after.shift:  # which each act of the dealer makes longer
        rows = tuple(_shift_rows(before.shift, after.shift, after.table, calendar))
        found += [Projection("report_shifts", rows)] if rows else []
    if not before.table and after.table:
        found.append(_opening_row(after, calendar.day_of(command.at)))
    if names_rules:
        found.append(Projection("report_rules", tuple(_rules_rows(after, command))))
    return tuple([each for each in found if each.rows]) if found else ()


def moves_only_in_round(before: TableTally, after: TableTally) -> bool:
    """Return whether nothing follows from a command but what its money does to the table's inventory, as from most. It has no event
    of a kind in `REPORTED`."""
    if before.rounds is not after.rounds or before.sittings is not after.sittings or not before.table:
        return False
    if before.shift is not after.shift and not _goes_on(before.shift, after.shift):
        return False
    return None not in [transfer.round for transfer in after.moved]


def _goes_on(old: Shift | None, new: Shift | None) -> bool:
    """Return whether a shift has only become longer."""
    return (
        old is not None and new is not None and (old.dealer, old.began_at, old.rounds) == (new.dealer, new.began_at, new.rounds)
    )


class RoundMoney:
    """Adds up what money that moves in rounds does to the inventory of a table, day by day."""

    def __init__(self, calendar: GamingCalendar) -> None:
        self._calendar = calendar
        self._at: int | None = None
        self._day = ""
        self._sums: dict[tuple[str, str], int] = {}

    def add(self, moved: Iterable[Transfer], at: int) -> None:
        sums = self._sums
        if at != self._at:
            self._at, self._day = at, self._calendar.day_of(at)
        for entry, amount in round_entries(moved):
            key = self._day, entry
            sums[key] = sums[key] + amount if key in sums else amount

    def take_rows(self, table: str) -> Iterator[Projection]:
        """Yield the rows of what was added since the last call."""
        if self._sums:
            rows = tuple(
                [{"table_id": table, "day": day, "entry": name, "amount": each} for (day, name), each in self._sums.items()]
            )
            self._sums.clear()
            yield Projection("report_day_movements", rows, _AMOUNT)


def _opening_row(tally: TableTally, day: str) -> Projection:
    """Return a day without rounds: reports on a game include its tables from their opening on."""
    where = {"day": day, "table_id": tally.table, "book": tally.book}
    return Projection("report_days", ({**where, **dict.fromkeys(_DAY_SUMS, 0)},), _DAY_SUMS)


def _rules_rows(after: TableTally, command: RecordedCommand) -> Iterator[Row]:
    for event in command.events:
        if event.kind in RULES_EVENTS:
            offered = parse_content(event.text("submission")).get("wagers", {})
            letters = {wager: str(terms["paytable"]) for wager, terms in offered.items() if "paytable" in terms}
            yield {"rules": event.text("rules_hash"), "book": after.book, "paytables": json.dumps(letters)}


# Rounds


def _other_ended_rounds(before: TableTally, after: TableTally) -> list[RoundTally]:
    """Return the ended rounds that a command has ended or changed. Mostly there is none."""
    ended = []
    for played in after.rounds:
        if played.ended_at:
            for known in before.rounds:
                if known is played:
                    break
            else:
                ended.append(played)
    return ended


def _project_round(
    before: TableTally, after: TableTally, played: RoundTally, calendar: GamingCalendar
) -> tuple[Projection, ...]:
    earlier = before.find_round(played.number)
    if played == earlier:
        return ()
    day = calendar.day_of(played.ended_at)
    known = earlier if earlier and earlier.ended_at else None
    row = _round_row(after, played, day)
    counts = _day_counts(row, played), _day_counts(_round_row(after, known, day), known) if known else {}
    sums = _wager_counts(after, played, day), _wager_counts(after, known, day) if known else {}
    return (
        Projection("report_rounds", (row,)),
        Projection("report_hands", tuple(_hand_rows(after, played, day))),
        _difference("report_days", _DAY_KEY, _DAY_SUMS, after, *counts),
        _difference("report_day_wagers", _WAGER_KEY, _WAGER_SUMS, after, *sums),
    )


def _difference(
    table: str, key: tuple[str, ...], sums: tuple[str, ...], tally: TableTally, after: Counts, before: Counts
) -> Projection:
    """Return what has to be added to the sums after the figures of a round have changed."""
    rows = []
    for at in {**after, **before}:
        added = after.get(at, _NOTHING)
        if at in before:
            old = before[at]
            added = {name: added.get(name, 0) - old.get(name, 0) for name in sums}
        if any(added.values()):
            rows.append({**dict(zip(key, at, strict=True)), "book": tally.book, **added})
    return Projection(table, tuple(rows), sums)


def _round_row(tally: TableTally, played: RoundTally, day: str) -> Row:
    wagered, net, vigorish, awards = _sum_up(played.wagers.values())
    return {
        "table_id": tally.table,
        "number": played.number,
        "day": day,
        "book": tally.book,
        "rules": played.rules,
        "began_at": played.began_at,
        "ended_at": played.ended_at,
        "first_version": played.first_version,
        "last_version": played.last_version,
        "wagered": wagered,
        "house_win": -net,  # what players lose, the house wins: nothing else takes part in a round
        "vigorish": vigorish,
        "meter_awards": awards,
        "players": len({played.players.get(position) for position in played.positions_at_stake}),
        "irregularities": played.irregularities,
        "is_void": played.is_void,
        "is_banked": played.is_banked,
    }


def _sum_up(wagers: Iterable[WagerTally]) -> tuple[int, int, int, int]:
    """Return what was wagered, what players have won, the vigorish, and the awards from meters."""
    wagered = net = vigorish = awards = 0
    for wager in wagers:
        wagered += wager.wagered
        net += wager.net
        vigorish += wager.vigorish
        awards += wager.meter_awards
    return wagered, net, vigorish, awards


def _hand_rows(tally: TableTally, played: RoundTally, day: str) -> Iterator[Row]:
    by_position: dict[int, dict[str, WagerTally]] = {}
    for (position, name), wager in played.wagers.items():
        if not wager.is_withdrawn:
            by_position.setdefault(position, {})[name] = wager
    for position, wagers in sorted(by_position.items()):
        if any(wager.staked or wager.net for wager in wagers.values()):
            facts = {name: _wager_facts(tally.book, played, position, name) for name in wagers}
            wagered, net, vigorish, _ = _sum_up(wagers.values())
            yield {
                "table_id": tally.table,
                "number": played.number,
                "position": position,
                "player": played.players.get(position, ""),
                "day": day,
                "ended_at": played.ended_at,
                "wagered": wagered,
                "net": net,
                "vigorish": vigorish,
                "wagers": _encode_wagers(facts),
            }


def _encode_wagers(facts: Mapping[str, object]) -> str:
    """Encode the facts of wagers. In names, what is not printable ASCII is escaped, as the standard library does it."""
    encoded = encode_json(facts)
    return _encode(facts) if _DELETE in encoded or not encoded.isascii() else encoded.decode()


def _wager_facts(book: str, played: RoundTally, position: int, name: str) -> dict[str, object]:
    wager = played.wagers[position, name]
    facts: dict[str, object] = {
        "wagered": wager.wagered,
        "won": wager.won,
        "lost": wager.lost,
        "vigorish": wager.vigorish,
        "refunded": wager.refunded,
        "net": wager.net,
        "meter_awards": wager.meter_awards,
        "envy": wager.envy,
        "terms": terms_of(book, played, name, wager),
    }
    if facts["wagered"] and envy_of(book, name):
        others = count_other_hands(played, position, name)
        facts |= {"envy_terms": _envy_terms(played), "other_hands": others.all, "other_bettors": others.bettors}
    return {each: fact for each, fact in facts.items() if fact or each == "wagered"}


def _day_counts(row: Row, played: RoundTally) -> Counts:
    money = {name: int(str(row[name])) for name in ("wagered", "house_win", "vigorish", "meter_awards")}
    counts = {"rounds": 1, "void_rounds": int(played.is_void), "irregular_rounds": int(played.irregularities > 0)}
    return {(row["day"], row["table_id"]): {**counts, "hands": len(played.positions_at_stake), **money}}


def _wager_counts(tally: TableTally, played: RoundTally, day: str) -> Counts:
    found: dict[tuple[object, ...], dict[str, int]] = {}
    counted: set[tuple[str, str]] = set()

    def sums_of(name: str, stake: int, terms: str) -> dict[str, int]:
        at = (day, tally.table, played.rules, name, stake, terms)
        if at not in found:
            found[at] = dict.fromkeys(_WAGER_SUMS, 0)
        sums, each = found[at], (wager_name(name), terms)
        if each not in counted:
            counted.add(each)
            sums["rounds"] += 1
        return sums

    for (position, name), wager in played.wagers.items():
        wagered = wager.wagered
        if wagered or wager.net or wager.refunded:
            sums = sums_of(name, wagered, terms_of(tally.book, played, name, wager))
            for each, amount in zip(_WAGER_MONEY, _money_of(wager), strict=True):
                sums[each] += amount
            sums["house_win"] -= wager.net
            sums["hands"] += 1 if wagered else 0
        for envy in envy_of(tally.book, name) if wagered else ():
            sums, others = sums_of(envy, wagered, _envy_terms(played)), count_other_hands(played, position, name)
            sums["other_hands"] += others.all
            sums["other_bettors"] += others.bettors
    return found


def _envy_terms(played: RoundTally) -> str:
    return SEVERAL_HANDS if played.has_several_hands else ""


# Money between rounds, and what is at stake in them


def _project_movements(
    before: int, after: TableTally, command: RecordedCommand, calendar: GamingCalendar
) -> Iterator[Projection]:
    """Yield the rows of what a command moves. `before` is the table's version before it."""
    moved, entries = list[tuple[int, Transfer]](), list(round_entries(after.moved))
    for transfer in after.moved:
        if transfer.round is None:
            moved = _moves_between_rounds(before, command)
            entries[:0] = [inventory_entry(each) for _, each in moved]
            break
    if not entries:
        return
    at = {"table_id": after.table, "day": calendar.day_of(command.at)}
    if moved:
        yield Projection("report_movements", tuple(_movement_row(*each, command.at, at) for each in moved))
    yield Projection(
        "report_day_movements", tuple([{**at, "entry": name, "amount": sum_} for name, sum_ in entries if name]), _AMOUNT
    )


def _moves_between_rounds(before: int, command: RecordedCommand) -> list[tuple[int, Transfer]]:
    """Return the transfers that belong to no round, with their versions."""
    events = enumerate(command.events, start=before + 1)
    found = [(version, Transfer.from_event(event)) for version, event in events if event.kind == MONEY_MOVED]
    return [each for each in found if each[1].round is None]


def _movement_row(version: int, transfer: Transfer, at: int, where: Mapping[str, object]) -> Row:
    return {
        **where,
        "version": version,
        "at": at,
        "reason": transfer.reason.value,
        "source": transfer.source,
        "target": transfer.target,
        "amount": transfer.amount.amount,
        "player": account_owner(transfer.source) or account_owner(transfer.target),
        "made_by": transfer.by,
        "note": transfer.note,
    }


def _sitting_rows(before: TableTally, after: TableTally, calendar: GamingCalendar) -> Iterator[Row]:
    for player, sitting in after.sittings.items():
        if before.sittings.get(player) != sitting:
            yield _sitting_row(after.table, player, sitting, calendar)


def _sitting_row(table: str, player: str, sitting: Sitting, calendar: GamingCalendar) -> Row:
    return {
        "table_id": table,
        "player": player,
        "began_at": sitting.began_at,
        "ended_at": sitting.ended_at,
        "day": calendar.day_of(sitting.began_at),
        "positions": ", ".join(map(str, sitting.positions)),
        "bought_in": sitting.bought_in,
        "cashed_out": sitting.cashed_out,
    }


def _shift_rows(old: Shift | None, new: Shift | None, table: str, calendar: GamingCalendar) -> list[Row]:
    """A shift is written when it begins, with each of its rounds, and when the next one begins: not with every act."""
    if new is None:
        return []
    is_same = old is not None and old.dealer == new.dealer and old.began_at == new.began_at
    if old is None or (is_same and old.rounds != new.rounds):
        return [_shift_row(table, new, calendar)]
    return [] if is_same else [_shift_row(table, old, calendar), _shift_row(table, new, calendar)]


def _shift_row(table: str, shift: Shift, calendar: GamingCalendar) -> Row:
    return {
        "table_id": table,
        "began_at": shift.began_at,
        "dealer": shift.dealer,
        "ended_at": shift.ended_at,
        "day": calendar.day_of(shift.began_at),
        "rounds": shift.rounds,
    }


# Incidents


def _irregularity_rows(
    before: TableTally, after: TableTally, command: RecordedCommand, calendar: GamingCalendar, disclosures: Disclosures
) -> Iterator[Row]:
    for version, event in enumerate(command.events, start=before.version + 1):
        if event.kind in IRREGULAR:
            about = before.round_concerned(event)  # a round that begins with this command has had no irregularity yet
            public = redact_facts(event, disclosures, _PUBLIC)
            yield _incident_row(f"table:{after.table}", version, public, command.at, calendar, after.table, about)


def project_house(part: StreamAppend, calendar: GamingCalendar) -> tuple[Projection, ...]:
    """Return the rows of what is added to the record of the house: each of its events is significant."""
    recorded = [(command.at, event) for command in part.commands for event in command.events]
    rows = tuple(
        _incident_row(part.stream, version, event, at, calendar, str(event.facts.get("table", "")), event.facts.get("round"))
        for version, (at, event) in enumerate(recorded, start=part.expected_version + 1)
    )
    signed = tuple(sign_on_row(event, calendar) for _, event in recorded if event.kind in (DEALER_SIGNED_ON, DEALER_SIGNED_OFF))
    return (Projection("report_incidents", rows), *((Projection("report_sign_ons", signed),) if signed else ()))


def _incident_row(
    stream: str, version: int, event: Event, at: int, calendar: GamingCalendar, table: str, number: object
) -> Row:
    return {
        "stream": stream,
        "version": version,
        "day": calendar.day_of(at),
        "at": at,
        "kind": event.kind,
        "table_id": table,
        "number": number if isinstance(number, int) else None,
        "event": json.dumps(event.to_json(), separators=(",", ":"), ensure_ascii=False),
    }
