"""Nobody learns of a card that he could not see: not from a view, an event, its words, what he may do, a refusal, or the next step.

A round is played twice, with the same commands, by the same people, with decks that differ only in cards that one of them has not
seen. Everything that he is shown, told, allowed and refused, and everything that lies open, chips and meters too, must be the same
both times, byte for byte; and what he may see must be shown.
"""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.cards import Card
from houseway.events import Role
from houseway.events.disclosure import Disclosure
from houseway.games.pai_gow.irregularities import exposure
from houseway.games.round_context import RoundContext
from houseway.procedure import FOUR_CARD, ULTIMATE
from houseway.regulation import BOOKS
from houseway.service.live.turns import preview
from houseway.table import TableRun
from houseway.table import disclosure as table_disclosure
from tests.support.effort import MORE
from tests.support.table_chance import Dice, Drawn
from tests.support.table_facts import acts_of, facts_of, plausible
from tests.support.table_submissions import examples
from tests.support.tables_by_chance import everybody, opened, play
from tests.support.two_worlds import SHUFFLES, Learned, TwoWorlds, copy, known_after, outcome

MOVES = 150
"""More than a round takes."""
DEALS = ("deal", "deal-flop", "deal-final", "set-dealer", "turn-dealer")
"""Acts before which hidden cards are worth guessing."""


# A round


def session(choose, book, text=None):
    """Some rounds in order, and then one that is looked at."""
    machine = opened(choose, book, text)
    machine.seat(2 + choose.below(5))
    for _ in range(choose.pick((0, 1, 2))):
        machine.finish()
    check_round(choose, machine)


def play_round(choose, machine):
    """Play a round to its end, or for so many moves: the table at its beginning, and every command."""
    base, first = (machine.table, machine.run.meters), len(machine.log)
    for _ in range(MOVES):
        play(choose, machine)
        if machine.table.number != base[0].number or not machine.table.open:
            break
    return base, [asked.command for asked in machine.log[first:]]


def check_round(choose, machine):
    """One round, up to some points between the deal and the end, for some of the people at the table."""
    base, commands = play_round(choose, machine)
    own = copy(*base)
    history = [(command, outcome(own, command)[0], own.table) for command in commands]
    dealt = [place for place, (_, _, table) in enumerate(history) if table.round.dealt or getattr(table.round, "stacks", ())]
    for _ in range(3 if commands else 0):
        end = 1 + choose.pick([*dealt, len(history) - 1])
        actor = choose.pick(everybody(history[end - 1][2]))
        check_actor(choose, machine, base, history[:end], actor)


# Twice


def check_actor(choose, machine, base, history, actor):
    number = base[0].number
    known = {
        card
        for command, events, table in history
        for card in known_after(actor, command if events else command._replace(facts={}), table, events)
        if table.number == number
    }
    hidden = [card for card in base[0].equipment.settings.deck.cards if card not in known]
    order = Dice(choose.below(1 << 16)).random.sample(hidden, len(hidden))
    worlds = TwoWorlds(base, actor, dict(zip(hidden, order, strict=True)))
    probed = {choose.below(len(history)) for _ in range(2)}
    for place, (command, _, _) in enumerate(history):
        if place in probed:
            probe(choose, machine, worlds, command.at, hidden)
        elif command.act in DEALS:
            guess(choose, worlds, command.at, hidden)
        worlds.act(command, look=worlds.one.table.round.dealt or place % 5 == 0)
    probe(choose, machine, worlds, machine.at, hidden)


def probe(choose, machine, worlds, at, hidden):
    """He asks for anything, and guesses at cards."""
    values = plausible(choose, machine)
    for act in (*acts_of(machine.table), "sing"):
        if act not in SHUFFLES:
            worlds.ask(act, {name: values[name]() for name in facts_of(act) if not choose.happens(3)}, at)
    for position in worlds.one.table.seats:
        worlds.ask("set-hand", {"position": position, "low": tuple(hidden[:2])}, at)
    guess(choose, worlds, at, hidden)


def guess(choose, worlds, at, hidden):
    """He names cards that he has not seen, mostly such as lie there, in whatever act a card can be named."""
    if not hidden:
        return
    step = worlds.one.due(at)
    if step is not None:
        worlds.ask(step.act, dict(step.facts), at)  # what would come of the step that is due
    hands = worlds.one.table.round.hands
    for position in hands or range(7):
        hand = hands.get(position, ())
        unseen = [card for card in hand if card in hidden] or hidden
        one, two = choose.pick(unseen), (choose.pick(unseen), choose.pick(hidden))
        for act, facts in guesses(position, hand, one, two):
            if act in worlds.one.table.game.acts:
                worlds.ask(act, facts, at)


