"""What a process that serves a house has loaded before it serves."""

from tests.support.forking_server import forking_server


def test_a_server_starts_without_libraries_that_are_needed_later():
    """They take seconds to load."""
    assert forking_server().ask({"loaded": ["numba", "altair", "typst", "vl_convert", "psycopg"]}) == []
    assert forking_server().ask({"loaded": ["houseway.service.api.app", "uvicorn"]}) == ["houseway.service.api.app", "uvicorn"]
