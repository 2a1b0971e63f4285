"""How a layout looks, read from the places of its labels in the PDF: room in the circles, room between lines, one legend."""

from itertools import pairwise
from math import cos, hypot, radians, sin

import pytest

from houseway import documents
from tests.support.pdf_text import Run, text_runs
from tests.support.printed import DIV, UTH, every, page_of, plain, rules_of

ROOM = 3.0
"""Points between a label and the line around it."""
LEAST_LINE_DISTANCE = 1.1
"""From baseline to baseline, as a multiple of the type size."""


def labelled_areas(name: str) -> list[tuple[dict[str, object], list[Run]]]:
    """Every area with the runs of its label, which are printed in the same order."""
    runs = iter([run for run in text_runs(page_of(name, "layout")) if run.text.strip()])
    return [(area, list(_take(runs, plain(area["label"]), len(area["parts"])))) for area in _areas(name)]


def _areas(name: str):
    return documents.make_layout(rules_of(name)).data["areas"]


def _take(runs, label: str, numbers: int):
    said = ""
    while plain(said) != label:
        run = next(runs)
        said += f" {run.text}"
        assert label.startswith(plain(said)), (label, said)
        yield run
    if label.startswith("Starting number"):
        for _ in range(numbers):
            next(runs)


@every
def test_labels_have_room_in_their_circles(name):
    height = float(page_of(name, "layout").mediabox.height)
    circles = [(area, runs) for area, runs in labelled_areas(name) if area["shape"] == "circle"]
    assert circles
    for area, runs in circles:
        for x, y in (corner for run in runs for corner in run.corners):
            assert hypot(x - area["x"], height - y - area["y"]) <= area["width"] / 2 - ROOM, area["label"]


@every
def test_labels_have_room_in_their_boxes(name):
    height = float(page_of(name, "layout").mediabox.height)
    for area, runs in labelled_areas(name):
        if area["shape"] in ("circle", "bare"):
            continue
        turn = radians(area["angle"])
        for x, y in (corner for run in runs for corner in run.corners):
            across, down = x - area["x"], height - y - area["y"]
            assert abs(across * cos(turn) + down * sin(turn)) <= area["width"] / 2 - ROOM, area["label"]
            assert abs(down * cos(turn) - across * sin(turn)) <= area["height"] / 2 - ROOM, area["label"]


@every
def test_lines_of_a_label_are_apart(name):
    for area, runs in labelled_areas(name):
        for first, second in pairwise(runs):
            turn = radians(first.angle)
            distance = abs((first.y - second.y) * cos(turn) - (first.x - second.x) * sin(turn))
            assert distance >= LEAST_LINE_DISTANCE * first.size, area["label"]


@pytest.mark.parametrize("name", [f"{UTH}/everything", "longest"])
def test_lines_of_the_inscription_are_apart(name):
    lines = [run for run in text_runs(page_of(name, "layout")) if plain(run.text).startswith(("Payouts are", "Subject to"))]
    first, second = lines
    assert first.y - second.y >= 1.25 * first.size


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        (f"{UTH}/everything", "Bad Beat, Play the Board and Ultimate Pairs"),
        (f"{DIV}/everything", "Discard rack, Drop box and Tip box"),
    ],
)
def test_the_legend_lists_what_the_book_does_not_name_without_a_mark_that_stands_nowhere_else(name, listed):
    text = plain(page_of(name, "layout").extract_text())
    assert f"Not named in the rule book: {listed}" in text
    assert "†" not in text


def test_a_layout_of_named_areas_has_no_legend():
    assert "Not named" not in page_of("md.pai-gow-poker/everything", "layout").extract_text()


@pytest.mark.clause("md.pai-gow-poker 5.K(1)(b)(i)")
def test_the_shaker_is_on_the_felt_to_the_right_of_the_dealer():
    """On the sheet the dealer looks down, so the dealer's right is the sheet's left."""
    layout = documents.make_layout(rules_of("md.pai-gow-poker/minimal"))
    (shaker,) = [area for area in layout.data["areas"] if area["label"] == "Shaker"]
    table = layout.data["table"]
    assert shaker["x"] + shaker["width"] / 2 < table["x"]
    assert shaker["y"] - shaker["height"] / 2 > table["y"]
    (element,) = [element for element in layout.elements if element.text == "Shaker"]
    assert element.clauses == ("md.pai-gow-poker 5.K(1)(b)(i)",)
