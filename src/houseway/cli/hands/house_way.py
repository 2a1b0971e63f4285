"""`houseway house-way`: list, show, check and compare house ways."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli import file_paths
from houseway.cli.completion import complete_house_way
from houseway.cli.filing.printing import PAPERS_HELP, Theme, check_document_path, save_document
from houseway.cli.forms import AsCsv, AsJson, check_one_form
from houseway.cli.hands.setting import OneWheel
from houseway.cli.show import console, print_csv, print_json, print_line, print_table
from houseway.cli.waiting import delayed_progress
from houseway.errors import Malformed
from houseway.library.showing.display import card_faces
from houseway.wheel import WheelRank

if TYPE_CHECKING:
    from rich.table import Table

    from houseway.analysis.pai_gow.solve.worth import DifferenceWorth
    from houseway.house_way import HouseWay
    from houseway.house_way.checking import CheckReport, Fault
    from houseway.house_way.comparing import HouseWayDifference, RulePairDifference

LINE = 100
"""The width of a line of prose."""
HIGH_WIDTH, LOW_WIDTH = 18, 9
"""The width of five cards and of two, for most hands."""

house_way = typer.Typer(
    name="house-way", no_args_is_help=True, help="List, show, check and compare house ways (how the dealer sets the hands)."
)

CardFile = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        help="Write a pocket card to this file instead: pdf, svg or png.",
        parser=file_paths.path,
        show_default=False,
    ),
]
CardPaper = Annotated[
    str | None,
    typer.Option(help=f"The paper of a pocket card: {PAPERS_HELP}; by default its own size, A6, A5 or A4.", show_default=False),
]
Way = Annotated[
    str,
    typer.Argument(
        help="A house way: the name of one that comes with the program, or the path of a file.",
        autocompletion=complete_house_way,
        show_default=False,
    ),
]


@house_way.command("list")
def list_ways(as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """List the house ways that come with the program."""
    from houseway.house_way import HouseWay, house_way_names

    ways = [HouseWay.load(name) for name in house_way_names()]
    if as_json or as_csv:
        listed = [{"name": way.name, "title": way.title, "source": way.source, "hash": way.hash} for way in ways]
        (print_json if as_json else print_csv)(listed)
    else:
        rows = [(way.name, way.title, str(sum(map(len, way.rules.values())))) for way in ways]
        print_table(("house way", "title", "rules"), rows)
        print_line("\nsources", "dim")
        for way in ways:
            print_line(_wrap_text(f"{way.name}: {way.source}"))


def _wrap_text(text: str) -> str:
    """Wrap text for a narrow window, without breaking an address."""
    from textwrap import fill

    return fill(text, min(console().width, LINE), subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


# Show


@house_way.command()
def show(
    way: Way,
    output: CardFile = None,
    theme: Theme = "felt",
    paper: CardPaper = None,
    as_toml: Annotated[bool, typer.Option("--toml", help="Print its file, as a start for a house way of your own.")] = False,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Show a house way as a table, print it as a pocket card for the dealer, or print its file.

    \b
    Examples:
      houseway house-way show foxwoods
      houseway house-way show foxwoods -o card.pdf
      houseway house-way show foxwoods -o card.pdf --paper us-letter
      houseway house-way show foxwoods --toml
      houseway house-way show riverside.toml -o card.svg
    """
    from houseway.house_way import HouseWay

    check_one_form({"--output": output is not None, "--toml": as_toml, "--json": as_json, "--csv": as_csv})
    if output is not None:
        _print_card(way, output, theme, paper)
    elif as_toml:
        typer.echo(HouseWay.load(way).text, nl=False)
    elif as_json:
        print_json(HouseWay.load(way).to_json())
    elif as_csv:
        print_csv({"rule": each.id, "words": each.phrase} for each in HouseWay.load(way).numbered_rules)
    else:
        _show_way(HouseWay.load(way))


