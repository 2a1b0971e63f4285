"""The only module that imports numba."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile on first use, cache the machine code on disk, and release the interpreter lock while it runs.

    Kernels allocate no arrays, so numba's runtime is disabled (`_nrt`). With it, numba would count references for every array that
    one kernel passes to another, inside the loop, and ranking seven cards would take twelve times as long. No C code calls a
    kernel, so the wrapper for it is not compiled either.
    """
    return cast(Function, njit(cache=True, nogil=True, error_model="numpy", _nrt=False, no_cfunc_wrapper=True)(function))
