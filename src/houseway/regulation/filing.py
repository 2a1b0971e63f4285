"""What a rule book leaves to the operator, as data: options, restrictions on their combination, approvals."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.money import Cents
from houseway.regulation.file import BookFile
from houseway.regulation.model import Approval, Condition, FiledValue, FilingOption, OptionKind, Restriction
from houseway.regulation.shapes import APPROVAL, OPTION, RESTRICTION, TomlTable
from houseway.regulation.wagers import Wager

OFFERS, PAYTABLE, STAKE, FILED, RAISED, READING = "offers.", "paytable.", "stake.", "filed.", "raised.", "reading."
RESET = "reset."
"""Conditions may also ask whether a wager is offered, at which paytable or stake, whether it pays above its paytable, whether
an option is filed, which reading is taken, and what a meter is reset to."""


@dataclass(frozen=True)
class Filing:
    options: dict[str, FilingOption]
    restrictions: tuple[Restriction, ...]
    approvals: dict[str, Approval]
    conditions: "ConditionReader"

    def cited_clauses(self) -> Iterable[tuple[str, Citation]]:
        for option in self.options.values():
            yield f"option {option.key}", option.clause
            others = (option.notice_clause, option.minimum_bet_clause, option.greater_of_clause)
            yield from ((f"option {option.key}", clause) for clause in others if clause)
        yield from ((f"restriction {each.code}", each.clause) for each in self.restrictions)
        yield from ((f"approval {each.what}", each.clause) for each in self.approvals.values())

    def referenced_values(self) -> Iterable[tuple[str, str]]:
        for option in self.options.values():
            yield from ((f"option {option.key}", key) for key in (option.least_value, option.most_value) if key)


def read_filing(
    file: BookFile,
    cite: Callable[[str], Citation],
    wagers: Mapping[str, Wager],
    letters: Mapping[str, set[str]],
    choices: Mapping[str, Collection[str]],
    meters: Collection[str],
) -> Filing:
    file.refuse_other_keys("option", "restriction", "approval")
    options = [_read_option(file, cite, entry) for entry in file.read_entries("option", OPTION, "key")]
    file.refuse_repeats(f"option {option.key}" for option in options)
    by_key = {option.key: option for option in options}
    for option in options:
        if option.printed and option.printed not in by_key:
            raise file.refusal(f"option {option.key}", f"printed {option.printed!r} is not an option", "condition")
    conditions = ConditionReader(file, by_key, wagers, letters, choices, meters)
    restrictions = tuple(
        Restriction(
            entry["code"], cite(entry["clause"]), conditions.read(entry, "when"), conditions.read(entry, "needs"), entry["says"]
        )
        for entry in file.read_entries("restriction", RESTRICTION, "code")
    )
    file.refuse_repeats(f"restriction {restriction.code}" for restriction in restrictions)
    approvals = [
        Approval(entry["what"], entry["title"], cite(entry["clause"]), conditions.read(entry, "when"))
        for entry in file.read_entries("approval", APPROVAL, "what")
    ]
    file.refuse_repeats(f"approval {approval.what}" for approval in approvals)
    return Filing(by_key, restrictions, {approval.what: approval for approval in approvals}, conditions)


def _read_option(file: BookFile, cite: Callable[[str], Citation], entry: TomlTable) -> FilingOption:
    place = f"option {entry['key']}"
    kind = file.read_word(place, "kind", OptionKind, entry["kind"])
    if (kind is OptionKind.CHOICE) != bool(entry.get("choices")):
        raise file.refusal(place, "an option of kind choice needs choices, and no other kind may have them", "choices")
    if kind is not OptionKind.COUNT and ("least" in entry or "most" in entry):
        raise file.refusal(place, "only an option of kind count may have bounds", "bounds")
    if entry.get("required") and "default" in entry:
        raise file.refusal(place, "an option that must be filed may not have a default", "default")
    option = FilingOption(
        key=entry["key"],
        title=entry["title"],
        clause=cite(entry["clause"]),
        kind=kind,
        choices=tuple(entry.get("choices", [])),
        required=entry.get("required", False),
        least_value=entry.get("least", ""),
        most_value=entry.get("most", ""),
        notice_clause=cite(entry["notice"]) if "notice" in entry else None,
        printed=entry.get("printed", ""),
        minimum_bet_clause=cite(entry["minimum-bet"]) if "minimum-bet" in entry else None,
        greater_of_clause=cite(entry["greater-of"]) if "greater-of" in entry else None,
    )
    if "default" not in entry:
        return option
    default = read_filed_value(option, entry["default"])
    if default is None:
        raise file.refusal(place, f"default {entry['default']!r} is not a {kind}", "default")
    return replace(option, default=default)


def read_filed_value(option: FilingOption, given: object) -> FiledValue | None:
    """Return the filed value of an option, or None if it is of the wrong kind."""
    match option.kind:
        case OptionKind.CHOICE:
            return given if isinstance(given, str) and given in option.choices else None
        case OptionKind.FLAG:
            return given if isinstance(given, bool) else None
        case OptionKind.COUNT:
            return given if type(given) is int else None
        case OptionKind.TEXT:
            return given if isinstance(given, str) and given.strip() else None
        case OptionKind.MONEY:
            return _read_money(given)


def _read_money(given: object) -> Cents | None:
    try:
        return Cents.parse(given) if isinstance(given, str) else None
    except Malformed:
        return None


@dataclass(frozen=True)
class ConditionReader:
    """Reads conditions. Each names an option or a wager of the book, and one or several allowed values."""

    file: BookFile
    options: Mapping[str, FilingOption]
    wagers: Mapping[str, Wager]
    letters: Mapping[str, set[str]]
    choices: Mapping[str, Collection[str]]
    """The choices of every reading."""
    meters: Collection[str]
    """The names of all meters."""

    def read(self, entry: TomlTable, key: str) -> Condition:
        place = f"{entry.get('code') or entry.get('what') or entry.get('id')} {key}"
        return MappingProxyType({name: self._read_allowed(place, name, given) for name, given in entry.get(key, {}).items()})

    def _read_allowed(self, place: str, name: str, given: object) -> tuple[FiledValue, ...]:
        allowed = given if isinstance(given, list) else [given]
        read = [self._read_one(place, name, each) for each in allowed]
        if None in read or not read:
            raise self.file.refusal(place, f"{given!r} is not a possible value of {name}", "condition")
        return tuple(each for each in read if each is not None)

    def _read_one(self, place: str, name: str, given: object) -> FiledValue | None:
        """Read one allowed value of an option or a wager."""
        if name in self.options:
            return read_filed_value(self.options[name], given)
        known = {FILED: self.options, READING: self.choices, RESET: self.meters}
        prefix = next((each for each in (OFFERS, PAYTABLE, STAKE, FILED, RAISED, READING, RESET) if name.startswith(each)), "")
        asked = name.removeprefix(prefix)
        if not prefix or asked not in known.get(prefix, self.wagers):
            raise self.file.refusal(place, f"{name} is not an option, wager or reading of the book", "condition")
        if prefix in (STAKE, RESET):
            amount = _read_money(given)
            return str(amount) if amount else None
        if prefix == PAYTABLE:
            return given if isinstance(given, str) and given in self.letters.get(asked, ()) else None
        if prefix == READING:
            return given if isinstance(given, str) and given in self.choices[asked] else None
        return given if isinstance(given, bool) else None
