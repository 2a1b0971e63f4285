"""Finished parts of a simulation in a file, so that a run that was interrupted goes on where it was.

The first line says which simulation it is: rounds of another one are refused. Every further line is one part; a last line that was
cut off is ignored, and its part is played again.
"""

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from pickle import dumps
from typing import Any

from houseway.analysis.simulation.shards import Part, ShardWork, SimulationSums
from houseway.errors import NotAllowed, Unavailable, describe_os_error
from houseway.program import program_hash

FORMAT = 1


class PartsFile:
    """A file with the parts of one simulation."""

    def __init__(self, path: Path, work: ShardWork) -> None:
        self._path, self._work = path, work
        self._found: dict[Part, Mapping[str, Any]] = {}
        said = {"format": FORMAT, "simulation": _identity(work)}
        try:
            if path.exists() and path.stat().st_size:
                self._read(said)
            else:
                self._write(said)
        except OSError as error:
            why = describe_os_error(error)
            raise Unavailable(f"parts cannot be kept in {path}: {why}", code="simulate.keep", given=str(path)) from error

    def find(self, part: Part) -> SimulationSums | None:
        found = self._found.get(part)
        return None if found is None else SimulationSums.from_json(found, self._work.axes, self._work.outcomes)

    def keep(self, part: Part, sums: SimulationSums) -> None:
        if part not in self._found:
            self._found[part] = found = sums.to_json()
            self._write({"part": part, "sums": found})

    def _read(self, expected: Mapping[str, Any]) -> None:
        first, *lines = self._path.read_text(encoding="utf-8").split("\n")
        if _parsed(first) != expected:
            raise NotAllowed(
                f"{self._path} has the parts of another simulation or of another version of houseway; name another file",
                code="simulate.kept",
                given=str(self._path),
                allowed="the same rules, stakes, players, seed, play and program",
            )
        whole = [parsed for parsed in map(_parsed, lines) if parsed is not None]
        self._found = {Part(*each["part"]): each["sums"] for each in whole}
        self._path.write_text("".join(map(_line, (expected, *whole))), encoding="utf-8")

    def _write(self, content: Mapping[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(_line(content))


def parts_in(path: Path) -> Callable[[ShardWork], PartsFile]:
    """Return what opens the file for a simulation."""
    return lambda work: PartsFile(path, work)


def _identity(work: ShardWork) -> str:
    """Return a hash of everything on which the rounds depend, but not of how many are played."""
    return sha256(program_hash().encode() + dumps(work)).hexdigest()


def _line(content: Mapping[str, Any]) -> str:
    return json.dumps(content, separators=(",", ":")) + "\n"


def _parsed(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None
