"""The extension of `speed/`, compiled for the tests where that is possible."""

import importlib.util
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from tests.support.paths import ROOT

SOURCE = ROOT / "speed" / "src" / "houseway_speed" / "_strength.c"


def compile_extension(folder):
    """Compile the extension as it is in the checkout, and return its class. Where there is no compiler, the test is skipped."""
    compiler, headers = shutil.which("cc"), Path(sysconfig.get_path("include"))
    if compiler is None or not (headers / "Python.h").exists():
        pytest.skip("there is no compiler, or there are no headers of Python")
    library = folder / f"_strength{sysconfig.get_config_var('EXT_SUFFIX')}"
    flags = ("-O1", "-Wall", "-Wextra", "-Wno-missing-field-initializers", "-Werror", "-shared", "-fPIC")
    subprocess.run([compiler, *flags, f"-I{headers}", str(SOURCE), "-o", str(library)], check=True)
    found = importlib.util.spec_from_file_location("houseway_speed._strength", library)
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module.Strength
