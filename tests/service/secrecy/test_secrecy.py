"""What nobody may know is not readable in the store before the round is over, and can be checked by anybody afterwards."""

import pytest

from houseway.chance import commit_to_seed
from houseway.errors import Corrupted
from houseway.events import Event
from houseway.service.live.checks.verifying import verify_draws
from houseway.service.live.memory.loading import load_seeds, load_table
from houseway.service.secrecy.sealing import Vault
from houseway.store import AppendRequest, StreamAppend, open_store
from houseway.table.disclosure import disclosures_of
from tests.support.live import BOOKS, TABLES, submission

TWO_KINDS = [(book, name) for book in BOOKS for name in ("minimal", "everything")]


@pytest.mark.parametrize(("book", "name"), TWO_KINDS)
def test_hidden_facts_are_not_in_the_stored_content(house, book, name):
    table = TABLES[book]
    house.open(table, submission(book, name))
    house.play(table)
    disclosures = disclosures_of(house.house.tables[table].rules.game)
    sealed = 0
    for append in house.store.read(f"table:{table}"):
        sealed += append.sealed is not None
        for event in append.events:
            disclosure = disclosures[event.kind]
            assert not {*disclosure.own_hand, *disclosure.sealed} & event.facts.keys(), event.kind
    assert sealed >= 2


@pytest.mark.parametrize(("book", "name"), TWO_KINDS)
def test_every_draw_came_from_the_committed_seeds(house, book, name):
    table = TABLES[book]
    house.open(table, submission(book, name))
    house.play(table, rounds=3)
    draws = list(verify_draws(house.store, table))
    assert {draw.round for draw in draws} >= {1, 2}
    assert all(draw.agrees for draw in draws)
    assert any(draw.act in ("shuffle", "receive-deck") for draw in draws)


@pytest.mark.parametrize(("book", "name"), TWO_KINDS)
def test_commitments_come_before_draws_and_openings_after_the_round(house, book, name):
    """In the recorded order: no draw from a seed that is not committed to or already open."""
    table = TABLES[book]
    house.open(table, submission(book, name))
    house.play(table, rounds=3)
    committed, opened = {}, set()
    for append in house.store.read(f"chance:{table}"):
        for event in append.events:
            match event.kind:
                case "seeds-committed":
                    committed |= {(event["round"], purpose): hashed for purpose, hashed in event["commitments"].items()}
                case "chance-drawn":
                    assert (event["round"], event["purpose"]) in committed.keys() - opened
                case "seed-opened":
                    seed = (event["round"], event["purpose"])
                    assert commit_to_seed(bytes.fromhex(event["seed"])) == committed[seed]
                    opened.add(seed)
    played = house.house.tables[table].number - 1
    assert {(number, "draws") for number in range(1, played + 1)} <= opened
    assert (played + 1, "draws") in committed.keys() - opened


@pytest.mark.parametrize(("book", "name"), TWO_KINDS)
def test_every_round_is_dealt_from_a_deck_that_was_shuffled_since_it_was_dealt_last(house, book, name):
    table = TABLES[book]
    house.open(table, submission(book, name))
    house.play(table, rounds=3)
    fresh, dealt = set(), 0
    for event in (event for append in house.store.read(f"table:{table}") for event in append.events):
        if event.kind in ("cards-shuffled", "preshuffled-deck-received"):
            fresh.add(event["deck"])
        elif event.kind == "deal-begun":
            fresh.remove(event["deck"])
            dealt += 1
    assert dealt == 3


@pytest.mark.parametrize("book", BOOKS)
def test_a_deck_that_waits_for_the_next_round_stays_closed(house, book):
    """With two decks, the one that was shuffled during a round is dealt in the next."""
    table = TABLES[book]
    house.open(table, submission(book))
    house.play(table, rounds=2)
    seeds, _ = load_seeds(house.store, table)
    assert len(seeds.decks) == 2
    waiting = [name for name in seeds.decks.values() if name not in seeds.opened]
    assert waiting
    for name in waiting:
        with pytest.raises(Corrupted, match="neither open nor known"):
            seeds.seed(name)


def test_without_the_key_of_the_house_a_live_round_cannot_be_read(house):
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
    with pytest.raises(Corrupted):
        load_table(house.store, "UTH-1", Vault(bytes(32)))
    assert load_table(house.store, "UTH-1", house.keys.vault).table == house.house.tables["UTH-1"]


def altered_copy(store, stream, kind, change):
    """A store with the same streams, in which the first event of a kind was changed and every chain made anew."""
    copy, done = open_store("memory:"), False
    for head in store.stream_heads():
        for append in store.read(head.stream):
            commands = []
            for command in append.commands:
                events = []
                for event in command.events:
                    if head.stream == stream and event.kind == kind and not done:
                        event, done = Event(event.kind, event.clauses, change(event.facts)), True
                    events.append(event)
                commands.append(command._replace(events=tuple(events)))
            part = StreamAppend(head.stream, append.first_version - 1, tuple(commands), None, append.sealed)
            (result,) = copy.append([AppendRequest((part,))])
            assert not isinstance(result, Exception)
    assert done
    return copy


@pytest.fixture
def played(house):
    house.open("PG-1", submission("md.pai-gow-poker", "minimal"))
    house.play("PG-1", rounds=2)
    return house.store


def test_dice_that_were_changed_in_the_record_do_not_agree(played):
    assert all(draw.agrees for draw in verify_draws(played, "PG-1"))

    def turn_dice(facts):
        dice = facts["dice"]
        return {**facts, "dice": (dice[0] % 6 + 1, *dice[1:])}

    changed = altered_copy(played, "table:PG-1", "dice-uncovered", turn_dice)
    assert [draw.act for draw in verify_draws(changed, "PG-1") if not draw.agrees] == ["uncover"]


def test_another_seed_than_the_committed_one_is_found(played):
    changed = altered_copy(played, "chance:PG-1", "seed-opened", lambda facts: {**facts, "seed": bytes(32).hex()})
    with pytest.raises(Corrupted, match="not the one that was committed to"):
        list(verify_draws(changed, "PG-1"))


def test_a_commitment_that_was_changed_is_found(played):
    def change(facts):
        return {**facts, "commitments": dict.fromkeys(facts["commitments"], "0" * 64)}

    changed = altered_copy(played, "chance:PG-1", "seeds-committed", change)
    with pytest.raises(Corrupted, match="not the one that was committed to"):
        list(verify_draws(changed, "PG-1"))