def _print_card(way: str, output: Path, theme: str, paper: str | None) -> None:
    from houseway.documents import make_pocket_card
    from houseway.house_way import HouseWay

    check_document_path(output)
    save_document(make_pocket_card(HouseWay.load(way), theme, paper), output)


def _show_way(way: "HouseWay") -> None:
    from houseway.documents.pocket_card import NOTES, card_sections

    print_line(way.title, "bold")
    print_line(f"{way.name}, {way.hash[:16]}; {way.source}", "dim")
    rows = [
        ("" if number else section.title, line.when, line.front)
        for section in card_sections(way)
        for number, line in enumerate(section.lines)
    ]
    print_table(("hand", "when", "in front"), rows)
    print_line(" ".join(NOTES), "dim")
    if way.decisions:
        print_line()
        print_table(("left open", "decided here"), [(each.case, each.decision) for each in way.decisions])
    if way.unpublished:
        print_line("\nnot published", "dim")
        for text in way.unpublished:
            print_line(f"- {text}")


# Check


@house_way.command()
def check(
    file: Way,
    wheel: Annotated[
        WheelRank | None,
        typer.Option(help="How A-2-3-4-5 ranks among straights; both ways by default.", show_default=False),
    ] = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Check over all 154,143,080 hands that a rule decides each one, that every setting is legal, and that no rule is unused.

    Exit code 0 if it passes, 1 if it does not, 2 if there is no such file.

    \b
    Examples:
      houseway house-way check riverside.toml
      houseway house-way check foxwoods --wheel lowest --json
    """
    try:
        way = _load_way(file)
    except Malformed as refusal:
        if refusal.code in ("house-way.unknown", "house-way.file"):
            raise
        _print_refusal(file, refusal, as_json, as_csv)
        raise typer.Exit(1) from refusal
    reports = _check_reports(way, [wheel] if wheel else list(WheelRank))
    ok = all(report.passes for report in reports.values())
    if as_json:
        print_json(_check_document(file, way, reports))
    elif as_csv:
        print_csv(_check_rows(reports), _CHECK_COLUMNS)
    else:
        _show_reports(way, reports)
    raise typer.Exit(0 if ok else 1)


def _load_way(way: str) -> "HouseWay":
    from houseway.house_way import HouseWay

    return HouseWay.load(way)


def _check_reports(way: "HouseWay", wheels: Sequence[WheelRank]) -> "dict[WheelRank, CheckReport]":
    from houseway import house_way as core

    with delayed_progress(f"{way.name}: all hands", parts=len(wheels)) as progress:
        return {wheel: core.check_house_way(way, wheel.order, progress(part)) for part, wheel in enumerate(wheels)}


def _refusal_defects(refusal: Malformed) -> list[tuple[str, str]]:
    """Return code and message of everything that is wrong with a file that cannot be read."""
    codes, says = refusal.facts.get("codes"), refusal.facts.get("defects")
    if isinstance(codes, tuple) and isinstance(says, tuple):
        return list(zip(codes, says, strict=True))
    return [(refusal.code, refusal.message)]


def _print_refusal(file: str, refusal: Malformed, as_json: bool, as_csv: bool) -> None:
    defects = _refusal_defects(refusal)
    if as_json:
        print_json({"file": file, "ok": False, "defects": [{"code": code, "message": says} for code, says in defects]})
        return
    if as_csv:
        print_csv(({"what": "defect", "rule": code, "words": says} for code, says in defects), _CHECK_COLUMNS)
        return
    for number, (_, says) in enumerate(defects, start=1):
        print_line(f"{number}. {says}")
    print_line(f"{file}: {_count_of(len(defects), 'defect')}", "bold")


_CHECK_COLUMNS = ("wheel", "what", "rule", "words", "hands", "later", "example", "clauses")


def _check_rows(reports: "dict[WheelRank, CheckReport]") -> "Iterator[dict[str, object]]":
    """Yield a record of each rule, overlap and fault, for each rank of the wheel."""
    for wheel, report in reports.items():
        for use in report.uses:
            yield {"wheel": wheel.value, "what": "rule", "rule": use.rule, "words": use.words, "hands": use.hands}
        for each in report.overlaps:
            yield {"wheel": wheel.value, "what": "overlap", "rule": each.rule} | {
                "later": each.later,
                "hands": each.hands,
                "example": each.example,
            }
        for fault in report.faults:
            yield {"wheel": wheel.value, "what": fault.trouble.value, "rule": fault.place} | {
                "words": fault.message,
                "example": fault.example,
                "clauses": fault.clauses,
            }


def _check_document(file: str, way: "HouseWay", reports: "dict[WheelRank, CheckReport]") -> dict[str, object]:
    return {
        "file": file,
        "house_way": way.name,
        "hash": way.hash,
        "ok": all(report.passes for report in reports.values()),
        "defects": [],
        "wheels": {wheel.value: report.to_json() for wheel, report in reports.items()},
    }


def _show_reports(way: "HouseWay", reports: "dict[WheelRank, CheckReport]") -> None:
    _show_counts(
        "number of hands that each rule decides",
        ("rule", ""),
        [{(use.rule, use.words): use.hands for use in report.uses} for report in reports.values()],
        reports,
    )
    _show_counts(
        "overlaps: hands that a later rule would have set differently",
        ("rule", "later rule", "smallest such hand"),
        [{(each.rule, each.later, each.example): each.hands for each in report.overlaps} for report in reports.values()],
        reports,
    )
    _show_faults(reports)
    for wheel, report in reports.items():
        faults = (
            _count_of(len(report.faults), "fault")
            if report.faults
            else ("all settings are legal, and every rule decides some hand")
        )
        print_line(f"{way.name}, {wheel.description}: {report.decided:,} of {report.total:,} hands decided; {faults}", "bold")


def _show_faults(reports: "dict[WheelRank, CheckReport]") -> None:
    """Show each fault once, even if both orders have it."""
    found: dict[tuple[str, str], tuple[Fault, list[str]]] = {}
    for wheel, report in reports.items():
        for fault in report.faults:
            found.setdefault((fault.place, fault.message), (fault, []))[1].append(wheel.description)
    for number, (fault, wheels) in enumerate(found.values(), start=1):
        print_line(f"{number}. {fault.place}  ({fault.trouble.value})", "bold")
        lines = [
            ("", fault.message),
            ("only with", wheels[0] if len(wheels) < len(reports) else ""),
            ("smallest hand", fault.example or ""),
            ("do", fault.change),
            ("clause", ", ".join(fault.clauses)),
        ]
        print_table(("", ""), [line for line in lines if line[1]])
        print_line()


def _show_counts(
    title: str, columns: tuple[str, ...], counts: Sequence[dict[tuple[str, ...], int]], reports: Iterable[WheelRank]
) -> None:
    """Show counts in one column, or in one for each order where they differ."""
    keys = list(dict.fromkeys(key for each in counts for key in each))
    if not keys:
        return
    same = all(each == counts[0] for each in counts)
    shown = counts[:1] if same else counts
    heads = ["hands"] if same else [f"wheel {wheel.value}" for wheel in reports]
    print_line(title, "bold")
    rows = [(*(f"{each.get(key, 0):,}" for each in shown), *key) for key in keys]
    _print_numbers([*heads, *columns], rows, len(heads))
    print_line()


def _print_numbers(columns: Sequence[str], rows: Iterable[Sequence[str]], numbers: int) -> None:
    """Print a table whose first columns are numbers."""
    from rich.markup import escape

    table = _new_table()
    for place, column in enumerate(columns):
        number = place < numbers
        table.add_column(column, justify="right" if number else "left", no_wrap=number, overflow="fold")
    for row in rows:
        table.add_row(*map(escape, row))
    console().print(table)


def _new_table() -> "Table":
    from rich.table import Table

    return Table(box=None, pad_edge=False, header_style="dim")


def _count_of(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


# Diff


@house_way.command()
def diff(
    a: Way,
    b: Way,
    worth: Annotated[bool, typer.Option("--worth", help="Also count the value of each difference to the house.")] = False,
    wheel: OneWheel = WheelRank.SECOND,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Count the hands that two house ways set differently, by the rules that decide them.

    \b
    Examples:
      houseway house-way diff foxwoods mgm-grand
      houseway house-way diff foxwoods mgm-grand --worth
      houseway house-way diff foxwoods riverside.toml --json
    """
    from houseway.analysis.pai_gow.solve.compared import find_difference

    ways = _load_way(a), _load_way(b)
    value = None
    if worth:
        found, value = _compare_with_worth(ways, wheel)
    else:
        with delayed_progress(f"{ways[0].name} and {ways[1].name}: all hands") as progress:
            found = find_difference(*ways, wheel, progress(0))
    if as_json or as_csv:
        from houseway.analysis.pai_gow.solve.worth import difference_to_json

        document: dict[str, Any] = difference_to_json(found, value)
        print_json(document) if as_json else print_csv(document["classes"])
    else:
        _show_difference(ways, found, value)


def _compare_with_worth(ways: "tuple[HouseWay, HouseWay]", wheel: WheelRank) -> "tuple[HouseWayDifference, DifferenceWorth]":
    from houseway.analysis.pai_gow.solve.compared import compare_house_ways

    with delayed_progress(f"{ways[0].name} and {ways[1].name}: all hands, and all pairs of them", parts=2) as progress:
        return compare_house_ways(*ways, wheel, progress(0), progress(1))


def _show_worth(names: Sequence[str], value: "DifferenceWorth") -> None:
    rows = [
        (names["ab".index(player)], names["ab".index(dealer)], f"{float(edge):.6%}")
        for (player, dealer), edge in value.edges.items()
    ]
    print_table(("player sets by", "dealer sets by", "house edge"), rows)
    print_line(
        f"a dealer who sets by {names[1]} gains {float(value.total):+.6%} of a wager against players who set by {names[0]}",
        "bold",
    )


def _show_difference(
    ways: "tuple[HouseWay, HouseWay]", found: "HouseWayDifference", value: "DifferenceWorth | None" = None
) -> None:
    names_differ = ways[0].name != ways[1].name or ways[0].place == ways[1].place
    names = [way.name if names_differ else way.place for way in ways]
    if not found.classes:
        print_line(f"{names[0]} and {names[1]} set all {found.total:,} hands the same way", "bold")
        return
    words = [{rule.id: rule.phrase for rule in way.numbered_rules} for way in ways]
    for each in found.classes:
        earns = f"; worth {float(value.value_of_rules(each.rule_a, each.rule_b)):+.6%}" if value else ""
        _show_difference_class(each, names, words, earns)
    one_in = round(found.total / found.different)
    print_line(f"{found.different:,} of {found.total:,} hands are set differently, about one in {one_in:,}", "bold")
    if value is not None:
        _show_worth(names, value)


def _show_difference_class(
    each: "RulePairDifference", names: Sequence[str], words: Sequence[dict[str, str]], earns: str = ""
) -> None:
    """Show how many hands differ, the smallest of them, and how each way sets it."""
    from rich.markup import escape

    from houseway.cards import parse_hand

    table = _new_table()
    table.show_header = False
    for width in (max(map(len, names)), HIGH_WIDTH, LOW_WIDTH, 0):
        table.add_column(min_width=width, no_wrap=width > 0, overflow="fold")
    sides = ((each.a, each.rule_a), (each.b, each.rule_b))
    for name, (halves, rule), said in zip(names, sides, words):
        table.add_row(escape(name), card_faces(halves.high), card_faces(halves.low), escape(f"{rule}: {said[rule]}"))
    kind = each.kind.replace("-", " ")
    console().print(f"[bold]{each.different:,} hands, {kind}{earns}[/bold]: {card_faces(parse_hand(each.example))}")
    console().print(table)
    print_line()
