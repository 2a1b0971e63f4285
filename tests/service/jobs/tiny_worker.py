"""A worker program with tiny tasks, for tests of the queue."""

import os
import sys
import time
from pathlib import Path

from houseway.errors import NotAllowed
from houseway.service.jobs.question import Form
from houseway.service.jobs.worker import main


def double(arguments, report):
    report(0.5, "doubling")
    return {"json": Form.of_json(2 * arguments["number"]), "text": Form("text/plain", b"\x00doubled")}


def wait_for_file(arguments, report):
    """Work until a file is there; another file shows that the work began."""
    report(0.25, "waiting")
    Path(arguments["begun"]).write_text(str(os.getpid()))
    while not Path(arguments["go"]).exists():
        time.sleep(0.01)
    return {"json": Form.of_json("there")}


def refuse(arguments, report):
    raise NotAllowed(
        "not today", code="tiny.refused", clauses=("md.pai-gow-poker 11.B",), given=arguments["number"], allowed=(1,)
    )


def fail(arguments, report):
    raise RuntimeError("As Ks Qs")


def crash(arguments, report):
    os._exit(3)


def chatter(arguments, report):
    sys.stdout.write("a library prints something\n")
    sys.stdout.flush()
    return {"json": Form.of_json(os.nice(0))}


if __name__ == "__main__":
    main({"double": double, "wait": wait_for_file, "refuse": refuse, "fail": fail, "crash": crash, "chatter": chatter})
