"""Show a round: hands, results and money in one panel, and on request the explanation of each wager."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.completion import complete_book, expand_book
from houseway.cli.numbers import whole_number
from houseway.cli.show import card_faces, console

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.tree import Tree

    from houseway.explanation.decisive_readings import DecisiveReading
    from houseway.explanation.report import RoundReport, ShownHand
    from houseway.explanation.why import MoneyMove, RoundExplanation, WagerExplanation
    from houseway.files.log_writer import LogWriter
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
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
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

_STYLES = {"win": "green", "lose": "red", "tie": "yellow", "void": "yellow", "surrendered": "red", "envy": "green"}


def submission_text(book: str | None, file: Path | None) -> tuple[str, str | None]:
    """Return the submission for a table and its own house way. It must pass, and be of the book if one is given."""
    from houseway.cli.check import rules_of_passing_file
    from houseway.errors import Malformed
    from houseway.files import submission as filing
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
    from houseway.money import Cents

    return f"{'+' if sign and cents > 0 else ''}{Cents(cents)}"


def show_round(report: "RoundReport", why: bool = False) -> None:
    from rich.console import Group
    from rich.panel import Panel

    shown = [*_layout_lines(report), *_dealer_game_table(report)] if report.against_dealer else _hands_table(report)
    parts: list[RenderableType] = [*shown, _footer(report)]
    title = f"Round {report.number}" + (f" · {report.start}" if report.start else "")
    console().print(Panel(Group(*parts), title=f"[bold]{_escape_markup(title)}[/bold]", title_align="left", border_style="dim"))
    if why:
        show_why(report)


def _escape_markup(text: str) -> str:
    from rich.markup import escape

    return escape(text)


def _plain_table(*columns: str) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim", expand=False)
    for column in columns:
        table.add_column(column, justify="right" if column in ("stake", "net", "change") else "left", overflow="fold")
    return table


_Row = tuple[str, tuple[str, ...], list[tuple[str, str, str, str]]]
"""Player, hand, and a line for each wager."""
_WAGER_COLUMNS = ("wager", "stake", "result", "net")


def _print_grid(heads: tuple[str, ...], rows: "Sequence[_Row]") -> "list[RenderableType]":
    """Print one table if there is room for it; otherwise the hands, and the wagers below them."""
    if console().width < _NARROW_WIDTH:
        hands, wagers = _plain_table("", *heads), _plain_table("", *_WAGER_COLUMNS)
        for who, cells, lines in rows:
            hands.add_row(who, *cells)
            for number, line in enumerate(lines):
                wagers.add_row("" if number else who, *line)
        return [hands, "", wagers]
    table = _plain_table("", *heads, *_WAGER_COLUMNS)
    for who, cells, lines in rows:
        first, *rest = lines or [("", "", "", "")]
        table.add_row(who, *cells, *first)
        for line in rest:
            table.add_row("", *("" for _ in cells), *line)
    return [table]


_NARROW_WIDTH = 110
"""A terminal with fewer columns shows hands and wagers one below the other."""


def _hands_table(report: "RoundReport") -> "list[RenderableType]":
    rows: list[_Row] = []
    dealer = report.hands.get(0)
    if dealer is not None:
        rows.append(("dealer", (_high_text(dealer), _low_text(dealer)), _house_row(report)))
    for position, name in sorted(report.seats.items()):
        wagers = report.wagers(position)
        hands = report.hands.get(position)
        if not wagers and hands is None:
            continue
        who = f"{position} {_escape_markup(name)}" + (" (bank)" if position == report.bank else "")
        cells = (_high_text(hands), _low_text(hands)) if hands else ("[dim]not shown[/dim]", "")
        rows.append((who, cells, _wager_rows(wagers)))
    return _print_grid(("high hand", "low hand"), rows)


def _layout_lines(report: "RoundReport") -> "list[RenderableType]":
    """Format the board street by street, and the box."""
    flop, last = card_faces(report.board[:_FLOP]), card_faces(report.board[_FLOP:])
    parts = [
        ("flop", flop),
        ("last two", last),
        ("box", card_faces(report.box)),
        ("dealer's card face up", card_faces(report.up_cards)),
    ]
    said = "   ".join(f"[dim]{name}[/dim] {cards}" for name, cards in parts if cards)
    return [f"{said}\n"] if said else []


_FLOP = 3


def _dealer_game_table(report: "RoundReport") -> "list[RenderableType]":
    """Format hands against the dealer: cards, hand, decisions, and each wager."""
    rows: list[_Row] = []
    for position, name in sorted({0: "", **report.seats}.items()):
        wagers, hand = report.wagers(position), report.hands.get(position)
        if not wagers and hand is None:
            continue
        who = f"{position} {_escape_markup(name)}" if position else "dealer"
        cards = card_faces(hand.cards) if hand and hand.cards else "[dim]not shown[/dim]"
        words, decisions = (hand.hand_words, ", ".join(hand.decisions)) if hand else ("", "")
        rows.append((who, (cards, f"[dim]{_escape_markup(words)}[/dim]", decisions), _wager_rows(wagers)))
    return _print_grid(("cards", "hand", "decisions"), rows)


BASE = ("pai-gow", "ante", "blind", "play")


def _wager_rows(wagers: "Sequence[WagerExplanation]") -> list[tuple[str, str, str, str]]:
    """Format one row for each wager. Lost optional wagers share one row."""
    lost = [each for each in wagers if each.wager not in BASE and each.result == "lose"]
    rows = [_wager_text(each) for each in wagers if each not in lost or len(lost) == 1]
    if len(lost) > 1:
        names = ", ".join(each.title for each in lost)
        stake, net = sum(each.stake for each in lost), sum(each.net for each in lost)
        rows.append(
            (f"[dim]{_escape_markup(names)}[/dim]", dollars_text(stake), "[dim]lose[/dim]", dollars_text(net, sign=True))
        )
    return rows


def _house_row(report: "RoundReport") -> list[tuple[str, str, str, str]]:
    return [_wager_text(each) for each in report.wagers(0) if each.stake][:1]


def _high_text(hands: "ShownHand") -> str:
    return f"{card_faces(hands.high)}  [dim]{_escape_markup(hands.high_words)}[/dim]"


def _low_text(hands: "ShownHand") -> str:
    return f"{card_faces(hands.low)}  [dim]{_escape_markup(hands.low_words)}[/dim]"


def _wager_text(each: "WagerExplanation") -> tuple[str, str, str, str]:
    style = _STYLES.get(each.result, "")
    paid = f" {dollars_text(each.amount)}" if each.amount else ""
    less = f" less {dollars_text(each.vigorish)} vigorish" if each.vigorish else ""
    said = _result_detail(each)
    hand = f" [dim]{_escape_markup(said)}[/dim]" if said else ""
    result = f"[{style}]{each.result}[/{style}]" if style else each.result
    net = dollars_text(each.net, sign=True) if each.player else ""
    return _escape_markup(each.title), dollars_text(each.stake) if each.stake else "", f"{result}{paid}{less}{hand}", net


def _result_detail(each: "WagerExplanation") -> str:
    """Format the detail of a result: the hand of an optional wager or a Blind, or that the Ante is returned although the hand
    won."""
    last = each.hand.rpartition(": ")[2]
    if each.wager in BASE:
        compared = last.startswith("hand ") or last == "folded"
        return last if (each.wager == "blind" and not compared) or last == "dealer below a pair" else ""
    return each.hand


def _footer(report: "RoundReport") -> "RenderableType":
    said = (
        [f"[yellow]void: {_escape_markup(report.explanation.void.replace('-', ' '))}[/yellow]"]
        if report.explanation.void
        else []
    )
    base_void = report.explanation.base_void.replace("-", " ")
    said += [f"[yellow]wagers against the dealer void: {_escape_markup(base_void)}[/yellow]"] if base_void else []
    net = {name: report.player_net(name) for name in dict.fromkeys(report.seats.values())}
    said += [
        f"{_escape_markup(name)} {dollars_text(cents, sign=True)}" for name, cents in net.items() if _took_part(report, name)
    ]
    house = -sum(net.values())
    if report.account_change("vigorish"):
        said.append(f"vigorish {dollars_text(report.account_change('vigorish'))}")
    said.append(f"house {dollars_text(house, sign=True)}")
    named = {name.partition("/")[2].removeprefix("meter"): dollars_text(int(value)) for name, value in report.meters.items()}
    meters = ", ".join(f"{_escape_markup(name)} {value}".strip() for name, value in named.items())
    below = f"\n[dim]progressive meters: {meters}[/dim]" if meters else ""
    return "\n[dim]" + "[/dim] · [dim]".join(said) + f"[/dim]{below}{_rulings_line(report, tuple(net))}"


def _rulings_line(report: "RoundReport", names: "Sequence[str]") -> str:
    """Format what a floorperson's rulings moved, which no wager includes."""
    moved = [
        f"{_escape_markup(name)} {dollars_text(cents, sign=True)}" for name in names if (cents := report.player_ruled(name))
    ]
    return f"\n[yellow]then by a floorperson's ruling: {' · '.join(moved)}[/yellow]" if moved else ""


