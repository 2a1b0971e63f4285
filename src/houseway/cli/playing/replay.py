"""`houseway replay`: show a recorded round step by step."""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.forms import AsCsv, AsJson, check_one_form
from houseway.cli.numbers import whole_number
from houseway.cli.plain_characters import is_unicode_output
from houseway.cli.playing.table import AskWhy, rules_line, show_round
from houseway.cli.show import console, print_csv, print_line
from houseway.errors import Malformed
from houseway.library.showing.display import card_faces
from houseway.spelling import count_things

if TYPE_CHECKING:
    from houseway.cli.playing.step_table import StepRow
    from houseway.equipment import RackEntry
    from houseway.events import Event
    from houseway.explanation.report import RoundReport
    from houseway.files.logs.log import LogReader, LogSummary, RecordedRound
    from houseway.files.referee.check import RefereeReport
    from houseway.review import ReviewCounts
    from houseway.submission import Rules

WRONG = 1
"""The exit code for a log that was not closed, or is not what the rules give."""

Log = Annotated[
    Path,
    typer.Argument(
        help="A log written by `houseway deal --log`, `houseway play --log` or `houseway export`.",
        parser=file_paths.path,
        show_default=False,
    ),
]
RoundNumber = Annotated[
    int | None,
    typer.Option(
        "--round",
        help="Show only this round. The rounds before it are decided again, too.",
        parser=whole_number("--round", 1),
        show_default=False,
    ),
]
Rack = Annotated[bool, typer.Option("--rack", help="Also rebuild each hand from the discard rack.")]
AsFile = Annotated[
    bool, typer.Option("--as-file", help="Write the round (--round) as a round file that `houseway settle` plays.")
]
Output = Annotated[
    Path | None,
    typer.Option("-o", "--output", help="With --as-file, the file to write.", parser=file_paths.path, show_default=False),
]
AskReferee = Annotated[bool, typer.Option("--referee", help="Also decide the rounds by the referee, a second program.")]


