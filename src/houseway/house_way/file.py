"""Read the file of a house way strictly, and report all its defects at once, each with its line."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, TypeVar

from houseway.errors import Malformed, quote
from houseway.house_way.kinds import HandKind, find_impossible, kind_shape
from houseway.house_way.parser import PhraseError, parse_conditions, parse_front, split_words
from houseway.house_way.rules import AppliedRule, CircularRules, Rule, RulesByKind, apply_rules
from houseway.house_way.vocabulary import Condition, Conditions, Front, FrontAtLeast, FrontBeats
from houseway.input_files import MAX_FINDINGS, InvalidToml, parse_toml
from houseway.toml_lines import TomlLines
from houseway.values import ShortRepr, canonical_hash

Parsed = TypeVar("Parsed")

_FILE_KEYS = ("name", "title", "source", "unpublished", "decided", "rules")
_PROSE_KEYS = ("title", "source", "unpublished", "decided")
"""Keys that only people read. Every other key affects how hands are set."""
_RULE_KEYS = ("when", "unless", "front", "as")
_DECISION_KEYS = ("case", "decision")
_NAME_PATTERN = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, repr=False)
class Decision(ShortRepr):
    """A case that the published way leaves open, and how the file decides it."""

    case: str
    decision: str


@dataclass(frozen=True, repr=False)
class HouseWayContent(ShortRepr):
    """The content of a house-way file."""

    name: str
    title: str
    source: str
    unpublished: tuple[str, ...]
    """What the source does not say."""
    decisions: tuple[Decision, ...]
    """Cases that the published way leaves open, and how this file decides them."""
    rules: RulesByKind
    """The rules as written, by kind."""
    applied_rules: Mapping[HandKind, tuple[AppliedRule, ...]]
    """The rules as they apply to each kind, with every `as` followed."""


@dataclass
class DefectCollector:
    """Collects the defects of a file."""

    place: str
    found: list[Malformed] = field(default_factory=list)
    unlisted: int = 0
    """Number of defects that are counted and not listed, because there are too many."""

    @property
    def is_full(self) -> bool:
        return len(self.found) >= MAX_FINDINGS

    def add(self, line: int, code: str, reason: str, given: object, allowed: object) -> None:
        if self.is_full:
            self.unlisted += 1
            return
        where = f"{self.place}:{line}"
        says = f"{where}: {reason}"
        self.found.append(Malformed(says, code=f"house-way.{code}", place=where, given=given, allowed=allowed))

    def raise_if_any(self) -> None:
        """Raise the defect if there is one, or a summary if there are several."""
        once = {defect.message: defect for defect in self.found}
        if not once:
            return
        if len(once) == 1:
            raise self.found[0]
        more = (f"and {self.unlisted:,} more",) if self.unlisted else ()
        raise Malformed(
            f"the house way has {len(once) + self.unlisted:,} defects:\n" + "\n".join((*once, *more)),
            code="house-way.defects",
            place=self.place,
            defects=tuple(once),
            codes=tuple(defect.code for defect in once.values()),
        )


def read_content(text: str, place: str) -> HouseWayContent:
    """Read the text of a file, or raise with all its defects."""
    defects = DefectCollector(place)
    try:
        table = parse_toml(text)
    except InvalidToml as error:
        defects.add(_error_line(error), "toml", f"is not TOML: {error}", str(error), "TOML")
        defects.raise_if_any()
    reader = _HouseWayReader(table, TomlLines(text), defects)
    content = reader.read()
    defects.raise_if_any()
    return content


def effective_hash(text: str) -> str:
    """Hash the name and the rules of a valid file, without comments, layout or keys that only people read."""
    return canonical_hash({key: _normalize_spaces(value) for key, value in parse_toml(text).items() if key not in _PROSE_KEYS})


def _normalize_spaces(value: object) -> object:
    """Return the value with the words of every phrase one space apart."""
    if isinstance(value, dict):
        return {key: _normalize_spaces(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_normalize_spaces(part) for part in value]
    return " ".join(split_words(value)) if isinstance(value, str) else value


def _error_line(error: InvalidToml) -> int:
    found = re.search(r"at line (\d+)", str(error))
    return int(found[1]) if found else 1


class _HouseWayReader:
    """Reads one file; collects defects and continues."""

    def __init__(self, table: dict[str, Any], lines: TomlLines, defects: DefectCollector) -> None:
        self.table = table
        self.lines = lines
        self.defects = defects

    def _line_of(self, place: str) -> int:
        return self.lines.line_of(place) or 1

    def read(self) -> HouseWayContent:
        self._check_keys(self.table, _FILE_KEYS, 1, "the file", self._line_of)
        name = self._read_text("name")
        if name and not _NAME_PATTERN.fullmatch(name):
            says = f"{name!r} cannot be a name; use lower-case letters, digits and hyphens"
            self.defects.add(self._line_of("name"), "name", says, name, "lower-case letters, digits and hyphens")
        rules = self._read_rules()
        return HouseWayContent(
            name=name,
            title=self._read_text("title"),
            source=self._read_text("source"),
            unpublished=self._read_texts("unpublished"),
            decisions=self._read_decisions(),
            rules=rules,
            applied_rules=self._apply_rules(rules),
        )

    # The head

    def _check_keys(
        self, table: dict[str, Any], allowed: tuple[str, ...], line: int, what: str, at: Callable[[str], int] | None = None
    ) -> None:
        for key in table:
            if key not in allowed:
                near = "" if self.defects.is_full else _suggestion(key, allowed)
                says = f"{key!r} is not a key of {what}{near}; the keys are {', '.join(allowed)}"
                self.defects.add(at(key) if at else line, "key", says, key, allowed)

    def _read_text(self, key: str) -> str:
        value = self.table.get(key)
        if isinstance(value, str) and value.strip():
            return value
        self._report_wrong_value(key, value, "a non-empty text")
        return ""

    def _read_texts(self, key: str) -> tuple[str, ...]:
        value = self.table.get(key)
        if isinstance(value, list) and all(isinstance(text, str) and text.strip() for text in value):
            return tuple(value)
        self._report_wrong_value(key, value, "a list of texts, [] if there are none")
        return ()

    def _read_decisions(self) -> tuple[Decision, ...]:
        value = self.table.get("decided")
        if isinstance(value, list) and all(_is_decision(entry) for entry in value):
            return tuple(Decision(entry["case"], entry["decision"]) for entry in value)
        self._report_wrong_value("decided", value, "a list of { case = text, decision = text }, [] if there are none")
        return ()

    def _report_wrong_value(self, key: str, value: object, allowed: str) -> None:
        if key in self.table:
            self.defects.add(self._line_of(key), "type", f"{key} is {quote(value)}; it must be {allowed}", str(value), allowed)
        else:
            self.defects.add(1, "missing", f"{key} is missing; it must be {allowed}", "nothing", allowed)

    # The rules

    def _read_rules(self) -> RulesByKind:
        table = self.table.get("rules")
        if not isinstance(table, dict):
            self._report_wrong_value("rules", table, "a table with a list of rules for each kind")
            return {}
        self._check_kinds(table)
        return {kind: tuple(self._read_rule_list(kind, table[kind])) for kind in HandKind if kind in table}

    def _check_kinds(self, table: dict[str, Any]) -> None:
        kinds = tuple(kind.value for kind in HandKind)
        for key in table:
            if key not in kinds:
                near = "" if self.defects.is_full else _suggestion(key, kinds)
                says = f"there is no kind of hand {key!r}{near}; the kinds are {', '.join(kinds)}"
                self.defects.add(self._line_of(f"rules.{key}.1"), "kind", says, key, kinds)
        missing = [kind for kind in kinds if kind not in table]
        if missing:
            says = f"{', '.join(missing)}: there are no rules for such hands; give each kind a list of rules"
            self.defects.add(self._line_of("rules"), "missing", says, "nothing", missing)

    def _read_rule_list(self, kind: HandKind, value: object) -> Iterator[Rule]:
        line = self._line_of(f"rules.{kind}.1")
        if not isinstance(value, list):
            self.defects.add(
                line, "type", f"{kind} is {quote(value)}; it must be a list of rules", str(value), "a list of tables"
            )
        elif not value:
            self.defects.add(line, "empty", f"{kind} has no rules", "[]", "at least one rule")
        else:
            for number, entry in enumerate(value, start=1):
                rule = self._read_rule(kind, number, entry)
                if rule is not None:
                    yield rule

    def _read_rule(self, kind: HandKind, number: int, entry: object) -> Rule | None:
        line = self._line_of(f"rules.{kind}.{number}")
        if not isinstance(entry, dict):
            says = f'rule {number} of {kind} is {quote(entry)}; it must be a table such as {{ front = "pair" }}'
            self.defects.add(line, "type", says, str(entry), "a table")
            return None
        before = len(self.defects.found)
        self._check_keys(entry, _RULE_KEYS, line, "a rule")
        for key in [key for key in _RULE_KEYS if key in entry and not isinstance(entry[key], str)]:
            self.defects.add(line, "type", f"{key} is {quote(entry[key])}; it must be a text", str(entry[key]), "a text")
        if ("front" in entry) == ("as" in entry):
            says = f"rule {number} of {kind} needs either 'front' (the low hand) or 'as' (another kind's rules)"
            self.defects.add(line, "front-or-as", says, ", ".join(entry) or "nothing", "exactly one of front and as")
        if len(self.defects.found) > before:
            return None
        return self._read_rule_phrases(kind, number, line, entry)

    def _read_rule_phrases(self, kind: HandKind, number: int, line: int, entry: dict[str, str]) -> Rule | None:
        when = self._read_phrase(line, entry.get("when"), parse_conditions)
        unless = self._read_phrase(line, entry.get("unless"), parse_conditions)
        front = self._read_phrase(line, entry.get("front"), parse_front)
        follows = self._read_followed_kind(line, entry["as"]) if "as" in entry else None
        if front is None and follows is None:
            return None
        if follows is not None and any(
            isinstance(part, FrontAtLeast | FrontBeats) for part in (*(when or ()), *(unless or ()))
        ):
            says = "a rule with 'as' has no front of its own to test; move the condition to the rules that it follows"
            self.defects.add(
                line, "front-or-as", says, entry.get("when", entry.get("unless", "")), "conditions on the seven cards"
            )
        return Rule(kind, number, line, when or (), unless or (), front, follows)

    def _read_phrase(self, line: int, phrase: str | None, parse: Callable[[str], Parsed]) -> Parsed | None:
        if phrase is None:
            return None
        try:
            return parse(phrase)
        except PhraseError as error:
            self.defects.add(line, "word", error.reason, error.word or phrase, error.expected)
            return None

    def _read_followed_kind(self, line: int, name: str) -> HandKind | None:
        if name in list(HandKind):
            return HandKind(name)
        kinds = tuple(kind.value for kind in HandKind)
        says = f"as {name!r}: there is no such kind of hand{_suggestion(name, kinds)}; the kinds are {', '.join(kinds)}"
        self.defects.add(line, "kind", says, name, kinds)
        return None

    def _apply_rules(self, rules: RulesByKind) -> dict[HandKind, tuple[AppliedRule, ...]]:
        if self.defects.found:
            return {}
        try:
            applied = apply_rules(rules)
        except CircularRules as circle:
            kinds = " as ".join(rule.kind for rule in circle.rules)
            says = f"{kinds} as {circle.rules[-1].follows} is circular; one of these rules needs a front"
            self.defects.add(circle.rules[-1].line, "circle", says, kinds, "a chain that ends in a front")
            return {}
        for found in applied.values():
            for rule in found:
                self._check_possible(rule)
        return applied

    def _check_possible(self, rule: AppliedRule) -> None:
        phrases: list[Front | Condition] = [rule.front]
        for part in rule.chain:
            phrases += _as_phrases(part.when) + _as_phrases(part.unless)
        for phrase in phrases:
            named = find_impossible(rule.kind, phrase)
            if named is not None:
                has = kind_shape(rule.kind)
                groups = ", ".join(sorted(has.groups)) or "no pair or better"
                says = f"{str(phrase)!r} needs {named}, which no {rule.kind} hand has; such a hand has {groups}"
                says += f" and at most {has.others} others"
                self.defects.add(rule.chain[0].line, "never", says, str(phrase), sorted(has.groups))


def _as_phrases(conditions: Conditions) -> list[Front | Condition]:
    return list(conditions)


def _is_decision(entry: object) -> bool:
    if not isinstance(entry, dict) or set(entry) != set(_DECISION_KEYS):
        return False
    return all(isinstance(value, str) and value.strip() for value in entry.values())


def _suggestion(word: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(word, known, n=2, cutoff=0.6)
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
