"""Nobody learns of a card that he could not see: not from his view, from what he may do, from a refusal, or from the next step.

A round is played twice, with the same commands, by the same people, with decks that differ only in cards that one of them has not
seen. Everything that he is shown, told, allowed, refused, and everything that lies open, chips and meters too, must be the same
both times; and what he may see must be shown. What a person has seen is written here from the books, not taken from the view.
"""

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.cards import CARDS, Card
from houseway.equipment.state import replace as changed_equipment
from houseway.errors import HousewayError
from houseway.events import Actor, Command, Event, Role
from houseway.games.pai_gow.view import view
from houseway.money import Cents
from houseway.table import Run, decide, redact_event
from houseway.table.scene import scene_of
from houseway.values import changed
from tests.support.dealer_driver import DealerTable
from tests.support.table_chance import Dice, Drawn
from tests.support.table_driver import BONUS, DIV, DIV_PROGRESSIVE, MD, TableDriver, submission
from tests.support.table_facts import ACTS, facts_of, plausible
from tests.support.table_invariants import DEALER, FLOOR
from tests.support.table_machine import STRANGER, Machine
from tests.support.table_submissions import BOOKS, examples

MORE = int(os.environ.get("HOUSEWAY_MORE", "1"))
"""How many times as many examples; `make prove` plays its own."""
ENTERED = ("report-exposed", "deal", "deal-stacks", "set-dealer", "expose", "expose-bank", "set-co-bank", "rearrange")
"""Acts by which cards are turned over: who names physical cards with them, names what everybody sees; who names one that the
engine dealt, guesses."""

SHUFFLES = ("shuffle", "receive-deck")
"""Acts with which chance brings cards; who asks for them does not see them."""


# What somebody has seen


def is_own(table, actor, position):
    return actor.role in (Role.PLAYER, Role.BANK) and bool(actor.name) and table.seats.get(position) == actor.name


def lies_open(table, position):
    """The dealer's hand once turned, the bank's and the players' once exposed, a surrendered one once it is arranged."""
    state = table.round
    if position == 0:
        return state.dealer_done and 0 in state.laid
    if position == state.bank.position:
        return state.bank_exposed
    return position in state.exposed or position in state.rearranged


def may_look(table, position):
    """A player looks at his own cards when the stub is counted; not while he must choose about an exposed one, nor if he voids."""
    state = table.round
    gone = state.to_choose | state.void_hands | state.surrendered | state.racked
    return state.stub_counted and not state.void and position in state.bets and position not in gone


def seen_now(table, actor):
    """Cards that lie before somebody's eyes, by position."""
    state = table.round
    shown = {}
    for position, hand in state.hands.items():
        if lies_open(table, position) or (is_own(table, actor, position) and may_look(table, position)):
            cards = hand
        else:
            cards = state.exposed_by_mistake.get(position, ()) if position not in state.racked else ()
        if cards:
            shown[position] = frozenset(cards)
    return shown


def remembered(tables, actor):
    """Everything that somebody saw of a round."""
    seen = {card for table in tables for cards in seen_now(table, actor).values() for card in cards}
    return seen | {card for table in tables for card in table.round.set_aside}


# Two worlds


def mapped(fact, swap):
    """A fact with other cards in it."""
    if isinstance(fact, Card):
        return swap[fact]
    if isinstance(fact, tuple | list):
        return tuple(mapped(part, swap) for part in fact)
    if isinstance(fact, dict):
        return {key: mapped(part, swap) for key, part in fact.items()}
    return fact


