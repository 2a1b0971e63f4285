"""A person as the service knows one: an opaque id, a name to show, and roles."""

import base64
import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from secrets import token_bytes

from houseway.errors import Malformed

_ID_BYTES = 10
_ID_LETTERS = 10
PERSON_ID = re.compile(r"p-[a-z2-7]{10}")
LONGEST_NAME = 40
"""Characters of a name that is shown."""
_UNSHOWN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"))
"""Unicode categories that a name may not contain: control, formatting, unassigned, line breaks, and spaces but the plain one."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that look like nothing."""
_COMBINING = frozenset(("Mn", "Me"))
_MOST_COMBINING = 2
"""Marks on one letter. More of them cover the lines above and below."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a session, or a program player. Streams hold the id only."""

    id: str
    name: str
    roles: frozenset[str]
    guest: bool = False
    program: bool = False

    def __repr__(self) -> str:
        return f"Person({self.id})"  # names do not belong in logs


THE_HOUSE_NAME, ERASED_NAME = "the house", "former player"
RESERVED_NAMES = frozenset((THE_HOUSE_NAME, ERASED_NAME, "house", "croupier", "floorperson", "system"))
"""Names under which the house itself acts or speaks."""
_PROGRAM_MARK = "(program)"
"""Ends the names of program players."""
THE_HOUSE = Person("house", THE_HOUSE_NAME, frozenset(("administrator",)), program=True)
"""The program itself, and whoever stands at its console. Nobody can log in as it: its id is not one of a person."""


def new_person_id() -> str:
    letters = base64.b32encode(token_bytes(_ID_BYTES)).decode().lower()
    return f"p-{letters[:_ID_LETTERS]}"


def comparable_name(name: str) -> str:
    """Return what people would take for the same name: without case, spaces, signs and accents, and with one form of a letter."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in plain if letter.isalnum()).casefold()


def check_name(name: str, is_program: bool = False, taken: Collection[str] = ()) -> str:
    """Return a name in its normal form without spaces around it, or refuse it. The refusal does not repeat it. Nobody else may have
    a taken name, or one that looks the same."""
    shown = re.sub(" +", " ", unicodedata.normalize("NFC", name[: LONGEST_NAME * 4])).strip(" ")
    why = (
        _why_unfit(shown) if len(name) <= LONGEST_NAME * 4 else f"that name is too long: {LONGEST_NAME} characters are the most"
    )
    if not why and not is_program and comparable_name(shown).endswith(comparable_name(_PROGRAM_MARK)) and "(" in shown:
        why = "only program players have such a name; choose another"
    if not why and comparable_name(shown) in map(comparable_name, taken):
        why = "somebody who works here has that name; choose another"
    if why:
        allowed = f"1 to {LONGEST_NAME} characters that can be seen, on one line; no name of the staff"
        raise Malformed(why, code="person.name", given="a name", allowed=allowed)
    return shown


_RESERVED = frozenset(map(comparable_name, RESERVED_NAMES))


def _why_unfit(name: str) -> str:
    if not name:
        return "type a name"
    if len(name) > LONGEST_NAME:
        return f"that name is too long: {LONGEST_NAME} characters are the most"
    if any(unicodedata.category(letter) in _UNSHOWN or letter in _BLANK for letter in name.replace(" ", "")):
        return "names can't contain hidden characters"
    if PERSON_ID.search(name.casefold()) or comparable_name(name) in _RESERVED:
        return "only the house may use that name; choose another"
    return "" if _is_bare_enough(name) else "that name cannot be read: a letter has too many marks"


def _is_bare_enough(name: str) -> bool:
    marks = 0
    for letter in name:
        marks = marks + 1 if unicodedata.category(letter) in _COMBINING else 0
        if marks > _MOST_COMBINING:
            return False
    return not unicodedata.combining(name[0])
