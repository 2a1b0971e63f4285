"""How long messages are says nothing about cards that their reader has not seen.

`tests/table/test_hidden_cards.py` proves that messages are the same in two worlds that differ in hidden cards only. This looks from
outside, as somebody would who only sees how much is sent: rounds are played in which nobody acts by his cards, and no length may go
with anything that is so of a hidden hand.
"""

import re
from collections import defaultdict
from math import atanh, sqrt
from statistics import correlation

import pytest

from houseway.chance import seeded_chance
from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR, Croupier
from houseway.events import Actor, Role
from houseway.games.pai_gow.base_wager.outcome import high_order
from houseway.play.driver import PlayerChoice, RoundDriver
from houseway.play.players import HouseWayPlayer, StrategyPlayer
from houseway.play.simple_strategy import play_times_ante
from houseway.service.feed.moment import PUBLIC, TableMoment
from houseway.service.feed.viewer import TableFeed, TableViewer
from houseway.service.live.turns.preview import cards_in
from houseway.table.context import round_context
from tests.support.effort import MORE
from tests.support.live import BOOKS, TABLES, submission

VIEWERS = {"Ann": Actor(Role.PLAYER, "Ann"), "dealer": DEALER_ACTOR, "floor": FLOOR_ACTOR, "watcher": PUBLIC}
HIDDEN = 2
"""Bob's position, whose hand the others do not see."""
NUMBER = re.compile("[0-9]+")
"""Amounts and versions grow from round to round, so that small differences are seen better without them."""
FEWEST = 20
"""Messages of one kind about which something can be said."""
STRIKING = 6.0
"""Standard errors. By chance alone, one of 500 million correlations is so far from none."""


def features(hand):
    """What may be so of a hand, as numbers."""
    ranks, suits = [str(card)[0] for card in hand], [str(card)[1] for card in hand]
    values = ["23456789TJQKA".find(rank) for rank in ranks]
    return {
        "sum": sum(values),
        "highest": max(values),
        "lowest": min(values),
        "pairs": len(ranks) - len(set(ranks)),
        "suits": len(set(suits)),
        "aces": ranks.count("A"),
        "figures": sum(rank in "23456789" for rank in ranks),
        "hearts": suits.count("h"),
        "first": values[0],
        "words": len(" ".join(map(str, hand))),
    }


def standard_errors(lengths, values):
    """How far a correlation is from none (by Fisher's transformation)."""
    return atanh(min(abs(correlation(lengths, values)), 0.999_999)) * sqrt(len(lengths) - 3)


class Sizes:
    """The lengths of what several people are sent of a table, with the hand that they have not seen."""

    def __init__(self, house, book):
        self.house, self.name = house, TABLES[book]
        house.open(self.name, submission(book))
        self.feed = TableFeed(self.moment)
        self.viewers = {who: TableViewer(self.feed, lambda table, actor=actor: actor) for who, actor in VIEWERS.items()}
        for viewer in self.viewers.values():
            viewer.snapshot()
        self.found = defaultdict(list)
        """By reader and kind of message: lengths and hidden hands."""
        house.house.listeners.append(self.follow)

    @property
    def moment(self):
        house = self.house.house
        return TableMoment(house.latest_state(self.name), house.meters.by_id, house.now())

    def follow(self, update):
        moment = self.moment
        self.feed.advance(moment, update.commands)
        hand = moment.table.round.hands.get(HIDDEN)
        kind = "+".join(sorted({event.kind for event in update.events}))
        for who, viewer in self.viewers.items():
            message = viewer.next_message()
            view = moment.table.game.view(round_context(moment.table, 0, moment.meters), VIEWERS[who])
            if hand and set(hand).isdisjoint(cards_in(view)):
                for name, text in (("", message), ("anew after ", viewer.snapshot())):
                    self.note(who, f"{name}{kind}", len(text), hand)
                    self.note(who, f"{name}{kind}, without numbers", len(NUMBER.sub("", text)), hand)

    def note(self, who, kind, length, hand):
        """Note a length, once for each hand: two messages about one hand say no more than one."""
        seen = self.found[who, kind]
        if not seen or seen[-1][1] != hand:
            seen.append((length, hand))

    def play(self, rounds):
        run, chance = self.house.table(self.name), seeded_chance(1)
        player = steady_player(run.table, chance)
        driver = RoundDriver(
            run, Croupier(run, chance), dict.fromkeys(run.table.arrivals, player), at=self.house.house.now() // 1000
        )
        for _ in range(rounds):
            driver.play_round()

    def striking(self):
        """How many comparisons were made, and those in which lengths go with something that is so of a hidden hand."""
        compared, found = 0, []
        for (who, kind), seen in self.found.items():
            lengths, hands = [length for length, _ in seen], [features(hand) for _, hand in seen]
            for feature in hands[0]:
                values = [hand[feature] for hand in hands]
                if len(seen) >= FEWEST and len(set(lengths)) > 1 and len(set(values)) > 1:
                    compared, errors = compared + 1, standard_errors(lengths, values)
                    found += [(who, kind, feature, round(errors, 1))] if errors >= STRIKING else []
        return compared, found


def steady_player(table, chance):
    """Somebody who makes the same wagers in each round, and decides without a look at his cards."""
    if table.rules.against_dealer:
        return StrategyPlayer(decide_blindly, chance, steps=1)
    return HouseWayPlayer(table.house_way, high_order(table.rules), chance, steps=1)


def decide_blindly(asked):
    for option in asked.options_for("check"):
        return PlayerChoice(option.act, option.facts)
    return play_times_ante(asked, 1)


def test_no_length_goes_with_a_hidden_hand(house):
    sizes = Sizes(house, "md.four-card-poker")
    sizes.play(FEWEST + 2)
    assert sum(len(seen) for seen in sizes.found.values()) > 10 * FEWEST
    assert sizes.striking()[1] == []


@pytest.mark.prove
@pytest.mark.parametrize("book", BOOKS)
def test_no_length_goes_with_a_hidden_hand_in_any_book(house, book):
    sizes = Sizes(house, book)
    sizes.play(300 * min(MORE, 4))
    compared, found = sizes.striking()
    print(book, sum(len(seen) for seen in sizes.found.values()), "messages,", compared, "comparisons", found)  # noqa: T201
    assert found == []


def test_a_length_that_goes_with_a_hidden_hand_is_found(house, monkeypatch):
    """The sum of the ranks, as spaces."""
    shown = TableMoment.view_for

    def view_for(moment, actor):
        hand = moment.table.round.hands.get(HIDDEN, ())
        return {**shown(moment, actor), "lucky": 5 * " " * sum("23456789TJQKA".find(str(card)[0]) for card in hand)}

    monkeypatch.setattr(TableMoment, "view_for", view_for)
    sizes = Sizes(house, "md.four-card-poker")
    sizes.play(FEWEST + 10)
    assert "sum" in {feature for _, _, feature, _ in sizes.striking()[1]}
