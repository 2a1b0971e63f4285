"""Kernels are compiled once, and their machine code is stored on disk; without a disk they work all the same."""

import gc
import sys
from types import ModuleType

import numba
import pytest
from numba.core.caching import CacheImpl, IndexDataCacheFile, UserProvidedCacheLocator

from houseway.kernels.compile import compiled, compiling_told
from tests.support.file_size_limit import file_size_limit


def kernel(number):
    return 2 * number


kernel.__module__ = "houseway.kernels.test"


@pytest.fixture(autouse=True, scope="module")
def nothing_older():
    """Leave what other tests have made out of each look for garbage: of a process that has solved games, it took a second."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The folder of the machine code, empty. Machine code that is read names the module of its kernel, which is imported."""
    monkeypatch.setitem(sys.modules, kernel.__module__, ModuleType(kernel.__module__))
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    return tmp_path


def is_compiled(number=4):
    """Call the kernel as a new process would, in which nothing is left of earlier ones; return whether it had to be compiled."""
    gc.collect()
    told = []
    with compiling_told(lambda: told.append(True)):
        assert compiled(kernel)(number) == 2 * number
    return bool(told)


def test_a_kernel_is_compiled_once():
    assert is_compiled()
    assert not is_compiled()


def test_a_kernel_is_compiled_once_for_all_constants_that_other_kernels_pass(folder):
    """A number that changes is of the same type as the constants. Another type is compiled for itself."""
    called = compiled(kernel)

    def caller(number):
        total, count = called(2) + called(-7), 0
        while count < number:
            total += called(count)
            count += 1
        return total + called(0.5)

    caller.__module__ = kernel.__module__
    assert compiled(caller)(3) == 2 * (2 - 7 + 0 + 1 + 2 + 0.5)
    assert set(called.signatures) == {(numba.int64,), (numba.float64,)}


def test_a_kernel_works_if_no_folder_can_be_written(monkeypatch):
    monkeypatch.setattr(CacheImpl, "_locator_classes", [])
    assert is_compiled()
    assert is_compiled()


def test_a_kernel_works_on_a_full_disk():
    with file_size_limit(0):
        assert is_compiled()
    assert is_compiled()
    assert not is_compiled()


@pytest.mark.parametrize("content", [b"", b"no index"])
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_damaged_machine_code_is_compiled_again(folder, kind, content):
    assert is_compiled()
    for path in folder.rglob(f"*.{kind}"):
        path.write_bytes(content)
    assert is_compiled()
    assert not is_compiled()


def test_machine_code_that_cannot_be_read_is_compiled_again(folder):
    assert is_compiled()
    for path in folder.rglob("*.nbc"):
        path.unlink()
        path.mkdir()
    assert is_compiled()


def test_two_processes_that_compile_for_different_arguments_at_the_same_moment_do_not_mix_their_machine_code(folder):
    """Neither sees the index of the other, so both number their files from 1. The first to write the index writes its file last."""
    assert is_compiled(4)
    (path,) = folder.rglob("*.nbc")
    for_integers = path.read_bytes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(IndexDataCacheFile, "_load_index", lambda self: {})
        assert is_compiled(4.5)
    path.write_bytes(for_integers)
    assert is_compiled(4.5)
    assert is_compiled(4)
    assert not is_compiled(4.5)
    assert not is_compiled(4)


def test_machine_code_of_an_earlier_source_is_not_used(folder, monkeypatch):
    """A process that was interrupted between the index and the machine code has left that of another source under its number."""
    assert is_compiled()
    (path,) = folder.rglob("*.nbc")
    earlier = path.read_bytes()
    monkeypatch.setattr(UserProvidedCacheLocator, "get_source_stamp", lambda self: "a later source")
    assert is_compiled()
    path.write_bytes(earlier)
    assert is_compiled()
    assert not is_compiled()