def cards_in(value):
    """Every card that is anywhere in a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Event):
        yield from cards_in(value.facts)
    elif isinstance(value, dict) or hasattr(value, "items"):
        yield from (card for key, part in value.items() for card in (*cards_in(key), *cards_in(part)))
    elif isinstance(value, tuple | list | frozenset | set):
        yield from (card for part in value for card in cards_in(part))
    elif hasattr(value, "__dataclass_fields__"):
        yield from (card for name in value.__dataclass_fields__ for card in cards_in(getattr(value, name)))


def with_decks(table, swap):
    """The same table with other cards in its decks."""
    decks = tuple(
        deck if deck.cards is None else changed_equipment(deck, cards=mapped(deck.cards, swap))
        for deck in table.equipment.decks
    )
    return changed(table, equipment=changed_equipment(table.equipment, decks=decks))


def in_other_world(command, actor, swap):
    """A shuffle brings other cards; others do with their cards what they did; he himself does just what he did."""
    if command.by == actor and command.act not in SHUFFLES:
        return command
    return command._replace(facts={name: mapped(fact, swap) for name, fact in command.facts.items()})


def shows(run, actor, at):
    """Everything that an actor has before him."""
    scene = scene_of(run.table, at, run.meters)
    return view(scene, actor), run.legal(actor, at), run.due(at), run.table.ledger.balances, run.meters


def outcome(run, command):
    try:
        return run.act(command), None
    except HousewayError as refusal:
        return (), refusal


def said(refusal):
    return None if refusal is None else (type(refusal), refusal.message, refusal.code, refusal.clauses, dict(refusal.facts))


def copy(table, meters):
    run = Run(meters=dict(meters))
    run._table = table
    return run


def play_round(choose, machine, moves):
    """Play from the beginning of a round to its end, or for so many moves: where it began, and every command."""
    base, commands = (machine.table, machine.run.meters), []
    for _ in range(moves):
        known, first = physical(machine.table), len(machine.log)
        play(choose, machine)
        commands += [asked.command for asked in machine.log[first:] if not (known and names_cards(asked.command))]
        if machine.table.number != base[0].number or not machine.table.open:
            break
    return base, commands


def play(choose, machine):
    """A move as in the tests of properties, with more exposed cards."""
    match choose.below(16):
        case 0:
            machine.by_option()
        case 1:
            machine.by_wrong_hand()
        case 2:
            machine.by_anything()
        case 3 if machine.table.round.dealt and not machine.table.round.dealer_done:
            machine.by_option(DEALER)
        case _:
            machine.by_play()


def names_cards(command):
    return command.act in ENTERED and any(True for _ in cards_in(dict(command.facts)))


def physical(table):
    """Whether the cards of the round are nobody's knowledge but theirs who look at them."""
    hands = table.round.hands
    return not any(hands.values()) if hands else table.equipment.stock is None


def check(choose, machine, moves):
    """One round, up to some points between the deal and the end, for some of the people at the table."""
    base, commands = play_round(choose, machine, moves)
    own, tables = copy(*base), []
    for command in commands:
        outcome(own, command)
        tables.append(own.table)
    played = [place for place, table in enumerate(tables) if table.number == base[0].number and table.open]
    dealt = [place for place in played if tables[place].round.dealt or tables[place].round.stacks] or played[-1:]
    for _ in range(3 if dealt else 0):
        end = choose.pick(dealt) + 1
        actor = choose.pick(everybody(tables[end - 1]))
        check_actor(choose, machine, base, commands[:end], tables[:end], actor)


def everybody(table):
    """Players who take part more often than others, as the first among them; the bank as bank; dealer, floor and a stranger."""
    bank = table.round.bank.position
    playing = [Actor(Role.BANK if place == bank else Role.PLAYER, table.seats[place]) for place in table.round.bets]
    players = [Actor(Role.PLAYER, name) for name in sorted({*table.seats.values(), STRANGER})]
    return [*playing, *playing, *players, DEALER, FLOOR]


