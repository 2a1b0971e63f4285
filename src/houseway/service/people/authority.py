"""The one place that decides who may do what, for REST and for sockets alike.

A person has permissions through his roles and no others. Two duties are separated at every table: somebody who plays there
neither deals nor rules there.
"""

from functools import lru_cache

from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Role
from houseway.service.people.person import Person
from houseway.service.people.roles import SURVEILLANCE, role_policy
from houseway.spelling import list_things
from houseway.table import Table

WATCHER = Actor(Role.PLAYER)
"""A player without name and seat: he sees what the public sees, and may do nothing."""
_STAFF_ROLES = {"dealer": Role.DEALER, "floor": Role.FLOOR}


def is_allowed(person: Person | None, permission: str) -> bool:
    """Return whether a person has a permission. Somebody without a session has those of a visitor."""
    if _do_roles_allow(person.roles if person else frozenset(), permission):
        return True
    return person is None and permission in role_policy().visitor


@lru_cache(maxsize=1_024)
def _do_roles_allow(roles: frozenset[str], permission: str) -> bool:
    """Return whether one of the roles has a permission. Cached, because it is asked for every viewer after every turn."""
    return role_policy().allows(roles, permission)


def authorize(person: Person | None, permission: str, table: str = "") -> None:
    """Refuse somebody who does not have a permission."""
    if not is_allowed(person, permission):
        policy = role_policy()
        needed = tuple(sorted(role for role, held in policy.roles.items() if permission in held))
        what = policy.permissions[permission].partition(":")[0].partition(";")[0]
        raise NotAllowed(
            f"you may not {what}{f' ({table})' if table else ''}: {_who_may(needed)}",
            code="authority.denied",
            given=permission,
            allowed=needed,
        )


def _who_may(roles: tuple[str, ...]) -> str:
    """Say who may do something, and what somebody can do who may not."""
    if not roles:
        return "nobody may"
    named = (role if role == SURVEILLANCE else f"{_article(role)} {role}" for role in roles)
    return f"that is for {list_things(named, 'or')}; ask one, or sign in as one"


def _article(noun: str) -> str:
    return "an" if noun[0] in "aeiou" else "a"


def actor_at(person: Person | None, table: Table, capacity: str) -> Actor:
    """Return as whom a person acts at a table in a capacity, or refuse it."""
    permission = role_policy().capacities.get(capacity)
    if permission is None:
        allowed = tuple(role_policy().capacities)
        raise Malformed(f"nobody can be at a table as {capacity!r}", code="authority.capacity", given=capacity, allowed=allowed)
    authorize(person, permission, table.id)
    assert person is not None, "nobody has a permission without being somebody"
    if capacity == "watch":
        return WATCHER
    if capacity == "player":
        return Actor(_playing_role(table, person.id), person.id)
    actor = Actor(_STAFF_ROLES[capacity], person.id)
    check_duties(table, actor)
    return actor


def check_duties(table: Table | None, actor: Actor) -> None:
    """Refuse a dealer or a floorperson who plays at the table. The table asks again when the command's turn has come."""
    if table is not None and actor.role in _STAFF_ROLES.values() and takes_part(table, actor.name):
        raise NotAllowed(
            f"you play at {table.id}, so you may not act there as {actor.role}; leave the table first, or have a colleague do it",
            code="authority.plays-here",
            given=actor.role.value,
            allowed="player, or leave the table first",
        )


def takes_part(table: Table, person: str) -> bool:
    """Return whether somebody plays at a table: he has a seat, or chips there that he has not fetched."""
    return bool(table.positions_of(person)) or bool(table.chips(person))


def _playing_role(table: Table, person: str) -> Role:
    """The player who banks the round acts as the bank."""
    return Role.BANK if table.game.bank.position(table.round) in table.positions_of(person) else Role.PLAYER
