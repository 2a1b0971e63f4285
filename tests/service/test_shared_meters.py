"""Tables of one house that share a meter: wins at the same moment, new terms for all of them at once, and the books of it all."""

import asyncio
from dataclasses import replace
from fractions import Fraction
from unittest import mock

import pytest

from houseway import progressive
from houseway.croupier import FLOOR_ACTOR
from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.progressive import ProgressiveMeter
from houseway.service.api.house.house import _describe_request
from houseway.service.audit.findings import Problem
from houseway.service.clock import HouseClock
from houseway.service.feed.feeds import METER_PAUSE, Feeds
from houseway.service.messages.encoding import fact_text
from houseway.store import AppendRequest, RecordedCommand, StreamAppend, open_store
from houseway.table import decide
from houseway.table.acts import is_round_under_way
from tests.support.house_checks import sum_problems
from tests.support.live import DealerRun, LiveHouse
from tests.support.live import submission as example
from tests.support.submissions import METERS, UTH, submission
from tests.support.table_driver import UltimateTable

METER = "progressive/meter"
FAY = Actor(Role.FLOOR, "Fay")
ROYAL = {"hands": {1: "As Ks", 0: "2c 7d"}, "board": "Qs Js Ts 3h 3d"}
NOTHING = {"hands": {1: "4c 8h", 0: "2c 7d"}, "board": "Qs Jh Ts 3h 5d"}
SHARED = [{"wager": "progressive", "name": "meter", **METERS[UTH], "tables": ["UTH-1", "UTH-2"]}]


class SharingHouse(LiveHouse):
    """Two dealer-run tables with one player each, who share a meter that starts at $20,000 and is reset to $10,000."""

    def __init__(self, folder, hands=NOTHING):
        super().__init__(open_store("memory:"), folder, clock=HouseClock(lambda: 1_000_000_000))
        self.text = submission(UTH, (), ["progressive"], meters=SHARED)
        self.tables = [
            UltimateTable(text=self.text, players=1, run=DealerRun(self.house, name, self.loop), name=name, **hands)
            for name in ("UTH-1", "UTH-2")
        ]

    @property
    def meter(self) -> ProgressiveMeter:
        return self.house.meters.by_id[METER]

    def bet(self, *tables):
        for table in tables:
            table.ready().bets(1, 10, progressive=1)

    def change(self, **terms):
        self.run(self.house.change_meter_terms(METER, terms, FAY, "the lab approved it"))

    def meter_events(self, kind):
        return [event for append in self.store.read(f"meter:{METER}") for event in append.events if event.kind == kind]


@pytest.fixture
def sharing(tmp_path):
    opened = []

    def new(hands=NOTHING):
        opened.append(SharingHouse(tmp_path, hands))
        return opened[-1]

    yield new
    for house in opened:
        house.close()


@pytest.mark.clause("md.ultimate-texas-holdem 12.D(4)")
def test_two_wins_at_once_are_paid_the_meter_and_the_reset_amount(sharing):
    """Both royal flushes are decided at the same moment. The second is paid what the first has left: the reset amount."""
    house = sharing(ROYAL)
    house.bet(*house.tables)
    commands = {table.run.name: _to_award(table) for table in house.tables}

    async def pay_both():
        await asyncio.gather(*(house.house.act(name, command) for name, command in commands.items()))

    stood = house.meter.displayed
    house.run(pay_both())
    awards = house.meter_events("meter-share-awarded")
    assert [event.cents("amount") for event in awards] == [stood, Cents.from_dollars(10_000)]
    assert {event.text("table") for event in awards} == {"UTH-1", "UTH-2"}
    assert len(house.meter_events("meter-reset")) == 2
    assert house.meter.displayed == Cents.from_dollars(10_000)
    assert sum_problems(house.store) == []


class Watcher:
    """Somebody who watches a table, and how often he was woken."""

    def __init__(self):
        self.woken = 0

    def begin_pause(self, now, busy_seconds):
        self.woken += 1


def test_a_move_of_the_meter_is_shown_at_every_table_within_a_second(sharing):
    """Whatever follows at the table: the first move sets the one timer, and nothing puts it off."""
    house, others, timers = sharing(), Watcher(), []
    feeds = Feeds(house.house, lambda ids: {})
    feed = feeds.watch("UTH-2", others)
    shown, call_later = feed.public_state.parts["meters"], house.loop.call_later

    def hold(seconds, call, *facts):
        return timers.append((seconds, call)) if call == feeds.show_meters else call_later(seconds, call, *facts)

    with mock.patch.object(house.loop, "call_later", hold):
        house.bet(house.tables[0])
        while house.meter.displayed == Cents.from_dollars(20_000):
            house.tables[0].take()
        house.tables[0].take()
    ((seconds, show),) = timers
    assert seconds == METER_PAUSE < 1
    assert (feed.public_state.parts["meters"], others.woken) == (shown, 0)
    show()
    assert others.woken == 1
    assert feed.public_state.parts["meters"] == fact_text({"meter": house.meter.displayed}) != shown


