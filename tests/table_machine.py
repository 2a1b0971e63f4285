"""What the tests of the table share: submissions of every kind, commands of every kind, and a table that is driven by chance.

A `Machine` runs one table. Its chooser is anything with `pick`, `below` and `happens`: hypothesis, so that a failure shrinks, or
a seeded generator, for the long runs of `make prove`. Whatever is asked of the table goes through `Machine.ask`, which holds
what must always hold: a refusal is one of ours, says why, and changes nothing; money is conserved. `check_replay` folds again.
"""

import itertools
import json
import random
import re
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache

from houseway import equipment, progressive
from houseway.cards import CARDS, DECK_WITH_JOKER
from houseway.citation import Citation
from houseway.croupier import Croupier
from houseway.errors import Ambiguous, HousewayError, Malformed, NotAllowed
from houseway.events import Actor, Command, Event, Role
from houseway.games.pai_gow import game
from houseway.games.pai_gow.setting import order_of
from houseway.games.round import Option
from houseway.money import Cents
from houseway.regulation import load
from houseway.submission import judge, read
from houseway.table import Run, acts, fold
from houseway.table import meters as metering
from houseway.table.scene import scene_of
from houseway.table.state import evolve_all
from submissions import EXAMPLES, document, written

BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker")
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
STRANGER = "Zoe"
DEALER, FLOOR = Actor(Role.DEALER, "croupier"), Actor(Role.FLOOR, "floorperson")
ACTS = tuple(sorted({*game.ACTS, *acts.ACTS, *metering.ROLES, *equipment.ACTS}))
OPENING = 1_000_000
LIVELY = 300
"""Commands within which the croupier and house-way players finish a round."""
RULES_REFUSE_NOT = frozenset(
    (
        *("table.role", "round.role", "equipment.role", "round.waits", "table.closed", "table.open", "table.in-round"),
        *("ledger.amount", "ledger.short", "ledger.same-account", "ledger.unsigned", "table.submission"),
    )
)
"""Codes of refusals behind which no rule of a book needs to stand: who speaks, the order of things, and sums that do not add up."""


RARE = (
    "close-table",
    "leave",
    "amend",
    "idle-table",
    "remove-deck",
    "report-device",
    "report-misdeal",
    "remove-device",
    "rule",
    "correct",
    "read-meter",
    "record-conduct",
)
"""What would keep a table from ever playing, if it were done as often as the rest."""


# Submissions


def text_of(content):
    return "\n".join(f"{json.dumps(key)} = {written(value)}" for key, value in content.items())


@cache
def examples():
    """Every example of both books, by name."""
    paths = [path for book in BOOKS for path in sorted((EXAMPLES / book).glob("*.toml"))]
    return {f"{path.parent.name}/{path.stem}": path.read_text() for path in paths}


@cache
def room(text):
    """How many positions a submission has, and how many of them one player may have."""
    rules = judge(read(text)).rules
    return rules.positions, acts.areas(rules)


def everything(book):
    """The example with everything on, and every approval."""
    content = document(EXAMPLES / book / "everything.toml")
    granted = [{"what": what, "reference": "P-1", "date": date(2026, 1, 1)} for what in load(book).approvals]
    return {**content, "approvals": granted}


@cache
def readings(book):
    """Every choice of every reading that is settled at the table and not fixed."""
    open_ones = [reading for reading in load(book).readings.values() if reading.settles == "table" and not reading.fixed]
    return tuple((reading.id, choice) for reading in open_ones for choice in reading.choices)


@cache
def methods(book):
    """Every way to shuffle, deal and find the start that passes, with one deck and with two."""
    dealing, starting = ("manual-shoe", "hand", "automated-shoe"), ("shaker", "random-number", "button")
    flags = (False, True)
    ways = itertools.product(dealing, flags, flags, (1, 2), starting, flags if book == BOOKS[0] else (None,))
    return tuple(way for way in ways if judge(read(with_method(book, way))).rules is not None)


