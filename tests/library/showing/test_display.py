"""How values look: one short line as text, tables in a notebook and a terminal, rows of a data frame."""

import re
import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from itertools import islice
from types import ModuleType

import pytest

import houseway as hw
from houseway.library.showing.display import plain_text
from houseway.regulation import TakenReadings
from houseway.submission import judge, parse_submission
from tests.support.submissions import RIGHT, right

LONGEST = 180


def shown():
    table = hw.Table("fcp/minimal", seed=1)
    played = table.deal(players=2)
    way = hw.HouseWay("foxwoods")
    return {
        "hand": hw.rank("As Ks 9s 8s Jk", "pai-gow"),
        "odds": hw.odds("uth", "trips", "A"),
        "list of odds": hw.all_odds("uth", "trips"),
        "rules": hw.check("uth/everything"),
        "table": table,
        "round": played,
        "ultimate round": hw.Table("uth/minimal", seed=1).deal(players=1),
        "explanation": hw.explain(played),
        "house way": way,
        "set hand": way.set("9s 9d 3c 3d Ah 5s 2c"),
        "explained setting": way.explain("9s 9d 3c 3d Ah 5s 2c"),
        "session": hw.session("uth", bankroll="$500", rounds=20, bet="$10", sides={"trips": "$5"}),
        "PAR sheet": hw.par("fcp/everything"),
    }


VALUES = shown()


@pytest.fixture(params=VALUES)
def value(request):
    return VALUES[request.param]


def test_its_repr_is_one_short_line(value):
    assert "\n" not in repr(value)
    assert len(repr(value)) < LONGEST


def test_a_notebook_gets_tables(value):
    page = value._repr_html_()
    assert page.startswith("<div>")
    assert page.count("<table>") == page.count("</table>") >= 1


def test_a_terminal_gets_the_same_words(value):
    text = plain_text(value.__rich__(), 200)
    cells = [cell for sheet in value.sheets() if not sheet.is_long for row in sheet.rows for cell in row]
    words = [cell.split()[0] for cell in cells if isinstance(cell, str) and cell]
    assert sum(word in text for word in words) > len(words) / 2


def test_a_data_frame_has_a_row_for_each_record(value, monkeypatch):
    pandas = ModuleType("pandas")
    pandas.DataFrame = list
    monkeypatch.setitem(sys.modules, "pandas", pandas)
    rows = value.to_dataframe()
    assert rows == [dict(each) for each in value.records()]
    assert len({tuple(row) for row in rows}) == 1  # the same columns


def test_without_pandas_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(hw.Unavailable, match="pip install pandas") as refused:
        VALUES["hand"].to_dataframe()
    assert "\n" not in str(refused.value)


def test_in_a_notebook_print_prints_the_text(monkeypatch):
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)  # where rich would display a page of its own
    assert str(VALUES["explanation"]).startswith("Why, round 1\n")


def test_cards_in_a_notebook_are_red_or_black_on_white():
    page = hw.rank("Ah Ks 9s 8s 7s", "pai-gow")._repr_html_()
    faces = dict(re.findall(r'<span style="[^"]*background:#fff[^"]*color:(#\w+)">([^<]+)</span>', page))
    assert faces["#b3261e"] == "A♥"
    assert faces["#1b1b1b"] == "7♠"


def test_figures_are_flush_right_and_words_flush_left():
    page = VALUES["odds"]._repr_html_()
    for side, word in (("left", "royal flush"), ("right", "4,324"), ("left", "50 to 1"), ("right", "-84.7300%")):
        assert f'<td style="text-align:{side}">{word}</td>' in page


def test_the_board_is_shown_with_the_hands():
    played = VALUES["ultimate round"]
    board = [card.symbol for card in played.report.board]
    row = next(row for row in played._repr_html_().split("<tr>") if "board" in row)
    assert re.findall(r">([^<>]*[♠♥♦♣])<", row) == board != []


def test_a_chart_is_a_picture_on_white_with_words():
    page = hw.solve("fcp/everything")._repr_html_()
    [alternative] = re.findall(r'<img alt="([^"]+)" src="data:image/svg[^"]+" style="background:#fff', page)
    assert "house edge" in alternative
    assert "<svg" not in page


def test_without_the_extra_for_charts_a_solved_game_shows_its_tables(monkeypatch):
    monkeypatch.setitem(sys.modules, "houseway.analysis.chart_files", None)
    page = hw.solve("fcp/everything")._repr_html_()
    assert "<table>" in page
    assert "<img" not in page


def test_what_users_write_is_escaped():
    table = hw.Table("uth/minimal", seed=1)
    table.sit("<b>Ann</b>")
    assert "<b>Ann" not in table._repr_html_()
    assert "&lt;b&gt;Ann" in table._repr_html_()
    table.sit("[red]Bob")
    assert "[red]Bob" in plain_text(table.__rich__())


def parts_of(place, value, depth, seen):
    """Every value of the program that can be reached from a value by its public attributes and entries, by how it is reached."""
    if id(value) in seen or depth == 0 or isinstance(value, str | bytes | int | float):
        return
    seen[id(value)] = value  # which keeps it, so that no other has its number
    if isinstance(value, Mapping):
        parts = {f"{place}[{key!r}]": part for key, part in islice(value.items(), 3)}
    elif isinstance(value, Collection):
        parts = {f"{place}[{number}]": part for number, part in enumerate(islice(value, 3))}
    else:
        parts = {}
    if type(value).__module__.startswith("houseway"):
        yield place, value
        parts |= {f"{place}.{name}": found for name in dir(value) if (found := part_of(value, name)) is not None}
    for name, part in parts.items():
        yield from parts_of(name, part, depth - 1, seen)


def part_of(value, name):
    if name.startswith("_"):
        return None
    with suppress(hw.HousewayError):  # an event without a position
        found = getattr(value, name)
        return None if callable(found) else found


def test_the_repr_of_every_part_is_one_short_line():
    seen = {}
    parts = {place: part for name, value in VALUES.items() for place, part in parts_of(name, value, 5, seen)}
    assert len(parts) > 200
    shown = {place: repr(part) for place, part in parts.items() if not isinstance(part, TakenReadings)}  # a dictionary
    assert {place: text for place, text in shown.items() if len(text) > 200 or "\n" in text} == {}


@right
def test_rules_of_the_lower_layers_have_a_short_repr_too(path):
    assert len(repr(judge(parse_submission(path.read_text(), path.parent)).rules)) < 2 * LONGEST


def test_there_are_examples():
    assert RIGHT
