"""Everything that the record of the house can hold is said in words."""

import pytest

from houseway.events import Event
from houseway.service.people import record
from houseway.service.people.record_words import describe_record_event


@pytest.mark.parametrize("kind", sorted(record._EVOLVE))
def test_every_kind_has_a_phrase_of_its_own(kind):
    assert describe_record_event(Event(kind, (), {})) != kind.replace("-", " ")


def test_a_change_of_roles_names_the_person_and_the_roles():
    event = Event(record.ROLE_GRANTED, (), {"person": "p-ann", "before": (), "after": ("dealer", "floorperson")})
    assert describe_record_event(event) == "p-ann is now dealer, floorperson"


def test_somebody_without_a_role_is_said_to_have_none():
    event = Event("role-withdrawn", (), {"person": "p-ann", "before": ("dealer",), "after": ()})
    assert describe_record_event(event) == "p-ann loses a role and is now without a role"


@pytest.mark.parametrize(("kind", "words"), [("receipts-failed", "receipts"), ("checkpoints-failed", "checkpoints")])
def test_a_file_that_cannot_be_written_is_named_as_what_failed(kind, words):
    """They are signed all the same; only the copy outside the database is missing."""
    assert describe_record_event(Event(kind, (), {"why": "disk full"})) == f"{words} cannot be written to their file"
