"""`houseway replay`: show a recorded round step by step."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.show import card_faces, console, print_json, print_line
from houseway.cli.table import AsJson, AskWhy, rules_line, show_round
from houseway.errors import Malformed

if TYPE_CHECKING:
    from houseway.equipment import RackEntry
    from houseway.events import Event
    from houseway.explain.report import RoundReport
    from houseway.files.log import Log


def replay(
    log: Annotated[
        Path, typer.Argument(help="A log written by `houseway deal --log` or `houseway play --log`.", show_default=False)
    ],
    round_number: Annotated[int | None, typer.Option("--round", help="Show only this round.", show_default=False)] = None,
    rack: Annotated[bool, typer.Option("--rack", help="Also rebuild each hand from the discard rack.")] = False,
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
    there = read.round_ranges()
    if round_number is not None and round_number not in there:
        raise _missing_round_error(log, round_number, list(there))
    wanted = [round_number] if round_number is not None else list(there)
    if as_json:
        print_json([_replay_document(read, number, rack, why) for number in wanted])
        return
    print_line(f"table {read.table.id}, {rules_line(read.table.rules)}, {len(read.events):,} events", "dim")
    if not there:
        print_line("no rounds were played")
    for number in wanted:
        show = _show_rack if rack else _show_steps
        show(read, number)
        if why:
            show_round(_round_report(read, number), why=True)


def _missing_round_error(log: Path, given: int, there: list[int]) -> Malformed:
    known = "no rounds" if not there else f"rounds {min(there)} to {max(there)}" if there[1:] else f"only round {there[0]}"
    verb = "is" if len(there) == 1 else "are"
    return Malformed(f"{log} has no round {given}; there {verb} {known}", code="log.round", given=given, allowed=known)


def _round_report(log: "Log", number: int) -> "RoundReport":
    """Report the round as `deal` does, without the meters after it."""
    from houseway.explain.report import report_round

    places = log.round_ranges()[number]
    state = log.states[places[-1]]
    events = log.events[places.start : places.stop]
    return report_round(events, state.rules, state.seats, meter_events=log.meter_events)


def _is_last_event(log: "Log", number: int) -> bool:
    return any(log.events[place].kind == "round-completed" for place in log.round_ranges()[number])


def _show_steps(log: "Log", number: int) -> None:
    from rich.markup import escape
    from rich.table import Table

    from houseway.explain.words import describe_event, wager_titles

    named = wager_titles(log.table.rules.regulation)
    table = Table(
        box=None, pad_edge=False, header_style="dim", title=f"Round {number}", title_justify="left", title_style="bold"
    )
    table.add_column("event", justify="right", style="dim")
    table.add_column("by", style="dim", no_wrap=True)
    table.add_column("what happened", overflow="fold")
    table.add_column("clauses", style="cyan", overflow="fold", max_width=40)
    for place in log.round_ranges()[number]:
        event = log.events[place]
        clauses = ", ".join(dict.fromkeys(clause.clause for clause in event.clauses))
        seats = log.states[place].seats
        words = escape(describe_event(event, seats, named))
        shown = f"[dim]{words}[/dim]" if event.kind == "money-moved" else words
        table.add_row(str(place + 1), escape(_actor_text(log, place)), shown, escape(clauses))
    for meter, event in _meter_changes(log, number):
        clauses = ", ".join(dict.fromkeys(clause.clause for clause in event.clauses))
        table.add_row("", "", escape(f"{meter}: {describe_event(event, {}, named)}"), escape(clauses), style="dim")
    console().print(table)
    if not _is_last_event(log, number):
        print_line(f"the log ends here, in the middle of round {number}", "yellow")


def _actor_text(log: "Log", place: int) -> str:
    given = log.command_facts[place]
    return given[1].name or given[1].role.value if given else ""


def _event_text(log: "Log", place: int) -> dict[str, object]:
    given = log.command_facts[place]
    return {"at": given[0], "by": {"role": given[1].role.value, "name": given[1].name}} if given else {}


def _meter_changes(log: "Log", number: int) -> "list[tuple[str, Event]]":
    """Show what the round did to the meters."""
    at = {"table": log.table.id, "round": number}
    return [(meter, event) for meter, event in log.meter_events if at.items() <= event.facts.items()]


def _rack_at_end(log: "Log", number: int) -> "tuple[RackEntry, ...]":
    """Return the rack at the end of the round."""
    ended = next((place for place in log.round_ranges()[number] if log.events[place].kind == "round-ended"), None)
    state = log.states[(ended - 1) if ended is not None else log.round_ranges()[number][-1]]
    return state.equipment.rack


def _show_rack(log: "Log", number: int) -> None:
    from rich.table import Table

    from houseway.equipment import rebuild_hands, unseen_counts

    table = Table(
        box=None, pad_edge=False, header_style="dim", title=f"Round {number}, from the discard rack", title_style="bold"
    )
    table.title_justify = "left"
    for column in ("owner", "cards", ""):
        table.add_column(column)
    dealt, racked = _dealt_cards(log, number), _rack_at_end(log, number)
    hidden = unseen_counts(racked)
    for owner, cards in rebuild_hands(racked).items():
        known = dealt.get(owner)
        said = ""
        if known and cards:
            said = "as dealt" if sorted(map(str, known)) == sorted(map(str, cards)) else "not as dealt"
        shown = ", ".join(part for part in (card_faces(cards), _unseen_text(hidden.get(owner, 0))) if part)
        table.add_row(_owner_name(owner, log.states[log.round_ranges()[number][-1]].seats), shown, said)
    console().print(table)


def _unseen_text(number: int) -> str:
    """Describe cards that went into the rack face down: counted, and seen by nobody."""
    return f"{number} card{'s' * (number != 1)} unseen" if number else ""


def _owner_name(owner: str, seats: "Mapping[int, str]") -> str:
    """Name the owner of cards, by player if somebody sat there."""
    from rich.markup import escape

    place = owner.removeprefix("position ")
    return escape(f"{seats[int(place)]} ({place})") if place.isdigit() and int(place) in seats else owner


def _dealt_cards(log: "Log", number: int) -> dict[str, tuple[object, ...]]:
    """Return the hands by owner, and the community cards, as they were dealt."""
    found: dict[str, tuple[object, ...]] = {}
    for place in log.round_ranges()[number]:
        event = log.events[place]
        if event.kind == "cards-dealt":
            hands = event.table("hands")
            found |= {("dealer" if position == 0 else f"position {position}"): cards for position, cards in hands.items()}
        elif event.kind in ("flop-dealt", "final-dealt", "board-completed"):
            found["board"] = (*found.get("board", ()), *event.cards("cards"))
        elif event.kind == "box-turned":
            found["box"] = event.cards("cards")
    return found


def _replay_document(log: "Log", number: int, rack: bool, why: bool) -> dict[str, object]:
    from houseway.explain.words import describe_event, wager_titles

    named = wager_titles(log.table.rules.regulation)
    steps = [
        {
            "event": place + 1,
            **_event_text(log, place),
            **log.events[place].to_json(),
            "words": describe_event(log.events[place], log.states[place].seats, named),
        }
        for place in log.round_ranges()[number]
    ]
    meters = [
        {"meter": meter, **event.to_json(), "words": describe_event(event)} for meter, event in _meter_changes(log, number)
    ]
    found: dict[str, object] = {"round": number, "finished": _is_last_event(log, number), "events": steps, "meters": meters}
    if why:
        found["why"] = _round_report(log, number).explanation.to_json()
    if rack:
        from houseway.equipment import rebuild_hands, unseen_counts

        racked = _rack_at_end(log, number)
        found["rack"] = {owner: [str(card) for card in cards] for owner, cards in rebuild_hands(racked).items()}
        found["rack_unseen"] = unseen_counts(racked)
    return found
