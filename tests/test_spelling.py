"""What somebody may have meant."""

import pytest

from houseway.spelling import did_you_mean, similar_names

LETTERS = ["A", "B", "C"]


@pytest.mark.parametrize(
    ("given", "known", "meant"),
    [
        ("c", LETTERS, "did you mean C?"),
        ("G", LETTERS, ""),
        ("C", LETTERS, ""),
        ("automated shoe", ["manual-shoe", "automated-shoe"], "did you mean automated-shoe?"),
        ("progresive", ["ante", "progressive"], "did you mean progressive?"),
        (5, LETTERS, ""),
        ("", LETTERS, ""),
        ("manual-shoe" * 100, ["manual-shoe"], ""),
    ],
)
def test_the_name_that_was_meant(given, known, meant):
    assert did_you_mean(given, known) == meant


def test_several_similar_names_the_best_first():
    assert similar_names("13b1", ["13.A", "13.B(1)", "13.B(1)(a)"])[:2] == ["13.B(1)", "13.B(1)(a)"]
