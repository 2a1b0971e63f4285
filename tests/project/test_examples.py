"""The example submissions: every one that should pass does, every wrong one has its one finding, under its clause.

The first line of a wrong example says what is expected of it: `# expects CODE under CLAUSE at PLACE`.
"""

import json
import re
from dataclasses import FrozenInstanceError
from datetime import date
from decimal import Decimal

import pytest

from houseway.house_way import house_way_names
from houseway.money import Cents, MeterShare, OddsToOne, TotalForOne, parse_pay
from houseway.regulation import OfferedWhen, OptionKind, load_book
from houseway.submission import Severity, judge, parse_submission, read_submission
from houseway.submission.conditions import place_of
from tests.support.submissions import EXPECTS, RIGHT, WRONG, changed, codes, document, every_book, filed, leaves, right, wrong


class TestRightExamples:
    @every_book
    def test_every_book_has_a_minimal_example_and_one_with_everything(self, book):
        assert {path.stem for path in RIGHT if path.parent.name == book} >= {"minimal", "everything"}

    @right
    def test_it_passes_with_nothing_but_warnings_of_readings(self, path):
        verdict = judge(read_submission(path))
        assert {finding.code for finding in verdict.findings} <= {"reading.warning"}
        assert verdict.passes
        assert verdict.to_json()["ok"]

    @right
    def test_it_is_judged_under_the_book_that_its_folder_names(self, path):
        rules = judge(read_submission(path)).rules
        assert rules.book == path.parent.name
        assert set(rules.offers) >= {
            wager.id for wager in rules.regulation.wagers.values() if wager.offered is OfferedWhen.ALWAYS
        }

    @right
    def test_the_rules_are_frozen(self, path):
        rules = judge(read_submission(path)).rules
        with pytest.raises(FrozenInstanceError):
            rules.facility = "another"
        for mapping in (rules.options, rules.offers, rules.readings):
            with pytest.raises(TypeError):
                mapping["anything"] = None
        with pytest.raises(FrozenInstanceError):
            next(iter(rules.offers.values())).minimum = Cents(1)

    @right
    def test_every_option_has_a_value_or_may_be_left_out_and_every_reading_is_taken_or_does_not_matter(self, path):
        rules = judge(read_submission(path)).rules
        optional = {key for key, option in rules.regulation.options.items() if option.default is None and not option.required}
        assert set(rules.options) | optional == set(rules.regulation.options)
        open_ones = {reading.id for reading in rules.regulation.readings.values() if reading.must_be_filed}
        assert set(rules.readings) | open_ones == set(rules.regulation.readings)

    @right
    def test_the_hash_is_stable_and_known_from_the_json(self, path):
        once, again = (judge(read_submission(path)).rules for _ in range(2))
        assert once == again
        assert once.hash == again.hash == judge(parse_submission(f"# a comment\n{path.read_text()}")).rules.hash
        assert re.fullmatch(r"[0-9a-f]{64}", once.hash)
        json.dumps(once.to_json())

    @right
    def test_the_hash_changes_with_every_filed_value(self, path):
        """Each value replaced by others that may be filed in its place: where one passes, the hash is another."""
        content = document(path)
        before = filed(content).rules.hash
        never = []
        for place, value in leaves(content):
            verdicts = [filed(changed(content, place, other)) for other in others(content, place, value)]
            hashes = [verdict.rules.hash for verdict in verdicts if verdict.passes]
            assert before not in hashes, f"{place} can be changed without changing the hash"
            if not hashes:
                never.append(place)
        assert [place for place in never if not bound(place)] == []


def others(content, place, value):
    """Other things that might be filed in a place."""
    book = load_book(content["book"], content.get("version"))
    match place:
        case ("book",) | ("version",):
            return
        case ("house-way",):
            yield from (name for name in house_way_names() if name != value)
        case ("wagers", wager, "paytable"):
            yield from (table.letter for table in book.paytables_of(wager) if table.letter != value)
        case ("wagers", wager, "envy"):
            yield from (table.letter for table in book.paytables_of(book.wagers[wager].envy[0]) if table.letter != value)
        case ("readings", reading):
            yield from (choice for choice in book.readings[reading].choices if choice != value)
        case ("approvals", _, "what"):
            yield from (what for what in book.approvals if what != value)
        case ("wagers", _, "odds"):
            yield from (odds for odds in ("6 to 1", "11 to 2") if parse_pay(odds) != parse_pay(value))
        case ("wagers", _, "pays", _):
            yield more(parse_pay(value))
        case _:
            yield from other_values(book, ".".join(map(str, place)), value)


