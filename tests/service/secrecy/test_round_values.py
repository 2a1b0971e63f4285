"""The two events of a round, folded: what fits them, what does not, and what is drawn from them."""

from hashlib import sha256

import pytest

from houseway.cards import DECK
from houseway.chance import CommittedChance
from houseway.errors import Corrupted
from houseway.events import Event
from houseway.service.live.player_values import PlayerValues
from houseway.service.secrecy.round_values import ROUNDS_AFTER_WITHHOLDING, list_hashes
from houseway.service.secrecy.seeds import (
    FURTHER,
    SeedFold,
    TableSeeds,
    commit_further_shuffle,
    commit_round,
    evolve_seeds,
    open_seeds,
    open_values,
    record_draw,
)

LISTED, OPENED = "seeds-committed", "values-opened"


def test_every_draw_depends_on_every_value_and_on_the_seed():
    """One other bit in a value gives another order, and so does another seed."""
    orders = set()
    for secret, value in (("11", "22"), ("11", "23"), ("12", "22")):
        seeds = played_seeds(bytes.fromhex(secret * 32), {1: "aa" * 32, 2: value * 32})
        cards = list(DECK)
        seeds.chance_for("shuffle").shuffle(cards)
        orders.add(tuple(cards))
        orders.add((seeds.chance_for("cut").randint(1, 10**9),))
    assert len(orders) == 6


def played_seeds(secret, values, withheld=()):
    """The seeds of a round whose values are open."""
    hashes = {seat: list_hash(value) for seat, value in values.items()}
    event = commit_round(1, secret, lambda sealed: sealed, {**hashes, **dict.fromkeys(withheld, "ff" * 32)})
    seeds = evolve_seeds(TableSeeds(), event, lambda sealed: sealed)
    return evolve_seeds(seeds, open_values(seeds, values, {})) if event["hashes"] else seeds


def list_hash(value):
    return sha256(bytes.fromhex(value)).hexdigest()


def test_a_copy_of_another_players_value_cancels_nothing():
    """With XOR, two equal values would leave the house alone."""
    alone = played_seeds(bytes(32), {})
    copied = played_seeds(bytes(32), {1: "aa" * 32, 2: "aa" * 32})
    assert alone.draw_seed((1, "shuffle-1"), 1) != copied.draw_seed((1, "shuffle-1"), 1)


def listed_seeds(number=1, seeds=None):
    hashes = {1: list_hash("aa" * 32), 2: list_hash("bb" * 32)}
    event = commit_round(number, bytes(32), lambda sealed: sealed, hashes)
    return evolve_seeds(seeds or TableSeeds(), event, lambda sealed: sealed)


def event_of(kind, facts):
    return Event(kind, (), facts)


def opened_seeds():
    seeds = listed_seeds()
    return evolve_seeds(seeds, open_values(seeds, {1: "aa" * 32, 2: "bb" * 32}, {}))


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"round": 1, "values": {1: "aa" * 32}}, "neither opened nor withheld"),
        ({"round": 1, "values": {1: "aa" * 32, 2: "ab" * 32}}, "not the one whose hash was listed"),
        ({"round": 1, "values": {1: "aa" * 32, 2: "bb" * 32, 3: "cc" * 32}}, "neither opened nor withheld"),
        ({"round": 2, "values": {1: "aa" * 32, 2: "bb" * 32}}, "opened in round 1"),
    ],
)
def test_an_opening_that_does_not_fit_the_list_is_found(facts, said):
    seeds = listed_seeds()
    with pytest.raises(Corrupted, match=said):
        evolve_seeds(seeds, event_of(OPENED, facts))


def test_a_second_list_or_a_second_opening_is_found():
    with pytest.raises(Corrupted, match="second list"):
        listed_seeds(1, opened_seeds())
    with pytest.raises(Corrupted, match="second time"):
        evolve_seeds(opened_seeds(), event_of(OPENED, {"round": 1, "values": {1: "aa" * 32, 2: "bb" * 32}}))


def test_commitments_that_are_added_later_are_found():
    with pytest.raises(Corrupted, match="without players' hashes"):
        evolve_seeds(opened_seeds(), event_of(LISTED, {"round": 1, "commitments": {"shuffle-9": "00" * 32}}))
    with pytest.raises(Corrupted, match="without players' hashes"):
        evolve_seeds(opened_seeds(), event_of(LISTED, {"round": 2, "commitments": {"draws": "00" * 32}}))


def test_a_draw_before_the_opening_is_found():
    with pytest.raises(Corrupted, match="draws before"):
        evolve_seeds(listed_seeds(), record_draw((1, "shuffle-1"), "shuffle", 5, "deck 1"))


