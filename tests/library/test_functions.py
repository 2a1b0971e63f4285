"""The functions of the library: what they return is what the layers below return, and bad input is refused in plain words."""

import pytest

import houseway as hw
from houseway import analysis
from houseway.cards import parse_hand
from houseway.hands import FOUR_CARD, PAI_GOW_HIGH, PAI_GOW_LOW, STANDARD
from houseway.house_way import HouseWay
from houseway.money import Cents
from houseway.regulation import load_book
from tests.support.submissions import WRONG


class TestRank:
    @pytest.mark.parametrize(
        ("cards", "name", "order"),
        [
            ("As Ks 9s 8s Jk", "pai-gow", PAI_GOW_HIGH),
            ("As Ks 9s 8s Jk", "pai-gow-poker", PAI_GOW_HIGH),
            ("As Ks 9s 8s Jk", "pg-div", PAI_GOW_HIGH),
            ("As Jk", "md.pai-gow-poker", PAI_GOW_LOW),
            ("As Ks 9s 8s 7d", "uth", STANDARD),
            ("As Ks 9s 8s 7d", "ultimate", STANDARD),
            ("As Ks 9s 8s 7d", "fcp", FOUR_CARD),
            ("As Ks 9s 8s", "four-card", FOUR_CARD),
        ],
    )
    def test_games_books_and_orders_are_known_by_their_names(self, cards, name, order):
        assert hw.rank(cards, name) == order.rank(parse_hand(cards))

    def test_cards_may_be_given_one_by_one(self):
        assert hw.rank(["As", "Jk"], "pai-gow") == hw.rank(parse_hand("As Jk"), "pai-gow")

    @pytest.mark.parametrize(
        ("cards", "name", "words"),
        [
            ("As Kx", "uth", "'Kx' at character 4"),
            ("As Ks", "uth", "5 or 6 or 7 cards, not 2"),
            ("", "uth", "no cards were given to rank$"),
            ("As Ks Qs Js Ts", "pokr", "no game, rule book or order of hands"),
            ("As Ks Qs Js Ts", "", "no game, rule book or order of hands"),
            ("As Ks Qs Js Ts", None, "an order is one of pai-gow-poker"),
            ("As Ks Qs Js Jk", "uth", "has no joker"),
        ],
    )
    def test_what_is_wrong_is_said(self, cards, name, words):
        with pytest.raises(hw.Malformed, match=words):
            hw.rank(cards, name)


class TestOdds:
    def test_they_are_the_exact_ones(self):
        ours, theirs = hw.odds("uth", "trips", "B"), analysis.wager_odds(load_book("md.ultimate-texas-holdem"), "trips", "B")
        assert (ours.house_edge, ours.rows) == (theirs.house_edge, theirs.rows)

    def test_every_paytable_is_listed(self):
        found = hw.all_odds("uth", "trips")
        assert [each.paytable for each in found] == ["A", "B", "C", "D", "E"]
        assert found[1].house_edge == hw.odds("uth", "trips", "B").house_edge
        assert len(found[1:3]) == 2

    def test_a_submission_names_its_paytable(self):
        assert hw.odds(hw.check("uth/minimal"), "trips").paytable == "A"

    def test_stake_and_meters_may_be_texts(self):
        low, high = (
            hw.odds("pg-md", "progressive", "A", stake="$1", meters={"meter": each}) for each in ("$50,000", "$150,000")
        )
        assert low.house_edge > high.house_edge
        assert high.stake == Cents.from_dollars(1)

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("uth", "tripps"), "has no wager 'tripps'"),
            (("uth", "trips", "Z"), "no paytable 'Z'"),
            (("uth", "trips", "flush=4 to 1; flush=5 to 1"), "write each hand once"),
            (("uth", "trips", "flush="), "is not a row"),
            (("utj", "trips"), "neither a rule book nor a submission"),
            ((3, "trips"), "neither a rule book nor a submission"),
        ],
    )
    def test_what_is_wrong_is_said(self, arguments, words):
        with pytest.raises(hw.Malformed, match=words):
            hw.odds(*arguments)

    def test_an_amount_is_a_text(self):
        with pytest.raises(hw.Malformed, match="as in '\\$5'"):
            hw.odds("uth", "trips", "A", stake=5)


