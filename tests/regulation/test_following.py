"""A book that follows another: whose words it has, under whose ids, and what is refused."""

import pytest

from houseway.citation import Citation, Law, MissingClause, cite_clauses
from houseway.errors import Malformed
from houseway.procedure import FOUR_CARD, ULTIMATE
from houseway.regulation import BOOKS, book_ids, load_book
from houseway.regulation.shelf import folder_of
from tests.support.added_books import add_book
from tests.support.later_release import later_release  # noqa: F401 - a fixture

MD, DIV, FC = "md.pai-gow-poker", "div.pai-gow-poker", "md.four-card-poker"


@pytest.fixture
def add(tmp_path, monkeypatch):
    return lambda follows=MD, **said: add_book(tmp_path, monkeypatch, follows, **said)


class TestWhatItTakesOver:
    def test_everything_under_its_own_ids(self, add):
        own, other = load_book(add()), load_book(MD)
        assert list(own.clauses) == [f"X-{clause}" for clause in other.clauses]
        assert (own.wagers.keys(), own.options.keys(), own.readings.keys()) == (
            other.wagers.keys(),
            other.options.keys(),
            other.readings.keys(),
        )
        assert {policy.choice for policy in own.policies.values()} == {policy.choice for policy in other.policies.values()}
        assert str(own.paytable("fortune-bonus", "A").row("flush").clause) == f"{own.id} X-13.B(1)(i)"
        assert own.clause("X-7.C").modelled_on == f"{MD} 7.C"
        assert own.side_bets == f"{own.id} X-7.E"
        assert own.value_of("vigorish") == other.value_of("vigorish")

    def test_what_it_says_itself_comes_first(self, add):
        clauses = [{"id": "X-13.A", "values": {"vigorish": "4%"}}, {"id": "Y", "kind": "audit", "gist": "New", "by": "code"}]
        rows = [{"hand": "win", "pays": "2 to 1", "clause": "X-13.A"}]
        own = load_book(
            add(
                clauses={"clause": clauses},
                paytables={"paytable": [{"wager": "pai-gow", "paytable": "single", "rows": rows}]},
                readings={"reading": [{"id": "PG-12", "default": "other-spots"}]},
                filing={"option": [{"key": "table.decks", "title": "packs"}]},
            )
        )
        assert str(own.value_of("vigorish")) == "1/25"
        assert own.clause("X-13.A").gist == load_book(MD).clause("13.A").gist
        assert list(own.clauses)[-1] != "Y", "rows of paytables come last"
        assert str(own.paytable("pai-gow", "single").row("win").pays) == "2 to 1"
        assert own.readings["PG-12"].default == "other-spots"
        assert own.options["table.decks"].title == "packs"

    def test_the_longest_listed_id_decides(self, add):
        numbering = {"": "X-", "13.": "M-", "13.B(1)": "First"}
        own = load_book(add(numbering=numbering))
        assert {"X-7.C", "M-A", "M-B", "First", "First(a)", "M-B(2)"} <= own.clauses.keys()

    def test_a_number_is_no_beginning_of_a_longer_one(self, add):
        own = load_book(add(DIV, numbering={"": "X", "(l)(1": "L1", "(s)(1)/1": "first"}))
        assert {"X(s)(1)/10", "X(s)(1)/11"} <= own.clauses.keys()
        assert "L1)#1" in own.clauses
        assert "X(l)(10)" in own.clauses

    def test_what_it_is_silent_on_goes_with_its_clause(self, add):
        silent = ("7.E(3)", "13.D", "12.C(3)")
        own = load_book(add(silent=silent, book={"station": [["pai-gow"]]}))
        assert "insurance" not in own.wagers
        assert not own.paytables_of("insurance")
        assert "X-12.C(3)" not in own.clauses
        assert all(clause.clause in own.clauses for reading in own.readings.values() for clause in reading.clauses)

    def test_what_only_a_wager_that_it_lacks_brings_about_goes_with_the_wager(self, add):
        silent = [".12 D", ".12 E", ".12 F", ".12 G", "as-played.2.E", "as-played.7.F(3)"]
        own, other = load_book(add(FC, silent=silent, book={"station": [["play"], ["ante"]]})), load_book(FC)
        assert "progressive" not in own.wagers
        assert set(map(str, other.readings["FC-104"].clauses)) > {f"{FC} as-played.13.B"}, "which the book has"
        assert not any(
            {"offers.progressive", "paytable.progressive"} & reading.when.keys() for reading in own.readings.values()
        )
        assert {"FC-106", "FC-110"} <= own.readings.keys()

    def test_a_change_of_the_other_book_is_a_change_of_its_own(self, add):
        own = load_book(add())
        assert own.hash != load_book(MD).hash
        assert own.numbering.follows.book == MD


