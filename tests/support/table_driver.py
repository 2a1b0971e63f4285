"""A table for tests: opened from an example submission with changes, its cards and dice chosen, carried step by step.

table = TableDriver(MD, {"table.dealing": "hand"}, hands={1: "As Ac Kd Kh 9s 5c 3d"})
table.bet(1, 10)
table.to("set-dealer")          everybody before has done what was due; players have set the house way
table.finish()                  to the end of the round
"""

import functools
from dataclasses import replace
from datetime import date

import pytest

from houseway.cards import DECK_WITH_JOKER, parse_hand
from houseway.chance import seeded
from houseway.citation import cite
from houseway.croupier import DEALER, FLOOR, Croupier
from houseway.equipment import starting_position
from houseway.errors import HousewayError
from houseway.events import Actor, Command, Role
from houseway.hands.orders import DIV_PAI_GOW as DIV
from houseway.hands.orders import MD_PAI_GOW as MD
from houseway.money import Cents
from houseway.regulation import load
from houseway.submission import judge, read
from houseway.table import Run, fold
from tests.support.submissions import EXAMPLES, document, written

HOUR = 3600
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
BASE = "pai-gow"
FORTUNE = {"paytable": "A", "minimum": "$1", "maximum": "$100"}
EMPEROR = {"paytable": "D", "minimum": "$1", "maximum": "$100"}
INSURANCE = {"paytable": "B", "minimum": "$5", "maximum": "$100"}
BONUS = {"minimum": "$1", "maximum": "$100"}
NUMBER = {"minimum": "$2", "maximum": "$50", "odds": "5 1/2 to 1"}
MD_PROGRESSIVE = {"paytable": "A", "stake": "$1"}
DIV_PROGRESSIVE = {"paytable": "1", "stake": "$1"}
STANDARD = {
    MD: {"fortune-bonus": FORTUNE, "emperors-treasure": EMPEROR, "insurance": INSURANCE, "progressive": MD_PROGRESSIVE},
    DIV: {"bonus": BONUS, "number": NUMBER, "progressive": DIV_PROGRESSIVE},
}
RATES = {MD: "20%", DIV: "21%"}

both = pytest.mark.parametrize("book", [MD, DIV], ids=["md", "div"])


def md(*clauses):
    return pytest.mark.clause(*(f"{MD} {clause}" for clause in clauses))


def div(*clauses):
    return pytest.mark.clause(*(f"{DIV} {clause}" for clause in clauses))


def submission(book, options=(), wagers=(), readings=(), **changes):
    """The text of the minimal submission with options, wagers and readings besides; every approval is on file."""
    content = document(EXAMPLES / book / "minimal.toml")
    for key, value in dict(options).items():
        *above, last = key.split(".")
        functools.reduce(lambda table, part: table.setdefault(part, {}), above, content)[last] = value
    for wager in wagers if not isinstance(wagers, dict) else ():
        content["wagers"][wager] = STANDARD[book][wager]
    content["wagers"] |= dict(wagers) if isinstance(wagers, dict) else {}
    if "progressive" in content["wagers"]:
        content["meters"] = _meters(content, book)
    content["readings"] = dict(readings)
    content["approvals"] = [{"what": what, "reference": "TEST", "date": date(2026, 1, 1)} for what in load(book).approvals]
    content |= changes
    return "".join(f'"{key}" = {written(value)}\n' for key, value in content.items())


def _meters(content, book):
    table = load(book).paytable("progressive", content["wagers"]["progressive"]["paytable"])
    return [
        {"wager": "progressive", "name": name, "seed": "$20,000", "reset": "$20,000", "rate": RATES[book], "tables": ["PG-1"]}
        for name in table.meters or ("meter",)
    ]


def cards(text):
    return parse_hand(text)