def test_a_seat_that_contributes_too_early_is_found():
    seeds = evolve_seeds(listed_seeds(), event_of(OPENED, {"round": 1, "values": {1: "aa" * 32}, "withheld": {2: "Bob"}}))
    with pytest.raises(Corrupted, match="too early"):
        listed_seeds(1 + ROUNDS_AFTER_WITHHOLDING, seeds)
    assert listed_seeds(2 + ROUNDS_AFTER_WITHHOLDING, seeds).awaited is not None


def test_all_shuffles_of_a_round_are_committed_to_when_it_starts_however_many_follow():
    """A shuffle after a jam, and after a further one: none needs a new commitment, and each gives another order."""
    seeds, orders, version = opened_seeds(), [], 10
    commitments = dict(seeds.commitments)
    for number in range(1, 8):
        cards, name = list(DECK), seeds.next_draw("shuffle")
        assert seeds.is_committed_for("shuffle")
        seeds.chance_for("shuffle").shuffle(cards)
        orders.append(tuple(cards))
        assert (name[1] == FURTHER) == (number > 2)
        seeds = evolve_seeds(seeds, record_draw(name, "shuffle", version, f"deck {1 + number % 2}"))
        version += 1
    assert len(set(orders)) == 7
    assert dict(seeds.commitments) == commitments
    waiting = {event["purpose"] for event in open_seeds(seeds, "deck 1")}
    assert FURTHER not in waiting, "the order of deck 2 is still to be dealt"
    for event in open_seeds(seeds, None):
        seeds = evolve_seeds(seeds, event)
    third = list(DECK)
    CommittedChance(seeds.draw_seed((1, FURTHER), 1)).shuffle(third)
    assert tuple(third) == orders[2]


def test_a_round_of_an_earlier_program_draws_from_its_seeds_alone_and_may_commit_to_a_further_shuffle():
    event = commit_round(1, bytes(32), lambda sealed: sealed)
    old = event_of(LISTED, {name: fact for name, fact in event.facts.items() if name != "hashes"})
    seeds = evolve_seeds(TableSeeds(), old, lambda sealed: sealed)
    assert seeds.awaited is None
    assert seeds.draw_seed((1, "shuffle-1"), 1) == seeds.seed((1, "shuffle-1"))
    for number in range(1, 4):
        seeds = evolve_seeds(seeds, record_draw((1, f"shuffle-{number}"), "shuffle", number, "deck 1"))
    assert not seeds.is_committed_for("shuffle")
    seeds = evolve_seeds(seeds, commit_further_shuffle(seeds))
    assert seeds.next_draw("shuffle") == (1, "shuffle-4")
    assert seeds.is_committed_for("shuffle")
    assert listed_seeds(2, seeds).awaited is not None


def test_the_latest_hash_of_a_player_counts_and_each_is_used_once():
    values = PlayerValues()
    values.offer("Ann", "one", "11")
    values.offer("Ann", "two", "22")
    assert values.hash_of("Ann") == "22"
    values.offer("Ann", "two", "")
    assert values.hash_of("Ann") == "11"
    seeds = evolve_seeds(TableSeeds(), commit_round(1, bytes(32), lambda sealed: sealed, {1: "11"}))
    values.follow(seeds)
    assert values.hash_of("Ann") == ""


def test_the_text_of_the_events_is_the_same_for_everybody():
    listed = list_hashes(7, {"shuffle-1": "c1", "draws": "c0"}, {4: list_hash("44" * 32), 1: list_hash("11" * 32)})
    opened = listed.opened({1: "11" * 32}, (4,))
    lines = ["round 7", "draws c0", "shuffle-1 c1", f"seat 1 {list_hash('11' * 32)}", f"seat 4 {list_hash('44' * 32)}"]
    assert listed.text.split("\n") == lines
    assert opened.text.split("\n") == [*lines, f"value 1 {'11' * 32}", "withheld 4"]


def test_many_events_are_folded_as_one_by_one():
    """The audit of a year folds hundreds of thousands of them, and must not copy everything for each."""
    events, seeds = [], TableSeeds()

    def add(event):
        nonlocal seeds
        seeds = evolve_seeds(seeds, event, lambda sealed: sealed)
        events.append(event)

    for number in range(1, 15):
        value = f"{number:02x}" * 32
        hashes = {1: list_hash(value), 2: list_hash(value)} if number in (1, 13) else {1: list_hash(value)}
        add(commit_round(number, bytes([number]) * 32, lambda sealed: sealed, hashes))
        add(open_values(seeds, {1: value}, {2: "Bob"}))
        add(record_draw(seeds.next_draw("shuffle"), "shuffle", number, f"deck {number % 2}"))
        for event in list(open_seeds(seeds, f"deck {number % 2}")):
            add(event)
    folding = SeedFold(TableSeeds(), lambda sealed: sealed)
    for event in events:
        folding.add(event)
    assert folding.seeds() == seeds
    assert set(seeds.secrets) == {name[0] for name in seeds.commitments if name not in seeds.opened}
    assert len(seeds.withheld) == 2
