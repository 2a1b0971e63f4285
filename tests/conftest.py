"""Settings of the whole test run, and the plug-in that sees which clauses were observed.

A test bears a clause by `@pytest.mark.clause("md.pai-gow-poker 9.A(1)")` or by calling the fixture `claim`. It proves the clause
if it passes and the clause was observed while it ran: in a finding, a refusal, a ranked hand, a printed element, an event, a step
that is due or may be taken, or money that moved. To bear a clause that was not observed fails: a marker alone proves nothing.
"""

import gc
import json
import os
from collections import defaultdict
from pathlib import Path
from time import perf_counter
from unittest import mock

import pytest
from _pytest.unraisableexception import gc_collect_iterations_key
from hypothesis import settings

from houseway.documents import Element
from houseway.errors import HousewayError
from houseway.events import Event
from houseway.games.awards import Award
from houseway.games.round import DueMovement, MeterInstruction
from houseway.hands import HandOrder
from houseway.ledger import Transfer
from houseway.procedure import LegalOption, Step
from houseway.submission import Finding
from houseway.submission.changes import RuleChange
from tests.support.databases import (  # noqa: F401 - fixtures
    emptied_schemas,
    new_database,
    new_emptied,
    new_postgresql,
    new_store,
    postgresql_server,
    store,
)
from tests.support.effort import MORE
from tests.support.files_in_turn import GIVEN, WaitingFile, WaitingTests, is_by_file
from tests.support.paths import GOLDEN_ROUNDS, ROOT
from tests.support.repeatable_seeds import RepeatableSeeds
from tests.support.scheduling import KernelScheduling, read_constants_elsewhere, send_less

# The machines are noisy and a first call compiles: no test fails for being slow.
# The gate is the same on every machine: what chance may find is looked for in `make prove`.
settings.register_profile("houseway", deadline=None, derandomize=MORE == 1, max_examples=12 * MORE)
settings.load_profile("houseway")

BUILD = Path(__file__).parent.parent / "build"
OBSERVED_FILE = BUILD / "observed.json"
BEARERS_FILE = BUILD / "bearers.json"

# On a busy machine a process that gives way to all others would not end while a test waits for it.
os.environ.setdefault("HOUSEWAY_WORKER_NICENESS", "0")

# A game that one test has solved, in whichever process, is solved for all.
os.environ.setdefault("HOUSEWAY_CACHE", str(BUILD / "solved"))

IS_MUTANT = "HOUSEWAY_MUTANT" in os.environ
"""Whether the program was made wrong on purpose (`tests.mutants`)."""

observed = set()
proved = defaultdict(set)
bearers = defaultdict(dict)
"""By test, as pytest calls it: the clauses that it bears and the seconds that it took, for `tests.mutants`."""


def pytest_configure(config):
    """Look once for what was never closed, after the last test; five looks took a second of each process."""
    config.stash[gc_collect_iterations_key] = 1


def pytest_sessionstart(session):
    if hasattr(session.config, "workerinput"):
        send_less(session.config)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collect without looking for garbage, and leave what was collected out of every later look: it took a tenth of all time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(10_000, 20, 50)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    node.workerinput[GIVEN] = is_by_file(node.config)


def pytest_pycollect_makemodule(module_path, parent):
    """In one of several processes, leave the file to the process whose turn it is."""
    if getattr(parent.config, "workerinput", {}).get(GIVEN):
        return WaitingFile.from_parent(parent, path=module_path)
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    if isinstance(item, WaitingTests):
        item.run(nextitem)
        return True
    return None


def process_number(config):
    """The number of this process, from 0, and how many there are."""
    worker = config.workerinput
    return int(worker["workerid"].removeprefix("gw")), worker["workercount"]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    if items and isinstance(items[0], WaitingTests):
        read_constants_elsewhere(*process_number(config))


def watched():
    """By class and name, the constructors and the ranking of everything that carries a clause at run time, which say so."""
    rank, refusal, finding, change = HandOrder.rank, HousewayError.__init__, Finding.__init__, RuleChange.__init__

    def ranked(self, cards):
        hand = rank(self, cards)
        observed.update(hand.clauses)
        return hand

    def refused(self, message, *, code, clauses=(), **facts):
        refusal(self, message, code=code, clauses=clauses, **facts)
        observed.update(clauses)

    def found(self, *args, **kwargs):
        finding(self, *args, **kwargs)
        if self.clause is not None:
            observed.add(self.clause)

    def changed(self, *args, **kwargs):
        change(self, *args, **kwargs)
        if self.notice_clause is not None:
            observed.add(self.notice_clause)

    return {
        (HandOrder, "rank"): ranked,
        **{(kind, "__init__"): init for kind, init in ((HousewayError, refused), (Finding, found), (RuleChange, changed))},
        **{(kind, "__init__"): observing(kind.__init__) for kind in (Element, Event, MeterInstruction)},
        **{(kind, "__new__"): observing_new(kind.__new__) for kind in (Step, LegalOption, Transfer, DueMovement, Award)},
    }


