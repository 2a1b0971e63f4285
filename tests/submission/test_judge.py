"""A Rules Submission is judged: what cannot be read, the payout limit, stakes, pays, the hash, what changes."""

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.errors import Malformed
from houseway.money import Cents
from houseway.regulation import load_book
from houseway.submission import find_changes, judge_text, parse_submission, read_submission
from tests.support.clauses import div
from tests.support.submissions import EXAMPLES, MINIMAL, changed, codes, document, filed, right


class TestWhatCannotBeRead:
    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("book = ", "submission.toml"),
            ("", "submission.no-book"),
            ("book = 1", "submission.no-book"),
            ('book = "md.baccarat"', "book.unknown"),
            ('book = "md.pai-gow-poker"\nversion = 1', "submission.version"),
            ('book = "md.pai-gow-poker"\nversion = "2030"', "book.no-version"),
            ('book = "md.pai-gow-poker"\nversion = ""', "book.no-version"),
            ('book = "md.pai-gow-poker"\nwagers = 1', "submission.shape"),
            ('book = "md.pai-gow-poker"\nreadings = ["PG-01"]', "submission.shape"),
            ('book = "md.pai-gow-poker"\n[meters]\nname = "mega"', "submission.shape"),
            ('book = "md.pai-gow-poker"\napprovals = "all"', "submission.shape"),
            ('book = "md.pai-gow-poker"\n"table.positions" = 5\n[table]\npositions = 6', "submission.doubled"),
        ],
    )
    def test_it_is_refused(self, text, code):
        with pytest.raises(Malformed) as refusal:
            parse_submission(text)
        assert refusal.value.code == code
        assert str(refusal.value)


def test_the_short_name_of_a_book_is_not_filed():
    with pytest.raises(Malformed, match=r"short for md\.ultimate-texas-holdem in commands; write the whole name"):
        parse_submission('book = "uth"')


class TestAllFindingsAtOnce:
    def test_every_defect_is_found_in_one_judgement(self):
        content = document(MINIMAL["md.pai-gow-poker"]) | {"table": {"positions": 9, "dealing": "hand", "colour": "red"}}
        content["wagers"] = {"insurance": {"paytable": "Z", "minimum": "$5", "maximum": "$1"}}
        content["readings"] = {"PG-77": "yes"}
        assert {finding.code for finding in filed(content).findings} == {
            *("option.unknown", "option.bounds", "hand-dealing-needs-shuffler", "wager.required", "paytable.unknown"),
            *("wager.limits", "reading.unknown"),
        }

    def test_a_float_is_found_once_and_only_as_a_float(self):
        content = changed(document(MINIMAL["md.pai-gow-poker"]), ("wagers", "pai-gow", "minimum"), 2.5)
        assert codes(filed(content)) == [("submission.float", "wagers.pai-gow.minimum", None)]

    def test_an_approval_with_a_wrong_date_is_found_once_and_as_it_was_written(self):
        content = document(MINIMAL["md.pai-gow-poker"])
        content["approvals"][0]["date"] = "2026-01-15"
        (finding,) = filed(content).findings
        assert (finding.code, finding.place) == ("approval.shape", "approvals.1")
        assert finding.given == "what = layout, reference = L-2026-014, date = 2026-01-15"

    @pytest.mark.parametrize("book", MINIMAL)
    def test_a_paytable_is_named_as_the_book_names_it(self, book, claim_read):
        """Not by a small letter, nor by one that no table has."""
        content = document(EXAMPLES / book / "everything.toml")
        for wager, entry in content["wagers"].items():
            if "paytable" not in entry:
                continue
            for name in {entry["paytable"].lower(), f"{entry['paytable']} ", "Z"} - {entry["paytable"]}:
                found = codes(filed(changed(content, ("wagers", wager, "paytable"), name)))
                clause = load_book(book).wager(wager).choice_clause
                assert ("paytable.unknown", f"wagers.{wager}.paytable", clause or load_book(book).wager(wager).clause) in found

    def test_an_empty_section_of_the_book_is_no_fault_and_an_empty_one_of_another_name_is(self):
        content = document(MINIMAL["md.pai-gow-poker"])
        assert filed(content | {"bank": {}}).passes
        assert codes(filed(content | {"banks": {}})) == [("option.unknown", "banks", None)]


EVERYTHING = document(EXAMPLES / "md.pai-gow-poker" / "everything.toml")


