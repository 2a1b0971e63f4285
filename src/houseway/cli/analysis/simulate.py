"""`houseway simulate`: whole rounds played at random, beside the exact figures."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cli import file_paths
from houseway.cli.analysis.pairs import parse_amount, parse_pairs
from houseway.cli.analysis.solve import Against, Paytable, Reading, Source, Way, progress_with_estimate, rules_of
from houseway.cli.forms import AsCsv, AsJson
from houseway.cli.interruption import INTERRUPTED
from houseway.cli.numbers import round_number, whole_number
from houseway.cli.show import print_csv, print_json, print_line, print_table
from houseway.errors import Malformed
from houseway.spelling import count_things, list_things

if TYPE_CHECKING:
    from houseway.analysis.simulated_games.plan import SimulationPlan
    from houseway.analysis.simulation.result import SimulationResult, WorkersFor
    from houseway.submission import Rules

Rounds = Annotated[
    int, typer.Option(help="The number of rounds, as in 100000 or 1e9.", parser=round_number("--rounds"), show_default=False)
]
Players = Annotated[int, typer.Option(help="Players at the table, 1 to 6.", parser=whole_number("--players", 1, 6))]
Seed = Annotated[int, typer.Option(help="The same seed gives the same rounds.", parser=whole_number("--seed", 0))]
Workers = Annotated[
    int | None,
    typer.Option(help="Threads; one for each core by default.", parser=whole_number("--workers", 1, 1024), show_default=False),
]
Bet = Annotated[
    str | None,
    typer.Option(help="The Ante of every round; the filed minimum by default, or $25 for a rule book.", show_default=False),
]
Side = Annotated[
    list[str] | None,
    typer.Option(
        help="An optional wager of every spot, as in trips='$5'; may be repeated. By default all that can be simulated, at"
        " their least stakes; none for the game alone.",
        show_default=False,
    ),
]
Play = Annotated[
    list[str] | None,
    typer.Option(
        help="How the players play: by the chart, the default, or best, as the game was solved; or at one position, as in"
        " 1=best; may be repeated.",
        show_default=False,
    ),
]
Bank = Annotated[
    str | None,
    typer.Option(
        help="Pai Gow: the positions that take the bank whenever they may, as in 1,3, or all; nobody by default.",
        show_default=False,
    ),
]
Exact = Annotated[
    bool, typer.Option("--exact/--no-exact", help="Also solve the game, to compare; that may take minutes the first time.")
]
Dask = Annotated[
    str | None,
    typer.Option(
        help="Play on the workers of a Dask cluster: the address of its scheduler, as in tcp://10.0.0.5:8786.",
        show_default=False,
    ),
]
Keep = Annotated[
    Path | None,
    typer.Option(
        help="A file for finished parts: a run that was interrupted goes on with them, here or on a cluster.",
        parser=file_paths.path,
        show_default=False,
    ),
]
_NO_SIDES = ["none"]
_ALL, _CHART = "all", "chart"
_KEPT_SHARDS = 64
"""Shards of a part that is kept in a file, so that a long run has few lines."""


def simulate(
    source: Source,
    rounds: Rounds,
    players: Players = 6,
    seed: Seed = 1,
    workers: Workers = None,
    bet: Bet = None,
    side: Side = None,
    play: Play = None,
    house_way: Way = None,
    against: Against = None,
    bank: Bank = None,
    paytable: Paytable = None,
    reading: Reading = None,
    exact: Exact = True,
    dask: Dask = None,
    keep: Keep = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Play whole rounds at random on all cores: the hold and deviation of every wager, and what seats share.

    Standard errors stand beside the exact figures, and a wager that differs from them by more than chance is marked. Control-C
    prints what was played so far.

    \b
    Examples:
      houseway simulate uth --rounds 1e7 --players 3 --bet '$10' --side trips='$5' --seed 7
      houseway simulate pg-md --rounds 1e7 --house-way foxwoods
      houseway simulate submission.toml --rounds 1e6 --bank all
      houseway simulate uth --rounds 1e7 --play 1=best --play 2=never-fold
      houseway simulate uth --rounds 1e11 --dask tcp://10.0.0.5:8786 --keep parts.jsonl
    """
    rules = rules_of(source, paytable or [], reading or [])
    plan = _plan(rules, rounds, players, seed, bet, side, play, {"house_way": house_way, "against": against}, bank)
    with _workers(workers, dask, keep is not None) as workers_for:
        found = _play(rules, plan, workers_for, exact, keep)
    _print(found, as_json, as_csv)
    if found.is_interrupted:
        sys.exit(INTERRUPTED)


