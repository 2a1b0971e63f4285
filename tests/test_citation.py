"""A citation is a book and a clause; code is marked with the clauses that it carries out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.citation import Citation, carries_out, cite_clauses, clauses_of

books = st.from_regex(r"[a-z]{1,6}(\.[a-z0-9-]{1,12}){1,3}", fullmatch=True)
clauses = st.from_regex(r"[0-9A-Za-z()#.]{1,6}( [0-9A-Za-z()#.]{1,6}){0,2}", fullmatch=True)

BAD = [
    "",
    " ",
    "md.pai-gow-poker",
    "md.pai-gow-poker ",
    "13.B(1)",
    " md.pai-gow-poker 13.B",
    "md.pai-gow-poker 13.B ",
    "md.pai-gow-poker  13.B",
    "md.pai-gow-poker\t13.B",
    "md.pai-gow-poker 13.B\n",
    "md.pai-gow-poker 13\nB",
    "md 13.B",
    "md. 13.B",
    "md..poker 13.B",
    ".poker 13.B",
    "MD.pai-gow-poker 13.B",
    "md.Pai-Gow-Poker 13.B",
    "md.pai_gow_poker 13.B",
    "m1.pai-gow-poker 13.B",
]


class TestForm:
    @pytest.mark.parametrize(
        ("text", "book", "clause"),
        [
            ("md.pai-gow-poker 13.B(1)(a)", "md.pai-gow-poker", "13.B(1)(a)"),
            ("div.pai-gow-poker (l)(9)#3", "div.pai-gow-poker", "(l)(9)#3"),
            ("md.pai-gow-poker 6", "md.pai-gow-poker", "6"),
            ("nj.2024.poker-3 table 4 row 2", "nj.2024.poker-3", "table 4 row 2"),
        ],
    )
    def test_a_citation_is_a_book_a_space_and_a_clause(self, text, book, clause):
        assert (Citation(text).book, Citation(text).clause) == (book, clause)

    @given(books, clauses)
    def test_book_and_clause_are_what_the_citation_was_written_from(self, book, clause):
        citation = Citation(f"{book} {clause}")
        assert (citation.book, citation.clause) == (book, clause)
        assert Citation(citation) == citation

    def test_a_citation_is_stored_printed_and_compared_as_a_string(self):
        text = "md.pai-gow-poker 13.B(1)(a)"
        assert isinstance(Citation(text), str)
        assert Citation(text) == text == str(Citation(text))
        assert {Citation(text): "found"}[text] == "found"

    @pytest.mark.parametrize("text", BAD)
    def test_anything_else_is_no_citation(self, text):
        with pytest.raises(ValueError, match="write a book and a clause, as in ") as refusal:
            Citation(text)
        assert str(refusal.value).startswith(f"{text!r} is not a citation;")


class TestCite:
    def test_several_clauses_of_one_book_are_cited_in_order(self):
        assert cite_clauses("md.pai-gow-poker", "13.A(1)", "11.B") == ("md.pai-gow-poker 13.A(1)", "md.pai-gow-poker 11.B")

    @given(books, st.lists(clauses, max_size=4))
    def test_each_citation_is_of_that_book(self, book, several):
        cited = cite_clauses(book, *several)
        assert [(type(citation), citation.book, citation.clause) for citation in cited] == [
            (Citation, book, clause) for clause in several
        ]

    @pytest.mark.parametrize(("book", "clause"), [("md", "13.B"), ("md.pai-gow-poker", ""), ("md.pai-gow-poker", " 13.B")])
    def test_a_bad_book_or_clause_is_refused(self, book, clause):
        with pytest.raises(ValueError, match="not a citation"):
            cite_clauses(book, "1.A", clause)


class TestMarks:
    def test_a_function_says_which_clauses_it_carries_out_and_still_works(self):
        @carries_out("md.pai-gow-poker 11.B", "div.pai-gow-poker (l)(1)#2")
        def copy_hand_goes_to(one, other):
            return (one, other)

        assert clauses_of(copy_hand_goes_to) == ("md.pai-gow-poker 11.B", "div.pai-gow-poker (l)(1)#2")
        assert [citation.book for citation in clauses_of(copy_hand_goes_to)] == ["md.pai-gow-poker", "div.pai-gow-poker"]
        assert copy_hand_goes_to("dealer", "player") == ("dealer", "player")

    def test_marking_gives_back_the_same_function(self):
        def rule():
            """Nothing to do."""

        assert carries_out("md.pai-gow-poker 11.B")(rule) is rule

    def test_a_class_says_which_clauses_it_carries_out(self):
        @carries_out("md.pai-gow-poker 13.A(1)")
        class Vigorish:
            pass

        assert clauses_of(Vigorish) == ("md.pai-gow-poker 13.A(1)",)
        assert isinstance(Vigorish(), Vigorish)

    def test_a_second_mark_adds_to_the_first(self):
        @carries_out("md.pai-gow-poker 13.A(2)")
        @carries_out("md.pai-gow-poker 13.A(1)")
        def vigorish():
            """Nothing to do."""

        assert clauses_of(vigorish) == ("md.pai-gow-poker 13.A(1)", "md.pai-gow-poker 13.A(2)")

    def test_a_mark_on_one_function_is_not_on_another(self):
        def unmarked():
            """Nothing to do."""

        @carries_out("md.pai-gow-poker 11.B")
        def marked():
            """Nothing to do."""

        assert clauses_of(marked) == ("md.pai-gow-poker 11.B",)
        assert clauses_of(unmarked) == ()

    @pytest.mark.parametrize("text", BAD)
    def test_a_bad_citation_is_refused_before_anything_is_marked(self, text):
        with pytest.raises(ValueError, match="not a citation"):
            carries_out("md.pai-gow-poker 11.B", text)


def test_a_child_does_not_inherit_the_marks_of_its_parent():
    @carries_out("md.pai-gow-poker 6.B(1)")
    class Parent:
        pass

    class Child(Parent):
        pass

    assert clauses_of(Parent) == ("md.pai-gow-poker 6.B(1)",)
    assert clauses_of(Child) == ()
