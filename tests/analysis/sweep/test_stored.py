"""A long sweep that was interrupted goes on where it stopped, and leaves nothing behind when it ends."""

import pytest

from houseway.analysis.sweep import stored
from houseway.analysis.sweep.design import read_design
from houseway.analysis.sweep.sweep import run_sweep
from houseway.disk_cache import cache_folder
from houseway.regulation import load_book

UTH = load_book("md.ultimate-texas-holdem")
ROWS = {"flush": {"from": 4, "to": 9}, "straight": ["none", 3, "7 to 2"]}
DESIGN = read_design(
    {
        "book": "uth",
        "wager": "trips",
        "paytable": "A",
        "rows": ROWS,
        "choices": {"stake": ["$5", "$10"]},
        "keep": {"falling": True},
    }
)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    monkeypatch.setattr(stored, "PORTION", 10)


def portions():
    return len(list(cache_folder().glob("sweep.*.json")))


def test_an_interrupted_sweep_goes_on(monkeypatch):
    with monkeypatch.context() as context:
        context.setattr(stored, "PORTION", 1_000)
        at_once = run_sweep(UTH, DESIGN)
    assert portions() == 0  # a short sweep is not stored

    def stop_at_twenty(done, _total):
        if done == 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_sweep(UTH, DESIGN, stop_at_twenty)
    assert portions() == 2
    counted = []
    monkeypatch.setattr("houseway.analysis.sweep.wagers.Designs.figures", counting("figures", counted))
    again = run_sweep(UTH, DESIGN)
    assert len(counted) == DESIGN.points - 20
    assert again == at_once
    assert portions() == 0


def counting(name, counted):
    from houseway.analysis.sweep.wagers import Designs

    plain = getattr(Designs, name)

    def count(self, pays, values):
        counted.append(values)
        return plain(self, pays, values)

    return count
