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
        ("account.read", {"floorperson", "auditor", "administrator"}),
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
    with pytest.raises(Malformed, match=r"no permission 'table\.fly'") as refusal:
        role_policy().allows(["administrator"], "table.fly")
    assert refusal.value.facts == {"given": "table.fly", "allowed": tuple(sorted(role_policy().permissions))}


def test_a_person_has_the_permissions_of_all_his_roles():
    both = role_policy().permissions_of(["player", "dealer"])
    assert both == role_policy().roles["player"] | role_policy().roles["dealer"]
    assert role_policy().allows(["player", "dealer"], "table.deal")
    assert role_policy().allows(["player", "dealer"], "table.play")


def test_a_role_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(Malformed) as refusal:
        role_policy().check_roles(["player", "owner"])
    assert (refusal.value.code, refusal.value.message) == ("role.role", "there is no role 'owner'")
    assert refusal.value.facts == {"given": "owner", "allowed": tuple(sorted(ROLES))}


def test_two_roles_that_one_person_may_not_have_are_both_named():
    with pytest.raises(NotAllowed) as refusal:
        role_policy().check_roles(["player", "dealer", "auditor"])
    assert refusal.value.message == "one person may not be auditor and dealer"
    assert refusal.value.facts == {"given": ("auditor", "dealer", "player"), "allowed": "auditor or dealer"}


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
    ("old", "new", "message", "code"),
    [
        ('watch = "a.do"', 'watch = "b.do"', "there is no permission 'b.do'", "role.permission"),
        ('permissions = ["a.do"]', 'permissions = ["b.do"]', "there is no permission 'b.do'", "role.permission"),
        ("permissions = []", "permissions = []\nall = true", "the role visitor must have permissions", "role.policy"),
        ("[roles.two]\npermissions = []", "[roles.two]\nall = 1", "the role two must have permissions", "role.policy"),
        ('from = ["two"]', 'from = ["three"]', "there is no role 'three'", "role.role"),
        ('role = "one"', 'role = "three"', "there is no role 'three'", "role.role"),
        ('role = "one"\n', "", "separate must have role, from", "role.policy"),
        (
            "[permissions]",
            "extra = 1\n[permissions]",
            "the policy must have permissions, capacities, visitor, roles, separate",
            "role.policy",
        ),
    ],
)
def test_a_policy_with_a_mistake_is_refused(old, new, message, code):
    assert old in POLICY
    with pytest.raises(Malformed) as refusal:
        parse_roles(POLICY.replace(old, new, 1))
    assert (refusal.value.message, refusal.value.code) == (message, code)


def test_a_mistake_is_shown_with_what_may_stand_there():
    with pytest.raises(Malformed) as refusal:
        parse_roles(POLICY.replace('role = "one"\n', ""))
    assert refusal.value.facts == {"given": ("from",), "allowed": ("role", "from")}


def test_a_policy_is_read_as_it_is_written():
    policy = parse_roles(POLICY)
    assert (policy.permissions, policy.capacities) == ({"a.do": "do a"}, {"watch": "a.do"})
    assert (policy.roles, policy.visitor) == ({"one": {"a.do"}, "two": frozenset()}, frozenset())
    assert policy.separate == {frozenset({"one", "two"})}
