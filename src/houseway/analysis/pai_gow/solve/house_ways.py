"""Pai Gow Poker solved under rules: with the filed house way, two named ones, or every hand set best."""

from houseway.analysis.pai_gow.solve.optimal import solve_best_settings
from houseway.analysis.pai_gow.solve.solver import OPTIMAL, solve_house_ways
from houseway.analysis.solve.solution import Progress, Solution
from houseway.errors import Malformed
from houseway.house_way import HouseWay, house_way_names
from houseway.submission import Rules


def solve_rules(
    rules: Rules, progress: Progress | None = None, *, house_way: str | HouseWay = "", against: str | HouseWay = ""
) -> Solution:
    """Solve the base wager: the dealer sets by the named or filed house way, the player by `against` or the same way.

    Against `optimal` every hand is set best and compared with the dealer's own way, which takes minutes.
    """
    dealer = _load_way(house_way) if house_way else filed_house_way(rules)
    if against == OPTIMAL:
        return solve_best_settings(rules, dealer, progress=progress)
    return solve_house_ways(rules, dealer, _load_way(against) if against else dealer, progress)


def _load_way(way: str | HouseWay) -> HouseWay:
    return way if isinstance(way, HouseWay) else HouseWay.load(way)


def filed_house_way(rules: Rules) -> HouseWay:
    if rules.house_way is None:
        raise Malformed(
            f"{rules.book} by itself has no house way: name the dealer's, as `house_way` or --house-way"
            f" ({', '.join(house_way_names())}, or the path of a file)",
            code="solve.house-way",
            given="",
            allowed=house_way_names(),
        )
    return rules.house_way
