"""The parts of a rule book. They are frozen: a book is loaded once and never changed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from hashlib import sha256

from houseway.citation import Citation, ClauseNumbering
from houseway.errors import Malformed, quote
from houseway.hands import HandOrder
from houseway.money import Cents, Pay
from houseway.regulation.taken import TakenReadings
from houseway.regulation.wagers import Wager
from houseway.spelling import similar_names
from houseway.values import ShortRepr

EDITION_FORM = 3
"""The form of an edition's text. In form 1 wagers did not list their clauses (`[wager.law]`); in form 2 those of Pai Gow Poker did
not say how they are decided."""


class ClauseKind(StrEnum):
    """The subject of a clause."""

    DEFINITION = "definition"
    LIMIT = "limit"
    OPTION = "option"
    EQUIPMENT = "equipment"
    PROCEDURE = "procedure"
    AUDIT = "audit"
    RANKING = "ranking"
    WAGER = "wager"
    BANK = "bank"
    OUTCOME = "outcome"
    PAYOUT = "payout"
    PROGRESSIVE = "progressive"
    IRREGULARITY = "irregularity"


class CarriedOutBy(StrEnum):
    """How the program carries a clause out."""

    DATA = "data"
    CODE = "code"
    CONSOLE = "console"
    EQUIPMENT = "equipment"
    LAYOUT = "layout"
    SUBMISSION = "submission"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class UseLimit:
    """How long something may stay in use."""

    hours: int

    def __str__(self) -> str:
        return f"{self.hours} hours"


class DutyOf(StrEnum):
    """Whose duty a clause is that asks something of people."""

    DEALER = "dealer"
    PLAYER = "player"
    FACILITY_OPERATOR = "facility operator"


Value = int | str | Cents | Fraction | UseLimit | Pay | tuple["Value", ...]
"""A value that a clause sets: a count, a name, money, a share, a time, odds, or several of one kind."""


PAYS = "pays"
"""The key of a payout in the clause of a paytable's row. It is not a value of the book, because every row has its own."""


@dataclass(frozen=True, slots=True, repr=False)
class Clause(ShortRepr):
    citation: Citation
    kind: ClauseKind
    gist: str
    by: CarriedOutBy
    values: Mapping[str, Value]
    see: tuple[Citation, ...] = ()
    duty: DutyOf | None = None
    """Whose duty it is, if no program could carry it out. A breach can be recorded."""
    reason: str = ""
    """Why nothing carries it out, or why no program could."""
    modelled_on: Citation | None = None
    """The clause of another book on which it is modelled, if its own text is not printed."""

    @property
    def id(self) -> str:
        return self.citation.clause


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a paytable."""

    hand: str
    pays: Pay
    clause: Citation
    reading: str = ""

    @property
    def words(self) -> str:
        """Return the name of its hand, as it is spoken."""
        return self.hand.replace("-", " ")


@dataclass(frozen=True, slots=True, repr=False)
class Paytable(ShortRepr):
    wager: str
    letter: str
    clause: Citation
    rows: tuple[Row, ...]
    reading: str = ""

    def row(self, hand: str) -> Row | None:
        return next((row for row in self.rows if row.hand == hand), None)

    @property
    def meters(self) -> tuple[str, ...]:
        """Return the meters from which its rows pay, highest award first."""
        return tuple(dict.fromkeys(row.pays.meter for row in self.rows if hasattr(row.pays, "meter")))


FiledValue = str | int | bool | Cents
Condition = Mapping[str, tuple[FiledValue, ...]]
"""The allowed values of each filed option that the condition names."""


class OptionKind(StrEnum):
    CHOICE = "choice"
    FLAG = "flag"
    COUNT = "count"
    MONEY = "money"
    TEXT = "text"


@dataclass(frozen=True, slots=True, repr=False)
class FilingOption(ShortRepr):
    """A choice that a book leaves to the operator."""

    key: str
    title: str
    clause: Citation
    kind: OptionKind
    choices: tuple[str, ...] = ()
    default: FiledValue | None = None
    required: bool = False
    """Whether it must be filed; it then has no default."""
    least_value: str = ""
    most_value: str = ""
    """`least` and `most` are keys of the values that bound it."""
    notice_clause: Citation | None = None
    """The clause that requires notice when it is lowered."""
    printed: str = ""
    """The option by which it is printed on the layout; no notice is then needed."""
    minimum_bet_clause: Citation | None = None
    """The clause that it must cover what minimum wagers could win, if that is a separate clause."""
    greater_of_clause: Citation | None = None
    """The clause that makes it the greater of two amounts, if a reading may fix it at that amount."""


@dataclass(frozen=True, slots=True, repr=False)
class Restriction(ShortRepr):
    """A filed value that requires another."""

    code: str
    clause: Citation
    when: Condition
    needs: Condition
    says: str


@dataclass(frozen=True, slots=True)
class Approval:
    """Something that needs the regulator's approval before it is used."""

    what: str
    title: str
    clause: Citation
    when: Condition


