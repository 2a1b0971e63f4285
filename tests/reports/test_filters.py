"""Every report, under every filter that it takes, says what plain sums over the single events of a played house say."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import groupby
from statistics import NormalDist

import pytest

from houseway.events import Role
from houseway.ledger import MONEY_MOVED
from houseway.progressive.meter import CONTRIBUTED
from houseway.reports.catalogue import REPORTS
from houseway.reports.chips.chip_counts import CHIPS_COUNTED
from houseway.reports.expected.theory import TheoreticalOdds, pair_name, save_odds
from houseway.reports.scope import ReportScope
from tests.support.reported_house import (
    ALL,
    BASE_WAGERS,
    FIRST,
    FORFEITED,
    MISSING,
    PLAYERS,
    SCOPES,
    SECOND,
    SLIPS,
    THIRD,
    VOID,
    PlayedHouse,
    drop_of,
    gaming_day,
    is_inside,
    movements_in,
    read,
    rounds_in,
    tables_in,
    told,
    totals,
)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    played = PlayedHouse(tmp_path_factory.mktemp("house"))
    yield played
    played.close()


@pytest.fixture(params=SCOPES)
def limits(request):
    return SCOPES[request.param]


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
    parts = read(house, "hold", limits)
    for part in ("lines", "by-table", "by-submission"):
        found = tuple(sum(getattr(line, name) for line in parts[part]) for name in ("wagered", "house_win", "vigorish"))
        assert found == expected, part
    whole, tables = (tuple(line for line in parts["tables"] if bool(line.table) is named) for named in (False, True))
    for rows in (whole, tables):
        assert tuple(sum(getattr(line, name) for line in rows) for name in ("wagered", "house_win")) == expected[:2]
    by_table = defaultdict(int)
    for each in rounds_in(house, limits):
        by_table[each.table] -= sum(each.won.values())
    found = defaultdict(int)
    for line in read(house, "hold", limits)["by-table"]:
        found[line.table] += line.house_win
    assert {table: win for table, win in found.items() if win} == {table: win for table, win in by_table.items() if win}


def odds_of(wager):
    """Odds by hand, others for each wager."""
    return TheoreticalOdds(Fraction(1, 10 + len(wager)), Fraction(len(wager)), "by hand")


@pytest.fixture(scope="module")
def house_with_odds(house):
    with house.store.database.reading() as connection:
        missing = REPORTS["hold"].read_parts(connection, ReportScope(**ALL)).missing_odds
    for rules in {rules for rules, _, _ in missing}:
        found = {(wager, stake): odds_of(wager) for each, wager, stake in missing if each == rules}
        save_odds(house.store.database, rules, found)
    return house


class Line:
    """The stakes of single wagers with their rounds, and what players won with all of a line."""

    def __init__(self):
        self.stakes, self.won = [], 0

    @property
    def compared(self):
        """Every two hands of a round vary together."""
        edge = sum(stake * odds_of(wager).edge for wager, stake, _ in self.stakes)
        variance = sum(stake**2 * odds_of(wager).variance for wager, stake, _ in self.stakes)
        for place, (wager, stake, number) in enumerate(self.stakes):
            others = [each for at, each in enumerate(self.stakes) if at != place and each[2] == number]
            variance += sum(stake * other * odds_of(pair_name(wager, wager)).variance for _, other, _ in others)
        return edge, variance, -self.won


def lines_in(house, limits):
    """Return the lines of wagers whose cards alone decide, and of a game in which nobody holds a bank."""
    found = defaultdict(Line)
    for table in {*tables_in(limits)} & {"PG-1", "UTH-1"}:
        moved = [event.facts for _, _, events in house.commands(table) for event in events if event.kind == MONEY_MOVED]
        days = {number: each.day for number, each in enumerate(house.rounds(table), start=1)}
        for facts in moved:
            wager = facts.get("wager", "")
            if wager and wager != "pai-gow" and is_inside(limits, days.get(facts.get("round"), "")):
                line = found[table, "game" if wager in BASE_WAGERS else wager]
                amount = facts["amount"].amount
                if facts["reason"] == "wager" and wager not in BASE_WAGERS[1:]:
                    line.stakes.append((wager, amount, facts.get("round")))
                for account, sign in ((facts["source"], -1), (facts["target"], 1)):
                    line.won += sign * amount if account.startswith("player:") else 0
    return {at: line.compared for at, line in found.items() if line.stakes}


def test_theory(house_with_odds, limits):
    """What is expected of every single wager adds up: its edge, and its variance, of which the 95 percent interval follows."""
    expected = lines_in(house_with_odds, limits)
    lines = {(line.table, line.line): line for line in read(house_with_odds, "hold", limits)["by-table"]}
    assert bool(expected) == bool({*tables_in(limits)} & {"PG-1", "UTH-1"} and rounds_in(house_with_odds, limits))
    for at, (win, variance, compared) in expected.items():
        line = lines[at]
        assert (line.theoretical_win, line.compared_win, line.left_out_wagered) == (win, compared, 0)
        assert float((line.high - win) ** 2) == pytest.approx(float(variance) * NormalDist().inv_cdf(0.975) ** 2)
        assert line.high - win == win - line.low
        assert line.is_outside == (not line.low <= compared <= line.high)


@pytest.mark.parametrize("player", PLAYERS)
def test_one_player(house, limits, player):
    played = [each for each in rounds_in(house, limits) if each.wagered[player] or each.won[player]]
    wagered, won = sum(each.wagered[player] for each in played), sum(each.won[player] for each in played)
    for lines in (read(house, "hold", limits, player=player)["lines"], read(house, "history", limits, player=player)["wagers"]):
        assert (sum(line.wagered for line in lines), -sum(line.house_win for line in lines)) == (wagered, won)
    history = read(house, "history", limits, player=player)["rounds"]
    assert (sum(row.wagered for row in history), sum(row.net for row in history)) == (wagered, won)
    assert {(row.table, row.day) for row in history} >= {(each.table, each.day) for each in played}


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize(("name", "part", "key"), [("overview", "tables", "table"), ("days", "days", "day")])
def test_totals_of_one_player(house, limits, player, name, part, key):
    """Rounds in which he had a hand, what he wagered and lost, and the cash for which he bought chips."""
    expected = defaultdict(Counter)
    for each in rounds_in(house, limits):
        if each.hands[player]:
            sums = {"rounds": 1, "void_rounds": each.is_void, "wagered": each.wagered[player], "house_win": -each.won[player]}
            expected[getattr(each, key)].update(sums)
    for table, rows in movements_in(house, limits).items():
        for day, reason, _, target, amount in rows:
            if (reason, target) == ("buy-in", f"player:{player}"):
                expected[table if key == "table" else day]["drop"] += amount
    rows = read(house, name, limits, player=player)[part]
    names = ("rounds", "void_rounds", "wagered", "house_win", "drop")
    assert {getattr(row, key): [getattr(row, each) for each in names] for row in rows} == {
        at: [sums[each] for each in names] for at, sums in expected.items()
    }
    whole = read(house, "overview", limits, player=player)["to-date"][0]
    assert [whole.rounds, whole.house_win, whole.drop] == [
        sum(sums[each] for sums in expected.values()) for each in ("rounds", "house_win", "drop")
    ]


@pytest.mark.parametrize("player", PLAYERS)
def test_incidents_of_one_player(house, limits, player):
    """An irregularity is his if he had a hand in the round, and a significant event if it names him."""
    his = [each for each in rounds_in(house, limits) if each.hands[player]]
    rows = read(house, "irregularities", limits, player=player)["irregularities"]
    assert Counter((row.table, row.kind) for row in rows) == Counter(
        (each.table, kind) for each in his for kind in each.irregular
    )
    named = Counter(
        event.kind
        for append in house.store.read("house")
        for command in append.commands
        for event in command.events
        if event.facts.get("player") == player
        and event.facts["table"] in tables_in(limits)
        and is_inside(limits, gaming_day(command.at))
    )
    assert Counter(row.kind for row in read(house, "events", limits, player=player)["events"]) == named


def test_a_player_has_incidents(house):
    assert read(house, "irregularities", ALL, player="Ann")["irregularities"]
    assert read(house, "events", ALL, player="Ann")["events"]


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


def test_fills_and_credits(house, limits):
    moved, found = movements_in(house, limits), read(house, "inventory", limits)
    slips = [(table, *each) for table, rows in moved.items() for each in rows if each[1] in SLIPS]
    expected = Counter((table, day, reason, amount) for table, day, reason, _, _, amount in slips)
    assert Counter((row.table, row.day, row.reason, row.amount) for row in found["movements"]) == expected
    for row in found["tables"]:
        fills, credited = (
            sum(amount for table, _, reason, _, _, amount in slips if (table, reason) == (row.table, wanted))
            for wanted in ("fill", "credit")
        )
        assert (row.fills, row.credits) == (fills, credited)


def counts_in(house, limits):
    wanted = tables_in(limits)
    return [(at, facts) for at, facts in house.counts() if facts["table"] in wanted and is_inside(limits, gaming_day(at))]


def test_counts_by_denomination(house, limits):
    expected = Counter(
        (facts["table"], at, value, number, value * number, facts["counted"].amount)
        for at, facts in counts_in(house, limits)
        for value, number in facts["chips"].items()
    )
    rows = read(house, "inventory", limits)["counts"]
    assert Counter((row.table, row.at, row.denomination, row.chips, row.amount, row.counted) for row in rows) == expected


def test_counts_are_reconciled_with_the_count_before_whatever_is_shown(house, limits):
    """The count before may lie outside the period. The chips that are missing once are a difference once."""
    expected, before = {}, {}
    for at, facts in house.counts():
        table, counted = facts["table"], facts["counted"].amount
        since, first = before.get(table, (0, 0))
        expected[table, at] = first + house.held(table, at, after=since), counted
        before[table] = at, counted
    wanted = {(facts["table"], at) for at, facts in counts_in(house, limits)}
    rows = read(house, "inventory", limits)["reconciliation"]
    assert {(row.table, row.until): (row.expected, row.counted) for row in rows} == {at: expected[at] for at in wanted}
    assert all(row.is_reconciled == (row.difference == 0) for row in rows)
    if limits is ALL:
        assert [row.difference for row in rows if row.difference] == [-MISSING]


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
                if is_wanted and is_inside(limits, day) and event.kind != CHIPS_COUNTED:  # which is routine
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
    for head in house.store.stream_heads("meter:"):
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
