"""What became of each mutant, in the file that mutmut keeps beside the module into which it has written them."""

import json
from collections.abc import Mapping
from pathlib import Path

Codes = dict[str, int | None]
SURVIVED, KILLED, UNCALLED, CRASHED, HUNG, MISTYPED = 0, 1, 33, 35, 36, 37
"""mutmut's codes. A mutant that needs too much processor time is ended by a signal, and has another. One that was not tried has
none."""


def read_codes(module: Path) -> Codes:
    """The codes of the mutants of a module by name; none if it was not mutated."""
    file = _file_of(module)
    codes: Codes = json.loads(file.read_text())["exit_code_by_key"] if file.exists() else {}
    return codes


def change_codes(module: Path, changed: Mapping[str, int | None]) -> None:
    file = _file_of(module)
    stored = json.loads(file.read_text())
    stored["exit_code_by_key"] |= changed
    file.write_text(json.dumps(stored, indent=4))


def _file_of(module: Path) -> Path:
    return module.with_name(f"{module.name}.meta")