@dataclass(frozen=True, slots=True)
class ChangedRow:
    """How a choice changes a row of some paytables: its new hand and payout, or no payout if the row is removed."""

    choice: str
    wager: str
    letters: tuple[str, ...]
    hand: str
    as_hand: str
    pays: Pay | None


@dataclass(frozen=True, slots=True)
class ReadingWarning:
    """A warning to the operator, and what must be filed for it to apply, in addition to what makes the reading matter."""

    when: Mapping[str, tuple["FiledValue", ...]]
    says: str


@dataclass(frozen=True, slots=True, repr=False)
class Reading(ShortRepr):
    """A place where the text contradicts itself, breaks off or is silent, with the possible readings and the one taken."""

    id: str
    subject: str
    """What it is about, in one line."""
    clauses: tuple[Citation, ...]
    also_clauses: tuple[Citation, ...]
    problem: str
    choices: Mapping[str, str]
    default: str
    """The choice if none is filed; empty if one must be filed."""
    is_fixed: bool
    """Whether a submission may not choose, because only one reading makes sense."""
    why: str
    worth: str
    settled_by: str
    when: Mapping[str, tuple["FiledValue", ...]]
    """When the reading matters. Only then must a choice be filed, if it has no default."""
    changed_rows: tuple[ChangedRow, ...] = ()
    """How its choices change rows of paytables."""
    warnings: tuple["ReadingWarning", ...] = ()
    """Warnings to an operator who files under it."""

    @property
    def must_be_filed(self) -> bool:
        return not self.default

    def has_choice(self, given: object) -> bool:
        return isinstance(given, str) and given in self.choices


@dataclass(frozen=True, slots=True)
class Policy:
    """A book's choice in a matter on which books of one game differ."""

    name: str
    choice: str
    clauses: tuple[Citation, ...]
    """The clauses that set it."""


