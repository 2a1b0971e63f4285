"""The name of a guest: the house offers one that no other guest has, and he may choose another while he sits nowhere."""

from collections.abc import Collection, Sequence
from itertools import count
from random import Random

from houseway.errors import NotAllowed
from houseway.service.people.person import Person

OFFERED = ("Ada", "Bea", "Cal", "Dov", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "May", "Ned", "Ora", "Pia")
"""Names for guests who have not chosen one."""


def offered_name(taken: Collection[str], choose: Random) -> str:
    """Return a name that nobody has who is here: one of the list, or one with a number once they are all given away."""
    free = [name for name in OFFERED if name not in taken]
    if free:
        return choose.choice(free)
    name = choose.choice(OFFERED)
    return next(numbered for number in count(2) if (numbered := f"{name} {number}") not in taken)


def check_may_choose_name(person: Person, tables: Sequence[str]) -> None:
    """Refuse somebody whose name is on record, and a guest who sits somewhere: the others at his table know him by his name."""
    if not person.guest:
        raise NotAllowed(
            "your name belongs to your account; an administrator changes it",
            code="person.registered",
            given="the name of an account",
            allowed="guests choose their names here",
        )
    if tables:
        raise NotAllowed(
            f"you sit at {', '.join(tables)}, where the others know you by your name; get up first, then choose another",
            code="person.seated",
            given=tuple(tables),
            allowed="while you sit at no table",
        )
