"""`houseway serve`: it starts, prints where it is, stops when it is told to, and says in words what keeps it from starting."""

import re
import signal
import socket

import pytest

from houseway.errors import Corrupted, Malformed, NotAllowed
from houseway.service.demo.plan import read_plan
from houseway.service.integrity import Integrity
from houseway.service.pages.site import find_site_file
from houseway.service.process.file_locks import hold_file
from houseway.service.secrecy.keys import HouseKeys
from houseway.service.serving import serve
from houseway.service.settings import ServiceSettings
from tests.support.command import refused
from tests.support.served_process import ServedHouse


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("served") / "data"


@pytest.fixture(scope="module")
def served(folder):
    """A server with the demonstration house that the tests of this module share."""
    house = ServedHouse(folder).wait_until_ready()
    yield house
    if house.process.poll() is None:
        house.stop()


def refusal_of(data, **settings):
    with pytest.raises(NotAllowed) as refused:
        serve(ServiceSettings(data=data, port=settings.pop("port", 0), **settings), lambda address, link: None)
    return str(refused.value)


def test_the_address_is_printed_and_the_link_of_the_first_administrator(served):
    first, *_, administrator, last = served.printed
    assert served.address in first
    assert f"{served.address}/administrator#" in administrator
    assert "Control-C" in last


def test_each_kind_of_user_is_told_where_to_begin(served):
    """Anybody may open these pages, without an account."""
    doors = [line.split()[-1].removeprefix(served.address) for line in served.printed[1:-2]]
    assert doors == [*read_plan().doors.values(), *(["/docs/"] if find_site_file() else [])]
    assert len(doors) > 3
    assert all("<!doctype html>" in served.get(door).lower() for door in doors)


def test_the_first_page_lists_the_tables_of_the_demonstration_house(served):
    tables = served.get("/api/tables")["tables"]
    assert {table["id"] for table in tables} == {"PG-1", "PG-2", "PG-3", "PG-4", "UTH-1", "UTH-2", "UTH-3", "FC-1", "FC-2"}
    assert served.get("/api/ready")["tables"] == 9


def test_a_page_names_files_that_are_served(served):
    page = served.get("/")
    files = re.findall(r'(?:href|src)="(/web/[^"]+)"', page)
    assert len(files) > 10
    assert all(served.get(file) for file in files)


def test_a_second_server_on_the_same_folder_is_refused_in_one_line(served, folder):
    assert "another server already serves" in refused("serve", "--port", 0, "--data", folder)


@pytest.mark.parametrize(
    ("file", "database"),
    [("elsewhere.db", "sqlite:///{file}"), ("one/house.db", "")],
    ids=["named by both", "in the first one's folder"],
)
def test_a_second_server_on_the_same_database_is_refused(tmp_path, file, database):
    address = f"sqlite:///{tmp_path / file}"
    refusals = []

    def start_another(_address, _link):
        refusals.append(refusal_of(tmp_path / "two", database=address))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        serve(ServiceSettings(data=tmp_path / "one", port=0, database=database.format(file=tmp_path / file)), start_another)
    assert "another server already serves" in refusals[0]


@pytest.mark.parametrize("is_new", [True, False])
def test_a_second_server_on_another_name_of_the_same_file_is_refused(tmp_path, is_new):
    """A hard link is the same database under a name of its own; both servers wrote to it."""
    refusals, link = [], tmp_path / "link.db"

    def start_another(_address, _link):
        if is_new:
            link.hardlink_to(tmp_path / "one" / "house.db")
        refusals.append(refusal_of(tmp_path / "two", database=f"sqlite:///{link}"))
        raise KeyboardInterrupt

    def stop(_address, _link):
        raise KeyboardInterrupt

    if not is_new:
        with pytest.raises(KeyboardInterrupt):
            serve(ServiceSettings(data=tmp_path / "one", port=0), stop)
        link.hardlink_to(tmp_path / "one" / "house.db")
    with pytest.raises(KeyboardInterrupt):
        serve(ServiceSettings(data=tmp_path / "one", port=0), start_another)
    assert "another server already serves" in refusals[0]


def test_a_wrong_address_of_a_database_is_named_before_the_folder_that_another_server_holds(tmp_path):
    with hold_file(tmp_path / "server.lock"):
        with pytest.raises(Malformed, match=r"'house\.db' is not a database address"):
            serve(ServiceSettings(data=tmp_path, port=0, database="house.db"), lambda address, link: None)
        assert "another server already serves" in refusal_of(tmp_path, database="memory:")


def test_a_port_that_is_in_use_is_named(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"port {port}" in refusal_of(tmp_path, port=port)


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    assert "cannot be written" in refusal_of(tmp_path / "file" / "data")


def test_what_keeps_the_service_from_starting_is_named(tmp_path, monkeypatch):
    def find_other_text(*_):
        raise Corrupted("another text is stored", code="store.edition")

    monkeypatch.setattr(Integrity, "check_program", find_other_text)
    with pytest.raises(Corrupted, match="another text is stored"):
        serve(ServiceSettings(data=tmp_path, port=0), lambda address, link: None)


def test_a_certificate_that_cannot_be_used_is_named(tmp_path):
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    tls = {"tls_certificate": certificate, "tls_key": key}
    assert refusal_of(tmp_path / "data", **tls) == f"{certificate} cannot be read: there is no such file"
    certificate.write_text("Dear Sir or Madam")
    key.write_text("Dear Sir or Madam")
    assert refusal_of(tmp_path / "data", **tls) == f"{certificate} and {key} are not a TLS certificate and its key"
    assert not (tmp_path / "data").exists()


def test_control_c_stops_it_cleanly_and_keys_of_another_house_are_refused(served, folder, tmp_path):
    """What was stored can be read with the keys that belong to it, and with no others. Who presses twice has pressed once."""
    served.process.send_signal(signal.SIGINT)
    assert served.stop(signal.SIGINT) == (0, "Stopped; rounds that were under way are held.\n")
    address = f"sqlite:///{folder / 'house.db'}"
    assert "does not have their keys" in refusal_of(tmp_path / "empty", database=address)
    assert not list((tmp_path / "empty").glob("keys/*"))
    HouseKeys(tmp_path / "other" / "keys", 0)
    assert "are not those of this database" in refusal_of(tmp_path / "other", database=address)


@pytest.mark.parametrize("option", ["--data", "--keys"])
def test_a_file_is_no_folder_for_the_data_of_a_service(tmp_path, option):
    (tmp_path / "file").touch()
    assert f"{tmp_path / 'file'} is a file; give a folder" in refused("serve", option, tmp_path / "file")