def _took_part(report: "RoundReport", name: str) -> bool:
    """Return whether a player had a wager or the bank: his net is shown even if it is $0."""
    return any(player == name and (report.wagers(place) or place == report.bank) for place, player in report.seats.items())


def show_why(report: "RoundReport") -> None:
    """Explain each wager: hands compared, row and arithmetic, readings, clauses, and every cent that moved."""
    from rich.tree import Tree

    why = report.explanation
    tree = Tree(f"[bold]Why, round {why.number}[/bold]", guide_style="dim")
    for each in why.wagers:
        who = (
            f"position {each.position}" + (f", {_escape_markup(each.player)}" if each.player else "")
            if each.position
            else "house"
        )
        branch = tree.add(f"[bold]{who}: {_escape_markup(each.title)}[/bold] {_outcome_text(each)}")
        for line in (*_deciding_cards(each), *_payment_lines(each)):
            branch.add(line)
        cited = tuple(dict.fromkeys(clause.clause for clause in (*each.rank_clauses, *each.clauses)))
        for clause in cited:
            branch.add(_clause_line(why, clause))
        _add_moves(branch, each.moves, report, cited)
    if why.readings:
        branch = tree.add("[bold]the round as a whole[/bold]")
        for used in why.readings:
            branch.add(_reading_line(used))
    if why.other_moves:
        _add_moves(tree.add("[bold]other money[/bold]"), why.other_moves, report, ())
    console().print(tree)


