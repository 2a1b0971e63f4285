"""Finished parts of a simulation are kept in a file: a run that was interrupted goes on with them and ends with the same sums."""

from functools import partial

import pytest

from houseway.analysis.simulation import shards
from houseway.analysis.simulation.kept_parts import parts_in
from houseway.analysis.simulation.planning import plan_simulation
from houseway.analysis.simulation.result import simulate
from houseway.analysis.standard_rules import standard_rules
from houseway.errors import NotAllowed

UTH = "md.ultimate-texas-holdem"
ROUNDS = 6 * shards.SHARD_ROUNDS + 100


def run(kept=None, rounds=ROUNDS, seed=1, stop_at=None, part_shards=2):
    def interrupt(done, total):
        if stop_at is not None and done >= stop_at:
            raise KeyboardInterrupt

    rules = standard_rules(UTH)
    plan = plan_simulation(rules, rounds, 2, seed)
    threads = partial(shards.threads_for, count=1, part_shards=part_shards)
    return simulate(rules, plan, None, threads, interrupt, parts_in(kept) if kept else None)


@pytest.fixture
def played(monkeypatch):
    """The first rounds of the parts that are played."""
    firsts, play = [], shards.play_part

    def remember(work, first, rounds):
        firsts.append(first)
        return play(work, first, rounds)

    monkeypatch.setattr(shards, "play_part", remember)
    return firsts


def test_a_run_that_was_interrupted_goes_on_with_the_parts_that_are_kept(tmp_path, played):
    kept, length = tmp_path / "parts.jsonl", 2 * shards.SHARD_ROUNDS
    stopped = run(kept, stop_at=length)
    assert stopped.is_interrupted
    assert stopped.rounds == length
    played.clear()
    resumed = run(kept)
    assert 0 not in played
    assert resumed.to_json() == run().to_json()
    played.clear()
    assert run(kept).to_json() == resumed.to_json()
    assert played == []


def test_more_rounds_may_be_asked_for_and_a_line_that_was_cut_off_is_played_again(tmp_path, played):
    kept, length = tmp_path / "parts.jsonl", 2 * shards.SHARD_ROUNDS
    run(kept, rounds=2 * length)
    kept.write_bytes(kept.read_bytes()[:-40])
    played.clear()
    resumed = run(kept)
    assert played == [length, 2 * length, 3 * length]
    assert resumed.to_json() == run().to_json()
    assert all(line.endswith("}") for line in kept.read_text().splitlines())


@pytest.mark.parametrize("other", [{"seed": 2}, {"rounds": ROUNDS, "seed": 3}])
def test_parts_of_another_simulation_are_refused(tmp_path, other):
    kept = tmp_path / "parts.jsonl"
    run(kept, rounds=100)
    with pytest.raises(NotAllowed) as refused:
        run(kept, **other)
    assert refused.value.code == "simulate.kept"


@pytest.mark.parametrize("text", ["{}\n", "no such file of parts\n", "\n"])
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path, text):
    kept = tmp_path / "parts.jsonl"
    kept.write_text(text)
    with pytest.raises(NotAllowed):
        run(kept, rounds=100)
    assert kept.read_text() == text
