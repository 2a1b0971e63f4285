"""`houseway set`: set seven cards by a house way, with the reasons."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.completion import complete_book, complete_house_way, expand_book
from houseway.cli.forms import AsCsv, AsJson
from houseway.cli.show import console, print_csv, print_json
from houseway.errors import Malformed
from houseway.library.showing.display import card_faces
from houseway.wheel import WheelRank

if TYPE_CHECKING:
    from houseway.analysis.pai_gow.solve.counts import PaiGowTerms
    from houseway.analysis.pai_gow.solve.setting import RatedHand
    from houseway.cards import Card
    from houseway.house_way import HouseWay, LegalSetting, RuleReason, SetHand, SettingExplanation

DEFAULT_HOUSE_WAY = "foxwoods"
"""The default house way."""


Exact = Annotated[
    bool,
    typer.Option("--exact", help="Also show the value of every legal setting against a dealer who sets by that house way."),
]
OneWheel = Annotated[WheelRank, typer.Option(help="How A-2-3-4-5 ranks among straights: second highest, or lowest.")]

RulesSource = Annotated[
    str | None,
    typer.Option(
        "--rules",
        help="The rule book, or Rules Submission (TOML), that ranks the hands and sets the terms; by default"
        " md.pai-gow-poker with --wheel.",
        callback=expand_book,
        autocompletion=complete_book,
        show_default=False,
    ),
]

OneHouseWay = Annotated[
    str,
    typer.Option(
        help="A house way: the name of one that comes with the program, or the path of a file.",
        autocompletion=complete_house_way,
    ),
]


def set_cards(
    cards: Annotated[str, typer.Argument(help="Seven cards, as in 'As Ad Kc Jk 10d 9c 2h'.", show_default=False)],
    house_way: OneHouseWay = DEFAULT_HOUSE_WAY,
    every: Annotated[bool, typer.Option("--all", help="Also show every legal setting.")] = False,
    exact: Exact = False,
    wheel: OneWheel = WheelRank.SECOND,
    source: RulesSource = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Set seven cards by a house way: the two hands, the rule that decided, and why.

    \b
    Examples:
      houseway set "9s 9d 3c 3d Ah 5s 2c"
      houseway set "As Ad Kc Qh Jd Tc Jk" --house-way mgm-grand --all
      houseway set "9s 9d 3c 3d Ah 5s 2c" --exact
      houseway set "9s 9d 3c 3d Ah 5s 2c" --exact --rules div.pai-gow-poker
      houseway set "As Ad Kc Qh Jd Tc Jk" --house-way riverside.toml --json
    """
    from houseway.cards import parse_hand
    from houseway.house_way import HouseWay, legal_settings

    way, given = HouseWay.load(house_way), parse_hand(cards)
    terms = _terms_of(source, wheel) if exact or source is not None else None
    order = terms.order if terms is not None else wheel.order
    explained = way.explain(given, order)
    legal = legal_settings(given, order) if every else None
    rated = _rate_settings(way, given, terms) if exact and terms is not None else None
    if as_json:
        print_json(_setting_json(explained, legal, rated))
    elif as_csv:
        print_csv(_setting_rows(explained, legal, rated))
    else:
        _show_setting(way, given, explained)
        if legal is not None:
            _show_settings(explained, legal)
        if rated is not None:
            _show_rated_settings(explained, rated)


def _terms_of(source: str | None, wheel: WheelRank) -> "PaiGowTerms":
    """Return the terms of a book or a submission, which rank the wheel themselves; without one, standard terms."""
    from houseway.analysis.pai_gow.solve.counts import PaiGowTerms
    from houseway.analysis.pai_gow.solve.standard_terms import standard_terms
    from houseway.cli.analysis.solve import rules_of

    if source is None:
        return standard_terms(wheel)
    if wheel is not WheelRank.SECOND:
        message = "the rules say how A-2-3-4-5 ranks, so choose --rules or --wheel"
        raise Malformed(message, code="set.order", given=("--rules", "--wheel"), allowed="one of them")
    return PaiGowTerms.from_rules(rules_of(source))


def _rate_settings(way: "HouseWay", given: "Sequence[Card]", terms: "PaiGowTerms") -> "RatedHand":
    from houseway.analysis.pai_gow.solve.setting import rate_settings

    return rate_settings(given, way, terms)


