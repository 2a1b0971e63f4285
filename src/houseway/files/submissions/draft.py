"""A submission that is being written: what it files so far, and what it still needs to pass.

`complete_draft` files what `judge` says is missing, as often as it takes. So a draft of any rule book passes, even of one that is
added as data.
"""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import tomli_w

from houseway.errors import Malformed
from houseway.house_way import house_way_names
from houseway.money import Cents
from houseway.regulation import FiledValue, FilingOption, OfferedWhen, OptionKind, Paytable, Regulation, Wager, filing
from houseway.spelling import did_you_mean
from houseway.submission import Severity, Verdict, judge, parse_submission
from houseway.submission.conditions import place_of, split_condition
from houseway.submission.judge import APPROVAL, PAYOUT_LIMIT
from houseway.submission.meters import proposed_meter
from houseway.submission.options import option_bounds
from houseway.submission.placeholders import placeholder_values
from houseway.submission.source import HOUSE_WAY


@dataclass
class Draft:
    """What is filed so far."""

    book: Regulation
    facility: str = ""
    """The name of the casino; a placeholder if it is empty."""
    wagers: dict[str, dict[str, Any]] = field(default_factory=dict)
    options: dict[str, FiledValue] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)
    approvals: list[str] = field(default_factory=list)

    def copy(self) -> "Draft":
        return deepcopy(self, {id(self.book): self.book})

    def meters(self) -> list[dict[str, Any]]:
        """Return one entry for each meter from which a filed paytable pays."""
        return [entry for wager in self.wagers for entry in meters_of(self.book, wager, self.wagers[wager])]

    def judge(self) -> Verdict:
        return judge(parse_submission(tomli_w.dumps(self._content())))

    def _content(self) -> dict[str, Any]:
        return {
            "book": self.book.id,
            "version": self.book.version,
            "facility": self.facility or placeholder_values()["facility"],
            **{key: str(value) if isinstance(value, Cents) else value for key, value in self.options.items()},
            "wagers": self.wagers,
            "meters": self.meters(),
            "readings": self.readings,
            "approvals": [approval_entry(what) for what in self.approvals],
        }

    def file(self, name: str, value: FiledValue) -> str:
        """File what a remedy asks for, and return its place. Refuse what cannot be filed together with the rest."""
        prefix, asked = split_condition(name)
        place = place_of(self.book, name)
        if name == APPROVAL:
            self.approvals.append(str(value))
            return f"approvals {value}"
        if prefix == filing.READING:
            return self._set(self.readings, asked, str(value), place)
        if prefix == filing.OFFERS and value is True:
            return self._set(self.wagers, asked, wager_terms(self.book, self.book.wagers[asked]), place)
        if prefix in (filing.PAYTABLE, filing.STAKE):
            _, wager, key = place.split(".")
            self.wagers[wager][key] = str(value)
            return place
        if prefix == filing.FILED and value is True:
            return self._set(self.options, asked, self.example_value(self.book.options[asked]), place)
        if not prefix:
            return self._set(self.options, asked, value, place)
        raise _conflict(place)

    def _set(self, table: dict[str, Any], key: str, value: Any, place: str) -> str:
        if key in table and table[key] != value and key != PAYOUT_LIMIT:
            raise _conflict(place)
        table[key] = value
        return place

    def example_value(self, option: FilingOption) -> FiledValue:
        """Return a value that may be filed for an option, and is not its default if there is another."""
        match option.kind:
            case OptionKind.CHOICE:
                return next(choice for choice in option.choices if choice != option.default)
            case OptionKind.FLAG:
                return option.default is not True
            case OptionKind.COUNT:
                bounds = option_bounds(self.book, option)
                return bounds[-1] if option.most_value and not option.required else bounds[0]
            case OptionKind.MONEY:
                return Cents.parse(placeholder_values()["amount"])
            case OptionKind.TEXT:
                return house_way_names()[0] if option.key == HOUSE_WAY else str(placeholder_values()["text"])


Offered = Mapping[str, str] | Iterable[str]
"""The wagers that are offered, by name; or with the letter of the paytable, which may be empty."""


