"""Add up what a front gains wherever a condition holds: for many conditions at once, exactly."""

import numpy as np
from numpy.typing import NDArray

from houseway.kernels.compile import compiled
from houseway.kernels.layout import I64, read_only

Flags = NDArray[np.uint8]


def sum_by_condition(holds: Flags, gains: I64) -> tuple[I64, I64]:
    """Return, for each row of gains and each row of conditions, the sum of the gains where the condition holds; and the sum of
    those above zero alone, which no further condition can exceed."""
    sums, hopes = np.zeros((2, len(gains), len(holds)), dtype=np.int64)
    _add_up(read_only(holds), read_only(gains), sums, hopes)
    return sums, hopes


@compiled
def _add_up(holds, gains, sums, hopes):  # type: ignore[no-untyped-def]
    for row in range(gains.shape[0]):
        for condition in range(holds.shape[0]):
            every, above = np.int64(0), np.int64(0)
            for cell in range(gains.shape[1]):
                gain = gains[row, cell] & -np.int64(holds[condition, cell])
                every += gain
                above += max(gain, np.int64(0))
            sums[row, condition] = every
            hopes[row, condition] = above
