"""A Rules Submission is judged: every example that should pass does, every wrong one has its one finding, under its clause.

The first line of a wrong example says what is expected of it: `# expects CODE under CLAUSE at PLACE`.
"""

import copy
import json
import re
import tomllib
from dataclasses import FrozenInstanceError
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.errors import Malformed
from houseway.money import Cents, ForOne, Share, ToOne, parse_pay
from houseway.regulation import BOOKS, Offered, OptionKind, load
from houseway.submission import Severity, changes, judge, read

EXAMPLES = Path(__file__).parent.parent / "examples" / "submissions"
RIGHT = sorted(EXAMPLES.glob("*/*.toml"))
WRONG = sorted(EXAMPLES.glob("*/wrong/*.toml"))
EXPECTS = re.compile(r"# expects (?P<code>\S+) under (?P<clause>none|\S+ \S.*) at (?P<place>\S+)")
MINIMAL = {book: EXAMPLES / book / "minimal.toml" for book in BOOKS}


def name(path):
    return str(path.relative_to(EXAMPLES).with_suffix(""))


right = pytest.mark.parametrize("path", RIGHT, ids=name)
wrong = pytest.mark.parametrize("path", WRONG, ids=name)
every_book = pytest.mark.parametrize("book", BOOKS)


def document(path):
    return tomllib.loads(path.read_text())


def written(value):
    """A document as TOML, each table inline."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list():
            return f"[{', '.join(map(written, value))}]"
        case dict():
            return f"{{{', '.join(f'{json.dumps(key)} = {written(part)}' for key, part in value.items())}}}"
        case date() | time():
            return value.isoformat()
        case _:
            return str(value)


def filed(content):
    """The verdict on a document."""
    return judge(read("\n".join(f"{json.dumps(key)} = {written(value)}" for key, value in content.items())))


def leaves(value, place=()):
    """Every value that was filed, by its path."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from leaves(part, (*place, key))
    if not isinstance(value, dict | list):
        yield place, value


def at(content, place):
    for key in place:
        content = content[key]
    return content


def changed(content, place, value):
    """A copy of a document with one thing in it replaced."""
    new = copy.deepcopy(content)
    at(new, place[:-1])[place[-1]] = value
    return new


def removed(content, place):
    new = copy.deepcopy(content)
    del at(new, place[:-1])[place[-1]]
    return new


def codes(verdict):
    return [(finding.code, finding.place, finding.clause) for finding in verdict.findings]


class TestRightExamples:
    @every_book
    def test_every_book_has_a_minimal_example_and_one_with_everything(self, book):
        assert {path.stem for path in RIGHT if path.parent.name == book} >= {"minimal", "everything"}

    @right
    def test_it_passes_without_a_finding(self, path):
        verdict = judge(read(path.read_text()))
        assert codes(verdict) == []
        assert verdict.ok
        assert verdict.to_json() == {"ok": True, "findings": []}

    @right
    def test_it_is_judged_under_the_book_that_its_folder_names(self, path):
        rules = judge(read(path.read_text())).rules
        assert rules.book == path.parent.name
        assert set(rules.offers) >= {wager.id for wager in rules.regulation.wagers.values() if wager.offered is Offered.ALWAYS}

    @right
    def test_the_rules_are_frozen(self, path):
        rules = judge(read(path.read_text())).rules
        with pytest.raises(FrozenInstanceError):
            rules.facility = "another"
        for mapping in (rules.options, rules.offers, rules.readings):
            with pytest.raises(TypeError):
                mapping["anything"] = None
        with pytest.raises(FrozenInstanceError):
            next(iter(rules.offers.values())).minimum = Cents(1)

    @right
    def test_every_option_has_a_value_or_may_be_left_out_and_every_reading_is_taken_or_does_not_matter(self, path):
        rules = judge(read(path.read_text())).rules
        optional = {key for key, option in rules.regulation.options.items() if option.default is None and not option.required}
        assert set(rules.options) | optional == set(rules.regulation.options)
        open_ones = {reading.id for reading in rules.regulation.readings.values() if reading.must_be_filed}
        assert set(rules.readings) | open_ones == set(rules.regulation.readings)

    @right
    def test_the_hash_is_stable_and_known_from_the_json(self, path):
        once, again = (judge(read(path.read_text())).rules for _ in range(2))
        assert once == again
        assert once.hash == again.hash == judge(read(f"# a comment\n{path.read_text()}")).rules.hash
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
            hashes = [verdict.rules.hash for verdict in verdicts if verdict.ok]
            assert before not in hashes, f"{place} can be changed without changing the hash"
            if not hashes:
                never.append(place)
        assert [place for place in never if not bound(place)] == []


