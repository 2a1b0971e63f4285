"""Run every benchmark, show the tables, and write them to `docs`.

With `service`, run those of the service only; with `service PART ...`, show only some of them, and write nothing. A run of many
minutes that is no part of the others is `service many_rounds`, or `service many_rounds COUNT` for another number of rounds.
"""

import sys
from os import getloadavg

from rich.console import Console

from benchmarks.page import describe_machine
from benchmarks.service_report import PARTS, measure_many_rounds, measure_service, print_service

SERVICE = "service"
BUSY_LOAD = 0.5
"""The load average above which other processes would disturb the measurement."""


def main() -> None:
    console = Console()
    console.print(f"Measured on {describe_machine()}.")
    if getloadavg()[0] > BUSY_LOAD:
        console.print("Other programs are running: figures for two threads will be too low.", style="yellow")
    match sys.argv[1:]:
        case [each, "many_rounds"] if each == SERVICE:
            measure_many_rounds(console)
        case [each, "many_rounds", count] if each == SERVICE and count.isdecimal():
            measure_many_rounds(console, int(count))
        case [each, *names] if each == SERVICE and names:
            print_service(measure_service(console, _known_parts(names)), console)
        case given:
            _measure_everything(console, games_too=given != [SERVICE])


def _known_parts(names: list[str]) -> list[str]:
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        sys.exit(f"there is no part {', '.join(unknown)}; there are {', '.join(PARTS)} and many_rounds")
    return names


def _measure_everything(console: Console, games_too: bool) -> None:
    from benchmarks.report import write_service_report  # with the packages of the group `bench`, which parts alone do not need

    if games_too:
        from benchmarks.games import measure_games
        from benchmarks.simulating import print_simulation_speeds

        measure_games(console)
        print_simulation_speeds(console)
    service = measure_service(console)
    print_service(service, console)
    write_service_report(service)


if __name__ == "__main__":
    main()
