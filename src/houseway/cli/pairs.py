"""Options of commands that are pairs: a name, an equals sign and a value."""

from collections.abc import Iterable

from houseway.errors import Malformed


def parse_pairs(texts: Iterable[str], example: str, code: str) -> dict[str, str]:
    """Parse pairs such as the example. Each name may be given once."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise Malformed(f"{text!r} is not of the form {example!r}", code=code, given=text, allowed=example)
        if name in found:
            raise Malformed(f"{name} is given twice", code=code, given=text, allowed="each once")
        found[name] = value
    return found
