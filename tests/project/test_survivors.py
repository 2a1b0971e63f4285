"""The results of `make mutation` are of this program: every survivor is of a function that exists, and says why it survives."""

import json
from pkgutil import resolve_name

from tests.mutation.parts import PARTS
from tests.mutation.results import RESULTS
from tests.mutation.tried import read_tried
from tests.support.paths import ROOT

FOUND = json.loads(RESULTS.read_text())


def test_every_part_was_tried():
    assert FOUND.keys() == PARTS.keys()
    assert all(part.sources for part in PARTS.values())


def test_a_survivor_is_of_a_function_that_exists_and_says_why_it_survives():
    for survivor in (survivor for part in FOUND.values() for survivor in part["survivors"]):
        assert callable(resolve_name(f"houseway.{survivor['function']}"))
        assert survivor["why"], survivor


def test_what_is_recorded_of_a_module_accounts_for_each_of_its_mutants():
    for part, records in read_tried().items():
        assert {*records} <= {source.as_posix() for source in PARTS[part].sources}
        for path, record in records.items():
            assert (ROOT / path).exists()
            ends = ("killed", "mistyped", "hung", "explained", "survive", "untried")
            assert record["mutants"] == sum(record[end] for end in ends)
            assert not record["survive"], f"{path} has survivors that nobody has explained"
