"""The one place where numba is switched on."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile on first use, keep the machine code on disk, and let other threads run meanwhile.

    Kernels make no arrays, so numba's runtime is left out (`_nrt`). With it, every array that one kernel hands to another has
    its references counted, inside the loop, and seven cards take twelve times as long.
    """
    return cast(Function, njit(cache=True, nogil=True, error_model="numpy", _nrt=False)(function))