def check_actor(choose, machine, base, commands, tables, actor):
    known = remembered(tables, actor)
    hidden = [card for card in CARDS if card not in known]
    order = list(hidden)
    Dice(choose.below(1 << 16)).random.shuffle(order)
    swap = {**{card: card for card in known}, **dict(zip(hidden, order, strict=True))}
    one, other = copy(*base), copy(with_decks(base[0], swap), base[1])
    so_far, probed = set(), {choose.below(len(commands)) for _ in range(2)}
    for place, command in enumerate(commands):
        if place in probed:
            probe(choose, machine, one, other, actor, command.at, hidden)
        elif command.act in ("deal", "set-dealer"):
            same_answers(one, other, actor, command.at, guesses(choose, one.table, hidden))
        result, twin = outcome(one, command), outcome(other, in_other_world(command, actor, swap))
        assert (result[1] is None) == (twin[1] is None), f"{command}: {result[1]} or {twin[1]}"
        if one.table.number != base[0].number or not one.table.open:
            return
        if command.by == actor and result[1] is not None:
            assert said(result[1]) == said(twin[1])
        so_far |= remembered([one.table], actor)
        heard = [redact_event(scene_of(one.table, command.at, one.meters), actor, event) for event in result[0]]
        assert heard == [redact_event(scene_of(other.table, command.at, other.meters), actor, event) for event in twin[0]]
        given = (
            set(cards_in(dict(command.facts)))
            if command.by == actor and command.act not in ("shuffle", "receive-deck")
            else set()
        )
        assert set(cards_in(heard)) <= so_far | given, (actor, heard)
        if not one.table.round.dealt and place % 5:
            continue
        sees, would_see = shows(one, actor, command.at), shows(other, actor, command.at)
        assert sees == would_see, (actor, command)
        assert set(cards_in(sees[:3])) <= so_far, (actor, command, set(cards_in(sees[:3])) - so_far)
        shown = {position: frozenset(cards) for position, cards in sees[0]["cards"].items()}
        assert shown == seen_now(one.table, actor), (actor, command)
        assert sees[0]["aside"] == one.table.round.set_aside
    probe(choose, machine, one, other, actor, machine.at, hidden)


def probe(choose, machine, one, other, actor, at, hidden):
    """Whatever he asks for now, he is refused in both worlds in the same words, or in neither; cards that he guesses too."""
    values = plausible(choose, machine)
    asked = [(act, {name: values[name]() for name in facts_of(act) if not choose.happens(3)}) for act in (*ACTS, "sing")]
    asked += [("set-hand", {"position": position, "low": tuple(hidden[:2])}) for position in one.table.seats]
    same_answers(one, other, actor, at, (*asked, *guesses(choose, one.table, hidden)))


def same_answers(one, other, actor, at, asked):
    known = physical(one.table)
    for act, facts in asked:
        command = Command(act, actor, facts, at)
        if not (known and names_cards(command)) and act not in SHUFFLES:
            answers = [answer(run, command) for run in (one, other)]
            assert said(answers[0]) == said(answers[1]), command


def guesses(choose, table, hidden):
    """Cards named that he has not seen, mostly such as lie there, in whatever act a card can be named."""
    for position in table.round.hands or range(7):
        hand = table.round.hands.get(position, ())
        unseen = [card for card in hand if card in hidden] or hidden
        one, two = choose.pick(unseen), (choose.pick(unseen), choose.pick(hidden))
        yield "report-exposed", {"position": position, "cards": one}
        yield "report-exposed", {"position": position, "cards": two}
        yield "deal", {"exposed": {position: (one,)}}
        yield "deal-stacks", {"exposed": {position: two}}
        yield "set-dealer", {"low": two}
        yield "set-dealer", {"cards": hand, "low": (one,)}
        yield "expose", {"position": position, "low": two, "high": (one,)}
        yield "expose-bank", {"low": two, "cards": hand}
        yield "set-co-bank", {"cards": hand}
        yield "rearrange", {"position": position, "cards": hand}


def answer(run, command):
    try:
        decide(run.table, command, run.meters)
    except HousewayError as refusal:
        return refusal
    return None


def session(choose, text=None):
    machine = Machine(choose, text)
    machine.seat(2 + choose.below(5))
    for _ in range(choose.pick((0, 1, 2))):
        machine.finish()
    check(choose, machine, 150)


# What lies open besides cards


SHOWN = [Actor(Role.PLAYER, "Ann"), Actor(Role.PLAYER, STRANGER), DEALER, FLOOR]


def seen_by(game, actor):
    """The view at a table of whatever game."""
    table = game.run.table
    return table.game.view(scene_of(table, game.at, game.run.meters), actor)