def other_values(book, key, value):
    option = book.options.get(key)
    if option is not None and option.kind is OptionKind.CHOICE:
        yield from (choice for choice in option.choices if choice != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1)
    elif isinstance(value, date):
        yield value.replace(year=value.year - 1)
    elif value.startswith("$"):
        yield from (str(Cents.parse(value) + Cents.from_dollars(1)), str(Cents.parse(value) + Cents.from_dollars(4)))
    elif value.endswith("%"):
        yield f"{Decimal(value[:-1]) + 1}%"
    else:
        yield f"{value} too"


def more(pay):
    match pay:
        case OddsToOne():
            return f"{pay.odds.numerator + pay.odds.denominator} to {pay.odds.denominator}"
        case TotalForOne():
            return f"{pay.multiple.numerator + pay.multiple.denominator} for {pay.multiple.denominator}"
        case MeterShare():
            return f"{pay.share * 100 + 1}% of {pay.meter}"
        case _:
            return str(pay.amount + Cents(100))


def bound(place):
    """Places whose value nothing else can stand in by itself: something goes with it, or the book has no second."""
    bound_to_others = place[0] in ("book", "version", "table", "bank") or place[-1] in ("what", "wager", "name")
    equal = place[:2] in (("wagers", "ante"), ("wagers", "blind")) and place[-1] in ("minimum", "maximum")
    staked = place[:3] in (("wagers", "progressive", "paytable"), ("wagers", "progressive", "stake"))
    return bound_to_others or equal or staked


def check_finding(finding, lines):
    """A finding says where, what was given, what is allowed, why and what to write, in no word of the program."""
    assert finding.severity is Severity.ERROR
    said = (finding.place, finding.given, finding.allowed, finding.message, finding.suggestion)
    assert all(text.strip() for text in said[1:])
    assert json.loads(json.dumps(finding.to_json()))["code"] == finding.code
    if finding.line is None:  # nothing in the file is about it
        assert not any(re.match(rf"\[*{finding.place.split('.')[0]}\b", line) for line in lines)
    else:
        assert re.search(r"[\w\]]", lines[finding.line - 1]), lines[finding.line - 1]
    words = " ".join(said)
    assert not re.search(r"\b(?:offers|filed|stake|raised|reset|reading)\.[a-z]|True|False|None|\bdict\b", words), words


class TestWrongExamples:
    @wrong
    def test_it_has_the_one_finding_that_its_first_line_expects(self, path, claim):
        first, comment, *_ = lines = path.read_text().splitlines()
        expected = EXPECTS.fullmatch(first)
        assert expected, "the first line is: # expects CODE under CLAUSE at PLACE"
        assert re.match(r"# \S", comment), "the second line says what is wrong"
        verdict = judge(read_submission(path))
        clause = None if expected["clause"] == "none" else expected["clause"]
        assert codes(verdict) == [(expected["code"], expected["place"], clause)]
        assert not verdict.passes
        (finding,) = verdict.findings
        check_finding(finding, lines)
        claim(clause)

    def test_no_two_are_the_same_and_each_is_in_the_folder_of_its_book(self):
        documents = {path: document(path) for path in WRONG}
        assert [path for path, content in documents.items() if content["book"] != path.parent.parent.name] == []
        assert len({json.dumps(content, sort_keys=True, default=str) for content in documents.values()}) == len(WRONG)


def expectations(book):
    """Code and clause of every wrong example of a book, with the place where there is one rule for several."""
    for path in WRONG:
        expected = EXPECTS.fullmatch(path.read_text().splitlines()[0])
        if expected and path.parent.parent.name == book:
            yield document(path), expected["code"], expected["clause"], expected["place"]


