"""`houseway deal`: rounds dealt by the automatic croupier to program players."""

from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.forms import AsCsv, AsJson
from houseway.cli.numbers import whole_number
from houseway.cli.playing.table import (
    AskWhy,
    Book,
    Force,
    LogFile,
    Seed,
    Submission,
    TableName,
    dollars_text,
    open_log,
    open_session,
    rules_line,
    show_round,
    submission_text,
)
from houseway.cli.show import print_csv, print_json, print_line, print_table

if TYPE_CHECKING:
    from houseway.explanation.report import RoundReport
    from houseway.play.session import TableSession
    from houseway.submission import Rules

MAX_ROUNDS_SHOWN = 20
"""The most rounds that are printed one by one; above it only a summary is printed."""

Quiet = Annotated[
    bool, typer.Option("--quiet", help=f"Print only the summary (always so for more than {MAX_ROUNDS_SHOWN} rounds).")
]


def deal(
    book: Book = None,
    players: Annotated[int, typer.Option(parser=whole_number("--players", 1, 6), help="Players at the table, 1 to 6.")] = 6,
    rounds: Annotated[int, typer.Option(parser=whole_number("--rounds", 1), help="Rounds to deal.")] = 1,
    submission: Submission = None,
    table: TableName = None,
    seed: Seed = None,
    why: AskWhy = False,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    log: LogFile = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Deal rounds to program players, who make every wager and follow the house way or a simple strategy.

    \b
    Examples:
      houseway deal md.pai-gow-poker --players 6 --rounds 3
      houseway deal div.pai-gow-poker --seed 7 --why
      houseway deal md.ultimate-texas-holdem --rounds 2
      houseway deal md.pai-gow-poker --rounds 1000 --quiet --log table.jsonl
    """
    from houseway.play.session import default_players

    is_data = as_json or as_csv
    one_by_one = not is_data and not quiet and rounds <= MAX_ROUNDS_SHOWN
    reports = []
    with open_log(log, force) as writer:
        session = open_session(submission_text(book, submission), default_players(players), table, seed, writer)
        totals = _SessionTotals(session.run.table.rules)
        for made in _shown_rounds(session, rounds, why) if one_by_one else _deal_rounds(session, rounds, True, is_data):
            totals.add_round(made)
            reports += [made] if is_data else []
    if as_csv:
        print_csv((row for each in reports for row in _wager_rows(each)), _COLUMNS)
    elif as_json:
        print_json(_deal_document(session, seed, reports, totals))
    elif not one_by_one or rounds > 1:
        totals.print_totals()


def _shown_rounds(session: "TableSession", rounds: int, why: bool) -> "Iterator[RoundReport]":
    """Deal round by round, and show each."""
    print_line(rules_line(session.run.table.rules), "dim")
    for made in _deal_rounds(session, rounds, bar=False, in_full=why):
        show_round(made, why)
        yield made


def _deal_document(
    session: "TableSession", seed: int | None, reports: "list[RoundReport]", totals: "_SessionTotals"
) -> dict[str, object]:
    rules = session.run.table.rules
    head = {"book": rules.book, "rules": rules.hash, "seed": seed}
    return {**head, "rounds": [each.to_json() for each in reports], "totals": totals.to_json()}


_COLUMNS = (
    *("round", "position", "player", "wager", "stake", "high", "low", "cards", "board", "hand", "row"),
    *("result", "cents", "vigorish", "net", "clauses"),
)


def _wager_rows(report: "RoundReport") -> "Iterator[dict[str, object]]":
    """Yield a record of each wager, with money in cents."""
    return ({"round": report.number, **each.to_json()} for each in report.explanation.wagers)


def _deal_rounds(session: "TableSession", rounds: int, bar: bool, in_full: bool) -> "Iterator[RoundReport]":
    """Deal round by round, with a progress bar if nothing else is printed and it takes long."""
    from houseway.cli.waiting import delayed_progress
    from houseway.explanation.report import report_round

    with delayed_progress("dealing") if bar else nullcontext() as progress:
        for number in range(1, rounds + 1):
            dealt = session.deal_round()
            rules, fed = session.run.table.rules, dealt.meter_events
            yield report_round(dealt.events, rules, dealt.seats, dealt.meters, meter_events=fed, in_full=in_full)
            if progress is not None:
                progress(0)(number, rounds)


_RESULT_COUNTS = ("made", "won", "tied")


class _SessionTotals:
    """Totals of all rounds, by wager and for the house."""

    def __init__(self, rules: "Rules") -> None:
        self.rules = rules
        self.rounds, self.vigorish, self.house, self.void, self.banked = 0, 0, 0, 0, 0
        self.wagers: dict[str, dict[str, int]] = {}

    def add_round(self, report: "RoundReport") -> None:
        self.rounds += 1
        self.void += bool(report.explanation.void)
        self.banked += report.bank is not None
        self.vigorish += report.account_change("vigorish")
        self.house -= sum(report.player_net(name) for name in dict.fromkeys(report.seats.values()))
        for each in report.explanation.wagers:
            if not each.player or each.result == "bank":
                continue
            wager = each.wager.split(":")[0]
            line = self.wagers.setdefault(wager, dict.fromkeys((*_RESULT_COUNTS, "staked", "net"), 0))
            line["made"] += 1
            line["won"] += each.result in ("win", "envy")
            line["tied"] += each.result in ("tie", "void")
            line["staked"] += each.stake
            line["net"] += each.net

    def to_json(self) -> dict[str, object]:
        counts = {"rounds": self.rounds, "banked": self.banked, "void": self.void}
        return {**counts, "vigorish": self.vigorish, "house": self.house, "wagers": self.wagers}

    def print_totals(self) -> None:
        from houseway.explanation.display_names import DisplayNames
        from houseway.explanation.words import wager_titles
        from houseway.library.showing.round_view import BASE

        names = DisplayNames(titles=wager_titles(self.rules.regulation))
        print_line()
        rows = [
            (
                names.wager_title(wager),
                f"{line['made']:,}",
                f"{line['won']:,}",
                f"{line['tied']:,}",
                dollars_text(line["staked"]),
                dollars_text(line["net"], True),
            )
            for wager, line in sorted(self.wagers.items(), key=lambda each: (each[0] not in BASE, each[0]))
        ]
        many = "1 round" if self.rounds == 1 else f"{self.rounds:,} rounds"
        print_table(("wager", *_RESULT_COUNTS, "staked", "net to players"), rows, many)
        extra = f", {self.banked:,} with a bank" if self.banked else ""
        void = f", {self.void:,} void" if self.void else ""
        vigorish = f"vigorish {dollars_text(self.vigorish)}, " if "pai-gow" in self.wagers else ""
        print_line(f"{vigorish}house {dollars_text(self.house, True)}{extra}{void}")
