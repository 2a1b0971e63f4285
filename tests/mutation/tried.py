"""Which modules were tried: `tried.json` has the figures of each, keyed by a hash of its source.

mutmut keeps what it has tried in `build/`, which the next clone does not have. A module of which every mutant was tried is left
alone until its source changes, so that a run that takes hours can be spread over days and machines.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from tests.mutation.parts import Part
from tests.mutation.results import Figures, Found, read_module
from tests.support.paths import ROOT

TRIED = Path(__file__).parent / "tried.json"
COUNTED = ("mutants", "killed", "mistyped", "hung", "explained", "survive", "untried")
Record = dict[str, str | int]


def read_tried() -> dict[str, dict[str, Record]]:
    """The records of modules by part and file."""
    stored: dict[str, dict[str, Record]] = json.loads(TRIED.read_text()) if TRIED.exists() else {}
    return stored


def record_of(part: Part, source: Path) -> Record | None:
    """The record of a module as it is now; none if it was never tried or has changed since."""
    record = read_tried().get(part.name, {}).get(source.as_posix())
    return record if record is not None and record["hash"] == _hash_of(source) else None


def untried_sources(part: Part) -> list[Path]:
    """The files of which some mutants were not tried yet."""
    return [source for source in part.sources if (record := record_of(part, source)) is None or record["untried"]]


def source_hashes(part: Part) -> dict[Path, str]:
    """The hashes of a part's files as they are now."""
    return {source: _hash_of(source) for source in part.sources}


def write_tried(part: Part, mutated: Mapping[Path, str]) -> None:
    """Record what mutmut has tried of each module, unless an earlier run has tried more of it, or the file is no longer the one
    that was mutated: `mutated` has the hashes from before."""
    records = {}
    for source in part.sources:
        record, found = record_of(part, source), read_module(part, source)
        is_mutated = found is not None and mutated.get(source) == _hash_of(source)
        if found is not None and is_mutated and (record is None or found.untried <= int(record["untried"])):
            record = _make_record(found, source)
        if record is not None:
            records[source.as_posix()] = record
    TRIED.write_text(json.dumps({**read_tried(), part.name: records}, indent=1) + "\n")


def total_figures(part: Part) -> Figures:
    """The figures of a part, from the records of its modules; none while one of them has no record."""
    records = [record_of(part, source) for source in part.sources]
    known = [record for record in records if record is not None]
    if len(known) < len(records):
        return {}
    total = {name: sum(int(record[name]) for record in known) for name in COUNTED}
    tried = total["mutants"] - total["untried"] - total["explained"]
    noticed = total["killed"] + total["mistyped"] + total["hung"]
    return {**total, "score": round(noticed / tried, 4) if tried else 0}


def _make_record(found: Found, source: Path) -> Record:
    return {
        "hash": _hash_of(source),
        "mutants": found.mutants,
        "killed": found.killed,
        "mistyped": found.mistyped,
        "hung": len(found.hung),
        "explained": len(found.explained),
        "survive": len(found.unexplained),
        "untried": found.untried,
    }


def _hash_of(source: Path) -> str:
    return sha256((ROOT / source).read_bytes()).hexdigest()[:16]