class TestCheck:
    def test_files_texts_examples_and_books_are_taken(self, tmp_path):
        text = hw.new("uth", ["trips"])
        (tmp_path / "mine.toml").write_text(text)
        assert hw.check(tmp_path / "mine.toml") == hw.check(str(tmp_path / "mine.toml")) == hw.check(text)
        assert hw.check("uth").book == hw.check("uth/minimal").book == "md.ultimate-texas-holdem"
        assert hash(hw.check(text)) == hash(hw.check(text))

    def test_rules_are_those_of_the_judge(self):
        from houseway.submission import judge, parse_submission

        found = hw.check("pg-md/everything")
        assert found == judge(parse_submission(found.submission.text)).rules
        assert found.warnings

    @pytest.mark.parametrize("path", WRONG[::7], ids=lambda path: path.stem)
    def test_one_error_lists_all_findings(self, path):
        with pytest.raises(hw.SubmissionRefused) as refused:
            hw.check(path)
        assert refused.value.findings
        for finding in refused.value.findings:
            assert finding.message in str(refused.value)
            assert finding.suggestion in str(refused.value)
        assert isinstance(refused.value, hw.NotAllowed)

    def test_it_is_the_same_error_in_another_process(self):
        import pickle

        with pytest.raises(hw.SubmissionRefused) as refused:
            hw.check('book = "md.ultimate-texas-holdem"')
        assert pickle.loads(pickle.dumps(refused.value)).findings == refused.value.findings  # noqa: S301  # our own

    @pytest.mark.parametrize("source", ["nowhere.toml", "nothing", "uth/most", 7])
    def test_a_source_that_is_none_is_refused(self, source):
        with pytest.raises(hw.Malformed):
            hw.check(source)

    def test_a_new_submission_names_facility_and_paytables(self):
        rules = hw.check(hw.new("pg-md", {"progressive": "C", "insurance": ""}, facility="Riverside"))
        assert rules.facility == "Riverside"
        assert rules.offers["progressive"].paytable.letter == "C"

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("utj",), "no rule book 'utj'"),
            (("uth", ["tripps"]), "no wager 'tripps'"),
            (("uth", {"trips": "Z"}), "no paytable 'Z'; it has A or B"),
        ],
    )
    def test_what_cannot_be_new_is_refused(self, arguments, words):
        with pytest.raises(hw.Malformed, match=words):
            hw.new(*arguments)


class TestSolve:
    def test_all_games_have_the_same_names_for_their_figures(self):
        found = hw.solve("fcp/everything")
        assert found.house_edge == found.solution.best_play.house_edge
        assert found.expected_value == -found.house_edge
        assert 0 < found.element_of_risk < found.house_edge
        assert "<img" in found._repr_html_()
        assert found.to_json()["house_edge"]
        assert len(repr(found)) < 100
        assert list(found.records())

    def test_a_submission_has_its_own_paytables(self):
        with pytest.raises(hw.Malformed, match="has its own paytables"):
            hw.solve("uth/minimal", paytables={"blind": "B"})

    def test_options_of_another_game_are_refused(self):
        with pytest.raises(hw.Malformed, match="leave that option out"):
            hw.solve("fcp", house_way="foxwoods")

    def test_rows_of_ones_own_become_a_paytable(self):
        from houseway.library.solving import studied_rules

        rows = "royal-flush=500 to 1; straight=1 to 1"
        rules = studied_rules("uth", {"blind": rows}, None)
        table = rules.offers["blind"].paytable
        assert (table.letter, [row.hand for row in table.rows]) == ("own", ["royal-flush", "straight"])


class TestHouseWay:
    def test_it_is_the_house_way_of_that_name(self):
        assert hw.HouseWay("foxwoods") == HouseWay.load("foxwoods")
        assert isinstance(hw.HouseWay("foxwoods"), HouseWay)

    def test_it_explains(self):
        assert hw.HouseWay("foxwoods").explain("9s 9d 3c 3d Ah 5s 2c").reasons[-1].decided

    def test_an_unknown_one_is_refused(self):
        with pytest.raises(hw.Malformed, match="did you mean 'foxwoods'"):
            hw.HouseWay("foxwood")