def others(content, place, value):
    """Other things that might be filed in a place."""
    book = load(content["book"], content.get("version"))
    match place:
        case ("book",) | ("version",):
            return
        case ("wagers", wager, "paytable"):
            yield from (table.letter for table in book.tables_of(wager) if table.letter != value)
        case ("wagers", wager, "envy"):
            yield from (table.letter for table in book.tables_of(book.wagers[wager].envy[0]) if table.letter != value)
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
        yield from (str(Cents.parse(value) + Cents.dollars(1)), str(Cents.parse(value) + Cents.dollars(4)))
    elif value.endswith("%"):
        yield f"{Decimal(value[:-1]) + 1}%"
    else:
        yield f"{value} too"


def more(pay):
    match pay:
        case ToOne():
            return f"{pay.odds.numerator + pay.odds.denominator} to {pay.odds.denominator}"
        case ForOne():
            return f"{pay.times.numerator + pay.times.denominator} for {pay.times.denominator}"
        case Share():
            return f"{pay.share * 100 + 1}% of {pay.meter}"
        case _:
            return str(pay.amount + Cents(100))


def bound(place):
    """Places whose value nothing else can stand in by itself: something goes with it, or the book has no second."""
    bound_to_others = place[0] in ("book", "version", "table", "bank") or place[-1] in ("what", "wager", "name")
    equal = place[:2] in (("wagers", "ante"), ("wagers", "blind")) and place[-1] in ("minimum", "maximum")
    staked = place[:3] in (("wagers", "progressive", "paytable"), ("wagers", "progressive", "stake"))
    return bound_to_others or equal or staked


