"""Any command in any state is carried out or refused; any prefix of the events folds to the same state; duties finish a round."""

import hypothesis.strategies as st
from hypothesis import given, settings

from equipment_bench import DIV, FLOOR, HOUR, MD, PACK, SHUFFLED, Bench, rules_of
from houseway.cards import CARDS
from houseway.citation import cite
from houseway.equipment import ACTS, KINDS, SPREAD_FACE_UP, SPREAD_STORED_DECK, Context, decide, duties, evolve, opened
from houseway.errors import HousewayError
from houseway.events import Actor, Command, Event, Role

PLAYERS = ("Ann", "Ben", "Cleo")
TABLES = [
    *((book, {}) for book in (MD, DIV)),
    *((book, {"table__shuffler": True, "table__decks": 2, "table__dealing": "automated-shoe"}) for book in (MD, DIV)),
    (MD, {"table__reshuffling_device": True, "table__cards_received": "preinspected-and-preshuffled"}),
    (MD, {"table__shuffler": True, "table__dealing": "hand", "table__recut_by": "next-entitled"}),
    (DIV, {"table__dealing": "hand", "table__starting_position": "random-number", "table__deck_jokers": 2}),
    *(
        (book, {"table__shuffler": True, "table__dealing": "automated-shoe", "table__starting_position": "button"})
        for book in (MD, DIV)
    ),
    (DIV, {"table__shuffler": True, "table__shuffler_loads_shoe": True, "table__decks": 2}),
]

positions = st.integers(-1, 8)
actors = st.builds(Actor, st.sampled_from(Role), st.sampled_from(("", "Dana", "Flo", *PLAYERS)))
facts = st.fixed_dictionaries(
    {},
    optional={
        "deck": st.sampled_from(("deck 1", "deck 2", "deck 3", "")) | st.integers(),
        "cards": st.sampled_from((None, PACK, SHUFFLED, PACK[1:])),
        "depth": st.integers(-1, 54),
        "position": positions,
        "dice": st.tuples(*(st.integers(0, 7) for _ in range(3))) | st.none(),
        "flat": st.booleans(),
        "fallen": st.booleans(),
        "times": st.integers(0, 4),
        "total": st.integers(0, 20),
        "number": positions,
        "chips": st.integers(-1, 4),
        "coupons": st.integers(0, 2),
        "standing": st.lists(positions, max_size=3).map(tuple),
        "on": st.booleans(),
        "device": st.sampled_from(("shuffler", "automated-shoe", "reshuffling-device", "kettle")),
        "usable": st.booleans(),
        "shuffling": st.sampled_from(("manual", "shuffler", "reshuffling-device")),
        "dealing": st.sampled_from(("manual-shoe", "hand", "automated-shoe")),
        "starting": st.sampled_from(("shaker", "random-number", "button")),
        "void": st.booleans(),
        "retire_deck": st.booleans(),
        "clauses": st.sampled_from(((), cite(MD, "14.F"), "14.F")),
        "face": st.sampled_from(("up", "down")),
        "defects": st.sampled_from(("", "bent")),
        "entries": st.sampled_from(
            (None, (("stub", 4, "left"),), (("dealer", CARDS[:7], "played"),), (("dealer", 60, "played"),))
        ),
    },
)
contexts = st.builds(
    Context,
    seats=st.lists(st.tuples(st.integers(1, 6), st.sampled_from(PLAYERS)), max_size=4, unique_by=lambda seat: seat[0]).map(
        lambda seats: tuple(sorted(seats))
    ),
    first_arrival=st.none() | st.integers(1, 6),
    bank=st.none() | st.integers(1, 6),
    start_of_game=st.none() | st.booleans(),
    betting_closed=st.booleans(),
    start_wanted=st.booleans(),
    dealt=st.booleans(),
    round=st.integers(0, 3),
    requests=st.frozensets(st.sampled_from((SPREAD_FACE_UP, SPREAD_STORED_DECK))),
    bankless_rounds=st.integers(0, 3),
)
commands = st.tuples(st.sampled_from(sorted(ACTS)), actors, facts, st.integers(0, HOUR), contexts)


def drive(data, equipment, steps):
    """Random commands, half of them what is due; every event, and the states between."""
    at, events, states = 0, [], [equipment]
    for _ in range(steps):
        act, by, given, pause, context = data.draw(commands)
        at += pause
        due = duties(equipment, at, context)
        if due and data.draw(st.booleans()):
            duty = due[0]
            act, by = duty.act, Actor(duty.role, context.player(duty.facts.get("position", 0)) or "")
            given = {"cards": SHUFFLED, "depth": 20, "dice": (1, 2, 3), "number": 1, "chips": 0, "standing": (), **duty.facts}
        try:
            new = decide(equipment, Command(act, by, given, at), context)
        except HousewayError:
            continue
        for event in new:
            assert event.kind in KINDS
            equipment = evolve(equipment, event)
            events.append(event)
            states.append(equipment)
    return events, states, at


@given(st.data(), st.sampled_from(TABLES))
@settings(max_examples=600, phases=[__import__('hypothesis').Phase.generate])
def test_any_command_is_carried_out_or_refused_and_any_prefix_folds_to_the_same_state(data, table):
    book, options = table
    rules = rules_of(book, progressive=True, **options)
    events, states, _ = drive(data, opened(rules, 0), 40)
    again = opened(rules, 0)
    for event, state in zip(events, states[1:], strict=True):
        again = evolve(again, Event.from_json(event.to_json()))
        assert again == state


@given(st.data(), st.sampled_from(TABLES))
@settings(max_examples=600, phases=[__import__('hypothesis').Phase.generate])
def test_from_any_state_the_duties_lead_to_a_deal(data, table):
    book, options = table
    bench = Bench(book, **options)
    _, states, bench.at = drive(data, bench.equipment, 40)
    bench.equipment = states[-1]
    if bench.equipment.cards_out:
        bench.do("end-round", void=True)
    bench.run(limit=90)
    assert bench.do("begin-deal").kind == "deal-begun"


@given(st.data(), st.sampled_from(TABLES), st.permutations(PACK).map(tuple))
@settings(max_examples=600, phases=[__import__('hypothesis').Phase.generate])
def test_hidden_cards_change_neither_duties_nor_refusals(data, table, order):
    """The same commands with other cards: the same duties, the same refusals, the same events but for the cards."""
    book, options = table
    one, two = Bench(book, **options), Bench(book, **options)
    for _ in range(30):
        assert duties(one.equipment, 0, one.context) == duties(two.equipment, 0, two.context)
        act, by, given, _, _ = data.draw(commands)
        due = duties(one.equipment, 0, one.context)
        if due:
            duty = due[0]
            act = duty.act
            by = {Role.DEALER: Actor(Role.DEALER, "Dana"), Role.FLOOR: FLOOR}.get(duty.role, by)
            given = {"depth": 20, "dice": (1, 2, 3), **duty.facts}
        outcomes = [outcome(bench, act, by, {**given, "cards": cards}) for bench, cards in ((one, SHUFFLED), (two, order))]
        assert outcomes[0] == outcomes[1]


def outcome(bench, act, by, facts):
    try:
        event = bench.do(act, by, **facts)
    except HousewayError as refusal:
        return refusal.to_json()
    return event.kind, event.clauses, {name: fact for name, fact in event.facts.items() if name != "cards"}
