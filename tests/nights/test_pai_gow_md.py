"""Recorded nights of Maryland's Pai Gow Poker, in a file of its own, so that books are played in several processes."""

import pytest

from tests.nights.comparing import HALVES, differing_nights


@pytest.mark.parametrize("half", HALVES)
def test_nights_come_out_as_recorded(half):
    assert not differing_nights("md", half)
