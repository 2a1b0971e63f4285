"""The reference of the house ways that come with the program."""

from collections.abc import Iterator

from houseway.house_way import house_way_names
from scripts.site.console import run_command
from scripts.site.markdown import source_link


def house_way_pages() -> Iterator[tuple[str, str]]:
    head = (
        "# House ways\n\nHow the dealer sets seven cards: the house ways that come with the program, as `houseway "
        "house-way show` prints "
        "them. The first rule that matches decides. {doc}`/house-way` explains the language.\n"
    )
    yield "reference/house-ways", "\n".join([head, *map(_section, house_way_names())])


def _section(name: str) -> str:
    file = source_link(f"src/houseway/house_way/data/{name}.toml")
    return f"## {name}\n\n{file}\n\n```text\n{run_command(f'house-way show {name}')}\n```\n"
