"""A new submission that passes, with everything else that the book lets an operator file as lines that are switched off.

A line that is switched off begins with `#` and no blank, so that it can be told from the comments around it.
"""

from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import Any

from houseway.errors import Malformed
from houseway.files.submissions.draft import Draft, Offered, approval_entry, complete_draft, meters_of, start_draft, wager_terms
from houseway.regulation import FiledValue, FilingOption, OfferedWhen, OptionKind, Reading, Regulation, Wager
from houseway.submission.conditions import condition_words, join_or, toml_value
from houseway.submission.options import allowed_values
from houseway.submission.placeholders import placeholder_values

WIDTH = 79
OFF = "#"


def write_template(book: Regulation, offered: Offered = (), facility: str = "") -> str:
    """Return the text of a new submission. It passes as it is."""
    return "\n".join(_Template(start_draft(book, offered, facility)).lines()) + "\n"


class _Template:
    def __init__(self, draft: Draft) -> None:
        self.draft, self.book = draft, draft.book

    def lines(self) -> Iterator[str]:
        yield from self._head()
        yield from _heading("Wagers")
        for wager in self.book.wagers.values():
            if wager.offered is not OfferedWhen.FOLLOWS:
                yield from self._wager(wager)
        yield from self._meters()
        yield from _heading("Options")
        for option in self.book.options.values():
            yield from self._option(option)
        yield from self._approvals()
        yield from _heading("Readings: places that the text of the book leaves unclear")
        yield from _comment("If a line stays off, the default holds. houseway rules show BOOK READING says more about one.")
        for reading in self.book.readings.values():
            if not reading.is_fixed:
                yield from self._reading(reading)

    def _head(self) -> Iterator[str]:
        book = self.book
        yield from _comment(f"{book.filing}: {book.title}, {book.jurisdiction}. Written by houseway new {book.id}.")
        yield "#"
        yield from _comment(
            "Replace what is in quotes by your own, and check the file with houseway check FILE. Lines that begin with # and no"
            " blank are switched off: remove the # to switch one on. If it needs other lines, the comment says so. Clauses of the"
            " rule book are in brackets.",
            hang="",
        )
        yield ""
        yield f"book = {toml_value(book.id)}"
        yield f"version = {toml_value(book.version)}{_comment_on_versions(book.versions, book.version)}"
        clause = f" ({book.facility.clause})" if book.facility else ""
        yield from _comment(f"The name of your casino, as it is printed on layouts and signs{clause}")
        yield f"facility = {toml_value(self.draft.facility or placeholder_values()['facility'])}"

    # Wagers and meters

    def _wager(self, wager: Wager) -> Iterator[str]:
        yield ""
        yield from _comment(f"{wager.title} ({wager.clause.clause}): {'; '.join(self._terms(wager))}")
        if wager.id not in self.draft.wagers:
            terms = wager_terms(self.book, wager)
            yield from self._switched_off(
                f"wagers.{wager.id} = {_inline(terms)}", lambda draft: draft.wagers.update({wager.id: terms})
            )
            return
        for key, value in self.draft.wagers[wager.id].items():
            yield f"wagers.{wager.id}.{key} = {toml_value(value)}"
        if wager.raised_clause is not None:
            yield from _comment(
                f"A row may pay more than the book's amount, which is given here ({wager.raised_clause.clause})"
            )
            for row in self.book.paytables_of(wager.id)[0].rows:
                yield f"{OFF}wagers.{wager.id}.pays.{row.hand} = {toml_value(str(row.pays))}"

    def _terms(self, wager: Wager) -> Iterator[str]:
        book = self.book
        yield "always offered" if wager.offered is OfferedWhen.ALWAYS else "optional"
        letters = [table.letter for table in book.paytables_of(wager.id)]
        if len(letters) > 1:
            yield f"paytable {join_or(letters)}"
        if wager.envy_choice_clause is not None:
            yield f"envy {join_or([table.letter for table in book.paytables_of(wager.envy[0])])}"
        stakes = book.value_of(wager.stakes_value) if wager.stakes_value else None
        if isinstance(stakes, tuple):
            yield f"stake {join_or(list(map(str, stakes)))}"
        if wager.odds:
            yield f"odds from {book.value_of(wager.odds[0])} up to {book.value_of(wager.odds[1])}"
        if wager.minimum_value:
            yield f"at least {book.value_of(wager.minimum_value)}"
        if wager.equal_to:
            yield f"the same limits as {wager.equal_to}"
        if wager.raised_clause is not None:
            yield "a row may pay more than the book's amount"

    def _meters(self) -> Iterator[str]:
        wagers = {
            wager.id: self.draft.wagers.get(wager.id, wager_terms(self.book, wager))
            for wager in self.book.wagers.values()
            if wager.offered is not OfferedWhen.FOLLOWS
        }
        entries = [(wager, entry) for wager, terms in wagers.items() for entry in meters_of(self.book, wager, terms)]
        if not entries:
            return
        yield from _heading("Meters: one for each from which an offered paytable pays")
        yield from _comment(
            "seed: where it starts. reset: where it starts again when all of it is won. rate: the share of each wager by which it"
            " grows. tables: those that share it. Another paytable may have other meters: see houseway rules filing."
        )
        yield "meters = ["
        for wager, entry in entries:
            if wager not in self.draft.wagers:
                yield f"  # needs wagers.{wager}"
            yield f"  {'' if wager in self.draft.wagers else OFF}{_inline(entry)},"
        yield "]"

    # Options, approvals, readings

    def _option(self, option: FilingOption) -> Iterator[str]:
        yield ""
        yield from _comment(f"{option.title[0].upper()}{option.title[1:]} ({option.clause.clause}): {self._values(option)}")
        if option.key in self.draft.options:
            yield f"{option.key} = {toml_value(self.draft.options[option.key])}"
            return
        for value in self._alternatives(option):
            yield from self._switched_off(f"{option.key} = ", _file_option(option.key, value), option.key)

    def _alternatives(self, option: FilingOption) -> tuple[FiledValue, ...]:
        if option.kind is OptionKind.CHOICE:
            return tuple(choice for choice in option.choices if choice != option.default)
        return (self.draft.example_value(option),)

    def _values(self, option: FilingOption) -> str:
        """Return what may be filed, with the default."""
        default = "" if option.default is None else toml_value(option.default).strip('"')
        choices = {OptionKind.CHOICE: option.choices, OptionKind.FLAG: ("true", "false")}.get(option.kind)
        if choices:
            return join_or([f"{choice} (default)" if choice == default else choice for choice in choices])
        without = f"default {default}" if default else "must be filed" if option.required else "may be left out"
        return f"{allowed_values(self.book, option)}; {without}"

    def _approvals(self) -> Iterator[str]:
        if not self.book.approvals:
            return
        yield from _heading("Approvals on file: reference and date of each")
        yield "approvals = ["
        for approval in self.book.approvals.values():
            needed = f"; needed if {condition_words(self.book, approval.when)}" if approval.when else ""
            yield from _comment(f"{approval.title} ({approval.clause.clause}){needed}", "  ")
            yield f"  {'' if approval.what in self.draft.approvals else OFF}{_inline(approval_entry(approval.what))},"
        yield "]"

    def _reading(self, reading: Reading) -> Iterator[str]:
        clauses, when = reading.clauses[0].clause, condition_words(self.book, reading.when)
        yield ""
        yield from _comment(f"{reading.id}: {reading.subject} ({clauses}){f'; matters if {when}' if when else ''}")
        for choice, meaning in reading.choices.items():
            yield from _comment(f"{choice}{' (default)' if choice == reading.default else ''}: {meaning}", indent="  ")
        if reading.id in self.draft.readings:
            yield f"readings.{reading.id} = {toml_value(self.draft.readings[reading.id])}"
            return
        for choice in reading.choices:
            if choice != reading.default:
                yield from self._switched_off(
                    f"readings.{reading.id} = {toml_value(choice)}", _take_reading(reading.id, choice)
                )

    def _switched_off(self, line: str, change: Callable[[Draft], Any], option: str = "") -> Iterator[str]:
        """Yield a line that is switched off, under a comment about what it needs."""
        trial = self.draft.copy()
        change(trial)
        try:
            needed = [place for place in complete_draft(trial) if place != option]
        except Malformed as conflict:
            yield from _comment(f"The next line is not possible with what is filed here: {conflict.message}")
        else:
            needed += [f"the meters of {wager}" for wager in trial.wagers if not self._has_meters(wager, trial)]
            if needed:
                yield from _comment(f"The next line needs {_join_and(self._needed(trial, place) for place in needed)}")
        yield f"{OFF}{line}{toml_value(trial.options[option]) if option else ''}"

    def _has_meters(self, wager: str, trial: Draft) -> bool:
        return wager in self.draft.wagers or not meters_of(self.book, wager, trial.wagers[wager])

    def _needed(self, trial: Draft, place: str) -> str:
        """Return what else must be filed, as it is written."""
        if place in trial.options:
            return f"{place} = {toml_value(trial.options[place])}"
        section, _, name = place.partition(".")
        if section == "readings":
            return f"{place} = {toml_value(trial.readings[name])}"
        return f"the approval {place.split()[1]}" if place.startswith("approvals ") else place


