"""`houseway replay`: show a recorded round step by step."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.show import console, faces, print_json, say
from houseway.cli.table import AsJson, AskWhy, rules_line, show_round
from houseway.errors import Malformed

if TYPE_CHECKING:
    from houseway.equipment import Racked
    from houseway.events import Event
    from houseway.explain.report import Report
    from houseway.files.log import Log


def replay(
    log: Annotated[Path, typer.Argument(help="A log that `houseway deal --log` or `play --log` wrote.", show_default=False)],
    round_number: Annotated[int | None, typer.Option("--round", help="Only this round.", show_default=False)] = None,
    rack: Annotated[bool, typer.Option("--rack", help="Rebuild each hand from the discard rack.")] = False,
    why: AskWhy = False,
    as_json: AsJson = False,
) -> None:
    """Show a recorded round step by step, each event in words with its clauses.

    The log is folded from its first event. A log with a missing, moved or changed line is refused.

    \b
    Examples:
      houseway replay table.jsonl --round 2
      houseway replay table.jsonl --round 2 --why
      houseway replay table.jsonl --round 2 --rack
    """
    from houseway.files.log import read_log

    read = read_log(log)
    there = read.rounds()
    if round_number is not None and round_number not in there:
        raise _no_round(log, round_number, list(there))
    wanted = [round_number] if round_number is not None else list(there)
    if as_json:
        print_json([_document(read, number, rack, why) for number in wanted])
        return
    say(f"table {read.table.id}, {rules_line(read.table.rules)}, {len(read.events):,} events", "dim")
    if not there:
        say("no round was played")
    for number in wanted:
        show = _rack if rack else _steps
        show(read, number)
        if why:
            show_round(_report(read, number), why=True)


def _no_round(log: Path, given: int, there: list[int]) -> Malformed:
    known = "no rounds" if not there else f"rounds {min(there)} to {max(there)}" if there[1:] else f"only round {there[0]}"
    verb = "is" if len(there) == 1 else "are"
    return Malformed(f"{log} has no round {given}; there {verb} {known}", code="log.round", given=given, allowed=known)


def _report(log: "Log", number: int) -> "Report":
    """Report the round as `deal` does, without the meters after it."""
    from houseway.explain.report import report_round

    places = log.rounds()[number]
    state = log.states[places[-1]]
    events = log.events[places.start : places.stop]
    return report_round(events, state.rules, state.seats, meter_events=log.meter_events)


def _ends(log: "Log", number: int) -> bool:
    return any(log.events[place].kind == "round-completed" for place in log.rounds()[number])


def _steps(log: "Log", number: int) -> None:
    from rich.markup import escape
    from rich.table import Table

    from houseway.explain.words import in_words, titles

    named = titles(log.table.rules.regulation)
    table = Table(
        box=None, pad_edge=False, header_style="dim", title=f"Round {number}", title_justify="left", title_style="bold"
    )
    table.add_column("event", justify="right", style="dim")
    table.add_column("by", style="dim", no_wrap=True)
    table.add_column("what happened", overflow="fold")
    table.add_column("clauses", style="cyan", overflow="fold", max_width=40)
    for place in log.rounds()[number]:
        event = log.events[place]
        clauses = ", ".join(dict.fromkeys(clause.clause for clause in event.clauses))
        seats = log.states[place].seats
        words = escape(in_words(event, seats, named))
        shown = f"[dim]{words}[/dim]" if event.kind == "money-moved" else words
        table.add_row(str(place + 1), escape(_by(log, place)), shown, escape(clauses))
    for meter, event in _at_meters(log, number):
        clauses = ", ".join(dict.fromkeys(clause.clause for clause in event.clauses))
        table.add_row("", "", escape(f"{meter}: {in_words(event, {}, named)}"), escape(clauses), style="dim")
    console().print(table)
    if not _ends(log, number):
        say(f"the log ends here, in the middle of round {number}", "yellow")


def _by(log: "Log", place: int) -> str:
    given = log.given[place]
    return given[1].name or given[1].role.value if given else ""


def _told(log: "Log", place: int) -> dict[str, object]:
    given = log.given[place]
    return {"at": given[0], "by": {"role": given[1].role.value, "name": given[1].name}} if given else {}


def _at_meters(log: "Log", number: int) -> "list[tuple[str, Event]]":
    """Show what the round did to the meters."""
    at = {"table": log.table.id, "round": number}
    return [(meter, event) for meter, event in log.meter_events if at.items() <= event.facts.items()]


def _racked(log: "Log", number: int) -> "tuple[Racked, ...]":
    """Return the rack at the end of the round."""
    ended = next((place for place in log.rounds()[number] if log.events[place].kind == "round-ended"), None)
    state = log.states[(ended - 1) if ended is not None else log.rounds()[number][-1]]
    return state.equipment.rack


def _rack(log: "Log", number: int) -> None:
    from rich.table import Table

    from houseway.equipment import rebuild, unseen

    table = Table(
        box=None, pad_edge=False, header_style="dim", title=f"Round {number}, from the discard rack", title_style="bold"
    )
    table.title_justify = "left"
    for column in ("owner", "cards", ""):
        table.add_column(column)
    dealt, racked = _dealt(log, number), _racked(log, number)
    hidden = unseen(racked)
    for owner, cards in rebuild(racked).items():
        known = dealt.get(owner)
        said = ""
        if known and cards:
            said = "as dealt" if sorted(map(str, known)) == sorted(map(str, cards)) else "not as dealt"
        shown = ", ".join(part for part in (faces(cards), _unseen(hidden.get(owner, 0))) if part)
        table.add_row(_owner(owner, log.states[log.rounds()[number][-1]].seats), shown, said)
    console().print(table)


def _unseen(number: int) -> str:
    """Describe cards that went into the rack face down: counted, and seen by nobody."""
    return f"{number} card{'s' * (number != 1)} unseen" if number else ""


def _owner(owner: str, seats: "Mapping[int, str]") -> str:
    """Name the owner of cards, by player if somebody sat there."""
    from rich.markup import escape

    place = owner.removeprefix("position ")
    return escape(f"{seats[int(place)]} ({place})") if place.isdigit() and int(place) in seats else owner


def _dealt(log: "Log", number: int) -> dict[str, tuple[object, ...]]:
    """Return the hands by owner, and the community cards, as they were dealt."""
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


def _document(log: "Log", number: int, rack: bool, why: bool) -> dict[str, object]:
    from houseway.explain.words import in_words, titles

    named = titles(log.table.rules.regulation)
    steps = [
        {
            "event": place + 1,
            **_told(log, place),
            **log.events[place].to_json(),
            "words": in_words(log.events[place], log.states[place].seats, named),
        }
        for place in log.rounds()[number]
    ]
    meters = [{"meter": meter, **event.to_json(), "words": in_words(event)} for meter, event in _at_meters(log, number)]
    found: dict[str, object] = {"round": number, "finished": _ends(log, number), "events": steps, "meters": meters}
    if why:
        found["why"] = _report(log, number).why.to_json()
    if rack:
        from houseway.equipment import rebuild, unseen

        racked = _racked(log, number)
        found["rack"] = {owner: [str(card) for card in cards] for owner, cards in rebuild(racked).items()}
        found["rack_unseen"] = unseen(racked)
    return found
