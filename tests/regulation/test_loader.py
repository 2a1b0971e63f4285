"""Rule books are read strictly: a small made-up book, spoiled in one way for each rule of the loader."""

import json

import pytest

from houseway.errors import Malformed
from houseway.regulation.loader import load_folder
from tests.support.red_dog import RED_DOG, spoiled, write

# One malformed file for each rule of the loader: what is changed, into what, and the refusal's code and place.

MALFORMED = {
    "not TOML": ("clauses", 'id = "1.A"', "id = ", "toml", "the file"),
    "an unknown key in the head": ("book", 'title = "Red Dog"', 'title = "Red Dog"\ncolour = "red"', "unknown-key", "the file"),
    "an unknown key in a wager": ("book", 'title = "Base"', 'title = "Base"\ncolour = "red"', "unknown-key", "wager base"),
    "an unknown key of the clauses": ("clauses", "", "x = 1\n", "unknown-key", "the file"),
    "an unknown key in a clause": ("clauses", 'id = "1.D"', 'id = "1.D"\ncolour = "red"', "unknown-key", "clause 1.D"),
    "an unknown key of the paytables": ("paytables", "", "x = 1\n", "unknown-key", "the file"),
    "an unknown key in a paytable": ("paytables", 'clause = "3.C"', 'clause = "3.C"\nx = 1', "unknown-key", "paytable bonus B"),
    "an unknown key in a row": (
        "paytables",
        'clause = "3.C(1)"',
        'clause = "3.C(1)", x = 1',
        "unknown-key",
        "paytable bonus B row 1",
    ),
    "an unknown key of the readings": ("readings", "", "x = 1\n", "unknown-key", "the file"),
    "an unknown key in a reading": ("readings", 'id = "XX-02"', 'id = "XX-02"\nx = 1', "unknown-key", "reading XX-02"),
    "an unknown key of the filing": ("filing", "", "x = 1\n", "unknown-key", "the file"),
    "an unknown key in an option": ("filing", 'key = "limit"', 'key = "limit"\nx = 1', "unknown-key", "option limit"),
    "an unknown key in a restriction": ("filing", 'code = "reds"', 'code = "reds"\nx = 1', "unknown-key", "restriction reds"),
    "an unknown key in an approval": ("filing", 'what = "paint"', 'what = "paint"\nx = 1', "unknown-key", "approval paint"),
    "a missing key in the head": ("book", 'source = "made up"', "", "missing-key", "the file"),
    "a missing key in a wager": ("book", 'title = "Base"', "", "missing-key", "wager base"),
    "a missing id": ("book", 'id = "number"', "", "missing-key", "wager 4"),
    "a missing key in a clause": ("clauses", 'gist = "The felt is green"', "", "missing-key", "clause 1.D"),
    "a missing key in a paytable": ("paytables", 'clause = "3.C"', "", "missing-key", "paytable bonus B"),
    "a missing key in a row": ("paytables", ', clause = "3.C(1)"', "", "missing-key", "paytable bonus B row 1"),
    "a missing key in a row of another version": (
        "paytables",
        'pays = "4 to 1", ',
        "",
        "missing-key",
        "paytable bonus A row 2",
    ),
    "a missing key in a reading": ("readings", 'why = "Nothing else fits"', "", "missing-key", "reading XX-02"),
    "a missing key in an option": ("filing", 'title = "payout limit"', "", "missing-key", "option limit"),
    "a missing key in a restriction": ("filing", 'says = "red is for the bonus"', "", "missing-key", "restriction reds"),
    "a missing key in an approval": ("filing", 'title = "the red paint"', "", "missing-key", "approval paint"),
    "a wrong type in the head": ("book", 'title = "Red Dog"', "title = 1", "wrong-type", "the file"),
    "a wrong type in a wager": ("book", 'title = "Base"', "title = true", "wrong-type", "wager base"),
    "a wager that is no table": (
        "book",
        'versions = ["new", "old"]',
        'versions = ["new", "old"]\nwager = 1',
        "toml",
        "the file",
    ),
    "a wrong type in a clause": ("clauses", 'see = ["1.B"]', 'see = "1.B"', "wrong-type", "clause 1.A"),
    "a wrong type in a list": ("clauses", 'see = ["1.B"]', "see = [1]", "wrong-type", "clause 1.A"),
    "a wrong type in a row": ("paytables", 'pays = "3 to 1"', "pays = 3", "wrong-type", "paytable bonus B row 1"),
    "a row that is no table": (
        "paytables",
        '{ hand = "straight", pays = "3 to 1", clause = "3.C(1)" }',
        '"straight"',
        "wrong-type",
        "paytable bonus B row 1",
    ),
    "a wrong type in a reading": ("readings", "fixed = true", 'fixed = "yes"', "wrong-type", "reading XX-02"),
    "a choice that is no text": ("readings", '"the one"', "1", "wrong-type", "reading XX-03 choices"),
    "a wrong type in an option": ("filing", "required = true", "required = 1", "wrong-type", "option name"),
    "choices that are no texts": ("filing", '["green", "red"]', '["green", 2]', "wrong-type", "option colour"),
    "a wrong type in a restriction": (
        "filing",
        'when = { "colour" = "red" }',
        'when = "red"',
        "wrong-type",
        "restriction reds",
    ),
    "a wrong type in an approval": ("filing", 'title = "the felt"', "title = 1", "wrong-type", "approval felt"),
    "a wager twice": ("book", 'id = "number"', 'id = "base"', "doubled", "wager base"),
    "a version twice": ("book", '["new", "old"]', '["new", "new"]', "doubled", "the file versions new"),
    "a clause twice": ("clauses", 'id = "1.C"', 'id = "1.A"', "doubled", "clause 1.A"),
    "a reference twice": ("clauses", 'see = ["1.B"]', 'see = ["1.B", "1.B"]', "doubled", "clause 1.A see 1.B"),
    "a value that two clauses set": ("clauses", "deck-age =", "seats =", "doubled", "value seats"),
    "a paytable twice": ("paytables", 'paytable = "B"', 'paytable = "A"', "doubled", "paytable bonus A"),
    "a hand twice": ("paytables", 'versions = ["old"]', 'versions = ["new"]', "doubled", "paytable bonus A flush"),
    "a clause for two rows": (
        "paytables",
        '"3.B(2)", versions = ["new"]',
        '"3.B(1)", versions = ["new"]',
        "doubled",
        "paytable bonus A 3.B(1)",
    ),
    "a clause for rows of two paytables": ("paytables", '"3.C(1)"', '"3.B(1)"', "doubled", "paytable bonus B"),
    "a written clause for two rows": (
        "paytables",
        '{ hand = "straight", pays = "3 to 1", clause = "3.C(1)" }',
        '{ hand = "straight", pays = "3 to 1", clause = "1.A" }, { hand = "pair", pays = "1 to 1", clause = "1.A" }',
        "doubled",
        "paytable bonus B 1.A",
    ),
    "a heading for two paytables": ("paytables", 'clause = "3.C"', 'clause = "3.B"', "doubled", "paytable bonus B"),
    "a reading twice": ("readings", 'id = "XX-02"', 'id = "XX-01"', "doubled", "reading XX-01"),
    "an option twice": ("filing", 'key = "limit"', 'key = "colour"', "doubled", "option colour"),
    "a restriction twice": ("filing", 'code = "fives"', 'code = "reds"', "doubled", "restriction reds"),
    "an approval twice": ("filing", 'what = "paint"', 'what = "felt"', "doubled", "approval felt"),
    "a choice twice": ("filing", '["green", "red"]', '["green", "green"]', "doubled", "option colour choices green"),
    "a float in a clause": ("clauses", "seats = 6", "seats = 6.0", "float", "clause.2.values.seats"),
    "a float in the head": ("book", 'title = "Red Dog"', "title = 1.5", "float", "title"),
    "a float in a row": ("paytables", 'pays = "3 to 1"', "pays = 3.0", "float", "paytable.3.rows.1.pays"),
    "a float in a reading": ("readings", "fixed = true", "fixed = 1.0", "float", "reading.2.fixed"),
    "a float in a condition": ("readings", "[5, 6]", "[5, 6.0]", "float", "reading.3.when.seats.2"),
    "a float in an option": ("filing", "default = 6", "default = inf", "float", "option.1.default"),
    "a negative number": ("clauses", "seats = 6", "seats = -6", "negative", "clause.2.values.seats"),
    "a negative default": ("filing", "default = 6", "default = -6", "negative", "option.1.default"),
    "a negative amount": ("clauses", 'bonus-minimum = "$1"', 'bonus-minimum = "-$1"', "value", "clause 1.B bonus-minimum"),
    "an empty text": ("clauses", 'gist = "The felt is green"', 'gist = ""', "empty", "clause.4.gist"),
    "a text with blanks around it": ("book", 'title = "Red Dog"', 'title = " Red Dog"', "empty", "title"),
    "an empty id": ("clauses", 'id = "1.D"', 'id = ""', "empty", "clause.4.id"),
    "an empty list": ("clauses", 'see = ["1.B"]', "see = []", "empty", "clause 1.A"),
    "no versions": ("book", '["new", "old"]', "[]", "empty", "the file"),
    "an entry in no version": ("paytables", 'versions = ["new"]\n', "versions = []\n", "empty", "paytable bonus B"),
    "a paytable without rows": (
        "paytables",
        '{ hand = "straight", pays = "3 to 1", clause = "3.C(1)" },',
        "",
        "empty",
        "paytable bonus B",
    ),
    "a paytable without rows in this version": (
        "paytables",
        'clause = "3.C(1)" }',
        'clause = "3.C(1)", versions = ["old"] }',
        "empty",
        "paytable bonus B",
    ),
    "no choices": ("readings", '{ one = "the one", other = "the other" }', "{}", "empty", "reading XX-03"),
    "no clauses of a reading": ("readings", 'clauses = ["1.D"]', "clauses = []", "empty", "reading XX-03"),
    "nothing needed": ("filing", 'needs = { "offers.bonus" = true }', "needs = {}", "empty", "restriction reds"),
    "an unknown kind": ("clauses", 'kind = "equipment"', 'kind = "furniture"', "kind", "clause 1.D"),
    "an unknown by": ("clauses", 'by = "nothing"\nreason = "No program sees a colour"', 'by = "magic"', "by", "clause 1.D"),
    "an unknown offered": ("book", 'offered = "always"', 'offered = "sometimes"', "offered", "wager base"),
    "an unknown kind of option": ("filing", 'kind = "money"', 'kind = "cheque"', "kind", "option limit"),
    "a reason where something carries it out": ("clauses", 'by = "nothing"', 'by = "layout"', "reason", "clause 1.D"),
    "nothing without a reason": ("clauses", 'reason = "No program sees a colour"', "", "reason", "clause 1.D"),
    "an unreadable value": ("clauses", '"4 hours"', '"for four hours"', "value", "clause 1.C deck-age"),
    "an unreadable amount": ("clauses", 'bonus-minimum = "$1"', 'bonus-minimum = "$1,00"', "value", "clause 1.B bonus-minimum"),
    "odds of nothing": ("clauses", '"5 to 1"', '"0 to 1"', "value", "clause 1.C odds-minimum"),
    "a flag for a value": ("clauses", "seats = 6", "seats = true", "value", "clause 1.B seats"),
    "an unreadable pay": ("paytables", '"3 to 1"', '"three to one"', "pay", "paytable bonus B straight"),
    "a pay of nothing": ("paytables", '"3 to 1"', '"3 to 0"', "pay", "paytable bonus B straight"),
    "a hand that the wager cannot make": (
        "paytables",
        '"straight"',
        '"royal-flush"',
        "impossible-hand",
        "paytable bonus B row 1",
    ),
    "a row for nothing": ("paytables", '"straight"', '"nothing"', "impossible-hand", "paytable bonus B row 1"),
    "an unknown wager": ("paytables", 'wager = "number"', 'wager = "figure"', "wager", "paytable figure single"),
    "a wager without a paytable": (
        "paytables",
        'wager = "bonus-envy"\npaytable = "A"',
        'wager = "bonus"\npaytable = "C"',
        "no-paytable",
        "wager bonus-envy",
    ),
    "an unknown order": ("book", 'order = "four-card"', 'order = "five-card"', "order", "wager bonus"),
    "a wager equal to none": (
        "book",
        'envy = ["bonus-envy"]',
        'envy = ["bonus-envy"]\nequals = "antte"',
        "wager",
        "wager bonus",
    ),
    "an unknown envy": ("book", 'envy = ["bonus-envy"]', 'envy = ["jealousy"]', "wager", "wager bonus"),
    "an unknown version of a clause": ("clauses", 'versions = ["new"]', 'versions = ["newer"]', "version", "clause 1.D"),
    "an unknown version of a paytable": (
        "paytables",
        'versions = ["new"]\n',
        'versions = ["newer"]\n',
        "version",
        "paytable bonus B",
    ),
    "an unknown version of a row": (
        "paytables",
        'versions = ["old"]',
        'versions = ["older"]',
        "version",
        "paytable bonus A flush",
    ),
    "a clause that is seen and not there": ("clauses", 'see = ["1.B"]', 'see = ["9.Z"]', "no-clause", "clause 1.A"),
    "a wager under no clause": ("book", 'clause = "1.A"', 'clause = "9.Z"', "no-clause", "wager base"),
    "a choice under no clause": ("book", 'choice = "1.B"', 'choice = "9.Z"', "no-clause", "wager bonus"),
    "a rate under no clause": ("book", 'rate = "2.A"', 'rate = "9.Z"', "no-clause", "wager bonus"),
    "a seed under no clause": ("book", 'seed = "2.A"', 'seed = "9.Z"', "no-clause", "wager bonus"),
    "a reading of no clause": ("readings", 'clauses = ["1.D"]', 'clauses = ["9.Z"]', "no-clause", "reading XX-03"),
    "an option under no clause": ("filing", 'clause = "1.C"', 'clause = "9.Z"', "no-clause", "option limit"),
    "a notice under no clause": ("filing", 'notice = "1.B"', 'notice = "9.Z"', "no-clause", "option limit"),
    "a minimum bet under no clause": ("filing", 'minimum-bet = "2.A"', 'minimum-bet = "9.Z"', "no-clause", "option limit"),
    "a restriction under no clause": ("filing", 'clause = "3.E"', 'clause = "9.Z"', "no-clause", "restriction reds"),
    "an approval under no clause": ("filing", 'clause = "3.A"', 'clause = "9.Z"', "no-clause", "approval felt"),
    "a paytable under no reading": ("paytables", 'reading = "XX-02"', 'reading = "XX-09"', "no-reading", "paytable bonus A"),
    "a row under no reading": ("paytables", 'reading = "XX-01"', 'reading = "XX-09"', "no-reading", "paytable bonus A"),
    "a least stake that no clause sets": (
        "book",
        'least = "bonus-minimum"',
        'least = "bonus-least"',
        "no-value",
        "wager bonus",
    ),
    "stakes that no clause sets": ("book", 'stakes = "bonus-stakes"', 'stakes = "bonus-amounts"', "no-value", "wager bonus"),
    "odds that no clause sets": ("book", '"odds-maximum"', '"odds-most"', "no-value", "wager number"),
    "a bound that no clause sets": ("filing", 'most = "seats"', 'most = "chairs"', "no-value", "option seats"),
    "a least stake that is no money": ("book", 'least = "bonus-minimum"', 'least = "seats"', "wrong-value", "wager bonus"),
    "odds that are no odds": ("book", '"odds-maximum"', '"seats"', "wrong-value", "wager number"),
    "odds with one end": ("book", '["odds-minimum", "odds-maximum"]', '["odds-minimum"]', "odds", "wager number"),
    "a bound that is no count": ("filing", 'most = "seats"', 'most = "share"', "wrong-value", "option seats"),
    "a bound of what is no count": ("filing", 'kind = "money"', 'kind = "money"\nmost = "seats"', "bounds", "option limit"),
    "a default of a reading that is no choice": ("readings", 'default = "four"', 'default = "six"', "default", "reading XX-01"),
    "a default of an option that is no choice": ("filing", 'default = "green"', 'default = "blue"', "default", "option colour"),
    "a default out of bounds": ("filing", "default = 6", "default = 7", "default", "option seats"),
    "a default of the wrong kind": ("filing", 'kind = "money"', 'kind = "money"\ndefault = 5', "default", "option limit"),
    "a default of what must be filed": (
        "filing",
        "required = true",
        'required = true\ndefault = "Red Dog"',
        "default",
        "option name",
    ),
    "a choice without choices": ("filing", 'choices = ["green", "red"]', "", "choices", "option colour"),
    "choices of what is no choice": ("filing", 'kind = "money"', 'kind = "money"\nchoices = ["$1"]', "choices", "option limit"),
    "a fixed reading with two choices": (
        "readings",
        '{ wager = "the missing word is wager" }',
        '{ wager = "a", bet = "b" }',
        "fixed",
        "reading XX-02",
    ),
    "an open reading with one choice": (
        "readings",
        '{ four = "of four cards", five = "of five cards" }',
        '{ four = "of four cards" }',
        "fixed",
        "reading XX-01",
    ),
    "a fixed reading that must be filed": (
        "readings",
        'default = "wager"',
        'default = "must-be-filed"',
        "fixed",
        "reading XX-02",
    ),
    "what nobody settles": ("readings", 'settles = "table"', 'settles = "nobody"', "settles", "reading XX-01"),
    "a citation of another book that is none": ("readings", "md.pai-gow-poker 13.A", "chapter 13", "citation", "reading XX-01"),
    "an id that is none": ("book", 'id = "xx.red-dog"', 'id = "Red Dog"', "citation", "clause 1.A"),
    "side bets under no clause": ("book", 'side-bets = "1.B"', 'side-bets = "9.Z"', "no-clause", "the file"),
    "a changed row that is no table": (
        "readings",
        '{ choice = "five", wager = "bonus", paytables = ["B"], hand = "straight" }',
        "1",
        "wrong-type",
        "reading XX-01 rows",
    ),
    "an unknown key in a changed row": (
        "readings",
        'hand = "straight" }',
        'hand = "straight", x = 1 }',
        "unknown-key",
        "reading XX-01 rows",
    ),
    "a missing key in a changed row": ("readings", ', hand = "straight" }', " }", "missing-key", "reading XX-01 rows"),
    "a changed row of no choice": (
        "readings",
        'choice = "five", wager = "bonus", paytables = ["B"]',
        'choice = "six", wager = "bonus", paytables = ["B"]',
        "rows",
        "reading XX-01",
    ),
    "a changed row of no wager": (
        "readings",
        'wager = "bonus", paytables = ["B"]',
        'wager = "dog", paytables = ["B"]',
        "rows",
        "reading XX-01",
    ),
    "a changed row of no paytable": ("readings", 'paytables = ["B"]', 'paytables = ["Z"]', "rows", "reading XX-01"),
    "a changed row for a hand that the wager cannot make": (
        "readings",
        'hand = "straight"',
        'hand = "royal-flush"',
        "impossible-hand",
        "reading XX-01",
    ),
    "a row changed into a hand that the wager cannot make": (
        "readings",
        'as = "two-pair"',
        'as = "royal-flush"',
        "impossible-hand",
        "reading XX-01",
    ),
    "an unreadable pay of a changed row": ("readings", '"6 to 1"', '"six to one"', "pay", "reading XX-01"),
    "a condition on nothing": (
        "filing",
        'needs = { "offers.bonus" = true }',
        'needs = { "bonus" = true }',
        "condition",
        "reds needs",
    ),
    "a condition on an unknown wager": (
        "filing",
        'needs = { "offers.bonus" = true }',
        'needs = { "offers.dog" = true }',
        "condition",
        "reds needs",
    ),
    "a condition on an unknown option": (
        "filing",
        '"filed.limit" = false',
        '"filed.limits" = false',
        "condition",
        "fives when",
    ),
    "a condition that never holds": (
        "filing",
        'when = { "colour" = "red" }',
        'when = { "colour" = "blue" }',
        "condition",
        "reds when",
    ),
    "a condition on no value": ("readings", '"seats" = [5, 6]', '"seats" = []', "condition", "XX-03 when"),
    "offers that are no flag": ("readings", '"offers.bonus" = true', '"offers.bonus" = "yes"', "condition", "XX-03 when"),
    "a condition on an unknown paytable": (
        "filing",
        '"paytable.bonus" = "B"',
        '"paytable.bonus" = "Z"',
        "condition",
        "fives when",
    ),
    "a condition on an unreadable stake": ("filing", '"$5.00"', '"five"', "condition", "fives needs"),
}


