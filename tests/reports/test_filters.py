"""Every report, under every filter that it takes, says what plain sums over the single events of a played house say.

The sums here read the streams alone: no row of a report, no tally, and a gaming day computed anew.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import groupby
from zoneinfo import ZoneInfo

import pytest

from houseway.events import Actor, Role
from houseway.files.round_file import read_round_file
from houseway.files.round_play import play_round_file
from houseway.ledger import MONEY_MOVED
from houseway.money import Cents
from houseway.progressive.meter import CONTRIBUTED
from houseway.reports.catalogue import REPORTS
from houseway.reports.incident_kinds import IRREGULAR
from houseway.reports.scope import ReportScope
from houseway.service.live.clock import HouseClock
from houseway.service.live.significant import LargeAmounts
from houseway.service.people.administration import change_gaming_day
from houseway.service.people.person import THE_HOUSE
from houseway.store import open_store
from tests.support.live import LiveHouse, submission
from tests.support.paths import GOLDEN_ROUNDS
from tests.support.report_sums import write_rows

ZONE, HOUR = ZoneInfo("America/New_York"), 5
GAMES = {"UTH-1": "ultimate-texas-holdem", **dict.fromkeys(("PG-1", "PG-7", "PG-8", "PG-9"), "pai-gow-poker")}
VOID, FORFEITED, UNPLAYED = "PG-9", "PG-8", "PG-7"
SESSIONS = ("2026-11-16T09:58", "2026-11-16T10:02", "2026-11-18T03:00")
"""In UTC. Two minutes before the gaming day turns in New York, two minutes after, and before midnight of the day after."""
FIRST, SECOND, THIRD = "2026-11-15", "2026-11-16", "2026-11-17"
ALL = {"first_day": "2026-11-01", "last_day": "2026-11-30"}
SCOPES = {
    "everything": ALL,
    "nothing": {"first_day": "2026-10-01", "last_day": "2026-10-31"},
    **{day: {"first_day": day, "last_day": day} for day in (FIRST, SECOND, THIRD)},
    "two days": {"first_day": FIRST, "last_day": SECOND},
    **{table: {**ALL, "table": table} for table in GAMES},
    **{game: {**ALL, "game": game} for game in sorted({*GAMES.values(), "four-card-poker"})},
    "a table on a day": {"first_day": SECOND, "last_day": SECOND, "table": "PG-1"},
    "a game on two days": {"first_day": SECOND, "last_day": THIRD, "game": "ultimate-texas-holdem"},
    "a table and another game": {**ALL, "table": "PG-1", "game": "ultimate-texas-holdem"},
}
PLAYERS, DAN = ("Ann", "Bob", "Nobody"), Actor(Role.DEALER, "Dan")


def gaming_day(at):
    return (datetime.fromtimestamp(at / 1_000, ZONE) - timedelta(hours=HOUR)).date().isoformat()


@dataclass
class Round:
    """What the events of one round say."""

    table: str
    day: str
    ended_at: int
    wagered: Counter = field(default_factory=Counter)
    """By player."""
    won: Counter = field(default_factory=Counter)
    """By player; negative if he lost."""
    vigorish: int = 0
    is_void: bool = False
    irregular: list = field(default_factory=list)


class PlayedHouse:
    """A house with two tables that are played on three gaming days, and two whose rounds are void."""

    def __init__(self, folder):
        self.store, self.now = open_store("memory:"), [milliseconds("2026-11-01T12:00")]
        self.live = LiveHouse(
            self.store,
            folder,
            clock=HouseClock(lambda: self.now[0]),
            resume_seconds=0,
            large_amounts=LargeAmounts(Cents(1), Cents(1)),
        )
        change_gaming_day(self.live.house.record, ZONE.key, HOUR, THE_HOUSE, "the casino is there")
        self.now[0] = milliseconds("2026-11-14T20:00")
        self.live.open("PG-1", submission("md.pai-gow-poker"))
        self.live.open("UTH-1", submission("md.ultimate-texas-holdem"), players=1)
        self.live.open(UNPLAYED, submission("md.pai-gow-poker", "minimal"))
        for number, time in enumerate(SESSIONS, start=1):
            self.now[0] = milliseconds(time)
            for table in ("PG-1", "UTH-1"):
                self.live.play(table, seed=number)
        self.golden = {}
        for table, file in ((VOID, "md/void-round-keeps-contribution.toml"), (FORFEITED, "div/void-round-forfeits.toml")):
            played = play_round_file(read_round_file(GOLDEN_ROUNDS / file))
            calendar = self.live.house.record.state.calendar
            self.golden[table] = write_rows(self.store.database, played, milliseconds(SESSIONS[1]), calendar, table, DAN)

    def close(self):
        self.live.close()

    def commands(self, table):
        """Yield the time, the actor and the events of each command at a table."""
        if table in self.golden:
            return list(self.golden[table])
        return [(each.at, each.by, each.events) for append in self.store.read(f"table:{table}") for each in append.commands]

    def rounds(self, table):
        rounds, closed = {}, set()
        for at, _, events in self.commands(table):
            for event in events:
                number = max(rounds, default=0)
                if event.kind == "round-started":
                    rounds[event.facts["number"]] = Round(table, "", 0)
                elif event.kind == "round-completed":
                    rounds[event.facts["number"]].ended_at = at
                    rounds[event.facts["number"]].day = gaming_day(at)
                elif event.kind == "betting-closed":
                    closed.add(number)
                elif event.kind in IRREGULAR:
                    rounds[number].irregular.append(event.kind)
                    rounds[number].is_void |= event.kind == "round-voided"
                elif event.kind == MONEY_MOVED and "round" in event.facts:
                    count_transfer(rounds[event.facts["round"]], event.facts, event.facts["round"] in closed)
        return [each for each in rounds.values() if each.ended_at]

    def movements(self, table):
        """Yield the day, the reason, the accounts and the amount of money that moved between rounds."""
        for at, _, events in self.commands(table):
            for event in events:
                if event.kind == MONEY_MOVED and "round" not in event.facts:
                    facts = event.facts
                    yield gaming_day(at), facts["reason"], facts["source"], facts["target"], facts["amount"].amount


def count_transfer(played, facts, is_closed):
    amount, reason = facts["amount"].amount, facts["reason"]
    if str(reason).startswith("coupon"):
        return
    for account, sign in ((facts["source"], -1), (facts["target"], 1)):
        if account.startswith("player:"):
            player = account.removeprefix("player:")
            played.won[player] += sign * amount
            is_back = sign > 0 and (reason == "refund" or (reason == "wager-returned" and not is_closed))
            if (sign < 0 and reason == "wager") or is_back:
                played.wagered[player] -= sign * amount
        elif account == "vigorish":
            played.vigorish += sign * amount


def milliseconds(text):
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1_000


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    played = PlayedHouse(tmp_path_factory.mktemp("house"))
    yield played
    played.close()


@pytest.fixture(params=SCOPES)
def limits(request):
    return SCOPES[request.param]


def read(house, name, limits, **more):
    with house.store.database.reading() as connection:
        found = REPORTS[name].read_parts(connection, ReportScope(**limits, **more)).by_part
        return {part: list(rows) for part, rows in found.items()}


def tables_in(limits):
    wanted = [table for table in GAMES if limits.get("table", table) == table]
    return [table for table in wanted if limits.get("game", GAMES[table]) == GAMES[table]]


def is_inside(limits, day):
    return limits["first_day"] <= day <= limits["last_day"]


def rounds_in(house, limits):
    return [each for table in tables_in(limits) for each in house.rounds(table) if is_inside(limits, each.day)]


def movements_in(house, limits):
    return {
        table: [each for each in house.movements(table) if is_inside(limits, each[0])]
        for table in tables_in(limits)
        if any(is_inside(limits, each[0]) for each in house.movements(table))
    }


def totals(rounds):
    return (
        len(rounds),
        sum(each.is_void for each in rounds),
        sum(sum(each.wagered.values()) for each in rounds),
        -sum(sum(each.won.values()) for each in rounds),
        sum(each.vigorish for each in rounds),
    )


def drop_of(movements):
    return sum(amount for _, reason, _, target, amount in movements if (reason, target) == ("buy-in", "drop"))


def told(row):
    return row.rounds, row.void_rounds, row.wagered, row.house_win, row.vigorish, row.drop


def test_the_house_has_what_is_filtered(house):
    rounds = rounds_in(house, ALL)
    assert Counter(each.day for each in rounds) == {FIRST: 2, SECOND: 4, THIRD: 2}
    assert sum(each.is_void for each in rounds) == 2
    assert {sum(each.wagered.values()) > 0 for each in rounds if not each.is_void} == {True}


def test_totals_by_table(house, limits):
    rounds, moved = rounds_in(house, limits), movements_in(house, limits)
    expected = {
        table: (*totals([each for each in rounds if each.table == table]), drop_of(moved.get(table, ())))
        for table in {*moved, *(each.table for each in rounds)}
    }
    assert {row.table: told(row) for row in read(house, "overview", limits)["tables"]} == expected


def test_totals_by_day(house, limits):
    rounds, moved = rounds_in(house, limits), [each for rows in movements_in(house, limits).values() for each in rows]
    expected = {
        day: (*totals([each for each in rounds if each.day == day]), drop_of([each for each in moved if each[0] == day]))
        for day in {*(each.day for each in rounds), *(each[0] for each in moved)}
    }
    assert {row.day: told(row) for row in read(house, "days", limits)["days"]} == expected
    whole = read(house, "overview", limits)["to-date"][0]
    count, _, wagered, house_win, vigorish = totals(rounds)
    drop = drop_of(moved)
    assert (whole.rounds, whole.wagered, whole.house_win, whole.vigorish, whole.drop) == (
        count,
        wagered,
        house_win,
        vigorish,
        drop,
    )
    assert whole.hold == (Fraction(house_win, drop) if drop else None)


def test_hold(house, limits):
    """Lines of wagers add up to the rounds, by book, table and submission."""
    expected = totals(rounds_in(house, limits))[2:]
    for part, lines in read(house, "hold", limits).items():
        found = tuple(sum(getattr(line, name) for line in lines) for name in ("wagered", "house_win", "vigorish"))
        assert found == expected, part
    by_table = defaultdict(int)
    for each in rounds_in(house, limits):
        by_table[each.table] -= sum(each.won.values())
    found = defaultdict(int)
    for line in read(house, "hold", limits)["by-table"]:
        found[line.table] += line.house_win
    assert {table: win for table, win in found.items() if win} == {table: win for table, win in by_table.items() if win}


@pytest.mark.parametrize("player", PLAYERS)
def test_one_player(house, limits, player):
    played = [each for each in rounds_in(house, limits) if each.wagered[player] or each.won[player]]
    wagered, won = sum(each.wagered[player] for each in played), sum(each.won[player] for each in played)
    for lines in (read(house, "hold", limits, player=player)["lines"], read(house, "history", limits, player=player)["wagers"]):
        assert (sum(line.wagered for line in lines), -sum(line.house_win for line in lines)) == (wagered, won)
    history = read(house, "history", limits, player=player)["rounds"]
    assert (sum(row.wagered for row in history), sum(row.net for row in history)) == (wagered, won)
    assert {(row.table, row.day) for row in history} >= {(each.table, each.day) for each in played}


@pytest.mark.parametrize("player", ["", "Ann"])
def test_rating_slips(house, limits, player):
    """A slip is of the day on which its player sat down, and has all his rounds until he got up."""
    expected = {}
    for table in tables_in(limits):
        for at, _, events in house.commands(table):
            for event in events:
                name = event.facts.get("player")
                if event.kind == "player-seated" and player in ("", name) and is_inside(limits, gaming_day(at)):
                    rounds = house.rounds(table)
                    expected[table, name] = sum(each.wagered[name] for each in rounds), sum(each.won[name] for each in rounds)
    slips = read(house, "ratings", limits, player=player)["ratings"]
    assert {(slip.table, slip.player): (slip.wagered, slip.net) for slip in slips} == expected


def test_inventories(house, limits):
    moved, rounds = movements_in(house, limits), rounds_in(house, limits)
    found = {row.table: row for row in read(house, "inventory", limits)["tables"]}
    assert found.keys() == moved.keys()
    for table, row in found.items():
        opening = sum(amount for _, reason, _, _, amount in moved[table] if reason == "opening-inventory")
        win = -sum(sum(each.won.values()) for each in rounds if each.table == table)
        assert (row.opening, row.drop, row.round_win) == (opening, drop_of(moved[table]), win)


def test_irregularities(house, limits):
    expected = Counter((each.table, each.day, kind) for each in rounds_in(house, limits) for kind in each.irregular)
    rows = read(house, "irregularities", limits)["irregularities"]
    assert Counter((row.table, row.day, row.kind) for row in rows) == expected


def test_significant_events(house, limits):
    """Events of the whole house belong to no table and no game."""
    expected = Counter()
    for append in house.store.read("house"):
        for command in append.commands:
            for event in command.events:
                table, day = event.facts.get("table", ""), gaming_day(command.at)
                is_wanted = table in tables_in(limits) or not (table or "table" in limits or "game" in limits)
                if is_wanted and is_inside(limits, day):
                    expected[table, event.kind] += 1
    assert Counter((row.table, row.kind) for row in read(house, "events", limits)["events"]) == expected


def test_shifts(house, limits):
    """The dealer of a golden round acts once, and has a shift; the program deals the others."""
    expected = set()
    for table in tables_in(limits):
        by_dealer = [(by.name, at) for at, by, _ in house.commands(table) if by.role is Role.DEALER and by.name]
        for dealer, acts in groupby(by_dealer, key=lambda act: act[0]):
            times = [at for _, at in acts]
            if is_inside(limits, gaming_day(times[0])):
                rounds = [each for each in house.rounds(table) if times[0] <= each.ended_at <= times[-1]]
                expected.add((table, dealer, *totals(rounds)[:1], *totals(rounds)[2:4]))
    rows = read(house, "shifts", limits)["shifts"]
    assert {(row.table, row.dealer, row.rounds, row.wagered, row.house_win) for row in rows} == expected


def test_meters(house, limits):
    by_table = defaultdict(Fraction)
    for head in house.store.heads("meter:"):
        for append in house.store.read(head.stream):
            for command in append.commands:
                for event in command.events:
                    table = event.facts.get("table", "")
                    is_fed = event.kind == CONTRIBUTED
                    if is_fed and table in tables_in(limits) and is_inside(limits, gaming_day(command.at)):
                        by_table[event.facts["meter"], table] += event.facts["amount"]
    found = read(house, "meters", limits)
    assert {(row.meter, row.table): row.contributed for row in found["by-table"] if row.contributed} == by_table
    by_round = defaultdict(Fraction)
    for row in found["rounds"]:
        by_round[row.meter, row.table] += row.contributed
    assert {at: amount for at, amount in by_round.items() if amount} == by_table
    tables = {row.meter for row in read(house, "meters", {**limits, "first_day": "2026-01-01"})["by-table"]}
    if {"table", "game"} & limits.keys():
        assert {row.meter for row in found["meters"]} == tables
    else:
        sums = defaultdict(Fraction)
        for (meter, _), amount in by_table.items():
            sums[meter] += amount
        assert {row.meter: row.contributed for row in found["meters"] if row.contributed} == sums
    assert all(row.is_reconciled for row in found["meters"])


def test_what_is_void_is_no_wager_and_no_win(house):
    """Chips of a void round go back; where the reading forfeits them, the house has won them."""
    for table, win in ((VOID, 0), (FORFEITED, 2_500)):
        (row,) = read(house, "overview", {**ALL, "table": table})["tables"]
        assert (row.rounds, row.void_rounds, row.house_win) == (1, 1, win)
        assert row.wagered == win
        lines = read(house, "hold", {**ALL, "table": table})["lines"]
        assert sum(line.wagered for line in lines) == sum(line.house_win for line in lines) == win
