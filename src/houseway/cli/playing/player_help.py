"""Answers to `?` at a seat in the terminal: what a wager pays, what a rule says, and what each choice is worth."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from houseway.analysis.exact import as_decimal, as_percent, as_short_percent, group_digits
from houseway.analysis.solve.solution import Progress
from houseway.citation import Citation
from houseway.cli.playing.asking import forget_typed_ahead
from houseway.cli.show import console, print_line, print_table
from houseway.cli.waiting import delayed_progress
from houseway.explanation.games import base_wager
from houseway.games.awards import vigorish_law, vigorish_rate
from houseway.library.showing.display import card_faces
from houseway.money import Cents
from houseway.play.advice import DecisionAdvice, ValuedSetting
from houseway.play.driver import PlayerChoice
from houseway.procedure import PAI_GOW
from houseway.regulation import Paytable, Regulation
from houseway.submission import Rules

Found = TypeVar("Found")
_SHOWN_SETTINGS = 5
"""Settings worth showing: the best, and the house way's."""


def count_with_progress(what: str, count: Callable[[Progress], Found]) -> Found | None:
    """Count, with a progress bar if it takes long. Control-C stops the counting and nothing else. Input that is typed meanwhile
    is dropped."""
    try:
        with delayed_progress(f"{what} (Control-C stops)") as progress:
            return count(progress(0))
    except KeyboardInterrupt:
        print_line("\nstopped; nothing was counted")
        return None
    finally:
        forget_typed_ahead()


# Wagers and rules


def show_wager(rules: Rules, wager: str, meters: Mapping[str, object]) -> None:
    """Show what a wager pays, and those that come with it, as filed and with clauses."""
    for each in _wagers_placed_with(rules, wager):
        for table in (rules.offers[each].paytable, *rules.offers[each].envy):
            _show_paytable(rules.regulation, table)
    if wager == PAI_GOW:
        clause = vigorish_law(rules)[0]
        print_line(f"less {as_short_percent(vigorish_rate(rules), 2)} vigorish ({clause.clause})", "dim")
    shown = [f"{meter.name} {meters[meter.name]}" for meter in rules.meters if meter.wager == wager and meter.name in meters]
    if shown:
        print_line(f"shown now: {', '.join(shown)}", "dim")


def _wagers_placed_with(rules: Rules, wager: str) -> tuple[str, ...]:
    """Return the wager, and with the base wager those that equal it or follow from it."""
    known, is_base = rules.regulation.wagers, wager == base_wager(rules.game)
    follow = [each for each in rules.offers if known[each].equal_to == wager or (is_base and known[each].offered == "follows")]
    return wager, *follow


def _show_paytable(regulation: Regulation, table: Paytable) -> None:
    letter = f", paytable {table.letter}" if len(regulation.paytables_of(table.wager)) > 1 else ""
    title = f"{regulation.wager(table.wager).title}{letter} ({table.clause.clause})"
    rows = [(row.words, group_digits(str(row.pays)), row.clause.clause) for row in table.rows]
    print_table(("hand", "pays", "clause"), rows, title)


def show_clauses(regulation: Regulation, clauses: Iterable[Citation]) -> None:
    """Show what the clauses of a question say, in a few words."""
    for clause in dict.fromkeys(clauses):
        print_line(f"{clause.clause}: {regulation.clause(clause.clause).gist}", "dim")


# Decisions and settings


def show_decision_advice(advice: DecisionAdvice, words_for: Callable[[PlayerChoice], str], titles: Mapping[str, str]) -> None:
    """Show what each choice is worth, the best first."""
    rows = [
        (
            "→" if each is advice.choices[0] else "",
            words_for(each.choice),
            as_decimal(each.in_stakes, 6),
            _signed(each.in_cents),
        )
        for each in advice.choices
    ]
    print_table(("", "", "in Antes", "on average"), rows)
    notes = [f"counted: {advice.method}; the game itself, without optional wagers"]
    if advice.lost_with_fold:
        notes.append(f"a fold also loses {', '.join(titles.get(each, each) for each in advice.lost_with_fold)}")
    if advice.lacks_chips:
        notes.append("later Play wagers are counted as if you had the chips for them")
    for note in notes:
        print_line(note, "dim")


def _signed(cents: Fraction) -> str:
    rounded = Cents(round(cents))
    return f"{'+' if rounded.amount > 0 else ''}{rounded}"


def show_setting_advice(
    settings: Sequence[ValuedSetting], house_low: Sequence[object], stake: Cents | None, opponent: str
) -> None:
    """Show the best settings, and the house way's if it is none of them."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("", "low hand", "", "high hand", "of the wager", *(("on average",) if stake else ())):
        table.add_column(column, justify="right" if column in ("of the wager", "on average") else "left", overflow="fold")
    shown = [*settings[:_SHOWN_SETTINGS], *(each for each in settings[_SHOWN_SETTINGS:] if _is_house(each, house_low))]
    for each in shown:
        mark = " ".join(["→"] * (each is settings[0]) + ["house"] * _is_house(each, house_low))
        low, high = each.setting.low_hand.describe(), each.setting.high_hand.describe()
        money = (_signed(each.value * stake.amount),) if stake else ()
        worth = f"{'+' if each.value > 0 else ''}{as_percent(each.value, 2)}"
        table.add_row(mark, card_faces(each.setting.low), escape(low), escape(high), worth, *money)
    console().print(table)
    print_line(f"counted: against every hand of {opponent} who sets the house way; {len(settings)} legal settings", "dim")


def _is_house(each: ValuedSetting, house_low: Sequence[object]) -> bool:
    return bool(house_low) and set(each.setting.low) == set(house_low)
