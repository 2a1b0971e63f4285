"""The PDF, the CSV and the JSON of a PAR sheet give the same figures, and the PDF keeps its tables whole."""

import csv
import io
import json
from fractions import Fraction
from functools import cache
from statistics import NormalDist

import pytest

from houseway.analysis import solve_game
from houseway.analysis.exact import MINUS, as_decimal, as_signed_decimal
from houseway.analysis.par.builder import build_par_sheet
from houseway.analysis.par.sheet import COLUMNS, sheet_csv
from houseway.analysis.par_figures.hold_interval import CONFIDENCE, QUANTILE, ROUNDS, hold_intervals
from houseway.documents import make_par_sheet
from houseway.documents.par_words import edges_by_stake
from houseway.documents.wording import hand_title
from houseway.money import Cents
from houseway.submission import judge, read_submission
from tests.support.command import answered
from tests.support.paths import EXAMPLES
from tests.support.pdf_text import page_texts

MD, DIV, UTH, FC = BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker")
SHEETS = [*((book, "minimal") for book in BOOKS), (FC, "everything")]
every = pytest.mark.parametrize(("book", "name"), SHEETS)


@cache
def sheet_of(book, name):
    rules = judge(read_submission(EXAMPLES / book / f"{name}.toml")).rules
    return build_par_sheet(rules, solution=solve_game(rules))


@cache
def pages_of(book, name):
    """The text of each page, with plain quotes and single spaces."""
    return [page.text for page in page_texts(make_par_sheet(sheet_of(book, name)).render())]


@cache
def whole_json(book, name):
    return json.loads(json.dumps(sheet_of(book, name).to_json()))


@cache
def lines_of(book, name):
    return list(csv.DictReader(io.StringIO(sheet_csv(sheet_of(book, name)))))


def percent(text, places=4):
    return "–" if not text else f"{as_decimal(Fraction(text) * 100, places)}%".replace("-", MINUS)


def money(text):
    return (text or "–").replace("-", MINUS)


# Figure by figure


@every
def test_every_figure_of_the_csv_is_that_of_the_json(book, name):
    whole, lines = whole_json(book, name), lines_of(book, name)
    named = {each["wager"]: each for each in (whole["game"], *whole["wagers"])}
    assert list(dict.fromkeys(line["wager"] for line in lines)) == list(named)
    shared = [column for column in COLUMNS if column in whole["wagers"][0] and column != "rows"]
    assert {"average_bet", "staked", "house_edge", "return_to_player", "hold_per_hour"} <= set(shared)
    for line in lines:
        said = named[line["wager"]]
        assert {column: line[column] for column in shared} == {
            column: "" if said.get(column) is None else str(said[column]) for column in shared
        }


@every
def test_every_row_of_the_csv_is_that_of_the_json(book, name):
    whole, lines = whole_json(book, name), lines_of(book, name)
    columns = ("hand", "pays", "combinations", "probability", "true_odds", "net", "contribution")
    rows = [(each["wager"], row) for each in whole["wagers"] for row in each["rows"]]
    own = [line for line in lines if line["wager"] != "game"]
    assert len(own) == len(rows)
    for line, (wager, row) in zip(own, rows, strict=True):
        assert (line["wager"], line["row_clause"]) == (wager, row["clause"] or "")
        assert [line[column] for column in columns] == [str(row[column]) for column in columns]
    nets = {line["net"]: int(line["combinations"]) for line in lines if line["wager"] == "game"}
    assert nets == whole["game"]["distribution"]


@every
def test_every_summary_line_of_the_pdf_is_that_of_the_json(book, name):
    whole, (first, *_) = whole_json(book, name), pages_of(book, name)
    parts = [each for each in whole["wagers"] if each["part_of"]]
    shown = [each for each in whole["wagers"] if not each["part_of"] or len(parts) > 1]
    for each in (whole["game"], *shown):
        figures = (
            money(each["average_bet"]),
            *(percent(each[figure]) for figure in ("house_edge", "return_to_player", "hit_frequency")),
            as_decimal(Fraction(each["standard_deviation"]), 4),
            money(each["hold_per_hour"]),
        )
        assert " ".join(figures) in first, each["wager"]
    assert f"All wagers, if every player makes each {money(whole['hold_per_hour'])}" in first


@every
def test_every_outcome_of_the_pdf_is_that_of_the_json(book, name):
    text = " ".join(pages_of(book, name))
    for each in whole_json(book, name)["wagers"]:
        for row in each["rows"]:
            against = Fraction(each["total"] - row["combinations"], row["combinations"] or 1)
            assert row["true_odds"] == (f"{as_decimal(against, 4)} to 1" if row["combinations"] else None)
            figures = (
                hand_title(row["hand"]),
                row["pays"],
                f"{row['combinations']:,}",
                as_decimal(Fraction(row["probability"]), 10),
                f"{float(as_decimal(against, 2)):,.2f} to 1" if row["combinations"] else "never",
                as_signed_decimal(Fraction(row["contribution"]), 6),
            )
            assert " ".join(figures) in text


@every
def test_every_interval_of_the_pdf_is_that_of_the_json(book, name):
    whole, (first, *_) = whole_json(book, name), pages_of(book, name)
    for each in (whole["game"], *whole["wagers"]):
        for interval in each["hold_intervals"]:
            mark = " †" if interval["rough"] else ""
            assert f"{percent(interval['low'], 2)} to {percent(interval['high'], 2)}{mark}" in first
    assert whole["game"]["hold_intervals"]


# What the figures are


