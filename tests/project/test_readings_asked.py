"""Code takes only readings of the book in play: an id of another book decides nothing.

At run time `TakenReadings` raises if a book has none of the readings that code asks for. Here the source is read, so that a
question which no test happens to ask is found, too.
"""

import ast
import copy
import re

import pytest

from houseway.regulation import BOOKS, MissingReading, TakenReadings, load_book
from tests.support.paths import ROOT
from tests.support.source import called_name, nodes_in, nodes_of

SOURCE = ROOT / "src" / "houseway"
READING = re.compile(r"(PG|DIV|UTH|FC)-\d{2,3}")
MD, DIV, UTH, FC = "md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker"
GAMES = {
    "games/pai_gow/": (MD, DIV),
    "games/against_dealer/": (UTH, FC),
    "games/ultimate/": (UTH,),
    "games/four_card/": (FC,),
    "progressive/": (MD, DIV, UTH, FC),
    "equipment/": (MD, DIV, UTH, FC),
    "table/": (MD, DIV, UTH, FC),
    "submission/": (MD, DIV, UTH, FC),
}
"""Folders whose code is used by some books, whatever they offer. Elsewhere a question may be asked for a wager of one book only."""
ASKS = {"takes", "takes_reading", "choice_of"}
FILES = sorted(SOURCE.rglob("*.py"))


def literals(call):
    """The readings that a call names, each as `PG-26` or `PG-26=two-passes`."""
    texts = [each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return [text for text in texts if READING.fullmatch(text.partition("=")[0])]


def questions(nodes):
    return [
        (node.lineno, literals(node))
        for node in nodes
        if isinstance(node, ast.Call) and called_name(node) in ASKS and literals(node)
    ]


def unchecked(nodes):
    """The lines that look up a choice by the id of a reading without asking whether the book has it. `readings[id]` raises."""
    return [node.lineno for node in nodes if isinstance(node, ast.Call) and called_name(node) == "get" and literals(node)]


def ids():
    return {id_: reading for book in BOOKS for id_, reading in load_book(book).readings.items()}


def answers(book, asked):
    known = load_book(book)
    return any(id_ in known.readings or id_ in known.clear_on for id_ in (each.partition("=")[0] for each in asked))


def test_every_reading_that_the_code_names_exists_with_its_choice():
    wrong = []
    for path in FILES:
        for node in nodes_of(path):
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                continue
            id_, _, choice = node.value.partition("=")
            if READING.fullmatch(id_) and not (id_ in ids() and (not choice or ids()[id_].has_choice(choice))):
                wrong.append(f"{path.name}:{node.lineno} {node.value}")
    assert wrong == []


@pytest.mark.parametrize("folder", GAMES)
def test_every_book_that_a_folder_serves_answers_every_question_in_it(folder):
    unanswered = [
        f"{path.relative_to(SOURCE)}:{line} {book} {' '.join(asked)}"
        for path in FILES
        if path.relative_to(SOURCE).as_posix().startswith(folder)
        for line, asked in questions(nodes_of(path))
        for book in GAMES[folder]
        if not answers(book, asked)
    ]
    assert unanswered == []


def test_no_code_looks_up_a_choice_without_asking_whether_the_book_has_the_reading():
    found = {path.relative_to(SOURCE).as_posix(): lines for path in FILES if (lines := unchecked(nodes_of(path)))}
    assert found == {}


def test_a_breach_is_found():
    assert unchecked(nodes_in('push = rules.readings.get("PG-29") == "copies-push"')) == [1]
    ((_, asked),) = questions(nodes_in('kept = readings.takes("PG-50=kept", "DIV-51=kept")'))
    assert [book for book in BOOKS if not answers(book, asked)] == [UTH, FC]


@pytest.mark.parametrize("book", BOOKS)
def test_a_clause_that_a_reading_of_another_book_names_has_a_reading_or_a_reason_in_its_own(book):
    own = load_book(book)
    decided = {clause for reading in own.readings.values() for clause in reading.clauses}
    elsewhere = [(each, id_) for id_, reading in ids().items() for each in reading.also_clauses if each.book == book]
    assert [(each, id_) for each, id_ in elsewhere if each not in decided and id_ not in own.clear_on] == []


@pytest.mark.parametrize("book", BOOKS)
def test_a_book_is_clear_on_readings_of_others_only_and_each_is_asked_for(book):
    clear = load_book(book).clear_on
    asked = {each.partition("=")[0] for path in FILES for _, names in questions(nodes_of(path)) for each in names}
    assert clear <= asked & ids().keys() - load_book(book).readings.keys()


# At run time


@pytest.mark.parametrize("book", BOOKS)
def test_a_reading_of_another_book_is_refused_at_run_time(book):
    taken = load_book(book).choose_readings({})
    foreign = next(id_ for id_ in ids() if id_ not in load_book(book).readings and id_ not in load_book(book).clear_on)
    with pytest.raises(MissingReading, match=f"{book} has no reading {foreign}"):
        taken.takes(f"{foreign}=anything")
    with pytest.raises(MissingReading):
        taken.choice_of(foreign, before="anything")


def test_a_question_names_a_reading_of_each_book():
    md, uth = load_book(MD).choose_readings({"PG-50": "kept"}), load_book(UTH).choose_readings({})
    asked = ("PG-50=kept", "DIV-51=kept", "UTH-104", "FC-104")
    assert (md.takes(*asked), uth.takes(*asked)) == (True, False)
    assert [each.choice_of("PG-55", "UTH-105", "FC-105", before="") for each in (md, uth)] == ["deducted", "deducted"]


def test_an_edition_that_is_earlier_than_a_reading_is_played_as_it_was():
    earlier = TakenReadings({}, UTH, known=(), is_stored=True)
    assert not earlier.takes("PG-50=kept", "UTH-104")
    assert earlier.choice_of("PG-55", "UTH-105", before="deducted") == "deducted"


def test_choices_taken_do_not_change_and_can_be_copied():
    taken = load_book(MD).choose_readings({"PG-50": "kept"})
    with pytest.raises(TypeError, match="do not change"):
        taken["PG-50"] = "reversed"
    copied = copy.deepcopy(taken)
    assert (copied, copied.known, copied.takes("PG-50=kept")) == (taken, taken.known, True)
