"""The only module that imports numba."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pickle import UnpicklingError
from typing import Any, TypeVar, cast

from numba import njit, types
from numba.core import event
from numba.core.caching import FunctionCache, IndexDataCacheFile

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile on first use, cache the machine code on disk, and release the interpreter lock while it runs.

    Kernels allocate no arrays, so numba's runtime is disabled (`_nrt`). With it, numba would count references for every array that
    one kernel passes to another, inside the loop, and ranking seven cards would take twelve times as long. No C code calls a
    kernel, so the wrapper for it is not compiled either.
    """
    kernel = njit(nogil=True, error_model="numpy", _nrt=False, no_cfunc_wrapper=True)(function)
    kernel.get_call_template = _ignore_constants(kernel.get_call_template)
    with suppress(RuntimeError):  # there is no folder that can be written
        kernel._cache = _MachineCode(function)
    return cast(Function, kernel)


def _ignore_constants(get_call_template: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a kernel once for all constants that other kernels pass to it.

    numba would compile it for each constant, and once more for a variable that starts as one. That takes half as long again, and
    the machine code is no faster: LLVM puts the constants in where it makes the kernel a part of its caller.
    """
    return lambda args, kws: get_call_template(tuple(map(types.unliteral, args)), kws)


class _MachineCode(FunctionCache):  # type: ignore[misc]
    """The machine code of a kernel on disk. If it cannot be read or written, the kernel is compiled, and works all the same."""

    def __init__(self, function: Function) -> None:
        super().__init__(function)
        name = f"{self._impl.filename_base}.labelled"  # earlier versions of the program cannot read them
        self._cache_file = _LabelledFiles(self._cache_path, name, self._impl.locator.get_source_stamp())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except (EOFError, UnpicklingError):  # the file is damaged: begin a new one
            with suppress(OSError):
                self.flush()
        except OSError:
            pass
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):
            super().save_overload(sig, data)


class _LabelledFiles(IndexDataCacheFile):  # type: ignore[misc]
    """Files of machine code that say for which source and which types of arguments they are.

    numba numbers them, and writes the index first. If two processes compile a kernel for different arguments at the same moment,
    both use the same number, and the index may name the file of one for the arguments of the other.
    """

    def save(self, key: Any, data: Any) -> None:
        super().save(key, (self._source_stamp, key, data))

    def load(self, key: Any) -> Any:
        found = super().load(key)
        return found[2] if found is not None and found[:2] == (self._source_stamp, key) else None


@contextmanager
def compiling_told(tell: Callable[[], None]) -> Iterator[None]:
    """Call `tell` after each kernel that is compiled meanwhile. One whose machine code is on disk is not compiled."""
    with event.install_listener("numba:compile", _CompiledKernels(tell)):
        yield


class _CompiledKernels(event.Listener):  # type: ignore[misc]
    """Hears numba compile, and leaves out what numba compiles for itself."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell

    def on_start(self, _event: event.Event) -> None:
        pass

    def on_end(self, ended: event.Event) -> None:
        if ended.data["dispatcher"].py_func.__module__.startswith(__package__):
            self._tell()
