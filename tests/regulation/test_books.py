"""The four rule books load, and say what their texts say."""

import re
from fractions import Fraction

import pytest

from houseway.errors import Malformed
from houseway.money import Cents
from houseway.regulation import BOOKS, CarriedOutBy, load_book
from houseway.regulation.shelf import DATA

VERSIONS = [(book, version) for book in BOOKS for version in load_book(book).versions]
EVERY_VERSION = pytest.mark.parametrize(("book", "version"), VERSIONS, ids=lambda part: part)

# Checked against the inventories of the texts, which hold 540, 392, 447 and 89 clauses; every one of them is in its book (those of
# the amendment only in the amended version). The others are headings of paytables and lists, and the play of Four Card Poker.
SIZES = {
    #                                               clauses paytables rows readings
    ("md.pai-gow-poker", "standard-rules"): (568, 23, 181, 89),
    ("div.pai-gow-poker", "section-6"): (399, 6, 54, 102),
    ("md.ultimate-texas-holdem", "standard-rules"): (486, 35, 201, 57),
    ("md.four-card-poker", "proposed-2013-06-27"): (306, 18, 76, 34),
    ("md.four-card-poker", "original"): (283, 15, 65, 34),
}

# Figures read off the texts by hand: wager, paytable, hand, what it pays, clause.
PRINTED = {
    "md.pai-gow-poker": """
        pai-gow            single  win                                   1 to 1         13.A
        fortune-bonus      A       seven-card-straight-flush             8000 to 1      13.B(1)(a)
        fortune-bonus      A       straight                              2 to 1         13.B(1)(k)
        fortune-bonus      B       seven-card-straight-flush             5000 to 1      13.B(3)(a)
        fortune-bonus      B       royal-flush-and-royal-match           2000 to 1      13.B(3)(b)
        fortune-bonus      C       royal-flush                           100 to 1       13.B(5)(e)
        fortune-bonus      C       four-of-a-kind                        20 to 1        13.B(5)(g)
        fortune-bonus      D       seven-card-straight-flush             2500 to 1      13.B(7)(a)
        fortune-bonus      D       royal-flush                           125 to 1       13.B(7)(e)
        fortune-bonus      D       three-of-a-kind                       3 to 1         13.B(7)(j)
        fortune-envy       A       seven-card-straight-flush             $5,000         13.B(2)(a)
        fortune-envy       B       royal-flush-and-royal-match           $1,000         13.B(4)(b)
        fortune-envy       C       straight-flush                        $10            13.B(6)(f)
        fortune-envy       D       royal-flush-and-royal-match           $750           13.B(8)(b)
        emperors-treasure  A       royal-flush-and-ace-king-suited       2000 to 1      13.C(1)(b)
        emperors-treasure  B       five-aces                             400 to 1       13.C(3)(d)
        emperors-treasure  C       seven-card-straight-flush-with-joker  750 to 1       13.C(5)(c)
        emperors-treasure  D       full-house                            5 to 1         13.C(7)(h)
        emperors-envy      B       seven-card-straight-flush             $3,000         13.C(4)(a)
        emperors-envy      D       five-aces                             $100           13.C(8)(d)
        insurance          A       nine-high                             100 to 1       13.D(1)(a)
        insurance          A       queen-high                            6 to 1         13.D(1)(d)
        insurance          B       queen-high                            7 to 1         13.D(2)(d)
        insurance          B       ace-high                              3 to 1         13.D(2)(f)
        progressive        A       any-seven-card-straight-flush         100% of meter  13.E(2)(a)
        progressive        A       five-aces                             10% of meter   13.E(2)(b)
        progressive        B       five-aces                             100% of minor  13.E(3)(b)
        progressive        C       royal-flush                           100% of minor  13.E(4)(c)
        progressive        D       four-of-a-kind                        75 for 1       13.E(5)(e)
        progressive        D       full-house                            4 for 1        13.E(5)(f)
    """,
    "div.pai-gow-poker": """
        bonus              single  seven-card-straight-flush             8000 to 1      (s)(1)/01
        bonus              single  royal-flush-and-king-queen-suited     2000 to 1      (s)(1)/02
        bonus              single  five-aces                             400 to 1       (s)(1)/04
        bonus              single  three-of-a-kind                       3 to 1         (s)(1)/10
        bonus              single  straight                              2 to 1         (s)(1)/11
        bonus-envy         single  seven-card-straight-flush             $5,000         (s)(2)/01
        bonus-envy         single  four-of-a-kind                        $5             (s)(2)/07
        progressive        5       straight-flush                        $125           (q)(4)/$5/08
        progressive        5       four-of-a-kind-and-pair               $200           (q)(4)/$5/09
        progressive        5       four-of-a-kind                        $100           (q)(4)/$5/10
        progressive        5       full-house-and-pair                   $50            (q)(4)/$5/11
        progressive        5       full-house                            $25            (q)(4)/$5/12
        progressive        5       flush-and-pair                        $30            (q)(4)/$5/13
        number             single  number-drawn                          11 to 2        (p)(2)(vi)#1
    """,
    "md.ultimate-texas-holdem": """
        ante               single  win                                   1 to 1         12.A
        play               single  win                                   1 to 1         12.A
        blind              A       royal-flush                           500 to 1       12.B(1)(a)
        blind              A       flush                                 3 to 2         12.B(1)(e)
        blind              A       less-than-straight                    push           12.B(1)(g)
        blind              B       less-than-straight                    push           12.B(2)(f)
        trips              A       full-house                            9 to 1         12.C(1)(d)
        trips              C       straight                              4 to 1         12.C(3)(f)
        trips              D       four-of-a-kind                        20 to 1        12.C(4)(c)
        trips              E       full-house                            7 to 1         12.C(5)(d)
        progressive        A       four-of-a-kind                        300 to 1       12.D(1)(a)(iii)
        progressive        B       straight-flush                        100% of minor  12.D(1)(b)(ii)
        progressive        C       three-of-a-kind                       10 for 1       12.D(1)(c)(vii)
        progressive        D       three-of-a-kind                       9 for 1        12.D(1)(d)(vii)
        progressive-envy-1  A      straight-flush                        $300           12.D(6)(a)(ii)
        progressive-envy-5  D      straight-flush                        $1,500         12.D(7)(d)(ii)
        six-card-bonus     A       super-royal-of-diamonds               $1,000,000     12.E(1)(a)
        six-card-bonus     B       super-royal                           $100,000       12.E(2)(a)
        ultimate-pairs     A       ace-king-suited                       25 to 1        12.E~2(1)(b)
        ultimate-pairs     B       player-and-dealer-aces                1000 to 1      12.E~2(2)(a)
        ultimate-pairs     D       pair-of-jacks-queens-or-kings         4 to 1         12.E~2(4)(f)
        ultimate-pairs     E       aces-of-hearts-and-diamonds           50 to 1        12.E~2(5)(a)
        bad-beat           A       straight-flush                        10000 to 1     12.F~2(1)(b)
        bad-beat           B       straight-flush                        7500 to 1      12.F~2(2)(b)
        bad-beat           C       straight-flush                        2500 to 1      12.F~2(3)(b)
        play-the-board     A       three-of-a-kind                       7 to 1         12.G(1)(g)
        play-the-board     C       straight                              20 to 1        12.G(3)(f)
        play-the-board     C       pair-of-tens-or-better                1 to 1         12.G(3)(g)~2
    """,
    "md.four-card-poker": """
        ante-bonus         single  straight-flush                        20 to 1        .12 B(2)
        aces-up            A       three-of-a-kind                       9 to 1         .12 C(1)(c)
        aces-up            B       straight                              5 to 1         .12 C(2)(e)
        aces-up            C       flush                                 5 to 1         .12 C(3)(d)
        aces-up            D       three-of-a-kind                       8 to 1         .12 C(4)(c)
        aces-up            F       two-pair                              3 to 1         .12 C(6)(f)
        progressive        A       four-aces                             100% of meter  .12 D(1)(a)(i)
        progressive        B       three-of-a-kind                       15 for 1       .12 D(1)(b)(iv)
        progressive        C       straight-flush                        10% of meter   .12 D(1)(c)(ii)
        progressive        C       four-of-a-kind                        300 for 1      .12 D(1)(c)(ii)~2
        progressive-envy-1  B      four-of-a-kind                        $25            .12 F(2)(b)
        progressive-envy-1  C      four-aces                             $1,000         .12 F(3)(a)
        progressive-envy-5  A      straight-flush                        $25            .12 G(1)(c)
        progressive-envy-5  C      four-of-a-kind                        $1,500         .12 G(3)(b)
    """,
}


