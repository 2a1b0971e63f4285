"""A house way made better against a named opponent: its rules, what each is worth, and how far it is from the best play."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from houseway.analysis.exact import as_decimal
from houseway.analysis.pai_gow.improve.document import make_house_way
from houseway.analysis.pai_gow.improve.search import search_rules
from houseway.analysis.pai_gow.improve.values import PAIRS, SettingValues, Side, setting_values
from houseway.analysis.pai_gow.solve import optimal
from houseway.analysis.pai_gow.solve.counts import ComparisonCounts, PaiGowTerms
from houseway.analysis.pai_gow.solve.solver import kernel_way
from houseway.analysis.solve.solution import Progress
from houseway.errors import Malformed
from houseway.house_way import AppliedRule, HandKind, HouseWay, Rule, compile_house_way
from houseway.house_way.array_interpreter import NO_SETTING, RuleMatches, match_rules
from houseway.house_way.decisions import decide_classes
from houseway.kernels.pai_gow.disjoint_pairs import count_disjoint_pairs
from houseway.values import ShortRepr

MOST_RULES = 200


@dataclass(frozen=True)
class RuleWorth:
    """What one rule adds: the difference to the side if it were left out and the rules after it decided."""

    rule: str
    words: str
    hands: int
    """The hands that it decides, in its own kind and in kinds that follow it."""
    worth: Fraction | None
    """As a share of a wager; None if no rule after it can set these hands."""

    def to_json(self) -> dict[str, object]:
        worth = None if self.worth is None else as_decimal(self.worth)
        return {"rule": self.rule, "words": self.words, "hands": self.hands, "worth": worth}


@dataclass(frozen=True, repr=False)
class ImprovedWay(ShortRepr):
    way: HouseWay
    """The house way that was found."""
    start: HouseWay
    opponent: HouseWay
    side: Side
    terms: PaiGowTerms = field(repr=False)
    edge: Fraction
    """The house edge on the base wager, not banking."""
    start_edge: Fraction
    best_way_edge: Fraction
    """Every class of hands set best that a house way can tell apart: no house way of any length does better."""
    best_edge: Fraction | None
    """Every one of the 154,143,080 hands set best; None if that was not counted."""
    rules: tuple[RuleWorth, ...] = field(repr=False)

    def to_json(self) -> dict[str, object]:
        edges = {
            "start": self.start_edge,
            "found": self.edge,
            "best_house_way": self.best_way_edge,
            "best_play": self.best_edge,
        }
        return {
            **self.terms.provenance_json(METHOD),
            "side": self.side.value,
            "start": {"house_way": self.start.name, "hash": self.start.hash},
            "against": {"house_way": self.opponent.name, "hash": self.opponent.hash},
            "found": {"house_way": self.way.name, "hash": self.way.hash, "toml": self.way.text},
            "house_edges": {
                name: None if edge is None else {"house_edge": as_decimal(edge), "exact": str(edge)}
                for name, edge in edges.items()
            },
            "rules": [each.to_json() for each in self.rules],
        }


METHOD = (
    "each setting of each class of hands valued against all hands of the opponent; rules found by a search, which is no proof"
)


def improve_house_way(
    start: HouseWay,
    opponent: HouseWay,
    terms: PaiGowTerms,
    most_rules: int,
    side: Side = Side.HOUSE,
    *,
    optimum: bool = True,
    progress: Callable[[int], Progress] | None = None,
) -> ImprovedWay:
    """Search for the house way of at most so many rules that is worth most to the side against the opponent.

    `progress` gives a progress function for each of three parts: the values, the search, and the best setting of every hand.
    """
    check_rule_count(most_rules)
    of_part = progress or (lambda _: lambda _done, _total: None)
    values = setting_values(opponent, terms, side, of_part(0))
    name = f"{start.name}-improved" if not start.name.endswith("-improved") else start.name
    found = make_house_way(
        name,
        f"{start.title}, improved",
        f"houseway house-way improve {start.name} --against {opponent.name} --rules {most_rules} --for {side}",
        search_rules(values, start, most_rules, of_part(1)),
    )
    if count_rules(start) <= most_rules and way_worth(values, start) >= way_worth(values, found):
        found = start
    edge = values.edge(way_worth(values, found))
    assert edge == _edge_over_all_pairs(found, opponent, terms, side), "two ways of counting differ"
    best = _best_play(values, opponent, terms, of_part(2)) if optimum else None
    start_edge, best_way = values.edge(way_worth(values, start)), values.edge(values.best())
    return ImprovedWay(found, start, opponent, side, terms, edge, start_edge, best_way, best, rule_worths(values, found))


def check_rule_count(most_rules: int) -> None:
    if not len(HandKind) <= most_rules <= MOST_RULES:
        raise Malformed(
            f"a house way of at most {most_rules:,} rules: give {len(HandKind)} to {MOST_RULES}, because each of the"
            f" {len(HandKind)} kinds of hands needs a rule",
            code="improve.rules",
            given=most_rules,
            allowed=f"{len(HandKind)} to {MOST_RULES}",
        )


def read_side(name: str) -> Side:
    if name not in list(Side):
        sides = tuple(side.value for side in Side)
        raise Malformed(
            f"--for {name!r}: a house way can be looked for that is worth most to {' or '.join(sides)}",
            code="improve.side",
            given=name,
            allowed=sides,
        )
    return Side(name)


def count_rules(way: HouseWay) -> int:
    return sum(map(len, way.rules.values()))


def way_worth(values: SettingValues, way: HouseWay) -> int:
    """Return what the way is worth, in units over all pairs of hands."""
    compile_house_way(way, values.order)  # refuses a way with a gap or an illegal setting
    return sum(values.worth(each.kind, each.columns) for each in decide_classes(way, values.order))


def _edge_over_all_pairs(way: HouseWay, opponent: HouseWay, terms: PaiGowTerms, side: Side) -> Fraction:
    """Count the edge as `houseway solve` does, over all pairs of hands."""
    own, other = (kernel_way(compile_house_way(each, terms.order)) for each in (way, opponent))
    player, dealer = (other, own) if side is Side.HOUSE else (own, other)
    (counts,) = count_disjoint_pairs(player, dealer)
    return -ComparisonCounts.from_rows(counts.tolist()).expected_value(terms)


def _best_play(values: SettingValues, opponent: HouseWay, terms: PaiGowTerms, progress: Progress) -> Fraction:
    """Set every hand best against the opponent. The dealer is to players what a bank is that keeps copies, wins the wager and pays
    its odds: in such terms the portions of `solve --against optimal` have both sides."""
    as_bank = replace(terms, bank_pays=1 / terms.pays, copies_push=False)
    mode = 1 if values.side is Side.HOUSE else 0
    portions = optimal._solve_portions(as_bank, opponent, opponent, progress, range(optimal.PORTIONS))
    won, lost = map(sum, zip(*(each["best"][mode] for each in portions), strict=True))
    return values.edge(values.stakes.win * won - values.stakes.lose * lost)


# What each rule is worth


def rule_worths(values: SettingValues, way: HouseWay) -> tuple[RuleWorth, ...]:
    """Return what each rule as written adds, in the order of the file."""
    matches = {kind: tuple(match_rules(values.rows[kind], way.applied_rules[kind])) for kind in HandKind}
    return tuple(_rule_worth(values, rule, matches) for rules in way.rules.values() for rule in rules)


def _rule_worth(values: SettingValues, rule: Rule, matches: dict[HandKind, tuple[RuleMatches, ...]]) -> RuleWorth:
    hands, worth = 0, 0
    needed = False
    for kind, answers in matches.items():
        if not any(_is_part(rule, answer.rule) for answer in answers):
            continue
        decided, columns = _decide(answers)
        own = np.isin(decided, [place for place, answer in enumerate(answers) if _is_part(rule, answer.rule)])
        hands += int(values.weights[kind][own].sum())
        rest, others = _decide(tuple(answer for answer in answers if not _is_part(rule, answer.rule)), len(columns))
        legal = np.take_along_axis(values.rows[kind].legal, np.maximum(others, 0)[:, None].astype(np.int64), axis=1)[:, 0]
        needed |= bool(((rest < 0) | ~legal)[own].any())
        if not needed:
            worth += values.worth(kind, columns) - values.worth(kind, others)
    gained = None if needed else Fraction(worth, values.stakes.unit * PAIRS)
    return RuleWorth(rule.id, rule.phrase, hands, gained)


def _is_part(rule: Rule, applied: AppliedRule) -> bool:
    return any(part is rule for part in applied.chain)


def _decide(answers: tuple[RuleMatches, ...], size: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Return by class the place of the rule that decides, and the setting."""
    size = len(answers[0].matches) if answers else size
    decided, columns = np.full(size, -1), np.full(size, NO_SETTING, dtype=np.int8)
    for place, answer in enumerate(answers):
        free = answer.matches & (decided < 0)
        decided[free] = place
        columns[free] = answer.columns[free]
    return decided, columns
