"""Corrections are written into the text of a submission, and nothing else of it changes."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.files.submissions.corrections import correct_text
from houseway.submission import judge, parse_submission
from tests.support.submissions import MINIMAL, RIGHT, WRONG, right, wrong

ULTIMATE = MINIMAL["md.ultimate-texas-holdem"].read_text()


def judged(text, path):
    return judge(parse_submission(text, path.parent))


@wrong
def test_what_can_be_corrected_is(path):
    """After it no correction is left that the text could take, and findings that had one are gone."""
    text = path.read_text()
    before = {(each.code, each.place) for each in judged(text, path).findings if each.correction}
    found = correct_text(text, path.parent)
    after = {(each.code, each.place) for each in judged(found.text, path).findings}
    if found.applied:
        assert not before & after or len(after) < len(judged(text, path).findings)
    else:
        assert found.text == text
    tomllib.loads(found.text)


def test_most_wrong_examples_with_a_correction_are_mended():
    having = [path for path in WRONG if any(each.correction for each in judged(path.read_text(), path).findings)]
    mended = [path for path in having if correct_text(path.read_text(), path.parent).applied]
    assert len(having) > 20
    assert len(mended) >= len(having) * 9 // 10


@right
def test_what_passes_is_left_alone(path):
    assert correct_text(path.read_text(), path.parent).text == path.read_text()


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('[wagers.blind]\npaytable = "A"\nminimum = "$10"', '[wagers.blind]\npaytable = "A"\nminimum = "$25"', ULTIMATE),
        ("[wagers.blind]\n", '[wagers.blind]\ncolour = "red"\n', ULTIMATE),
    ],
)
def test_a_mistake_is_taken_back_to_the_character(old, new, expected):
    assert old in ULTIMATE
    assert correct_text(ULTIMATE.replace(old, new)).text == expected


def test_comments_stay():
    text = ULTIMATE.replace("[wagers.blind]\n", '[wagers.blind] # equal to the Ante\ncolour = "red" # why not\n')
    corrected = correct_text(text).text
    assert "# equal to the Ante" in corrected
    assert "colour" not in corrected


@given(st.data())
def test_any_inserted_key_is_removed_again(data):
    path = data.draw(st.sampled_from(RIGHT))
    lines = path.read_text().splitlines(keepends=True)
    headings = [number for number, line in enumerate(lines) if line.startswith("[wagers.")]
    if headings:
        at = data.draw(st.sampled_from(headings)) + 1
        text = "".join([*lines[:at], 'colour = "red"\n', *lines[at:]])
        assert correct_text(text, path.parent).text == path.read_text()
