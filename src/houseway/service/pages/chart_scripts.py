"""The scripts that draw charts: Vega, as the library that prints charts carries it."""

import gzip
import subprocess
import sys
from functools import cache
from threading import Lock

from houseway.errors import Unavailable

_PROGRAM = "import sys, vl_convert; sys.stdout.write(vl_convert.javascript_bundle('window.vegaEmbed = vegaEmbed;'))"
"""Joins the scripts. It is a program of its own: the library takes three seconds, in which no other thread of its process runs, and
every table would stand still."""
_ONE_AT_A_TIME = Lock()


def chart_scripts() -> bytes:
    """Return the scripts, compressed by gzip. The first call takes seconds; whoever asks meanwhile waits for the same program."""
    with _ONE_AT_A_TIME:
        return _join_scripts()


@cache
def _join_scripts() -> bytes:
    joined = subprocess.run((sys.executable, "-P", "-c", _PROGRAM), stdout=subprocess.PIPE, check=False)  # noqa: S603  our own
    if joined.returncode:
        raise Unavailable("the scripts of charts could not be joined", code="service.charts", given=joined.returncode)
    return gzip.compress(joined.stdout, mtime=0)