def _setting_json(
    explained: "SettingExplanation", legal: "Sequence[LegalSetting] | None", rated: "RatedHand | None"
) -> dict[str, object]:
    found = explained.set_hand
    answer: dict[str, object] = {**_hands_json(found.high, found.low), "rule": found.rule.id}
    if legal is not None:
        answer["settings"] = [_hands_json(each.high, each.low) for each in legal]
    if rated is not None:
        answer["exact"] = rated.to_json() | {"house_way": rated.setting_with_low(found.low).to_json()}
    return answer


def _setting_rows(
    explained: "SettingExplanation", legal: "Sequence[LegalSetting] | None", rated: "RatedHand | None"
) -> list[dict[str, object]]:
    """Return a record of each setting that is asked for, with the rule beside that of the house way."""
    found = explained.set_hand
    asked: Sequence[LegalSetting | SetHand]
    asked = [each.setting for each in rated.settings] if rated is not None else legal or [found]
    values = [each.to_json() for each in rated.settings] if rated is not None else [{} for _ in asked]
    return [
        {
            **_hands_json(each.high, each.low),
            "house_way": found.rule.id if set(each.low) == set(found.low) else "",
            "high_hand": each.high_hand.describe(),
            "low_hand": each.low_hand.describe(),
            **value,
        }
        for each, value in zip(asked, values, strict=True)
    ]


def _hands_json(high: "Iterable[Card]", low: "Iterable[Card]") -> dict[str, object]:
    return {"high": [str(card) for card in high], "low": [str(card) for card in low]}


def _show_setting(way: "HouseWay", given: "Sequence[Card]", explained: "SettingExplanation") -> None:
    from rich.markup import escape
    from rich.table import Table

    found = explained.set_hand
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("high hand", f"{card_faces(found.high)}  {escape(found.high_hand.describe())}")
    table.add_row("low hand", f"{card_faces(found.low)}  {escape(found.low_hand.describe())}")
    table.add_row("house way", escape(f"{way.title} ({way.name})"))
    table.add_row("kind of hand", escape(found.kind.label))
    table.add_row("rule", escape(f"{found.rule.id}: {found.rule.phrase}"))
    for number, reason in enumerate(explained.reasons):
        table.add_row("" if number else "why", escape(_reason_text(reason)))
    table.add_row("clauses", f"[dim]{escape(', '.join(found.clauses))}[/dim]")
    console().print(card_faces(given), style="bold")
    console().print(table)


def _reason_text(reason: "RuleReason") -> str:
    """Format a reason: `two-pair 1 does not decide; not met: high pair is J or better (high pair is 9)`."""
    if reason.decided:
        return f"{reason.rule.id} decides: {'; '.join(reason.facts)}"
    first, *facts = reason.facts
    return f"{reason.rule.id} does not decide: {first}" + (f" ({'; '.join(facts)})" if facts else "")


def _show_settings(explained: "SettingExplanation", legal: "Sequence[LegalSetting]") -> None:
    from rich.table import Table

    found = explained.set_hand
    table = Table(box=None, pad_edge=False, header_style="dim", title_justify="left")
    for column in ("", "low hand", "", "high hand", ""):
        table.add_column(column, overflow="fold")
    for each in legal:
        mark = "→" if set(each.low) == set(found.low) else ""
        table.add_row(mark, card_faces(each.low), each.low_hand.describe(), card_faces(each.high), each.high_hand.describe())
    console().print(f"\n{len(legal)} legal settings, best low hand first", style="bold")
    console().print(table)


def _show_rated_settings(explained: "SettingExplanation", rated: "RatedHand") -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("", "low hand", "high hand", "win", "push", "lose", "not banking", "banking"):
        table.add_column(column, justify="left" if len(table.columns) < 3 else "right", no_wrap=True)
    total = rated.best.counts.total
    for each in rated.settings:
        mark = "→" if set(each.setting.low) == set(explained.set_hand.low) else ""
        shares = (f"{count / total:.4%}" for count in (each.counts.win, each.counts.push, each.counts.lose))
        worth = (f"{float(value):+.4%}" for value in (each.expected_value, each.bank_value))
        table.add_row(mark, card_faces(each.setting.low), card_faces(each.setting.high), *shares, *worth)
    words = (
        f"value of each setting, as a share of the wager, against all {total:,} hands of a dealer who sets by {rated.dealer},"
        f" on the terms of {rated.terms.book}"
    )
    console().print(f"\n{words}", style="bold")
    console().print(table)
