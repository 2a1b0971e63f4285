"""`houseway replay`: a recorded round, step by step."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.show import console, faces, print_json, say
from houseway.cli.table import AsJson, rules_line
from houseway.errors import Malformed

if TYPE_CHECKING:
    from houseway.rounds import Log


def replay(
    log: Annotated[Path, typer.Argument(help="A log that `houseway deal --log` or `play --log` wrote.", show_default=False)],
    round_number: Annotated[int | None, typer.Option("--round", help="Only this round.", show_default=False)] = None,
    rack: Annotated[bool, typer.Option("--rack", help="Rebuild each hand from the discard rack.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show a recorded round step by step, each event in words with its clauses.

    The log is folded from its first event: one with a line that is missing, was moved or changed is refused.

    \b
    Examples:
      houseway replay table.jsonl --round 2
      houseway replay table.jsonl --round 2 --rack
    """
    from houseway.rounds import read_log

    read = read_log(log)
    there = read.rounds()
    if round_number is not None and round_number not in there:
        known = f"{min(there)} to {max(there)}" if there else "none"
        raise Malformed(
            f"{log} has no round {round_number}; there are rounds {known}", code="log.round", given=round_number, allowed=known
        )
    wanted = [round_number] if round_number is not None else list(there)
    if as_json:
        print_json([_document(read, number, rack) for number in wanted])
        return
    say(f"table {read.table.id}, {rules_line(read.table.rules)}, {len(read.events):,} events", "dim")
    for number in wanted:
        show = _rack if rack else _steps
        show(read, number)


def _steps(log: "Log", number: int) -> None:
    from rich.markup import escape
    from rich.table import Table

    from houseway.rounds import in_words

    table = Table(
        box=None, pad_edge=False, header_style="dim", title=f"Round {number}", title_justify="left", title_style="bold"
    )
    table.add_column("event", justify="right", style="dim")
    table.add_column("what happened", overflow="fold")
    table.add_column("clauses", style="cyan", overflow="fold", max_width=40)
    for place in log.rounds()[number]:
        event = log.events[place]
        clauses = ", ".join(dict.fromkeys(clause.clause for clause in event.clauses))
        seats = log.states[place].seats
        words = escape(in_words(event, seats))
        table.add_row(str(place + 1), f"[dim]{words}[/dim]" if event.kind == "money-moved" else words, escape(clauses))
    console().print(table)


def _rebuilt(log: "Log", number: int) -> dict[str, tuple[object, ...]]:
    """Hands by their owner, from the rack as it stood when the round ended."""
    from houseway.equipment import rebuild

    ended = next((place for place in log.rounds()[number] if log.events[place].kind == "round-ended"), None)
    state = log.states[(ended - 1) if ended is not None else log.rounds()[number][-1]]
    return dict(rebuild(state.equipment.rack))


def _rack(log: "Log", number: int) -> None:
    from rich.table import Table

    from houseway.cards import Card

    table = Table(
        box=None, pad_edge=False, header_style="dim", title=f"Round {number}, from the discard rack", title_style="bold"
    )
    for column in ("owner", "cards", ""):
        table.add_column(column)
    dealt = _dealt(log, number)
    for owner, cards in _rebuilt(log, number).items():
        known = dealt.get(owner)
        said = ""
        if known and cards:
            said = "as dealt" if sorted(map(str, known)) == sorted(map(str, cards)) else "not as dealt"
        table.add_row(owner, faces([card for card in cards if isinstance(card, Card)]) or "unknown", said)
    console().print(table)


def _dealt(log: "Log", number: int) -> dict[str, tuple[object, ...]]:
    """Hands by their owner, and the community cards, as they came."""
    found: dict[str, tuple[object, ...]] = {}
    for place in log.rounds()[number]:
        event = log.events[place]
        if event.kind == "cards-dealt":
            hands = event["hands"]
            assert isinstance(hands, dict)
            found |= {("dealer" if position == 0 else f"position {position}"): cards for position, cards in hands.items()}
        elif event.kind in ("flop-dealt", "final-dealt", "board-completed"):
            cards = event["cards"]
            assert isinstance(cards, tuple)
            found["board"] = (*found.get("board", ()), *cards)
        elif event.kind == "box-turned":
            cards = event["cards"]
            assert isinstance(cards, tuple)
            found["box"] = cards
    return found


def _document(log: "Log", number: int, rack: bool) -> dict[str, object]:
    from houseway.rounds import in_words

    steps = [
        {
            "event": place + 1,
            **log.events[place].to_json(),
            "words": in_words(log.events[place], log.states[place].seats),
        }
        for place in log.rounds()[number]
    ]
    found: dict[str, object] = {"round": number, "events": steps}
    if rack:
        found["rack"] = {owner: [str(card) for card in cards] for owner, cards in _rebuilt(log, number).items()}
    return found
