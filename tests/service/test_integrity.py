"""The program and its configuration are hashed at the start, daily and on demand; anybody can compute the hash without houseway."""

import re
import subprocess
import sys
from hashlib import sha256
from importlib import metadata

import pytest

from houseway.errors import NotAllowed
from houseway.money import Cents
from houseway.service.integrity import PROGRAM_FOLDER, Integrity, library_list, program_manifest
from houseway.service.people import record as recording
from houseway.service.people.administration import set_stop
from houseway.service.people.person import THE_HOUSE
from houseway.service.people.stops import STOP_LIFTED
from houseway.service.servers import upkeep as upkeep_module
from houseway.service.servers.leases import UPKEEP
from houseway.service.servers.upkeep import Upkeep
from houseway.service.settings import ServiceSettings
from houseway.store import open_store
from tests.support.paths import ROOT
from tests.support.people_bench import MINUTE, PeopleBench


@pytest.fixture
def program(tmp_path):
    folder = tmp_path / "program"
    for path, text in (("a.py", "one"), ("data/b.toml", "two"), ("__pycache__/a.pyc", "junk")):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


@pytest.fixture
def bench():
    with open_store("memory:") as store:
        yield PeopleBench(store)


@pytest.fixture
def integrity(bench, program):
    return Integrity(bench.store, bench.record, "port = 8000\n", program)


def test_a_manifest_has_every_file_but_no_caches(program):
    lines = program_manifest(program).splitlines()
    assert lines == [f"{sha256(text).hexdigest()}  {path}" for path, text in (("a.py", b"one"), ("data/b.toml", b"two"))]


def test_libraries_are_listed_as_their_own_files_say():
    facts = [each.metadata for each in metadata.distributions()]
    lines = library_list().splitlines()
    assert lines == sorted({f"{each['Name']}=={each['Version']}".lower() for each in facts})
    assert any(line.startswith("sqlalchemy==") for line in lines)


def test_what_is_left_of_a_removed_library_is_listed_without_a_name(tmp_path, monkeypatch):
    (tmp_path / "gone-1.0.dist-info").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    assert "unnamed==unknown" in library_list().splitlines()


@pytest.mark.parametrize("language", ["sh", "python"])
def test_the_recipe_in_the_documentation_gives_the_recorded_hash(language):
    """Without houseway: the recipe runs on the files alone."""
    document = (ROOT / "docs" / "people.md").read_text()
    recipe = re.search(rf"```{language}\n(.*?)```", document, re.DOTALL)[1]
    shell = ["sh", "-c"] if language == "sh" else [sys.executable, "-I", "-S", "-c"]
    done = subprocess.run([*shell, recipe], cwd=PROGRAM_FOLDER, capture_output=True, text=True, check=True)
    assert done.stdout.split()[0] == sha256(program_manifest().encode()).hexdigest()


def test_the_first_check_accepts_what_is_there(bench, integrity):
    check = integrity.check_program("start")
    assert check.matches
    accepted, checked = bench.recorded(recording.INTEGRITY_ACCEPTED, recording.INTEGRITY_CHECKED)
    assert (accepted["before"], accepted["after"]) == ({}, checked["found"])
    assert (checked["matches"], checked["expected"] == checked["found"], checked["why"]) == (True, True, "start")
    assert set(checked["found"]) == {"program", "libraries", "configuration"}
    integrity.check_program("daily")
    assert len(bench.recorded(recording.INTEGRITY_ACCEPTED)) == 1


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        (lambda folder: (folder / "a.py").write_text("evil"), "program: a.py"),
        (lambda folder: (folder / "c.py").write_text("new"), "program: c.py"),
        (lambda folder: (folder / "data" / "b.toml").unlink(), "program: data/b.toml"),
    ],
)
def test_a_changed_file_is_found_and_named_until_it_is_accepted(bench, program, integrity, change, difference):
    before = integrity.check_program("start").found
    change(program)
    check = Integrity(bench.store, bench.open().record, "port = 8000\n", program).check_program("start")
    assert (check.matches, check.expected, check.differences) == (False, before, (difference,))
    (*_, recorded) = bench.recorded(recording.INTEGRITY_CHECKED)
    assert (recorded["matches"], recorded["differences"]) == (False, (difference,))
    integrity.accept_program(bench.administrator(), "upgraded")
    (_, accepted) = bench.recorded(recording.INTEGRITY_ACCEPTED)
    assert (accepted["before"], accepted["after"], accepted["why"]) == (before, check.found, "upgraded")
    assert integrity.check_program("demand").matches


