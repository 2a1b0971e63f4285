"""`houseway set`: set seven cards by a house way, with the reasons."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.show import console, faces, print_json

if TYPE_CHECKING:
    from houseway.analysis.solve.pai_gow.setting import RatedHand
    from houseway.cards import Card
    from houseway.hands import Order
    from houseway.house_way import Explanation, HouseWay, LegalSetting, Reason

SHIPPED = "foxwoods"
"""The default house way."""


class Wheel(StrEnum):
    """How the straight from ace to five ranks. The Division lets an operator file it as the lowest."""

    SECOND = "second"
    LOWEST = "lowest"

    @property
    def order(self) -> "Order":
        from houseway.hands import PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL

        return PAI_GOW_HIGH if self is Wheel.SECOND else PAI_GOW_HIGH_LOW_WHEEL

    @property
    def words(self) -> str:
        return f"ace to five the {'second highest' if self is Wheel.SECOND else 'lowest'} straight"


Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
OneWheel = Annotated[Wheel, typer.Option(help="Where the straight from ace to five stands: second highest, or lowest.")]


def set_cards(
    cards: Annotated[str, typer.Argument(help="Seven cards, as in 'As Ad Kc Jk 10d 9c 2h'.", show_default=False)],
    house_way: Annotated[str, typer.Option(help="A house way: a shipped one's name, or the path of a file.")] = SHIPPED,
    every: Annotated[bool, typer.Option("--all", help="Also show every legal setting.")] = False,
    exact: Annotated[
        bool, typer.Option("--exact", help="Also show what every legal setting is worth against a dealer of that house way.")
    ] = False,
    wheel: OneWheel = Wheel.SECOND,
    as_json: Json = False,
) -> None:
    """Set seven cards by a house way: the two hands, the rule that decided, and why.

    \b
    Examples:
      houseway set "9s 9d 3c 3d Ah 5s 2c"
      houseway set "As Ad Kc Qh Jd Tc Jk" --house-way mgm-grand --all
      houseway set "9s 9d 3c 3d Ah 5s 2c" --exact
      houseway set "As Ad Kc Qh Jd Tc Jk" --house-way examples/house-ways/riverside.toml --json
    """
    from houseway.cards import parse_hand
    from houseway.house_way import HouseWay, settings

    way, given = HouseWay.load(house_way), parse_hand(cards)
    explained = way.explain(given, wheel.order)
    legal = settings(given, wheel.order) if every else None
    rated = _rated(way, given, wheel) if exact else None
    if as_json:
        print_json(_json(explained, legal, rated))
    else:
        _show(way, given, explained)
        if legal is not None:
            _show_all(explained, legal)
        if rated is not None:
            _show_rated(explained, rated)


def _rated(way: "HouseWay", given: "Sequence[Card]", wheel: Wheel) -> "RatedHand":
    from dataclasses import replace

    from houseway.analysis.solve.pai_gow.counts import Terms
    from houseway.analysis.solve.pai_gow.setting import rate
    from houseway.analysis.standard_rules import standard_rules
    from houseway.hands.orders import MD_PAI_GOW

    return rate(given, way, replace(Terms.of(standard_rules(MD_PAI_GOW)), order=wheel.order))


def _json(explained: "Explanation", legal: "Sequence[LegalSetting] | None", rated: "RatedHand | None") -> dict[str, object]:
    found = explained.set_hand
    answer: dict[str, object] = {**_halves(found.high, found.low), "rule": found.rule.id}
    if legal is not None:
        answer["settings"] = [_halves(each.high, each.low) for each in legal]
    if rated is not None:
        answer["exact"] = rated.to_json() | {"house_way": rated.of(found.low).to_json()}
    return answer


def _halves(high: "Iterable[Card]", low: "Iterable[Card]") -> dict[str, object]:
    return {"high": [str(card) for card in high], "low": [str(card) for card in low]}


def _show(way: "HouseWay", given: "Sequence[Card]", explained: "Explanation") -> None:
    from rich.markup import escape
    from rich.table import Table

    found = explained.set_hand
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("high hand", f"{faces(found.high)}  {escape(found.high_hand.describe())}")
    table.add_row("low hand", f"{faces(found.low)}  {escape(found.low_hand.describe())}")
    table.add_row("house way", escape(f"{way.title} ({way.name})"))
    table.add_row("kind of hand", escape(found.kind.words))
    table.add_row("rule", escape(f"{found.rule.id}: {found.rule.words}"))
    for number, reason in enumerate(explained.reasons):
        table.add_row("" if number else "why", escape(_why(reason)))
    table.add_row("clauses", f"[dim]{escape(', '.join(found.clauses))}[/dim]")
    console().print(faces(given), style="bold")
    console().print(table)


def _why(reason: "Reason") -> str:
    """Format a reason: `two-pair 1 does not decide; not met: high pair is J or better (high pair is 9)`."""
    if reason.decided:
        return f"{reason.rule.id} decides: {'; '.join(reason.facts)}"
    first, *facts = reason.facts
    return f"{reason.rule.id} does not decide; {first}" + (f" ({'; '.join(facts)})" if facts else "")


def _show_all(explained: "Explanation", legal: "Sequence[LegalSetting]") -> None:
    from rich.table import Table

    found = explained.set_hand
    table = Table(box=None, pad_edge=False, header_style="dim", title_justify="left")
    for column in ("", "low hand", "", "high hand", ""):
        table.add_column(column, overflow="fold")
    for each in legal:
        mark = "→" if set(each.low) == set(found.low) else ""
        table.add_row(mark, faces(each.low), each.low_hand.describe(), faces(each.high), each.high_hand.describe())
    console().print(f"\n{len(legal)} legal settings, the best low hand first", style="bold")
    console().print(table)


def _show_rated(explained: "Explanation", rated: "RatedHand") -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("", "low hand", "high hand", "win", "push", "lose", "not banking", "banking"):
        table.add_column(column, justify="left" if len(table.columns) < 3 else "right", no_wrap=True)
    total = rated.best.counts.total
    for each in rated.settings:
        mark = "→" if set(each.setting.low) == set(explained.set_hand.low) else ""
        shares = (f"{count / total:.4%}" for count in (each.counts.win, each.counts.push, each.counts.lose))
        worth = (f"{float(value):+.4%}" for value in (each.expected_value, each.bank_value))
        table.add_row(mark, faces(each.setting.low), faces(each.setting.high), *shares, *worth)
    words = f"what each is worth against all {total:,} hands of a dealer who sets by {rated.dealer}, of the wager"
    console().print(f"\n{words}", style="bold")
    console().print(table)
