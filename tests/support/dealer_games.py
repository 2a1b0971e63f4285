"""Tables of the games against the dealer whose cards are known, for tests of what goes wrong and of who sees what."""

import pytest

from houseway.citation import cite_clauses
from houseway.events import Actor, Role
from tests.support.clauses import AGAINST_DEALER, SHORT_NAMES, ids
from tests.support.submissions import FC, UTH
from tests.support.table_driver import AGAINST_DEALER_TABLES, MANUAL, METHODS, WAITS, dollars, ready_table

CARDS = {
    UTH: {"hands": {1: "As Ks", 2: "2c 7d", 0: "4h 5h"}, "board": "Qs Js Ts 3h 3d"},
    FC: {"hands": {1: "As Ah Ad Ac 2c", 2: "3s 6d Tc Kc Jc", 0: "3c 4h 7d Jh Qh Td"}},
}
"""The first hand wins the optional wager fifty to one, and the second loses it."""
SIDE = {UTH: "trips", FC: "aces-up"}
SIDE_BET = {UTH: {"trips": 5}, FC: {"aces_up": 5}}
"""An optional wager that is settled without the dealer's hand."""
FOLD = {UTH: ("check", "check", "fold"), FC: ("fold",)}
MOST = {UTH: 4, FC: 3}
"""How many times the Ante somebody may play first."""
METHODS_OF = {UTH: {**METHODS, "waits": WAITS}, FC: METHODS}
STRANGER = Actor(Role.PLAYER, "Zoe")

each_dealing = pytest.mark.parametrize("options", METHODS.values(), ids=METHODS)
"""The methods of dealing that both games have."""
every_method = pytest.mark.parametrize(
    ("book", "options"),
    [
        pytest.param(book, options, id=f"{SHORT_NAMES[book]}-{name}")
        for book in AGAINST_DEALER
        for name, options in METHODS_OF[book].items()
    ],
)


def each_method(*numbers):
    """Run a test of `book`, `options` and `clauses` by every method of dealing; it bears those clauses of the book."""
    cases = [
        pytest.param(
            book,
            options,
            ids(book, *numbers),
            marks=pytest.mark.clause(*cite_clauses(book, *ids(book, *numbers))),
            id=f"{SHORT_NAMES[book]}-{name}",
        )
        for book in AGAINST_DEALER
        for name, options in METHODS_OF[book].items()
    ]
    return pytest.mark.parametrize(("book", "options", "clauses"), cases)


def dealt_table(book, options=MANUAL, wagers=(), readings=(), **more):
    """Two players and known cards, where wagers are wanted."""
    return ready_table(book, options, wagers, readings, **{**CARDS[book], "players": 2, **more})


def physical_table(book, options, wagers=(), players=2):
    """A table whose cards nobody but the players knows, where wagers are wanted."""
    game = AGAINST_DEALER_TABLES[book](options, wagers, players=players)
    while game.due is not None:
        command = game.croupier.command_for(game.due, game.at)
        game.do(command.act, command.by, **{name: fact for name, fact in command.facts.items() if name != "cards"})
    return game


def bet_for_cards(game):
    """Both players bet what brings them cards; in Four Card Poker Aces Up alone does."""
    return game.bets(1).bet_aces_up(2) if game.book == FC else game.bet_all()


def seen(game, actor):
    """What an actor sees of the round."""
    return game.run.table.game.view(game.context, actor)


def all_back(game):
    """Everybody has his chips again, and nothing lies on the layout."""
    assert {game.chips(place) for place in game.run.table.seats} == {dollars(5000)}
    assert not any(account.startswith("layout") and held for account, held in game.run.table.ledger.balances.items())
    return game
