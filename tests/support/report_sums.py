"""Rows of reports compared with the transfers behind them."""

import json

from houseway.events import Event
from houseway.ledger import MONEY_MOVED, Reason, Transfer, account_changes
from houseway.procedure import CENTRE, HOUSE, INVENTORY, VIGORISH
from houseway.reports.gaming_day import GamingCalendar
from houseway.reports.rows.inventory_entries import COUPON_REASONS, IN_PLAY, REFUNDED
from houseway.reports.rows.table_rows import project_command
from houseway.reports.rows.tally import TableTally
from houseway.store import RecordedCommand
from houseway.store.projections import write_projections
from houseway.table.disclosure import disclosures_of
from tests.support.stored import FLOOR

_KEPT_SEPARATE = {Reason.HOUSE_FUNDS, *COUPON_REASONS}
"""What the casino brings, and coupons, which are nobody's chips."""


def project_events(events, game, at=1_000):
    """The rows that follow from events, as if each round were a command: by table, the last row of each key, or the sum."""
    tally, rows, disclosures = TableTally(), {}, disclosures_of(game)
    for part in _parts(events):
        command = RecordedCommand(at, FLOOR, tuple(part))
        before, tally = tally, tally.after(command)
        for projection in project_command(before, tally, command, GamingCalendar(), disclosures):
            _write(rows.setdefault(projection.table, {}), projection)
    return {table: list(found.values()) for table, found in rows.items()}


def _parts(events):
    part = []
    for event in events:
        part.append(event)
        if event.kind == "round-completed":
            yield part
            part = []
    if part:
        yield part


_KEYS = {
    "report_rounds": ("number",),
    "report_hands": ("number", "position"),
    "report_days": ("day",),
    "report_day_wagers": ("day", "rules", "wager", "stake", "terms"),
    "report_movements": ("version",),
    "report_day_movements": ("day", "entry"),
    "report_incidents": ("version",),
    "report_sittings": ("player", "began_at"),
    "report_shifts": ("began_at", "dealer"),
    "report_rules": ("rules",),
}


def _write(found, projection):
    for row in projection.rows:
        key = tuple(row[name] for name in _KEYS[projection.table])
        before = found.get(key, {})
        found[key] = {**row, **{name: row[name] + before.get(name, 0) for name in projection.added}}


def write_rows(database, played, at, calendar=None, table="", by=FLOOR):
    """Write the rows of a round file that was played, as if somebody had done everything at a time. Return the time, the actor and
    the events of each command."""
    tally, disclosures, commands = TableTally(), disclosures_of(played.run.table.rules.game), []
    with database.transaction() as connection:
        for played_event in played.run.events:
            event = _at_table(played_event, table) if table else played_event
            before, command = tally, RecordedCommand(at, by, (event,))
            tally = tally.after(command)
            rows = project_command(before, tally, command, calendar or GamingCalendar(), disclosures)
            write_projections(connection, rows)
            commands.append((at, by, (event,)))
    return commands


def _at_table(event, table):
    return Event(event.kind, event.clauses, {**event.facts, "table": table}) if event.kind == "table-opened" else event


def transfers_in(events):
    return [Transfer.from_event(event) for event in events if event.kind == MONEY_MOVED]


def differences(events, rows):
    """What is wrong with the rows of events: sums of money that are not those of the transfers."""
    completed = {row["number"] for row in rows.get("report_rounds", ())}
    moved = [transfer for transfer in transfers_in(events) if transfer.round in completed]
    real = account_changes(transfer for transfer in moved if transfer.reason not in _KEPT_SEPARATE)
    house = sum(real[account].amount for account in (INVENTORY, VIGORISH, HOUSE) if account in real)
    vigorish = sum(
        transfer.amount.amount * (1 if transfer.target == VIGORISH else -1)
        for transfer in moved
        if VIGORISH in (transfer.source, transfer.target)
    )
    players = {name: cents.amount for name, cents in real.items() if name.startswith(("player:", "seat:"))}
    expected = {"house_win": house, "vigorish": vigorish}
    for table in ("report_rounds", "report_days", "report_day_wagers"):
        found = {name: sum(row[name] for row in rows.get(table, ())) for name in expected}
        if found != expected:
            yield f"{table}: {found} instead of {expected}"
    if sum(row["net"] for row in rows.get("report_hands", ())) != sum(players.values()):
        yield f"report_hands: {rows['report_hands']} instead of {players}"
    yield from _identities(rows)


def _identities(rows):
    for hand in rows.get("report_hands", ()):
        for name, facts in json.loads(hand["wagers"]).items():
            parts = [facts.get(part, 0) for part in ("won", "lost", "vigorish", "net")]
            if parts[0] - parts[1] - parts[2] != parts[3]:
                yield f"{name} at {hand['position']}: won {parts[0]}, lost {parts[1]}, vigorish {parts[2]}, net {parts[3]}"
    for table in ("report_rounds", "report_days", "report_hands"):
        wagered = sum(row["wagered"] for row in rows.get(table, ()))
        if wagered != sum(row["wagered"] for row in rows.get("report_day_wagers", ())):
            yield f"{table} and report_day_wagers do not have the same wagers"


_CHIPS = (INVENTORY, VIGORISH)
"""Vigorish lies at the table, too, and is counted with the inventory when the table closes."""


def check_agreement(events, rows):
    """Compare what the rows of events say with the accounts of the ledger. Return what is on the layout."""
    completed = {row["number"] for row in rows.get("report_rounds", ())}
    transfers = [each for each in transfers_in(events) if each.reason not in _KEPT_SEPARATE]
    unfinished = [each for each in transfers if each.round is not None and each.round not in completed]
    entries = {row["entry"]: row["amount"] for row in rows.get("report_day_movements", ())}
    between = sum(
        row["amount"] * ((row["target"] in _CHIPS) - (row["source"] in _CHIPS)) for row in rows.get("report_movements", ())
    )
    won = sum(row["house_win"] + row["meter_awards"] for row in rows.get("report_rounds", ()))
    assert _held(transfers, _CHIPS) == between + won + _held(unfinished, _CHIPS), (
        "opening, movements and rounds give the inventory"
    )
    layout = _held(transfers, ("layout:", CENTRE))
    assert layout == _held(unfinished, ("layout:", CENTRE)), "what lies on the layout belongs to the round under way"
    assert entries.get(IN_PLAY, 0) == layout
    assert entries.get(REFUNDED, 0) == sum(
        each.amount.amount for each in transfers if each.reason is Reason.REFUND and each.round is not None
    )
    return layout


def _held(transfers, accounts):
    """The cents on accounts whose names begin so."""
    return sum(amount.amount for account, amount in account_changes(transfers).items() if account.startswith(accounts))