def start_draft(book: Regulation, offered: Offered, facility: str = "") -> Draft:
    """Return a draft that passes, with the wagers that are always offered and those that the operator offers."""
    draft = Draft(book, facility)
    letters = dict(offered) if isinstance(offered, Mapping) else dict.fromkeys(offered, "")
    _check_offered(book, letters)
    for wager in book.wagers.values():
        if wager.offered is OfferedWhen.ALWAYS or wager.id in letters:
            draft.wagers[wager.id] = wager_terms(book, wager, letters.get(wager.id, ""))
    for option in book.options.values():
        if option.required:
            draft.options[option.key] = draft.example_value(option)
    complete_draft(draft)
    return draft


def _check_offered(book: Regulation, offered: Mapping[str, str]) -> None:
    allowed = tuple(wager.id for wager in book.wagers.values() if wager.offered is not OfferedWhen.FOLLOWS)
    for name in offered:
        if name not in allowed:
            optional = ", ".join(each for each in allowed if book.wagers[each].offered is OfferedWhen.OPTIONAL)
            hint = did_you_mean(name, allowed) or f"the optional wagers are {optional or 'none'}"
            raise Malformed(f"{book.id} has no wager {name!r} to offer; {hint}", code="new.wager", given=name, allowed=allowed)
        letters = tuple(table.letter for table in book.paytables_of(name))
        if offered[name] and offered[name] not in letters:
            title, known = book.wagers[name].title, " or ".join(letters)
            raise Malformed(
                f"the {title} has no paytable {offered[name]!r}; it has {known}",
                code="new.paytable",
                clauses=(book.wagers[name].clause,),
                given=offered[name],
                allowed=letters,
            )


def complete_draft(draft: Draft) -> list[str]:
    """File what is missing until the draft passes. Return the places that were filed; refuse what cannot pass."""
    filed: list[str] = []
    while errors := [finding for finding in draft.judge().findings if finding.severity is Severity.ERROR]:
        finding = next((each for each in errors if each.remedy), None)
        if finding is None or finding.remedy is None:
            raise Malformed(f"{errors[0].place}: {errors[0].message}", code="new.conflict", place=errors[0].place)
        filed.append(draft.file(*finding.remedy))
        if len(filed) > len(draft.book.options) + len(draft.book.readings) + len(draft.book.approvals):
            raise _conflict(finding.place)
    return list(dict.fromkeys(filed))


def _conflict(place: str) -> Malformed:
    return Malformed(f"{place} would have to be filed in two ways at once", code="new.conflict", place=place)


def wager_terms(book: Regulation, wager: Wager, letter: str = "") -> dict[str, Any]:
    """Return the keys of a wager: the given paytable or its first one, and amounts that the book allows."""
    tables = book.paytables_of(wager.id)
    table = next((each for each in tables if each.letter == letter), tables[0])
    terms: dict[str, Any] = {"paytable": table.letter} if len(tables) > 1 else {}
    if wager.stakes_value or table.meters:
        terms["stake"] = _stakes(book, wager, table)
    else:
        terms |= _limits(book, wager)
    if wager.envy_choice_clause is not None:
        terms["envy"] = book.paytables_of(wager.envy[0])[0].letter
    if wager.odds:
        terms["odds"] = str(book.value_of(wager.odds[0]))
    return terms


def _stakes(book: Regulation, wager: Wager, table: Paytable) -> str | list[str]:
    value = book.value_of(wager.stakes_value) if wager.stakes_value else None
    allowed = [str(stake) for stake in value] if isinstance(value, tuple) else []
    if f"${table.letter}" in allowed:
        return f"${table.letter}"
    return allowed or str(placeholder_values()["stake"])


def _limits(book: Regulation, wager: Wager) -> dict[str, str]:
    played_with = wager.offered is OfferedWhen.ALWAYS and (wager.equal_to or len(book.paytables_of(wager.id)) == 1)
    limits = dict(placeholder_values()["limits" if played_with else "side-limits"])
    least = book.value_of(wager.minimum_value) if wager.minimum_value else None
    if isinstance(least, Cents) and Cents.parse(limits["minimum"]) < least:
        limits |= {"minimum": str(least), "maximum": str(max(least, Cents.parse(limits["maximum"])))}
    return limits


def meters_of(book: Regulation, wager: str, terms: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the meters of a wager's paytable, with the minimum that the book requires."""
    table = book.paytable(wager, terms.get("paytable", book.paytables_of(wager)[0].letter))
    names = table.meters if table else ()
    return [{**proposed_meter(book, table, name), "tables": [placeholder_values()["table"]]} for name in names if table]


def approval_entry(what: str) -> dict[str, Any]:
    return {"what": what, "reference": placeholder_values()["reference"], "date": placeholder_values()["date"]}
