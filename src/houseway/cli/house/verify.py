"""`houseway verify`: check the draws of one round by hand."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli.forms import AsCsv, AsJson
from houseway.cli.house.audit import WRONG
from houseway.cli.house.database import Source, opened_source
from houseway.cli.numbers import whole_number
from houseway.cli.show import print_csv, print_json, print_line, print_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from houseway.review import ReviewFinding
    from houseway.service.audit.round_draws import RoundSeed
    from houseway.service.live.checks.verifying import VerifiedDraw
    from houseway.service.secrecy.round_values import RoundValues
    from houseway.store import Store

TableShown = Annotated[str, typer.Option("--table", help="The name of the table, as in UTH-1.", show_default=False)]
RoundShown = Annotated[
    int, typer.Option("--round", help="The number of the round.", parser=whole_number("--round", 1), show_default=False)
]


def verify(source: Source, table: TableShown, round_number: RoundShown, as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """Show the seeds of a round, the hashes that were published before it, what players added, and whether its draws came from
    all of this. The commands of the round are decided again, too.

    To check by hand, take the SHA-256 of each seed: it must be the hash that was published. `houseway audit` checks every round,
    and everything else.

    Exit code 0 if every draw is what its seed gives and the record of the round is what the rules give, 1 if something is not.

    \b
    Examples:
      houseway verify house --table PG-1 --round 1
      houseway verify exported --table PG-1 --round 1 --json
    """
    from houseway.store import open_store

    with opened_source(source) as opened, open_store(opened.address, read_only=True) as store:
        raise typer.Exit(_show_round(store, table, round_number, as_json, as_csv))


def _show_round(store: "Store", table: str, number: int, as_json: bool, as_csv: bool) -> int:
    """Show the seeds of a round and what was drawn from them. Return the exit code."""
    from houseway.service.audit.round_draws import round_draws, round_seeds, round_values

    seeds, draws = round_seeds(store, table, number), list(round_draws(store, table, number))
    values, findings = round_values(store, table, number), _findings_in(store, table, number)
    if as_json:
        text = values.text if values is not None else ""
        shown = {"seeds": [asdict(seed) for seed in seeds], "values": text, "draws": [asdict(draw) for draw in draws]}
        print_json({**shown, "findings": [finding.to_json() for finding in findings]})
    elif as_csv:
        print_csv(_rows_of(seeds, values, draws, findings), _COLUMNS)
    else:
        rows = [(seed.purpose, seed.commitment, seed.seed or "still closed") for seed in seeds]
        print_table(("seed for", "SHA-256, published before", "seed"), rows)
        if values is not None:
            print_table(("seat", "SHA-256, published before", "value"), values_rows(values))
        drawn = [
            (draw.act, f"{draw.version:,}", "as the seed gives" if draw.agrees else "NOT as the seed gives") for draw in draws
        ]
        print_table(("draw", "event", ""), drawn)
        for finding in findings:
            print_line(f"{finding.heading} {finding.to_text()}", "red" if finding.is_wrong else "yellow")
    is_right = all(draw.agrees for draw in draws) and not any(finding.is_wrong for finding in findings)
    return 0 if is_right else WRONG


_COLUMNS = ("what", "name", "published", "value", "event", "agrees", "message")


def _rows_of(
    seeds: "Iterable[RoundSeed]",
    values: "RoundValues | None",
    draws: "Iterable[VerifiedDraw]",
    findings: "Iterable[ReviewFinding]",
) -> "Iterator[dict[str, object]]":
    """Yield a record of each seed, of what each seat added, of each draw and of each finding."""
    for seed in seeds:
        yield {"what": "seed", "name": seed.purpose, "published": seed.commitment, "value": seed.seed}
    for seat, published, value in values_rows(values) if values is not None else ():
        yield {"what": "seat", "name": seat, "published": published, "value": value}
    for draw in draws:
        yield {"what": "draw", "name": draw.act, "event": draw.version, "agrees": "yes" if draw.agrees else "no"}
    for each in findings:
        yield {"what": each.level.value, "name": each.act, "event": each.event, "agrees": "no", "message": each.to_text()}


def _findings_in(store: "Store", table: str, number: int) -> "list[ReviewFinding]":
    """Decide the table again up to the end of a round. Return where the record of that round is not what the rules give."""
    from houseway.service.live.checks.verifying import replay_table, review_of

    review, found = review_of(store, table), list["ReviewFinding"]()
    for state, _, finding in replay_table(store, table, review=review):
        found += [finding] if finding is not None else []
        if state is not None and state.number > number:
            break
    return [each for each in (*found, *review.late) if each.round == number]


def values_rows(values: "RoundValues") -> list[tuple[str, str, str]]:
    """Return what each seat has added to the chance of a round, or that nobody has."""
    if not values.hashes:
        return [("none", "", "the house alone")]
    shown = {seat: values.values.get(seat, "withheld" if values.is_open else "awaited") for seat in values.hashes}
    return [(str(seat), values.hashes[seat], value) for seat, value in sorted(shown.items())]