class TestLaws:
    LAW = Law({MD: {"": ("7.C", "7.C(1)"), "hand": "9.A(1)"}, DIV: "(g)(1)#1"})
    STACKS = Law({DIV: "(i)(3)"}, policy="hand-dealing")
    HELP = Law({MD: (), DIV: "(l)(2)#2"}, policy="help-in-setting")

    def test_its_clauses_are_those_of_the_other_book_under_its_own_ids(self, add):
        numbering = load_book(add(silent=("7.C(1)",))).numbering
        assert self.LAW.in_book(numbering) == (Citation("xx.pai-gow-poker X-7.C"),)
        assert self.LAW.in_book(numbering, "hand") == (Citation("xx.pai-gow-poker X-9.A(1)"),)
        assert self.LAW.in_book(numbering, "hand", "shoe") == self.LAW.in_book(numbering, "hand")
        assert self.LAW.all_in_book(numbering) == (*self.LAW.in_book(numbering), *self.LAW.in_book(numbering, "hand"))

    def test_a_rule_that_comes_with_a_policy_has_the_clauses_of_the_policy(self, add):
        policies = {"help-in-setting": {"choice": "optional", "clauses": ["X-11.A(3)"]}}
        numbering = load_book(add(policies=policies)).numbering
        assert self.HELP.in_book(numbering) == (Citation("xx.pai-gow-poker X-11.A(3)"),)
        with pytest.raises(
            MissingClause, match=r"md.pai-gow-poker has no clause where other books have div.pai-gow-poker \(i\)\(3\)"
        ):
            self.STACKS.in_book(numbering)

    def test_a_book_may_follow_one_that_follows_another(self, add):
        add()
        numbering = load_book(add("xx.pai-gow-poker", jurisdiction="yy", numbering={"X-": "Y-"})).numbering
        assert self.LAW.in_book(numbering, "hand") == (Citation("yy.pai-gow-poker Y-9.A(1)"),)
        assert numbering.own_clauses((Citation(f"{DIV} (g)(1)#1"), Citation(f"{MD} 7.C"))) == (
            Citation("yy.pai-gow-poker Y-7.C"),
        )

    def test_a_clause_that_nobody_numbers_is_an_error(self, add):
        with pytest.raises(MissingClause, match=r"neither has a clause for '9\.Z'"):
            Law({MD: "9.Z"}).in_book(load_book(add()).numbering)

    def test_an_unknown_book_is_an_error_and_no_silence(self):
        with pytest.raises(MissingClause):
            self.LAW.in_book(load_book("md.four-card-poker").numbering)
        assert self.HELP.in_book(load_book(MD).numbering) == ()


class TestRefusals:
    @pytest.mark.parametrize(
        ("said", "code", "message"),
        [
            ({"numbering": {"13.": "M-"}}, "book.numbering", r"\d+ clauses of md.pai-gow-poker have no id in this book.*1\.A"),
            ({"numbering": {"": "X-", "7.C": "same", "7.D": "same"}}, "book.doubled", "occurs 2 times"),
            ({"clauses": {"clause": [{"id": "Y", "gist": "New"}]}}, "book.missing-key", "kind is missing"),
            ({"clauses": {"clause": [{"id": "X-7.C", "gist": "a"}] * 2}}, "book.doubled", "clause X-7.C"),
            ({"book": {"follows": "md.whist"}}, "book.unknown", "there is no rule book 'md.whist'"),
            ({"book": {"follows": "xx.pai-gow-poker"}}, "book.circle", "itself follows this book"),
            ({"book": {"numbering": "X"}}, "book.wrong-type", "numbering"),
            ({"book": {"id": "yy.pai-gow-poker"}}, "book.id", "yy.pai-gow-poker"),
            ({"silent": ("7.E(3)", "13.D")}, "book.station", "'insurance' is neither a wager"),
            ({"silent": ("7.E(3)",)}, "book.wager", "'insurance' is not a wager of the book"),
            ({"silent": ("12.C(2)",)}, "book.missing-policy", "bank-offer-after-last-seat: is missing"),
        ],
    )
    def test_a_book_that_does_not_hang_together(self, add, said, code, message):
        book = add(**said)
        with pytest.raises(Malformed, match=message) as refused:
            load_book(book)
        assert refused.value.code == code

    def test_an_unknown_book_names_those_that_there_are(self, add):
        book = add()
        assert book_ids() == (*BOOKS, book)
        with pytest.raises(Malformed, match=f"the books are .*{book}"):
            folder_of("xx.whist")

    def test_a_book_that_comes_with_the_program_is_not_replaced(self, tmp_path, monkeypatch):
        place = tmp_path / "md" / "pai-gow-poker"
        place.mkdir(parents=True)
        (place / "book.toml").write_text('id = "md.pai-gow-poker"\n')
        monkeypatch.setenv("HOUSEWAY_BOOKS", str(tmp_path))
        assert book_ids() == BOOKS
        assert load_book(MD).clauses


def test_a_book_that_is_modelled_on_another_has_its_rules_under_its_own_ids():
    """Two clauses of Four Card Poker are modelled on 10.B(3): the first stands for it. None is modelled on 12.B."""
    numbering = load_book(FOUR_CARD).numbering
    assert Law({ULTIMATE: ("5.F", "10.B(3)")}).in_book(numbering) == cite_clauses(
        FOUR_CARD, "as-played.5.F", "as-played.10.B(3)"
    )
    assert numbering.own_clauses(cite_clauses(ULTIMATE, "12.B", "5.F")) == cite_clauses(FOUR_CARD, "as-played.5.F")
    with pytest.raises(MissingClause, match=r"clause for '12\.B'"):
        Law({ULTIMATE: "12.B"}).in_book(numbering)


def test_its_wagers_without_a_record_have_the_clauses_of_the_other_book_s(later_release):  # noqa: F811
    """The other is a book of another game: which cards decide a wager there says nothing of this one."""
    text = (folder_of(FOUR_CARD) / "book.toml").read_text(encoding="utf-8")
    start = text.index("decided-by", text.index('id = "progressive"'))
    later_release(FOUR_CARD, "book", text[start : text.index("[[wager]]", start)], "")
    progressive = load_book(FOUR_CARD).wager("progressive")
    clauses = ("as-played.7.F(3)", "as-played.7.F(3)(a)", "as-played.7.F(3)(b)")
    assert progressive.law["placed"] == cite_clauses(FOUR_CARD, *clauses)
    assert (progressive.decided_by, dict(progressive.as_read)) == (None, {})
