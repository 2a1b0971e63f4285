"""Frozen values as JSON and back: for snapshots, which are written and read by one and the same version of the program.

States are made of dataclasses, named tuples, enumerations, cards, money, fractions, citations, bytes and containers of them. Each
class is stored under its own name. A class that is not declared raises, and nothing is pickled.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from houseway.cards import Card, parse_card
from houseway.citation import Citation
from houseway.errors import Corrupted
from houseway.money import Cents

_PLAIN = (str, int, bool, type(None))


class PlainValues:
    """Encodes and decodes values of declared classes. `given` are values that are not stored: whoever decodes has them."""

    def __init__(self, classes: Iterable[type], given: Mapping[str, type] = MappingProxyType({})) -> None:
        self._classes = {each.__name__: each for each in classes}
        self._given = given

    def encode(self, value: Any) -> Any:
        kind = type(value)
        if kind in _PLAIN:
            return value
        if _is_chain(value):
            return self._encode_chain(value)
        if kind is tuple or kind is list:
            return [self.encode(part) for part in value]
        for name, given in self._given.items():
            if kind is given:
                return {"given": name}
        simple = _SIMPLE.get(kind)
        if simple is not None:
            return {simple[0]: simple[1](value)}
        return self._encode_structure(value, kind)

    def _encode_chain(self, value: Any) -> Any:
        """Encode a chain of pairs, each a part and the chain before it, as a list: a ledger has long ones."""
        parts = []
        while _is_chain(value):
            parts.append(self.encode(value[0]))
            value = value[1]
        return {"chain": [parts, self.encode(value)]}

    def _decode_chain(self, parts: list[Any], end: Any, given: Mapping[str, Any]) -> Any:
        value = self.decode(end, given)
        for part in reversed(parts):
            value = (self.decode(part, given), value)
        return value

    def _encode_structure(self, value: Any, kind: type) -> Any:
        if isinstance(value, Mapping):
            return {"map": [[self.encode(key), self.encode(part)] for key, part in value.items()]}
        if kind is frozenset:
            return {"set": sorted((self.encode(part) for part in value), key=repr)}
        if self._classes.get(kind.__name__) is not kind:
            raise Corrupted(f"{kind.__name__} is not declared as a part of a state", code="snapshot.class", given=kind.__name__)
        if isinstance(value, Enum):
            return {"enum": [kind.__name__, value.value]}
        if isinstance(value, tuple):
            return {"tuple": [kind.__name__, [self.encode(part) for part in value]]}
        parts = {field.name: self.encode(getattr(value, field.name)) for field in fields(value)}
        return {"class": [kind.__name__, parts]}

    def decode(self, content: Any, given: Mapping[str, Any]) -> Any:
        """Decode what `encode` returned."""
        if isinstance(content, list):
            return tuple(self.decode(part, given) for part in content)
        if not isinstance(content, dict):
            return content
        ((mark, inner),) = content.items()
        return _FROM_SIMPLE[mark](inner) if mark in _FROM_SIMPLE else self._decode_structure(mark, inner, given)

    def _decode_structure(self, mark: str, inner: Any, given: Mapping[str, Any]) -> Any:
        match mark:
            case "given":
                return given[inner]
            case "chain":
                return self._decode_chain(inner[0], inner[1], given)
            case "map":
                return {self.decode(key, given): self.decode(part, given) for key, part in inner}
            case "set":
                return frozenset(self.decode(part, given) for part in inner)
            case "enum":
                return self._classes[inner[0]](inner[1])
            case "tuple":
                return self._classes[inner[0]](*(self.decode(part, given) for part in inner[1]))
            case "class":
                return self._classes[inner[0]](**{name: self.decode(part, given) for name, part in inner[1].items()})
        raise Corrupted(f"{mark!r} is not a mark of a snapshot", code="snapshot.mark", given=mark)


_SIMPLE: Mapping[type, tuple[str, Callable[[Any], object]]] = {
    Card: ("card", str),
    Cents: ("cents", lambda value: value.amount),
    Fraction: ("fraction", str),
    Citation: ("clause", str),
    bytes: ("bytes", bytes.hex),
}
_FROM_SIMPLE: Mapping[str, Callable[[Any], object]] = {
    "card": parse_card,
    "cents": Cents,
    "fraction": Fraction,
    "clause": Citation,
    "bytes": bytes.fromhex,
}


def _is_chain(value: object) -> bool:
    return type(value) is tuple and len(value) == 2 and type(value[1]) is tuple


def is_storable_class(kind: object) -> bool:
    """Return whether a class is of a kind that states are made of."""
    return isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, Enum) or hasattr(kind, "_fields"))
