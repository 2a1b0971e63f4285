"""A completed round is read again as each person saw it."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest

from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Role, encode_fact
from houseway.explanation.words import describe_event
from houseway.ledger import MONEY_MOVED
from houseway.regulation import load_book
from houseway.reports.rows.incident_kinds import IRREGULAR
from houseway.service.live import turn_taker
from houseway.service.records import rounds
from houseway.service.records.replay import Perspective, replay_round, report_as_seen
from houseway.service.records.round_search import RoundQuery, search_rounds
from houseway.service.records.rounds import check_round_is_over, read_round
from houseway.service.records.streams import read_times, version_before
from houseway.table import redact_event
from houseway.table.context import round_context
from houseway.table.disclosure import disclosures_of
from tests.support.live import BOOKS, TABLES, submission

ROUNDS = 4
PUBLIC, ANN, DEALER = Actor(Role.PLAYER), Actor(Role.PLAYER, "Ann"), Actor(Role.DEALER, "croupier")


@pytest.fixture(scope="module", params=BOOKS)
def played(request, tmp_path_factory):
    """A table with some rounds, and everything that happened there as it was announced."""
    from houseway.store import open_store
    from tests.support.live import LiveHouse

    folder = tmp_path_factory.mktemp("house")
    live = LiveHouse(open_store(f"sqlite:///{folder / 'house.db'}"), folder)
    live.updates, live.read = [], {}
    live.house.listeners.append(live.updates.append)
    live.name = TABLES[request.param]
    live.open(live.name, submission(request.param), players=3)
    live.play(live.name, rounds=ROUNDS)
    yield live
    live.close()


def heard_live(live, actor):
    """Each event as somebody was told of it when it happened, by version."""
    heard = {}
    for update in live.updates:
        version = update.state.version - len(update.events)
        for event in update.events:
            version += 1
            context = round_context(update.state, 0)
            heard[version] = redact_event(context, actor, event)
    return heard


def read(live, number):
    """Read a round once: nothing changes it any more."""
    if number not in live.read:
        live.read[number] = read_round(live.store, live.name, number, live.keys.vault)
    return live.read[number]


def test_every_event_belongs_to_one_round(played):
    rounds = [read(played, number) for number in range(1, ROUNDS + 1)]
    for one, other in pairwise(rounds):
        assert other.commands[0].first == one.last_version + 1
        assert one.events[0].kind == other.events[0].kind == "round-started"
        assert sum(event.kind == "round-completed" for event in one.events) == 1
        assert other.begin.version == one.last_version
    everything = [event for update in played.updates for event in update.events]
    first = rounds[0].commands[0].first
    assert [event for each in rounds for event in each.events] == everything[first - 1 : rounds[-1].last_version]


@pytest.mark.parametrize("actor", [PUBLIC, ANN, DEALER])
def test_a_replay_tells_what_was_told_then(played, actor):
    heard = heard_live(played, actor)
    for number in (1, ROUNDS):
        replayed = list(replay_round(read(played, number), Perspective(actor)))
        events = [event for command in replayed for event in command.events]
        assert [each.event for each in events] == [heard[each.number] for each in events]
        assert all(each.words for each in events)
        json.dumps([encode_fact(each.view) for each in events])


def test_views_come_in_parts_that_have_changed(played):
    first, *others = [event for command in replay_round(read(played, 2), Perspective(ANN)) for event in command.events]
    assert {"cards", "stakes", "seats"} <= first.view.keys()
    assert all(len(event.view) < len(first.view) for event in others)
    assert any("results" in event.view for event in others)


def test_each_event_brings_what_it_changed_and_nothing_of_the_events_after_it(played):
    """A command has several events: what is shown after each is what that event has done."""
    seen = {"paid": {}}
    for command in replay_round(read(played, 2), Perspective(PUBLIC, whole=True)):
        for each in command.events:
            before, seen = seen, {**seen, **each.view}
            if each.event.kind == "wager-settled":
                key = f"{each.event.position} {each.event.text('wager')}"
                assert (key in before["paid"], key in seen["paid"]) == (False, True)
            if each.event.kind == MONEY_MOVED:
                assert not {"results", "cards", "board"} & each.view.keys()
    assert seen["paid"]


def test_the_whole_record_has_what_nobody_saw_but_no_deck_that_is_still_to_be_dealt(played):
    whole = [event for command in replay_round(read(played, 1), Perspective(PUBLIC, whole=True)) for event in command.events]
    dealt = next(each.event for each in whole if each.event.kind == "cards-dealt")
    assert len(dealt.facts["hands"]) >= 3
    seeds = read(played, ROUNDS).seeds
    assert all(name in seeds.opened for name in seeds.commitments if name[0] == 1 and name[1] == "draws")
    last = read(played, ROUNDS)
    for each in last.commands:
        for full, shown in zip(each.command.events, each.open_events, strict=True):
            if full.kind == "cards-shuffled" and "cards" in full.facts:
                assert ("cards" in shown.facts) == (shown.facts["deck"] == last_deck(last))


def last_deck(read):
    return next(event.facts["deck"] for event in read.events if event.kind == "deal-begun")


@pytest.mark.parametrize("actor", [PUBLIC, ANN])
def test_a_report_knows_what_its_reader_saw(played, actor):
    report = report_as_seen(read(played, 2), Perspective(actor))
    everything = report_as_seen(read(played, 2), Perspective(PUBLIC, whole=True))
    assert report.number == 2
    assert report.explanation.account_changes == everything.explanation.account_changes
    assert sum(report.explanation.account_changes.values()) == 0
    assert {each.wager for each in report.explanation.wagers} == {each.wager for each in everything.explanation.wagers}
    json.dumps(report.to_json())


@pytest.mark.parametrize("book", ["md.pai-gow-poker", "md.four-card-poker"])
def test_a_round_is_the_same_from_a_snapshot(house, monkeypatch, book):
    monkeypatch.setattr(turn_taker, "ROUNDS_BETWEEN", 1)
    table = TABLES[book]
    house.open(table, submission(book))
    house.play(table, rounds=ROUNDS)
    read = [read_round(house.store, table, number, house.keys.vault) for number in range(1, ROUNDS + 1)]
    loaded = []
    monkeypatch.setattr(rounds, "load_snapshot", lambda *_, **limits: loaded.append(limits))
    folded = [read_round(house.store, table, number, house.keys.vault) for number in range(1, ROUNDS + 1)]
    assert len(loaded) == ROUNDS
    for one, other in zip(read, folded, strict=True):
        assert (one.begin, one.commands, one.meter_events) == (other.begin, other.commands, other.meter_events)
    assert len(read[-1].seeds.commitments) < len(folded[-1].seeds.commitments)


def test_a_live_round_is_sealed(played):
    table = played.house.tables[played.name]
    check_round_is_over(table, ROUNDS)
    with pytest.raises(NotAllowed) as refused:
        check_round_is_over(table, ROUNDS + 1)
    assert refused.value.code == "service.round-live"
    for number in (-1, 0, ROUNDS + 2):
        with pytest.raises(Malformed):
            check_round_is_over(table, number)


@pytest.mark.parametrize(
    ("under_way", "said"),
    [
        (0, "no round of {} is over yet"),
        (1, "no round of {} is over yet"),
        (2, "round 1 is over"),
        (9, "rounds 1 to 8 are over"),
    ],
)
def test_a_refused_round_comes_with_those_that_are_over(played, under_way, said):
    table = replace(played.house.tables[played.name], number=under_way)
    for number in (under_way, under_way + 1):
        with pytest.raises((Malformed, NotAllowed)) as refused:
            check_round_is_over(table, number)
        assert refused.value.facts["allowed"] == said.format(table.id)


def test_a_stream_is_found_by_its_times(played):
    stream = f"table:{played.name}"
    appends = list(played.store.read(stream))
    for place in (0, len(appends) // 2, len(appends) - 1):
        at = appends[place].head.at
        expected = [append.head.version for append in appends if append.head.at < at]
        assert version_before(played.store, stream, at) == (expected[-1] if expected else 0)
        found = [append.head.version for append in read_times(played.store, stream, at, at)]
        assert found == [append.head.version for append in appends if append.head.at == at]
    assert version_before(played.store, stream, 1 << 60) == appends[-1].head.version
    assert version_before(played.store, "table:none", 5) == 0


def test_an_event_is_said_with_the_titles_of_the_book(played):
    replayed = [event for command in replay_round(read(played, 1), Perspective(PUBLIC)) for event in command.events]
    placed = next(each for each in replayed if each.event.kind == "wager-placed")
    assert placed.words != describe_event(placed.event)


def test_a_summary_is_what_everybody_may_know(played):
    every = search_rounds(played.store, RoundQuery(table=played.name)).rounds[::-1]
    assert [each.number for each in every] == list(range(1, ROUNDS + 1))
    for each in every:
        stored = read(played, each.number)
        report = report_as_seen(stored, Perspective(PUBLIC))
        assert {player: net for player, net in each.nets.items() if net} == {
            player: net for player in each.nets if (net := report.player_net(player))
        }
        assert (each.began_at, each.ended_at) == (stored.began_at, stored.ended_at)


def test_every_irregular_event_is_an_event_of_a_table():
    declared = {kind for book in BOOKS for kind in disclosures_of(load_book(book).game)}
    assert declared >= IRREGULAR
