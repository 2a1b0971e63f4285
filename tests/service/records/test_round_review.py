"""A completed round is decided again before anybody explains it."""

from dataclasses import replace

import pytest

from houseway.events import Actor, Event, Role
from houseway.ledger import MONEY_MOVED
from houseway.money import Cents
from houseway.review import Level
from houseway.service.records.replay import Perspective, findings_as_seen, report_as_seen
from houseway.service.records.round_review import RoundReviews, review_round
from houseway.service.records.rounds import read_round
from houseway.store import open_store
from tests.support.live import BOOKS, TABLES, LiveHouse, submission

PUBLIC = Perspective(Actor(Role.PLAYER))
ROUNDS = 4


@pytest.fixture(scope="module", params=BOOKS)
def played(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("house")
    live = LiveHouse(open_store(f"sqlite:///{folder / 'house.db'}"), folder)
    live.name = TABLES[request.param]
    live.open(live.name, submission(request.param), players=3)
    live.play(live.name, rounds=ROUNDS)
    play_until_paid(live, live.store, live.keys.vault, live.name)
    yield live
    live.close()


def play_until_paid(player, store, vault, table, accounts=None):
    """Play on until somebody (of these accounts) was paid in a round: with the seeds of a real house it is not known when."""
    number = ROUNDS
    while forged(read_round(store, table, number, vault), accounts) is None:
        player.play(table, rounds=1)
        number += 1


def rounds_of(live):
    last = live.house.latest_state(live.name).number
    return [read_round(live.store, live.name, number, live.keys.vault) for number in range(1, last)]


def forged(read, accounts=None):
    """The same round with one payment (to one of the accounts) halved. Return it with what was paid."""
    for place, each in enumerate(read.commands):
        for number, event in enumerate(each.whole.events):
            is_payout = event.kind == MONEY_MOVED and event["reason"] == "payout"
            if is_payout and (accounts is None or event["target"] in accounts):
                less = Event(event.kind, event.clauses, {**event.facts, "amount": Cents(event.cents("amount").amount // 2)})
                events = (*each.whole.events[:number], less, *each.whole.events[number + 1 :])
                whole = each.whole._replace(events=events)
                changed = replace(each, whole=whole, command=whole, open_events=events)
                return replace(read, commands=(*read.commands[:place], changed, *read.commands[place + 1 :])), event
    return None


def test_rounds_as_they_were_played_have_no_findings(played):
    assert {review_round(played.store, each, played.keys.vault).findings for each in rounds_of(played)} == {()}


def test_a_payment_that_was_halved_is_named_and_what_the_rules_give_is_explained(played):
    read, (wrong, paid) = next((each, found) for each in rounds_of(played) if (found := forged(each)) is not None)
    reviewed = review_round(played.store, wrong, played.keys.vault)
    (finding,) = reviewed.findings
    missing = paid.cents("amount").amount - paid.cents("amount").amount // 2
    assert finding.level is Level.MONEY
    assert finding.difference.owed[paid["target"]] == missing
    assert report_as_seen(reviewed, PUBLIC).explanation == report_as_seen(read, PUBLIC).explanation
    (seen,) = findings_as_seen(reviewed, PUBLIC)
    assert seen.recorded != seen.expected


def test_what_differs_in_cards_is_told_only_to_those_who_may_read_everything(played):
    read, (wrong, _) = next((each, found) for each in rounds_of(played) if (found := forged(each)) is not None)
    (finding,) = review_round(played.store, wrong, played.keys.vault).findings
    other = replace(finding, difference=replace(finding.difference, kind="hand-set"))
    hidden = replace(wrong, findings=(other,))
    assert [(each.recorded, each.expected) for each in findings_as_seen(hidden, PUBLIC)] == [("", "")]
    (seen,) = findings_as_seen(hidden, Perspective(Actor(Role.PLAYER), whole=True))
    assert seen.recorded == finding.difference.recorded
    assert read.findings == ()


def test_a_round_is_decided_once(played, monkeypatch):
    reviews, read = RoundReviews(), rounds_of(played)[0]
    assert reviews.decide(played.store, read, played.keys.vault) == read
    monkeypatch.setattr("houseway.service.records.round_review.StreamTableReview", None)
    assert reviews.decide(played.store, read, played.keys.vault) == read
