"""Real servers on one PostgreSQL: one is killed under load and one is added; nothing acknowledged is lost or doubled."""

import random
import signal

import pytest

from tests.support.server_group import PLAYED_TABLE, ServerGroup

KILLS, SEED, HALTS = 12, 18, 3


def test_of_three_servers_one_is_added_under_load_and_one_is_killed_in_mid_append(tmp_path, new_postgresql):
    with ServerGroup(tmp_path, new_postgresql(), servers=2, guests=2, pause_s=0.1) as group:
        group.add()
        assert len({*group.addresses()}) == 3
        for _ in range(5):
            group.take_step()
        group.kill_in_mid_append()
        for _ in range(5):
            group.take_step()
        group.seconds_until_clocks_are_kept()
        group.finish(signal.SIGTERM)


@pytest.mark.prove
def test_a_server_that_stands_still_for_longer_than_its_leases_and_goes_on_adds_nothing_wrong(tmp_path, new_postgresql):
    """It decides ahead at its tables. While it stands still, others take its clocks and play on; then it goes on where it was."""
    with ServerGroup(tmp_path, new_postgresql(), servers=2, guests=4) as group:
        for _ in range(HALTS):
            group.play(1.0)
            with group.halted(group.keeper_of(PLAYED_TABLE)):
                seconds = group.seconds_until_clocks_are_kept()
                bought = group.buys
                group.play(2.0)
                assert group.buys > bought, "the others go on"
            print(f"others keep the clocks after {seconds:.1f} s, {group.buys} buy-ins")  # noqa: T201
        group.play(2.0)
        group.finish(signal.SIGTERM)


@pytest.mark.prove
def test_three_servers_are_killed_and_replaced_again_and_again(tmp_path, new_postgresql):
    """Twelve times one of three is killed while the others go on: in turn at a random moment and in the middle of an append."""
    print(f"the moments of {KILLS} kills come from the seed {SEED}")  # noqa: T201
    chance = random.Random(SEED)
    with ServerGroup(tmp_path, new_postgresql(), servers=3, guests=4) as group:
        for kill in range(1, KILLS + 1):
            group.play(chance.uniform(0.5, 3.0))
            if kill % 2:
                group.kill_in_mid_append()
            else:
                group.end(chance.choice(group.servers), signal.SIGKILL)
            seconds = group.seconds_until_clocks_are_kept()
            print(f"kill {kill} of {KILLS}: others keep the clocks after {seconds:.1f} s, {group.buys} buy-ins")  # noqa: T201
            group.add()
        number = group.played.round
        while group.played.round < number + 2:
            group.take_step()  # rounds are finished after all that, however slow the machine is
        tables = group.finish(signal.SIGTERM)
    assert tables[PLAYED_TABLE].number >= number + 2
    assert group.lost, "upkeep has noticed none of them"