class TestWrongExamples:
    @wrong
    def test_it_has_the_one_finding_that_its_first_line_expects(self, path, claim):
        expected = EXPECTS.fullmatch(path.read_text().splitlines()[0])
        assert expected, "the first line is: # expects CODE under CLAUSE at PLACE"
        verdict = judge(read(path.read_text()))
        clause = None if expected["clause"] == "none" else expected["clause"]
        assert codes(verdict) == [(expected["code"], expected["place"], clause)]
        assert not verdict.ok
        claim(clause)

    @wrong
    def test_its_finding_says_what_was_given_what_is_allowed_and_why(self, path):
        for finding in judge(read(path.read_text())).findings:
            assert finding.severity is Severity.ERROR
            assert all(text.strip() for text in (finding.given, finding.allowed, finding.message))
            assert json.loads(json.dumps(finding.to_json()))["code"] == finding.code

    @wrong
    def test_it_says_in_a_comment_what_is_wrong_and_is_filed_under_its_folder(self, path):
        assert re.match(r"# \S", path.read_text().splitlines()[1])
        assert document(path)["book"] == path.parent.parent.name

    def test_no_two_of_them_are_the_same(self):
        bodies = [json.dumps(document(path), sort_keys=True, default=str) for path in WRONG]
        assert len(set(bodies)) == len(bodies)


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
        return [load(book, version) for version in load(book).versions]

    @every_book
    def test_every_restriction_is_broken_once_for_each_thing_that_it_needs(self, book):
        rules = {(each.code, each.clause, need) for b in self.versions(book) for each in b.restrictions for need in each.needs}
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
        rules = {option.key for b in self.versions(book) for option in b.options.values() if option.most}
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
        rules = {wager.rate for b in self.versions(book) for wager in b.wagers.values() if wager.rate}
        for regulation in self.versions(book):
            least = [
                clause for clause in regulation.clauses.values() if any(key.startswith("rate-min") for key in clause.values)
            ]
            rules |= {clause.citation for clause in least}
        assert rules - {clause for _, code, clause, _ in expectations(book) if code == "meter.rate"} == set()

    @every_book
    def test_every_filed_seed_is_missing_once(self, book):
        rules = {wager.seed for b in self.versions(book) for wager in b.wagers.values() if wager.seed}
        assert rules - {clause for _, code, clause, _ in expectations(book) if code in ("meter.seed", "meter.missing")} == set()

    @every_book
    def test_every_floor_under_a_payout_limit_is_missed_once(self, book):
        regulation = load(book)
        setter, option = regulation.setter("payout-limit-floor"), regulation.options.get("payout-limit.amount")
        rules = {setter.citation} if setter else set()
        rules |= {option.minimum_bet} if option and option.minimum_bet else set()
        assert rules - {clause for _, code, clause, _ in expectations(book) if code == "payout-limit.floor"} == set()

    @every_book
    def test_every_stake_that_a_book_fixes_or_has_filed_is_wrong_once(self, book):
        rules = set()
        for regulation in self.versions(book):
            for wager in regulation.wagers.values():
                metered = any(table.meters for table in regulation.tables_of(wager.id))
                if wager.stakes or metered:
                    setter = regulation.setter(wager.stakes) if wager.stakes else None
                    rules.add(setter.citation if setter else wager.clause)
        assert rules - {clause for _, code, clause, _ in expectations(book) if code.startswith("stake.")} == set()

    @every_book
    def test_every_least_wager_and_every_range_of_odds_is_missed_once(self, book):
        regulation, tried = load(book), {clause for _, _, clause, _ in expectations(book)}
        keys = [key for wager in regulation.wagers.values() for key in (wager.least, *wager.odds) if key]
        assert {regulation.setter(key).citation for key in keys} - tried == set()

    @every_book
    def test_every_choice_of_a_paytable_is_left_out_once_and_unknown_once(self, book):
        regulation = load(book)
        many = [
            w for w in regulation.wagers.values() if w.offered is not Offered.FOLLOWS and len(regulation.tables_of(w.id)) > 1
        ]
        rules = {
            (code, f"wagers.{w.id}.paytable", w.choice) for w in many for code in ("paytable.required", "paytable.unknown")
        }
        assert rules - {(code, place, clause) for _, code, clause, place in expectations(book)} == set()

    @every_book
    def test_every_reading_that_must_be_filed_is_left_out_once(self, book):
        readings = [reading for reading in load(book).readings.values() if reading.must_be_filed]
        rules = {(f"readings.{reading.id}", reading.clauses[0]) for reading in readings}
        assert rules - {(place, clause) for _, code, clause, place in expectations(book) if code == "reading.required"} == set()

    @every_book
    def test_the_wagers_that_the_game_is_played_with_are_missing_once_and_those_that_follow_are_filed_once(self, book):
        wagers, tried = load(book).wagers.values(), {(code, place, clause) for _, code, clause, place in expectations(book)}
        always = {("wager.required", f"wagers.{w.id}", w.clause) for w in wagers if w.offered is Offered.ALWAYS}
        assert always - tried == set()
        assert {code for code, _, _ in tried} >= (
            {"wager.follows"} if any(w.offered is Offered.FOLLOWS for w in wagers) else set()
        )


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
            read(text)
        assert refusal.value.code == code
        assert str(refusal.value)


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

    def test_an_empty_section_of_the_book_is_no_fault_and_an_empty_one_of_another_name_is(self):
        content = document(MINIMAL["md.pai-gow-poker"])
        assert filed(content | {"bank": {}}).ok
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

    def test_as_exact_it_is_neither_less_nor_more(self):
        assert self.findings("$50,000", **{"PG-21": "exact"}) == ()
        for amount in ("$49,999", "$50,001"):
            [finding] = self.findings(amount, **{"PG-21": "exact"})
            assert (finding.clause, finding.allowed) == ("md.pai-gow-poker 13.G(1)(a)", "$50,000")

    @pytest.mark.parametrize(("choice", "allowed"), [("capped", "$90,000 or more"), ("exempt", None)])
    def test_a_progressive_wager_counts_where_the_limit_cuts_it(self, choice, allowed):
        """A royal flush on a $180 stake is 500 for 1, $90,000, unless progressive awards are outside the limit."""
        content = EVERYTHING | {"payout-limit": {"amount": "$80,000"}, "readings": {"PG-22": choice}, "meters": [METER]}
        content["wagers"] = {"pai-gow": self.WAGERS["pai-gow"], "progressive": {"paytable": "A", "stake": "$180"}}
        assert [finding.allowed for finding in filed(content).findings] == ([allowed] if allowed else [])