class TestThePayoutLimit:
    """md.pai-gow-poker 13.G: what one player could win betting the minimum, as the readings filed have it."""

    WAGERS = MappingProxyType(
        {
            "pai-gow": {"minimum": "$10", "maximum": "$500"},
            "fortune-bonus": {"paytable": "A", "minimum": "$5", "maximum": "$100"},
            "insurance": {"paytable": "A", "minimum": "$150", "maximum": "$300"},
        }
    )

    def findings(self, amount, wagers=None, **readings):
        content = document(MINIMAL["md.pai-gow-poker"]) | {
            "wagers": dict(wagers or self.WAGERS),
            "payout-limit": {"amount": amount},
        }
        return filed(content | {"readings": readings}).findings

    def test_one_hand_cannot_be_two(self):
        """The best hand for the Fortune Bonus is none for the Insurance: $40,000, not $55,000."""
        assert self.findings("$50,000") == ()

    def test_added_up_it_is_more(self):
        [finding] = self.findings("$50,000", **{"PG-54": "sum"})
        assert (finding.clause, finding.allowed) == ("md.pai-gow-poker 13.G(1)(b)", "$55,000 or more")

    def test_each_wager_by_itself_is_less(self):
        both = self.WAGERS | {"emperors-treasure": {"paytable": "A", "minimum": "$5", "maximum": "$100"}}
        [finding] = self.findings("$50,000", both)
        assert finding.allowed == "$80,000 or more"
        assert self.findings("$50,000", both, **{"PG-23": "per-wager"}) == ()

    @pytest.mark.clause("md.pai-gow-poker 13.G(1)", "md.pai-gow-poker 13.G(1)(a)", "md.pai-gow-poker 13.G(1)(b)")
    def test_as_exact_it_is_the_greater_of_two_amounts_and_neither_less_nor_more(self):
        """$50,000; or what one could win, where two wagers of $5 at 8,000 to 1 add up to more."""
        both = self.WAGERS | {"emperors-treasure": {"paytable": "A", "minimum": "$5", "maximum": "$100"}}
        for wagers, least, less in ((self.WAGERS, 50_000, "13.G(1)(a)"), (both, 80_000, "13.G(1)(b)")):
            assert self.findings(f"${least:,}", wagers, **{"PG-21": "exact"}) == ()
            for amount, clause in ((least - 1, less), (least + 1, "13.G(1)")):
                [finding] = self.findings(f"${amount:,}", wagers, **{"PG-21": "exact"})
                assert (finding.clause, finding.allowed) == (f"md.pai-gow-poker {clause}", f"${least:,}")

    @pytest.mark.parametrize(("choice", "allowed"), [("capped", "$90,000 or more"), ("exempt", None)])
    def test_a_progressive_wager_counts_where_the_limit_cuts_it(self, choice, allowed):
        """A royal flush on a $180 stake is 500 for 1, $90,000, unless progressive awards are outside the limit."""
        content = EVERYTHING | {"payout-limit": {"amount": "$80,000"}, "readings": {"PG-22": choice}, "meters": [METER]}
        content["wagers"] = {"pai-gow": self.WAGERS["pai-gow"], "progressive": {"paytable": "A", "stake": "$180"}}
        assert [finding.allowed for finding in filed(content).findings] == ([allowed] if allowed else [])


METER = {"wager": "progressive", "name": "meter", "seed": "$10,000", "reset": "$10,000", "rate": "20%"}


class TestTablesOfMeters:
    @pytest.mark.clause("md.pai-gow-poker 13.E(7)(a)")
    def test_some_table_must_have_all_meters(self):
        """A table opens only with every meter of its submission, so with these no table could."""
        apart = changed(EVERYTHING, ("meters", 1, "tables"), ["PG-3"])
        (finding,) = filed(apart).findings
        assert (finding.code, finding.place, finding.clause) == ("meter.tables", "meters", "md.pai-gow-poker 13.E(7)(a)")
        assert "major for PG-3" in finding.given
        assert filed(changed(EVERYTHING, ("meters", 1, "tables"), ["PG-2", "PG-3"])).findings == ()
        assert filed(changed(EVERYTHING, ("meters", 1, "tables"), [])).findings == ()