def test_a_changed_configuration_is_found(bench, program, integrity):
    integrity.check_program("start")
    check = Integrity(bench.store, bench.record, "port = 9000\n", program).check_program("start")
    assert check.differences == ("configuration: port = 8000", "configuration: port = 9000")


def test_a_difference_is_a_significant_event_and_stops_play_only_where_the_house_wants_it(bench, program, integrity):
    integrity.check_program("start")
    (program / "a.py").write_text("evil")
    integrity.check_program("daily")
    (failed,) = bench.recorded(recording.INTEGRITY_FAILED)
    assert (failed["parts"], failed["differences"], failed["stops_play"]) == (("program",), ("program: a.py",), False)
    assert bench.record.state.stops == {}
    strict = Integrity(bench.store, bench.record, "port = 8000\n", program, stops=True)
    strict.check_program("daily")
    strict.check_program("daily")  # it is stopped already
    assert [event["stops_play"] for event in bench.recorded(recording.INTEGRITY_FAILED)] == [False, True, False]
    assert "integrity check failed (program)" in bench.record.state.stops["house", ""].why


def test_accepting_the_program_lifts_its_stop_and_no_other(bench, program):
    strict, administrator = Integrity(bench.store, bench.record, "", program, stops=True), bench.administrator()
    strict.check_program("start")
    (program / "a.py").write_text("a new version")
    strict.check_program("start")
    strict.accept_program(administrator, "upgraded")
    assert bench.record.state.stops == {}
    assert bench.recorded(STOP_LIFTED)[-1]["by"] == administrator.id
    set_stop(bench.record, "house", "", administrator, "a fire drill")
    strict.accept_program(administrator, "again")
    assert bench.record.state.stops["house", ""].why == "a fire drill"


def test_only_an_administrator_checks_on_demand_and_accepts(bench, integrity):
    ann = bench.register("ann", "floorperson")
    for act in (lambda: integrity.check_program("demand", ann), lambda: integrity.accept_program(ann, "x")):
        with pytest.raises(NotAllowed):
            act()
    assert bench.recorded(recording.INTEGRITY_CHECKED) == []


def test_the_configuration_has_no_password(tmp_path):
    settings = ServiceSettings(tmp_path, "postgresql://ann:secret@db/house")
    assert "secret" not in settings.configuration_text
    assert "postgresql://ann:***@db/house" in settings.configuration_text
    assert "demo = False\n" in settings.configuration_text
    elsewhere = ServiceSettings(tmp_path / "other", settings.database, port=9000, keys=tmp_path / "keys")
    assert elsewhere.configuration_text == settings.configuration_text, "servers of one house have one configuration"


# Upkeep


@pytest.fixture(autouse=True)
def collections(monkeypatch):
    """When garbage was collected. In the process of many tests that takes half a second."""
    made = []
    monkeypatch.setattr(upkeep_module, "collect_garbage", lambda: made.append("collected"))
    return made


def upkeep_of(bench, integrity, server=None, vault=""):
    return Upkeep(bench.record, bench.people, integrity, bench.clock, server, vault)


def test_garbage_is_collected_every_quarter_of_an_hour(bench, integrity, collections):
    upkeep, made = upkeep_of(bench, integrity), []
    for minutes in (0, 14, 1, 14, 1):
        bench.wait(minutes)
        upkeep.do_due_work()
        made.append(len(collections))
    assert made == [0, 0, 1, 1, 2]


def test_the_program_is_checked_at_the_start_and_every_day(bench, integrity):
    upkeep = upkeep_of(bench, integrity)
    upkeep.begin()
    for minutes in (1, 1_438, 1, 0, 1_440):
        bench.wait(minutes)
        upkeep.do_due_work()
    assert [event["why"] for event in bench.recorded(recording.INTEGRITY_CHECKED)] == ["start", "daily", "daily"]


