"""What the documents promise is so."""

import ast
import doctest
import re
import shlex
from functools import cache
from importlib import import_module

import pytest
from typer.exceptions import TyperException
from typer.main import get_command

from houseway.cli import app
from tests.support.paths import ROOT

DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(document, *languages):
    return re.findall(rf"```(?:{'|'.join(languages)})\n(.*?)```", document.read_text(), re.DOTALL)


@pytest.mark.parametrize(("document", "fewest"), [("README.md", 3), ("docs/odds.md", 10)])
def test_the_examples_of_a_document_work(document, fewest):
    results = doctest.testfile(str(ROOT / document), module_relative=False)
    assert results.attempted > fewest
    assert results.failed == 0


def test_links_between_documents_lead_somewhere():
    for document in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text()):
            assert (document.parent / target).exists(), f"{document.name} links to {target}"


def test_commands_of_the_readme_are_targets_of_make():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z]+)\b", (ROOT / "README.md").read_text())) <= targets | {"is"}


def imported_names(document):
    code = "\n".join(re.sub(r"^(?:>>>|\.\.\.) ?", "", block, flags=re.MULTILINE) for block in blocks(document, "python"))
    lines = "\n".join(line for line in code.splitlines() if line.startswith("from houseway"))
    return [(node.module, name.name) for node in ast.parse(lines).body for name in node.names]


def test_code_in_documents_imports_what_there_is():
    """Also where running it takes minutes."""
    names = {name for document in DOCUMENTS for name in imported_names(document)}
    assert len(names) > 20
    for module, name in names:
        assert hasattr(import_module(module), name) or import_module(f"{module}.{name}"), f"{module} has no {name}"


@cache
def commands_of(document):
    """The lines of a document that call the program, without what a shell would do with them."""
    lines = (line.removeprefix("$ ") for block in blocks(document, "console", "sh") for line in block.splitlines())
    return [re.split(r" #| > | \| ", line)[0] for line in lines if line.startswith("houseway ")]


PROGRAM = get_command(app)


def parsed(line):
    """Parse a command line as the program would, without running it. What is in brackets may be left out."""
    command, words = PROGRAM, shlex.split(re.sub(r"\[.*\]", "", line))[1:]
    context = command.context_class(command)
    while hasattr(command, "commands"):
        _, command, words = command.resolve_command(context, words)
        context = command.context_class(command, parent=context)
    command.parse_args(context, words)
    return command


@pytest.mark.parametrize("document", [path for path in DOCUMENTS if commands_of(path)], ids=lambda path: path.name)
def test_commands_in_documents_are_taken(document, monkeypatch):
    monkeypatch.setenv("HOUSEWAY_BOOKS", str(ROOT / "examples" / "books"))
    for line in commands_of(document):
        command = parsed(line)
        known = {option for parameter in command.params for option in parameter.opts + parameter.secondary_opts}
        assert set(re.findall(r"(?<=\[)--?[a-z-]+", line)) <= known, line


def test_a_command_that_is_not_taken_is_found():
    with pytest.raises(TyperException, match="--seeds"):
        parsed("houseway deal md.pai-gow-poker --seeds 3")