METER = {"wager": "progressive", "name": "meter", "seed": "$10,000", "reset": "$10,000", "rate": "20%"}


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
        hashes = {filed(content | {"version": version}).rules.hash for version in load("md.four-card-poker").versions}
        assert len(hashes) == 2


class TestChanges:
    def rules(self, path, *place_and_value):
        content = document(path)
        return filed(changed(content, *place_and_value) if place_and_value else content).rules

    @right
    def test_against_itself_nothing_changed(self, path):
        assert changes(self.rules(path), self.rules(path)) == ()

    def test_every_difference_is_listed_with_before_and_after(self):
        path = EXAMPLES / "md.pai-gow-poker" / "everything.toml"
        new = changed(document(path), ("wagers", "pai-gow", "minimum"), "$15")
        new = filed(changed(new, ("table", "recut-by"), "last-to-cut")).rules
        assert [(change.place, change.before, change.after, change.notice) for change in changes(new, self.rules(path))] == [
            ("offers.pai-gow.minimum", "$10", "$15", None),
            ("options.table.recut-by", "next-entitled", "last-to-cut", None),
        ]

    def test_what_is_there_only_before_or_only_after_is_a_dash_on_the_other_side(self):
        minimal = document(MINIMAL["md.pai-gow-poker"])
        offered = changed(minimal, ("wagers", "insurance"), {"paytable": "A", "minimum": "$5", "maximum": "$100"})
        old, new = filed(minimal).rules, filed(offered).rules
        assert {(change.before, change.place) for change in changes(new, old)} >= {("-", "offers.insurance.minimum")}
        assert {change.after for change in changes(old, new)} == {"-"}

    @pytest.mark.parametrize(("before", "after", "due"), [("$90,000", "$80,000", True), ("$80,000", "$90,000", False)])
    def test_a_lowered_payout_limit_asks_for_notice(self, before, after, due):
        """div.pai-gow-poker (s)(3)#3: notice of any decrease."""
        place, posted = ("payout-limit", "amount"), ("payout-limit", "on-layout")
        content = document(EXAMPLES / "div.pai-gow-poker" / "everything.toml")
        for printed in (False, True):
            shown = changed(content, posted, printed)
            [change] = changes(filed(changed(shown, place, after)).rules, filed(changed(shown, place, before)).rules)
            assert (change.place, change.before, change.after) == ("options.payout-limit.amount", before, after)
            assert change.notice == ("div.pai-gow-poker (s)(3)#3" if due and not printed else None)

    def test_a_first_payout_limit_asks_for_notice_and_one_that_is_given_up_does_not(self):
        path = EXAMPLES / "div.pai-gow-poker" / "everything.toml"
        without = {key: value for key, value in document(path).items() if key != "payout-limit"}
        limited, unlimited = self.rules(path, ("payout-limit", "on-layout"), False), filed(without).rules
        notices = [
            {change.place: change.notice for change in changes(new, old)}["options.payout-limit.amount"]
            for new, old in ((limited, unlimited), (unlimited, limited))
        ]
        assert notices == ["div.pai-gow-poker (s)(3)#3", None]


