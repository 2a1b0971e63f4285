"""The commands about rule books: what can be filed, one reading, the list of books, short names, completion."""

import pytest

from houseway.regulation import BOOKS, load_book
from tests.support.added_books import add_book
from tests.support.command import answered, as_json, refused, run


def test_what_can_be_filed_is_listed():
    listed = as_json("rules", "filing", "md.pai-gow-poker")
    keys = [f"keys of {each}" for each in ("a wager", "a meter", "an approval")]
    assert set(listed) == {
        "the file",
        "wagers",
        "options",
        "meters",
        "approvals",
        "readings that can be filed",
        "restrictions",
        *keys,
    }
    by_key = {option["option"]: option for option in listed["options"]}
    assert by_key["table.dealing"]["values"] == "manual-shoe or hand or automated-shoe"
    assert by_key["table.positions"]["values"] == "1 to 6"
    assert "foxwoods" in by_key["house-way"]["values"]
    assert {"seed and reset at least": "$10,000", "meter": "mega"}.items() <= listed["meters"][-3].items()
    about = {each["reading"]: each["about"] for each in listed["readings that can be filed"]}
    assert about["PG-26"] == "whether a bank round is settled in one pass or two"
    printed = answered("rules", "filing", "md.pai-gow-poker")
    assert "must be filed" in printed
    assert "offers." not in printed


def test_a_reading_is_shown_whole():
    shown = answered("rules", "show", "uth", "UTH-09")
    assert shown == answered("rules", "readings", "md.ultimate-texas-holdem", "uth-09")
    reading = load_book("md.ultimate-texas-holdem").readings["UTH-09"]
    for said in (reading.subject, reading.worth, *reading.choices, *(each.says for each in reading.warnings)):
        assert said in " ".join(shown.split())
    (whole,) = [each for each in as_json("rules", "readings", "uth") if each["id"] == "UTH-09"]
    assert as_json("rules", "show", "uth", "UTH-09") == whole
    assert whole["warnings"][0]["if"].startswith("the Progressive is offered and")
    assert "has no reading 'UTH-9'; did you mean UTH-9" in refused("rules", "readings", "uth", "UTH-9")


def test_the_books_are_listed_with_their_short_names_and_dates():
    listed = {each["book"]: each for each in as_json("rules", "list")}
    assert listed["md.four-card-poker"]["dated"] == "2013-06-27"
    assert len({each["short"] for each in listed.values()}) == len(listed)
    printed = answered("rules", "list")
    assert "undated if it bears none" in printed
    for book, each in listed.items():
        assert answered("rules", "list", each["short"]) == answered("rules", "list", book)


@pytest.mark.parametrize(
    "command",
    [
        ("rules", "filing", "{}"),
        ("rules", "policies", "{}"),
        ("odds", "{}", "--wager", "trips", "--paytable", "A"),
        ("deal", "{}", "--seed", "1"),
        ("rank", "As Ks Qs Js Ts", "--game", "{}"),
    ],
)
def test_a_short_name_works_where_a_book_is_taken(command):
    short, whole = ([part.format(name) for part in command] for name in ("uth", "md.ultimate-texas-holdem"))
    assert answered(*short) == answered(*whole)


def test_a_short_name_of_two_books_is_refused(tmp_path, monkeypatch):
    add_book(tmp_path, monkeypatch, "md.ultimate-texas-holdem", book={"short": "uth"})
    assert "'uth' is the short name of md.ultimate-texas-holdem and of xx." in refused("rules", "filing", "uth")


def test_a_book_that_follows_another_does_not_take_its_short_name(tmp_path, monkeypatch):
    added = add_book(tmp_path, monkeypatch, "md.ultimate-texas-holdem")
    assert load_book(added).short == ""
    assert answered("rules", "filing", "uth") == answered("rules", "filing", "md.ultimate-texas-holdem")


class TestCompletion:
    """Asked as bash asks, when Tab is pressed after the words."""

    def completed(self, monkeypatch, *words):
        monkeypatch.setenv("_HOUSEWAY_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", " ".join(("houseway", *words)))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        return run().stdout.split("\n")

    @pytest.mark.parametrize(
        ("words", "found"),
        [
            (("rules", "show", "md.u"), ["md.ultimate-texas-holdem"]),
            (("odds", "ut"), ["uth"]),
            (("deal", "pg-m"), ["pg-md"]),
            (("odds", "uth", "--wager", "bad"), ["bad-beat"]),
            (("rules", "readings", "pg-md", "PG-5"), [f"PG-5{digit}" for digit in range(10)]),
            (("rules", "show", "uth", "UTH-8"), ["UTH-80", "UTH-81", "UTH-82"]),
            (("rules", "show", "uth", "12.D(3)(b)(ii)"), ["12.D(3)(b)(ii)(1)", "12.D(3)(b)(ii)(2)"]),
            (("solve", "pg-md", "--house-way", "fox"), ["foxwoods"]),
            (("house-way", "show", "mg"), ["mgm-grand"]),
            (("solve", "uth", "--reading", "UTH-01=p"), ["UTH-01=pushes", "UTH-01=pays-even"]),
            (("odds", "fcp", "--wager", "a"), ["ante", "ante-bonus", "aces-up"]),
            (("new", "fcp", "--offer", "p"), ["progressive"]),
            (("new", "pg-md", "--offer", "insurance,f"), ["insurance,fortune-bonus"]),
            (("odds", "pg-md", "--wager", "insurance", "--paytable", ""), ["A", "B"]),
            (("solve", "uth", "--paytable", "blind="), ["blind=A", "blind=B"]),
        ],
    )
    def test_what_was_begun_is_completed(self, monkeypatch, words, found):
        assert [each for each in self.completed(monkeypatch, *words) if each] == found


@pytest.mark.parametrize("book", BOOKS)
def test_the_subject_of_a_reading_fits_on_a_line(book):
    for reading in load_book(book).readings.values():
        assert len(f"{reading.id}  {reading.subject}") < 80
        assert not reading.subject.endswith((".", "?"))