def test_an_end_without_notice_is_on_record(bench, integrity):
    upkeep_of(bench, integrity).begin()
    upkeep_of(bench.open(), integrity).begin()
    first, second = bench.recorded(recording.SERVICE_STARTED)
    assert (first["before"], second["before"]) == ("stopped", "running, so it ended without notice")


class OtherServerIsLost:
    """This server among others, of which one has ended without notice."""

    def __init__(self, server_id, lost, *leases):
        self.id, self._lost, self._leases = server_id, [lost], leases

    def holds(self, name):
        return name in self._leases

    def remove_lost(self):
        lost, self._lost = tuple(self._lost), []
        return lost


def test_a_server_that_was_lost_is_on_record_once(bench, integrity):
    upkeep_of(bench, integrity, OtherServerIsLost("s-a", "")).begin()
    upkeep = upkeep_of(bench, integrity, OtherServerIsLost("s-b", "s-a", UPKEEP))
    upkeep.begin()
    assert bench.record.state.running == {"s-a", "s-b"}
    upkeep.do_due_work()
    upkeep.do_due_work()
    (lost,) = bench.recorded(recording.SERVICE_LOST)
    assert (lost["server"], lost["before"], lost["after"]) == ("s-a", "running", "lost")
    assert bench.record.state.running == {"s-b"}


def test_a_server_without_the_lease_looks_for_no_others(bench, integrity):
    upkeep = upkeep_of(bench, integrity, OtherServerIsLost("s-b", "s-a"))
    upkeep.do_due_work()
    assert bench.recorded(recording.SERVICE_LOST) == []


def test_a_server_with_another_vault_is_refused_and_not_on_record(bench, integrity):
    upkeep_of(bench, integrity, vault="one").begin()
    upkeep_of(bench, integrity, vault="one").begin()
    with pytest.raises(NotAllowed, match="not those of this database") as refused:
        upkeep_of(bench, integrity, vault="another").begin()
    assert refused.value.code == "serve.keys"
    assert [each["vault"] for each in bench.recorded(recording.SERVICE_STARTED)] == ["one", "one"]


def test_a_clock_that_is_set_back_is_on_record_and_stops_nobody(bench, integrity):
    upkeep, guest = upkeep_of(bench, integrity), bench.people.start_guest("Gus")[1]
    upkeep.do_due_work()
    bench.time -= 5 * MINUTE
    assert bench.people.person_of(guest)
    for _ in range(3):
        upkeep.do_due_work()
        bench.time += 1_000
    (event,) = bench.recorded(recording.CLOCK_SET_BACK)
    assert event["milliseconds"] == 5 * MINUTE


def test_a_clock_that_was_set_back_while_the_service_was_down_is_on_record(bench, integrity):
    upkeep_of(bench, integrity).begin()
    bench.time -= MINUTE
    restarted = PeopleBench(bench.store, time=bench.time)
    upkeep_of(restarted, Integrity(bench.store, restarted.record, "port = 8000\n", PROGRAM_FOLDER / "service")).begin()
    upkeep_of(restarted, integrity).do_due_work()
    (event,) = restarted.recorded(recording.CLOCK_SET_BACK)
    assert event["milliseconds"] == MINUTE


def test_upkeep_ends_the_time_of_guests_and_records_frozen_tables(bench, integrity):
    upkeep, (guest, token) = upkeep_of(bench, integrity), bench.people.start_guest("Gus")
    bench.accounts.grant(guest.id, Cents(500), "as if he had sat down")
    upkeep.notice_frozen("UTH-1")
    bench.wait(24 * 60)
    upkeep.do_due_work()
    assert bench.people.names([guest.id]) == {guest.id: "former player"}
    assert bench.people.person_of(token) is None
    assert bench.accounts.get(guest.id).expired
    (event,) = bench.recorded(recording.TABLE_FROZEN)
    assert event["table"] == "UTH-1"


def test_what_fails_does_not_keep_the_rest_from_being_done(bench, integrity, monkeypatch):
    def fail():
        raise NotAllowed("no", code="test.no")

    monkeypatch.setattr(bench.people, "expire_guests", fail)
    upkeep = upkeep_of(bench, integrity)
    upkeep.do_due_work()
    assert len(bench.recorded(recording.INTEGRITY_CHECKED)) == 1


def test_a_person_cannot_act_as_the_house(bench):
    assert bench.people.find(THE_HOUSE.id) is None