class TestStakes:
    """Reading PG-20: one denomination is filed for a wager that is paid from a meter."""

    def verdict(self, **entry):
        content = EVERYTHING | {"meters": [METER]}
        return filed(changed(content, ("wagers", "progressive"), {"paytable": "A"} | entry))

    def test_one_stake_is_smallest_and_largest_at_once(self):
        offer = self.verdict(stake="$2").rules.offers["progressive"]
        assert (offer.minimum, offer.maximum, offer.stakes) == (Cents(200), Cents(200), (Cents(200),))

    @pytest.mark.parametrize(
        ("entry", "code", "place"),
        [
            ({}, "stake.required", "stake"),
            ({"minimum": "$1", "maximum": "$1"}, "stake.required", "stake"),
            ({"stake": "$1", "maximum": "$5"}, "stake.limits", "maximum"),
            ({"stake": []}, "stake.count", "stake"),
            ({"stake": ["$1", "$2"]}, "stake.count", "stake"),
            ({"stake": "-$1"}, "stake.value", "stake"),
            ({"stake": 1}, "stake.value", "stake"),
        ],
    )
    def test_nothing_else_stands_for_it(self, entry, code, place):
        assert codes(self.verdict(**entry)) == [(code, f"wagers.progressive.{place}", "md.pai-gow-poker 7.E(4)")]

    def test_a_fixed_stake_is_no_less_than_the_least_wager(self):
        content = document(MINIMAL["div.pai-gow-poker"])
        content = changed(content, ("wagers", "bonus"), {"stake": "$0.50"})
        assert codes(filed(content)) == [("wager.minimum", "wagers.bonus.stake", "div.pai-gow-poker (r)(2)#2")]

    def test_where_the_paytable_is_the_stake_it_is_one(self):
        content = document(EXAMPLES / "div.pai-gow-poker" / "everything.toml")
        content = changed(content, ("wagers", "progressive", "stake"), ["$1", "$5"])
        assert codes(filed(content)) == [("stake.count", "wagers.progressive.stake", "div.pai-gow-poker (q)(1)#2")]


class TestPays:
    """div.pai-gow-poker (s)(1), (q)(4): what is paid above the list is filed hand by hand."""

    @pytest.mark.parametrize("given", ["500 to 1", 5, True, [], ["five-aces"]])
    def test_it_is_a_table(self, given):
        content = changed(document(EXAMPLES / "div.pai-gow-poker" / "everything.toml"), ("wagers", "bonus", "pays"), given)
        assert codes(filed(content)) == [("pays.shape", "wagers.bonus.pays", "div.pai-gow-poker (s)(1)")]

    def test_a_wager_with_filed_odds_has_no_pays_beside_them(self):
        content = document(EXAMPLES / "div.pai-gow-poker" / "everything.toml")
        content = changed(content, ("wagers", "number", "pays"), {"number-drawn": "6 to 1"})
        assert codes(filed(content)) == [("pays.fixed", "wagers.number.pays", "div.pai-gow-poker (p)(1)")]


class TestTheHash:
    @right
    def test_the_order_of_keys_and_tables_does_not_matter(self, path):
        def turned(value):
            if isinstance(value, dict):
                return {key: turned(part) for key, part in reversed(value.items())}
            return [turned(part) for part in reversed(value)] if isinstance(value, list) else value

        content = document(path)
        assert filed(turned(content)).rules.hash == filed(content).rules.hash

    @given(st.data())
    @settings(max_examples=20)
    def test_in_any_order_of_keys_it_is_the_same(self, data):
        keys = data.draw(st.permutations(list(EVERYTHING)))
        content = {key: EVERYTHING[key] for key in keys}
        content["wagers"] = {key: EVERYTHING["wagers"][key] for key in data.draw(st.permutations(list(EVERYTHING["wagers"])))}
        content["table"] = {key: EVERYTHING["table"][key] for key in data.draw(st.permutations(list(EVERYTHING["table"])))}
        assert filed(content).rules.hash == filed(EVERYTHING).rules.hash

    def test_what_is_filed_as_the_default_is_is_the_default(self):
        content = document(MINIMAL["md.pai-gow-poker"])
        assert filed(content | {"table": {"positions": 6}}).rules == filed(content).rules

    def test_two_versions_of_a_book_have_two_hashes(self):
        content = document(MINIMAL["md.four-card-poker"])
        hashes = {filed(content | {"version": version}).rules.hash for version in load_book("md.four-card-poker").versions}
        assert len(hashes) == 2