def guesses(position, hand, one, two):
    for name in ("position", "place"):
        yield "report-exposed", {name: position, "cards": 1}
        yield "report-exposed", {name: position, "cards": one}
        yield "report-exposed", {name: position, "cards": two}
    yield "report-face-up", {"face_up": (1, 2)}
    yield "report-misdeal", {"hands": {position: 1}}
    yield "deal", {"exposed": {position: (one,)}}
    yield "deal-stacks", {"exposed": {position: two}}
    yield "set-dealer", {"low": two}
    yield "set-dealer", {"cards": hand, "low": (one,)}
    yield "expose", {"position": position, "low": two, "high": (one,), "cards": hand}
    yield "expose-bank", {"low": two, "cards": hand}
    yield "set-co-bank", {"cards": hand}
    yield "rearrange", {"position": position, "cards": hand}
    yield "deal-flop", {"cards": (*two, one), "exposed": {position: (one,)}}
    yield "deal-final", {"cards": two}
    yield "complete-board", {"cards": two, "box": two}
    yield "turn-dealer", {"cards": hand, "box": two}


# The tests


@pytest.mark.prove
@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=3 * MORE, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_nobody_learns_of_a_card_that_he_could_not_see(book, data):
    session(Drawn(data.draw, st.integers), book)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(2))
def test_nobody_learns_of_a_card_in_a_round(book, seed):
    session(Dice(f"{book} {seed}"), book)


@pytest.mark.parametrize("name", [name for name in examples() if name.endswith("everything")])
def test_nobody_learns_of_a_premium_hand_before_it_lies_open(name):
    book, _, _ = name.partition("/")
    session(Dice(name), book, examples()[name])


@pytest.mark.prove
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("part", range(10))
def test_nobody_learns_of_a_card_in_many_rounds(book, part):
    for seed in range(30):
        session(Dice(f"{book} {part} {seed}"), book)


# The tests can fail


LEAKS = {
    "cards-shuffled": Disclosure(("deck", "by", "why", "loaded", "counted", "cards")),
    "cards-dealt": Disclosure(("hands", "stub", "set_aside", "board", "box", "rest", "up")),
    "cards-racked": Disclosure(("deck", "entries")),
    "hand-set": Disclosure(("position", "absent", "high", "low", "rule")),
    "house-way-told": Disclosure(("position", "house_way", "high", "low", "rule")),
}


def fails(book, first=0):
    """Whether somebody learns of a card in one of a few rounds. `first` is one in which it is known to happen."""
    for seed in (first, *range(30)):
        try:
            session(Dice(f"{book} {seed}"), book)
        except Learned:
            return True
    return False


@pytest.mark.parametrize("kind", LEAKS)
def test_an_event_that_tells_of_hidden_cards_is_found(kind, monkeypatch):
    book, declared = BOOKS[0], table_disclosure.disclosures_of
    monkeypatch.setattr(table_disclosure, "disclosures_of", lambda book: {**declared(book), kind: LEAKS[kind]})
    assert fails(book)


@pytest.mark.parametrize("book", BOOKS)
def test_a_view_that_shows_hidden_cards_is_found(book, monkeypatch):
    monkeypatch.setattr(RoundContext, "sits_at", lambda context, actor, position: actor.role is Role.PLAYER)
    assert fails(book)


@pytest.mark.parametrize("book", BOOKS)
def test_an_act_that_is_listed_for_hidden_cards_is_found(book, monkeypatch):
    def listed(run, actor, at):
        found, hidden = legal(run, actor, at), sum(run.table.round.hands.get(0, ())) % 11
        return found + found[:1] * hidden

    legal = TableRun.legal
    monkeypatch.setattr(TableRun, "legal", listed)
    assert fails(book)


def test_a_refusal_that_depends_on_hidden_cards_is_found(monkeypatch):
    """As if a dealer could name a card that the engine dealt: whether it is taken would tell whoever guesses."""

    def named(command, hand, given, size):
        return (given,) if isinstance(given, Card) and given in hand else shown(command, hand, given, size)

    shown = exposure.exposed_cards
    monkeypatch.setattr(exposure, "exposed_cards", named)
    assert fails(BOOKS[0])


@pytest.mark.parametrize(("book", "first"), [(ULTIMATE, 7), (FOUR_CARD, 1)])
def test_a_preview_that_shows_hidden_cards_is_found(book, first, monkeypatch):
    monkeypatch.setattr(preview, "_known_part", lambda fact, known: fact)
    assert fails(book, first)