@pytest.mark.parametrize("actor", SHOWN, ids=str)
def test_everybody_sees_lights_meters_coupons_dice_and_what_was_paid(actor):
    """(g)(4)#2 has a player answer for his own light."""
    wagers = {"progressive": DIV_PROGRESSIVE, "bonus": BONUS}
    hands = {1: "Qs Qd Qh 5h 5c Ac 8h", 2: "As Ad Ah Ks Kd 9c 2c", 0: "6s 6d Kh Tc 8d 4h 3s"}
    game = TableDriver(DIV, {"coupons.progressive": True}, wagers, players=2, hands=hands).ready().bet_all()
    game.bet(1, 0, "progressive", coupon=Cents.dollars(1))
    game.bet(2, 5, "bonus")
    view = seen_by(game, actor)
    assert (view["lit"], view["dice"], view["paid"]) == ((1,), (), {})
    assert view["coupons"] == {1: {"progressive": Cents.dollars(1)}}
    assert view["meters"] == {"meter": Cents.dollars(20_000)}
    view = seen_by(game.to("end-round"), actor)
    assert view["meters"] == {"meter": Cents(2_000_021)}
    assert (view["dice"], view["number"], view["lammers"]) == ((2, 2, 4), 8, ((2, "bonus"),))
    paid = {"1 pai-gow": 1000, "1 progressive": 500, "2 pai-gow": 1000, "2 bonus": 2500}
    assert {wager: amount.amount for wager, amount in view["paid"].items()} == paid


def test_a_meter_shows_whole_cents():
    wagers = {"progressive": {"paytable": "A", "stake": "$1"}}
    text = submission(MD, wagers=wagers).replace('"20%"', '"12.5%"')
    game = TableDriver(MD, players=1, text=text).ready().bet_all()
    game.bet(1, 1, "progressive")
    assert seen_by(game.to("deal"), DEALER)["meters"] == {"meter": Cents(2_000_012)}, "and a half"


def test_envy_is_shown_and_its_marker_is_gone():
    hands = {1: "Js 8c 7d 5c 4h 3h 2d", 2: "As Ad Ah Ac 9c 5d 2s", 0: "6s 6d Kh Tc 8d 4d 3s"}
    game = TableDriver(DIV, wagers={"bonus": BONUS}, players=2, hands=hands).ready().bet_all()
    game.bet(1, 5, "bonus")
    view = seen_by(game.to("end-round"), DEALER)
    assert (view["envy"], view["lammers"]) == ({"1 bonus": Cents.dollars(5)}, ())


def test_lights_meters_and_payments_are_shown_in_a_game_against_the_dealer():
    cards = {"hands": {1: "As Ks", 2: "2d 7h", 0: "2c 7d"}, "board": "Qs Js Ts 3h 3d"}
    game = DealerTable(wagers=("progressive",), players=2, **cards).ready().bet_all(progressive=5)
    view = seen_by(game, DEALER)
    assert (view["lit"], view["paid"], view["meters"]) == ((1, 2), {}, {"meter": Cents.dollars(20_000)})
    view = seen_by(game.to("end-round"), DEALER)
    assert view["paid"]["1 progressive"] == Cents(2_000_200)
    assert view["meters"] == {"meter": Cents.dollars(10_000)}
    assert view["envy"] == {"2 1": Cents.dollars(5000)}


@settings(max_examples=8 * MORE, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_nobody_learns_of_a_card_that_he_could_not_see(data):
    session(Drawn(data.draw, st.integers))


@pytest.mark.parametrize("name", [name for name in examples() if name.endswith("everything")])
@pytest.mark.parametrize("seed", range(10))
def test_nobody_learns_of_a_premium_hand_before_it_lies_open(name, seed):
    session(Dice(f"{name} {seed}"), examples()[name])


@pytest.mark.prove
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("part", range(10))
def test_nobody_learns_of_a_card_in_many_rounds(book, part):
    for seed in range(30):
        session(Dice(f"{book} {part} {seed}"))
