"""The reference of the commands, from the program's own help."""

import re
from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from houseway.cli import app
from scripts.site.markdown import code, escape, hidden_toctree, site_link, table

FOLDER = "reference/commands"
_EXAMPLES = re.compile(r"\x08\n(.*?)(?:\n\n|\Z)", re.DOTALL)
"""A part of a help text whose lines are shown as they are."""


def command_pages() -> Iterator[tuple[str, str]]:
    """Yield a page for each command, and the list of them all."""
    found = list(_leaves(get_command(app), "houseway", None))
    rows = [(site_link(code(name), _page(name)), escape(_first_sentence(command))) for name, command, _ in found]
    head = (
        "# Commands\n\nThese pages are the help of the program: `houseway COMMAND --help` prints the same. "
        "{doc}`/commands` shows what they are for.\n\n"
    )
    yield (
        f"{FOLDER}/index",
        head + table(("command", "what it does"), rows) + "\n" + hidden_toctree(f"/{_page(n)}" for n, _, _ in found),
    )
    for name, command, context in found:
        yield _page(name), _describe(name, command, context)


def _leaves(command: Any, name: str, parent: Any) -> Iterator[tuple[str, Any, Any]]:
    context = command.context_class(command, info_name=name.rpartition(" ")[2], parent=parent)
    if not hasattr(command, "commands"):
        yield name, command, context
    for key, inner in getattr(command, "commands", {}).items():
        yield from _leaves(inner, f"{name} {key}", context)


def _page(name: str) -> str:
    return f"{FOLDER}/{name.removeprefix('houseway ').replace(' ', '-')}"


def _first_sentence(command: Any) -> str:
    return re.split(r"(?<=\.)\s", (command.help or "").strip())[0]


def _describe(name: str, command: Any, context: Any) -> str:
    usage = " ".join(command.collect_usage_pieces(context))
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    options = [p for p in command.params if p.param_type_name != "argument"]
    parts = [f"# {name}\n\n{_prose(command.help or '')}\n\n```text\n{name} {usage}\n```\n"]
    for title, parameters in (("Arguments", arguments), ("Options", options)):
        records = [record for each in parameters if (record := each.get_help_record(context))]
        if records:
            parts.append(f"## {title}\n\n" + table(("", ""), [(code(left), escape(right)) for left, right in records]))
    return "\n".join(parts)


def _prose(text: str) -> str:
    """Write a help text: paragraphs, and lists of lines as they are."""
    pieces = _EXAMPLES.split(text.strip())
    shown = (f"```text\n{piece}\n```" if place % 2 else _paragraphs(piece) for place, piece in enumerate(pieces))
    return "\n\n".join(piece for piece in shown if piece)


def _paragraphs(text: str) -> str:
    return "\n\n".join(
        re.sub(r"`[^`]+`|[^`]+", lambda each: each[0] if each[0].startswith("`") else _escape_words(each[0]), part)
        for part in text.strip().split("\n\n")
    )


def _escape_words(text: str) -> str:
    return re.sub(r"([\\*_\[\]<>#|~$])", r"\\\1", re.sub(r"\s+", " ", text))
