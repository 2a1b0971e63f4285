"""A house that is played on three gaming days, and plain sums over its single events.

The sums read the streams alone: no row of a report, no tally, and a gaming day computed anew.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from houseway.croupier import FLOOR_ACTOR
from houseway.events import Actor, Command, Role
from houseway.files.rounds.file import read_round_file
from houseway.files.rounds.play import play_round_file
from houseway.ledger import MONEY_MOVED
from houseway.money import Cents
from houseway.reports.catalogue import REPORTS
from houseway.reports.chips.chip_counts import CHIPS_COUNTED, count_event
from houseway.reports.rows.incident_kinds import IRREGULAR
from houseway.reports.scope import ReportScope
from houseway.service.clock import HouseClock
from houseway.service.live.turns.significant import LargeAmounts
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
BASE_WAGERS = ("ante", "blind", "play")
"""Of Ultimate Texas Hold'em. The odds of the game are those of the first."""
CHIPS, MISSING = ("inventory", "vigorish"), 700
SLIPS = ("opening-inventory", "fill", "credit", "count-difference", "closing-inventory")
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
    hands: Counter = field(default_factory=Counter)
    """Wagers by player, also those that were given back."""
    vigorish: int = 0
    is_void: bool = False
    irregular: list = field(default_factory=list)


class PlayedHouse:
    """A house with two tables that are played on three gaming days, and two whose rounds are void."""

    def __init__(self, folder):
        self.store, self.now, self.golden = open_store("memory:"), [milliseconds("2026-11-01T12:00")], {}
        self.commands = self.read_commands
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
            self.handle_chips(number)
        for table, file in ((VOID, "md/void-round-keeps-contribution.toml"), (FORFEITED, "div/void-round-forfeits.toml")):
            played = play_round_file(read_round_file(GOLDEN_ROUNDS / file))
            calendar = self.live.house.record.state.calendar
            self.golden[table] = write_rows(self.store.database, played, milliseconds(SESSIONS[1]), calendar, table, DAN)
        # Nothing happens from here on, so that each stream is read once.
        self.commands, self.rounds, self.movements = map(cache, (self.read_commands, self.read_rounds, self.read_movements))

    def handle_chips(self, number):
        """Bring chips to one table, take some from the other, and count both. From the second time on, some are missing."""
        for table, act in (("PG-1", "fill"), ("UTH-1", "credit")):
            self.now[0] += 10_000
            asked = {"amount": Cents.from_dollars(100 * number), "why": "as asked"}
            self.live.run(self.live.house.act(table, Command(act, FLOOR_ACTOR, asked)))
        for table in ("PG-1", "UTH-1"):
            self.now[0] += 10_000
            held = self.held(table, self.now[0])
            counted = held - (MISSING if table == "PG-1" and number > 1 else 0)
            event = count_event(table, "count", {100: counted // 100, 1: counted % 100}, Cents(held), "Flo", "a shift ends")
            self.live.house.record.add(lambda _, event=event: (event,))

    def held(self, table, until, after=0):
        """Return what events have brought to the chips of a table in a time, with the vigorish, which lies among them."""
        moved = 0
        for at, _, events in self.commands(table):
            for event in events if after < at <= until else ():
                if event.kind == MONEY_MOVED:
                    gained = (event.facts["target"] in CHIPS) - (event.facts["source"] in CHIPS)
                    moved += gained * event.facts["amount"].amount
        return moved

    def counts(self):
        """Yield the time and the facts of each count of chips."""
        for append in self.store.read("house"):
            for command in append.commands:
                for event in command.events:
                    if event.kind == CHIPS_COUNTED:
                        yield command.at, event.facts

    def close(self):
        self.live.close()

    def read_commands(self, table):
        """Return the time, the actor and the events of each command at a table."""
        if table in self.golden:
            return list(self.golden[table])
        return [(each.at, each.by, each.events) for append in self.store.read(f"table:{table}") for each in append.commands]

    def read_rounds(self, table):
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

    def read_movements(self, table):
        """Return the day, the reason, the accounts and the amount of money that moved between rounds."""
        return [
            (gaming_day(at), facts["reason"], facts["source"], facts["target"], facts["amount"].amount)
            for at, _, events in self.commands(table)
            for facts in (event.facts for event in events if event.kind == MONEY_MOVED)
            if "round" not in facts
        ]


def count_transfer(played, facts, is_closed):
    amount, reason = facts["amount"].amount, facts["reason"]
    if str(reason).startswith("coupon"):
        return
    for account, sign in ((facts["source"], -1), (facts["target"], 1)):
        if account.startswith("player:"):
            player = account.removeprefix("player:")
            played.won[player] += sign * amount
            played.hands[player] += reason == "wager"
            is_back = sign > 0 and (reason == "refund" or (reason == "wager-returned" and not is_closed))
            if (sign < 0 and reason == "wager") or is_back:
                played.wagered[player] -= sign * amount
        elif account == "vigorish":
            played.vigorish += sign * amount


def milliseconds(text):
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()) * 1_000


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
