"""Methods of dealing and of finding the start that may not replace a failed one: they are not approved, or a wager needs
another method."""

from collections.abc import Mapping

from houseway.citation import Citation
from houseway.regulation.model import FiledValue
from houseway.submission import Rules

METHODS = ("table.dealing", "table.starting-position")
"""Options that name a method. Shuffling by hand instead of the filed method needs no approval."""


def barred_methods(rules: Rules) -> Mapping[str, tuple[Citation, ...]]:
    """Return the methods that this table may never change to, each with the clauses that forbid it."""
    found: dict[str, tuple[Citation, ...]] = {}
    for key in METHODS:
        option = rules.regulation.options.get(key)
        for method in option.choices if option else ():
            clauses = (*_unapproved_clauses(rules, key, method), *_wagers_needing_other_method(rules, key, method))
            if clauses:
                found[method] = clauses
    return found


def may_find_start_by(rules: Rules, method: str) -> bool:
    """Return whether the start may be found by a method: as filed, or in place of one that cannot be used (PG-80, PG-92)."""
    option = rules.regulation.options.get("table.starting-position")
    return option is not None and method in option.choices and method not in barred_methods(rules)


def _unapproved_clauses(rules: Rules, key: str, method: str) -> tuple[Citation, ...]:
    there = {approved.what for approved in rules.approvals}
    needed = (approval for approval in rules.regulation.approvals.values() if method in approval.when.get(key, ()))
    return tuple(approval.clause for approval in needed if approval.what not in there)


def _wagers_needing_other_method(rules: Rules, key: str, method: str) -> tuple[Citation, ...]:
    """Return offered wagers that need another method."""
    other = (each for each in rules.regulation.restrictions if key in each.needs and method not in each.needs[key])
    return tuple(each.clause for each in other if _is_wager_condition_met(rules, each.when))


def _is_wager_condition_met(rules: Rules, when: Mapping[str, tuple[FiledValue, ...]]) -> bool:
    """Return whether a condition is about offered wagers, with readings applied, and holds."""
    state: dict[str, FiledValue] = {f"offers.{wager}": True for wager in rules.offers}
    state |= {f"reading.{reading}": choice for reading, choice in rules.readings.items()}
    about = any(name.startswith("offers.") for name in when)
    return about and all(state.get(name) in allowed for name, allowed in when.items())
