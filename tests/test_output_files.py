"""A file of results is written whole: whatever fails, the old one stays, and nothing is left beside it."""

import os
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway import disk_cache
from houseway.errors import Malformed
from houseway.output_files import check_output_path, replacing, write_output
from tests.support.command import answered, run
from tests.support.file_size_limit import file_size_limit
from tests.support.paths import EXAMPLES, minimal
from tests.support.submissions import MD

OLD, NEW = b"what was there", b"what is new"


@pytest.fixture
def old(tmp_path):
    file = tmp_path / "result.csv"
    file.write_bytes(OLD)
    return file


def test_a_file_is_replaced(old):
    write_output(old, NEW)
    assert old.read_bytes() == NEW
    assert list(old.parent.iterdir()) == [old]


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(old):
    with (
        file_size_limit(5),
        pytest.raises(Malformed, match=r"result.csv cannot be written: it is larger than a file may be here"),
    ):
        write_output(old, NEW)
    assert old.read_bytes() == OLD
    assert list(old.parent.iterdir()) == [old]


def _write_and_fail(file, content, interruption):
    with replacing(file) as draft:
        draft.write(content)
        draft.flush()
        raise interruption


@given(st.sampled_from([KeyboardInterrupt, OSError, ValueError]), st.integers(0, len(NEW)))
def test_whatever_interrupts_a_write_the_old_file_stays(tmp_path_factory, interruption, written):
    file = tmp_path_factory.mktemp("out") / "result.csv"
    file.write_bytes(OLD)
    with pytest.raises(interruption):
        _write_and_fail(file, NEW[:written], interruption)
    assert file.read_bytes() == OLD
    assert list(file.parent.iterdir()) == [file]


def test_a_rename_that_fails_leaves_the_old_file(old, monkeypatch):
    monkeypatch.setattr("pathlib.Path.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "full")))
    with pytest.raises(Malformed, match="the disk is full"):
        write_output(old, NEW)
    assert list(old.parent.iterdir()) == [old]


def test_a_file_that_cannot_be_created_is_not_called_missing(tmp_path):
    with pytest.raises(Malformed, match="cannot be written: no file can be created in its folder"):
        write_output(tmp_path / "gone" / "sign.pdf", b"")


def test_permissions_stay(old):
    old.chmod(0o640)
    write_output(old, NEW)
    assert stat.S_IMODE(old.stat().st_mode) == 0o640


def test_a_new_file_gets_the_usual_permissions(tmp_path):
    usual, new = tmp_path / "usual", tmp_path / "new"
    usual.write_bytes(b"")
    write_output(new, NEW)
    assert new.stat().st_mode == usual.stat().st_mode


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_read_only_file_is_not_replaced(old):
    old.chmod(0o444)
    with pytest.raises(Malformed, match="you have no permission"):
        write_output(old, NEW)


def test_a_link_stays_a_link(old):
    link = old.with_name("link.csv")
    link.symlink_to(old.name)
    write_output(link, NEW)
    assert link.is_symlink()
    assert old.read_bytes() == NEW


def test_a_pipe_is_written_directly(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_output(pipe, NEW)
    assert os.read(reader, 99) == NEW
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_path_that_cannot_be_written_is_refused_before_the_work(tmp_path):
    check_output_path(tmp_path / "new.csv")
    with pytest.raises(Malformed, match="it is a folder"):
        check_output_path(tmp_path)
    with pytest.raises(Malformed, match="its folder does not exist"):
        check_output_path(tmp_path / "none" / "new.csv")


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (("sign", minimal(MD)), "sign.svg"),
        (("layout", minimal(MD)), "layout.svg"),
        (("par", minimal(MD), "--no-solve"), "par.csv"),
        (("par", EXAMPLES / MD / "everything.toml", "--no-solve"), "par.json"),
    ],
)
def test_no_command_destroys_a_file_that_it_cannot_replace(command, name, tmp_path):
    file = tmp_path / name
    file.write_bytes(OLD)
    answered(*command, "-o", tmp_path / f"other-{name}")  # whatever is cached is written without the limit
    with file_size_limit(5):
        result = run(*command, "-o", file)
    assert result.returncode == 2
    assert f"{name} cannot be written" in result.stderr
    assert file.read_bytes() == OLD
    assert len(list(tmp_path.iterdir())) == 2


def test_a_cached_result_that_cannot_be_replaced_stays(tmp_path, monkeypatch):
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))

    def build():
        return disk_cache.disk_cached("answer", 1, ["errors.py"], lambda: "x" * 100)

    build()
    (file,) = tmp_path.iterdir()
    file.write_bytes(OLD)
    with file_size_limit(5):
        assert build() == "x" * 100
    assert file.read_bytes() == OLD
    assert list(tmp_path.iterdir()) == [file]
