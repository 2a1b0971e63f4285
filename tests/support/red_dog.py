"""What the tests of the loader share: a small made-up book, and ways to write it down spoiled."""

from pathlib import Path

RED_DOG = {path.stem: path.read_text() for path in (Path(__file__).parent / "red-dog").glob("*.toml")}


def write(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text)
    return folder


def spoiled(folder: Path, name: str, old: str, new: str) -> Path:
    """The small book with one thing changed, or with something put before everything."""
    if not old:
        return write(folder / "xx", RED_DOG | {name: new + RED_DOG[name]})
    assert RED_DOG[name].count(old) == 1, f"{old!r} is {RED_DOG[name].count(old)} times in {name}"
    return write(folder / "xx", RED_DOG | {name: RED_DOG[name].replace(old, new)})