def test_meters_are_shown_at_a_few_tables_at_a_time(sharing):
    house, woken = sharing(), []
    feeds = Feeds(house.house, lambda ids: {})
    feed = mock.Mock(show_meters=mock.Mock(return_value=True))

    async def show():
        with (
            mock.patch.dict(feeds._feeds, {f"T-{number}": feed for number in range(9)}),
            mock.patch.object(feeds, "_wake", woken.append),
        ):
            feeds.show_meters()
            counts = [len(woken)]
            while len(counts) < 3:
                await asyncio.sleep(0)
                counts.append(len(woken))
        return counts

    assert house.run(show()) == [4, 8, 9]
    assert woken == [f"T-{number}" for number in range(9)]


def _to_award(table):
    """Carry a table to the step that pays the meter; the command for it."""
    for _ in range(100):
        if table.due is not None:
            command = table.croupier.command_for(table.due, table.at)
            _, meter_events = decide(table.run.table, command, table.run.meters)
            if any(event.kind == "meter-share-awarded" for _, event in meter_events):
                return command
            table.take()
        else:
            assert table._answer()
    raise AssertionError("the meter was never paid")


def test_a_new_rate_waits_until_the_jackpot_is_won_and_comes_to_both_tables_at_once(sharing):
    house = sharing(ROYAL)
    first, second = house.tables
    house.bet(first)
    first.to("players")
    house.change(rate="30%")
    assert house.meter.requested is not None
    assert not house.meter.requested.is_ready
    house.bet(second)  # nothing is held before the jackpot is won
    first.finish()
    assert house.meter.requested.is_ready
    assert house.meter.filed_meter.rate == Fraction(1, 5), "the second table is in its round"
    with pytest.raises(NotAllowed, match="about to get new terms") as held:
        first.ready().bet(1, 10)
    assert held.value.code == "house.meter-change"
    second.finish()
    assert (house.meter.filed_meter.rate, house.meter.requested) == (Fraction(3, 10), None)
    for name in ("UTH-1", "UTH-2"):
        assert house.house.tables[name].rules.meters[0].rate == Fraction(3, 10)
        assert house.house.tables[name].completed.rules.meters[0].rate == Fraction(1, 5)
    (amended,) = house.meter_events("meter-amended")
    assert amended.fraction("rate") == Fraction(3, 10)
    house.bet(first)
    first.finish()
    assert sum_problems(house.store) == []


def test_terms_that_do_not_move_the_return_wait_only_for_the_rounds_in_play(sharing):
    house = sharing()
    first, second = house.tables
    house.bet(first)
    house.change(reset="$12,000")
    assert house.meter.filed_meter.reset == Cents.from_dollars(10_000)
    with pytest.raises(NotAllowed, match="about to get new terms"):
        house.bet(second)
    first.finish()
    assert house.meter.filed_meter.reset == Cents.from_dollars(12_000)
    house.bet(second)
    second.finish()


def test_a_request_names_the_tables_that_are_to_share_the_meter(sharing):
    house = sharing()
    house.bet(house.tables[0])
    house.change(tables=["UTH-1", "UTH-2", "UTH-3"])
    assert _describe_request(house.meter.requested).changes == {"tables": "UTH-1, UTH-2, UTH-3"}


def test_a_rate_may_change_at_once_while_no_wager_has_fed_the_jackpot(sharing):
    house = sharing()
    house.change(rate="30%")
    assert (house.meter.filed_meter.rate, house.meter.tables) == (Fraction(3, 10), {"UTH-1", "UTH-2"})


def test_a_requested_change_survives_a_restart(tmp_path):
    house = SharingHouse(tmp_path)
    first, _ = house.tables
    house.bet(first)
    house.change(reset="$12,000")
    house.house.close()
    house.loop.close()
    again = LiveHouse(house.store, tmp_path, clock=HouseClock(lambda: 1_000_000_000))
    first.run = DealerRun(again.house, "UTH-1", again.loop)
    first.croupier.run = first.run
    number = first.run.table.number
    while first.run.table.number == number:
        first.take() if first.due is not None else first._answer()
    assert again.house.meters.by_id[METER].filed_meter.reset == Cents.from_dollars(12_000)
    again.close()


