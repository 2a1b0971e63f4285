"""The unit, the container file and the compose file are true to docs/deploy.md and to the program's options."""

import configparser
import re
import shlex

import pytest
import yaml
from typer.main import get_command

from houseway.cli import app
from tests.support.paths import ROOT

DEPLOY = ROOT / "deploy"
CONTAINER = (DEPLOY / "Containerfile").read_text()
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def serve_options():
    return {
        name for parameter in get_command(app).commands["serve"].params for name in (*parameter.opts, *parameter.secondary_opts)
    }


def assert_served_by(words):
    """Every option in a command line of `houseway serve` exists."""
    assert "serve" in words
    given = {word for word in words if word.startswith("--")}
    assert given
    assert given <= serve_options()


def instructions(name):
    return re.findall(rf"^{name} (.*)$", CONTAINER, re.MULTILINE)


def test_the_unit_is_the_one_of_the_page():
    page = (ROOT / "docs" / "deploy.md").read_text()
    assert (DEPLOY / "houseway.service").read_text() in page


def test_the_unit_calls_options_that_exist():
    unit = configparser.ConfigParser(strict=True)
    unit.optionxform = str
    unit.read(DEPLOY / "houseway.service")
    assert_served_by(shlex.split(unit["Service"]["ExecStart"]))
    assert unit["Service"]["User"] != "root"


def test_the_container_serves_with_options_that_exist():
    [entry] = instructions("ENTRYPOINT")
    assert_served_by(re.findall(r"[\w./-]+", entry))
    database = COMPOSE["services"]["house"]["command"]
    assert_served_by(["serve", *database])


def test_the_container_does_not_run_as_root():
    [user] = instructions("USER")
    assert user == "house"
    assert f" {user} " in CONTAINER.split("useradd")[1].split("&&")[0].replace("\\\n", " ")


def test_the_container_keeps_its_data_in_a_volume_and_says_whether_it_is_healthy():
    assert instructions("VOLUME") == ["/data"]
    assert "/api/ready" in CONTAINER
    assert [mount.split(":")[1] for mount in COMPOSE["services"]["house"]["volumes"]] == instructions("VOLUME")


def test_the_files_that_the_container_copies_exist():
    copied = [name for line in instructions("COPY") if not line.startswith("--from") for name in line.split()[:-1]]
    assert copied
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_the_container_copies_what_the_build_asks_for():
    """The project file names the readme's hook and the licence; without one of them the build stops."""
    copied = {name for line in instructions("COPY") for name in line.split()}
    assert {"pyproject.toml", "uv.lock", "hatch_build.py", "README.md", "LICENSE", "src"} <= copied


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_services_of_the_compose_file_use_declared_volumes_and_networks(name):
    service = COMPOSE["services"][name]
    assert {mount.split(":")[0] for mount in service["volumes"]} <= set(COMPOSE["volumes"])
    assert set(service["networks"]) <= set(COMPOSE["networks"])


def test_the_house_trusts_the_address_of_its_proxy_only():
    trusted = COMPOSE["services"]["house"]["environment"]["TRUSTED_PROXY"]
    assert COMPOSE["services"]["proxy"]["networks"]["inside"]["ipv4_address"] == trusted
    assert COMPOSE["services"]["house"].get("ports") is None
