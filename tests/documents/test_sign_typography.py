"""How a sign looks, read from the places of its texts in the PDF: figures in line, meters with their wager, no word left alone."""

from functools import cache

import pytest

from houseway import documents
from houseway.documents.sign import MARGIN
from tests.support.pdf_text import Run, text_runs
from tests.support.printed import UTH, every, only_page, page_of, plain, rules_of, sign_of

SAME_PLACE = 0.05
"""Points; less than a printer can show."""


@cache
def runs_of(name: str) -> list[Run]:
    return [run for run in text_runs(page_of(name)) if run.text.strip()]


def runs_of_table(name: str, rows: list[list[str]]) -> list[list[Run | None]]:
    """The runs of a table's cells; None for an empty cell."""
    runs, wanted = runs_of(name), [cell for row in rows for cell in row if cell]
    said = [plain(run.text) for run in runs]
    (start,) = [place for place in range(len(said)) if said[place : place + len(wanted)] == wanted][:1]
    found = iter(runs[start:])
    return [[next(found) if cell else None for cell in row] for row in rows]


def tables_of(name: str) -> list[list[list[Run | None]]]:
    return [
        runs_of_table(name, [[plain(cell) for cell in row] for row in table["rows"]])
        for panel in sign_of(name).data["panels"]
        for table in panel["tables"]
    ]


def spread(values: list[float]) -> float:
    return max(values) - min(values)


@every
def test_payouts_end_on_one_line_and_hands_begin_on_one(name):
    for table in tables_of(name):
        assert spread([row[0].x for row in table]) < SAME_PLACE
        for column in range(1, len(table[0])):
            assert spread([row[column].right for row in table if row[column]]) < SAME_PLACE


@every
def test_a_hand_and_its_payout_are_on_one_baseline(name):
    for table in tables_of(name):
        for row in table:
            assert spread([cell.y for cell in row if cell]) < SAME_PLACE


@pytest.mark.parametrize(
    "name", ["md.pai-gow-poker/everything", "div.pai-gow-poker/everything", f"{UTH}/everything", "for-one"]
)
def test_the_meters_are_in_the_panel_of_their_wager(name):
    (progressive,) = [panel for panel in sign_of(name).data["panels"] if panel["title"] == "Progressive"]
    pays, *_, meters = [
        runs_of_table(name, [[plain(cell) for cell in row] for row in table["rows"]]) for table in progressive["tables"]
    ]
    assert len(meters) == len(rules_of(name).meters) > 0
    assert abs(meters[0][0].x - pays[0][0].x) < SAME_PLACE
    assert meters[0][-1].right >= pays[0][1].right - SAME_PLACE
    between = [
        run
        for run in runs_of(name)
        if meters[0][0].y < run.y < pays[-1][0].y and pays[0][0].x - SAME_PLACE <= run.x <= meters[0][-1].right
    ]
    assert {plain(run.text) for run in between} <= {"Meters", "seed", "reset", "rate"}


def lines_of_text(runs: list[Run], text: str) -> list[str]:
    """The lines in which a text is printed."""
    for start in range(len(runs)):
        lines: list[str] = []
        for run in runs[start:]:
            lines.append(plain(run.text))
            if not text.startswith(" ".join(lines)):
                break
            if " ".join(lines) == text:
                return lines
    raise AssertionError(f"{text!r} is not printed")


@every
def test_no_notice_leaves_a_word_alone_on_its_last_line(name):
    runs = runs_of(name)
    notices = [element.cells[1] for element in sign_of(name).elements if element.kind in ("notice", "limit")]
    for text in notices:
        assert len(lines_of_text(runs, plain(text))[-1].split()) > 1


@pytest.mark.parametrize("name", [f"{UTH}/minimal", f"{UTH}/everything", "longest"])
def test_the_lines_of_a_notice_are_of_like_length(name):
    runs = {plain(run.text): run for run in runs_of(name)}
    for text in (element.cells[1] for element in sign_of(name).elements if element.kind in ("notice", "limit")):
        lines = lines_of_text(runs_of(name), plain(text))
        widths = [runs[line].width for line in lines]
        assert min(widths) > 0.5 * max(widths)


@every
def test_every_text_is_inside_the_margins(name):
    check_margins(page_of(name))


@pytest.mark.parametrize("name", [f"{UTH}/everything", "longest"])
@pytest.mark.parametrize("paper", ["us-tabloid", "a3"])
def test_every_text_is_inside_the_margins_of_a_named_paper(name, paper):
    check_margins(only_page(documents.make_sign(rules_of(name), paper=paper)))


def check_margins(page):
    width, height = float(page.mediabox.width), float(page.mediabox.height)
    for run in text_runs(page):
        assert MARGIN <= run.x < run.right <= width - MARGIN + 0.001  # widths of letters are rounded
        assert MARGIN - 0.3 * run.size <= run.y <= height - MARGIN  # descenders of the last line may go below
