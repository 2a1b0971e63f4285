"""The notebooks of examples/notebooks show what the program does, and nothing of the machine that has run them."""

import json
import re
import subprocess
import sys
from copy import deepcopy

import pytest

from scripts.notebooks import ROOT, differences, notebook_files
from tests.support.paths import ROOT as HERE

FILES = notebook_files()
NAMES = [file.stem for file in FILES]
OF_A_MACHINE = re.compile(r"/(?:home|tmp|root|usr|work|opt)/|127\.0\.0\.1:\d|localhost|[0-9a-f]{40}|\bp-[a-z0-9]{10}\b")
LARGEST = 100_000

each_notebook = pytest.mark.parametrize("file", FILES, ids=NAMES)


def read(file):
    return json.loads(file.read_text())


def code_cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def outputs(notebook):
    return [output for cell in code_cells(notebook) for output in cell["outputs"]]


def test_there_are_four_of_them_in_this_repository():
    assert ROOT == HERE
    assert NAMES == ["a-bot", "audit-a-night", "compare-house-ways", "price-a-paytable"]


@each_notebook
def test_it_is_a_small_notebook_whose_cells_were_run_in_their_order(file):
    notebook = read(file)
    assert (notebook["nbformat"], notebook["metadata"]["kernelspec"]["name"]) == (4, "python3")
    assert [cell["execution_count"] for cell in code_cells(notebook)] == [*range(1, len(code_cells(notebook)) + 1)]
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    assert notebook["cells"][0]["source"][0].startswith("# ")
    assert file.stat().st_size < LARGEST


@each_notebook
def test_it_shows_results_and_no_errors(file):
    kinds = {output["output_type"] for output in outputs(read(file))}
    assert "execute_result" in kinds
    assert "error" not in kinds
    assert not [output for output in outputs(read(file)) if output.get("name") == "stderr"]


@each_notebook
def test_what_it_shows_names_no_machine(file):
    assert OF_A_MACHINE.findall(json.dumps(outputs(read(file)))) == []


@each_notebook
def test_its_code_can_be_read(file):
    for cell in code_cells(read(file)):
        compile("".join(cell["source"]), file.name, "exec")


@pytest.mark.parametrize("page", ["docs/tutorials/a-notebook.md", "docs/library.md"])
def test_the_documents_name_every_notebook(page):
    text = (ROOT / page).read_text()
    assert [name for name in NAMES if f"examples/notebooks/{name}.ipynb" not in text] == []


def test_a_wrong_stored_figure_is_found():
    run = read(FILES[-1])
    assert list(differences(run, run)) == []
    stored = deepcopy(run)
    output = next(output for output in outputs(stored) if "Fraction" in str(output))
    output["data"]["text/plain"] = ["Fraction(1, 2)"]
    [said] = differences(stored, run)
    assert "and stored is\ntext/plain: Fraction(1, 2)" in said


def test_of_a_chart_the_words_and_figures_are_compared():
    run = read(FILES[-1])
    moved, wrong = deepcopy(run), deepcopy(run)
    for notebook, old, new in ((moved, "translate(", "translate(1"), (wrong, "house edge: ", "house edge: 9")):
        shown = next(output["data"] for output in outputs(notebook) if "image/svg+xml" in output.get("data", {}))
        text = "".join(shown["image/svg+xml"])
        assert old in text
        shown["image/svg+xml"] = [text.replace(old, new)]
    assert list(differences(moved, run)) == []
    assert len(list(differences(wrong, run))) == 1


@pytest.mark.prove
@each_notebook
def test_a_new_run_shows_what_is_stored(file):
    done = subprocess.run([sys.executable, "-m", "scripts.notebooks", file.stem], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
