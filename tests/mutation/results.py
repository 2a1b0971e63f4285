"""What became of the mutants: figures by part, and the survivors, each with the reason why no test can or need notice it.

`results.json` holds both. The reasons are written by hand; a new run keeps them as long as the mutated line stays the same.
"""

import json
from collections import Counter
from collections.abc import Mapping
from contextlib import chdir
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from tests.mutation.codes import KILLED, MISTYPED, SURVIVED, UNCALLED, read_codes
from tests.mutation.parts import Part

Figures = dict[str, int | float]
RESULTS = Path(__file__).parent / "results.json"
VERDICTS = {SURVIVED: "survived", KILLED: "killed", UNCALLED: "survived", MISTYPED: "mistyped", None: "untried"}
"""Any other code says that the mutant hung or crashed."""


@dataclass(frozen=True)
class Survivor:
    name: str
    """As mutmut calls it. It changes with the function."""
    function: str
    was: str
    becomes: str
    why: str = ""


@dataclass(frozen=True)
class Found:
    mutants: int
    killed: int
    mistyped: int
    untried: int
    hung: tuple[str, ...]
    """Names of mutants that took too long. They count as noticed; on a busy machine it is worth trying them again."""
    survivors: tuple[Survivor, ...]

    @property
    def explained(self) -> list[Survivor]:
        return [each for each in self.survivors if each.why]

    @property
    def unexplained(self) -> list[Survivor]:
        return [each for each in self.survivors if not each.why]


def read_found(part: Part) -> Found:
    """Read what mutmut has stored about a part."""
    modules = [found for source in part.sources if (found := read_module(part, source)) is not None]
    return Found(
        mutants=sum(found.mutants for found in modules),
        killed=sum(found.killed for found in modules),
        mistyped=sum(found.mistyped for found in modules),
        untried=sum(found.untried for found in modules),
        hung=tuple(name for found in modules for name in found.hung),
        survivors=tuple(survivor for found in modules for survivor in found.survivors),
    )


def read_module(part: Part, source: Path) -> Found | None:
    """Read what mutmut has stored about one file; nothing if it was not mutated here."""
    codes = read_codes(part.mutated(source))
    if not codes:
        return None
    verdicts = {name: VERDICTS.get(code, "hung") for name, code in codes.items()}
    counts = Counter(verdicts.values())
    survivors = [_survivor(part, name, source) for name, verdict in verdicts.items() if verdict == "survived"]
    hung = tuple(name for name, verdict in verdicts.items() if verdict == "hung")
    figures = len(verdicts), counts["killed"], counts["mistyped"], counts["untried"]
    return Found(*figures, hung, tuple(map(_explain, survivors)))


def explained_mutants(part: Part, source: Path) -> list[str]:
    """Names of mutants that were not tried, and of which it is known that they survive, and why."""
    functions = {function for function, _, _ in _reasons()}
    untried = [name for name, code in read_codes(part.mutated(source)).items() if code is None]
    may_be = [_survivor(part, name, source) for name in untried if _plain_name(name) in functions]
    return [survivor.name for survivor in map(_explain, may_be) if survivor.why]


def _survivor(part: Part, name: str, source: Path) -> Survivor:
    from mutmut.mutation.diff_apply import get_diff_for_mutant

    with chdir(part.folder):
        lines = get_diff_for_mutant(name, path=source).splitlines()[2:]
    was, becomes = (" ".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+")
    return Survivor(name, _plain_name(name), was, becomes)


def _plain_name(name: str) -> str:
    """`houseway.money.xǁCentsǁparse__mutmut_3` is of `money.Cents.parse`."""
    module, _, mangled = name.partition("__mutmut_")[0].removeprefix("houseway.").rpartition(".")
    return f"{module}.{mangled.removeprefix('xǁ').removeprefix('x_').replace('ǁ', '.')}"


def _explain(survivor: Survivor) -> Survivor:
    return replace(survivor, why=_reasons().get((survivor.function, survivor.was, survivor.becomes), ""))


@cache
def _reasons() -> dict[tuple[str, str, str], str]:
    stored = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    survivors = [each for part in stored.values() for each in part["survivors"]]
    return {(each["function"], each["was"], each["becomes"]): each["why"] for each in survivors}


def write_results(found: Mapping[str, Found], totals: Mapping[str, Figures]) -> None:
    """Write the survivors of these parts, and the figures of those of which every module is recorded. Other parts stay as they
    are, and so do reasons for mutants that were not tried this time."""
    stored = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for name, part in found.items():
        was = stored.get(name, {})
        survivors = [
            {field: getattr(each, field) for field in ("function", "was", "becomes", "why")} for each in part.survivors
        ]
        is_whole = part.mutants == totals.get(name, {}).get("mutants") and not part.untried
        kept = [] if is_whole else [each for each in was.get("survivors", []) if each["why"] and each not in survivors]
        stored[name] = {**was, **totals.get(name, {}), "survivors": [*survivors, *kept]}
    RESULTS.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n")
