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
