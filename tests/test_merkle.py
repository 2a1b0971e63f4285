"""The Merkle tree against RFC 6962's own recursive definitions, the published example of eight entries, and forged proofs."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.merkle import (
    EMPTY_ROOT,
    Frontier,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    root_at,
    verify_consistency,
    verify_inclusion,
)

EXAMPLE = [bytes.fromhex(text) for text in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657")]
EXAMPLE.append(bytes(range(0x60, 0x70)))
"""The eight entries that implementations of Certificate Transparency share."""
ENTRIES = st.lists(st.binary(max_size=3), max_size=70)


class Grown:
    """A tree that grew entry by entry."""

    def __init__(self, entries):
        self.nodes, self.frontiers = {}, [Frontier()]
        for entry in entries:
            frontier, completed = self.frontiers[-1].add(leaf_hash(entry))
            self.frontiers.append(frontier)
            self.nodes |= {(height, number): found for height, number, found in completed}

    def read(self, height, number):
        return self.nodes[height, number]


# The definitions of section 2.1, as they are written there


def split(entries):
    power = 1
    while power * 2 < len(entries):
        power *= 2
    return entries[:power], entries[power:]


def tree_hash(entries):
    if not entries:
        return sha256().digest()
    if len(entries) == 1:
        return sha256(b"\0" + entries[0]).digest()
    left, right = split(entries)
    return sha256(b"\1" + tree_hash(left) + tree_hash(right)).digest()


def path(index, entries):
    if len(entries) == 1:
        return []
    left, right = split(entries)
    if index < len(left):
        return [*path(index, left), tree_hash(right)]
    return [*path(index - len(left), right), tree_hash(left)]


def proof(first, entries, whole=True):
    if first == len(entries):
        return [] if whole else [tree_hash(entries)]
    left, right = split(entries)
    if first <= len(left):
        return [*proof(first, left, whole), tree_hash(right)]
    return [*proof(first - len(left), right, False), tree_hash(left)]


def test_the_published_example():
    roots = [frontier.root.hex() for frontier in Grown(EXAMPLE).frontiers]
    assert roots[0] == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert roots[1] == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert roots[8] == "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"


@given(ENTRIES)
def test_roots_are_those_of_the_definition_at_every_size(entries):
    tree = Grown(entries)
    for size in range(len(entries) + 1):
        assert tree.frontiers[size].root == root_at(tree.read, size) == tree_hash(entries[:size])


@given(ENTRIES.filter(bool), st.data())
def test_inclusion_is_proved_as_defined_and_for_no_other_place(entries, data):
    tree = Grown(entries)
    size = data.draw(st.integers(1, len(entries)))
    index = data.draw(st.integers(0, size - 1))
    found = inclusion_proof(tree.read, index, size)
    root = tree_hash(entries[:size])
    assert found == path(index, entries[:size])
    assert verify_inclusion(leaf_hash(entries[index]), index, size, found, root)
    other = data.draw(st.integers(0, size))
    if verify_inclusion(leaf_hash(entries[index]), other, size, found, root):
        assert entries[other] == entries[index]


@given(ENTRIES, st.data())
def test_consistency_is_proved_as_defined(entries, data):
    tree = Grown(entries)
    second = data.draw(st.integers(0, len(entries)))
    first = data.draw(st.integers(0, second))
    found = consistency_proof(tree.read, first, second)
    if first:
        assert found == proof(first, entries[:second])
    assert verify_consistency(first, tree_hash(entries[:first]), second, tree_hash(entries[:second]), found)


@given(ENTRIES.filter(lambda entries: len(entries) > 1), st.data())
def test_a_history_that_was_rewritten_has_no_proof(entries, data):
    first = data.draw(st.integers(1, len(entries) - 1))
    place = data.draw(st.integers(0, first - 1))
    rewritten = [*entries]
    rewritten[place] += b"!"
    old, new = Grown(entries), Grown(rewritten)
    sizes = (first, old.frontiers[first].root, len(entries), new.frontiers[-1].root)
    for tree in (old, new):
        assert not verify_consistency(*sizes, consistency_proof(tree.read, first, len(entries)))


@given(ENTRIES.filter(bool), st.data())
def test_a_proof_with_a_hash_changed_missing_or_added_proves_nothing(entries, data):
    tree = Grown(entries)
    index = data.draw(st.integers(0, len(entries) - 1))
    found = inclusion_proof(tree.read, index, len(entries))
    leaf, root = leaf_hash(entries[index]), tree.frontiers[-1].root
    assert not verify_inclusion(leaf, index, len(entries), [*found, root], root)
    if found:
        place = data.draw(st.integers(0, len(found) - 1))
        changed = [*found]
        changed[place] = sha256(changed[place]).digest()
        assert not verify_inclusion(leaf, index, len(entries), changed, root)
        assert not verify_inclusion(leaf, index, len(entries), found[:-1], root)


def test_the_empty_tree_and_an_unchanged_tree():
    tree = Grown(EXAMPLE)
    root = tree.frontiers[-1].root
    assert consistency_proof(tree.read, 0, 8) == consistency_proof(tree.read, 8, 8) == []
    assert verify_consistency(0, EMPTY_ROOT, 8, root, [])
    assert verify_consistency(8, root, 8, root, [])
    assert not verify_consistency(0, root, 8, root, [])
    assert not verify_consistency(8, root, 8, EMPTY_ROOT, [])
    assert not verify_consistency(8, root, 8, root, [root])


@pytest.mark.parametrize(("index", "size"), [(0, 0), (8, 8), (-1, 8)])
def test_there_is_no_proof_of_what_is_not_there(index, size):
    tree = Grown(EXAMPLE)
    with pytest.raises(ValueError, match="no entry"):
        inclusion_proof(tree.read, index, size)
    assert not verify_inclusion(leaf_hash(b""), index, size, [], EMPTY_ROOT)


def test_no_tree_extends_a_larger_one():
    with pytest.raises(ValueError, match="cannot extend"):
        consistency_proof(Grown(EXAMPLE).read, 3, 2)
    assert not verify_consistency(3, EMPTY_ROOT, 2, EMPTY_ROOT, [])
