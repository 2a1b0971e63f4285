"""Values as a TOML file has them: facts of acts, and fields of a table's state, written so that they are read back as they were."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from houseway.cards import Card, parse_card
from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.files.toml_node import TomlNode, parse_cards, parse_numeral
from houseway.money import Cents

UNKNOWN = "unknown"
"""A fact that nobody knows: the order of physical cards."""
_MARKS: Mapping[str, Callable[[str], object]] = {"text": str, "money": Cents.parse, "fraction": Fraction, "clause": Citation}
"""Tables with one of these keys are a value of that kind: a text that would read as money or as cards, for example."""
_MARK_NAMES: Mapping[type, str] = {Cents: "money", Fraction: "fraction", Citation: "clause"}


def fact_form(fact: object) -> Any:
    """Return a fact of an act as TOML has it."""
    kind = type(fact)
    if fact is None:
        return UNKNOWN
    if kind in _MARK_NAMES and not str(fact).startswith("$"):
        return {_MARK_NAMES[kind]: str(fact)}
    if kind is Card or kind is Cents:
        return str(fact)
    if isinstance(fact, str):
        return {"text": str(fact)} if _reads_as_another(fact) else str(fact)
    if isinstance(fact, tuple | list):
        is_hand = len(fact) > 1 and {Card}.issuperset(map(type, fact)) and len({*fact}) == len(fact)
        return " ".join(map(str, fact)) if is_hand else [fact_form(part) for part in fact]
    if isinstance(fact, Mapping):
        return {str(key): fact_form(value) for key, value in fact.items()}
    return fact


def _reads_as_another(text: str) -> bool:
    try:
        return text == UNKNOWN or text.startswith("$") or parse_cards(text) is not None
    except Malformed:  # a card twice
        return True


def read_fact(node: TomlNode) -> object:
    """Read a fact of an act."""
    value = node.value
    if value == UNKNOWN:
        return None
    if isinstance(value, list):
        return tuple(map(read_fact, node.as_list()))
    if not isinstance(value, dict):
        return node.as_fact()
    if len(value) == 1 and (mark := next(iter(value))) in _MARKS:
        return _read_marked(mark, node.as_table()[mark])
    parts = node.as_table().items()
    return {key if (number := parse_numeral(key)) is None else number: read_fact(part) for key, part in parts}


def _read_marked(mark: str, node: TomlNode) -> object:
    try:
        return _MARKS[mark](node.as_text())
    except (ValueError, ZeroDivisionError):
        node.malformed(f"{node.value!r} is not a {mark}", mark)


def field_key(name: str) -> str:
    """Return the key of a field."""
    return name.replace("_", "-")


def state_form(value: object) -> Any:
    """Return a value of a state as TOML has it. Of a record only fields that differ from their defaults are written."""
    if is_dataclass(value) and not isinstance(value, Cents | type):
        return {
            field_key(each.name): state_form(there)
            for each in fields(value)
            if (there := getattr(value, each.name)) is not None and not _is_default(each, there)
        }
    if isinstance(value, tuple):
        is_hand = bool(value) and {Card}.issuperset(map(type, value))
        return " ".join(map(str, value)) if is_hand else [state_form(part) for part in value]
    if isinstance(value, frozenset):
        return sorted(map(state_form, value))
    if isinstance(value, Mapping):
        return {str(key): state_form(part) for key, part in value.items()}
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    return str(value) if isinstance(value, str | Card | Cents) else value


def _is_default(field: Any, value: object) -> bool:
    default = field.default_factory() if field.default_factory is not MISSING else field.default
    return bool(value == default)


@cache
def field_types(kind: type) -> Mapping[str, Any]:
    """Return the type of each field of a record, by key."""
    hints = get_type_hints(kind)
    return {field_key(each.name): hints[each.name] for each in fields(kind)}


def read_fields(kind: type, node: TomlNode) -> dict[str, object]:
    """Read some fields of a record, by name."""
    types = field_types(kind)
    return {key.replace("-", "_"): read_value(types[key], part) for key, part in node.as_table(*types).items()}


def read_value(kind: Any, node: TomlNode) -> Any:
    """Read a value of a type."""
    origin, parts = get_origin(kind), get_args(kind)
    if NoneType in parts:
        return read_value(next(part for part in parts if part is not NoneType), node)
    if origin is tuple:
        return _read_tuple(parts[0], node)
    if origin is frozenset:
        return frozenset(read_value(parts[0], part) for part in node.as_list())
    if origin is not None:  # a mapping
        return {key: read_value(parts[1], part) for key, part in node.as_table().items()}
    if kind in _READERS:
        return _READERS[kind](node)
    if issubclass(kind, StrEnum):
        return kind(node.as_text(*(each.value for each in kind)))
    return _read_record(kind, node)


def _read_tuple(kind: Any, node: TomlNode) -> tuple[Any, ...]:
    if kind is Card and node.value != []:
        return node.as_cards()
    return tuple(read_value(kind, part) for part in node.as_list())


def _read_record(kind: Any, node: TomlNode) -> Any:
    given = read_fields(kind, node)
    for each in fields(kind):
        if each.name not in given and each.default is MISSING and each.default_factory is MISSING:
            if NoneType not in get_args(field_types(kind)[field_key(each.name)]):
                node.malformed(f"{field_key(each.name)} is missing", field_key(each.name))
            given[each.name] = None
    return kind(**given)


def _read_citation(node: TomlNode) -> Citation:
    try:
        return Citation(node.as_text())
    except ValueError:
        node.malformed(f"{node.value!r} is not a citation", "a book and a clause, as in 'md.pai-gow-poker 6.B(1)'")


def _read_card(node: TomlNode) -> Card:
    try:
        return parse_card(node.as_text())
    except Malformed as refusal:
        node.malformed(refusal.message, "a card")


_READERS: Mapping[Any, Callable[[TomlNode], Any]] = {
    bool: TomlNode.as_flag,
    int: TomlNode.as_integer,
    str: TomlNode.as_text,
    Cents: TomlNode.as_money,
    Fraction: TomlNode.as_fraction,
    Citation: _read_citation,
    Card: _read_card,
}
