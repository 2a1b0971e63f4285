"""tests/support/README.md says what to use for what: it names each module there once, and nothing else."""

import re

from tests.support.paths import ROOT

FOLDER = ROOT / "tests" / "support"


def test_the_page_names_each_module_of_the_folder_once():
    table = (FOLDER / "README.md").read_text(encoding="utf-8").partition("|---|---|")[2]
    modules = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")
    assert sorted(re.findall(r"`([a-z_]+)`", table)) == modules