class TestEveryRuleHasAWrongExample:
    """What a book's data say may not be filed, against the wrong examples: the difference is what nobody tried."""

    @staticmethod
    def versions(book):
        return [load_book(book, version) for version in load_book(book).versions]

    @every_book
    def test_every_restriction_is_broken_once_for_each_thing_that_it_needs(self, book):
        rules = {
            (each.code, each.clause, place_of(b, need))
            for b in self.versions(book)
            for each in b.restrictions
            for need in each.needs
        }
        assert rules - {(code, clause, place) for _, code, clause, place in expectations(book)} == set()

    @every_book
    def test_every_approval_is_missing_once(self, book):
        rules = {each.clause for b in self.versions(book) for each in b.approvals.values()}
        tried = {clause for _, code, clause, _ in expectations(book) if code == "approval.missing"}
        assert rules - tried == set()

    @every_book
    def test_every_option_has_a_value_that_it_cannot_have(self, book):
        rules = {(option.key, option.clause) for b in self.versions(book) for option in b.options.values()}
        tried = {(place, clause) for _, code, clause, place in expectations(book) if code == "option.value"}
        assert rules - tried == set()

    @every_book
    def test_every_bound_of_an_option_is_exceeded(self, book):
        rules = {option.key for b in self.versions(book) for option in b.options.values() if option.most_value}
        tried = {place for _, code, _, place in expectations(book) if code == "option.bounds"}
        assert rules - tried == set()

    @every_book
    def test_every_option_that_must_be_filed_is_left_out_once(self, book):
        rules = {(option.key, option.clause) for b in self.versions(book) for option in b.options.values() if option.required}
        tried = {(place, clause) for _, code, clause, place in expectations(book) if code == "option.required"}
        assert rules - tried == set()

    @every_book
    @pytest.mark.parametrize("key", ["seed", "reset"])
    def test_every_floor_under_a_seed_is_missed_once_by_seed_and_once_by_reset(self, book, key):
        rules = set()
        for regulation in self.versions(book):
            for clause in regulation.clauses.values():
                rules |= {(value, clause.citation) for value in clause.values if value.startswith("seed.")}
        tried = set()
        for content, code, clause, place in expectations(book):
            if code == f"meter.{key}":
                meter = content["meters"][int(place.split(".")[1]) - 1]
                tried.add((f"seed.{content['wagers'][meter['wager']]['paytable']}.{meter['name']}", clause))
        assert rules - tried == set()

    @every_book
    def test_every_rate_is_missing_once_and_every_least_rate_is_missed(self, book):
        rules = {wager.rate_clause for b in self.versions(book) for wager in b.wagers.values() if wager.rate_clause}
        for regulation in self.versions(book):
            least = [
                clause for clause in regulation.clauses.values() if any(key.startswith("rate-min") for key in clause.values)
            ]
            rules |= {clause.citation for clause in least}
        assert rules - {clause for _, code, clause, _ in expectations(book) if code == "meter.rate"} == set()

    @every_book
    def test_every_filed_seed_is_missing_once(self, book):
        rules = {wager.seed_clause for b in self.versions(book) for wager in b.wagers.values() if wager.seed_clause}
        assert rules - {clause for _, code, clause, _ in expectations(book) if code in ("meter.seed", "meter.missing")} == set()

    @every_book
    def test_every_floor_under_a_payout_limit_is_missed_once(self, book):
        regulation = load_book(book)
        setter, option = regulation.clause_setting("payout-limit-floor"), regulation.options.get("payout-limit.amount")
        rules = {setter.citation} if setter else set()
        rules |= {option.minimum_bet_clause} if option and option.minimum_bet_clause else set()
        assert rules - {clause for _, code, clause, _ in expectations(book) if code == "payout-limit.floor"} == set()

    @every_book
    def test_every_stake_that_a_book_fixes_or_has_filed_is_wrong_once(self, book):
        rules = set()
        for regulation in self.versions(book):
            for wager in regulation.wagers.values():
                metered = any(table.meters for table in regulation.paytables_of(wager.id))
                if wager.stakes_value or metered:
                    setter = regulation.clause_setting(wager.stakes_value) if wager.stakes_value else None
                    rules.add(setter.citation if setter else wager.clause)
        assert rules - {clause for _, code, clause, _ in expectations(book) if code.startswith("stake.")} == set()

    @every_book
    def test_every_least_wager_and_every_range_of_odds_is_missed_once(self, book):
        regulation, tried = load_book(book), {clause for _, _, clause, _ in expectations(book)}
        keys = [key for wager in regulation.wagers.values() for key in (wager.minimum_value, *wager.odds) if key]
        assert {regulation.clause_setting(key).citation for key in keys} - tried == set()

    @every_book
    def test_every_choice_of_a_paytable_is_left_out_once_and_unknown_once(self, book):
        regulation = load_book(book)
        many = [
            w
            for w in regulation.wagers.values()
            if w.offered is not OfferedWhen.FOLLOWS and len(regulation.paytables_of(w.id)) > 1
        ]
        rules = {
            (code, f"wagers.{w.id}.paytable", w.choice_clause)
            for w in many
            for code in ("paytable.required", "paytable.unknown")
        }
        assert rules - {(code, place, clause) for _, code, clause, place in expectations(book)} == set()

    @every_book
    def test_every_reading_that_must_be_filed_is_left_out_once(self, book):
        readings = [reading for reading in load_book(book).readings.values() if reading.must_be_filed]
        rules = {(f"readings.{reading.id}", reading.clauses[0]) for reading in readings}
        assert rules - {(place, clause) for _, code, clause, place in expectations(book) if code == "reading.required"} == set()

    @every_book
    def test_the_wagers_that_the_game_is_played_with_are_missing_once_and_those_that_follow_are_filed_once(self, book):
        wagers, tried = (
            load_book(book).wagers.values(),
            {(code, place, clause) for _, code, clause, place in expectations(book)},
        )
        always = {("wager.required", f"wagers.{w.id}", w.clause) for w in wagers if w.offered is OfferedWhen.ALWAYS}
        assert always - tried == set()
        assert {code for code, _, _ in tried} >= (
            {"wager.follows"} if any(w.offered is OfferedWhen.FOLLOWS for w in wagers) else set()
        )