class TestAMalformedBook:
    @pytest.mark.parametrize(("name", "old", "new", "code", "place"), MALFORMED.values(), ids=MALFORMED.keys())
    def test_it_is_refused_with_code_file_and_place(self, tmp_path, name, old, new, code, place):
        with pytest.raises(Malformed) as refusal:
            load_folder(spoiled(tmp_path, name, old, new))
        file = f"{name}.toml"
        assert (refusal.value.code, refusal.value.facts["file"], refusal.value.facts["place"]) == (f"book.{code}", file, place)
        assert str(refusal.value) == f"xx/{file}: {place}: {refusal.value.facts['reason']}"
        json.dumps(refusal.value.to_json())

    @pytest.mark.parametrize("name", RED_DOG)
    def test_a_missing_file_is_refused(self, tmp_path, name):
        write(tmp_path / "xx", {other: text for other, text in RED_DOG.items() if other != name})
        with pytest.raises(Malformed) as refusal:
            load_folder(tmp_path / "xx")
        assert (refusal.value.code, refusal.value.facts["file"]) == ("book.file", f"{name}.toml")

    @pytest.mark.parametrize("name", RED_DOG)
    def test_a_file_that_is_no_text_is_refused(self, tmp_path, name):
        folder = write(tmp_path / "xx", RED_DOG)
        (folder / f"{name}.toml").write_bytes(b"\xff\xfe = 1")
        with pytest.raises(Malformed) as refusal:
            load_folder(folder)
        assert (refusal.value.code, refusal.value.facts["file"]) == ("book.file", f"{name}.toml")

    @pytest.mark.parametrize(
        ("name", "array", "code"),
        [
            ("clauses", "clause", "no-clause"),
            ("paytables", "paytable", "no-paytable"),
            ("readings", "reading", "no-reading"),
        ],
    )
    def test_an_empty_file_is_refused_for_what_is_wanting(self, tmp_path, name, array, code):
        for text in ("", f"{array} = []"):
            with pytest.raises(Malformed) as refusal:
                load_folder(write(tmp_path / f"xx{len(text)}", RED_DOG | {name: text}))
            assert refusal.value.code == f"book.{code}"

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("clauses", "clause = 1"),
            ("clauses", '[clause]\nid = "1.A"'),
            ("clauses", "clause = [1]"),
            ("paytables", 'paytable = "A"'),
            ("readings", "reading = true"),
            ("filing", "option = 1"),
            ("filing", 'restriction = ["no"]'),
            ("filing", "[approval]\nx = 1"),
        ],
    )
    def test_what_should_be_a_list_of_tables_and_is_not_is_refused(self, tmp_path, name, text):
        with pytest.raises(Malformed) as refusal:
            load_folder(write(tmp_path / "xx", RED_DOG | {name: text}))
        assert (refusal.value.code, refusal.value.facts["file"]) == ("book.wrong-type", f"{name}.toml")

    def test_a_book_may_leave_nothing_to_the_operator(self, tmp_path):
        readings = RED_DOG["readings"].replace('"seats" = [5, 6], ', "")
        book = load_folder(write(tmp_path / "xx", RED_DOG | {"filing": "", "readings": readings}))
        assert (book.options, book.restrictions, book.approvals) == ({}, (), {})
