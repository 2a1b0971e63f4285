"""A finding that has one obvious right value carries it, and filing that value mends it."""

import copy
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.files.submissions.draft import meters_of
from houseway.files.submissions.template import write_template
from houseway.regulation import BOOKS, load_book
from tests.support.submissions import EXAMPLES, MINIMAL, changed, document, filed, leaves, wrong

EVERYTHING = {path.parent.name: document(path) for path in sorted(EXAMPLES.glob("*/everything.toml"))}
WRONG_VALUES = st.sampled_from(["$0.01", "$99,999,999", "1 to 9", "0.1%", "x", "Yes", "handd", "none", 0, 99, True, False])
a_place = st.sampled_from(
    [
        (book, place)
        for book, content in EVERYTHING.items()
        for place, _ in leaves(content)
        if place[0] not in ("book", "version")
    ]
)


def corrected(content, correction):
    """The document with what the correction files. Entries of lists are counted from 1 in the places of findings."""
    content = copy.deepcopy(content)
    inner, (*above, last) = content, correction.place.split(".")
    for key in above:
        inner = inner[int(key) - 1] if isinstance(inner, list) else inner.setdefault(key, {})
    if correction.value is None:
        del inner[int(last) - 1 if isinstance(inner, list) else last]
    else:
        inner[last] = correction.value
    return content


def uncorrected(content):
    """Findings whose own correction leaves them as they are."""
    findings = [finding for finding in filed(content).findings if finding.correction is not None]
    return [
        (finding.code, finding.place)
        for finding in findings
        if (finding.code, finding.place)
        in {(each.code, each.place) for each in filed(corrected(content, finding.correction)).findings}
    ]


@wrong
def test_a_correction_mends_its_finding(path):
    assert uncorrected(document(path)) == []


@given(a_place, WRONG_VALUES)
def test_whatever_is_wrong_a_correction_mends_its_finding(where, value):
    book, place = where
    assert uncorrected(changed(EVERYTHING[book], place, value)) == []


@pytest.mark.parametrize(
    ("book", "place", "given_value", "code", "value"),
    [
        ("md.ultimate-texas-holdem", "wagers blind minimum", "$25", "wager.equal", "$10"),
        ("md.ultimate-texas-holdem", "wagers blind colour", "red", "wager.key", None),
        ("md.pai-gow-poker", "table positions", 9, "option.bounds", 6),
        ("md.pai-gow-poker", "table dealing", "manual shoe", "option.value", "manual-shoe"),
    ],
)
def test_the_right_value_is_named(book, place, given_value, code, value):
    content = document(MINIMAL[book])
    section, *keys = place.split()
    content.setdefault(section, {})
    (finding,) = [each for each in filed(changed(content, (section, *keys), given_value)).findings if each.code == code]
    assert (finding.correction.place, finding.correction.value) == (place.replace(" ", "."), value)


def test_what_is_a_choice_has_no_correction():
    content = document(MINIMAL["md.pai-gow-poker"])
    (finding,) = filed(changed(content, ("wagers", "pai-gow", "maximum"), "$1")).findings
    assert finding.correction is None


# Meters that are missing


@pytest.mark.parametrize("book", BOOKS)
def test_a_missing_meter_is_proposed_as_a_new_submission_has_it(book):
    """Pasted as it is, the proposal passes, for every paytable that pays from meters."""
    regulation = load_book(book)
    for table in (table for table in regulation.paytables if table.meters):
        text = write_template(regulation, (table.wager,))
        first = regulation.paytables_of(table.wager)[0].letter
        content = tomllib.loads(
            text.replace(f'{table.wager}.paytable = "{first}"', f'{table.wager}.paytable = "{table.letter}"')
        )
        written = meters_of(regulation, table.wager, {"paytable": table.letter})
        bare = filed(content | {"meters": []})
        proposed = [
            tomllib.loads(f"meter = {each.suggestion.removeprefix('add an entry to meters: ')}")["meter"]
            for each in bare.findings
            if each.code == "meter.missing"
        ]
        assert proposed == [{key: value for key, value in each.items() if key != "tables"} for each in written]
        assert not [each for each in filed(content | {"meters": proposed}).findings if each.code.startswith("meter.")]
