"""`houseway sign` and `houseway layout`: the options, and refusals in plain words."""

import pypdf
import pytest

from houseway import documents
from tests.support.command import run
from tests.support.paths import EXAMPLES

FILE = EXAMPLES / "md.ultimate-texas-holdem" / "everything.toml"
SMALL = EXAMPLES / "md.four-card-poker" / "minimal.toml"


def test_a_sign_on_the_paper_and_in_the_theme_that_are_asked_for(tmp_path):
    target = tmp_path / "sign.pdf"
    result = run("sign", SMALL, "--paper", "a4", "--theme", "night", "-o", target)
    assert (result.returncode, result.stdout) == (0, f"{target}: Four Card Poker: payouts\n")
    (page,) = pypdf.PdfReader(target).pages
    assert sorted((float(page.mediabox.width), float(page.mediabox.height))) == pytest.approx([595.28, 841.89], abs=0.1)


def test_a_layout_on_letter(tmp_path):
    target = tmp_path / "layout.pdf"
    assert run("layout", SMALL, "--paper", "us-letter", "-o", target).returncode == 0
    (page,) = pypdf.PdfReader(target).pages
    assert (float(page.mediabox.width), float(page.mediabox.height)) == (792, 612)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--paper", "us-letter"), "the payouts do not fit on us-letter in type of 14 points or more; choose a larger paper"),
        (("--paper", "b5"), "there is no paper 'b5'; choose one of us-letter, us-legal, us-tabloid, a4, a3"),
        (("--theme", "gold"), "there is no theme 'gold'; choose one of felt, night, plain"),
    ],
)
def test_what_cannot_be_printed_is_refused_and_nothing_is_written(tmp_path, arguments, message):
    target = tmp_path / "sign.pdf"
    result = run("sign", FILE, *arguments, "-o", target)
    assert result.returncode == 2
    assert message in " ".join(result.stderr.split())
    assert not target.exists()


@pytest.mark.parametrize("command", ["sign", "layout"])
def test_help_names_every_theme_and_paper(command):
    told = " ".join(run(command, "--help").stdout.replace("│", " ").split())
    assert all(f"{theme}:" in told for theme in documents.THEMES)
    assert all(paper in told for paper in documents.PAPERS)