def test_play_is_bet_with_what_it_is_on_average():
    """The unit of its figures is the Ante; its average bet is more, and folded hands have none."""
    (play,) = [each for each in whole_json(UTH, "minimal")["wagers"] if each["wager"] == "play"]
    assert (play["average_bet"], play["unit_bet"]) == ("$21.52", "$10")
    assert {line["average_bet"] for line in lines_of(UTH, "minimal") if line["wager"] == "play"} == {"$21.52"}
    assert "Play single $21.52" in pages_of(UTH, "minimal")[0]


@every
def test_the_game_leads_and_its_parts_add_up_to_it(book, name):
    sheet = sheet_of(book, name)
    parts = [each for each in sheet.wagers if each.is_base]
    assert sum(each.average_bet or 0 for each in parts) == sheet.game.average_bet
    assert sum(each.hourly_hold for each in parts) == sheet.game.hourly_hold
    assert sheet.game.return_to_player == 1 + sheet.game.expected_value / sheet.game.average_stake
    kinds = [element.kind for element in make_par_sheet(sheet).elements if element.kind.startswith("summary")]
    assert kinds[0] == "summary-game"
    assert kinds.count("summary-part") == (len(parts) if len(parts) > 1 else 0)


def test_a_bonus_without_a_stake_returns_nothing_of_it():
    (bonus,) = [each for each in sheet_of(FC, "minimal").wagers if each.wager == "ante-bonus"]
    assert bonus.average_bet is None
    assert bonus.return_to_player is None


def test_the_quantile_is_that_of_the_stated_confidence():
    assert abs(NormalDist().inv_cdf((1 + float(CONFIDENCE)) / 2) - float(QUANTILE)) < 1e-9


def test_the_interval_of_a_fair_coin():
    """n tosses of one bet: the share lies within z / sqrt(n) of zero, and even few tosses are nearly normal."""
    found = hold_intervals([(Fraction(1), 1), (Fraction(-1), 1)])
    assert [each.rounds for each in found] == list(ROUNDS)
    for each in found:
        assert each.low == -each.high
        assert abs(each.high**2 * each.rounds - QUANTILE**2) < Fraction(1, 10**30)
        assert not each.is_rough


def test_the_interval_of_a_rare_award_is_rough_until_it_has_been_won_often():
    """A 1 in 10,000 chance has a squared skewness of nearly 10,000: 250,000 rounds bring it about 25 times."""
    found = hold_intervals([(Fraction(9_000), 1), (Fraction(-1), 9_999)])
    assert [each.is_rough for each in found] == [True, True, True, False]
    assert all((each.low + each.high) / 2 == Fraction(999, 10_000) for each in found)


@pytest.mark.parametrize(
    ("edges", "says"),
    [
        ([(10, "0.02185"), (11, "0.02185"), (500, "0.02185")], "2.1850% at every Ante from $10 to $500"),
        ([(15, "0.05"), (16, "0.05"), (199, "0.06")], "5.0000% at $15 and $16; 6.0000% at $199"),
        ([(50, "0.193")], "19.3000% at $50"),
        ([], ""),
    ],
)
def test_one_edge_at_every_ante_is_said_once(edges, says):
    assert edges_by_stake([(Cents.from_dollars(stake), Fraction(edge)) for stake, edge in edges], "Ante") == says


# Sign-off, definitions, pages


@every
def test_the_last_page_is_signed_for_these_figures(book, name):
    *_, last = pages_of(book, name)
    for said in ("Sign-off", "Revision", "Prepared by", "Approved by", sheet_of(book, name).figures_hash):
        assert said in last
    assert "Return to player the share of everything staked" in " ".join(pages_of(book, name))


def test_other_figures_have_another_hash_and_another_date_has_not():
    minimal, everything = (sheet_of(FC, name) for name in ("minimal", "everything"))
    assert minimal.figures_hash != everything.figures_hash
    dated = build_par_sheet(minimal.rules, solution=solve_game(minimal.rules), date="2026-03-01")
    assert dated.figures_hash == minimal.figures_hash


def test_a_revision_is_printed_as_it_is_given(tmp_path):
    file, output = EXAMPLES / FC / "minimal.toml", tmp_path / "par.json"
    answered("par", str(file), "--no-solve", "--revision", "7b", "-o", str(output))
    assert json.loads(output.read_text())["revision"] == "7b"
    answered("par", str(file), "--no-solve", "--revision", "7b", "-o", str(tmp_path / "par.pdf"))
    pages = page_texts((tmp_path / "par.pdf").read_bytes())
    assert "Revision 7b" in pages[0].text
    assert "Revision 7b" in pages[-1].text


@every
def test_no_table_is_split_and_no_page_is_nearly_empty(book, name):
    check_pages(sheet_of(book, name))


@pytest.mark.parametrize("book", BOOKS)
def test_every_wager_of_a_book_keeps_its_table_whole(book):
    """With every optional wager, and the game not solved, so that nothing takes minutes."""
    check_pages(build_par_sheet(judge(read_submission(EXAMPLES / book / "everything.toml")).rules))


def check_pages(sheet):
    pages = page_texts(make_par_sheet(sheet).render())
    for each in sheet.wagers:
        first, *rows = (f"{row.combinations:,} {as_decimal(row.probability, 10)}" for row in each.rows)
        begins = f"Clause {hand_title(each.rows[0].hand)} {each.rows[0].pays} {first}".lower()
        (text,) = [page.text for page in pages if begins in page.text.lower()]
        assert each.title in text
        assert all(row in text for row in rows)
    assert all(lowest_text(page) < page.height * 2 / 3 for page in pages)


def lowest_text(page):
    """The height above the edge of the lowest text, without the foot of the page."""
    foot = min(page.heights)
    return min(height for height in page.heights if height > foot + 20)
