"""Any command in any state is carried out or refused; any prefix of the events folds to the same state; duties finish a round."""

from random import Random

import hypothesis.strategies as st
from hypothesis import given, settings

from houseway.cards import CARDS
from houseway.citation import cite_clauses
from houseway.equipment import (
    ACTS,
    KINDS,
    SPREAD_FACE_UP,
    SPREAD_STORED_DECK,
    TableContext,
    decide,
    due_duties,
    evolve,
    open_equipment,
)
from houseway.errors import HousewayError
from houseway.events import Actor, Command, Event, Role
from tests.support.clauses import AGAINST_DEALER
from tests.support.effort import MORE
from tests.support.equipment_bench import (
    DEALER,
    FLOOR,
    FOUR_CARD,
    HOUR,
    PACK,
    PACK_52,
    PACKS,
    SHUFFLED,
    SHUFFLED_52,
    ULTIMATE,
    Bench,
    rules_of,
)
from tests.support.submissions import DIV, MD

PLAYERS = ("Ann", "Ben", "Cleo")
TWO = {"table__shuffler": True, "table__decks": 2, "table__dealing": "automated-shoe"}
TABLES = [
    *((book, {}) for book in (MD, DIV)),
    *((book, TWO) for book in (MD, DIV)),
    (MD, {"table__reshuffling_device": True, "table__cards_received": "preinspected-and-preshuffled"}),
    (MD, {"table__shuffler": True, "table__dealing": "hand", "table__recut_by": "next-entitled"}),
    (DIV, {"table__dealing": "hand", "table__starting_position": "random-number", "table__deck_jokers": 2}),
    *(
        (book, {"table__shuffler": True, "table__dealing": "automated-shoe", "table__starting_position": "button"})
        for book in (MD, DIV)
    ),
    (DIV, {"table__shuffler": True, "table__shuffler_loads_shoe": True, "table__decks": 2}),
    *((book, {}) for book in AGAINST_DEALER),
    *((book, {**TWO, "table__shuffler_counts": True}) for book in AGAINST_DEALER),
    *((book, {**TWO, "table__cards_received": "preinspected-and-preshuffled"}) for book in AGAINST_DEALER),
    (ULTIMATE, {"table__reshuffling_device": True}),
    (ULTIMATE, {"table__shuffler": True, "table__dealing": "hand", "readings": (("UTH-26", "always"),)}),
    (FOUR_CARD, {"table__shuffler": True, "table__shuffler_loads_shoe": True, "table__dealing": "automated-shoe"}),
]

DEVICES = ("shuffler", "automated-shoe", "reshuffling-device", "kettle")
FACTS = {
    "deck": lambda chance: chance.choice(("deck 1", "deck 2", "deck 3", "", 4)),
    "cards": lambda chance: chance.choice((None, PACK, SHUFFLED, PACK[1:], PACK_52, SHUFFLED_52)),
    "depth": lambda chance: chance.randint(-1, 54),
    "position": lambda chance: chance.randint(-1, 8),
    "dice": lambda chance: chance.choice((None, tuple(chance.randint(0, 7) for _ in range(3)))),
    "flat": lambda chance: chance.random() < 0.8,
    "fallen": lambda chance: chance.random() < 0.2,
    "times": lambda chance: chance.randint(0, 4),
    "total": lambda chance: chance.randint(0, 20),
    "number": lambda chance: chance.randint(-1, 8),
    "chips": lambda chance: chance.randint(-1, 4),
    "coupons": lambda chance: chance.randint(0, 2),
    "standing": lambda chance: tuple(chance.randint(-1, 7) for _ in range(chance.randint(0, 3))),
    "on": lambda chance: chance.random() < 0.7,
    "device": lambda chance: chance.choice(DEVICES),
    "usable": lambda chance: chance.random() < 0.5,
    "shuffling": lambda chance: chance.choice(("manual", "shuffler", "reshuffling-device")),
    "dealing": lambda chance: chance.choice(("manual-shoe", "hand", "automated-shoe")),
    "starting": lambda chance: chance.choice(("shaker", "random-number", "button", "none")),
    "counted": lambda chance: chance.choice((52, 52, 52, 51, 53)),
    "void": lambda chance: chance.random() < 0.5,
    "retire_deck": lambda chance: chance.random() < 0.3,
    "clauses": lambda chance: chance.choice(((), cite_clauses(MD, "14.F"), "14.F")),
    "face": lambda chance: chance.choice(("up", "down")),
    "defects": lambda chance: chance.choice(("", "", "bent")),
    "entries": lambda chance: chance.choice(
        (None, (("stub", 4, "left"),), (("dealer", CARDS[:7], "played"),), (("dealer", 60, "played"),))
    ),
}
ACTORS = [Actor(role, name) for role in Role for name in ("", "Dana", "Flo", *PLAYERS)]
ALL_ACTS = sorted(ACTS)
STUB_COUNTED = Event("stub-counted", (), {"cards": 1})
tables = st.sampled_from(TABLES)
chances = st.integers(0, 2**32).map(Random)