def with_method(book, way, taken=None, changes=()):
    """The example with everything on, by another method, with other readings; what cannot be there then is left out."""
    dealing, shuffler, loads, decks, starting, device = way
    content = everything(book)
    table = {"dealing": dealing, "shuffler": shuffler, "shuffler-loads-shoe": loads, "decks": decks}
    content["table"] |= {**table, "starting-position": starting}
    if device is not None:
        content["table"]["reshuffling-device"] = device
        content["table"]["cards-received"] = "preinspected-and-preshuffled" if device else "to-be-inspected"
    if book == BOOKS[1] and starting != "random-number":
        del content["wagers"]["number"], content["coupons"]["match-play-number"]
    content["readings"] = {**content["readings"], **(taken or {})}
    for section, key, value in changes:
        content[section][key] = value
    return text_of(content)


CHANGES = {
    BOOKS[0]: (
        ("table", "positions", 5),
        ("table", "positions", 4),
        ("table", "positions-per-player", 1),
        ("bank", "house-stake", "$0"),
        ("vigorish", "rounding", "exact-cents"),
        ("payout-limit", "amount", "$5,000"),
        ("table", "recut-by", "last-to-cut"),
        ("table", "spare-cover-card", "discard-rack"),
    ),
    BOOKS[1]: (
        ("table", "positions-per-player", 1),
        ("vigorish", "rounding", "exact-cents"),
        ("payout-limit", "amount", "$5,000"),
        ("ranking", "low-ace-lowest", False),
        ("table", "recut-by", "last-to-cut"),
    ),
}


def submission(choose):
    """An example, or one with everything on, by any method, any readings, some other options."""
    if not choose.below(5):
        return choose.pick(tuple(examples().values()))
    book = choose.pick(BOOKS)
    by_id = {}
    for reading, choice in readings(book):
        by_id.setdefault(reading, []).append(choice)
    taken = {reading: choose.pick(choices) for reading, choices in by_id.items() if choose.happens(2)}
    way = choose.pick(methods(book))
    changes = [change for change in CHANGES[book] if choose.happens(4)]
    text = with_method(book, way, taken, changes)
    return text if judge(read(text)).rules is not None else with_method(book, way)


# Choosing


