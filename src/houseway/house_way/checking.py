"""Check a house way over all hands: some rule decides each, every setting is legal, and every rule decides some hand."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from houseway.citation import Citation, carries_out
from houseway.hands import HandOrder
from houseway.house_way.array_interpreter import Bools, ProgressCallback, RuleMatches
from houseway.house_way.classes import hand_classes
from houseway.house_way.compiling import sample_hand
from houseway.house_way.decisions import DecidedKind, decide_classes
from houseway.house_way.rules import AppliedRule, Rule
from houseway.house_way.way import FILED_WAY_CLAUSES, NOT_LOWER_CLAUSES, HouseWay


class FaultKind(StrEnum):
    GAP = "gap"
    ILLEGAL = "illegal"
    UNREACHABLE = "unreachable"
    SHADOWED = "shadowed"


@dataclass(frozen=True)
class Fault:
    """A defect that must be corrected."""

    trouble: FaultKind
    place: str
    """The file and the line of the rule."""
    rule: str
    """The rule's id, or the kind's name if a rule is missing."""
    hands: int
    """How many hands it affects."""
    example: str | None
    """The smallest of these hands."""
    message: str
    change: str
    """How to correct it."""
    by: tuple[str, ...] = ()
    """The rules that decide instead of a shadowed rule."""
    clauses: tuple[Citation, ...] = ()

    def to_json(self) -> dict[str, object]:
        return {
            "trouble": self.trouble.value,
            "place": self.place,
            "rule": self.rule,
            "hands": self.hands,
            "example": self.example,
            "message": self.message,
            "change": self.change,
            "by": list(self.by),
            "clauses": list(self.clauses),
        }


@dataclass(frozen=True)
class Overlap:
    """Hands that one rule decides and a later rule would set differently. This is not a fault: the first rule decides."""

    rule: str
    later: str
    hands: int
    example: str

    def to_json(self) -> dict[str, object]:
        return {"rule": self.rule, "later": self.later, "hands": self.hands, "example": self.example}


@dataclass(frozen=True)
class RuleUse:
    """How many hands a rule decides."""

    rule: str
    words: str
    hands: int

    def to_json(self) -> dict[str, object]:
        return {"rule": self.rule, "words": self.words, "hands": self.hands}


@dataclass(frozen=True)
class CheckReport:
    """The result of a check."""

    way: str
    order: str
    total: int
    decided: int
    kinds: dict[str, int]
    """How many hands there are of each kind."""
    uses: tuple[RuleUse, ...]
    faults: tuple[Fault, ...]
    overlaps: tuple[Overlap, ...]

    @property
    def passes(self) -> bool:
        return not self.faults

    def to_json(self) -> dict[str, object]:
        return {
            "house_way": self.way,
            "order": self.order,
            "ok": self.passes,
            "total": self.total,
            "decided": self.decided,
            "kinds": self.kinds,
            "rules": [use.to_json() for use in self.uses],
            "faults": [fault.to_json() for fault in self.faults],
            "overlaps": [overlap.to_json() for overlap in self.overlaps],
        }


@carries_out("md.pai-gow-poker 11.B", "md.pai-gow-poker 11.C(1)", "div.pai-gow-poker (l)(1)#2", "div.pai-gow-poker (l)(2)#2")
def check_way(way: HouseWay, order: HandOrder, progress: ProgressCallback | None = None) -> CheckReport:
    """Check the house way on every class of hands, weighted by the number of hands in the class."""
    decided = decide_classes(way, order, progress)
    faults = [*_hand_faults(way, decided), *_idle_rule_faults(way, decided)]
    return CheckReport(
        way=way.name,
        order=order.name,
        total=int(hand_classes().weights.sum()),
        decided=sum(_count_hands(kind, kind.rule_numbers > 0) for kind in decided),
        kinds={kind.kind.value: _count_hands(kind, kind.rule_numbers >= 0) for kind in decided},
        uses=tuple(_count_uses(decided)),
        faults=tuple(sorted(faults, key=lambda fault: int(fault.place.rsplit(":", 1)[-1]))),
        overlaps=tuple(_find_overlaps(decided)),
    )


def _count_hands(decided: DecidedKind, rows: Bools) -> int:
    return int(hand_classes().weights[decided.rows.index[rows]].sum())


def _smallest_hand(decided: DecidedKind, rows: Bools) -> str:
    return sample_hand(int(decided.rows.index[rows][0]))


def _count_uses(decided: Iterable[DecidedKind]) -> Iterator[RuleUse]:
    for kind in decided:
        for answer in kind.rule_matches:
            yield RuleUse(answer.rule.id, answer.rule.phrase, _count_hands(kind, kind.rule_numbers == answer.rule.number))


def _find_overlaps(decided: Iterable[DecidedKind]) -> Iterator[Overlap]:
    for kind in decided:
        for place, first in enumerate(kind.rule_matches):
            decides = kind.rule_numbers == first.rule.number
            for later in kind.rule_matches[place + 1 :]:
                both = decides & later.matches & (later.columns != kind.columns)
                if both.any():
                    yield Overlap(first.rule.id, later.rule.id, _count_hands(kind, both), _smallest_hand(kind, both))


# Faults that show in a hand


def _hand_faults(way: HouseWay, decided: Iterable[DecidedKind]) -> Iterator[Fault]:
    for kind in decided:
        gap = kind.rule_numbers == 0
        if gap.any():
            yield _gap_fault(way, kind, gap)
        for answer in kind.rule_matches:
            wrong = kind.is_illegal & (kind.rule_numbers == answer.rule.number)
            if wrong.any():
                yield _illegal_fault(way, kind, answer.rule, wrong)


def _gap_fault(way: HouseWay, kind: DecidedKind, gap: Bools) -> Fault:
    last = way.rules[kind.kind][-1]
    hands, hand = _count_hands(kind, gap), _smallest_hand(kind, gap)
    return Fault(
        FaultKind.GAP,
        f"{way.place}:{last.line}",
        kind.kind.value,
        hands,
        hand,
        f"no rule of {kind.kind} decides {hands:,} hands; the smallest of them is {hand}",
        f"end {kind.kind} with a rule without conditions, whose front every such hand can set",
        clauses=FILED_WAY_CLAUSES,
    )


def _illegal_fault(way: HouseWay, kind: DecidedKind, rule: AppliedRule, wrong: Bools) -> Fault:
    hands, hand = _count_hands(kind, wrong), _smallest_hand(kind, wrong)
    return Fault(
        FaultKind.ILLEGAL,
        f"{way.place}:{rule.line}",
        rule.id,
        hands,
        hand,
        f"{rule.id} sets the low hand above the high hand in {hands:,} hands; the smallest of them is {hand}",
        f"narrow its condition, or replace the front {str(rule.front)!r}: a front that begins with 'best' is always legal",
        clauses=NOT_LOWER_CLAUSES,
    )


# Faults of rules that never decide


def _idle_rule_faults(way: HouseWay, decided: Iterable[DecidedKind]) -> Iterator[Fault]:
    """Find rules that never decide; a rule may decide in its own kind, or in any kind that reaches it with `as`."""
    met: dict[Rule, list[tuple[DecidedKind, RuleMatches]]] = defaultdict(list)
    for kind in decided:
        for answer in kind.rule_matches:
            for rule in answer.rule.chain:
                met[rule].append((kind, answer))
    for rule, places in met.items():
        if not any((kind.rule_numbers == answer.rule.number).any() for kind, answer in places):
            yield _idle_rule_fault(way, rule, places)


def _idle_rule_fault(way: HouseWay, rule: Rule, places: list[tuple[DecidedKind, RuleMatches]]) -> Fault:
    matching = [(kind, answer) for kind, answer in places if answer.matches.any()]
    if not matching:
        return Fault(
            FaultKind.UNREACHABLE,
            f"{way.place}:{rule.line}",
            rule.id,
            0,
            None,
            f"{rule.id} ({rule.phrase}) matches no hand",
            "change its condition or its front, or remove it",
        )
    by = sorted(
        {
            way.numbered_rules[number - 1].id
            for kind, answer in matching
            for number in set(kind.rule_numbers[answer.matches].tolist())
        }
    )
    kind, answer = matching[0]
    return Fault(
        FaultKind.SHADOWED,
        f"{way.place}:{rule.line}",
        rule.id,
        sum(_count_hands(kind, answer.matches) for kind, answer in matching),
        _smallest_hand(kind, answer.matches),
        f"{rule.id} ({rule.phrase}) never decides: {', '.join(by)} always decides first",
        "move it before the rule that shadows it, narrow that rule's condition, or remove it",
        by=tuple(by),
    )
