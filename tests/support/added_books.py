"""Books of an operator's own, written into a folder for a test."""

import tomli_w

NUMBERING = {"": "X-"}
"""Every clause of the other book under its old id, with a letter before it."""


def add_book(folder, monkeypatch, follows, numbering=NUMBERING, silent=(), policies=None, jurisdiction="xx", **files):
    """Write a book that follows another, and have it found. Files are given by name, each with its content."""
    game = follows.split(".", 1)[1]
    place = folder / jurisdiction / game
    place.mkdir(parents=True)
    head = {
        "id": f"{jurisdiction}.{game}",
        "follows": follows,
        "jurisdiction": "Nowhere",
        "source": "A test",
        "versions": ["one"],
        "numbering": numbering,
        **({"silent": list(silent)} if silent else {}),
        **files.pop("book", {}),
    }
    for name, content in {"book": head, "policies": policies or {}, **files}.items():
        (place / f"{name}.toml").write_text(tomli_w.dumps(content))
    monkeypatch.setenv("HOUSEWAY_BOOKS", str(folder))
    return f"{jurisdiction}.{game}"
