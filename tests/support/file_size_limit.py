"""A limit on the size of files, which fails a write as a full disk does."""

import resource
from contextlib import contextmanager


@contextmanager
def file_size_limit(size):
    """Let no file grow beyond this size, as a full disk would."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
