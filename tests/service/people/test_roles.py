"""Roles and permissions are data, and what is not declared is denied."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.errors import Malformed, NotAllowed
from houseway.service.people.roles import parse_roles, role_policy

ROLES = ("guest", "player", "dealer", "floorperson", "surveillance", "auditor", "administrator")
POLICY = """
[permissions]
"a.do" = "do a"
[capacities]
watch = "a.do"
[visitor]
permissions = []
[roles.one]
permissions = ["a.do"]
[roles.two]
permissions = []
[[separate]]
role = "one"
from = ["two"]
"""


def test_every_role_of_the_service_is_declared():
    assert tuple(role_policy().roles) == ROLES
    assert set(role_policy().capacities) == {"watch", "player", "dealer", "floor"}


def test_every_permission_is_somebodys():
    held = frozenset().union(*role_policy().roles.values())
    assert held == role_policy().permissions.keys()


def test_no_role_may_do_everything():
    for role, held in role_policy().roles.items():
        assert held < role_policy().permissions.keys(), role


@pytest.mark.parametrize(
    ("permission", "roles"),
    [
        ("table.play", {"guest", "player"}),
        ("table.deal", {"dealer"}),
        ("table.rule", {"floorperson"}),
        ("people.manage", {"administrator"}),
        ("house.administer", {"administrator"}),
        ("account.manage", {"floorperson"}),
        ("round.read-sealed", {"surveillance", "auditor"}),
        ("audit.read", {"auditor", "administrator"}),
    ],
)
def test_only_these_roles_have_a_permission(permission, roles):
    assert {role for role in ROLES if role_policy().allows([role], permission)} == roles


def test_a_role_that_nobody_declared_has_no_permission():
    assert not role_policy().allows(["owner"], "table.watch")
    assert role_policy().permissions_of(["owner"]) == frozenset()


def test_a_permission_that_nobody_declared_is_a_mistake():
    with pytest.raises(Malformed, match=r"no permission 'table\.fly'"):
        role_policy().allows(["administrator"], "table.fly")


@given(st.sets(st.sampled_from(ROLES)))
def test_roles_that_must_be_separate_are_refused_together(roles):
    checks = roles & {"auditor", "surveillance"}
    works = roles & {"player", "dealer", "floorperson"}
    apart = (checks and works) or ("guest" in roles and len(roles) > 1) or {"auditor", "administrator"} <= roles
    if apart:
        with pytest.raises(NotAllowed) as refusal:
            role_policy().check_roles(roles)
        assert refusal.value.code == "role.separate"
    else:
        assert role_policy().check_roles(roles) == roles


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('watch = "a.do"', 'watch = "b.do"'),
        ('permissions = ["a.do"]', 'permissions = ["b.do"]'),
        ("permissions = []", "permissions = []\nall = true"),
        ('from = ["two"]', 'from = ["three"]'),
        ('role = "one"', 'role = "three"'),
        ("[permissions]", "extra = 1\n[permissions]"),
    ],
)
def test_a_policy_with_a_mistake_is_refused(old, new):
    assert old in POLICY
    assert parse_roles(POLICY).roles["one"] == {"a.do"}
    with pytest.raises(Malformed):
        parse_roles(POLICY.replace(old, new, 1))
