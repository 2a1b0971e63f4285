"""Rows are packed with a dictionary and come back as they were."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.errors import Corrupted
from houseway.store.packing import CURRENT_DICTIONARY, MOST_UNPACKED, Packer, shipped_dictionary

PACKER = Packer({CURRENT_DICTIONARY: shipped_dictionary(CURRENT_DICTIONARY)})


@pytest.mark.hypothesis
@given(st.binary())
def test_whatever_is_packed_comes_back(content):
    assert PACKER.unpack(PACKER.pack(content), CURRENT_DICTIONARY) == content


def test_a_typical_row_packs_well():
    """What the dictionary contains costs next to nothing."""
    row = shipped_dictionary(CURRENT_DICTIONARY)[10_000:11_000]
    assert len(PACKER.pack(row)) < 20
    assert len(Packer({CURRENT_DICTIONARY: b""}).pack(row)) > 200


@pytest.mark.parametrize(("packed", "number"), [(b"\xff\xff", CURRENT_DICTIONARY), (b"", 99)])
def test_what_cannot_be_unpacked_is_corrupted(packed, number):
    with pytest.raises(Corrupted):
        PACKER.unpack(packed, number)


def test_a_row_that_would_fill_the_memory_is_corrupted():
    """A few kilobytes stand for many megabytes."""
    assert len(PACKER.unpack(PACKER.pack(bytes(MOST_UNPACKED)), CURRENT_DICTIONARY)) == MOST_UNPACKED
    with pytest.raises(Corrupted, match="too large"):
        PACKER.unpack(PACKER.pack(bytes(MOST_UNPACKED + 10_000)), CURRENT_DICTIONARY)
