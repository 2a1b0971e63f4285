"""Options of commands: amounts, and pairs of a name, an equals sign and a value."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from houseway.errors import Malformed

if TYPE_CHECKING:
    from houseway.money import Cents

_SHELL = (
    "in double quotes the shell takes $ and the digit after it for itself, so write the number without $, or in single quotes"
)


def parse_pairs(texts: Iterable[str], example: str, code: str) -> dict[str, str]:
    """Parse pairs such as the example. Each name may be given once."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            hint = f"; {_SHELL}" if name and equals else ""
            raise Malformed(f"{text!r} is not of the form {example!r}{hint}", code=code, given=text, allowed=example)
        if name in found:
            raise Malformed(f"{name} is given twice", code=code, given=text, allowed="each once")
        found[name] = value
    return found


def parse_amount(text: str) -> "Cents":
    """Parse an amount of money. One that may have lost digits to the shell (`$100` becomes `00`) is refused with a hint."""
    from houseway.money import Cents

    try:
        return Cents.parse(text)
    except Malformed as refusal:
        lost = not text.strip() or text.strip()[0] in "0,."
        hint = f"; {_SHELL}" if lost else ""
        raise Malformed(
            f"{refusal.message}{hint}", code=refusal.code, given=text, allowed=refusal.facts["allowed"]
        ) from refusal
