"""Show a round: hands, results and money in one panel, and on request the explanation of each wager."""

from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.completion import complete_book, expand_book
from houseway.cli.numbers import whole_number
from houseway.cli.show import console

if TYPE_CHECKING:
    from houseway.explanation.report import RoundReport
    from houseway.files.logs.writer import LogWriter
    from houseway.play.driver import Clock, PlayerFunction
    from houseway.play.session import TableSession
    from houseway.submission import Rules

Book = Annotated[
    str | None,
    typer.Argument(
        help="A rule book, as in md.pai-gow-poker or md.ultimate-texas-holdem, or a Rules Submission (TOML).",
        callback=expand_book,
        autocompletion=complete_book,
        show_default=False,
    ),
]
Submission = Annotated[
    Path | None,
    typer.Option(
        help="A Rules Submission (a TOML file) instead of the one that comes with the program.",
        parser=file_paths.path,
        show_default=False,
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(help="A whole number. The same seed gives the same cards.", parser=whole_number("--seed"), show_default=False),
]
TableName = Annotated[
    str | None,
    typer.Option(
        "--table",
        help="The table's name; by default the first table for which the submission files all meters.",
        show_default=False,
    ),
]
AskWhy = Annotated[bool, typer.Option("--why", help="Also explain why each cent moved, and under which clauses.")]
LogFile = Annotated[
    Path | None,
    typer.Option(
        "--log",
        help="Record every event in this new file, as JSON lines, while the table runs.",
        parser=file_paths.path,
        show_default=False,
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a log that exists already.")]


def submission_text(book: str | None, file: Path | None) -> tuple[str, str | None]:
    """Return the submission for a table and its own house way. It must pass, and be of the book if one is given."""
    from houseway.cli.filing.check import rules_of_passing_file
    from houseway.errors import Malformed
    from houseway.files.rounds import submission as filing
    from houseway.regulation import book_ids
    from houseway.submission.built_in import built_in_submission
    from houseway.submission.source import read_submission_text

    if file is None and book is None:
        raise Malformed(
            f"name a rule book, or a submission with --submission; the books are {', '.join(book_ids())}",
            code="deal.book",
            given="nothing",
            allowed=book_ids(),
        )
    if file is None and _names_file(str(book)):
        book, file = None, Path(str(book))
    if file is None:
        return built_in_submission(str(book)), None
    rules = rules_of_passing_file(file)
    if book not in (None, rules.book):
        raise Malformed(
            f"{file} is a submission for {rules.book}, not {book}", code="deal.book", given=book, allowed=rules.book
        )
    text = read_submission_text(file)
    return text, filing.attached_house_way(text, file.parent, str(file))


def _names_file(given: str) -> bool:
    """Return whether something that was given for a rule book is a submission: a file that is there, or a name like one."""
    from houseway.input_files import file_exists
    from houseway.regulation import book_ids

    return given not in book_ids() and (file_exists(Path(given)) or given.endswith(".toml"))


def dollars_text(cents: int, sign: bool = False) -> str:
    from houseway.library.showing import round_view

    return round_view.dollars_text(cents, sign)


def show_round(report: "RoundReport", why: bool = False) -> None:
    from houseway.library.showing.round_view import round_panel, why_tree

    console().print(round_panel(report, console().width))
    if why:
        console().print(why_tree(report))


def rules_line(rules: "Rules") -> str:
    return f"{rules.book} ({rules.version}), rules {rules.hash[:16]}"


def open_session(
    filed: tuple[str, str | None],
    players: "Mapping[int, tuple[str, PlayerFunction | None]]",
    table: str | None,
    seed: int | None,
    writer: "LogWriter | None",
    clock: "Clock | None" = None,
) -> "TableSession":
    """Open a table for a submission and its house way. Rounds are recorded as they end, and their events are dropped."""
    from houseway.chance import seeded_chance, system_chance
    from houseway.play.session import TableSession

    chance = system_chance() if seed is None else seeded_chance(seed)
    record = writer.record if writer else None
    submission, house_way = filed
    return TableSession(submission, chance, players, house_way, table, record=record, keep_events=False, clock=clock)


def open_log(path: Path | None, force: bool) -> "LogWriter | nullcontext[None]":
    """Return a context that writes the log, if one is wanted."""
    from houseway.files.logs.writer import LogWriter

    return nullcontext() if path is None else LogWriter(path, force)