def _file_option(key: str, value: FiledValue) -> Callable[[Draft], None]:
    return lambda draft: draft.options.update({key: value})


def _take_reading(reading: str, choice: str) -> Callable[[Draft], None]:
    return lambda draft: draft.readings.update({reading: choice})


def _heading(title: str) -> Iterator[str]:
    yield ""
    yield f"# {title} {'-' * (WIDTH - len(title) - 3)}"


def _comment(text: str, margin: str = "", indent: str = "", hang: str = "  ") -> Iterator[str]:
    first = f"{margin}# {indent}"
    yield from wrap(text, WIDTH, initial_indent=first, subsequent_indent=f"{first}{hang}", break_on_hyphens=False)


def _comment_on_versions(versions: tuple[str, ...], version: str) -> str:
    others = [each for each in versions if each != version]
    return f"  # or {toml_value(others)}" if others else ""


def _inline(entry: dict[str, Any]) -> str:
    return f"{{ {', '.join(f'{key} = {_value(value)}' for key, value in entry.items())} }}"


def _value(value: Any) -> str:
    return str(value.isoformat()) if hasattr(value, "isoformat") else toml_value(value)


def _join_and(texts: Iterator[str]) -> str:
    *first, last = texts
    return f"{', '.join(first)} and {last}" if first else last
