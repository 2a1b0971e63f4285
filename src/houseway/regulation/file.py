"""The files of a rule book, read strictly: errors name the file, the place and the reason."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import TypeVar, cast

from houseway.errors import HousewayError, Malformed
from houseway.input_files import InvalidToml, parse_toml, read_text_file
from houseway.money import Cents, parse_pay
from houseway.regulation.model import UseLimit, Value
from houseway.regulation.shapes import DistinctTexts, Shape, TomlTable

ValueKind = TypeVar("ValueKind")
Given = TypeVar("Given", str, TomlTable)


class BookFile:
    """One file of a rule book, and refusals that name it."""

    def __init__(self, path: Path, optional: bool = False, content: TomlTable | None = None) -> None:
        """Read a file, unless its content is given."""
        self.path, self.content = path, content or cast(TomlTable, {})
        if content is not None or (optional and not path.exists()):
            return
        try:
            self.content = parse_toml(read_text_file(path, "book.file"))
        except Malformed as error:
            raise self.refusal("the file", f"cannot be read: {error.facts['reason']}", "file") from error
        except InvalidToml as error:
            raise self.refusal("the file", f"is not TOML: {error}", "toml") from error
        self._check_plain(self.content, "")

    def refusal(self, place: str, reason: str, code: str) -> Malformed:
        return Malformed(
            f"{self.path.parent.name}/{self.path.name}: {place}: {reason}",
            code=f"book.{code}",
            file=self.path.name,
            place=place,
            reason=reason,
        )

    def check_table(self, table: TomlTable, place: str, shape: Shape) -> TomlTable:
        """Check that a table has exactly the keys and types of its shape."""
        kinds = {**shape.required, **shape.optional}
        for key in shape.required:
            if key not in table:
                raise self.refusal(place, f"{key} is missing", "missing-key")
        for key, value in table.items():
            if key not in kinds:
                raise self.refusal(place, f"{key} is not a key here; the keys are {', '.join(kinds)}", "unknown-key")
            self._check_type(place, key, value, kinds[key])
        return table

    def _check_type(self, place: str, key: str, value: object, kind: type) -> None:
        if kind is not object and type(value) is not (list if kind is DistinctTexts else kind):
            raise self.refusal(place, f"{key} is {value!r}, which is not of type {kind.__name__}", "wrong-type")
        if isinstance(value, list | dict) and not value and key != "when":
            raise self.refusal(place, f"{key} is empty; leave it out or fill it in", "empty")
        if kind is DistinctTexts and isinstance(value, list):
            for text in value:
                self._check_type(place, key, text, str)
            self.refuse_repeats(f"{place} {key} {text}" for text in value)

    def read_entries(self, name: str, shape: Shape, *identity: str) -> list[TomlTable]:
        """Return the entries of an array of tables. Messages name an entry by what identifies it."""
        found = []
        array = self.content.get(name, [])
        if not isinstance(array, list):
            raise self.refusal("the file", f"{name} is {array!r}, which is not a list", "wrong-type")
        for number, entry in enumerate(array, start=1):
            if not isinstance(entry, dict):
                raise self.refusal(f"{name} {number}", f"is {entry!r}, not a table", "wrong-type")
            names = [str(entry[key]) for key in identity if key in entry]
            found.append(self.check_table(entry, " ".join([name, *(names or [str(number)])]), shape))
        return found

    def refuse_other_keys(self, *names: str) -> None:
        """Refuse a top-level key that is not one of these."""
        for name in self.content:
            if name not in names:
                raise self.refusal("the file", f"{name} is not a key here; the keys are {', '.join(names)}", "unknown-key")

    def refuse_repeats(self, places: Iterable[str]) -> None:
        """Refuse repetitions."""
        for place, times in Counter(places).items():
            if times > 1:
                raise self.refusal(place, f"occurs {times} times", "doubled")

    def read_word(self, place: str, key: str, kinds: Callable[[str], ValueKind], given: str) -> ValueKind:
        """Read a word of a closed list."""
        try:
            return kinds(given)
        except ValueError as error:
            raise self.refusal(place, f"{key} {given!r} is unknown", key) from error

    def read_value(self, place: str, value: object) -> Value:
        """Read what a clause sets, with its unit."""
        if type(value) is int:
            return value
        if isinstance(value, list) and value:
            return tuple(self.read_value(place, part) for part in value)
        if isinstance(value, str):
            for form, read in _VALUE_PATTERNS:
                if form.fullmatch(value):
                    return self.parse_text(place, read, value, "value")
        raise self.refusal(place, f"{value!r} is not a value: a whole number, money, a share, hours, odds or a name", "value")

    def parse_text(self, place: str, read: Callable[[Given], ValueKind], text: Given, code: str) -> ValueKind:
        """Parse a text or a table, or refuse it with its place."""
        try:
            return read(text)
        except (HousewayError, ValueError) as error:
            raise self.refusal(place, str(error), code) from error

    def _check_plain(self, value: object, place: str) -> None:
        """Refuse floats, negative numbers and empty texts, except that the worth of a reading may be empty."""
        if isinstance(value, float):
            raise self.refusal(place, f"{value} is a float; write a whole number, or a text with its unit", "float")
        if isinstance(value, int) and value < 0:
            raise self.refusal(place, f"{value} is negative", "negative")
        if isinstance(value, str) and (not value or value != value.strip()) and not place.endswith(".worth"):
            raise self.refusal(place, f"{value!r} is empty, or begins or ends with a blank", "empty")
        parts = value.items() if isinstance(value, dict) else enumerate(value, start=1) if isinstance(value, list) else ()
        for key, part in parts:
            self._check_plain(part, f"{place}.{key}".lstrip("."))


_VALUE_PATTERNS: tuple[tuple[re.Pattern[str], Callable[[str], Value]], ...] = (
    (re.compile(r"\$[\d,.]+"), Cents.parse),
    (re.compile(r"\d+(?:\.\d+)?%"), lambda text: Fraction(text[:-1]) / 100),
    (re.compile(r"\d+ hours"), lambda text: UseLimit(int(text.split()[0]))),
    (re.compile(r"\d+ (?:to|for) \d+"), parse_pay),
    (re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*"), str),
)
