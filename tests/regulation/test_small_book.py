"""A small made-up book is read: its values, versions and readings, and the hash of what has effect."""

from types import MappingProxyType

import pytest

from houseway.money import MeterShare
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
            "(Cents(amount=100), Cents(amount=500))",
            "6",
            "4 hours",
            "1/40",
            "6 to 1",
            "ace",
        ]
        assert red_dog.value_of("nothing-of-the-kind") is None

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
