"""A player's options are worked out again only if something has changed them: whatever happens, none is missed."""

import pytest

from houseway.events import Actor, Role
from houseway.service.feed.meaning import Meanings
from houseway.service.feed.moment import PUBLIC, TableMoment
from houseway.service.feed.options import current_options
from houseway.service.feed.own import own_view_text
from houseway.service.feed.seat_changes import is_seat_unchanged
from tests.support.effort import MORE
from tests.support.live import BOOKS
from tests.support.table_chance import Dice
from tests.support.tables_by_chance import opened, play

MOVES = 60


def seen_and_allowed(moment, actor):
    """What a player is sent for himself alone."""
    public, view = moment.view_for(PUBLIC), moment.view_for(actor)
    options, meanings = current_options(moment, actor), Meanings(moment, actor, view)
    own = own_view_text(moment.table, moment.table.positions_of(actor.name), view, public, options)
    return options, meanings.digests(option.act for option in options), own


def moments_by_chance(book, seed):
    """Yield a table after each move of everybody who may do something, right or wrong."""
    choose = Dice(seed)
    machine = opened(choose, book)
    machine.seat(2 + choose.below(5))
    for _ in range(MOVES):
        play(choose, machine)
        yield TableMoment(machine.table, machine.run.meters, machine.at * 1_000)


def compared_moments(book, seed):
    """Yield each moment after the first with the one before it, and with one some moves earlier."""
    moments = list(moments_by_chance(book, seed))
    for place in range(1, len(moments)):
        yield moments[place - 1], moments[place]
        yield moments[max(0, place - 4)], moments[place]


@pytest.mark.parametrize("book", BOOKS)
def test_whoever_keeps_his_options_would_be_offered_the_same_again(book):
    kept = 0
    for seed in range(MORE):
        for before, after in compared_moments(book, seed):
            for name in set(after.table.seats.values()):
                actor = Actor(Role.PLAYER, name)
                if is_seat_unchanged(before, after, actor, None):
                    kept += before.table is not after.table
                    assert seen_and_allowed(before, actor) == seen_and_allowed(after, actor), (seed, after.table.version, name)
    assert kept > MORE, "and it happens"