class Dice:
    """A chooser that is seeded: fast, for long runs."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def below(self, number):
        return self.random.randrange(number)

    def pick(self, among):
        return among[self.random.randrange(len(among))]

    def happens(self, once_in):
        return self.random.randrange(once_in) == 0


class Drawn(Dice):
    """A chooser that asks hypothesis, so that a failing run shrinks: the first choice is the plainest."""

    def __init__(self, draw, integers):
        self.draw, self.integers = draw, integers

    def below(self, number):
        return self.draw(self.integers(0, number - 1)) if number > 1 else 0

    def pick(self, among):
        return among[self.below(len(among))]

    def happens(self, once_in):
        return self.below(once_in) == once_in - 1


class Chance:
    """What the croupier needs of chance, from a chooser. One seed a shuffle: a deck in 53 choices would not shrink either.

    Every other deck lies in order, so that the hands that pay most are not too rare to be met: as it is dealt one by one, or in
    stacks of seven.
    """

    def __init__(self, choose):
        self.choose = choose

    def shuffle(self, x):
        seed = self.choose.below(1 << 16)
        fair = random.Random(seed)
        if seed % 4 > 1:
            fair.shuffle(x)
            return
        in_order = sorted(x, key=lambda card: (card % 4, card))
        turn = fair.randrange(len(x))
        in_order = in_order[turn:] + in_order[:turn]
        places = [(place % 7) * 7 + place // 7 for place in range(49)] + list(range(49, len(x)))
        x[:] = [in_order[place] for place in places] if seed % 4 else in_order
        for _ in range(fair.randrange(8)):
            one, other = fair.randrange(len(x)), fair.randrange(len(x))
            x[one], x[other] = x[other], x[one]

    def randint(self, a, b):
        return a + self.choose.below(b - a + 1)


# Facts


def plausible(choose, machine):
    """A value for each fact that any act asks for, mostly of the kind that it wants."""
    table = machine.run.table
    decks = [deck.name for deck in table.equipment.decks] or ["deck 1"]
    own = next(iter(table.round.hands.values()), ())
    clause = next(iter(table.rules.regulation.clauses))
    hand = choose.pick(tuple(table.round.hands.values()) or ((),))
    accounts = (
        "inventory",
        "outside",
        "house",
        "cage",
        "tips",
        "vigorish",
        "seat:1",
        "layout:1",
        "centre",
        "player:Ann",
        "drop",
    )
    return {
        "position": lambda: choose.below(8),
        "positions": lambda: (choose.below(7),) if choose.happens(2) else (choose.below(7), choose.below(7)),
        "wager": lambda: choose.pick((*table.rules.offers, "number:3", "nothing")),
        "also": lambda: choose.pick(({name: Cents(500) for name in table.rules.offers}, {"progressive": Cents(100)}, {})),
        "wagers": lambda: choose.pick((tuple(table.rules.offers), ("progressive",), "nothing")),
        "amount": lambda: Cents(choose.pick((1, 100, 500, 1000, 2500, 10_000, 100_000, 10**9))),
        "coupon": lambda: Cents(choose.pick((100, 500, 1000, 2500))),
        "number": lambda: choose.below(9),
        "cards": lambda: choose.pick((tuple(DECK_WITH_JOKER), tuple(own[:1]), tuple(hand[:1]), (CARDS[3],), 4, 5, (1,))),
        "low": lambda: tuple(choose.pick((hand[:2], hand[2:4], hand, hand[:1], (), (1, 2), (7, 3)))),
        "high": lambda: tuple(choose.pick((hand[2:], (), hand))),
        "face_up": lambda: choose.pick(((1,), (3, 5), (53,), (54,), (0,))),
        "exposed": lambda: {choose.below(8): choose.pick((1, (1,), tuple(hand[:1]), (), 2))},
        "hands": lambda: {choose.below(7): choose.pick((6, 7, 8))},
        "first": lambda: choose.below(8),
        "jammed": lambda: True,
        "drawn_in_error": lambda: True,
        "pattern": lambda: choose.pick(("wrong", "right")),
        "stack": lambda: choose.below(9),
        "deck": lambda: choose.pick((*decks, "deck 9")),
        "back": lambda: choose.pick(("red", "blue")),
        "jokers": lambda: choose.below(4),
        "covers": lambda: choose.below(4),
        "why": lambda: choose.pick(("because", "")),
        "depth": lambda: choose.below(54),
        "dice": lambda: choose.pick(((1, 2, 3), (6, 6, 6), (7, 1, 1), (1, 1), 3)),
        "times": lambda: choose.below(5),
        "flat": lambda: choose.happens(2),
        "fallen": lambda: choose.happens(2),
        "total": lambda: choose.below(19),
        "device": lambda: choose.pick(("shuffler", "automated-shoe", "reshuffling-device", "shaker")),
        "what": lambda: choose.pick(("jammed", "stopped", "unfinished", "sang")),
        "usable": lambda: choose.happens(2),
        "shuffling": lambda: choose.pick(("manual", "shuffler", "reshuffling-device")),
        "dealing": lambda: choose.pick(("manual-shoe", "hand", "automated-shoe")),
        "starting": lambda: choose.pick(("shaker", "random-number", "button")),
        "chips": lambda: choose.below(4),
        "coupons": lambda: choose.below(3),
        "standing": lambda: tuple(range(1, 1 + choose.below(7))),
        "on": lambda: choose.happens(2),
        "lit": lambda: choose.happens(2),
        "entries": lambda: (("dealer", choose.pick((tuple(hand), 7, 0)), "why"),),
        "clauses": lambda: (Citation(f"{table.rules.book} {clause}"),),
        "void": lambda: choose.happens(2),
        "retire_deck": lambda: choose.happens(2),
        "said": lambda: "ten dollars on it",
        "who": lambda: choose.pick(NAMES),
        "clause": lambda: choose.pick((clause, "99.Z")),
        "source": lambda: choose.pick(accounts),
        "target": lambda: choose.pick(accounts),
        "round": lambda: table.number - choose.below(3),
        "seat": lambda: choose.below(8),
        "reason": lambda: choose.pick(("payout", "vigorish", "wager-lost", "wager")),
        "error": lambda: choose.pick(("too-much", "missing", "odd")),
        "meter": lambda: choose.pick((*machine.run.meters, "progressive/none")),
        "shown": lambda: Cents(choose.pick((0, 2_000_000, -1))),
        "submission": lambda: choose.pick(tuple(examples().values())),
        "counted": lambda: Cents(choose.pick((0, 10_000_000))),
        "table": lambda: "PG-1",
        "inventory": lambda: Cents(10_000_000),
        "face": lambda: choose.pick(("up", "down")),
        "hand": lambda: choose.pick(("left", "right")),
        "defects": lambda: choose.pick(("", "a torn ace")),
        "logo": lambda: choose.happens(2),
    }


JUNK = (
    None,
    True,
    -1,
    99,
    10**9,
    1.5,
    "",
    "x",
    "seat:²",
    "player: ",
    Cents(-500),
    Cents(0),
    Cents(10**12),
    Fraction(1, 3),
    (),
    (1,),
    ("a",),
    (None,),
    {},
    {1: 2},
    {"a": ()},
    {9: (1,)},
    CARDS[0],
    (CARDS[0], CARDS[0]),
    tuple(CARDS),
    ((1, 2), (3,)),
)
FACTS = {
    "open-table": ("submission", "table", "inventory"),
    "close-table": ("counted", "why"),
    "sit": ("position", "positions"),
    "leave": (),
    "buy-in": ("amount",),
    "cash-out": ("amount",),
    "tip": ("amount",),
    "fill": ("amount", "why"),
    "credit": ("amount", "why"),
    "rule": ("source", "target", "amount", "why", "clause"),
    "correct": ("round", "seat", "wager", "reason", "error", "amount", "why"),
    "read-meter": ("meter", "shown"),
    "rule-meter": ("meter", "amount", "why"),
    "record-conduct": ("clause", "who", "what"),
    "bet-in-words": ("said",),
    "amend": ("submission",),
    "wager": ("position", "wager", "amount", "coupon", "number", "lit", "also"),
    "take-back": ("position", "wager"),
    "direct-house-stake": ("amount",),
    "deal": ("first", "face_up", "exposed", "jammed", "drawn_in_error"),
    "deal-stacks": ("face_up", "exposed", "pattern", "drawn_in_error"),
    "choose-stack": ("stack",),
    "count-stub": ("cards", "hands"),
    "report-exposed": ("position", "cards"),
    "report-misdeal": ("hands",),
    "set-hand": ("position", "low", "high"),
    "set-dealer": ("cards", "low", "high"),
    "expose": ("position", "low", "high"),
    "expose-bank": ("cards", "low", "high"),
    "settle-side": ("position", "wager"),
    "collect-lost": ("position", "wagers"),
    "pay-envy": ("position", "wager"),
    "receive-deck": ("deck", "back", "jokers", "covers", "cards"),
    "remove-deck": ("deck", "why"),
    "shuffle": ("deck", "cards"),
    "cut": ("position", "depth"),
    "offer-cut": ("position",),
    "refuse-cut": ("position",),
    "load-shoe": ("deck",),
    "take-deck": ("deck", "hand"),
    "shake": ("times", "position"),
    "uncover": ("dice", "flat", "fallen", "position"),
    "announce-total": ("total",),
    "draw-number": ("number",),
    "place-dice": ("dice", "logo"),
    "report-device": ("device", "what", "usable"),
    "cover-device": ("device",),
    "sign-device": ("device",),
    "remove-device": ("device",),
    "restore-device": ("device",),
    "switch-method": ("shuffling", "dealing", "starting"),
    "light": ("position", "on"),
    "count-chips": ("chips", "coupons"),
    "rule-count": ("standing",),
    "rack": ("entries", "deck"),
    "inspect-deck": ("deck", "defects"),
    "idle-table": ("face",),
    "order-recut": ("why",),
    "end-round": ("void", "retire_deck", "clauses"),
}
"""The facts that acts ask for; those that are not here ask for a position or a deck, or for nothing."""


def facts_of(act):
    return FACTS.get(act, ("deck",) if act in equipment.ACTS else ("position",))


IRREGULAR = {
    "deal": ("first", "face_up", "exposed", "jammed", "drawn_in_error"),
    "deal-stacks": ("face_up", "exposed", "pattern", "drawn_in_error"),
    "count-stub": ("cards", "hands"),
    "uncover": ("flat", "fallen", "dice"),
    "announce-total": ("total",),
    "count-chips": ("chips", "coupons"),
    "set-dealer": ("low",),
    "inspect-deck": ("defects",),
    "shuffle": ("cards",),
}
"""What a dealer may report with a step."""


# The machine


@dataclass
class Asked:
    """A command, and what came of it."""

    command: Command
    events: tuple[Event, ...] = ()
    refusal: HousewayError | None = None


class Machine:
    def __init__(self, choose, text=None, at=OPENING, physical=False):
        self.choose, self.at = choose, at
        self.run = Run()
        self.log = []
        self.physical = physical
        text = submission(choose) if text is None else text
        self.ask(Command("open-table", FLOOR, {"submission": text, "table": "PG-1", "inventory": Cents.dollars(500_000)}, at))
        self.croupier = Croupier(self.run, Chance(choose), DEALER, FLOOR)

    @property
    def table(self):
        return self.run.table

    def actors(self):
        """Everybody at the table in every capacity, and somebody who is not there."""
        players = [Actor(role, name) for name in (*NAMES, STRANGER) for role in (Role.PLAYER, Role.BANK)]
        return (*players, DEALER, FLOOR, Actor(Role.PLAYER, ""), Actor(Role.DEALER, "Ann"))

    def ask(self, command):
        """Ask for something, and hold what must hold whether it is refused or not."""
        before = self.run._table, self.run.meters, dict(self.run.meters), len(self.run.events), len(self.run.meter_events)
        if self.physical and command.act in ("shuffle", "receive-deck"):  # nobody knows the order of physical cards
            command = command._replace(facts={name: fact for name, fact in command.facts.items() if name != "cards"})
        asked = Asked(command)
        self.log.append(asked)
        try:
            asked.events = self.run.act(command)
        except HousewayError as refusal:
            asked.refusal = refusal
            self.check_refusal(refusal, before[0])
            after = self.run._table, self.run.meters, dict(self.run.meters), len(self.run.events), len(self.run.meter_events)
            assert after[0] is before[0]
            assert after[1] is before[1]
            assert after[2:] == before[2:]
            return asked
        happened = asked.events or len(self.run.meter_events) > before[4]
        assert happened, f"{command} was accepted and nothing happened"
        self.check_money(before[0])
        return asked

    def ask_with_fill(self, command):
        """As a table is run: where the inventory has too little, a fill comes, and it is done then."""
        asked = self.ask(command)
        if asked.refusal is not None and asked.refusal.code == "ledger.short" and asked.refusal.facts["account"] == "inventory":
            assert self.ask(Command("fill", FLOOR, {"amount": Cents.dollars(1_000_000), "why": "low"}, self.at)).refusal is None
            return self.ask(command)
        return asked

    def check_refusal(self, refusal, table):
        assert type(refusal) in (Malformed, NotAllowed, Ambiguous)
        assert refusal.message.strip()
        assert re.fullmatch(r"[a-z-]+\.[a-z-]+", refusal.code), refusal.code
        json.dumps(refusal.to_json())
        if isinstance(refusal, NotAllowed):
            assert refusal.clauses or refusal.code in RULES_REFUSE_NOT, f"{refusal.code} names no clause: {refusal.message}"
        if table is not None:
            known = table.rules.regulation
            assert all(clause.book == known.id and clause.clause in known.clauses for clause in refusal.clauses)

    def check_money(self, before):
        ledger = self.table.ledger
        balances = ledger.balances
        assert sum(balance.amount for balance in balances.values()) == 0
        assert all(balance.amount >= 0 for account, balance in balances.items() if account != "outside"), balances
        assert all(meter.value >= 0 for meter in self.run.meters.values())
        if before is not None and self.table.number != before.number:
            assert not ledger.unsettled, f"after round {before.number}: {ledger.unsettled}"

    def check_replay(self):
        """What was recorded comes to the same table: whole, through JSON, and on from any prefix."""
        events = self.run.events
        assert fold(events) == self.table
        again = [Event.from_json(json.loads(json.dumps(event.to_json()))) for event in events]
        assert again == events
        assert fold(again) == self.table
        half = 1 + self.choose.below(len(events))
        resumed = Run(events[:half])
        assert resumed.table == fold(again[:half])
        assert evolve_all(resumed.table, again[half:]) == self.table
        for name, meter in self.run.meters.items():
            told = [event for other, event in self.run.meter_events if other == name]
            assert progressive.fold(Event.from_json(json.loads(json.dumps(event.to_json()))) for event in told) == meter

    # What somebody may do

    def fill(self, option, besides=True):
        """The facts of an option, with something within its bounds for each that is open; now and then one that may be left out."""
        entered = {name: bounds["enter"] for name, bounds in option.bounds.items() if "enter" in bounds}
        unseen = iter(self.unseen())
        cards = {name: tuple(itertools.islice(unseen, number)) for name, number in entered.items()}
        optional = {name: bounds for name, bounds in option.bounds.items() if "optional" in bounds and "text" not in bounds}
        wanted = {name: bounds for name, bounds in option.bounds.items() if name not in {*entered, *optional}}
        facts = {**option.facts, **{name: self.within(name, bounds) for name, bounds in wanted.items()}, **cards}
        return self.besides(facts, optional) if besides and optional and self.choose.happens(4) else facts

    def besides(self, facts, optional):
        """One of the facts that may be left out, too: beside another, within the limits with it, or in its place."""
        name = self.choose.pick(sorted(optional))
        match optional[name]:
            case {"parts": parts, "beside": other, "together": most}:
                return {**facts, name: self.some(parts, most - facts[other])}
            case {"beside": other, "together": most}:
                room = min(most - facts[other], facts[other]) if "matched" in optional[name] else most - facts[other]
                return {**facts, name: room} if room >= optional[name]["least"] else facts
            case {"of": other}:
                return {**facts, name: facts[other][:2]}
            case {"instead": other} as bounds:
                return {**{fact: value for fact, value in facts.items() if fact != other}, name: self.within(name, bounds)}
            case bounds:
                return {**facts, name: self.within(name, bounds)}

    def some(self, parts, room):
        """Some of the parts of a table, with no more than there is for all of them."""
        filled = {}
        for name, bounds in parts.items():
            least = bounds["least"] if "least" in bounds else min(bounds["choices"])
            if least <= room and self.choose.happens(2):
                filled[name], room = least, room - least
        return filled

    def unseen(self):
        """Physical cards that nobody has entered yet."""
        seen = {card for laid in self.table.round.laid.values() for card in (*laid.high, *laid.low)}
        return [card for card in self.shuffled() if card not in seen]

    def within(self, name, bounds):  # noqa: C901 - one line a kind of bound
        choose = self.choose
        match bounds:
            case {"choices": choices}:
                return choose.pick(tuple(choices))
            case {"least": Cents(), "most": Cents()}:
                between = Cents((bounds["least"].amount + bounds["most"].amount) // 2)
                return choose.pick((bounds["least"], between, bounds["most"]))
            case {"least": Cents()}:
                return bounds["least"] + Cents(choose.pick((0, 100_000)))
            case {"least": int(), "most": int()} if "each" not in bounds:
                return choose.pick((bounds["least"], bounds["most"]))
            case {"from": hand}:
                return tuple(hand[:2]) if choose.happens(2) else tuple(hand[choose.below(7) :])
            case {"permutation": _}:
                return self.shuffled()
            case {"count": number}:
                return tuple(1 + choose.below(6) for _ in range(number))
            case {"text": words}:
                return words
            case {"each": places, "least": least, "most": most}:
                return {choose.pick(places): choose.pick((least, most))}
            case {"some": places} if "optional" in bounds:
                return (choose.pick(places),)
            case {"some": places}:
                return tuple(place for place in places if choose.happens(2))
            case {"document": book, "positions": seats, "areas": areas}:
                texts = [text for name, text in examples().items() if name.startswith(book)]
                return choose.pick([text for text in texts if room(text)[0] >= seats and room(text)[1] >= areas])
            case _:
                raise AssertionError(f"nobody can fill {name} within {bounds}")

    def shuffled(self):
        pack = list(self.table.equipment.settings.pack)
        Chance(self.choose).shuffle(pack)
        return tuple(pack)

    def by_option(self, actor=None):
        """Somebody does what `legal` says he may: it must be taken."""
        actor = actor or self.choose.pick(self.actors())
        options = self.run.legal(actor, self.at)
        if not options:
            return None
        option = self.choose.pick(options)
        if option.act in RARE and not self.choose.happens(6):
            return None
        asked = self.ask_with_fill(Command(option.act, actor, self.fill(option), self.at))
        assert asked.refusal is None, f"{actor} may {option}, and {asked.command.facts} is refused: {asked.refusal}"
        return asked

    def by_due(self):
        """The croupier takes the step that is due: it must be taken."""
        step = self.run.due(self.at)
        if step is None:
            return None
        asked = self.ask_with_fill(self.dealt(step))
        assert asked.refusal is None, f"{step} is due, and {asked.command.facts} is refused: {asked.refusal!r}"
        return asked

    def dealt(self, step):
        """The croupier's command; with physical cards he enters those that he turns over."""
        command = self.croupier.command(step, self.at)
        options = game.legal(scene_of(self.table, self.at, self.run.meters), command.by)
        bounds = next((option.bounds for option in options if option.act == step.act and option.facts == step.facts), {})
        if not any("enter" in each for each in bounds.values()):
            return command
        return command._replace(facts=self.fill(Option(step.act, (), command.facts, bounds)))

    def by_play(self):
        """What would come next at a table that nobody disturbs: the step that is due, or what a player may do in the game."""
        step, choose = self.run.due(self.at), self.choose
        early = step is not None and step.act in ("close-betting", "confirm-bank", "set-dealer", "expose") and choose.happens(2)
        if step is not None and not early and not choose.happens(6):
            return self.by_due()
        name = choose.pick(tuple(self.table.seats.values()) or NAMES)
        bank = self.table.round.bank.position
        actor = Actor(Role.BANK if bank in self.table.positions_of(name) else Role.PLAYER, name)
        options = [option for option in self.run.legal(actor, self.at) if option.act in game.ACTS and option.act != "take-back"]
        if not options:
            return None if step is None else self.by_due()
        option = choose.pick(options)
        asked = self.ask_with_fill(Command(option.act, actor, self.fill(option), self.at))
        assert asked.refusal is None, f"{actor} may {option}, and {asked.command.facts} is refused: {asked.refusal}"
        return asked

    def move(self):
        """One move: mostly play, sometimes something else, sometimes something wrong."""
        match self.choose.below(24):
            case 0 | 1 | 2 | 10:
                self.by_option()
            case 3 | 4 | 12:
                self.by_irregular_step()
            case 5 | 6:
                self.by_anything()
            case 7 | 8:
                self.by_wrong_hand()
            case 9:
                self.check_unlisted(self.choose.pick(self.actors()))
            case 11 if self.choose.happens(4):
                self.wait()
            case _:
                self.by_play()

    # What may be wrong

    def by_irregular_step(self):
        """The step that is due, with something that went wrong or is written wrong."""
        step = self.run.due(self.at)
        if step is None:
            return None
        command = self.dealt(step)
        values = plausible(self.choose, self)
        names = IRREGULAR.get(step.act, facts_of(step.act))
        if not names:
            return None
        name = self.choose.pick(names)
        value = values[name]() if not self.choose.happens(4) else self.choose.pick(JUNK)
        return self.ask(command._replace(facts={**command.facts, name: value}))

    def by_anything(self):
        """Any act, by anybody, with facts that mostly have the right kinds."""
        choose = self.choose
        act = choose.pick(ACTS) if not choose.happens(30) else "sing"
        values = plausible(choose, self)
        names = [name for name in facts_of(act) if not choose.happens(4)]
        facts = {name: choose.pick(JUNK) if choose.happens(6) else values[name]() for name in names}
        return self.ask(Command(act, choose.pick(self.actors()), facts, self.at))

    def by_wrong_hand(self):
        """What one may do, done by another, or with one fact changed."""
        choose = self.choose
        actor = choose.pick(self.actors())
        options = self.run.legal(actor, self.at)
        if not options:
            return None
        option = choose.pick(options)
        facts = self.fill(option)
        if facts and choose.happens(2):
            name = choose.pick(tuple(facts))
            values = plausible(choose, self)
            facts[name] = choose.pick(JUNK) if choose.happens(2) or name not in values else values[name]()
        else:
            actor = choose.pick(self.actors())
        return self.ask(Command(option.act, actor, facts, self.at))

    def wait(self):
        self.at += self.choose.pick((1, 60, 3600, 4 * 3600, 25 * 3600))

    def check_unlisted(self, actor):
        """What is not listed for somebody is refused, in whatever words."""
        listed = {option.act for option in self.run.legal(actor, self.at)}
        choose = self.choose
        values = plausible(choose, self)
        act = choose.pick(tuple(act for act in ACTS if act not in listed))
        facts = {name: values[name]() for name in facts_of(act) if not choose.happens(4)}
        asked = self.ask(Command(act, actor, facts, self.at))
        assert asked.refusal is not None, f"{actor} may not {act} by `legal`, and {asked.command.facts} is taken"

    # From here to the end of the round

    def seat(self, players=3):
        """Some players with chips."""
        free = [place for place in scene_of(self.table, self.at).positions if place not in self.table.seats]
        for name in NAMES[:players]:
            if name in self.table.seats.values():
                continue
            if not free:
                return
            self.must("sit", Actor(Role.PLAYER, name), position=free.pop(0))
            self.must("buy-in", Actor(Role.PLAYER, name), amount=Cents.dollars(5000))

    def must(self, act, actor, **facts):
        asked = self.ask_with_fill(Command(act, actor, facts, self.at))
        assert asked.refusal is None, f"{act} {facts} of {actor}: {asked.refusal!r}"
        return asked

    def finish(self):
        """The croupier and house-way players bring the round to its end."""
        number, start = self.table.number, len(self.log)
        while self.table.open and self.table.number == number:
            assert len(self.log) - start < LIVELY, f"still not over: {self.run.due(self.at)}"
            step = self.run.due(self.at)
            if step is None:
                assert self.player_acts(), f"nobody can do anything: {self.table.round}"
            else:
                self.by_due()

    def player_acts(self):
        """A player does what the table waits for: answers, chooses, sets the house way, or bets."""
        state, seats = self.table.round, self.table.seats
        for position, name in sorted(seats.items()):
            actor = Actor(Role.BANK if position == state.bank.position else Role.PLAYER, name)
            options = {
                option.act: option for option in self.run.legal(actor, self.at) if option.facts.get("position") == position
            }
            for act in ("pass-bank", "play-exposed"):
                if act in options:
                    return self.must(act, actor, **options[act].facts)
            if "set-hand" in options:
                hand = state.hands[position]
                low = tuple(self.table.house_way.set(hand, order_of(scene_of(self.table, self.at))).low) if hand else ()
                return self.must("set-hand", actor, position=position, low=low)
        return None if state.closed else self.somebody_bets()

    def somebody_bets(self):
        for position, name in sorted(self.table.seats.items()):
            if position == self.table.round.bank.position:
                continue
            actor = Actor(Role.PLAYER, name)
            for option in self.run.legal(actor, self.at):
                if option.act == "wager" and option.facts["wager"] == "pai-gow":
                    return self.must("wager", actor, **option.facts, amount=option.bounds["amount"]["least"])
        for name in sorted({*self.table.seats.values()}):
            if self.table.chips(name) < Cents.dollars(1000):
                return self.must("buy-in", Actor(Role.PLAYER, name), amount=Cents.dollars(5000))
        before = len(self.log)
        self.seat(1 + len(set(self.table.seats.values())))
        return len(self.log) > before
