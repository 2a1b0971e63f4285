"""Rules as written, and as they apply to a kind of hand when every `as` is followed."""

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.house_way.kinds import HandKind
from houseway.house_way.vocabulary import Conditions, Front, print_conditions
from houseway.values import ShortRepr


@dataclass(frozen=True, repr=False)
class Rule(ShortRepr):
    """One rule as written in the file: with its own front, or with the rules of another kind."""

    kind: HandKind
    number: int
    line: int
    when: Conditions = ()
    unless: Conditions = ()
    front: Front | None = None
    follows: HandKind | None = None

    @property
    def id(self) -> str:
        return f"{self.kind} {self.number}"

    @property
    def phrase(self) -> str:
        """Return the rule as a phrase: `when high pair is J or better: low pair in front`."""
        clauses = [f"when {print_conditions(self.when)}"] if self.when else []
        clauses += [f"unless {print_conditions(self.unless)}"] if self.unless else []
        does = f"{self.front} in front" if self.follows is None else f"as {self.follows}"
        return f"{', '.join(clauses)}: {does}" if clauses else does


@dataclass(frozen=True, repr=False)
class AppliedRule(ShortRepr):
    """A rule as it applies to a kind of hand, directly or through a chain of `as`. It decides if the whole chain holds."""

    number: int
    """Counted from 1 over all kinds of a house way; a compiled house way stores this number."""
    kind: HandKind
    chain: tuple[Rule, ...]
    front: Front

    @property
    def id(self) -> str:
        return ", as ".join(rule.id for rule in self.chain)

    @property
    def phrase(self) -> str:
        return "; ".join(rule.phrase for rule in self.chain)

    @property
    def line(self) -> int:
        return self.chain[-1].line


RulesByKind = Mapping[HandKind, tuple[Rule, ...]]


class CircularRules(Exception):
    """A kind refers to itself through `as`."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        super().__init__(rules)
        self.rules = rules


def apply_rules(rules: RulesByKind) -> dict[HandKind, tuple[AppliedRule, ...]]:
    """Return the rules that apply to each kind, in order, with every `as` replaced by the rules of the other kind."""
    applied: dict[HandKind, tuple[AppliedRule, ...]] = {}
    number = 0
    for kind in rules:
        chains = _follow_chains(rules, kind, ())
        applied[kind] = tuple(
            AppliedRule(number + place, kind, chain, chain[-1].front)
            for place, chain in enumerate(chains, start=1)
            if chain[-1].front is not None
        )
        number += len(chains)
    return applied


def _follow_chains(rules: RulesByKind, kind: HandKind, so_far: tuple[Rule, ...]) -> list[tuple[Rule, ...]]:
    found = []
    for rule in rules[kind]:
        chain = (*so_far, rule)
        if rule.follows is None:
            found.append(chain)
        elif rule.follows in [earlier.kind for earlier in chain]:
            raise CircularRules(chain)
        else:
            found += _follow_chains(rules, rule.follows, chain)
    return found
