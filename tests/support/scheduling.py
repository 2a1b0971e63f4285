"""What the processes of a test run share, so that byte code is written, kernels are compiled and games are solved once in a fresh
clone; and what they tell each other."""

import sys
from importlib import import_module

from hypothesis.internal.constants_ast import constants_from_module, is_local_module_file
from xdist.scheduler import LoadFileScheduling

from tests.mutants.memory import import_program

FAMILIES = {
    "browser, tables": tuple(f"browser/test_{name}" for name in ("console", "reports", "rounds", "station", "submissions")),
    "browser, desks": ("browser/",),
    "pai gow": (
        *("analysis/pai_gow/test_improve", "analysis/pai_gow/test_joint"),
        *("analysis/pai_gow/test_solve", "analysis/pai_gow/test_spot_rounds"),
        *("analysis/solve/test_by_stake", "house_way/"),
    ),
    "documents": ("documents/",),
    "advice": ("service/advice/",),
    "sessions": (
        *("cli/house/test_dispute", "explanation/test_sessions", "files/logs/test_reading_logs", "files/rounds/test_writing"),
        *("play/test_session", "referee/test_audit_by_referee", "review/test_forgeries", "review/test_logs"),
    ),
    "servers": ("service/servers/test_processes", "service/test_kills", "service/test_loaded_libraries"),
    "source code": (
        *(f"project/test_{name}" for name in ("book_ids", "fonts", "game_names", "layers", "lengths", "literals", "messages")),
        *(f"project/test_{name}" for name in ("names", "readings_asked", "remembering", "standards", "wager_names")),
        "test_threads",
    ),
    "hold'em": (
        *(
            "analysis/four_card/",
            "analysis/ultimate/",
            "analysis/spot_rounds/",
            "analysis/par/",
            "analysis/session/",
            "analysis/simulation/",
            "analysis/solve/test_solution",
        ),
        *("analysis/odds/test_counts", "analysis/odds/test_six_card_bonus"),
        *("analysis/test_decisive_readings", "analysis/test_readings_worth", "play/test_optimal_player"),
    ),
}
"""Two processes that start with the same kernels would each compile them, two that need a game would each solve it, two that read
the source would each parse all of it, two that start servers would each import the program for them to fork, and each with pages
to open starts a browser. There are two of these, because a browser and the test that drives it wait for each other."""


BESIDES_THE_PROGRAM = (
    *(f"benchmarks.{name}" for name in ("page", "postgresql", "round_calls", "solving", "startup", "tables", "unattended")),
    *("scripts.notebooks", "scripts.site.archive"),
)
"""Other modules that files of tests import."""


class KernelScheduling(LoadFileScheduling):
    """Gives a process one file after another, and the files of a family together."""

    def _split_scope(self, nodeid):
        file = super()._split_scope(nodeid)
        family = (name for name, starts in FAMILIES.items() if file.removeprefix("tests/").startswith(starts))
        return next(family, file)


def read_constants_elsewhere(process, processes):
    """Have Hypothesis read the constants of the program, which it draws from, so that each process begins with other modules.

    It parses each module once, which takes four seconds of all, and stores what it finds. In one order, all processes would parse
    each module at the same moment. All modules are imported first: otherwise examples would depend on the files that a process has
    run before.
    """
    import_program()
    for name in BESIDES_THE_PROGRAM:
        import_module(name)
    files = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
    local = sorted(name for name, file in files.items() if file and is_local_module_file(file))
    start = len(local) * process // processes
    for name in (*local[start:], *local[:start]):
        constants_from_module(sys.modules[name])


def send_less(config):
    """Report less of a test that passed to the process that prints: not that it began, was set up and was cleaned up. A third of
    what a short test took went into these reports."""
    (sender,) = (each for each in config.pluginmanager.get_plugins() if type(each).__name__ == "WorkerInteractor")
    send = sender.sendevent

    def send_unless_dull(name, **facts):
        if not is_dull(name, facts.get("data")):
            send(name, **facts)

    if config.option.verbose <= 0 and config.option.durations is None and config.option.xmlpath is None:
        sender.sendevent = send_unless_dull


def is_dull(name, report):
    """Whether what a process would send changes nothing of what is printed."""
    if name == "testreport":
        return report["when"] != "call" and report["outcome"] == "passed" and not report["sections"]
    return name == "logstart"
