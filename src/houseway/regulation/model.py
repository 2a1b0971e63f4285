"""What a rule book is made of. Frozen: a book is loaded once and never changed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from houseway.citation import Citation, ClauseNumbering
from houseway.errors import Malformed
from houseway.money import Cents, FixedAmount, Pay, parse_pay


class ClauseKind(StrEnum):
    """What a clause is about."""

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


Value = int | str | Cents | Fraction | UseLimit | Pay | tuple["Value", ...]
"""What a clause sets: a count, a name, money, a share, a time, odds, or several of one kind."""


PAYS = "pays"
"""What the clause of a paytable's row sets. It is no value of the book: every row has one of its own."""


@dataclass(frozen=True, slots=True)
class Clause:
    citation: Citation
    kind: ClauseKind
    gist: str
    by: CarriedOutBy
    values: Mapping[str, Value]
    see: tuple[Citation, ...] = ()
    reason: str = ""
    """Why nothing carries it out, where nothing does."""
    modelled_on: Citation | None = None
    """The clause of another book that it follows, where its own text is not printed."""

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


@dataclass(frozen=True, slots=True)
class Paytable:
    wager: str
    letter: str
    clause: Citation
    rows: tuple[Row, ...]
    reading: str = ""

    def row(self, hand: str) -> Row | None:
        return next((row for row in self.rows if row.hand == hand), None)

    @property
    def meters(self) -> tuple[str, ...]:
        """The meters that its rows draw on, highest award first."""
        return tuple(dict.fromkeys(row.pays.meter for row in self.rows if hasattr(row.pays, "meter")))


class OfferedWhen(StrEnum):
    """When a wager is on the table."""

    ALWAYS = "always"
    OPTIONAL = "optional"
    FOLLOWS = "follows"
    """With another wager, without being filed."""


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager that a book knows, the hands that its paytables may name, and what may be filed about it."""

    id: str
    title: str
    clause: Citation
    hands: frozenset[str]
    order: str
    offered: OfferedWhen
    envy: tuple[str, ...] = ()
    """The envy bonuses that come with it."""
    choice_clause: Citation | None = None
    """The clause that has its paytable filed."""
    envy_choice_clause: Citation | None = None
    """The clause that has its envy paytable filed by itself; without one, envy has the wager's own letter."""
    minimum_value: str = ""
    """The value that is its smallest stake."""
    stakes_value: str = ""
    """The value that lists the only stakes."""
    raised_clause: Citation | None = None
    """The clause that lets the operator pay more than the paytable."""
    odds: tuple[str, ...] = ()
    """The values between which its odds are filed."""
    rate_clause: Citation | None = None
    """The clause that has the rate of its meters filed."""
    seed_clause: Citation | None = None
    """The clause that has the initial and reset amounts of its meters filed."""
    is_capped: bool = False
    """Whether a payout limit covers it."""
    equal_to: str = ""
    """The wager that it is equal to, so that both have the same limits."""
    best_row: str = ""
    """The reading that says whether its list pays the best row; without one it pays the highest hand."""
    is_stake_returned: bool = False
    """Whether the stake is returned even if a row pays a fixed amount."""

    def parse_pay(self, text: str) -> Pay:
        """Parse what a row of one of its paytables pays."""
        pays = parse_pay(text)
        return replace(pays, returns_stake=True) if self.is_stake_returned and isinstance(pays, FixedAmount) else pays


FiledValue = str | int | bool | Cents
Condition = Mapping[str, tuple[FiledValue, ...]]
"""Filed options and what they must be: any one of the values."""


class OptionKind(StrEnum):
    CHOICE = "choice"
    FLAG = "flag"
    COUNT = "count"
    MONEY = "money"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class FilingOption:
    """One thing that a book leaves to the operator."""

    key: str
    title: str
    clause: Citation
    kind: OptionKind
    choices: tuple[str, ...] = ()
    default: FiledValue | None = None
    required: bool = False
    """Must be filed: it has no default."""
    least_value: str = ""
    most_value: str = ""
    """The values that bound it."""
    notice_clause: Citation | None = None
    """The clause that asks for notice when it is lowered."""
    printed: str = ""
    """The option that says that it is printed on the layout, where no notice is due."""
    minimum_bet_clause: Citation | None = None
    """The clause that has it cover what the smallest wagers could win, where that is a clause of its own."""
    greater_of_clause: Citation | None = None
    """The clause that has it be the greater of two amounts, where it may be read as no more than that."""


@dataclass(frozen=True, slots=True)
class Restriction:
    """What may be filed only together with something else."""

    code: str
    clause: Citation
    when: Condition
    needs: Condition
    says: str


@dataclass(frozen=True, slots=True)
class Approval:
    """What needs the regulator's approval before it is used."""

    what: str
    title: str
    clause: Citation
    when: Condition


@dataclass(frozen=True, slots=True)
class ChangedRow:
    """A row that a choice changes: a hand of some paytables, what it then is and pays, or nothing if the row goes."""

    choice: str
    wager: str
    letters: tuple[str, ...]
    hand: str
    as_hand: str
    pays: Pay | None


