"""Check the published log of a house with Python 3.9 or later and the package `cryptography`, and nothing of the house.

    python verify.py [FILE ...]    each file is a receipt that must be in the log, or an older checkpoint that the log must extend

The keys in public-keys.json come with the log. Compare them with keys that you have from elsewhere."""

import json
import re
import sys
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def check(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)


def root_of(hashes: "list[bytes]") -> bytes:
    """RFC 6962: the hash of nothing, of one leaf, or of the two parts, of which the left one is the largest power of two."""
    if len(hashes) < 2:
        return hashes[0] if hashes else sha256(b"").digest()
    middle = 1 << (len(hashes) - 1).bit_length() - 1
    return sha256(b"\x01" + root_of(hashes[:middle]) + root_of(hashes[middle:])).digest()


def read_hashes(folder: Path, size: int, level: int = 0) -> "list[bytes]":
    """Tile 1234 is x001/234 and has 256 hashes, or its width in its name. Of each full tile the next level has the root."""
    content = bytearray()
    for first in range(0, size, 256):
        name = re.sub("(...)(?=.)", r"x\1/", re.sub("^(000)+(?!$)", "", f"{first // 256:015}"))
        width = f".p/{size - first}" if size - first < 256 else ""
        content += (folder / "tile" / str(level) / (name + width)).read_bytes()
    hashes = [bytes(content[at : at + 32]) for at in range(0, len(content), 32)]
    full = [root_of(hashes[at : at + 256]) for at in range(0, size - 255, 256)]
    fits = len(content) == 32 * size and (not full or read_hashes(folder, len(full), level + 1) == full)
    check(fits, f"the tiles of level {level} do not fit the checkpoint or those of level {level + 1}")
    return hashes


def check_signature(key: Any, signature: bytes, message: str, at: int) -> None:
    check(key["ends_at"] is None or at <= key["ends_at"], "the key was retired before it has signed this")
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(key["key"])).verify(signature, message.encode())


def read_checkpoint(note: str, keys: Any) -> "tuple[int, bytes]":
    """Return size and root of a checkpoint that a key of the house has signed. Witnesses may have signed below."""
    found = re.fullmatch(r"((\S+)\n(\d+)\n(\S+)\ntime (\d+)\n)\n— \2 (\S+)\n(?:— \S+ \S+\n)*", note)
    text, origin, size, root, time, signed = found.groups() if found else ("",) * 6
    check(origin == f"houseway-{sha256(bytes.fromhex(keys[0]['key'])).hexdigest()[:16]}", "no checkpoint of this house")
    names = {sha256(f"{origin}\n\1".encode() + bytes.fromhex(key["key"])).digest()[:4]: key for key in keys}
    name, signature = b64decode(signed)[:4], b64decode(signed)[4:]
    check(name in names and signed == b64encode(name + signature).decode(), "no key of the house has signed this checkpoint")
    check_signature(names[name], signature, text, int(time))
    return int(size), b64decode(root)


def leaf_of(link: Any) -> bytes:
    return sha256(f"\0houseway leaf 1\n{link['stream']}\n{link['version']}\n{link['hash']}".encode()).digest()


def count_logged_links(text: str, places: "dict[bytes, int]") -> int:
    """Every link of a table must be a leaf; where its content was published, the link is computed from it again."""
    rows, version, previous = [json.loads(line) for line in text.split("\n")[:-1]], 0, bytes(32)
    check(text == "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "a file of links was changed")
    for row in rows:
        check(places.get(leaf_of(row)) == row["index"] and row["before"] == version, f"{row['hash']} is not in the tree")
        if row["content"] is not None:
            parts = row["stream"].encode(), version.to_bytes(8, "big"), row["content"].encode(), bytes.fromhex(row["sealed"])
            link = sha256(previous + b"".join(len(part).to_bytes(8, "big") + part for part in parts)).hexdigest()
            check(link == row["hash"] and parts[3].hex() == row["sealed"], f"the content of {link} was changed")
        version, previous = row["version"], bytes.fromhex(row["hash"])
    return len(rows)


def verify(folder: Path, given: "list[str]") -> None:
    keys, note = json.loads((folder / "public-keys.json").read_bytes()), (folder / "checkpoint").read_bytes().decode()
    leaves = read_hashes(folder, read_checkpoint(note, keys)[0])
    places = {leaf: place for place, leaf in enumerate(leaves)}
    for text in (note, *given):
        if text.startswith("{"):
            receipt, numbers = json.loads(text), {key["number"]: key for key in keys}
            parts = [
                str(receipt[each])
                for each in ("stream", "version", "hash", "at", "chance")
                if receipt.get(each) not in (None, "")
            ]
            signed = "\n".join([f"houseway receipt {2 if receipt.get('chance') else 1}", *parts])
            signature = bytes.fromhex(receipt["signature"])
            check(signature.hex() == receipt["signature"], "the signature is written in another way")
            check_signature(numbers[receipt["key"]], signature, signed, receipt["at"])
            check(leaf_of(receipt) in places, "the house has signed this receipt, and it is not in the log")
            print(f"the receipt is leaf {places[leaf_of(receipt)]}")
        else:
            size, root = read_checkpoint(text, keys)
            check(size <= len(leaves) and root_of(leaves[:size]) == root, f"not the {size} leaves whose root was signed")
            print(f"the first {size} of {len(leaves)} leaves are those that the house has signed")
    for file in sorted((folder / "links").glob("*.jsonl")):
        count = count_logged_links(file.read_bytes().decode(), places)
        print(f"{file.stem}: {count} {'link is' if count == 1 else 'links are'} in the log")


if __name__ == "__main__":
    try:
        verify(Path(__file__).resolve().parent, [Path(name).read_bytes().decode() for name in sys.argv[1:]])
    except Exception as error:  # whatever is wrong, the log is not verified
        sys.exit(f"NOT VERIFIED: {type(error).__name__}: {error}")
