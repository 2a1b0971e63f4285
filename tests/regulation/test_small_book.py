"""A small made-up book is read: its values, versions and readings, and the hash of what has effect."""

from fractions import Fraction
from types import MappingProxyType

import pytest

from houseway.errors import Malformed
from houseway.money import Cents, MeterShare
from houseway.regulation import CarriedOutBy, ClauseKind, OptionKind, Regulation
from houseway.regulation.loader import load_folder
from tests.support.red_dog import RED_DOG, spoiled, write


@pytest.fixture
def red_dog(tmp_path) -> Regulation:
    return load_folder(write(tmp_path / "xx", RED_DOG))


class TestASmallBook:
    def test_it_loads(self, red_dog):
        assert (red_dog.id, red_dog.version, red_dog.versions) == ("xx.red-dog", "new", ("new", "old"))
        assert (len(red_dog.clauses), len(red_dog.paytables), len(red_dog.readings)) == (14, 5, 3)
        assert [option.kind for option in red_dog.options.values()] == [
            OptionKind.COUNT,
            OptionKind.CHOICE,
            OptionKind.MONEY,
            OptionKind.TEXT,
        ]

    def test_values_have_their_units(self, red_dog):
        keys = ("bonus-minimum", "bonus-stakes", "seats", "deck-age", "share", "odds-maximum", "first")
        assert [str(red_dog.value_of(key)) for key in keys] == [
            "$1",
            "(<$1>, <$5>)",
            "6",
            "4 hours",
            "1/40",
            "6 to 1",
            "ace",
        ]
        assert red_dog.value_of("nothing-of-the-kind") is None

    @pytest.mark.parametrize(
        ("read", "key", "value"),
        [
            (Regulation.number_of, "seats", 6),
            (Regulation.numbers_of, "starts", (1, 8)),
            (Regulation.cents_of, "bonus-minimum", Cents(100)),
            (Regulation.fraction_of, "share", Fraction(1, 40)),
            (Regulation.text_of, "first", "ace"),
        ],
        ids=lambda case: getattr(case, "__name__", ""),
    )
    def test_a_value_is_read_by_its_type(self, red_dog, read, key, value):
        assert read(red_dog, key) == value

    @pytest.mark.parametrize(
        ("read", "key", "given", "allowed"),
        [
            (Regulation.number_of, "first", "ace", "a whole number"),
            (Regulation.number_of, "starts", "(1, 8)", "a whole number"),
            (Regulation.numbers_of, "seats", "6", "whole numbers"),
            (Regulation.numbers_of, "bonus-stakes", "(<$1>, <$5>)", "whole numbers"),
            (Regulation.cents_of, "seats", "6", "an amount of money"),
            (Regulation.fraction_of, "seats", "6", "a share"),
            (Regulation.fraction_of, "odds-maximum", "6 to 1", "a share"),
            (Regulation.text_of, "share", "1/40", "a name"),
        ],
        ids=lambda case: getattr(case, "__name__", ""),
    )
    def test_a_value_of_another_type_is_refused(self, red_dog, read, key, given, allowed):
        with pytest.raises(Malformed) as refused:
            read(red_dog, key)
        assert str(refused.value) == f"xx.red-dog must set {key} as {allowed}, not {given}"
        facts = {"book": "xx.red-dog", "key": key, "given": given, "allowed": allowed}
        assert (refused.value.code, refused.value.facts) == ("book.value", facts)

    @pytest.mark.parametrize(
        ("read", "allowed"),
        [
            (Regulation.number_of, "a whole number"),
            (Regulation.numbers_of, "whole numbers"),
            (Regulation.cents_of, "an amount of money"),
            (Regulation.fraction_of, "a share"),
            (Regulation.text_of, "a name"),
        ],
        ids=lambda case: getattr(case, "__name__", ""),
    )
    def test_a_value_that_the_book_must_set_is_missed(self, red_dog, read, allowed):
        with pytest.raises(Malformed) as refused:
            read(red_dog, "jokers")
        assert str(refused.value) == f"xx.red-dog must set jokers as {allowed}, and does not"
        facts = {"book": "xx.red-dog", "key": "jokers", "given": None, "allowed": allowed}
        assert (refused.value.code, refused.value.facts) == ("book.value", facts)

    def test_a_heading_and_a_row_are_clauses_that_say_what_they_pay(self, red_dog):
        heading, row = red_dog.clause("3.B"), red_dog.clause("3.B(2)")
        assert (heading.gist, dict(heading.values), heading.kind, heading.by) == (
            "Bonus, paytable A",
            {},
            ClauseKind.PAYOUT,
            CarriedOutBy.DATA,
        )
        assert (row.gist, str(row.values["pays"])) == ("Bonus, paytable A: flush pays 5 to 1", "5 to 1")

    def test_a_version_has_its_own_clauses_paytables_and_rows(self, tmp_path):
        old = load_folder(write(tmp_path / "xx", RED_DOG), "old")
        assert "1.D" not in old.clauses
        assert old.paytable("bonus", "B") is None
        assert str(old.paytable("bonus", "A").row("flush").pays) == "4 to 1"

    def test_the_first_version_is_read_once(self, tmp_path):
        folder = write(tmp_path / "xx", RED_DOG)
        assert load_folder(folder) is load_folder(folder, "new")
        assert load_folder(folder, "old") is load_folder(folder, "old") is not load_folder(folder)

    def test_what_must_be_filed_has_no_default_and_what_is_fixed_has_one_choice(self, red_dog):
        assert [reading.must_be_filed for reading in red_dog.readings.values()] == [False, False, True]
        assert red_dog.readings["XX-03"].when == {"seats": (5, 6), "offers.bonus": (True,)}

    def test_a_stake_in_a_condition_is_written_as_stakes_are(self, red_dog):
        assert red_dog.restrictions[1].needs == {"stake.bonus": ("$5",)}

    def test_the_meters_of_a_paytable_are_those_that_its_rows_draw_on(self, red_dog):
        assert red_dog.paytable("bonus", "A").meters == ("meter",)
        assert isinstance(red_dog.paytable("bonus", "A").rows[0].pays, MeterShare)

    def test_a_book_does_not_change(self, red_dog):
        for mapping in (red_dog.clauses, red_dog.wagers, red_dog.readings, red_dog.options, red_dog.restrictions[0].when):
            assert isinstance(mapping, MappingProxyType)
        with pytest.raises(TypeError):
            red_dog.clauses["1.A"] = None
        with pytest.raises(AttributeError):
            red_dog.title = "Green Dog"

    def test_comments_and_order_of_keys_do_not_change_the_hash(self, tmp_path, red_dog):
        head = 'id = "xx.red-dog"\ntitle = "Red Dog"'
        turned = '# a comment\ntitle = "Red Dog"\nid = "xx.red-dog"'
        assert load_folder(spoiled(tmp_path / "turned", "book", head, turned)).hash == red_dog.hash

    @pytest.mark.parametrize(
        ("name", "old", "new"),
        [
            ("book", "made up", "made up again"),
            ("clauses", "The felt is green", "The felt is red"),
            ("clauses", 'see = ["1.B"]', 'see = ["1.C"]'),
            ("readings", "of four cards", "of any four cards"),
            ("filing", "red is for the bonus", "red is for the bonus only"),
            ("paytables", '"4 to 1"', '"40 to 1"'),  # in the other version
            ("clauses", 'versions = ["new"]', 'versions = ["new", "old"]'),
        ],
    )
    def test_what_has_no_effect_in_its_version_does_not_change_the_hash(self, tmp_path, red_dog, name, old, new):
        assert load_folder(spoiled(tmp_path / "changed", name, old, new)).hash == red_dog.hash

    @pytest.mark.parametrize(
        ("name", "old", "new"),
        [
            ("clauses", "seats = 6", "seats = 7"),
            ("clauses", '"4 hours"', '"8 hours"'),
            ("clauses", 'versions = ["new"]', 'versions = ["old"]'),
            ("paytables", "100% of meter", "10% of meter"),
            ("readings", 'default = "four"', 'default = "five"'),
            ("filing", 'default = "green"', 'default = "red"'),
        ],
    )
    def test_any_change_of_what_has_effect_changes_the_hash(self, tmp_path, red_dog, name, old, new):
        assert load_folder(spoiled(tmp_path / "changed", name, old, new)).hash != red_dog.hash
