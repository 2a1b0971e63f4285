"""A disk that is full, or a log that nobody reads: what cannot be stored is refused as usual, and everything else goes on."""

import errno
import json
import os
import resource
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from threading import Thread
from unittest.mock import ANY
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
import structlog

from houseway.service.process.logs import LineLogger, configure_logs
from tests.support.api_bench import ApiBench, give, open_table, sign_in, sit_down
from tests.support.file_size_limit import file_size_limit
from tests.support.served_process import ForkedHouse, Guest

FULL = Path("/dev/full")
PATIENCE = 60


class FullDisk(StringIO):
    """A stream on a disk without room, until there is some."""

    def __init__(self, code=errno.ENOSPC):
        super().__init__()
        self.code, self.is_full = code, True

    def write(self, text):
        if self.is_full:
            raise OSError(self.code, os.strerror(self.code))
        return super().write(text)


@pytest.fixture
def log():
    """A log on a full disk."""
    stream = FullDisk()
    configure_logs(stream)
    yield stream
    structlog.reset_defaults()


# Lines that cannot be written


def test_lines_that_cannot_be_written_are_counted(log):
    for number in range(3):
        structlog.get_logger().error("fault", count=number)
    log.is_full = False
    structlog.get_logger("houseway.feed").info("request", status=200)
    missing, request = map(json.loads, log.getvalue().splitlines())
    assert (missing["event"], missing["count"], missing["level"]) == ("lines_missing", 3, "warning")
    assert (request["event"], request["status"]) == ("request", 200)


def test_a_stream_that_is_closed_takes_nothing():
    stream = StringIO()
    logger = LineLogger(stream)
    stream.close()
    logger.msg("one")


@contextmanager
def opened(path, mode="w"):
    with path.open(mode) as file:
        yield LineLogger(file)


@pytest.mark.skipif(not FULL.exists(), reason="there is no such device")
def test_a_device_that_is_full_takes_nothing():
    with opened(FULL) as logger:
        logger.msg("one")
        assert logger._missing == 1


def test_a_line_that_the_disk_has_cut_off_does_not_spoil_the_next(tmp_path):
    """The file may not grow beyond a limit, as on a disk with a little room."""
    file = tmp_path / "log"
    with opened(file) as logger:
        with file_size_limit(15):
            for line in ("0123456789", "abcdefghij", "lost"):
                logger.msg(line)
        logger.msg("whole again")
    first, cut, missing, last = file.read_text().splitlines()
    assert (first, cut, last) == ("0123456789", "abcd", "whole again")
    assert json.loads(missing)["count"] == 2


def test_a_pipe_that_nobody_reads_stops_nobody():
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as pipe:
        logger = LineLogger(pipe)
        writer = Thread(target=lambda: [logger.msg("x" * 999) for _ in range(1_000)], daemon=True)
        writer.start()
        writer.join(PATIENCE)
        assert not writer.is_alive(), "it waits for a reader"
        assert logger._missing > 0
        os.read(reading, 1 << 20)
        logger.msg("read again")
        assert os.read(reading, 1 << 20).endswith(b"read again\n")
        os.close(reading)
        logger.msg("the reader is gone")
        assert logger._missing == 1


# Requests


def test_refusals_are_what_they_were_although_nothing_can_be_logged(tmp_path, log):
    bench = ApiBench(tmp_path)
    flo, ann = sign_in(bench, "Flo", "floorperson"), sign_in(bench, "Ann")
    table = open_table(flo, "md.four-card-poker", "minimal")
    sit_down(ann, table, 1, 50_000)
    refused = give(ann, table, "wager", position=1, wager="ante", amount={"cents": 1})
    assert (refused.status_code, refused.json()["code"]) == (409, "round.stake")
    assert (lost := ann.get("/api/nothing")).status_code == 404
    assert lost.json()["code"] == "request.path"

    @bench.app.get("/fault")
    async def fault():
        raise RuntimeError

    @bench.app.get("/disk")
    async def disk():
        raise OSError(errno.ENOSPC, "no room")

    answer = ann.get("/fault")
    assert (answer.status_code, answer.json()["code"]) == (500, "service.fault")
    answer = ann.get("/disk")
    assert (answer.status_code, answer.json()["code"], answer.headers["retry-after"]) == (503, "service.disk", "1")
    bench.close()
    assert log.getvalue() == ""


def answer_to(address, path, content=None, cookie=""):
    """The status and the content of an answer, which is JSON whatever the answer is."""
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    body = None if content is None else json.dumps(content).encode()
    try:
        with urlopen(Request(f"{address}{path}", body, headers), timeout=PATIENCE) as answer:  # noqa: S310 - our own address
            return answer.status, json.load(answer)
    except HTTPError as refusal:
        return refusal.code, json.load(refusal)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of another process are set on Linux only")
def test_with_data_and_log_on_one_full_disk_what_is_stored_is_refused_and_all_else_goes_on(tmp_path):
    """No file of the server may grow any more, which fails a write as a full disk does."""
    house = ForkedHouse(tmp_path / "house", "--no-demo").wait_until_ready()
    ann = Guest(house.address, "Ann")
    pid, unlimited = house.process.pid, resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, unlimited[1]))
    for path, content in (
        ("/api/session/guest", {"name": "Bob"}),
        ("/api/session", {"login": "somebody", "password": "wrong"}),
        ("/api/session/administrator", {"link": "x", "login": "ada", "name": "Ada", "password": "long enough, one hopes"}),
    ):
        status, answer = answer_to(house.address, path, content)
        assert (status, answer["code"]) in ((503, "store.unavailable"), (409, "session.link")), (path, answer)
    assert answer_to(house.address, "/api/health")[0] == 200
    assert answer_to(house.address, "/api/nothing") == (404, ANY)
    status, answer = answer_to(house.address, "/api/session", cookie=ann.cookie)
    assert (status, answer["person"]["id"]) == (200, ann.person)
    assert answer_to(house.address, "/api/tables/UTH-1", cookie=ann.cookie)[0] == 404
    resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)
    Guest(house.address, "Bob")
    assert house.stop()[0] == 0
    lines = [json.loads(line) for line in (tmp_path / "errors.txt").read_text().splitlines() if line.startswith("{")]
    assert [line["count"] >= 6 for line in lines if line["event"] == "lines_missing"] == [True]
