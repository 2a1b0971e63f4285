"""The parts that are mutated, each in a folder of its own, so that one does not make another's results stale."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from tests.support.paths import ROOT

WORK = ROOT / "build" / "mutation"
"""What mutmut knows about mutants that were tried, by part."""


@dataclass(frozen=True)
class Part:
    name: str
    files: tuple[str, ...]
    tests: tuple[str, ...]
    skip: str = ""

    @property
    def folder(self) -> Path:
        return WORK / self.name

    @property
    def was_tried(self) -> bool:
        return (self.folder / "mutants").exists()

    def mutated(self, source: Path) -> Path:
        """The file into which mutmut writes the mutants of one."""
        return self.folder / "mutants" / source

    @property
    def sources(self) -> list[Path]:
        """The files that are mutated, as paths from the folder."""
        return sorted(path.relative_to(ROOT) for pattern in self.files for path in ROOT.glob(pattern))


PARTS = {
    name: Part(name, tuple(each["files"]), tuple(each["tests"]), each.get("skip", ""))
    for name, each in tomllib.loads((Path(__file__).parent / "parts.toml").read_text()).items()
}
