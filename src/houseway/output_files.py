"""Write files so that a failure leaves what was there before: the content goes into a new file, which then takes the name."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import IO

from houseway.errors import Malformed, describe_write_error

_NEW_FILE = 0o666
_SUFFIX = ".part"


def write_output(path: Path, content: bytes, code: str = "output.file") -> None:
    """Write a file of results whole, or refuse and leave the old one."""
    try:
        with replacing(path) as file:
            file.write(content)
    except OSError as error:
        raise unwritable_error(path, describe_write_error(error), code) from error
    except ValueError as error:  # a path with a zero byte
        raise unwritable_error(path, "it is not a valid path", code) from error


def check_output_path(path: Path, code: str = "output.file") -> None:
    """Refuse a path that cannot be written, before anything is computed for it."""
    try:
        folder, is_folder = path.absolute().parent.is_dir(), path.is_dir()
    except (OSError, ValueError) as error:
        raise unwritable_error(path, "it is not a valid path", code) from error
    if is_folder or not folder:
        raise unwritable_error(path, "it is a folder" if is_folder else "its folder does not exist", code)


def create_folder(path: Path, code: str = "output.file") -> None:
    """Create a folder with those above it, unless it is there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = "it is a file" if isinstance(error, FileExistsError) else describe_write_error(error)
        raise unwritable_error(path, why, code) from error


def unwritable_error(path: Path, why: str, code: str = "output.file") -> Malformed:
    return Malformed(f"{path} cannot be written: {why}", code=code, given=str(path))


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Yield a file whose content replaces that of `path` at the end. On any failure the old file stays as it is.

    The new file is on disk before it takes the name. It keeps the permissions of the old one; a link keeps pointing to its
    target, whose content is replaced. Devices and pipes are written directly.
    """
    before = _stat(path)
    if before is not None and not stat.S_ISREG(before.st_mode):
        with path.open("wb") as file:  # not by its resolved name: that of a pipe on standard output names no file
            yield file
        return
    target = path.resolve()
    if before is not None and not os.access(target, os.W_OK):  # a rename would not mind
        raise PermissionError(errno.EACCES, "the file is read-only")
    draft = create_draft(target, before)
    try:
        with draft.open("r+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        put_in_place(draft, target)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise


def create_draft(target: Path, before: os.stat_result | None) -> Path:
    """Create an empty file beside the target, with the permissions that the target has or would get."""
    draft = _create_unused(target.parent)
    if before is not None:
        with suppress(OSError):  # only root may give a file away
            os.chown(draft, before.st_uid, before.st_gid)
        draft.chmod(stat.S_IMODE(before.st_mode))
    return draft


_NUMBERS = count()


def _create_unused(folder: Path) -> Path:
    """Create a file under a name that nobody else has: another process may have left one behind."""
    while True:
        draft = folder / f".{os.getpid()}-{next(_NUMBERS)}{_SUFFIX}"
        with suppress(FileExistsError):
            os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _NEW_FILE))
            return draft


def put_in_place(draft: Path, target: Path) -> None:
    """Give the draft its name, and make the name durable."""
    draft.replace(target)
    with suppress(OSError):  # some file systems cannot do this for folders
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None
