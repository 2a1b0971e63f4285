"""`houseway play`: a seat in the terminal. Everything shown or asked comes from `view` and `legal`."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.numbers import whole_number
from houseway.cli.plain_characters import read_any_characters
from houseway.cli.playing.table import (
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
from houseway.cli.show import print_line

if TYPE_CHECKING:
    from houseway.cli.playing.terminal_player import SeatListener, TerminalPlayer
    from houseway.play.session import DealtRound, TableSession


def play(
    book: Book = None,
    seat: Annotated[
        int, typer.Option(parser=whole_number("--seat", 1, 6), help="Your position, 1 to 6, numbered as in the rule book.")
    ] = 3,
    players: Annotated[
        int, typer.Option(parser=whole_number("--players", 1, 6), help="Players at the table, including you, 1 to 6.")
    ] = 4,
    submission: Submission = None,
    table: TableName = None,
    seed: Seed = None,
    log: LogFile = None,
    force: Force = False,
) -> None:
    """Play a seat in the terminal, together with program players.

    Enter accepts the default in brackets, 0 makes no wager, b takes the last one back, q leaves the table. At a wager ? shows what
    it pays; at a decision or a setting it shows what each choice is worth, and Enter then takes the best. A Play wager is an amount
    or a multiple: $40, 4x or 4. If you leave in the middle of a round, the program finishes it for you: it sets your hand the house
    way, or checks and then folds.

    \b
    Examples:
      houseway play md.pai-gow-poker
      houseway play div.pai-gow-poker --seat 1 --seed 7
      houseway play md.ultimate-texas-holdem
      houseway play md.four-card-poker --players 1
    """
    from houseway.cli.playing.terminal_player import TerminalPlayer

    read_any_characters()
    person, filed = TerminalPlayer(), submission_text(book, submission)
    with open_log(log, force) as writer:
        session = open_session(filed, _seat_players(seat, players, person), table, seed, writer, _now)
        person.take_seat(session.run.table)
        print_line(rules_line(session.run.table.rules), "dim")
        print_line(f"You sit at position {seat}. Enter accepts the default in brackets; ? explains; q leaves the table.", "dim")
        _play_rounds(session, person)


def _now() -> int:
    return int(time.time())


def _seat_players(seat: int, players: int, person: "TerminalPlayer") -> "dict[int, tuple[str, TerminalPlayer | None]]":
    """Seat the person, and program players at the other positions from 1."""
    from houseway.cli.playing.terminal_player import YOU
    from houseway.explanation.games import NAMES

    others = [position for position in range(1, len(NAMES) + 1) if position != seat][: players - 1]
    seats: dict[int, tuple[str, TerminalPlayer | None]] = {position: (NAMES[position - 1], None) for position in others}
    return seats | {seat: (YOU, person)}


def _play_rounds(session: "TableSession", person: "TerminalPlayer") -> None:
    from houseway.cli.playing.terminal_player import YOU, SeatListener
    from houseway.events import Actor, Command, Role

    rounds = 0
    while not person.left:
        watch = SeatListener(session, person)
        try:
            dealt = session.deal_round(watch)
        except KeyboardInterrupt:
            person.left = True
            dealt = session.deal_round(watch)
        if not dealt.finished:
            person.say_round_waits()
        elif person.bets:
            rounds += 1
            _show_round(session, watch, dealt)
    chips = session.run.table.chips(YOU)
    session.run.act(Command("leave", Actor(Role.PLAYER, YOU), {}, session.at))
    many = "1 round" if rounds == 1 else f"{rounds} rounds"
    gained = dollars_text((chips - person.bought).amount, sign=True)
    print_line(f"\n{many}; you bought {person.bought} and leave with {chips}: {gained}", "bold")


def _show_round(session: "TableSession", watch: "SeatListener", dealt: "DealtRound") -> None:
    from houseway.explanation.report import report_round

    heard = (dealt.events[0], *watch.heard)
    show_round(report_round(heard, session.run.table.rules, dealt.seats, dealt.meters, watch.settings, watch.cards))