@dataclass(frozen=True, slots=True)
class Reading:
    """A place where the text contradicts itself, breaks off or says nothing, and what is taken."""

    id: str
    clauses: tuple[Citation, ...]
    also_clauses: tuple[Citation, ...]
    problem: str
    choices: Mapping[str, str]
    default: str
    """The choice taken where none is filed; empty where the book says that it must be filed."""
    is_fixed: bool
    """Only one reading makes sense, so a submission may not choose."""
    why: str
    worth: str
    settled_by: str
    when: Mapping[str, tuple["FiledValue", ...]]
    """Where it matters; what must be filed must be filed there."""
    changed_rows: tuple[ChangedRow, ...] = ()
    """What its choices do to rows of paytables."""

    @property
    def must_be_filed(self) -> bool:
        return not self.default

    def has_choice(self, given: object) -> bool:
        return isinstance(given, str) and given in self.choices


@dataclass(frozen=True, slots=True)
class Policy:
    """What a book chooses where rule books part."""

    name: str
    choice: str
    clauses: tuple[Citation, ...]
    """Those that set it."""


@dataclass(frozen=True)
class Regulation:
    """One rule book in one version."""

    id: str
    game: str
    """The game that it is about. Books of one game are played by the same code."""
    version: str
    versions: tuple[str, ...]
    title: str
    jurisdiction: str
    source: str
    filing: str
    """What the book calls a Rules Submission."""
    clauses: Mapping[str, Clause]
    paytables: tuple[Paytable, ...]
    wagers: Mapping[str, Wager]
    readings: Mapping[str, Reading]
    options: Mapping[str, FilingOption]
    restrictions: tuple[Restriction, ...]
    approvals: Mapping[str, Approval]
    policies: Mapping[str, Policy]
    """What it chooses where the books of its game part, by the policy's name."""
    hash: str
    numbering: ClauseNumbering
    """Its clause ids, for rules that are written down under several books."""
    first_position: str = "left"
    """On which side of the dealer the betting positions are counted from."""
    station: tuple[tuple[str, ...], ...] = ()
    """What lies before a player, from the rail towards the dealer and from the player's left to the right: wagers, hands, a sign
    that two wagers are equal."""
    facility: Citation | None = None
    """The clause that wants the facility's name on the layout."""
    side_bets: Citation | None = None
    """The clause that lists the optional wagers, where one does: no other may be offered."""

    def clause(self, clause: str) -> Clause:
        if clause not in self.clauses:
            raise _unknown_error(f"{self.id} has no clause", clause, self.clauses, "book.no-clause")
        return self.clauses[clause]

    def wager(self, wager: str) -> Wager:
        if wager not in self.wagers:
            raise _unknown_error(f"{self.id} has no wager", wager, self.wagers, "book.no-wager")
        return self.wagers[wager]

    def paytables_of(self, wager: str) -> tuple[Paytable, ...]:
        return tuple(table for table in self.paytables if table.wager == wager)

    def paytable(self, wager: str, letter: str) -> Paytable | None:
        return next((table for table in self.paytables_of(wager) if table.letter == letter), None)

    def clause_setting(self, key: str) -> Clause | None:
        """The clause that sets a value, if the book sets it at all."""
        return self._clause_by_value.get(key)

    @cached_property
    def _clause_by_value(self) -> Mapping[str, Clause]:
        """A table asks for values all the time: the first clause that sets each."""
        return {key: clause for clause in reversed(list(self.clauses.values())) for key in clause.values}

    def value_of(self, key: str) -> Value | None:
        """A value that the book sets, if it does."""
        return self._value_by_key.get(key)

    @cached_property
    def _value_by_key(self) -> Mapping[str, Value]:
        return {key: clause.values[key] for key, clause in self._clause_by_value.items()}

    def choose_readings(self, given: Mapping[str, str]) -> dict[str, str]:
        """The choice in every reading: the one given, or the default, or the first where one must be filed and none is given."""
        for id_, choice in given.items():
            if id_ not in self.readings:
                raise _unknown_error(f"{self.id} has no reading", id_, self.readings, "book.no-reading")
            self._check_choice(self.readings[id_], choice)
        by_book = {id_: reading.default or next(iter(reading.choices)) for id_, reading in self.readings.items()}
        return {**by_book, **given}

    def _check_choice(self, reading: Reading, choice: str) -> None:
        if not reading.has_choice(choice):
            allowed = tuple(reading.choices)
            says = f"{reading.id} is read as {' or '.join(allowed)}, not {choice!r}"
            raise Malformed(says, code="book.no-choice", given=choice, allowed=allowed)

    def readings_about(self, citation: Citation) -> tuple[Reading, ...]:
        """The readings that concern a clause."""
        return tuple(reading for reading in self.readings.values() if citation in (*reading.clauses, *reading.also_clauses))


def _unknown_error(what: str, given: str, known: Mapping[str, object], code: str) -> Malformed:
    near = _similar_names(given, list(known))
    hint = f"; near it are {', '.join(near)}" if near else ""
    return Malformed(f"{what} {given!r}{hint}", code=code, given=given, allowed=near)


def _similar_names(given: str, known: list[str]) -> list[str]:
    """The same but for case and signs, then what begins so, then what looks alike."""
    bare = {name: "".join(filter(str.isalnum, name)).lower() for name in known}
    sought = "".join(filter(str.isalnum, given)).lower()
    same = [name for name in known if bare[name] == sought]
    begins = [name for name in known if sought and bare[name].startswith(sought)]
    return list(dict.fromkeys([*same, *begins, *get_close_matches(given, known, n=3, cutoff=0.4)]))[:5]