def replay(
    log: Log,
    round_number: RoundNumber = None,
    rack: Rack = False,
    why: AskWhy = False,
    as_file: AsFile = False,
    output: Output = None,
    referee: AskReferee = False,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Show a recorded round step by step, each event in words with its clauses.

    The log is replayed from its first event, and every command is decided again: what is recorded and not what the rules give is
    listed first, with who is owed what, and leads to exit code 1. A log with a missing, moved or changed line is refused. One that
    was interrupted or cut off is shown up to there, with a warning and exit code 1. With --referee, a second program decides, too.

    \b
    Examples:
      houseway replay table.jsonl --round 2 --why --rack
      houseway replay table.jsonl --round 2 --as-file > round.toml
    """
    from houseway.cli.waiting import delayed_progress
    from houseway.files.logs.log import LogReader

    check_one_form({"--json": as_json, "--csv": as_csv, "--as-file": as_file})
    if as_file or output is not None:
        _write_round_file(log, round_number, output, as_file, {"--rack": rack, "--why": why, "--referee": referee})
        return
    with delayed_progress("checking the log"):
        reader = LogReader(log, is_decided=True, asks_referee=referee)
    rounds = _wanted_rounds(log, reader, round_number)
    if as_json:
        _print_documents(_replay_document(each, rack, why) for each in rounds)
    elif as_csv:
        print_csv((row for each in rounds for row in _event_rows(each)), _COLUMNS)
    else:
        _show_rounds(reader, rounds, rack, why)
    if not _report_state(log, reader, round_number):
        raise typer.Exit(WRONG)


def _refuse_display_options(given: Mapping[str, bool]) -> None:
    """Refuse options that say how a round is shown, where it is written as a file."""
    named = [option for option, is_given in given.items() if is_given]
    if named:
        said = f"{' and '.join(named)} cannot be combined with --as-file, which only writes the round"
        raise Malformed(said, code="replay.file", given=named, allowed="--as-file")


def _write_round_file(log: Path, number: int | None, output: Path | None, as_file: bool, shown: Mapping[str, bool]) -> None:
    """Write one round as a round file, or print it. Where the record is not what the rules give, the file expects the record."""
    from houseway.cli.waiting import delayed_progress
    from houseway.files.logs.log import LogReader
    from houseway.files.rounds.history import RoundHistory
    from houseway.files.rounds.writing import write_round
    from houseway.output_files import check_output_path, write_output

    _refuse_display_options(shown)
    if number is None or not as_file:
        missing = "--as-file" if number is not None else "--round"
        raise Malformed(f"to write a round file, {missing} is needed, too", code="replay.file", given="", allowed=missing)
    if output is not None:
        check_output_path(output)
    history = RoundHistory(number)
    with delayed_progress("reading the log"):
        reader = LogReader(log, is_decided=True, follower=history.follow)
        if number not in reader.summary.rounds:
            raise _missing_round_error(log, number, list(reader.summary.rounds))
        recorded = next(_wanted_rounds(log, reader, number), None)
    wrong = [finding for finding in recorded.findings if finding.is_wrong] if recorded is not None else []
    text = write_round(history, number, [finding.to_text() for finding in wrong])
    if output is None:
        print(text, end="")
    else:
        write_output(output, text.encode())
    for finding in wrong:
        print(f"houseway: {finding.to_text()}", file=sys.stderr)
    if wrong:
        raise typer.Exit(WRONG)


def _report_state(log: Path, reader: "LogReader", number: int | None) -> bool:
    """Say what is wrong with a log, as far as it was read. Return whether it is complete and what the rules give."""
    summary = reader.summary
    if summary.sealed_from is not None:
        said = f"from event {summary.sealed_from} on, facts were still sealed when {log} was exported"
        print(f"houseway: {said}", file=sys.stderr)
    is_wrong = _report_review(reader, number)
    if not summary.complete:
        print(f"houseway: {_incomplete_text(log, summary)}", file=sys.stderr)
    return summary.complete and not is_wrong


def _report_review(reader: "LogReader", number: int | None) -> bool:
    """Say what was found when the log was decided again, as far as it was read. Return whether something is wrong."""
    from houseway.review import group_findings

    if reader.review is None:
        return False
    wrong = [finding for finding in reader.review.findings if finding.is_wrong]
    for group in group_findings(wrong):
        print(f"houseway: {group.to_text()}", file=sys.stderr)
    referee = reader.review.referee
    differs = referee is not None and _report_referee(referee.report, number)
    return bool(wrong) or differs


def _report_referee(report: "RefereeReport", number: int | None) -> bool:
    """Say what the referee says about all rounds that were read. Return whether the two programs differ."""
    upto = f"up to round {number}: " if number is not None else ""
    for table, said in report.problems:
        print(f"houseway: {table} {said}", file=sys.stderr)
    for said in (f"{upto}{report.summary}", *(f"not compared: {each}" for each in report.unchecked)):
        print(f"houseway: {said}", file=sys.stderr)
    return not report.is_in_order


def _wanted_rounds(log: Path, reader: "LogReader", number: int | None) -> "Iterator[RecordedRound]":
    """Return all rounds of a log, or only one; refuse a number that it does not have."""
    there = reader.summary.rounds
    if number is not None and number not in there:
        raise _missing_round_error(log, number, list(there))
    return _read_rounds(reader, number)


def _read_rounds(reader: "LogReader", number: int | None) -> "Iterator[RecordedRound]":
    """Yield all rounds, or only one, after which the log is not read further."""
    for recorded in reader.rounds():
        if number in (None, recorded.number):
            yield recorded
            if number is not None:
                return


def _show_rounds(reader: "LogReader", rounds: "Iterable[RecordedRound]", rack: bool, why: bool) -> None:
    heading = False
    for recorded in rounds:
        if not heading:
            heading = _print_heading(reader, recorded.states[0].rules)
        for finding in recorded.findings:
            print_line(f"{finding.heading} {finding.to_text()}", "red" if finding.is_wrong else "yellow")
        show = _show_rack if rack else _show_steps
        show(recorded)
        if why:
            show_round(_round_report(recorded), why=True)
    if not heading:
        _print_heading(reader, reader.table.rules)
        print_line("no rounds were played")
    if reader.review is not None:
        print_line(_review_line(reader.review.review.counts), "dim")


def _review_line(counts: "ReviewCounts") -> str:
    """Say how much was decided again, and what was not."""
    said = f"{count_things(counts.decided, 'command')} decided again and compared with the record"
    left = [f"{count_things(number, 'command')} not: {reason}" for reason, number in counts.undecided.items()]
    return "; ".join([said, *left])


def _print_heading(reader: "LogReader", rules: "Rules") -> bool:
    print_line(f"table {reader.table.id}, {rules_line(rules)}, {reader.summary.events:,} events", "dim")
    return True


def _incomplete_text(log: Path, summary: "LogSummary") -> str:
    rounds = f"round {summary.rounds[-1]}" if summary.rounds else "its opening"
    return f"{log} was not closed: the program was stopped, or the log was cut off, in or after {rounds}"


def _print_documents(documents: Iterable[Mapping[str, object]]) -> None:
    """Print a list of documents as JSON, one by one."""
    separator = "[\n"
    for document in documents:
        print(f"{separator}{_document_text(document)}", end="")
        separator = ",\n"
    print("[]" if separator == "[\n" else "\n]")


def _document_text(document: Mapping[str, object]) -> str:
    """Return a round as JSON, with a line for each event. A document that is indented throughout takes five times as long."""
    compact = partial(json.dumps, ensure_ascii=not is_unicode_output())
    parts = []
    for key, value in document.items():
        events = ",\n      ".join(map(compact, value)) if value and isinstance(value, list) else ""
        parts.append(f"    {compact(key)}: " + (f"[\n      {events}\n    ]" if events else compact(value)))
    return "  {\n" + ",\n".join(parts) + "\n  }"


def _missing_round_error(log: Path, given: int, there: list[int]) -> Malformed:
    known = "no rounds" if not there else f"rounds {min(there)} to {max(there)}" if there[1:] else f"only round {there[0]}"
    verb = "is" if len(there) == 1 else "are"
    return Malformed(f"{log} has no round {given}; there {verb} {known}", code="log.round", given=given, allowed=known)


def _round_report(recorded: "RecordedRound") -> "RoundReport":
    """Report the round as the rules give it, without the meters after it."""
    from houseway.explanation.report import report_round

    state = recorded.states[-1]
    return report_round(recorded.events_by_the_rules(), state.rules, state.seats, meter_events=recorded.meter_events)


def _show_steps(recorded: "RecordedRound") -> None:
    from houseway.cli.playing.step_table import print_steps

    print_steps(f"Round {recorded.number}", tuple(_step_rows(recorded)))
    if not recorded.is_finished:
        print_line(f"the log ends here, in the middle of round {recorded.number}", "yellow")


def _step_rows(recorded: "RecordedRound") -> "Iterator[StepRow]":
    from houseway.cli.playing.step_table import StepRow
    from houseway.explanation.words import describe_event, wager_titles

    named = wager_titles(recorded.states[0].rules.regulation)
    for place, (event, state) in enumerate(zip(recorded.events, recorded.states, strict=True)):
        words = describe_event(event, state.seats, named)
        is_aside = event.kind == "money-moved"
        yield StepRow(str(recorded.first + place), _actor_text(recorded, place), words, _clause_text(event), is_aside)
    for meter, event in recorded.meter_events:
        yield StepRow("", "", f"{meter}: {describe_event(event, {}, named)}", _clause_text(event), is_aside=True)


def _clause_text(event: "Event") -> str:
    return ", ".join(dict.fromkeys(clause.clause for clause in event.clauses))


def _actor_text(recorded: "RecordedRound", place: int) -> str:
    given = recorded.command_facts[place]
    return given[1].name or given[1].role.value if given else ""


def _event_text(recorded: "RecordedRound", place: int) -> dict[str, object]:
    from houseway.files.logs.format import command_facts

    given = recorded.command_facts[place]
    return command_facts(*given) if given else {}


def _rack_at_end(recorded: "RecordedRound") -> "tuple[RackEntry, ...]":
    """Return the rack at the end of the round."""
    ended = next((place for place, event in enumerate(recorded.events) if event.kind == "round-ended"), None)
    return recorded.states[-1 if ended is None else ended - 1].equipment.rack


def _show_rack(recorded: "RecordedRound") -> None:
    from rich.table import Table

    from houseway.equipment import rebuild_hands, unseen_counts

    title = f"Round {recorded.number}, from the discard rack"
    table = Table(box=None, pad_edge=False, header_style="dim", title=title, title_style="bold")
    table.title_justify = "left"
    for column in ("owner", "cards", ""):
        table.add_column(column)
    dealt, racked = _dealt_cards(recorded), _rack_at_end(recorded)
    hidden = unseen_counts(racked)
    for owner, cards in rebuild_hands(racked).items():
        known = dealt.get(owner)
        said = ""
        if known and cards:
            said = "as dealt" if sorted(map(str, known)) == sorted(map(str, cards)) else "not as dealt"
        shown = ", ".join(part for part in (card_faces(cards), _unseen_text(hidden.get(owner, 0))) if part)
        table.add_row(_owner_name(owner, recorded.states[-1].seats), shown, said)
    console().print(table)


def _unseen_text(number: int) -> str:
    """Describe cards that went into the rack face down: counted, and seen by nobody."""
    return f"{number} card{'s' * (number != 1)} unseen" if number else ""


def _owner_name(owner: str, seats: "Mapping[int, str]") -> str:
    """Name the owner of cards, by player if somebody sat there."""
    from rich.markup import escape

    place = owner.removeprefix("position ")
    return escape(f"{seats[int(place)]} ({place})") if place.isdigit() and int(place) in seats else owner


def _dealt_cards(recorded: "RecordedRound") -> dict[str, tuple[object, ...]]:
    """Return the hands by owner, and the community cards, as they were dealt."""
    found: dict[str, tuple[object, ...]] = {}
    for event in recorded.events:
        if event.kind == "cards-dealt":
            hands = event.table("hands")
            found |= {("dealer" if position == 0 else f"position {position}"): cards for position, cards in hands.items()}
        elif event.kind in ("flop-dealt", "final-dealt", "board-completed"):
            found["board"] = (*found.get("board", ()), *event.cards("cards"))
        elif event.kind == "box-turned":
            found["box"] = event.cards("cards")
    return found


_COLUMNS = ("round", "event", "at", "by", "role", "kind", "words", "clauses")


def _event_rows(recorded: "RecordedRound") -> "Iterator[dict[str, object]]":
    """Yield a record of each event of a round."""
    from houseway.explanation.words import describe_event, wager_titles

    named = wager_titles(recorded.states[0].rules.regulation)
    for place, (event, state) in enumerate(zip(recorded.events, recorded.states, strict=True)):
        given = recorded.command_facts[place]
        yield {
            "round": recorded.number,
            "event": recorded.first + place,
            "at": given[0] if given else None,
            "by": given[1].name if given else "",
            "role": given[1].role.value if given else "",
            "kind": event.kind,
            "words": describe_event(event, state.seats, named),
            "clauses": [clause.clause for clause in event.clauses],
        }


def _replay_document(recorded: "RecordedRound", rack: bool, why: bool) -> dict[str, object]:
    from houseway.explanation.words import describe_event, wager_titles

    named = wager_titles(recorded.states[0].rules.regulation)
    steps = [
        {
            "event": recorded.first + place,
            **_event_text(recorded, place),
            **event.to_json(),
            "words": describe_event(event, state.seats, named),
        }
        for place, (event, state) in enumerate(zip(recorded.events, recorded.states, strict=True))
    ]
    meters = [{"meter": meter, **event.to_json(), "words": describe_event(event)} for meter, event in recorded.meter_events]
    found: dict[str, object] = {"round": recorded.number, "finished": recorded.is_finished, "events": steps, "meters": meters}
    if recorded.findings:
        found["findings"] = [finding.to_json() for finding in recorded.findings]
    if why:
        found["why"] = _round_report(recorded).explanation.to_json()
    if rack:
        from houseway.equipment import rebuild_hands, unseen_counts

        racked = _rack_at_end(recorded)
        found["rack"] = {owner: [str(card) for card in cards] for owner, cards in rebuild_hands(racked).items()}
        found["rack_unseen"] = unseen_counts(racked)
    return found
