"""Print on terminals and into files that lack some characters: suits become letters (`As Kd`), others their nearest sign."""

import codecs
import io
import sys

_NEAREST = {
    **dict(zip("♣♦♥♠♧♢♡♤", "cdhs" * 2, strict=True)),
    **dict(zip("→−—–·…×±√†“”‘’", ">---*.x~v+\"\"''", strict=True)),
    **dict.fromkeys("─━═", "-"),
    **dict.fromkeys("│┃║", "|"),
    **dict.fromkeys("╭╮╰╯├┤┬┴┼└┘┌┐", "+"),
}
"""One character for each, so that columns stay in line."""
_HANDLER = "houseway.nearest"


def _replace_by_nearest(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError), "it is used for output only"
    missing = error.object[error.start : error.end]
    return "".join(_NEAREST.get(character, "?") for character in missing), error.end


def decode_arguments() -> None:
    """Read arguments as UTF-8 where the locale knows ASCII only: somebody may have typed A♠."""
    sys.argv = [_as_utf8(word) for word in sys.argv]


def _as_utf8(word: str) -> str:
    if word.isprintable():
        return word
    try:
        return word.encode(errors="surrogateescape").decode()
    except UnicodeError:
        return word


def read_any_characters() -> None:
    """Read answers as UTF-8 where the locale knows ASCII only, and treat bytes that are not text as an invalid answer."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        is_ascii = codecs.lookup(sys.stdin.encoding).name == "ascii"
        sys.stdin.reconfigure(encoding="utf-8" if is_ascii else None, errors="replace")


def use_nearest_characters() -> None:
    """Let standard output and standard error replace what their encoding lacks, instead of failing."""
    codecs.register_error(_HANDLER, _replace_by_nearest)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)


def is_unicode_output() -> bool:
    """Return whether standard output can print every character."""
    return (sys.stdout.encoding or "").lower().startswith("utf")
