"""Whatever stands in a file, it is read, or refused by its name in words of ours."""

import tomllib
from pathlib import Path

import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.errors import HousewayError
from houseway.files import parse_round_file, play_round_file
from houseway.house_way import HouseWay
from houseway.submission import judge
from houseway.submission.source import read_submission
from tests.support.effort import MORE
from tests.support.paths import EXAMPLES, ROOT
from tests.support.submissions import MD

FOREIGN = ("Errno", "codec", "is not a valid ", "NoneType", "object has no", "unpack", "maximum recursion", "Error(")
GOLDEN = sorted((ROOT / "tests" / "rounds").rglob("*.toml"))[::40]
SUBMISSION = EXAMPLES / MD / "everything.toml"
WAY = ROOT / "examples" / "house-ways" / "riverside.toml"
ODD = st.sampled_from(
    [None, True, -1, 0, 10**30, 1.5, "", "x", "$5", "As", "none", "\0", [], [1], ["x", ["y"]], {}, {"x": 1}, {"x": {"": []}}]
)


@st.composite
def spoilt_texts(draw, text: str) -> str:
    """The text with a part replaced by something short, or repeated."""
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 40)))
    inserted = st.text(max_size=6) | st.sampled_from(["\n", "=", '"', "[", "[[x]]\n", text[start:end] * 2])
    return text[:start] + draw(inserted) + text[end:]


@st.composite
def spoilt_documents(draw, text: str) -> str:
    """The document with one value, somewhere in it, replaced by an odd one or removed."""
    content = tomllib.loads(text)
    parts = list(_containers(content))
    part = parts[draw(st.integers(0, len(parts) - 1))]
    keys = list(part) if isinstance(part, dict) else list(range(len(part)))
    key, odd = draw(st.sampled_from(keys)), draw(ODD)
    if odd is None:
        del part[key]
    else:
        part[key] = odd
    return tomli_w.dumps(content)


def _containers(value):
    if isinstance(value, dict | list) and value:
        yield value
        for each in value.values() if isinstance(value, dict) else value:
            yield from _containers(each)


def foreign_words(read, name: str) -> list[str]:
    """Read, and return what a refusal has that it should not, or the name that it lacks."""
    try:
        read()
    except HousewayError as refusal:
        return [word for word in FOREIGN if word in refusal.message] + [name] * (name not in refusal.message)
    return []


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
@settings(max_examples=8 * MORE, deadline=None)
@given(data=st.data())
def test_a_round_file_is_read_or_refused(golden, data):
    text = golden.read_text(encoding="utf-8")
    spoilt = data.draw(spoilt_texts(text) | spoilt_documents(text))
    assert not foreign_words(lambda: parse_round_file(spoilt, golden), golden.name)


@pytest.mark.parametrize("golden", GOLDEN[::3], ids=lambda path: path.stem)
@settings(max_examples=5 * MORE, deadline=None)
@given(data=st.data())
def test_a_round_that_is_read_is_played_or_refused(golden, data):
    spoilt = data.draw(spoilt_documents(golden.read_text(encoding="utf-8")))
    assert not foreign_words(lambda: play_round_file(parse_round_file(spoilt, golden)), "")


@settings(max_examples=40 * MORE, deadline=None)
@given(data=st.data())
def test_a_submission_is_judged_or_refused(tmp_path_factory, data):
    text = SUBMISSION.read_text(encoding="utf-8")
    file = Path(tmp_path_factory.getbasetemp()) / "spoilt-submission.toml"
    spoilt = data.draw(spoilt_texts(text) | spoilt_documents(text))
    file.write_bytes(spoilt.encode("utf-8", "surrogatepass"))
    assert not foreign_words(lambda: judge(read_submission(file)), file.name)


@settings(max_examples=40 * MORE, deadline=None)
@given(data=st.data())
def test_a_house_way_is_read_or_refused(data):
    text = WAY.read_text(encoding="utf-8")
    spoilt = data.draw(spoilt_texts(text) | spoilt_documents(text))
    assert not foreign_words(lambda: HouseWay.from_text(spoilt, "spoilt-way.toml"), "spoilt-way.toml")


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("md/players-card-exposed-void", "position = 2, cards", 'position = "x", cards'),
        (
            "uth/dealers-card-exposed-is-not-later-while-somebody-decides",
            "place = 0, cards = 1 }",
            "place = { x = 1 }, cards = 1 }",
        ),
    ],
)
def test_cards_that_are_reported_at_no_place_are_refused(name, before, after):
    """Found by the tests above."""
    golden = ROOT / "tests" / "rounds" / f"{name}.toml"
    text = golden.read_text(encoding="utf-8")
    assert before in text
    with pytest.raises(HousewayError):
        play_round_file(parse_round_file(text.replace(before, after), golden))
