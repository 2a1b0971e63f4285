"""Parts of streams, found by their times."""

from collections.abc import Iterator

from houseway.store import Store, StoredAppend


def version_before(store: Store, stream: str, at: int) -> int:
    """Return the version of a stream before its first append at a time or later. Times in a stream never go back."""
    low, high = 0, store.stream_head(stream).version
    while low < high:
        middle = (low + high + 1) // 2
        if store.head_at(stream, middle).at < at:
            low = middle
        else:
            high = middle - 1
    return store.head_at(stream, low).version


def read_times(store: Store, stream: str, begin: int, end: int) -> Iterator[StoredAppend]:
    """Yield the appends of a stream between two times, both included."""
    for append in store.read(stream, version_before(store, stream, begin)):
        if append.head.at > end:
            return
        yield append