def any_facts(chance):
    return {name: fact(chance) for name, fact in FACTS.items() if chance.random() < 0.4}


def any_context(chance):
    seats = sorted(chance.sample(range(1, 7), chance.randint(0, 4)))
    return TableContext(
        seats=tuple((seat, chance.choice(PLAYERS)) for seat in seats),
        first_arrival=chance.choice((None, *range(1, 7))),
        bank=chance.choice((None, None, *range(1, 7))),
        start_of_game=chance.choice((None, False, True)),
        betting_closed=chance.random() < 0.5,
        start_wanted=chance.random() < 0.5,
        dealt=chance.random() < 0.5,
        round=chance.randint(0, 3),
        requests=frozenset(what for what in (SPREAD_FACE_UP, SPREAD_STORED_DECK) if chance.random() < 0.3),
        bankless_rounds=chance.randint(0, 3),
    )


def drive(chance, equipment, steps):
    """Random commands, half of them what is due; every event, the states between, and when it ended."""
    at, events, states = 0, [], [equipment]
    for _ in range(steps):
        at += chance.randint(0, HOUR // 2)
        context = any_context(chance)
        act, by, facts = chance.choice(ALL_ACTS), chance.choice(ACTORS), any_facts(chance)
        due = due_duties(equipment, at, context)
        if due and chance.random() < 0.7:
            duty = chance.choice(due)
            act, by = duty.act, Actor(duty.role, context.player(duty.facts.get("position", 0)) or "")
            facts = {
                "cards": equipment.settings.deck.cards,
                "depth": 20,
                "dice": (1, 2, 3),
                "number": 1,
                "chips": 0,
                "standing": (),
                **duty.facts,
            }
            if equipment.counts_cards and equipment.settings.numbering.book in AGAINST_DEALER and chance.random() < 0.1:
                facts["counted"] = 51
        try:
            new = decide(equipment, Command(act, by, facts, at), context)
        except HousewayError:
            new = (STUB_COUNTED,) if equipment.stub_due and chance.random() < 0.2 else ()
        for event in new:
            assert event.kind in KINDS
            equipment = evolve(equipment, event)
            events.append(event)
            states.append(equipment)
    return events, states, at


@given(chances, tables)
@settings(max_examples=20 * MORE)
def test_any_command_is_carried_out_or_refused_and_any_prefix_folds_to_the_same_state(chance, table):
    book, options = table
    rules = rules_of(book, progressive=True, **options)
    events, states, _ = drive(chance, open_equipment(rules, 0), 100)
    again = open_equipment(rules, 0)
    for event, state in zip(events, states[1:], strict=True):
        again = evolve(again, Event.from_json(event.to_json()))
        assert again == state


@given(chances, tables)
@settings(max_examples=20 * MORE)
def test_from_any_state_the_duties_lead_to_a_deal(chance, table):
    book, options = table
    bench = Bench(book, progressive=True, **options)
    _, states, bench.at = drive(chance, bench.equipment, 100)
    bench.equipment = states[-1]
    if bench.equipment.cards_out:
        bench.do("end-round", void=True)
    bench.run(limit=90)
    assert bench.do("begin-deal").kind == "deal-begun"


@given(chances, tables)
@settings(max_examples=15 * MORE)
def test_hidden_cards_change_neither_duties_nor_refusals(chance, table):
    """The same commands with other cards: the same duties, the same refusals, the same events but for the cards."""
    book, options = table
    one, two = Bench(book, **options), Bench(book, **options)
    pack = PACKS[book]
    order = tuple(chance.sample(pack, len(pack)))
    for _ in range(60):
        due = due_duties(one.equipment, 0, one.context)
        assert due == due_duties(two.equipment, 0, two.context)
        act, by, facts = chance.choice(ALL_ACTS), chance.choice(ACTORS), any_facts(chance)
        if due and chance.random() < 0.8:
            duty = due[0]
            act, facts = duty.act, {"depth": 20, "dice": (1, 2, 3), **duty.facts}
            by = {Role.DEALER: DEALER, Role.FLOOR: FLOOR}.get(duty.role, by)
        outcomes = [outcome(bench, act, by, {**facts, "cards": cards}) for bench, cards in ((one, pack), (two, order))]
        assert outcomes[0] == outcomes[1]


def outcome(bench, act, by, facts):
    try:
        event = bench.do(act, by, **facts)
    except HousewayError as refusal:
        return refusal.to_json()
    return event.kind, event.clauses, {name: fact for name, fact in event.facts.items() if name != "cards"}