def _clause_line(why: "RoundExplanation", clause: str) -> str:
    return f"[cyan]{_escape_markup(clause)}[/cyan] [dim]{_escape_markup(why.gists[clause])}[/dim]"


def _deciding_cards(each: "WagerExplanation") -> "Iterator[str]":
    """Format the deciding cards, and the hand that they were compared with."""
    for part in each.comparisons:
        other = f"{card_faces(part.other_cards)} {_escape_markup(part.other_words)}"
        own = f"{card_faces(part.cards)} {_escape_markup(part.hand_words)}"
        yield f"[dim]{part.part}[/dim]  {own}, {part.ranks} {each.compared_with} {other}"
    if each.comparisons:
        yield _escape_markup(each.hand.rpartition(": ")[2])
        return
    halves = (each.high, each.low) if each.high else (each.cards, each.board)
    shown = ("  |  " if each.high else "  +  ").join(card_faces(cards) for cards in halves if cards)
    if shown:
        yield shown
    if each.paid_hand:
        label = "lower hand" if each.wager == "bad-beat" else "paid hand" if each.result == "win" else "best hand"
        yield f"[dim]{label}[/dim]  {card_faces(each.paid_cards)} {_escape_markup(each.paid_hand)}"
    elif each.hand:
        yield _escape_markup(f"{each.hand} was shown" if each.wager.startswith("number") else each.hand)


def _payment_lines(each: "WagerExplanation") -> "Iterator[str]":
    """Format the row, the arithmetic and the decisive readings."""
    yield from map(_escape_markup, (each.row,) if each.row else ())
    yield from map(_escape_markup, each.arithmetic)
    yield from map(_reading_line, each.readings)


def _reading_line(used: "DecisiveReading") -> str:
    name, choice = _escape_markup(f"reading {used.reading}"), _escape_markup(used.choice)
    return f"[magenta]{name}[/magenta] [dim]{choice}: {_escape_markup(used.words)}[/dim]"


def _outcome_text(each: "WagerExplanation") -> str:
    stake = f"{dollars_text(each.stake)}, " if each.stake else ""
    paid = f" {dollars_text(each.amount)}" if each.amount else ""
    less = f" less {dollars_text(each.vigorish)} vigorish" if each.vigorish else ""
    net = f" ({dollars_text(each.net, sign=True)})" if each.player else ""
    return f"{stake}{'as the bank' if each.result == 'bank' else each.result}{paid}{less}{net}"


def _add_moves(branch: "Tree", moves: "Sequence[MoneyMove]", report: "RoundReport", cited: Sequence[str]) -> None:
    """Add every cent that moved, with the clauses that were not named before."""
    from houseway.explanation.display_names import DisplayNames, spoken_name

    names = DisplayNames(report.seats)
    for move in moves:
        note = f" ({_escape_markup(move.note)})" if move.note else ""
        way = _escape_markup(f"{names.account_title(move.source)} → {names.account_title(move.target)}")
        new = ", ".join(clause.clause for clause in move.clauses if clause.clause not in cited)
        branch.add(
            f"{dollars_text(move.cents)}  {way}: {spoken_name(move.reason)}{note}"
            + (f"  [cyan]{_escape_markup(new)}[/cyan]" if new else "")
        )


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
    from houseway.files.log_writer import LogWriter

    return nullcontext() if path is None else LogWriter(path, force)
