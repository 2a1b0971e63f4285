"""Which characters can be printed: those of the one typeface of all documents."""

from functools import cache
from typing import Final

TYPEFACE = "Libertinus Serif"
"""It comes with typst, so it is the same on every machine; `templates/style.typ` names it too."""

_ONE_TEXT = f'#set page(width: auto)\n#set text(font: "{TYPEFACE}", fallback: false)\n#sys.inputs.text'
_STRICT_STANDARD: Final = "a-2b"
"""PDF/A forbids text without glyphs, so typst refuses it; otherwise it prints empty boxes and says nothing."""


def missing_characters(text: str) -> tuple[str, ...]:
    """Return the characters of a text, or of the text in capitals, that cannot be printed."""
    unusual = sorted({character for character in text + text.upper() if not _is_plain(character)})
    return tuple(character for character in unusual if not _is_in_typeface(character))


def _is_plain(character: str) -> bool:
    return character.isascii() and character.isprintable()


@cache
def _is_in_typeface(character: str) -> bool:
    if not character.isprintable():
        return False
    import typst

    try:
        typst.compile(
            _ONE_TEXT.encode(),
            format="pdf",
            sys_inputs={"text": character},
            ignore_system_fonts=True,
            pdf_standards=[_STRICT_STANDARD],
        )
    except typst.TypstError:
        return False
    return True