def _plan(
    rules: "Rules",
    rounds: int,
    players: int,
    seed: int,
    bet: str | None,
    side: list[str] | None,
    play: list[str] | None,
    ways: dict[str, str | None],
    bank: str | None,
) -> "SimulationPlan":
    from houseway.analysis.simulation.planning import plan_simulation

    sides = None
    if side:
        pairs = {} if side == _NO_SIDES else parse_pairs(side, "trips=$5", "simulate.pair")
        sides = {wager: parse_amount(amount) for wager, amount in pairs.items()}
    stake = None if bet is None else parse_amount(bet)
    named = {name: way for name, way in ways.items() if way is not None}
    return plan_simulation(
        rules, rounds, players, seed, stake, sides, _plays(play or [], players), named, _banking(bank, players)
    )


def _plays(given: list[str], players: int) -> str | list[str] | None:
    """Return the strategy of all, or one for each position: the one that is named for it, or that of all others."""
    alike = [each for each in given if "=" not in each]
    if len(alike) > 1:
        raise Malformed(
            f"--play names one strategy for all, and others for positions as in 1=best, not {list_things(alike)} for all",
            code="simulate.plays",
            given=alike,
            allowed="one strategy for all",
        )
    others = alike[0] if alike else None
    parse, own = whole_number("--play", 1, players), dict[int, str]()
    for each in given:
        position, equals, name = each.partition("=")
        if equals:
            own[parse(position.strip())] = name.strip()
    if not own:
        return others
    return [own.get(position, others or _CHART) for position in range(1, players + 1)]


def _banking(given: str | None, players: int) -> tuple[int, ...]:
    """Return the positions that bank."""
    if given is None:
        return ()
    if given == _ALL:
        return tuple(range(1, players + 1))
    parse = whole_number("--bank", 1, players)
    return tuple(dict.fromkeys(int(parse(each.strip())) for each in given.split(",")))


@contextmanager
def _workers(workers: int | None, dask: str | None, is_kept: bool) -> "Iterator[WorkersFor]":
    """Yield what finds those who play: threads, or the workers of a cluster, which is looked for first."""
    from houseway.analysis.simulation.shards import threads_for

    if dask is not None and workers is not None:
        raise Malformed(
            "--workers counts threads of this machine; a cluster has its own",
            code="simulate.workers",
            given=["--workers", "--dask"],
            allowed="one of the two",
        )
    if dask is None:
        yield partial(threads_for, count=workers, part_shards=_KEPT_SHARDS if is_kept else 1)
        return
    from houseway.analysis.simulation.cluster import cluster_at

    with cluster_at(dask, _warn) as workers_for:
        yield workers_for


def _play(
    rules: "Rules", plan: "SimulationPlan", workers_for: "WorkersFor", exact: bool, keep: Path | None
) -> "SimulationResult":
    from houseway.analysis.simulation.kept_parts import parts_in
    from houseway.analysis.simulation.result import simulate, solution_for
    from houseway.cli.waiting import delayed_progress

    solution = None
    if exact:
        with progress_with_estimate(f"solving {rules.book}") as progress:
            solution = solution_for(rules, plan, progress)
    with delayed_progress(f"simulating {rules.book}") as part:
        return simulate(rules, plan, solution, workers_for, part(0), parts_in(keep) if keep else None)


def _warn(words: str) -> None:
    print(f"houseway: {words}", file=sys.stderr)


def _print(found: "SimulationResult", as_json: bool, as_csv: bool) -> None:
    if as_json:
        print_json(found.to_json())
    elif as_csv:
        print_csv(found.records(), tuple(found.records()[0]))
    else:
        _show(found)


def _show(found: "SimulationResult") -> None:
    rules, plan = found.rules, found.plan
    print_line(f"{rules.regulation.title}, {rules.book} ({rules.version})", "bold")
    stakes = {next(iter(rules.offers)): plan.bet, **plan.sides}
    said = list_things(f"{rules.regulation.wager(wager).title} {stake}" for wager, stake in stakes.items())
    many = f"{count_things(found.rounds, 'round')}, {count_things(plan.players, 'player')}: {said}"
    print_line(f"interrupted after {many}" if found.is_interrupted else many)
    print_line()
    print_table(found.columns, found.rows())
    print_line()
    if found.meters:
        print_table(found.meters[0].columns, [each.row() for each in found.meters])
        print_line()
    for note in found.notes():
        print_line(note, "dim")
