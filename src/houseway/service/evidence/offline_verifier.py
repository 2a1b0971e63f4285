"""Check the published log of a house with Python 3.9 or later and the package `cryptography`, and nothing of the house.

    python verify.py                           the signature, the tree, and the links of tables that were published
    python verify.py --receipt receipt.json    ... and that a receipt is in the log
    python verify.py --older checkpoint.txt    ... and that the log extends an older checkpoint

The keys in public-keys.json come with the log. Compare them with keys that you have from elsewhere.
"""

import argparse
import json
import sys
from base64 import b64decode
from hashlib import sha256
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def check(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)


def root_of(leaves: "list[bytes]") -> bytes:
    """RFC 6962: the hash of nothing, of one leaf, or of the two parts, of which the left one is the largest power of two."""
    if len(leaves) < 2:
        return leaves[0] if leaves else sha256(b"").digest()
    middle = 1 << (len(leaves) - 1).bit_length() - 1
    return sha256(b"\x01" + root_of(leaves[:middle]) + root_of(leaves[middle:])).digest()


def leaf_of(stream: str, version: int, link: str) -> bytes:
    return sha256(b"\x00" + f"houseway leaf 1\n{stream}\n{version}\n{link}".encode()).digest()


def read_leaves(folder: Path, size: int) -> "list[bytes]":
    """Tiles have 256 hashes each. Tile 1234 is the file x001/234; one that is not full has its width in its name."""
    leaves = b""
    for number in range((size + 255) // 256):
        *groups, last = (f"{number // 1000**place % 1000:03}" for place in range((len(str(number)) + 2) // 3 - 1, -1, -1))
        path, width = folder / "tile" / "0" / "/".join([*(f"x{each}" for each in groups), last]), min(256, size - number * 256)
        leaves += (path if width == 256 else Path(f"{path}.p") / str(width)).read_bytes()
    return [leaves[place : place + 32] for place in range(0, 32 * size, 32)]


def check_signature(note: str, keys: Any) -> "tuple[int, bytes]":
    """Return size and root of a checkpoint that a key of the house has signed."""
    text, _, signatures = note.partition("\n\n")
    origin, size, root, time = text.split("\n")
    check(origin == "houseway-" + sha256(bytes.fromhex(keys[0]["key"])).hexdigest()[:16], "this is the log of another house")
    for line in signatures.splitlines():
        _, name, content = line.split(" ")
        for key in keys:
            public = bytes.fromhex(key["key"])
            known = sha256(f"{name}\n".encode() + b"\x01" + public).digest()[:4] == b64decode(content)[:4]
            if name == origin and known and (key["ends_at"] is None or int(time.split(" ")[1]) <= key["ends_at"]):
                Ed25519PublicKey.from_public_bytes(public).verify(b64decode(content)[4:], f"{text}\n".encode())
                return int(size), b64decode(root)
    raise ValueError("no key of the house has signed this checkpoint")


def check_links(file: Path, leaves: "list[bytes]") -> int:
    """Every link of a table must be a leaf; where its content was published, the link is computed from it again."""
    previous, count = bytes(32), 0
    for count, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        row = json.loads(line)
        check(leaves[row["index"]] == leaf_of(row["stream"], row["version"], row["hash"]), f"{file}:{count} is not in the tree")
        if row["content"] is not None:
            parts = (
                row["stream"].encode(),
                row["before"].to_bytes(8, "big"),
                row["content"].encode(),
                bytes.fromhex(row["sealed"]),
            )
            link = sha256(previous + b"".join(len(part).to_bytes(8, "big") + part for part in parts)).hexdigest()
            check(link == row["hash"], f"{file}:{count} was changed")
        previous = bytes.fromhex(row["hash"])
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description="Check the published log of a house.")
    parser.add_argument("--receipt", type=Path, help="a receipt, as JSON")
    parser.add_argument("--older", type=Path, help="an older checkpoint of the same house")
    given, folder = parser.parse_args(), Path(__file__).resolve().parent
    keys = json.loads((folder / "public-keys.json").read_text())
    size, root = check_signature((folder / "checkpoint").read_text(encoding="utf-8"), keys)
    leaves = read_leaves(folder, size)
    check(len(leaves) == size and root_of(leaves) == root, "the leaves do not have the root that was signed")
    print(f"a log of {size} leaves, signed by the house")
    for file in sorted((folder / "links").glob("*.jsonl")):
        print(f"{file.stem}: {check_links(file, leaves)} links are in the log")
    if given.receipt:
        receipt = json.loads(given.receipt.read_text())
        message = "\n".join(
            ["houseway receipt 1", receipt["stream"], str(receipt["version"]), receipt["hash"], str(receipt["at"])]
        )
        key = next(key for key in keys if key["number"] == receipt["key"])
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key["key"]))
        public.verify(bytes.fromhex(receipt["signature"]), message.encode())
        leaf = leaf_of(receipt["stream"], receipt["version"], receipt["hash"])
        check(leaf in leaves, "the house has signed this receipt, and it is not in the log")
        print(f"the receipt is leaf {leaves.index(leaf)}")
    if given.older:
        older_size, older_root = check_signature(given.older.read_text(encoding="utf-8"), keys)
        check(older_size <= size, f"the older checkpoint has {older_size} leaves, more than the log")
        check(
            root_of(leaves[:older_size]) == older_root, f"the first {older_size} leaves were rewritten after they were signed"
        )
        print(f"the log extends the older checkpoint of {older_size} leaves")


if __name__ == "__main__":
    try:
        main()
    except Exception as error:  # whatever is wrong, the log is not verified
        sys.exit(f"NOT VERIFIED: {type(error).__name__}: {error}")
