"""Publish the log of a house as static files, with a verifier of one page that needs nothing of the house.

    checkpoint               the last checkpoint
    public-keys.json         the keys of the house
    tile/LEVEL/NUMBER        hashes of the tree, 256 a tile, as transparency logs publish them (C2SP)
    links/TABLE.jsonl        the links of each table's hash chain up to its last finished round, with their places in the tree
    verify.py                checks all of it

Nothing but hashes is in it, unless the records of finished rounds are wanted: then each link has the content from which it is
computed.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from houseway.errors import Corrupted, NotAllowed
from houseway.output_files import create_folder, write_output
from houseway.service.evidence.checkpoints import parse_checkpoint
from houseway.service.live.editions import add_stored_editions
from houseway.service.live.turns.turn import table_stream
from houseway.service.records.round_chain import RoundLink, read_links
from houseway.service.secrecy.keys import PublicKey, write_public_keys
from houseway.store import Store
from houseway.store.tree import HASH_BYTES, TILE_HEIGHT, TILE_WIDTH, AppendTree
from houseway.table.editions import RULES_EVENTS
from houseway.table.state import rules_named_by

_GROUP = 1_000
Progress = Callable[[int, int], None]
"""Called with the number of files done and the total."""


@dataclass(frozen=True, slots=True)
class PublishedLog:
    size: int
    """Leaves in the checkpoint."""
    tables: int
    links: int


def publish_log(
    store: Store, folder: Path, keys: Sequence[PublicKey], with_rounds: bool = False, progress: Progress | None = None
) -> PublishedLog:
    """Write the files. Tiles that are there already are not written again: full ones never change."""
    latest = store.tree.latest_signed_head()
    if latest is None:
        said = "the log has no checkpoint yet; start the service once"
        raise NotAllowed(said, code="publish.checkpoint", given="no checkpoint", allowed="a log that a service keeps")
    size = parse_checkpoint(latest.note).size
    tiles, tables = list(tile_places(size)), [head.stream for head in store.stream_heads(table_stream(""))]
    whole, links = len(tiles) + len(tables), 0
    for done, (level, number, width) in enumerate(tiles, start=1):
        _write_tile(store.tree, folder, level, number, width)
        if progress:
            progress(done, whole)
    for done, stream in enumerate(tables, start=len(tiles) + 1):
        links += _write_links(store, folder, stream.removeprefix(table_stream("")), size, with_rounds)
        if progress:
            progress(done, whole)
    write_public_keys(folder / "public-keys.json", keys)
    verifier = resources.files("houseway.service.evidence") / "offline_verifier.py"
    write_output(folder / "verify.py", verifier.read_bytes())
    write_output(folder / "checkpoint", latest.note.encode())  # last: it must not promise what is not there
    return PublishedLog(size, len(tables), links)


def tile_places(size: int) -> Iterator[tuple[int, int, int]]:
    """Yield level, number and width of every tile of a tree."""
    level = 0
    while size >> TILE_HEIGHT * level:
        full, rest = divmod(size >> TILE_HEIGHT * level, TILE_WIDTH)
        yield from ((level, number, TILE_WIDTH) for number in range(full))
        if rest:
            yield level, full, rest
        level += 1


def tile_path(level: int, number: int, width: int) -> Path:
    """Return where a tile is published: three digits a folder, and the width of a tile that is not full."""
    groups = [f"{number % _GROUP:03}"]
    while number := number // _GROUP:
        groups.insert(0, f"x{number % _GROUP:03}")
    path = Path("tile", str(level), *groups)
    return path if width == TILE_WIDTH else path.with_name(f"{path.name}.p") / str(width)


def _write_tile(tree: AppendTree, folder: Path, level: int, number: int, width: int) -> None:
    path = folder / tile_path(level, number, width)
    if not path.exists():
        create_folder(path.parent)
        write_output(path, tree.read_tile(level, number)[: width * HASH_BYTES])


def _write_links(store: Store, folder: Path, table: str, size: int, with_rounds: bool) -> int:
    """Write the links of a table's finished rounds that are in the checkpoint. Return their number."""
    lines = list(_link_lines(store, table, size, with_rounds))
    create_folder(folder / "links")
    name = "".join(letter if letter.isalnum() or letter in "-_" else f"%{ord(letter):x}" for letter in table)
    write_output(folder / "links" / f"{name}.jsonl", "".join(f"{line}\n" for line in lines).encode())
    return len(lines)


def _link_lines(store: Store, table: str, size: int, with_rounds: bool) -> Iterator[str]:
    stream, game = table_stream(table), _game_of(store, table)
    for link in read_links(store, stream, game, 0, store.stream_head(stream).round - 1):
        index = store.tree.index_of(stream, link.version)
        if index is None or index >= size:
            return
        yield json.dumps(_link_row(stream, link, index, with_rounds), ensure_ascii=False)


def _link_row(stream: str, link: RoundLink, index: int, with_rounds: bool) -> dict[str, object]:
    content = link.content if with_rounds else None
    sealed = "" if content is None else link.sealed  # of use only to compute the link
    hashes = {"index": index, "stream": stream, "before": link.before, "version": link.version, "hash": link.hash}
    return {**hashes, "content": content, "sealed": sealed}


def _game_of(store: Store, table: str) -> str:
    """Return the game of a table, from the event that opened it."""
    for append in store.read(table_stream(table)):
        add_stored_editions(store, append.commands)
        for event in append.events:
            if event.kind in RULES_EVENTS:
                return rules_named_by(event).game
    raise Corrupted(f"{table} was never opened", code="publish.table", given=table, allowed="a table that was opened")
