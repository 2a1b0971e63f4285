"""The checkpoints that a witness stores outside the database; the witness is the house itself or somebody else."""

from collections.abc import Iterable, Iterator

from houseway.errors import HousewayError
from houseway.service.evidence.checkpoints import Checkpoint, parse_checkpoint
from houseway.service.secrecy.line_file import LineFile

_WHAT = "checkpoint"


class CheckpointFile(LineFile):
    """Checkpoints, one a line, in the order in which they were signed."""

    def append(self, checkpoints: Iterable[Checkpoint]) -> None:
        """Append checkpoints; when this returns, they are on the disk."""
        self.append_lines({"note": checkpoint.note} for checkpoint in checkpoints)

    def read(self) -> Iterator[Checkpoint]:
        for number, line in self.whole_lines():
            yield self._parse(line, number)

    def last(self) -> Checkpoint | None:
        """Return the checkpoint that was kept last; None if there is none."""
        line = self.last_line()
        return None if line is None else self._parse(line, -1)

    def _parse(self, line: str, number: int) -> Checkpoint:
        try:
            return parse_checkpoint(str(self.parse_line(line, number, _WHAT)["note"]))
        except (KeyError, HousewayError) as error:
            raise self.line_error(line, number, _WHAT) from error
