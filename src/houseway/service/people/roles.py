"""Service roles: which permissions each has, and which two one person may not have. All of it is data in `roles.toml`."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from houseway.errors import Malformed, NotAllowed

GUEST, PLAYER, DEALER, FLOORPERSON = "guest", "player", "dealer", "floorperson"
SURVEILLANCE, AUDITOR, ADMINISTRATOR = "surveillance", "auditor", "administrator"


@dataclass(frozen=True, slots=True)
class RolePolicy:
    """Roles, permissions and capacities as declared. Whatever is not declared is denied."""

    permissions: Mapping[str, str]
    """What each permission allows, in words."""
    capacities: Mapping[str, str]
    """The permission that each capacity at a table needs."""
    roles: Mapping[str, frozenset[str]]
    """The permissions of each role."""
    visitor: frozenset[str]
    """The permissions of somebody without a session."""
    separate: frozenset[frozenset[str]]
    """Pairs of roles that one person may not have."""

    def allows(self, roles: Iterable[str], permission: str) -> bool:
        """Return whether one of the roles has a permission. A permission that nobody has declared is a mistake, and raises."""
        if permission not in self.permissions:
            raise _unknown_error("permission", permission, self.permissions)
        return any(permission in self.roles.get(role, frozenset()) for role in roles)

    def permissions_of(self, roles: Iterable[str]) -> frozenset[str]:
        return frozenset().union(*(self.roles.get(role, frozenset()) for role in roles))

    def check_roles(self, roles: Iterable[str]) -> frozenset[str]:
        """Return the roles as a set, or refuse them: an unknown one, or two that one person may not have."""
        wanted = frozenset(roles)
        for role in sorted(wanted - self.roles.keys()):
            raise _unknown_error("role", role, self.roles)
        for pair in sorted(map(sorted, self.separate)):
            if wanted.issuperset(pair):
                one, other = pair
                raise NotAllowed(
                    f"one person may not be {one} and {other}",
                    code="role.separate",
                    given=tuple(sorted(wanted)),
                    allowed=f"{one} or {other}",
                )
        return wanted


def parse_roles(text: str) -> RolePolicy:
    """Parse a policy. A role, permission or key that is not declared raises."""
    content = tomllib.loads(text)
    _check_keys("the policy", content, ("permissions", "capacities", "visitor", "roles", "separate"))
    permissions = content["permissions"]
    roles = {name: _parse_role(name, role, permissions) for name, role in content["roles"].items()}
    for needed in content["capacities"].values():
        _check_known("permission", [needed], permissions)
    separate = frozenset(pair for entry in content["separate"] for pair in _parse_pairs(entry, roles))
    visitor = _parse_role("visitor", content["visitor"], permissions)
    return RolePolicy(permissions, content["capacities"], roles, visitor, separate)


def _parse_role(name: str, role: Mapping[str, Any], permissions: Mapping[str, str]) -> frozenset[str]:
    _check_keys(f"the role {name}", role, ("permissions",))
    _check_known("permission", role["permissions"], permissions)
    return frozenset(role["permissions"])


def _parse_pairs(entry: Mapping[str, Any], roles: Mapping[str, object]) -> Iterable[frozenset[str]]:
    _check_keys("separate", entry, ("role", "from"))
    _check_known("role", [entry["role"], *entry["from"]], roles)
    return [frozenset((entry["role"], other)) for other in entry["from"]]


def _check_keys(what: str, content: Mapping[str, object], keys: tuple[str, ...]) -> None:
    if set(content) != set(keys):
        raise Malformed(f"{what} must have {', '.join(keys)}", code="role.policy", given=tuple(content), allowed=keys)


def _check_known(what: str, names: Iterable[str], known: Mapping[str, object]) -> None:
    for name in names:
        if name not in known:
            raise _unknown_error(what, name, known)


def _unknown_error(what: str, name: str, known: Mapping[str, object]) -> Malformed:
    return Malformed(f"there is no {what} {name!r}", code=f"role.{what}", given=name, allowed=tuple(sorted(known)))


@cache
def role_policy() -> RolePolicy:
    """Return the policy that comes with the program."""
    return parse_roles((resources.files("houseway.service.people") / "roles.toml").read_text("utf-8"))


def why_role_stays(role: str, before: frozenset[str], *, granted: bool) -> str:
    """Say why a role is neither granted nor withdrawn, and what can be done."""
    if GUEST in (role, *before):
        return "guests have no other role; register the person with a log-in first"
    is_so = f"is {role} already" if granted else f"is not {role}"
    return f"nothing was changed: this person {is_so}; roles now: {', '.join(sorted(before)) or 'none'}"
