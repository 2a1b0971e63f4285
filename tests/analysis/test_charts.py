"""Charts of solutions: what they show is what was solved, in every form, with nothing fetched."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
import vl_convert

from houseway.analysis import chart_files, chart_style
from houseway.analysis.chart_files import draw_chart
from houseway.analysis.four_card.solve import FourCardSolution
from houseway.analysis.pai_gow import chart as pai_gow_chart
from houseway.analysis.pai_gow.solve.counts import ComparisonCounts, PaiGowTerms
from houseway.analysis.pai_gow.solve.solver import DealerClass, PaiGowSolution
from houseway.analysis.solve.solution import Provenance, RoundEnding, StrategyResult
from houseway.analysis.standard_rules import standard_rules
from houseway.analysis.ultimate.solve.solution import StartingHand, UltimateSolution
from houseway.cards import Rank
from houseway.errors import Malformed, NotAllowed
from houseway.house_way import HouseWay
from tests.support.command import refused
from tests.support.paths import ROOT

PLAYED = StrategyResult(
    "best",
    (
        RoundEnding("fold", "folded", 500, Fraction(-2), Fraction(2)),
        RoundEnding("1x", "tied", 20, Fraction(0), Fraction(3)),
        RoundEnding("1x", "won", 270, Fraction(2), Fraction(3)),
        RoundEnding("4x", "won with flush", 9, Fraction(13, 2), Fraction(6)),
        RoundEnding("4x", "won with royal-flush", 1, Fraction(505), Fraction(6)),
        RoundEnding("4x", "lost", 200, Fraction(-6), Fraction(6)),
    ),
)


BOOK_HASH, RULES_HASH = "b0" * 32, "a1" * 32


def provenance(book, wager="ante"):
    pays = {wager: {"win": "1 to 1", "royal-flush": "500 to 1"}}
    return Provenance(book, "standard-rules", BOOK_HASH, "by hand", "Ante", pays, {"X-20": "returned"}, (), RULES_HASH)


def starting(name, raised):
    worth = {"4x": Fraction(raised), "3x": Fraction(raised, 2), "check": Fraction(1, 10)}
    return StartingHand(name, 6 if len(name) == 2 else 4 if name.endswith("s") else 12, worth)


@cache
def ultimate():
    letters = [rank.letter for rank in reversed(Rank)]
    names = [
        high + low + kind
        for place, high in enumerate(letters)
        for low in letters[place:]
        for kind in (("",) if high == low else ("s", "o"))
    ]
    hands = {name: starting(name, 3 if name[0] == "A" else -1) for name in names}
    return UltimateSolution(provenance("md.ultimate-texas-holdem"), PLAYED, hands)


@cache
def four_card():
    when = {"pair of kings": {"A": (0, 3, 1), "K": (0, 0, 4), "2": (0, 0, 0)}, "high-card": {"A": (999, 1, 0), "K": (5, 0, 0)}}
    played = StrategyResult("best", tuple(ending for ending in PLAYED.endings if ending.action != "4x"))
    return FourCardSolution(provenance("md.four-card-poker"), played, (), when, ("fold", "1x", "3x"))


@cache
def pai_gow():
    counts = ComparisonCounts((3, 1, 2, 0, 0, 0, 2, 0, 3))
    classes = (DealerClass("pair", counts), DealerClass("high card", ComparisonCounts((0, 0, 0, 0, 0, 0, 0, 0, 1))))
    way, terms = HouseWay.load("foxwoods"), PaiGowTerms.from_rules(standard_rules("md.pai-gow-poker"))
    return PaiGowSolution(provenance("md.pai-gow-poker", "pai-gow"), terms, way, way, counts, classes, classes, classes, ())


GAMES = pytest.mark.parametrize("solution", [ultimate, four_card, pai_gow], ids=["ultimate", "four_card", "pai_gow"])


@cache
def drawing(solution, narrow=False):
    """The chart of one of these solutions, which takes about a second to draw."""
    return draw_chart(solution(), narrow)


@cache
def svg_of(solution, narrow=False):
    return vl_convert.vegalite_to_svg(drawing(solution, narrow))


def rows(drawn):
    """The data of every panel."""
    if isinstance(drawn, dict):
        yield from ([drawn["data"]["values"]] if "values" in drawn.get("data", {}) else [])
        yield from (each for name, part in drawn.items() if name != "data" for each in rows(part))
    elif isinstance(drawn, list):
        yield from (each for part in drawn for each in rows(part))


def test_the_169_starting_hands_stand_suited_above_and_offsuit_below():
    worths, actions, *_ = rows(drawing(ultimate))
    cells = {cell["name"]: cell for cell in worths}
    assert worths == actions
    assert len({(cell["row"], cell["column"]) for cell in worths}) == 169
    assert (cells["AKs"]["row"], cells["AKs"]["column"]) == ("A", "K")
    assert (cells["AKo"]["row"], cells["AKo"]["column"]) == ("K", "A")
    assert (cells["AA"]["best"], cells["AA"]["worth"], cells["AA"]["gain_words"]) == ("4x", 3.0, "2.90")
    assert (cells["72o"]["best"], cells["72o"]["worth"], cells["72o"]["gain_words"]) == ("check", 0.1, "0.60")
    assert cells["72o"]["if 4x"] == "−1.000000"


def test_results_are_shown_by_action_and_by_how_rare_they_are():
    *_, shares, chances, _ = rows(drawing(ultimate))
    assert sum(row["share"] for row in shares) == pytest.approx(1)
    assert {(row["net"], row["action"]) for row in shares} >= {("−2", "fold"), ("+6.5", "4x"), ("0", "1x")}
    assert [row["net"] for row in chances] == ["−6", "−2", "0", "+2", "+6.5", "+505"]
    assert [row["one_in"] for row in chances] == ["5.0", "2.0", "50", "3.7", "111", "1.0k"]
    assert [row["sign"] for row in chances] == ["lose", "lose", "push", "win", "win", "win"]


def test_when_to_fold_and_play():
    when, *_ = rows(drawing(four_card))
    assert [(row["hand"], row["up"], row["best"], row["words"]) for row in when] == [
        ("pair of kings", "A", "1x", "75"),
        ("pair of kings", "K", "3x", ""),
        ("high card", "A", "fold", ">99"),
        ("high card", "K", "fold", ""),
    ]


def test_hands_that_are_played_alike_share_a_row():
    always, never = {"A": (0, 0, 9), "K": (0, 0, 4)}, {"A": (7, 0, 0), "K": (5, 0, 0)}
    kinds = {"flush": always, "straight": {"A": (0, 0, 1), "K": (0, 0, 8)}, "pair-of-aces": always, "high card, king": never}
    when, *_ = rows(
        chart_files.draw_chart(replace(four_card(), action_counts={**kinds, "high card, nine": never, "low": always}))
    )
    assert list(dict.fromkeys(row["hand"] for row in when)) == [
        "flush to pair of aces",
        "high card, king to nine",
        "low",
    ]
    assert len(when) == 6


def test_pai_gow_outcomes_not_banking_and_banking():
    outcomes, classes, _ = rows(drawing(pai_gow))
    found = {(row["who"], row["result"]): row["share"] for row in outcomes}
    assert found["not banking", "win"] == pytest.approx(3 / 11)
    assert found["not banking", "lose"] == pytest.approx(4 / 11)
    assert found["banking", "lose"] == pytest.approx(3 / 11)
    assert [row["edge"] < 0 for row in classes] == [True, False]


@GAMES
def test_each_form_is_what_its_name_says(solution, tmp_path, monkeypatch):
    known = {id(drawing(solution)): svg_of(solution)}
    monkeypatch.setattr(chart_files, "draw_chart", lambda found, narrow=False: drawing(solution))
    monkeypatch.setattr(vl_convert, "vegalite_to_svg", lambda drawn: known[id(drawn)])
    for name in ("chart.svg", "chart.PNG"):
        chart_files.write_chart(solution(), tmp_path / name)
    assert (tmp_path / "chart.svg").read_text().startswith("<svg")
    assert (tmp_path / "chart.PNG").read_bytes().startswith(b"\x89PNG")


@GAMES
@pytest.mark.parametrize(("narrow", "room"), [(False, 1280), (True, 360)])
def test_a_chart_fits_a_screen_and_a_phone(solution, narrow, room):
    (width,) = re.findall(r'^<svg[^>]* width="([\d.]+)"', svg_of(solution, narrow))
    assert float(width) <= room


@GAMES
@pytest.mark.parametrize("narrow", [False, True])
def test_a_chart_says_what_it_stands_on(solution, narrow):
    *_, lines = rows(drawing(solution, narrow))
    text = " ".join(line["line"] for line in lines)
    for said in ("royal flush 500 to 1", "X-20 returned", f"Rules {RULES_HASH}", "standard-rules", "houseway "):
        assert "".join(said.split()) in "".join(text.split())


def test_a_chart_without_filed_rules_stands_on_its_rule_book():
    found = pai_gow()
    bare = replace(found, provenance=replace(found.provenance, rules_hash="", readings={}))
    *_, lines = rows(chart_files.draw_chart(bare))
    text = " ".join(line["line"] for line in lines)
    assert f"Rulebook{BOOK_HASH}" in "".join(text.split())
    assert "depend on: none" in text


def scales(drawn):
    """The colours of every scale with names: pairs of a name and a colour."""
    if isinstance(drawn, dict):
        if "range" in drawn and all(isinstance(name, str) for name in drawn.get("domain", [0])):
            yield from zip(drawn["domain"], drawn["range"], strict=True)
        yield from (each for part in drawn.values() for each in scales(part))
    elif isinstance(drawn, list):
        yield from (each for part in drawn for each in scales(part))


def test_one_colour_has_one_meaning():
    """On every chart, and on the PAR sheet, whose template reads the same palette."""
    meanings = {**chart_style.action_colours(), **chart_style.result_colours()}
    assert len(set(meanings.values())) == len(meanings)
    used = {each for solution in (ultimate, four_card, pai_gow) for each in scales(drawing(solution))}
    assert {name for name, _ in used} >= {"fold", "check", "1x", "3x", "4x", "win", "push", "lose"}
    assert all(meanings[name] == colour for name, colour in used)
    template = (ROOT / "src" / "houseway" / "documents" / "templates" / "par_sheet.typ").read_text()
    assert "palette.actions" in template
    assert not re.findall(r'rgb\("#', template)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "chart.html"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chart_files, "draw_chart", lambda found, narrow=False: drawing(ultimate, narrow))
        chart_files.write_chart(ultimate(), path)
    return path.read_text()


def test_the_page_holds_its_scripts_and_fetches_nothing(page):
    assert len(page) > 500_000
    assert page.count("<script") == 1
    assert not re.search(r"<(script|link|img)[^>]+(src|href)=", page.partition("<script")[0] + page.rpartition("</script>")[2])
    assert "import " not in re.findall(r'<script type="module">\n(.{0,200})', page)[0]
    assert json.dumps("AKs") in page


def test_the_page_has_a_drawing_for_a_phone(page):
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in page
    (room,) = re.findall(r"\(max-width: (\d+)px\)", page)
    (width,) = re.findall(r'^<svg[^>]* width="([\d.]+)"', svg_of(ultimate))
    assert float(width) < int(room) < 1280
    assert page.count("Value of each starting hand") == 2


def test_what_cannot_be_drawn_or_written_is_refused(tmp_path):
    with pytest.raises(Malformed, match=r"\.html, \.svg, \.png"):
        chart_files.write_chart(four_card(), tmp_path / "chart.pdf")
    with pytest.raises(Malformed, match="cannot be written"):
        chart_files.write_chart(four_card(), tmp_path / "nowhere" / "chart.svg")
    with pytest.raises(NotAllowed, match="cannot be drawn"):
        pai_gow_chart.draw(object())


def test_a_wrong_name_is_refused_before_anything_is_solved():
    assert ".html, .svg, .png" in refused("solve", "md.ultimate-texas-holdem", "--chart", "hands.pdf")


def test_the_page_names_no_address_that_is_fetched(page):
    """Namespaces, the schema's name and what is never called: the data is in the page, and the editor is switched off."""
    assert not re.search(r"""(src|href)\s*=\s*["']?https?:|(import|from)\s*\(?\s*["']https?:|fetch\(\s*["']https?:""", page)
    known = (
        "http://www.w3.org/",
        "https://vega.github.io/schema/",
        "https://vega.github.io/editor/",
        "https://github.com/vega/",
    )
    assert all(found.startswith(known) for found in re.findall(r"https?://[\w./-]+", page))
    assert re.search(r'"editor": ?false', page)
