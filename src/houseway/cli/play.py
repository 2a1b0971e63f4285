"""`houseway play`: a seat in the terminal. Everything shown or asked comes from `view` and `legal`."""

from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.show import say
from houseway.cli.table import (
    Book,
    LogFile,
    Seed,
    Submission,
    dollars,
    place_for_log,
    rules_line,
    show_round,
    submission_text,
    write_log,
)

if TYPE_CHECKING:
    from houseway.cli.terminal_player import Listener, Person
    from houseway.events import Event
    from houseway.play.session import Dealt, Session


def play(
    book: Book,
    seat: Annotated[int, typer.Option(min=1, max=6, help="Your position, counted as the book does.")] = 3,
    players: Annotated[int, typer.Option(min=1, max=6, help="Players at the table, you among them.")] = 4,
    submission: Submission = None,
    seed: Seed = None,
    log: LogFile = None,
) -> None:
    """Play a seat in the terminal, beside program players.

    Enter accepts the default in brackets, 0 makes no wager, ? asks for the house way or a simple strategy, q leaves the table. If
    you leave in the middle of a round, it is finished for you: your hand is set the house way, or checks and then folds.

    \b
    Examples:
      houseway play md.pai-gow-poker
      houseway play div.pai-gow-poker --seat 1 --seed 7
      houseway play md.ultimate-texas-holdem
      houseway play md.four-card-poker --players 1
    """
    from houseway.chance import seeded, system
    from houseway.cli.terminal_player import Person
    from houseway.files.log import log_lines
    from houseway.play.session import Session

    place_for_log(log)
    chance = system() if seed is None else seeded(seed)
    person = Person()
    text, house_way = submission_text(book, submission)
    session = Session(text, chance, _around(seat, players, person), house_way)
    person.sits(session.run.table)
    say(f"{rules_line(session.run.table.rules)}. You sit at position {seat}.", "dim")
    try:
        _play(session, person)
    finally:
        if log is not None:
            write_log(list(log_lines(session.run)), log)


def _around(seat: int, players: int, person: "Person") -> "dict[int, tuple[str, Person | None]]":
    """Seat the person, and program players at the other positions from 1."""
    from houseway.cli.terminal_player import YOU
    from houseway.explain.games import NAMES

    others = [position for position in range(1, len(NAMES) + 1) if position != seat][: players - 1]
    seats: dict[int, tuple[str, Person | None]] = {position: (NAMES[position - 1], None) for position in others}
    return seats | {seat: (YOU, person)}


def _play(session: "Session", person: "Person") -> None:
    from houseway.cli.terminal_player import YOU, Listener
    from houseway.events import Actor, Command, Role

    rounds = 0
    while not person.left:
        watch = Listener(session, person)
        try:
            dealt = session.round(watch)
        except KeyboardInterrupt:
            person.left = True
            dealt = session.round(watch)
        if not dealt.finished:
            person.again()
        elif person.bets:
            rounds += 1
            _show(session, watch, dealt)
    chips = session.run.table.chips(YOU)
    session.run.act(Command("leave", Actor(Role.PLAYER, YOU), {}, session.at))
    bought = sum(_cents(event["amount"]) for event in session.run.events if _bought(event))
    many = "1 round" if rounds == 1 else f"{rounds} rounds"
    gained = dollars(chips.amount - bought, sign=True)
    say(f"\n{many}; you bought {dollars(bought)} and leave with {chips}: {gained}", "bold")


def _bought(event: "Event") -> bool:
    from houseway.cli.terminal_player import YOU

    return event.facts.get("reason") == "buy-in" and event.facts.get("target") == f"player:{YOU}"


def _cents(amount: object) -> int:
    from houseway.money import Cents

    assert isinstance(amount, Cents)
    return amount.amount


def _show(session: "Session", watch: "Listener", dealt: "Dealt") -> None:
    from houseway.explain.report import report_round

    heard = (dealt.events[0], *watch.heard)
    show_round(report_round(heard, session.run.table.rules, dealt.seats, dealt.meters, watch.settings, watch.cards))