def observing(made):
    """A constructor of something that carries clauses, which says so."""

    def init(self, *args, **kwargs):
        made(self, *args, **kwargs)
        observed.update(self.clauses)

    return init


def observing_new(made):
    """The same of a named tuple."""

    def new(cls, *args, **kwargs):
        value = made(cls, *args, **kwargs)
        observed.update(value.clauses)
        return value

    return new


WATCHED = watched()
PLAIN = {(kind, name): vars(kind).get(name) for kind, name in WATCHED}
"""Of the program as it is; none where a class inherits it."""
CLAIMS = frozenset(("claim", "claim_observed", "claim_read"))


def watch(item):
    """Watch a test that may bear a clause. Others, three quarters of all, take less time with the program as it is."""
    may_bear = not CLAIMS.isdisjoint(item.fixturenames) or item.get_closest_marker("clause") is not None
    functions = WATCHED if may_bear else PLAIN
    if vars(Event)["__init__"] is not functions[Event, "__init__"]:
        for (kind, name), function in functions.items():
            if function is None:
                delattr(kind, name)
            else:
                setattr(kind, name, function)


@pytest.fixture(autouse=True, scope="module")
def repeatable_seeds(request):
    """Deal the same cards in every run of a module's tests."""
    with mock.patch("houseway.chance.secrets", RepeatableSeeds(request.node.nodeid)):
        yield


@pytest.fixture
def claim(request):
    """Bear clauses that are known only while the test runs."""
    claimed = request.node.stash.setdefault(CLAIMED, set())
    return lambda *clauses: claimed.update(str(clause) for clause in clauses if clause)


@pytest.fixture
def claim_observed(claim):
    """Bear those of some clauses that were observed so far."""
    return lambda *clauses: claim(*(clause for clause in clauses if clause in observed))


@pytest.fixture
def claim_read(claim):
    """Bear clauses that are data, by a test that compared what was read with another transcription of the text, or that was paid by
    the rows of a paytable whose heading no event cites."""

    def claim_them(*clauses):
        observed.update(clauses)
        claim(*clauses)

    return claim_them


CLAIMED = pytest.StashKey()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    watch(item)
    observed.clear()
    began = perf_counter()
    outcome = yield
    marked = {str(clause) for mark in item.iter_markers("clause") for clause in mark.args}
    borne = marked | item.stash.get(CLAIMED, set())
    unseen = sorted(borne - observed)
    assert IS_MUTANT or not unseen, f"borne by the test but not observed: {', '.join(unseen)}"
    for clause in borne:
        proved[clause].add(proof(item))
    if borne:
        bearers[item.nodeid] = {"clauses": sorted(borne), "seconds": round(perf_counter() - began, 2)}
    return outcome


def proof(item):
    """What the index shows for a test that proved a clause: the file of a golden round, or else the test."""
    path = item.callspec.params.get("path") if hasattr(item, "callspec") else None
    if isinstance(path, Path) and path.is_relative_to(GOLDEN_ROUNDS):
        return path.relative_to(ROOT).as_posix()
    return item.nodeid.split("[")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Share the tests out by file as `tests.support.scheduling` says."""
    return KernelScheduling(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    """Another process has run its share of the tests: what it proved counts here."""
    output = getattr(node, "workeroutput", {})
    bearers.update(output.get("bearers", {}))
    for clause, tests in output.get("proved", {}).items():
        proved[clause].update(tests)


def write_bearers(config):
    """Write down which tests bear which clauses. Tests that did not run stay as they were, unless their whole file ran."""
    if IS_MUTANT or not bearers:
        return
    BEARERS_FILE.parent.mkdir(exist_ok=True)
    before = json.loads(BEARERS_FILE.read_text()) if BEARERS_FILE.exists() else {}
    is_whole = not config.option.keyword and not any("::" in arg for arg in config.args)
    ran = {name.partition("::")[0] for name in bearers} if is_whole else ()
    others = {name: borne for name, borne in before.items() if name.partition("::")[0] not in ran}
    BEARERS_FILE.write_text(json.dumps(others | bearers, indent=1) + "\n")


def pytest_sessionfinish(session, exitstatus):
    """After a whole run write down what was proved, for `tests/index.py`; a test that failed has proved nothing."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["proved"] = {clause: sorted(tests) for clause, tests in proved.items()}
        session.config.workeroutput["bearers"] = dict(bearers)
        return
    write_bearers(session.config)
    asked = session.config.option
    chosen = asked.keyword or asked.collectonly or asked.markexpr != "not prove"
    if not chosen and session.config.args == session.config.getini("testpaths"):
        OBSERVED_FILE.parent.mkdir(exist_ok=True)
        found = {clause: sorted(tests) for clause, tests in sorted(proved.items())}
        OBSERVED_FILE.write_text(json.dumps(found, indent=1) + "\n")
