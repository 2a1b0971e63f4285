"""Chance that the house commits to: draws follow from the seed alone, as docs/chance.md says, and are evenly distributed."""

import re
import secrets
from collections import Counter
from hashlib import sha256
from math import sqrt
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway import chance as chance_module
from houseway.cards import DECK
from houseway.chance import SEED_BYTES, CommittedChance, commit_to_seed, derive_seed, new_seed
from houseway.service.secrecy.round_values import list_hashes
from houseway.service.secrecy.seeds import TableSeeds
from tests.support.paths import ROOT

seeds = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)


@pytest.fixture(scope="module")
def documented():
    """The functions that docs/chance.md prints."""
    code = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "chance.md").read_text(), re.DOTALL)[1]
    functions = {}
    exec(code, functions)  # noqa: S102 - our own page
    return functions


@pytest.mark.hypothesis
@given(seed=seeds, limits=st.lists(st.integers(1, 70_000), max_size=60))
def test_numbers_follow_from_the_seed_as_documented(documented, seed, limits):
    below, chance = documented["numbers"](seed), CommittedChance(seed)
    assert [chance.randint(1, limit) for limit in limits] == [1 + below(limit) for limit in limits]


@pytest.mark.hypothesis
@given(seed=seeds)
def test_a_shuffle_follows_from_the_seed_as_documented(documented, seed):
    cards = list(DECK)
    CommittedChance(seed).shuffle(cards)
    assert cards == documented["shuffle"](seed, DECK)
    assert sorted(cards) == sorted(DECK)


@pytest.mark.hypothesis
@given(seed=seeds, value=seeds, number=st.integers(0, 9))
def test_what_players_add_is_mixed_in_as_documented(documented, seed, value, number):
    """The seed of each draw follows from the house's seed and from both events, and `check` accepts them."""
    listed = list_hashes(7, {"draws": commit_to_seed(seed)}, {3: commit_to_seed(value), 5: "00" * 32})
    values = listed.opened({3: value.hex()}, (5,))
    table = TableSeeds(opened={(7, "draws"): seed, (7, "shuffle-1"): seed}, values={7: values})
    assert documented["drawn"](seed, values.text) == table.draw_seed((7, "shuffle-1"), 1)
    assert documented["drawn"](seed, values.text, number + 1) == table.draw_seed((7, "draws"), number + 1)
    documented["check"]("draws", seed, values.text)
    with pytest.raises(AssertionError, match="another seed"):
        documented["check"]("draws", seed + b"x", values.text)
    with pytest.raises(AssertionError, match="another value"):
        documented["check"]("draws", seed, values.text.replace(value.hex(), sha256(value).hexdigest()))


def test_a_known_seed_gives_known_numbers():
    """Fixed for ever: seeds that were opened must stay verifiable."""
    chance = CommittedChance(bytes(range(32)))
    assert [chance.randint(1, 6) for _ in range(12)] == [5, 2, 2, 1, 2, 2, 2, 6, 4, 2, 3, 4]
    assert commit_to_seed(b"x") == sha256(b"x").hexdigest()


def test_seeds_come_from_the_operating_system_and_differ(monkeypatch):
    """Each is what the system gave, and nothing else is mixed in, such as the time."""
    given = []

    def token_bytes(number):
        given.append(secrets.token_bytes(number))
        return given[-1]

    monkeypatch.setattr(chance_module, "secrets", SimpleNamespace(token_bytes=token_bytes))
    seeds = [new_seed() for _ in range(100)]
    assert seeds == given
    assert (len(set(seeds)), {len(seed) for seed in seeds}) == (100, {SEED_BYTES})


def test_seeds_for_different_purposes_differ():
    seed = new_seed()
    assert len({seed, derive_seed(seed, "draws"), derive_seed(seed, "shuffle 1"), derive_seed(new_seed(), "draws")}) == 4


def too_uneven(counts, expected, free=None):
    """Whether a chi-square statistic is past its 99 percent point, by the approximation of Wilson and Hilferty."""
    free = free or len(counts) - 1
    statistic = sum((count - expected) ** 2 / expected for count in counts)
    normal = ((statistic / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free))
    return normal > 2.326


@pytest.mark.parametrize("limit", [2, 3, 6, 7, 52, 53, 255, 256, 257])
def test_every_number_is_about_equally_likely(limit):
    chance, each = CommittedChance(sha256(b"numbers").digest()), 60
    counts = Counter(chance.randint(1, limit) for _ in range(each * limit))
    assert set(counts) <= set(range(1, limit + 1))
    assert not too_uneven([counts[value] for value in range(1, limit + 1)], each)


@pytest.mark.prove
def test_every_card_comes_to_every_place_about_equally_often():
    """One seed a shuffle, as at a table. With 20 tests at 99 percent, at most three may fail (probability of more: 1 in 10,000)."""
    failed = 0
    for sample in range(20):
        counts, rounds = Counter(), 5_200
        for number in range(rounds):
            cards = list(DECK)
            CommittedChance(derive_seed(sha256(b"%d" % sample).digest(), str(number))).shuffle(cards)
            counts.update((card, place) for place, card in enumerate(cards))
        failed += too_uneven([counts[card, place] for card in DECK for place in range(52)], rounds / 52, 51 * 51)
    assert failed <= 3


@pytest.mark.prove
def test_neighbours_are_about_equally_likely():
    """The pair of the first two cards, over all ordered pairs of ranks."""
    counts, rounds = Counter(), 200_000
    for number in range(rounds):
        cards = list(DECK)
        CommittedChance(derive_seed(bytes(32), str(number))).shuffle(cards)
        counts[int(cards[0]) // 4, int(cards[1]) // 4] += 1
    pairs = [(first, second) for first in range(13) for second in range(13)]
    statistic = sum(
        (counts[pair] - expected) ** 2 / expected
        for pair in pairs
        for expected in [rounds * (4 / 52) * ((3 if pair[0] == pair[1] else 4) / 51)]
    )
    free = len(pairs) - 1
    assert abs(statistic - free) < 3 * sqrt(2 * free)
