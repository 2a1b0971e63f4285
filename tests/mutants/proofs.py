"""What is committed of the proof of each clause.

The mutant that was killed and the test that noticed it are in the index of clauses, which ships with the program. `results.json`
has one line for each clause with what says whether they have to be tried again, and the mutants that no test has noticed.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from houseway.output_files import write_output
from houseway.regulation.clauses.coverage import INDEX, IndexEntry, IndexState
from tests.support.paths import ROOT

PROOFS = ROOT / "tests" / "mutants" / "results.json"


class Proof(NamedTuple):
    """One mutant of a clause that was killed, and whether anything has changed since all were tried."""

    mutant: str
    test: str
    """The test that noticed it."""
    key: str
    """A hash of what was changed and of the test."""
    others: list[str]
    """Other tests that noticed a mutant that must be killed."""
    all: str
    """A hash of this mutant and all that must be killed, and of the tests that noticed them."""


Proofs = dict[str, Proof]
"""By clause."""


def read_proofs(file: Path = PROOFS, index: Path = INDEX) -> Proofs:
    """Return the proofs of the clauses that the index calls proved."""
    shipped, found = read_index(index), _read(file)["proofs"]
    return {
        clause: Proof(*shipped[clause]["proof"], key, others, all_)
        for clause, (key, all_, *others) in found.items()
        if "proof" in shipped.get(clause, ())
    }


def read_unnoticed(file: Path = PROOFS) -> list[str]:
    """Return the names of the mutants that survived, and that the tests of no clause noticed."""
    names: list[str] = _read(file)["unnoticed"]
    return names


def read_index(index: Path = INDEX) -> dict[str, IndexEntry]:
    """Return the index as it is on disk now; `load_index` reads it once."""
    entries: dict[str, IndexEntry] = json.loads(index.read_text(encoding="utf-8"))
    return entries


def _read(file: Path) -> dict:
    return json.loads(file.read_text(encoding="utf-8"))


def write_proofs(proofs: Proofs, unnoticed: Iterable[str], file: Path = PROOFS, index: Path = INDEX) -> None:
    """Write the proofs, their mutants and tests into the index. A clause that nothing carries out there is not proved."""
    write_index({clause: _with_proof(entry, proofs.get(clause)) for clause, entry in read_index(index).items()}, index)
    lines = {clause: [proof.key, proof.all, *proof.others] for clause, proof in proofs.items()}
    proved = ",\n".join(f"{_json(clause)}: {_json(lines[clause])}" for clause in sorted(lines))
    left = ",\n".join(map(_json, sorted(unnoticed)))
    write_output(file, f'{{\n"proofs": {{\n{proved}\n}},\n"unnoticed": [\n{left}\n]\n}}\n'.encode())


def _with_proof(entry: IndexEntry, proof: Proof | None) -> IndexEntry:
    if proof is not None and entry["state"] != IndexState.ONLY_NAMED:
        return {"state": IndexState.PROVED, "proof": [proof.mutant, proof.test], "places": entry["places"]}
    return {"state": IndexState.CARRIED_OUT, "places": entry["places"]} if "proof" in entry else entry


def write_index(entries: Mapping[str, IndexEntry], index: Path = INDEX) -> None:
    """Write one clause on each line, so that a change of few is readable."""
    lines = ",\n".join(f"{json.dumps(clause)}: {_json(entry)}" for clause, entry in entries.items())
    write_output(index, f"{{\n{lines}\n}}\n".encode())


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