# Whatever is done to a submission that passes, it is refused as malformed or judged; and nothing wrong passes unseen.

TABLES = [
    ("table",),
    ("wagers", "pai-gow"),
    ("wagers", "progressive"),
    ("meters", 0),
    ("approvals", 1),
    ("readings",),
    ("bank",),
    (),
]
texts = st.text(max_size=6) | st.sampled_from(
    ["A", "B", "single", "$5", "$0", "-$5", "21%", "1 to 1", "yes", " ", "button", "hand"]
)
junk = st.recursive(
    st.one_of(
        texts,
        st.booleans(),
        st.integers(-3, 10),
        st.floats(),
        st.dates(min_value=date(1900, 1, 1)),
        st.datetimes(min_value=datetime(1900, 1, 1)),
        st.times(),
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=4,
)
places = st.sampled_from([place for place, _ in leaves(EVERYTHING)])
inner_places = st.sampled_from(
    sorted({place[:cut] for place, _ in leaves(EVERYTHING) for cut in range(1, len(place) + 1)}, key=str)
)


def judged(content):
    """The verdict, or none where the document cannot be read; anything else that is raised is a failure."""
    try:
        return filed(content)
    except Malformed:
        return None


class TestWhateverIsDoneToASubmission:
    @given(st.lists(st.tuples(inner_places, junk), min_size=1, max_size=3))
    def test_it_is_refused_or_judged_and_nothing_else(self, edits):
        content = EVERYTHING
        for place, value in edits:
            try:
                content = changed(content, place, value)
            except (KeyError, IndexError, TypeError):
                continue  # an earlier edit took the place away
        verdict = judged(content)
        if verdict is not None:
            assert verdict.ok == all(finding.severity is not Severity.ERROR for finding in verdict.findings)
            json.dumps(verdict.to_json())

    @given(inner_places)
    def test_what_is_left_out_is_found_or_changes_the_rules(self, place):
        """Except what may be left out because it says no more than the default does."""
        verdict = judged(removed(EVERYTHING, place))
        if verdict is not None and verdict.ok:
            assert verdict.rules.hash != filed(EVERYTHING).rules.hash or place in (
                ("version",),
                ("table",),
                ("table", "positions"),
            )

    @given(inner_places, junk)
    def test_what_passes_in_place_of_another_thing_changes_the_rules(self, place, value):
        verdict = judged(changed(EVERYTHING, place, value))
        if verdict is not None and verdict.ok and not same(at(EVERYTHING, place), value):
            assert verdict.rules.hash != filed(EVERYTHING).rules.hash

    @given(places, st.floats())
    def test_a_float_is_always_found(self, place, value):
        verdict = judged(changed(EVERYTHING, place, value))
        assert verdict is None or "submission.float" in {finding.code for finding in verdict.findings}

    @given(st.sampled_from(TABLES), st.text(alphabet="qxz-", min_size=1, max_size=8), junk)
    def test_an_unknown_key_is_always_found(self, place, key, value):
        content = copy.deepcopy(EVERYTHING)
        at(content, place)[key] = value
        verdict = judged(content)
        assert verdict is None or not verdict.ok

    @given(places.filter(lambda place: place != ("facility",)), junk)
    def test_a_wrong_type_is_always_found(self, place, value):
        was = at(EVERYTHING, place)
        if type(value) is type(was) or (isinstance(value, list) and place[-1] == "stake"):
            return
        verdict = judged(changed(EVERYTHING, place, value))
        assert verdict is None or not verdict.ok

    @given(st.sampled_from([place for place, value in leaves(EVERYTHING) if isinstance(value, str)]))
    def test_an_empty_text_is_always_found(self, place):
        verdict = judged(changed(EVERYTHING, place, ""))
        assert verdict is None or not verdict.ok


def same(was, value):
    """Whether two filings say the same: amounts may be written in two ways, one stake by itself or in a list."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(was, str) and isinstance(value, str) and was.startswith("$"):
        return value.replace("$", "").replace(",", "") == was.replace("$", "").replace(",", "")
    return was == value