def printed_rows():
    for book, text in PRINTED.items():
        for line in text.strip().splitlines():
            yield (book, *re.split(r"\s{2,}", line.strip()))


class TestTheFourBooks:
    def test_four_books_are_there_and_each_is_in_its_own_folder(self):
        assert [load_book(book).id for book in BOOKS] == list(BOOKS)
        assert {f"{folder.parent.name}.{folder.name}" for folder in DATA.glob("*/*") if folder.is_dir()} == set(BOOKS)

    def test_the_sizes_are_known_for_every_version(self):
        assert list(SIZES) == VERSIONS

    @EVERY_VERSION
    def test_a_book_has_all_its_clauses_paytables_rows_and_readings(self, book, version):
        regulation = load_book(book, version)
        rows = [row for table in regulation.paytables for row in table.rows]
        counted = (len(regulation.clauses), len(regulation.paytables), len(rows), len(regulation.readings))
        assert counted == SIZES[book, version]

    @pytest.mark.parametrize(("book", "wager", "letter", "hand", "pays", "clause"), list(printed_rows()))
    def test_a_row_pays_what_the_text_prints(self, book, wager, letter, hand, pays, clause):
        row = load_book(book).paytable(wager, letter).row(hand)
        assert (str(row.pays), row.clause) == (pays, f"{book} {clause}")
        assert load_book(book).clause(clause).citation == row.clause

    def test_at_least_forty_rows_are_compared_and_some_in_every_book(self):
        assert len(list(printed_rows())) >= 40
        assert set(PRINTED) == set(BOOKS)

    @pytest.mark.parametrize(
        ("book", "key", "value", "clause"),
        [
            ("md.pai-gow-poker", "seed.D.major", Cents.from_dollars(2500), "13.E(7)(e)"),
            ("md.pai-gow-poker", "vigorish", Fraction(5, 100), "13.A"),
            ("md.pai-gow-poker", "payout-limit-floor", Cents.from_dollars(50_000), "13.G(1)(a)"),
            ("div.pai-gow-poker", "payout-limit-floor", Cents.from_dollars(40_000), "(s)(3)#2"),
            ("div.pai-gow-poker", "rate-minimum.5", Fraction(27, 100), "(q)(5)#2"),
            ("md.ultimate-texas-holdem", "seed.B.minor", Cents.from_dollars(250), "12.D(3)(b)(ii)(2)"),
            ("md.ultimate-texas-holdem", "payout-limit-floor", Cents.from_dollars(50_000), "12.F(1)"),
            ("md.four-card-poker", "seed.B.meter", Cents.from_dollars(1000), ".12 D(3)(b)(ii)"),
        ],
    )
    def test_a_value_is_set_by_the_clause_that_prints_it(self, book, key, value, clause):
        assert (load_book(book).value_of(key), load_book(book).clause_setting(key).id) == (value, clause)

    @EVERY_VERSION
    def test_every_meter_of_a_paytable_has_a_floor_under_its_seed(self, book, version):
        regulation = load_book(book, version)
        drawn = {f"seed.{table.letter}.{meter}" for table in regulation.paytables for meter in table.meters}
        set_by_clauses = {key for clause in regulation.clauses.values() for key in clause.values if key.startswith("seed.")}
        assert drawn == set_by_clauses != set()

    @EVERY_VERSION
    def test_everything_that_a_book_points_at_is_there(self, book, version):
        regulation = load_book(book, version)
        in_any_version = {clause for each in regulation.versions for clause in load_book(book, each).clauses}
        assert {see.clause for clause in regulation.clauses.values() for see in clause.see} <= set(regulation.clauses)
        assert {clause.clause for reading in regulation.readings.values() for clause in reading.clauses} <= in_any_version
        assert {option.clause.clause for option in regulation.options.values()} <= set(regulation.clauses)
        assert {restriction.clause.clause for restriction in regulation.restrictions} <= set(regulation.clauses)
        assert {approval.clause.clause for approval in regulation.approvals.values()} <= set(regulation.clauses)
        assert {wager.clause.clause for wager in regulation.wagers.values()} <= set(regulation.clauses)

    @EVERY_VERSION
    def test_readings_are_written_with_typographic_quotes(self, book, version):
        readings = load_book(book, version).readings.values()
        words = [text for each in readings for text in (each.subject, each.problem, each.why, *each.choices.values())]
        assert [text for text in words if '"' in text] == []

    @pytest.mark.parametrize("book", BOOKS)
    def test_what_a_book_says_of_another_book_is_there_too(self, book):
        elsewhere = [citation for reading in load_book(book).readings.values() for citation in reading.also_clauses]
        elsewhere += [clause.modelled_on for clause in load_book(book).clauses.values() if clause.modelled_on]
        versions = {citation: load_book(citation.book).versions for citation in elsewhere}
        lost = [
            each for each, many in versions.items() if all(each.clause not in load_book(each.book, v).clauses for v in many)
        ]
        assert lost == []

    @EVERY_VERSION
    def test_a_clause_says_in_words_what_it_is_about_and_why_nothing_carries_it_out(self, book, version):
        for clause in load_book(book, version).clauses.values():
            assert clause.gist
            assert (clause.by is CarriedOutBy.NOTHING or clause.duty is not None) == bool(clause.reason)

    def test_an_unknown_book_is_refused_with_those_that_there_are(self):
        with pytest.raises(Malformed) as refusal:
            load_book("md.baccarat")
        assert (refusal.value.code, refusal.value.facts["allowed"]) == ("book.unknown", BOOKS)

    @pytest.mark.parametrize("version", ["2026", ""])
    def test_an_unknown_version_is_refused_with_those_that_there_are(self, version):
        with pytest.raises(Malformed) as refusal:
            load_book("md.four-card-poker", version)
        assert (refusal.value.code, refusal.value.facts["given"]) == ("book.no-version", version)
        assert refusal.value.facts["allowed"] == ["proposed-2013-06-27", "original"]

    @pytest.mark.parametrize(
        ("ask", "code", "near"),
        [
            (lambda book: book.clause("13.B(1)(z)"), "book.no-clause", "13.B(1)(k)"),
            (lambda book: book.wager("fortune"), "book.no-wager", "fortune-bonus"),
        ],
    )
    def test_asking_for_what_a_book_does_not_have_is_refused_with_what_is_near(self, ask, code, near):
        with pytest.raises(Malformed) as refusal:
            ask(load_book("md.pai-gow-poker"))
        assert refusal.value.code == code
        assert near in refusal.value.facts["allowed"]

    def test_the_readings_that_concern_a_clause_are_found_from_the_clause(self):
        book = load_book("md.pai-gow-poker")
        assert [reading.id for reading in book.readings_about(book.clause("13.A(1)").citation)] == ["PG-24"]