def test_one_table_does_not_change_a_shared_meter(sharing):
    house = sharing()
    other = submission(UTH, (), ["progressive"], meters=[{**SHARED[0], "reset": "$12,000"}])
    with pytest.raises(NotAllowed) as refused:
        house.run(house.house.act("UTH-1", Command("amend", FLOOR_ACTOR, {"submission": other})))
    assert refused.value.code == "progressive.shared"
    assert "UTH-2 shares it" in refused.value.message


def open_apart(house, *tables):
    """Open the first of some tables, with a meter that is filed for these tables only."""
    text = submission(UTH, (), ["progressive"], meters=[{**SHARED[0], "tables": list(tables)}])
    run = DealerRun(house.house, tables[0], house.loop)
    return UltimateTable(text=text, players=1, run=run, name=tables[0], **NOTHING)


def test_a_table_that_files_a_meter_for_itself_has_one_apart_from_that_of_others(sharing, tmp_path):
    house = sharing()
    own = open_apart(house, "UTH-3")
    meters = house.house.meters.by_id
    assert {name: meter.tables for name, meter in meters.items()} == {METER: {"UTH-1", "UTH-2"}, f"{METER}-UTH-3": {"UTH-3"}}
    house.bet(own, house.tables[0])
    own.finish()
    house.tables[0].finish()
    house.bet(own)
    own.finish()
    stood = {name: meter.displayed.amount for name, meter in house.house.meters.by_id.items()}
    assert stood == {METER: 2_000_020, f"{METER}-UTH-3": 2_000_040}
    assert sum_problems(house.store) == []
    again = LiveHouse(house.store, tmp_path, clock=HouseClock(lambda: 1_000_000_000))
    assert {name: meter.displayed.amount for name, meter in again.house.meters.by_id.items()} == stood
    again.house.close()
    again.loop.close()


def test_a_further_table_shares_the_meter_of_its_group_and_a_group_may_not_name_a_table_of_another(sharing):
    house = sharing()
    open_apart(house, "UTH-3", "UTH-4")
    run = DealerRun(house.house, "UTH-4", house.loop)
    text = submission(UTH, (), ["progressive"], meters=[{**SHARED[0], "tables": ["UTH-3", "UTH-4"]}])
    UltimateTable(text=text, players=1, run=run, name="UTH-4", **NOTHING)
    assert house.house.meters.by_id[f"{METER}-UTH-3"].tables == {"UTH-3", "UTH-4"}
    house.change(tables=["UTH-1", "UTH-2", "UTH-3"])
    assert (house.meter.tables, house.house.tables["UTH-3"].rules.meters[0].tables) == ({"UTH-1", "UTH-2"}, ("UTH-3", "UTH-4"))
    with pytest.raises(NotAllowed) as refused:
        open_apart(house, "UTH-5", "UTH-1")
    assert refused.value.code == "progressive.shared"


def test_a_table_that_goes_over_to_a_meter_of_its_own_leaves_the_shared_one(sharing):
    house = sharing()
    text = submission(UTH, (), ["progressive"], meters=[{**SHARED[0], "tables": ["UTH-2"]}])
    with pytest.raises(NotAllowed) as refused:  # it has a share in the amount of the first
        house.run(house.house.act("UTH-2", Command("amend", FLOOR_ACTOR, {"submission": text})))
    assert refused.value.code == "progressive.shared"
    house.run(house.house.act("UTH-2", Command("amend", FLOOR_ACTOR, {"submission": submission(UTH, (), [])})))
    house.change(tables=["UTH-1"])
    house.run(house.house.act("UTH-2", Command("amend", FLOOR_ACTOR, {"submission": text})))
    meters = house.house.meters.by_id
    assert {name: meter.tables for name, meter in meters.items()} == {METER: {"UTH-1"}, f"{METER}-UTH-2": {"UTH-2"}}


def test_a_meter_that_no_open_table_has_keeps_its_amount_for_the_next_that_files_it(sharing):
    house = sharing()
    first, _ = house.tables
    house.bet(first)
    first.finish()
    for name in ("UTH-1", "UTH-2"):
        house.run(house.house.act(name, Command("close-table", FLOOR_ACTOR)))
    open_apart(house, "UTH-3")
    assert list(house.house.meters.by_id) == [METER]
    assert (house.meter.tables, house.meter.displayed) == ({"UTH-3"}, Cents(2_000_020))


