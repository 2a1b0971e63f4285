"""The form in which a command prints: for people, as JSON, or as CSV. Two forms at once are refused."""

from typing import Annotated, Any

import typer

from houseway.errors import Malformed

_OPTIONS = {"as_json": "--json", "as_csv": "--csv"}
"""The options that select a form, by the parameters of commands that have them."""


def _only_form(context: typer.Context, parameter: typer.CallbackParam, value: bool) -> bool:
    """Refuse a form if another was given before it."""
    if value and parameter.name is not None:
        others = {name: context.params.get(name, False) for name in _OPTIONS}
        check_one_form({_OPTIONS[name]: bool(given) for name, given in (others | {parameter.name: True}).items()})
    return value


def _form_option(name: str, says: str) -> Any:
    return typer.Option(name, help=says, callback=_only_form)


AsJson = Annotated[bool, _form_option("--json", "Print JSON.")]
AsCsv = Annotated[bool, _form_option("--csv", "Print CSV, with a line for each row.")]


def check_one_form(asked: dict[str, bool]) -> None:
    """Refuse several forms of output at once, which are given by their options."""
    given = tuple(option for option, is_given in asked.items() if is_given)
    if len(given) > 1:
        said = f"choose one of {', '.join(asked)}, not {' and '.join(given)}"
        raise Malformed(said, code="command.form", given=given, allowed=tuple(asked))
