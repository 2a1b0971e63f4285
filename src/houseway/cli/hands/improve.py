"""`houseway house-way improve`: search for the house way that is worth most against a named opponent."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.completion import complete_house_way
from houseway.cli.forms import AsCsv, AsJson
from houseway.cli.hands.house_way import Way
from houseway.cli.hands.setting import OneWheel
from houseway.cli.numbers import whole_number
from houseway.cli.show import print_csv, print_json, print_line, print_table
from houseway.cli.waiting import delayed_progress
from houseway.wheel import WheelRank

if TYPE_CHECKING:
    from fractions import Fraction

    from houseway.analysis.pai_gow.improve.improving import ImprovedWay, RuleWorth
    from houseway.house_way import HouseWay

Against = Annotated[
    str,
    typer.Option(
        help="The house way by which the opponent sets: a name, or a file.",
        autocompletion=complete_house_way,
        show_default=False,
    ),
]
MostRules = Annotated[
    int,
    typer.Option(
        "--rules", help="The most rules that the house way may have.", parser=whole_number("--rules", 1), show_default=False
    ),
]
ForSide = Annotated[
    str, typer.Option("--for", help="Who sets by it: the house, against players; or a player, against the dealer.")
]
WayFile = Annotated[
    Path | None,
    typer.Option("-o", "--output", help="Write the house way to this file (TOML).", parser=file_paths.path, show_default=False),
]
Optimum = Annotated[
    bool, typer.Option("--optimum/--no-optimum", help="Also set every hand best, which takes minutes, to say how far it is.")
]


def improve(
    way: Way,
    against: Against,
    rules: MostRules,
    side: ForSide = "house",
    output: WayFile = None,
    optimum: Optimum = True,
    wheel: OneWheel = WheelRank.SECOND,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Search for the house way of at most so many rules that is worth most, to the house or to a player, against a named one.

    It starts from WAY, and never ends with less. The edges are exact; the search is no proof that no better rules exist.
    What was counted is kept: after Control-C the command goes on where it was.

    \b
    Examples:
      houseway house-way improve foxwoods --against foxwoods --rules 30 -o better.toml
      houseway house-way improve simple --against mgm-grand --rules 24 --no-optimum
      houseway house-way improve foxwoods --against foxwoods --rules 40 --for player
    """
    from houseway.analysis.pai_gow.improve.improving import check_rule_count, improve_house_way, read_side
    from houseway.analysis.pai_gow.solve.standard_terms import standard_terms
    from houseway.house_way import HouseWay
    from houseway.output_files import check_output_path, write_output

    check_rule_count(rules)
    for_side, ways = read_side(side), (HouseWay.load(way), HouseWay.load(against))
    if output is not None:
        check_output_path(output)
    with delayed_progress(f"{ways[0].name} against {ways[1].name}", parts=2 + optimum) as progress:
        found = improve_house_way(*ways, standard_terms(wheel), rules, for_side, optimum=optimum, progress=progress)
    if output is not None:
        write_output(output, found.way.text.encode())
    _print_found(found, output, as_json, as_csv)


def _print_found(found: "ImprovedWay", output: Path | None, as_json: bool, as_csv: bool) -> None:
    if as_json:
        print_json(found.to_json())
    elif as_csv:
        print_csv(each.to_json() for each in found.rules)
    else:
        _show(found, output)


def _show(found: "ImprovedWay", output: Path | None) -> None:
    print_table(("rule", "words", "hands", "worth"), [_rule_row(each) for each in found.rules], "what each rule is worth")
    print_line("worth: what the edge would lose without the rule; - where no later rule can set its hands", "dim")
    print_line()
    rows = [
        (_title(found.start), found.start_edge),
        (_title(found.way), found.edge),
        ("the best of all house ways, of any length", found.best_way_edge),
        ("every one of the 154,143,080 hands set best", found.best_edge),
    ]
    title = f"the {found.side} against {found.opponent.name}, base wager, not banking"
    print_table(("set by", "house edge"), [(name, _percent(edge)) for name, edge in rows], title)
    print_line(f"written to {output}" if output else "give -o FILE for the house way as a file")


def _title(way: "HouseWay") -> str:
    return f"{way.name}, {sum(map(len, way.rules.values()))} rules"


def _percent(edge: "Fraction | None") -> str:
    return "not counted" if edge is None else f"{float(edge):.6%}"


def _rule_row(each: "RuleWorth") -> tuple[str, ...]:
    worth = "-" if each.worth is None else f"{float(each.worth):+.6%}"
    return each.rule, each.words, f"{each.hands:,}", worth