@dataclass(frozen=True, repr=False)
class Regulation(ShortRepr):
    """One rule book in one version."""

    id: str
    game: str
    """Its game. Books of one game are played by the same code."""
    version: str
    versions: tuple[str, ...]
    title: str
    jurisdiction: str
    source: str
    short: str
    """A short name for the command line; empty if there is none."""
    dated: str
    """The date that the text bears; empty if it bears none."""
    filing: str
    """The book's own name for a Rules Submission."""
    clauses: Mapping[str, Clause]
    paytables: tuple[Paytable, ...]
    wagers: Mapping[str, Wager]
    readings: Mapping[str, Reading]
    options: Mapping[str, FilingOption]
    restrictions: tuple[Restriction, ...]
    approvals: Mapping[str, Approval]
    policies: Mapping[str, Policy]
    """By name: its choices where the books of its game differ."""
    hash: str
    numbering: ClauseNumbering
    """Its clause ids, for rules that name the clauses of several books."""
    files: Mapping[str, Mapping[str, object]] = field(repr=False, compare=False)
    """The content of its files, by name, from which its edition can be written (`editions`)."""
    first_position: str = "left"
    """The side of the dealer from which betting positions are counted."""
    station: tuple[tuple[str, ...], ...] = ()
    """The areas in front of a player, in rows from the rail towards the dealer, each from the player's left to right: wagers,
    hands, and the sign that two wagers are equal."""
    facility: Citation | None = None
    """The clause that requires the facility's name on the layout."""
    side_bets: Citation | None = None
    """The clause that lists the optional wagers, if there is one; no others may be offered."""
    clear_on: frozenset[str] = frozenset()
    """Readings of other books that leave nothing open in this one."""
    orders: Mapping[str, HandOrder] = field(default_factory=dict)
    """By name: the orders of hands that it describes, besides those of the program."""
    named: str = ""
    """The edition by which a record knows it, if that has the same effect and another text (`known_as`)."""
    form: int = EDITION_FORM
    """The form of the text of its edition."""
    is_stored: bool = False
    """Whether it was built from a stored edition, which may be earlier than some readings."""

    def to_json(self) -> dict[str, object]:
        """Return the whole edition, from which the book can be built again (`editions`)."""
        return {
            "form": self.form,
            "book": self.id,
            "version": self.version,
            "hash": self.hash,
            "numbering": self.numbering.to_json(),
            "files": self.files,
        }

    @property
    def text(self) -> str:
        """Return the text of the edition."""
        return edition_text(self.to_json())

    @cached_property
    def edition(self) -> str:
        """Return the hash of the text, by which the edition is known."""
        return self.named or hash_text(self.text)

    def known_as(self, edition: str) -> "Regulation":
        """Return the book under the name of another edition with the same effect: the texts of the two differ only in prose."""
        return replace(self, named=edition) if edition and edition != self.edition else self

    def clause(self, clause: str) -> Clause:
        if clause not in self.clauses:
            raise _unknown_error(f"{self.id} has no clause", clause, self.clauses, "book.no-clause")
        return self.clauses[clause]

    def reading(self, reading: str) -> Reading:
        """Return a reading; its id may be written in small letters."""
        if reading.upper() not in self.readings:
            raise _unknown_error(f"{self.id} has no reading", reading, self.readings, "book.no-reading")
        return self.readings[reading.upper()]

    def wager(self, wager: str) -> Wager:
        if wager not in self.wagers:
            raise _unknown_error(f"{self.id} has no wager", wager, self.wagers, "book.no-wager")
        return self.wagers[wager]

    def wager_name(self, wager: str) -> str:
        """Return how people call a wager: its title without the word "wager", or what was given if there is none."""
        return self.wagers[wager].title.removesuffix(" wager") if wager in self.wagers else quote(wager)

    def paytables_of(self, wager: str) -> tuple[Paytable, ...]:
        return tuple(table for table in self.paytables if table.wager == wager)

    def paytable(self, wager: str, letter: str) -> Paytable | None:
        return next((table for table in self.paytables_of(wager) if table.letter == letter), None)

    def clause_setting(self, key: str) -> Clause | None:
        """Return the clause that sets a value, if there is one."""
        return self._clause_by_value.get(key)

    @cached_property
    def _clause_by_value(self) -> Mapping[str, Clause]:
        """Return the first clause that sets each value, by its key. Cached, because tables ask all the time."""
        return {key: clause for clause in reversed(list(self.clauses.values())) for key in clause.values}

    @cached_property
    def duties(self) -> tuple[Citation, ...]:
        """Return the clauses that ask something of people, of which a breach can be recorded."""
        return tuple(clause.citation for clause in self.clauses.values() if clause.duty)

    def value_of(self, key: str) -> Value | None:
        """Return a value that the book sets, if it does."""
        return self._value_by_key.get(key)

    @cached_property
    def _value_by_key(self) -> Mapping[str, Value]:
        return {key: clause.values[key] for key, clause in self._clause_by_value.items()}

    def number_of(self, key: str) -> int:
        """Return a whole number that the book must set, such as a count of cards."""
        value = self.value_of(key)
        if isinstance(value, int):
            return value
        raise self._value_error(key, "a whole number")

    def numbers_of(self, key: str) -> tuple[int, ...]:
        """Return several whole numbers that the book must set."""
        value = self.value_of(key)
        numbers = tuple(part for part in value if isinstance(part, int)) if isinstance(value, tuple) else ()
        if numbers and numbers == value:
            return numbers
        raise self._value_error(key, "whole numbers")

    def cents_of(self, key: str) -> Cents:
        """Return an amount of money that the book must set."""
        value = self.value_of(key)
        if isinstance(value, Cents):
            return value
        raise self._value_error(key, "an amount of money")

    def fraction_of(self, key: str) -> Fraction:
        """Return a rate or a share that the book must set."""
        value = self.value_of(key)
        if isinstance(value, Fraction):
            return value
        raise self._value_error(key, "a share")

    def text_of(self, key: str) -> str:
        """Return a name that the book must set, such as a hand."""
        value = self.value_of(key)
        if isinstance(value, str):
            return value
        raise self._value_error(key, "a name")

    def _value_error(self, key: str, allowed: str) -> Malformed:
        given = self.value_of(key)
        says = f"{self.id} must set {key} as {allowed}, " + ("and does not" if given is None else f"not {given}")
        shown = given if given is None else str(given)
        return Malformed(says, code="book.value", book=self.id, key=key, given=shown, allowed=allowed)

    def take_readings(self, choices: Mapping[str, str]) -> TakenReadings:
        return TakenReadings(choices, self.id, self.readings.keys() | self.clear_on, self.is_stored)

    def choose_readings(self, given: Mapping[str, str]) -> TakenReadings:
        """Return the choice in every reading: the given one, else the default, else (if one must be filed) the first."""
        for id_, choice in given.items():
            if id_ not in self.readings:
                raise _unknown_error(f"{self.id} has no reading", id_, self.readings, "book.no-reading")
            self._check_choice(self.readings[id_], choice)
        by_book = {id_: reading.default or next(iter(reading.choices)) for id_, reading in self.readings.items()}
        return self.take_readings({**by_book, **given})

    def _check_choice(self, reading: Reading, choice: str) -> None:
        if not reading.has_choice(choice):
            allowed = tuple(reading.choices)
            says = f"reading {reading.id} has no choice {choice!r}; the choices are {' or '.join(allowed)}"
            raise Malformed(says, code="book.no-choice", given=choice, allowed=allowed)

    def readings_about(self, citation: Citation) -> tuple[Reading, ...]:
        """Return the readings that concern a clause."""
        return tuple(reading for reading in self.readings.values() if citation in (*reading.clauses, *reading.also_clauses))


def edition_text(content: Mapping[str, object]) -> str:
    """Return the content of an edition as text. The order of its keys is kept: it may have effect."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def hash_text(text: str) -> str:
    """Return the hash by which the text of an edition is known."""
    return sha256(text.encode()).hexdigest()


def _unknown_error(what: str, given: str, known: Mapping[str, object], code: str) -> Malformed:
    near = similar_names(given, known)
    hint = f"; did you mean {', '.join(near)}?" if near else ""
    return Malformed(f"{what} {given!r}{hint}", code=code, given=given, allowed=near)