class TableDriver:
    """Carries a table. `hands`, `dice`, `number`, `stack` and `depth` are what chance gives; `bank` is who takes the bank."""

    def __init__(self, book, options=(), wagers=(), readings=(), *, players=6, chips=5000, hands=None, text=None):
        self.book, self.run, self.at = book, Run(), 1_000_000
        self.hands = {place: cards(hand) for place, hand in (hands or {}).items()}
        self.dice, self.number, self.stack, self.depth = (2, 2, 4), 1, 1, 20
        self.lows, self.bank, self.co_bank = {}, None, False
        self.croupier = Croupier(self.run, seeded(1))
        self.text = text or submission(book, options, wagers, readings)
        self.do("open-table", FLOOR, submission=self.text, table="PG-1", inventory=Cents.dollars(100_000))
        for position, name in enumerate(NAMES[:players], 1) if isinstance(players, int) else players:
            self.sit(name, position, chips=chips)

    # Who acts

    def player(self, position):
        """Whoever sits there, as the bank if that is what he is."""
        table = self.run.table
        name = table.seats.get(position, "") if isinstance(position, int) else position
        banks = table.seats.get(table.round.bank.position or 0) == name and name
        return Actor(Role.BANK if banks else Role.PLAYER, name)

    def do(self, act, by=DEALER, **facts):
        """Carry a command out; what happened. `by` is an actor, or the position of a player."""
        actor = by if isinstance(by, Actor) else self.player(by)
        return self.run.act(Command(act, actor, facts, self.at))

    def refused(self, act, by=DEALER, **facts):
        """The refusal of a command, which changes nothing."""
        before = self.run.table
        with pytest.raises(HousewayError) as refusal:
            self.do(act, by, **facts)
        assert self.run.table is before
        return refusal.value

    def sit(self, name, *positions, chips=5000):
        self.do("sit", Actor(Role.PLAYER, name), positions=positions)
        if chips:
            self.do("buy-in", Actor(Role.PLAYER, name), amount=Cents.dollars(chips))

    def bet(self, position, amount, wager=BASE, **facts):
        return self.do("wager", position, position=position, wager=wager, amount=Cents.dollars(amount), **facts)

    def bet_all(self, amount=10):
        """A base wager at every seat but the bank's."""
        for position in self.run.table.seats:
            if position != self.run.table.round.bank.position:
                self.bet(position, amount)
        return self

    # What is due, and doing it

    @property
    def due(self):
        return self.run.due(self.at)

    def take(self, **facts):
        """Take the step that is due, with some facts of its own."""
        command = self.croupier.command(self.due, self.at)
        return self.run.act(Command(command.act, command.by, {**command.facts, **self._chance(command), **facts}, self.at))

    def to(self, act, position=None, limit=300):
        """Until a step is due; or, for `players`, until the table waits for somebody."""
        for _ in range(limit):
            step = self.due
            if step is None and (act == "players" or not self._answer()):
                assert act == "players", f"the table waits for players, and {act} never was due"
                return self
            if step is None:
                continue
            if step.act == act and position in (None, step.facts.get("position")):
                return self
            self.take()
        raise AssertionError(f"{act} never was due")

    def finish(self):
        """To the end of the round."""
        number = self.run.table.number
        while self.run.table.number == number:
            if self.due is not None:
                self.take()
            else:
                assert self._answer(), f"the table waits, with {self.run.table.round}"
        assert fold(self.run.events) == self.run.table
        return self

    def play(self, amount=10):
        """A whole round in which everybody bets the same."""
        return self.ready().bet_all(amount).finish()

    def ready(self):
        """Until the cards lie ready and wagers are wanted."""
        while (self.due is not None and self.due.act != "close-betting") or (not self.run.table.round.closed and self._offer()):
            if self.due is not None:
                self.take()
        return self

    def _answer(self):
        """What a player says or does when the table waits for him: true if somebody had something to say."""
        state = self.run.table.round
        return self._offer() or any(self._set(position) for position in state.playing if state.stub_counted)

    def _offer(self):
        offered = self.run.table.round.bank.offered
        if offered is None:
            return False
        self.do("accept-bank" if offered == self.bank else "pass-bank", offered, position=offered)
        if offered == self.bank and self.co_bank:
            self.do("request-co-bank", offered, position=offered)
        return True

    def _set(self, position):
        options = self.legal(position, "set-hand")
        if not any(option.facts["position"] == position for option in options):
            return False
        hand = self.run.table.round.hands[position]
        low = self.lows.get(position)
        low = cards(low) if low else tuple(self.run.table.house_way.set(hand).low)
        self.do("set-hand", position, position=position, low=low)
        return True

    def _chance(self, command):
        table = self.run.table
        match command.act:
            case "shuffle" | "receive-deck" if "cards" in command.facts:
                return {"cards": self._stacked()} if self.hands else {}
            case "cut":
                return {"depth": self.depth}
            case "uncover":
                return {"dice": self.dice}
            case "draw-number":
                return {"number": self.number}
            case "choose-stack":
                return {"stack": self.stack}
            case "rule-count":
                return {"standing": table.equipment.acceptors.lit}
            case _:
                return {}

    def _stacked(self):
        """The deck before the cut, so that everybody gets the hand that was chosen for him."""
        equipment, bank = self.run.table.equipment, self.run.table.round.bank.position
        positions = equipment.settings.positions
        shown = {"shaker": sum(self.dice), "random-number": self.number}.get(equipment.starting.value, 1)
        start = (equipment.button or 0) if equipment.starting == "button" else starting_position(shown, positions, bank)
        places = [(start - turn) % (positions + 1) for turn in range(positions + 1)]
        used = {card for hand in self.hands.values() for card in hand}
        assert len(used) == sum(map(len, self.hands.values())), "a card is in two of the hands that were chosen"
        rest = [card for card in DECK_WITH_JOKER if card not in used]
        hands = [self.hands.get(place) or tuple(rest.pop() for _ in range(7)) for place in places]
        stock = [*_dealt_as(hands, equipment.dealing.value, self.book, self.stack if bank else 1), *rest]
        cut = self.depth if equipment.shuffling == "manual" else 0
        return tuple(stock[len(stock) - cut :] + stock[: len(stock) - cut])

    # What can be seen

    @property
    def events(self):
        """Those of the round in play, or of the one that has just begun with all before it."""
        return self.run.events

    def since(self, kind="round-started", skip=0):
        """The events since the last of a kind, which is left out; `skip` goes further back."""
        places = [place for place, event in enumerate(self.events) if event.kind == kind]
        return self.events[places[-1 - skip] + 1 :]

    def kinds(self, *wanted, skip=0):
        """The kinds of the events of a round, in order; some of them only, if they are named."""
        found = [event.kind for event in self.since(skip=skip)]
        return [kind for kind in found if kind in wanted] if wanted else found

    def last(self, kind, **facts):
        return next(
            event for event in reversed(self.events) if event.kind == kind and facts.items() <= dict(event.facts).items()
        )

    def clauses(self, kind, **facts):
        return short(self.last(kind, **facts).clauses)

    def legal(self, by, act):
        actor = by if isinstance(by, Actor) else self.player(by)
        return [option for option in self.run.legal(actor, self.at) if option.act == act]

    def balance(self, account):
        return self.run.table.ledger.balance(account)

    def chips(self, position):
        return self.run.table.chips(self.run.table.seats[position])