class TestChanges:
    def rules(self, path, *place_and_value):
        content = document(path)
        return filed(changed(content, *place_and_value) if place_and_value else content).rules

    @right
    def test_against_itself_nothing_changed(self, path):
        assert find_changes(self.rules(path), self.rules(path)) == ()

    def test_every_difference_is_listed_with_before_and_after(self):
        path = EXAMPLES / "md.pai-gow-poker" / "everything.toml"
        new = changed(document(path), ("wagers", "pai-gow", "minimum"), "$15")
        new = filed(changed(new, ("table", "recut-by"), "last-to-cut")).rules
        assert [
            (change.place, change.before, change.after, change.notice_clause) for change in find_changes(new, self.rules(path))
        ] == [
            ("wagers.pai-gow.minimum", "$10", "$15", None),
            ("table.recut-by", "next-entitled", "last-to-cut", None),
        ]

    def test_a_wager_that_is_there_only_before_or_only_after_is_one_change(self):
        minimal = document(MINIMAL["md.pai-gow-poker"])
        offered = changed(minimal, ("wagers", "insurance"), {"paytable": "A", "minimum": "$5", "maximum": "$100"})
        old, new = filed(minimal).rules, filed(offered).rules
        terms = "paytable A, $5 to $100"
        for changes, sides in (
            (find_changes(new, old), ("not offered", terms)),
            (find_changes(old, new), (terms, "not offered")),
        ):
            assert [(each.place, each.about, each.before, each.after) for each in changes] == [
                ("wagers.insurance", "Pai Gow Insurance", *sides)
            ]

    def test_every_change_names_what_is_filed_in_words(self):
        """No internals: no digest, no `True`, no place that cannot be written into a file."""
        for folder in sorted(EXAMPLES.iterdir()):
            minimal, everything = (self.rules(folder / f"{name}.toml") for name in ("minimal", "everything"))
            for change in (*find_changes(everything, minimal), *find_changes(minimal, everything)):
                known = (*everything.regulation.options, "facility", "version")
                assert change.place in known or change.place.startswith(("wagers.", "meters.", "readings.", "approvals."))
                assert change.about
                assert not {change.before, change.after} & {"True", "False", "None", ""}

    def test_a_meter_is_named_and_its_rate_written_as_it_is_filed(self):
        path = EXAMPLES / "md.ultimate-texas-holdem" / "everything.toml"
        (change,) = find_changes(self.rules(path, ("meters", 2, "rate"), "4.25%"), self.rules(path))
        assert (change.place, change.about) == ("meters.progressive.minor.rate", "rate of the meter minor")
        assert (change.before, change.after, change.waits_for_reset) == ("3.5%", "4.25%", True)

    def test_a_row_that_the_operator_raises_is_a_change_and_one_that_a_reading_changes_is_not(self):
        path = EXAMPLES / "md.ultimate-texas-holdem" / "everything.toml"
        (change,) = find_changes(self.rules(path, ("readings", "UTH-01"), "pays-even"), self.rules(path))
        assert (change.place, change.before, change.after) == ("readings.UTH-01", "pushes", "pays-even")

    @pytest.mark.parametrize(("before", "after", "due"), [("$90,000", "$80,000", True), ("$80,000", "$90,000", False)])
    def test_a_lowered_payout_limit_asks_for_notice(self, before, after, due, claim):
        place, posted = ("payout-limit", "amount"), ("payout-limit", "on-layout")
        content = document(EXAMPLES / "div.pai-gow-poker" / "everything.toml")
        for printed in (False, True):
            shown = changed(content, posted, printed)
            [change] = find_changes(filed(changed(shown, place, after)).rules, filed(changed(shown, place, before)).rules)
            assert (change.place, change.before, change.after) == ("payout-limit.amount", before, after)
            assert change.notice_clause == ("div.pai-gow-poker (s)(3)#3" if due and not printed else None)
            claim(change.notice_clause)

    @div("(s)(3)#3")
    def test_a_first_payout_limit_asks_for_notice_and_one_that_is_given_up_does_not(self):
        path = EXAMPLES / "div.pai-gow-poker" / "everything.toml"
        without = {key: value for key, value in document(path).items() if key != "payout-limit"}
        limited, unlimited = self.rules(path, ("payout-limit", "on-layout"), False), filed(without).rules
        notices = [
            {change.place: change.notice_clause for change in find_changes(new, old)}["payout-limit.amount"]
            for new, old in ((limited, unlimited), (unlimited, limited))
        ]
        assert notices == ["div.pai-gow-poker (s)(3)#3", None]


def test_a_rule_book_is_no_submission():
    """`par`, `check`, `sign` and `layout` are of a submission: the name of a book says so, instead of a missing file."""
    with pytest.raises(Malformed, match="it is a rule book"):
        read_submission(Path("md.four-card-poker"))


def test_the_verdict_on_a_text_is_kept_as_long_as_its_book_is_the_same(monkeypatch):
    text = (EXAMPLES / "md.four-card-poker" / "minimal.toml").read_text()
    first = judge_text(text)
    assert judge_text(text) is first
    monkeypatch.setitem(
        judge_text.__globals__, "load_book", lambda *named: replace(load_book(*named), hash="of another edition")
    )
    again = judge_text(text)
    assert again is not first
    assert again.passes


@right
def test_every_approval_that_is_needed_is_asked_for_whatever_else_is_filed(path, claim):
    """All but those that stand on file for nothing; each under its clause."""
    content = document(path)
    needed = load_book(content["book"]).approvals
    for entry in content.get("approvals", []):
        others = [each for each in content["approvals"] if each is not entry]
        missing = {finding.allowed: finding.clause for finding in filed({**content, "approvals": others}).findings}
        if needed[entry["what"]].when.keys() <= {"table.tip-box"}:
            assert entry["what"] in missing
        assert missing in ({}, {entry["what"]: needed[entry["what"]].clause})
        claim(*missing.values())
