"""Whatever is done to a submission that passes, it is refused as malformed or judged; and nothing wrong passes unseen."""

import copy
import json
from datetime import date, datetime

from hypothesis import given
from hypothesis import strategies as st

from houseway.errors import Malformed
from houseway.submission import Severity
from tests.support.submissions import EXAMPLES, at, changed, document, filed, leaves, removed

EVERYTHING = document(EXAMPLES / "md.pai-gow-poker" / "everything.toml")
TABLES = [
    ("table",),
    ("wagers", "pai-gow"),
    ("wagers", "progressive"),
    ("meters", 0),
    ("approvals", 1),
    ("readings",),
    ("bank",),
    (),
]
texts = st.text(max_size=6) | st.sampled_from(
    ["A", "B", "single", "$5", "$0", "-$5", "21%", "1 to 1", "yes", " ", "button", "hand"]
)
junk = st.recursive(
    st.one_of(
        texts,
        st.booleans(),
        st.integers(-3, 10),
        st.floats(),
        st.dates(min_value=date(1900, 1, 1)),
        st.datetimes(min_value=datetime(1900, 1, 1)),
        st.times(),
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=4,
)
places = st.sampled_from([place for place, _ in leaves(EVERYTHING)])
inner_places = st.sampled_from(
    sorted({place[:cut] for place, _ in leaves(EVERYTHING) for cut in range(1, len(place) + 1)}, key=str)
)


def judged(content):
    """The verdict, or none where the document cannot be read; anything else that is raised is a failure."""
    try:
        return filed(content)
    except Malformed:
        return None


class TestWhateverIsDoneToASubmission:
    @given(st.lists(st.tuples(inner_places, junk), min_size=1, max_size=3))
    def test_it_is_refused_or_judged_and_nothing_else(self, edits):
        content = EVERYTHING
        for place, value in edits:
            try:
                content = changed(content, place, value)
            except (KeyError, IndexError, TypeError):
                continue  # an earlier edit took the place away
        verdict = judged(content)
        if verdict is not None:
            assert verdict.passes == all(finding.severity is not Severity.ERROR for finding in verdict.findings)
            json.dumps(verdict.to_json())

    @given(inner_places)
    def test_what_is_left_out_is_found_or_changes_the_rules(self, place):
        """Except what may be left out because it says no more than the default does."""
        verdict = judged(removed(EVERYTHING, place))
        if verdict is not None and verdict.passes:
            assert verdict.rules.hash != filed(EVERYTHING).rules.hash or place in (
                ("version",),
                ("table",),
                ("table", "positions"),
            )

    @given(inner_places, junk)
    def test_what_passes_in_place_of_another_thing_changes_the_rules(self, place, value):
        verdict = judged(changed(EVERYTHING, place, value))
        if verdict is not None and verdict.passes and not same(at(EVERYTHING, place), value):
            assert verdict.rules.hash != filed(EVERYTHING).rules.hash

    @given(places, st.floats())
    def test_a_float_is_always_found(self, place, value):
        verdict = judged(changed(EVERYTHING, place, value))
        assert verdict is None or "submission.float" in {finding.code for finding in verdict.findings}

    @given(st.sampled_from(TABLES), st.text(alphabet="qxz-", min_size=1, max_size=8), junk)
    def test_an_unknown_key_is_always_found(self, place, key, value):
        content = copy.deepcopy(EVERYTHING)
        at(content, place)[key] = value
        verdict = judged(content)
        assert verdict is None or not verdict.passes

    @given(places.filter(lambda place: place != ("facility",)), junk)
    def test_a_wrong_type_is_always_found(self, place, value):
        was = at(EVERYTHING, place)
        if type(value) is type(was) or (isinstance(value, list) and place[-1] == "stake"):
            return
        verdict = judged(changed(EVERYTHING, place, value))
        assert verdict is None or not verdict.passes

    @given(st.sampled_from([place for place, value in leaves(EVERYTHING) if isinstance(value, str)]))
    def test_an_empty_text_is_always_found(self, place):
        verdict = judged(changed(EVERYTHING, place, ""))
        assert verdict is None or not verdict.passes


def same(was, value):
    """Whether two filings say the same: amounts may be written in two ways, one stake by itself or in a list."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(was, str) and isinstance(value, str) and was.startswith("$"):
        return value.replace("$", "").replace(",", "") == was.replace("$", "").replace(",", "")
    return was == value