class TestFourCardVersions:
    """md.four-card-poker .12: what is in bold was added, what is struck was taken away, and nothing else differs."""

    NEW, OLD = load_book("md.four-card-poker", "proposed-2013-06-27"), load_book("md.four-card-poker", "original")
    ADDED_TABLES = (("progressive", "C"), ("progressive-envy-1", "C"), ("progressive-envy-5", "C"))

    def test_the_amendment_adds_its_clauses_and_takes_none_away(self):
        added = set(self.NEW.clauses) - set(self.OLD.clauses)
        progressive = {f".12 D(1)(c){row}" for row in ("", "(i)", "(ii)", "(ii)~2", "(iii)", "(iv)", "(v)", "(vi)")}
        envy = {f".12 {section}(3){row}" for section in "FG" for row in ("", "(a)", "(b)")}
        assert {clause for clause in added if clause.startswith(".12")} == progressive | envy | {".12 D(3)(b)(iii)"}
        assert {clause for clause in added if not clause.startswith(".12")} == {
            f"as-played.6.F{row}" for row in ("", "(1)", "(2)", "(3)", "(4)", "(5)", "(6)", "(7)")
        }
        assert set(self.OLD.clauses) <= set(self.NEW.clauses)

    def test_of_the_clauses_in_both_only_two_pair_of_aces_up_e_differs(self):
        both = set(self.NEW.clauses) & set(self.OLD.clauses)
        assert {clause for clause in both if self.NEW.clauses[clause] != self.OLD.clauses[clause]} == {".12 C(5)(f)"}
        assert [str(book.paytable("aces-up", "E").row("two-pair").pays) for book in (self.OLD, self.NEW)] == [
            "2 to 1",
            "3 to 1",
        ]

    def test_the_paytables_differ_by_the_three_that_are_added_and_by_that_row(self):
        new, old = ({(table.wager, table.letter): table for table in book.paytables} for book in (self.NEW, self.OLD))
        assert set(new) - set(old) == set(self.ADDED_TABLES)
        assert set(old) <= set(new)
        assert [key for key in old if old[key] != new[key]] == [("aces-up", "E")]

    def test_the_floor_of_the_added_meter_is_ten_thousand_dollars_and_no_other_value_differs(self):
        values = [{key: book.value_of(key) for c in book.clauses.values() for key in c.values} for book in (self.NEW, self.OLD)]
        differing = {key for key in values[0] if values[0][key] != values[1].get(key) and key != "pays"}
        assert (differing, self.NEW.value_of("seed.C.meter")) == ({"seed.C.meter"}, Cents.from_dollars(10_000))

    def test_the_first_version_is_taken_unless_another_is_named_and_each_has_its_own_hash(self):
        assert load_book("md.four-card-poker").version == "proposed-2013-06-27"
        assert self.NEW.hash != self.OLD.hash
