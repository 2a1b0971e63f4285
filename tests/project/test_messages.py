"""No message of the program names a page that an installed program does not have."""

import ast
import re

from tests.support.paths import ROOT
from tests.support.source import nodes_of

FOLDER = re.compile(r"(?<!/)\bdocs/")
"""The folder of pages in the repository; `/docs/` is the address at which a service shows the site."""


def test_no_message_names_a_page_that_an_installed_program_lacks():
    found = []
    for path in (ROOT / "src" / "houseway").rglob("*.py"):
        nodes = nodes_of(path)
        prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        texts = [node for node in nodes if isinstance(node, ast.Constant) and id(node) not in prose]
        found += [f"{path.name}:{node.lineno}" for node in texts if isinstance(node.value, str) and FOLDER.search(node.value)]
    assert found == []