@pytest.mark.parametrize(
    ("terms", "why", "code"),
    [
        ({"colour": "red"}, "why", "house.meter-terms"),
        ({"rate": "30%"}, " ", "house.meter-terms"),
        ({"reset": "$1"}, "why", "table.submission"),
        ({"tables": ["UTH-1"]}, "why", "progressive.table"),
    ],
)
def test_terms_that_cannot_be_filed_are_not_requested(sharing, terms, why, code):
    house = sharing()
    before = house.store.stream_heads()
    with pytest.raises((Malformed, NotAllowed)) as refused:
        house.run(house.house.change_meter_terms(METER, terms, FAY, why))
    assert (refused.value.code, house.store.stream_heads()) == (code, before)


def test_a_meter_that_does_not_exist_has_no_terms(sharing):
    house = sharing()
    with pytest.raises(Malformed, match="there is no meter"):
        house.run(house.house.change_meter_terms("progressive/mega", {"rate": "1%"}, FAY, "why"))


def test_a_change_waits_for_open_tables_only(sharing):
    house = sharing()
    first, _ = house.tables
    house.run(house.house.act("UTH-2", Command("close-table", FLOOR_ACTOR)))
    house.bet(first)
    house.change(reset="$12,000", tables=["UTH-1", "UTH-2", "UTH-3"])
    first.finish()
    assert house.meter.filed_meter.tables == ("UTH-1", "UTH-2", "UTH-3")
    assert house.meter.tables == {"UTH-1"}


def test_the_croupier_stops_between_rounds_for_new_terms_and_goes_on(house):
    """At Pai Gow Poker he offers the bank as soon as a round has ended, and that would be the next round."""
    for name in ("PG-1", "PG-2"):
        house.open(name, example("md.pai-gow-poker"), players=2)
    house.play_until("PG-1", is_round_under_way)
    house.run(house.house.change_meter_terms("progressive/mega", {"reset": "$12,000"}, FAY, "why"))
    changed = []
    house.house.listeners.append(lambda update: changed.extend(each.kind for each in update.events))
    house.play("PG-1")
    house.play("PG-2")
    assert changed.count("rules-amended") == 2
    assert house.house.meters.by_id["progressive/mega"].filed_meter.reset == Cents.from_dollars(12_000)
    house.play("PG-1", seed=2)
    house.play("PG-2", seed=2)


@pytest.mark.parametrize("book", ["md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem"])
def test_every_contribution_of_several_tables_reconciles_with_a_wager(house, book):
    names = {"md.ultimate-texas-holdem": "UTH"}.get(book, "PG")
    for number in (1, 2):
        house.open(f"{names}-{number}", example(book), players=2)
    for seed in (1, 2, 3):
        for number in (1, 2):
            house.play(f"{names}-{number}", seed=seed)
    assert sum(meter.contributed for meter in house.house.meters.by_id.values()) > 0
    assert sum_problems(house.store) == []


@pytest.mark.parametrize(
    ("times", "growth"), [(1, ""), (2, "; it has grown by 36 cents, and the filed rate gives 18")], ids=["at-rate", "twice"]
)
def test_a_contribution_without_a_wager_is_found(house, times, growth):
    house.open("PG-1", example("md.pai-gow-poker"), players=1)
    house.play("PG-1")
    meter = house.house.meters.by_id["progressive/mega"]
    event = progressive.contribution_event(meter, Cents(100), "PG-1", 2)
    false = replace(event, facts={**event.facts, "amount": event.fraction("amount") * times})
    part = StreamAppend(
        "meter:progressive/mega",
        house.house.meters.versions["progressive/mega"],
        (RecordedCommand(house.house.now(), FAY, (false,)),),
    )
    house.store.append([AppendRequest((part,))])
    said = "round 2 at PG-1 wagered $0, and the meter has counted $1"
    assert sum_problems(house.store) == [Problem("meter:progressive/mega", f"{said}{growth}")]


def test_an_award_that_no_table_paid_is_found(sharing):
    """The meter says that a second royal flush was paid in a round that paid one."""
    house = sharing(ROYAL)
    house.bet(house.tables[0])
    command = _to_award(house.tables[0])
    house.run(house.house.act("UTH-1", command))
    assert sum_problems(house.store) == []
    won = [progressive.ShareWinner(2, Fraction(1))]
    events, _ = progressive.award_events(house.meter, won, house.house.tables["UTH-1"].rules.readings, "UTH-1", 1)
    version = house.house.meters.versions[METER]
    part = StreamAppend(f"meter:{METER}", version, (RecordedCommand(house.house.now(), FAY, events),))
    house.store.append([AppendRequest((part,))])
    said = "round 1 paid $20,000.20 as shares of meters, and the meters have awarded $30,000.20 in it"
    assert sum_problems(house.store) == [Problem("table:UTH-1", said)]
