"""Real servers on one PostgreSQL: one is killed under load and one is added; nothing acknowledged is lost or doubled."""

import random
import signal

import pytest

from tests.support.server_group import PLAYED_TABLE, ServerGroup


def test_a_server_is_added_under_load_and_the_first_one_is_killed(tmp_path, new_postgresql):
    with ServerGroup(tmp_path, new_postgresql(), servers=1, guests=2) as group:
        group.add()
        for _ in range(5):
            group.take_step()
        group.end(group.servers[0], signal.SIGKILL)
        for _ in range(5):
            group.take_step()
        group.seconds_until_clocks_are_kept()
        group.finish(signal.SIGTERM)


@pytest.mark.prove
def test_three_servers_are_killed_and_replaced_again_and_again(tmp_path, new_postgresql):
    """Twelve times one of three is killed at a random moment, perhaps in the middle of an append, while the others go on."""
    chance, taken_over = random.Random(18), []
    with ServerGroup(tmp_path, new_postgresql(), servers=3, guests=4) as group:
        for _ in range(12):
            group.play(chance.uniform(0.5, 3.0))
            group.end(chance.choice(group.servers), signal.SIGKILL)
            taken_over.append(group.seconds_until_clocks_are_kept())
            group.add()
        tables = group.finish(signal.SIGTERM)
    assert tables[PLAYED_TABLE].number > 3
    print(f"clocks were taken over after {max(taken_over):.1f} s at most, {sum(guest.buys for guest in group.guests)} buy-ins")  # noqa: T201
