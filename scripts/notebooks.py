"""Runs the notebooks of examples/notebooks: `python -m scripts.notebooks` compares; `--write` stores what they show.

Each runs in an empty folder, from a clean kernel. Everything that a notebook shows is the same on every machine; of a chart, the
words and figures are compared, because its places depend on the typefaces of the machine. Names of notebooks may be given.
"""

import html
import json
import re
import sys
import tempfile
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "examples" / "notebooks"
_SECONDS = 600
"""How long one cell may take."""
_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
_PICTURE = re.compile(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)")
_SAID = re.compile(r'aria-label="([^"]*)"|<text[^>]*>([^<]*)</text>')

Notebook = dict[str, Any]


def notebook_files() -> list[Path]:
    return sorted(FOLDER.glob("*.ipynb"))


def run_notebook(file: Path) -> Notebook:
    """Run the cells of a notebook; return it with what they show."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(file, as_version=4)
    nbformat.validate(notebook)
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(notebook, timeout=_SECONDS, kernel_name="python3", resources={"metadata": {"path": folder}})
        client.execute()
    run: Notebook = json.loads(nbformat.writes(notebook))
    return run | {"metadata": _METADATA, "cells": [_plain_cell(cell) for cell in run["cells"]]}


def _plain_cell(cell: dict[str, Any]) -> dict[str, Any]:
    """Return a cell without what is only of this run: the times of its execution."""
    return cell | {"metadata": {}}


def differences(stored: Notebook, run: Notebook) -> Iterator[str]:
    """Yield each cell whose stored outputs are not those of the run."""
    for number, (old, new) in enumerate(zip(stored["cells"], run["cells"], strict=True), start=1):
        was, now = (_comparable(cell.get("outputs", [])) for cell in (old, new))
        if was != now:
            yield f"cell {number} shows\n{now}\nand stored is\n{was}"


def _comparable(outputs: list[dict[str, Any]]) -> str:
    """Return outputs as text, with the words of each chart in place of its drawing."""
    return "\n".join(_text_of(output) for output in outputs)


def _text_of(output: dict[str, Any]) -> str:
    shown = output.get("data", {"text": output.get("text", output.get("traceback", ""))})
    return "\n".join(_words_of(kind, "".join(content)) for kind, content in sorted(shown.items()))


def _words_of(kind: str, content: str) -> str:
    if kind == "image/svg+xml":
        return f"{kind}: {chart_words(content)}"
    return f"{kind}: " + _PICTURE.sub(lambda found: chart_words(b64decode(found[1]).decode()), content)


def chart_words(drawing: str) -> str:
    """Return the words of a chart: its texts, and what it tells a screen reader of each mark."""
    return html.unescape("; ".join(label or text for label, text in _SAID.findall(drawing)))


def write_notebook(file: Path, notebook: Notebook) -> None:
    file.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    chosen = [name for name in sys.argv[1:] if name != "--write"]
    wrong = []
    for file in notebook_files():
        if chosen and file.stem not in chosen:
            continue
        run = run_notebook(file)
        if "--write" in sys.argv:
            write_notebook(file, run)
        else:
            wrong += [f"{file.name}: {each}" for each in differences(json.loads(file.read_text(encoding="utf-8")), run)]
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
