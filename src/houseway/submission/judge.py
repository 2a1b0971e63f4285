"""Judge what is filed and how it is combined, and report all findings at once."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from houseway.money import Cents
from houseway.regulation import Condition, FiledValue, FilingOption, Regulation, Restriction, TakenReadings, load_book
from houseway.regulation.filing import FILED, OFFERS, PAYTABLE, RAISED, READING, RESET, STAKE, read_filed_value
from houseway.spelling import did_you_mean, meant_name
from houseway.submission.conditions import filing_instruction, place_of, state_words, what_to_write
from houseway.submission.findings import (
    LEAVE_OUT,
    Correction,
    Finding,
    FindingCollector,
    Severity,
    Verdict,
    correct_condition,
    value_text,
)
from houseway.submission.house_way import judge_house_way
from houseway.submission.limit import covers_meter, most_won_at_minimum
from houseway.submission.meters import judge_meters
from houseway.submission.offers import judge_offers
from houseway.submission.options import allowed_values, option_bounds, write_option
from houseway.submission.readings import apply_readings
from houseway.submission.rules import ApprovalOnFile, FiledMeter, Offer, Rules, position_count
from houseway.submission.schema import APPROVAL_KEYS, key_names
from houseway.submission.source import SECTIONS, Submission, named_book, parse_submission
from houseway.submission.unsettled import find_unsettled

PAYOUT_LIMIT, LIMIT_FLOOR = "payout-limit.amount", "payout-limit-floor"
APPROVAL = "approval"
FLOAT, WARNED = "submission.float", "reading.warning"


def judge(submission: Submission, *, is_in_force: bool = False) -> Verdict:
    """Judge a submission under its rule book. One that is in force already was judged when its table was opened: an earlier version
    of the program may have let it offer what nobody settles."""
    return _SubmissionJudge(submission, is_in_force).verdict()


def judge_text(text: str, house_way: str | None = None, edition: Regulation | None = None) -> Verdict:
    """Judge the text of a submission, with the text of its house way, under the program's edition of the book or another one. The
    last verdicts are kept, because many tables are opened under the same submission, and a round file opens each table twice."""
    if edition is not None:
        return judge(parse_submission(text, house_way=house_way, edition=edition))
    return _judge_text(text, house_way, load_book(*named_book(text)).hash)


@lru_cache
def _judge_text(text: str, house_way: str | None, book_hash: str) -> Verdict:
    """Judge a submission under the book of today; the hash tells books of the same name apart."""
    return judge(parse_submission(text, house_way=house_way))


class _SubmissionJudge:
    def __init__(self, submission: Submission, is_in_force: bool) -> None:
        self.submission, self.is_in_force = submission, is_in_force
        self.book = submission.regulation
        self.collector = FindingCollector(submission)
        self.find = self.collector.add
        self.refused: set[str] = set()
        """Options whose value is of the wrong kind. Nothing more is said about them."""
        self.meters: tuple[FiledMeter, ...] = ()

    def verdict(self) -> Verdict:
        self._find_floats()
        facility = self._judge_facility()
        options = self._judge_options()
        offers = judge_offers(self.collector, self.submission.wagers)
        if not self.is_in_force:
            find_unsettled(self.collector, offers)
        self.meters = judge_meters(self.collector, self.submission, offers)
        readings = self._judge_readings(options, offers)
        offers = apply_readings(self.book, offers, readings)
        self._judge_restrictions(options, offers)
        self._judge_payout_limit(options, offers, readings)
        approvals = self._judge_approvals(options, offers)
        house_way = judge_house_way(self.collector, self.submission, options)
        findings = tuple(finding for finding in self.collector.findings if not self._repeats_a_float(finding))
        if any(finding.severity is Severity.ERROR for finding in findings):
            return Verdict(findings, None, self.collector.unlisted)
        frozen = MappingProxyType(options), MappingProxyType(offers), self.meters, readings
        warnings = tuple(self._reading_warnings(options, offers))
        return Verdict((*findings, *warnings), Rules(self.book, facility, *frozen, approvals, house_way))

    def _repeats_a_float(self, finding: Finding) -> bool:
        """Return whether a finding is about a place where a float is already reported."""
        return finding.code != FLOAT and finding.place in self.submission.floats

    def _find_floats(self) -> None:
        for place in self.submission.floats:
            message = "a number with a decimal point cannot be exact; write a whole number, or a text as in '$2.50' or '21%'"
            self.find(FLOAT, place, None, "a float", "a whole number or a text", message, "write it in quotes, with $ or %")

    def _judge_facility(self) -> str:
        facility = self.submission.facility
        if isinstance(facility, str) and facility.strip():
            return facility
        message = "the facility's name is missing; it must be on every layout and sign"
        self.find("facility.missing", "facility", self.book.facility, facility, "a name", message, 'write facility = "..."')
        return ""

    # Options

    def _judge_options(self) -> dict[str, FiledValue]:
        for key, given in self.submission.options.items():
            if key not in self.book.options and not (
                given == {} and any(each.startswith(f"{key}.") for each in self.book.options)
            ):
                self._find_unknown_option(key, given)
        options = {key: self._judge_option(option) for key, option in self.book.options.items()}
        return {key: value for key, value in options.items() if value is not None}

    def _find_unknown_option(self, key: str, given: object) -> None:
        """Report a key that is neither an option nor a section of a submission; both may have been meant."""
        meant = "" if self.collector.is_full else self._meant_option(key)
        message = f"{self.book.id} has no option {key!r}"
        allowed = f"an option that houseway rules filing {self.book.id} lists"
        self.find("option.unknown", key, None, given, allowed, message, meant or LEAVE_OUT)

    def _meant_option(self, key: str) -> str:
        section, _, rest = key.partition(".")
        meant = did_you_mean(key, (*self.book.options, *SECTIONS))
        if meant or not rest:
            return meant
        meant = did_you_mean(section, (*SECTIONS, *_sections(self.book)))
        return f"{meant.removesuffix('?')}.{rest}?" if meant else ""

    def _judge_option(self, option: FilingOption) -> FiledValue | None:
        if option.key not in self.submission.options:
            if option.required:
                message = f"this must be filed: {option.title}"
                allowed = allowed_values(self.book, option)
                self.find("option.required", option.key, option.clause, "nothing", allowed, message, write_option(option))
            return option.default
        given = self.submission.options[option.key]
        value = read_filed_value(option, given)
        if value is None:
            self.refused.add(option.key)
            message = f"{option.title}: {value_text(given)!r} is not an allowed value"
            allowed = allowed_values(self.book, option)
            meant = meant_name(given, option.choices)
            suggestion = did_you_mean(given, option.choices) or write_option(option)
            correction = Correction.of(option.key, meant) if meant else None
            self.find("option.value", option.key, option.clause, given, allowed, message, suggestion, correction=correction)
        elif type(value) is int and not self._check_bounds(option, value):
            return None
        elif isinstance(value, Cents) and value <= Cents(0):
            message = f"{option.title} must be more than $0, not {value}"
            self.find("option.value", option.key, option.clause, value, "more than $0", message, write_option(option))
        return value

    def _check_bounds(self, option: FilingOption, value: int) -> bool:
        bounds = option_bounds(self.book, option)
        if value in bounds:
            return True
        self.refused.add(option.key)
        allowed = allowed_values(self.book, option)
        clause = (self.book.clause_setting(option.most_value) if option.most_value else None) or self.book.clause(
            option.clause.clause
        )
        message = f"{option.title} must be {allowed}, not {value}"
        nearest = bounds[0] if value < bounds[0] else bounds[-1]
        hint, correction = filing_instruction(option.key, nearest), Correction.of(option.key, nearest)
        self.find("option.bounds", option.key, clause.citation, value, allowed, message, hint, correction=correction)
        return False

    # Restrictions between options

    def _condition_holds(
        self, name: str, allowed: tuple[FiledValue, ...], options: Mapping[str, FiledValue], offers: Mapping[str, Offer]
    ) -> bool:
        return self._condition_state(name, options, offers) in allowed

    def _condition_state(self, name: str, options: Mapping[str, FiledValue], offers: Mapping[str, Offer]) -> FiledValue | None:
        """Return the value that a condition asks about."""
        if name.startswith(OFFERS):
            return name.removeprefix(OFFERS) in {*offers, *self.submission.wagers}
        if name.startswith(FILED):
            return name.removeprefix(FILED) in self.submission.options
        if name.startswith(RAISED):
            entry = self.submission.wagers.get(name.removeprefix(RAISED))
            return isinstance(entry, dict) and bool(entry.get("pays"))
        if name.startswith(READING):
            return self._choice_taken(name.removeprefix(READING))
        if name.startswith(STAKE):
            staked = offers.get(name.removeprefix(STAKE))
            return str(staked.minimum) if staked else None
        if name.startswith(RESET):
            return next((str(meter.reset) for meter in self.meters if meter.name == name.removeprefix(RESET)), None)
        if name.startswith(PAYTABLE):
            tables = [table for offer in offers.values() for table in (offer.paytable, *offer.envy)]
            return next((table.letter for table in tables if table.wager == name.removeprefix(PAYTABLE)), None)
        return options.get(name)

    def _choice_taken(self, reading: str) -> str | None:
        """Return the choice taken in a reading, if it is valid."""
        known = self.book.readings[reading]
        choice = self.submission.readings.get(reading, known.default)
        return choice if isinstance(choice, str) and known.has_choice(choice) else None

    def _all_hold(self, condition: Condition, options: Mapping[str, FiledValue], offers: Mapping[str, Offer]) -> bool:
        return all(self._condition_holds(name, allowed, options, offers) for name, allowed in condition.items())

    def _judge_restrictions(self, options: Mapping[str, FiledValue], offers: Mapping[str, Offer]) -> None:
        for restriction in self.book.restrictions:
            if not self._all_hold(restriction.when, options, offers):
                continue
            for name, allowed in restriction.needs.items():
                if name not in self.refused and not self._condition_holds(name, allowed, options, offers):
                    self._find_broken(restriction, name, allowed, options, offers)

    def _find_broken(
        self,
        restriction: Restriction,
        name: str,
        allowed: tuple[FiledValue, ...],
        options: Mapping[str, FiledValue],
        offers: Mapping[str, Offer],
    ) -> None:
        """Report one requirement of a restriction that is not met."""
        book, given = self.book, self._condition_state(name, options, offers)
        states = {key: self._condition_state(key, options, offers) for key in restriction.when}
        because = " and ".join(state_words(book, key, value) for key, value in states.items())
        causes = [place_of(book, key) for key in restriction.when]
        self.find(
            restriction.code,
            place_of(book, name),
            restriction.clause,
            state_words(book, name, given),
            state_words(book, name, *allowed),
            f"{restriction.says}: {because}, but {state_words(book, name, given)}",
            f"{what_to_write(book, name, allowed)}; or change {' or '.join(causes)}",
            remedy=(name, allowed[0]),
            near=next((place for place in causes if self.submission.lines.has(place)), ""),
            correction=correct_condition(book, name, allowed),
        )

    def _judge_payout_limit(
        self, options: Mapping[str, FiledValue], offers: Mapping[str, Offer], readings: TakenReadings
    ) -> None:
        limit, floor = options.get(PAYOUT_LIMIT), self.book.value_of(LIMIT_FLOOR)
        setter = self.book.clause_setting(LIMIT_FLOOR)
        if not isinstance(limit, Cents) or limit <= Cents(0) or not isinstance(floor, Cents) or setter is None:
            return
        most = most_won_at_minimum(self.book, offers, readings, self.meters, *self._hands_under_limit(options, readings))
        least = max(floor, most)
        option = self.book.options[PAYOUT_LIMIT]
        broken = option.greater_of_clause if limit > least else option.minimum_bet_clause if most > floor else None
        clause = broken or setter.citation
        exact = readings.takes("PG-21=exact")
        if limit < least or (exact and limit != least):
            starting = (
                ", with each meter at the larger of its seed and reset" if covers_meter(self.book, offers, readings) else ""
            )
            message = (
                f"a payout limit must be {'exactly' if exact else 'at least'} the greater of {floor} and what one"
                f" player could win with minimum bets, here {most}{starting}; {limit} is {'less' if limit < least else 'more'}"
            )
            allowed = str(least) if exact else f"{least} or more"
            hint, remedy = filing_instruction(PAYOUT_LIMIT, least), (PAYOUT_LIMIT, least)
            correction = Correction.of(PAYOUT_LIMIT, least)
            self.find(
                "payout-limit.floor", PAYOUT_LIMIT, clause, limit, allowed, message, hint, remedy=remedy, correction=correction
            )

    def _hands_under_limit(self, options: Mapping[str, FiledValue], readings: TakenReadings) -> tuple[int, int]:
        """Return how many hands of a player a payout limit covers, and of how many others if it covers envy (DIV-14)."""
        policy = self.book.policies.get("payout-limit-on")
        if policy is None or policy.choice != "player":
            return 1, 0
        areas = options.get("table.positions-per-player", 1)
        assert isinstance(areas, int)
        return areas, position_count(self.book, options) - areas if readings.takes("DIV-14=envy-capped") else 0

    # Approvals and readings

    def _judge_approvals(self, options: Mapping[str, FiledValue], offers: Mapping[str, Offer]) -> tuple[ApprovalOnFile, ...]:
        on_file = [self._judge_approval(number, entry) for number, entry in enumerate(self.submission.approvals, start=1)]
        approved = tuple(each for each in on_file if each is not None)
        there = Counter(each.what for each in approved)
        for what, times in there.items():
            if times > 1:
                message = f"an approval must be on file once, not {times} times: {self.book.approvals[what].title}"
                self.find(
                    "approval.doubled",
                    "approvals",
                    self.book.approvals[what].clause,
                    what,
                    "one entry",
                    message,
                    "leave one out",
                )
        named = [entry.get("what") for entry in self.submission.approvals if isinstance(entry, dict)]
        for approval in self.book.approvals.values():
            if self._all_hold(approval.when, options, offers) and approval.what not in named:
                message = f"an approval must be on file, with its reference and date: {approval.title}"
                hint = f'add an entry to approvals: {{ what = "{approval.what}", reference = "...", date = 2026-01-31 }}'
                remedy = (APPROVAL, approval.what)
                self.find(
                    "approval.missing", "approvals", approval.clause, "nothing", approval.what, message, hint, remedy=remedy
                )
        return tuple(sorted(approved, key=lambda each: (each.what, each.reference, each.date)))

    def _judge_approval(self, number: int, entry: object) -> ApprovalOnFile | None:
        place = f"approvals.{number}"
        if not isinstance(entry, dict) or set(entry) != set(key_names(APPROVAL_KEYS)):
            message = f"an approval needs the keys {', '.join(key_names(APPROVAL_KEYS))}, and no others"
            hint = 'write { what = "...", reference = "...", date = 2026-01-31 }'
            self.find("approval.shape", place, None, entry, ", ".join(key_names(APPROVAL_KEYS)), message, hint)
            return None
        if not isinstance(entry["what"], str) or entry["what"] not in self.book.approvals:
            message = f"{value_text(entry['what'])!r} is not on the list of what needs approval under {self.book.id}"
            allowed, hint = sorted(self.book.approvals), "leave the entry out if the book asks for no such approval"
            self.find("approval.unknown", f"{place}.what", None, entry["what"], allowed, message, hint)
            return None
        if not isinstance(entry["reference"], str) or not entry["reference"].strip() or not _is_date(entry["date"]):
            clause = self.book.approvals[entry["what"]].clause
            message = "an approval needs a reference and a date, as in date = 2026-01-31"
            hint = 'write reference = "..." and date = 2026-01-31, the date without quotes'
            self.find("approval.shape", place, clause, entry, "a reference and a date", message, hint)
            return None
        return ApprovalOnFile(entry["what"], entry["reference"], entry["date"].isoformat())

    def _judge_readings(self, options: Mapping[str, FiledValue], offers: Mapping[str, Offer]) -> TakenReadings:
        for key, given in self.submission.readings.items():
            self._judge_reading(key, given)
        taken = {}
        for reading in self.book.readings.values():
            choice = self._choice_taken(reading.id)
            if choice is not None:
                taken[reading.id] = choice
            elif reading.id not in self.submission.readings and self._all_hold(reading.when, options, offers):
                message = f"the book leaves this reading to the operator, so it must be filed: {reading.problem}"
                allowed = " or ".join(f"{name} ({meaning})" for name, meaning in reading.choices.items())
                place, hint = f"readings.{reading.id}", filing_instruction(f"readings.{reading.id}", *reading.choices)
                remedy = (f"{READING}{reading.id}", next(iter(reading.choices)))
                self.find("reading.required", place, reading.clauses[0], "nothing", allowed, message, hint, remedy=remedy)
        return self.book.take_readings(taken)

    def _reading_warnings(self, options: Mapping[str, FiledValue], offers: Mapping[str, Offer]) -> Iterator[Finding]:
        """Yield what the readings say that an operator should know."""
        for reading in self.book.readings.values():
            for warning in reading.warnings if self._all_hold(reading.when, options, offers) else ():
                if self._all_hold(warning.when, options, offers):
                    given, allowed = value_text(self._choice_taken(reading.id)), " or ".join(reading.choices)
                    place, clause = f"readings.{reading.id}", reading.clauses[0]
                    line = self.collector.line_of(place)
                    yield Finding(WARNED, place, clause, given, allowed, warning.says, severity=Severity.WARNING, line=line)

    def _judge_reading(self, key: str, given: object) -> None:
        place, reading = f"readings.{key}", self.book.readings.get(key)
        if reading is None:
            message = f"{self.book.id} has no reading {key}"
            meant = "" if self.collector.is_full else did_you_mean(key, self.book.readings)
            hint = meant or f"leave it out; houseway rules readings {self.book.id} lists them"
            self.find("reading.unknown", place, None, given, "a reading of the book", message, hint)
        elif reading.is_fixed and given != reading.default:
            message = f"{key} is fixed: {reading.why}"
            self.find("reading.fixed", place, reading.clauses[0], given, reading.default, message, LEAVE_OUT)
        elif not reading.has_choice(given):
            message = f"reading {key} has no choice {value_text(given)!r}"
            meant = meant_name(given, reading.choices)
            self.find(
                "reading.choice",
                place,
                reading.clauses[0],
                given,
                sorted(reading.choices),
                message,
                filing_instruction(place, *reading.choices),
                correction=Correction.of(place, meant) if meant else None,
            )


def _sections(book: Regulation) -> list[str]:
    """Return the first parts of the options' keys, such as `table`."""
    return list(dict.fromkeys(key.partition(".")[0] for key in book.options))


def _is_date(value: object) -> bool:
    """Return whether the value is a date without a time."""
    return hasattr(value, "toordinal") and not hasattr(value, "hour")