def _dealt_as(hands, dealing, book, first):
    """Seven hands in the order in which their cards come off the deck; the first hand goes to the starting position."""
    if dealing == "automated-shoe":
        return [card for hand in hands for card in hand]
    if dealing == "hand" and book == DIV:
        order = hands[len(hands) - first + 1 :] + hands[: len(hands) - first + 1]
        return [hand[turn] for turn in range(7) for hand in (order if turn % 2 == 0 else order[::-1])]
    return [hand[turn] for turn in range(7) for hand in hands]


def without_light(scene, position):
    """The scene as it would be if the light of a position were not on."""
    acceptors = scene.gear.acceptors
    lit = tuple(place for place in acceptors.lit if place != position)
    return replace(scene, gear=replace(scene.gear, acceptors=replace(acceptors, lit=lit)))


def short(clauses):
    """Clause ids without their book."""
    return [str(clause).split(" ", 1)[1] for clause in clauses]


def differs(md, div):
    """A difference between the two books, with the clauses of each; a test with it bears them all."""
    sides = ((MD, md), (DIV, div))
    return pytest.mark.clause(*(f"{book} {clause}" for book, clauses in sides for clause in clauses.split()))


def findings(book, *filing, **changes):
    """What `houseway check` has to say about a filing: the code of each finding, and its clause."""
    verdict = judge(read(submission(book, *filing, **changes)))
    return [(finding.code, finding.clause.clause if finding.clause else "") for finding in verdict.findings]


def bear(claim, book, md="", div=""):
    """Let a test that runs under either book bear the clauses of the one that it runs under."""
    claim(*cite(book, *{MD: md, DIV: div}[book].split()))
