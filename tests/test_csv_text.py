"""CSV: one form for every command, report and document."""

import csv
import io

import pytest

from houseway.formats.csv_text import named_values, parent_rows, safe_cell, write_csv_lines, write_csv_records


def read(lines):
    return list(csv.reader(io.StringIO("".join(lines), newline="")))


def test_parts_of_a_record_become_columns():
    records = [{"rule": "pair 1", "a": {"high": ["As", "Kd"]}}, {"rule": "pair 2", "worth": None}]
    assert read(write_csv_records(records)) == [["rule", "a.high", "worth"], ["pair 1", "As Kd", ""], ["pair 2", "", ""]]


def test_columns_are_there_without_a_record():
    assert read(write_csv_records([], ("place", "message"))) == [["place", "message"]]


def test_a_list_of_words_is_told_apart_from_a_list_of_texts():
    assert read(write_csv_lines(("a", "b"), [(["12.A", "12.B"], ("no bank", "no start"))]))[1] == [
        "12.A 12.B",
        "no bank; no start",
    ]


def test_a_flag_is_yes_or_empty():
    assert read(write_csv_lines(("a", "b"), [(True, False)]))[1] == ["yes", ""]


@pytest.mark.parametrize("text", ["a\rb", "a\nb", 'a"b', "a,b", "a\r\nb"])
def test_a_cell_stays_one_cell(text):
    assert read(write_csv_lines(("a", "b"), [(text, "c")])) == [["a", "b"], [text, "c"]]


def test_lines_end_with_a_line_feed():
    assert "".join(write_csv_lines(("a",), [(1,)])) == "a\n1\n"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-2+3+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", " =1", "-", "-x", "=-1"])
def test_no_text_is_a_formula(text):
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["-1", "-0.25", "-1503/54145", "-$825.51", "-1,000", "-2.5%"])
def test_a_number_may_be_negative(text):
    assert safe_cell(text) == text


def test_a_document_as_names_and_values():
    document = {"edge": "0.02", "frequencies": {"fold": "0.2"}, "bank": [{"opponents": 1}, {"opponents": 2}]}
    assert named_values(document) == [
        {"name": "edge", "value": "0.02"},
        {"name": "frequencies.fold", "value": "0.2"},
        {"name": "bank.1.opponents", "value": 1},
        {"name": "bank.2.opponents", "value": 2},
    ]


def test_rows_with_the_values_of_their_record():
    assert list(parent_rows([{"wager": "ante", "rows": [{"hand": "win"}]}], "rows")) == [{"wager": "ante", "hand": "win"}]
