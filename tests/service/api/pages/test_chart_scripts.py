"""The scripts that draw charts are joined by a program of their own, so that no table stands still meanwhile."""

import gzip
from concurrent.futures import ThreadPoolExecutor

import pytest

from houseway.service.pages import chart_scripts

VISITORS = 3


@pytest.fixture
def join(monkeypatch):
    """A function that puts another program in place of the one that joins the scripts."""
    chart_scripts._join_scripts.cache_clear()
    yield lambda program: monkeypatch.setattr(chart_scripts, "_PROGRAM", program)
    chart_scripts._join_scripts.cache_clear()


def test_visitors_who_come_together_wait_for_one_program(join, tmp_path):
    begun = tmp_path / "begun"
    join(f"import time; print('x', file=open({str(begun)!r}, 'a')); time.sleep(0.2); print('draw()', end='')")
    with ThreadPoolExecutor(VISITORS) as visitors:
        answers = [visitors.submit(chart_scripts.chart_scripts) for _ in range(VISITORS)]
    assert {gzip.decompress(answer.result()) for answer in answers} == {b"draw()"}
    assert begun.read_text() == "x\n"


def test_a_program_that_fails_is_said_and_tried_again(client, join):
    join("import sys; print('half of', flush=True); sys.exit(3)")
    answer = client.get("/web/vega.js")
    assert answer.status_code == 503
    assert answer.json()["code"] == "service.charts"
    join("print('draw()', end='')")
    assert client.get("/web/vega.js").text == "draw()"
