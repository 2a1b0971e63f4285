"""Extras: what the core does without, and the one line that names what is missing."""

import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions

import pytest

from houseway.extras import EXTRA_OF_PACKAGE, missing_extra
from tests.support.paths import ROOT

DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
NEVER_MISSED = ("notebook", "speed")
"""`to_dataframe` itself says how to install pandas, and without the extension Python does the same."""
WITHOUT_EXTRAS = """
import sys
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in %r:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
from houseway.cli import main
main()
"""


def distribution(requirement):
    """The name at the head of a requirement, as `psycopg` in `psycopg[binary]>=3.2`."""
    for end, sign in enumerate(requirement):
        if sign in "[<>=;, ":
            return requirement[:end].lower()
    return requirement.lower()


def declared_extras():
    return {
        distribution(requirement): extra
        for extra, requirements in DECLARED.items()
        for requirement in requirements
        if distribution(requirement) != "houseway" and extra not in NEVER_MISSED
    }


def test_every_package_of_an_extra_is_known_by_the_name_that_is_imported():
    installed = packages_distributions()
    assert {
        installed[package][0].lower().replace("_", "-"): extra for package, extra in EXTRA_OF_PACKAGE.items()
    } == declared_extras()


def test_another_missing_module_is_not_explained_by_an_extra():
    assert missing_extra(ModuleNotFoundError("No module named 'nothing'", name="nothing.part")) is None
    assert missing_extra(ModuleNotFoundError("No module named something")) is None


def run_without_extras(*arguments):
    code = WITHOUT_EXTRAS % set(EXTRA_OF_PACKAGE)
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("documents", ["sign", str(ROOT / "examples/submissions/md.pai-gow-poker/everything.toml"), "-o", "sign.pdf"]),
        ("store", ["report", "house"]),
        ("service", ["serve", "--port", "0"]),
    ],
)
def test_a_command_without_its_extra_says_in_one_line_what_to_install(tmp_path, monkeypatch, extra, arguments):
    monkeypatch.chdir(tmp_path)
    done = run_without_extras(*arguments)
    [line] = done.stderr.splitlines()
    assert f"pip install 'houseway[{extra}]'" in line
    assert (done.returncode, done.stdout) == (2, "")


def test_the_core_plays_and_decides_a_log_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for arguments in (
        ["deal", "fcp", "--players", "1", "--rounds", "1", "--seed", "1", "--log", "table.jsonl"],
        ["replay", "table.jsonl"],
        ["dispute", "table.jsonl", "--player", "Ann"],
    ):
        done = run_without_extras(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
