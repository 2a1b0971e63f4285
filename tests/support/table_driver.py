"""Tables for tests: opened from an example submission with changes, their cards and dice chosen, carried step by step.

table = PaiGowTable(MD, {"table.dealing": "hand"}, hands={1: "As Ac Kd Kh 9s 5c 3d"})
table.bet(1, 10)
table.to("set-dealer")          everybody before has done what was due; players have set the house way
table.finish()                  to the end of the round

table = UltimateTable(wagers=["progressive"], hands={1: "As Ks", 0: "2c 7d"}, board="Qs Js Ts 3h 3d")
table.ready().bets(1, 10, trips=5)
table.answers = {1: ["check", "play"]}     else everybody checks as long as he may, and plays then
table.finish()

table = FourCardTable(hands={1: "As Ac Ad Ah 2c", 0: "2d 7d 9c Jh Ks Kd"})     the dealer's last card is face up
table.answers = {1: ["play 3"]}            else everybody plays once
"""

from dataclasses import replace

import pytest

from houseway.cards import DECK, DECK_WITH_JOKER, parse_hand
from houseway.chance import seeded_chance
from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR, Croupier
from houseway.equipment import starting_position
from houseway.errors import HousewayError, NotAllowed
from houseway.events import Actor, Command, Role
from houseway.games.pai_gow.base_wager.outcome import high_order
from houseway.money import Cents
from houseway.play.driver import WAITS_FOR_BETS
from houseway.submission import judge, parse_submission
from houseway.table import TableRun, fold_events
from houseway.table.context import round_context
from tests.support.clauses import short
from tests.support.run_logs import RecordedCommands
from tests.support.submissions import DIV, FC, METERS, UTH, submission

HOUR = 3600
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
MACHINE = {"table.dealing": "automated-shoe", "table.shuffler": True}
HAND = {"table.dealing": "hand", "table.shuffler": True}
MANUAL = {"table.dealing": "manual-shoe"}
WAITS = {**MACHINE, "table.dealer-cards": "left-in-shuffler"}
METHODS = {"manual-shoe": MANUAL, "hand": HAND, "automated-shoe": MACHINE}
VERSIONS = ("proposed-2013-06-27", "original")
"""Of Four Card Poker."""


def cards(text):
    return parse_hand(text)


def dollars(amount):
    return Cents.from_dollars(amount)


class TableDriver:
    """Carries a table of any game. `hands` (0 is the dealer's) and `depth` of the cut are what chance gives."""

    base, players, inventory, pack = "ante", 3, 3_000_000, DECK

    def __init__(
        self,
        book,
        options=(),
        wagers=(),
        readings=(),
        letters=(),
        *,
        players=None,
        seats=None,
        chips=5000,
        hands=None,
        text=None,
        run=None,
        name="",
        **changes,
    ):
        self.recorded = RecordedCommands()
        self.book, self.run, self.at = book, run or TableRun(record=self.recorded.record), 1_000_000
        self.hands, self.depth = {place: cards(hand) for place, hand in (hands or {}).items()}, 20
        self.croupier = Croupier(self.run, seeded_chance(1))
        self.text = text or submission(book, options, wagers, readings, letters, **changes)
        name = name or METERS[book]["tables"][0]
        self.do("open-table", FLOOR_ACTOR, submission=self.text, table=name, inventory=dollars(self.inventory))
        for player, places in seats.items() if seats else self._seated(players):
            self.sit(player, *places, chips=chips)

    def _seated(self, players):
        """So many players, or those that are named with their positions."""
        wanted = self.players if players is None else players
        return [(name, (place,)) for place, name in (wanted if isinstance(wanted, list) else enumerate(NAMES[:wanted], 1))]

    # Who acts

    def player(self, position):
        """Whoever sits there."""
        name = self.run.table.seats.get(position, "") if isinstance(position, int) else position
        return Actor(Role.PLAYER, name)

    def do(self, act, by=DEALER_ACTOR, **facts):
        """Carry a command out; what happened. `by` is an actor, or a player by position or name."""
        return self.run.act(Command(act, self._actor(by), facts, self.at))

    def _actor(self, by):
        return by if isinstance(by, Actor) else self.player(by)

    def refused(self, act, by=DEALER_ACTOR, **facts):
        """The refusal of a command, which changes nothing."""
        before = self.run.table
        with pytest.raises(HousewayError) as refusal:
            self.do(act, by, **facts)
        assert self.run.table is before
        return refusal.value

    def may(self, act, by=DEALER_ACTOR, **facts):
        """Carry a command out if it is allowed; whether it was."""
        try:
            self.do(act, by, **facts)
        except NotAllowed:
            return False
        return True

    def act(self, position, act, **facts):
        return self.do(act, position, position=position, **facts)

    def sit(self, name, *positions, chips=5000):
        self.do("sit", Actor(Role.PLAYER, name), positions=positions)
        if chips:
            self.do("buy-in", Actor(Role.PLAYER, name), amount=dollars(chips))

    def bet(self, position, amount, wager="", **facts):
        """One wager, the game's own where none is named; what happened."""
        return self.act(position, "wager", wager=wager or self.base, amount=dollars(amount), **facts)

    def bets(self, position, amount=10, wager="", **sides):
        """A wager, the game's own where none is named, and optional ones by name."""
        stakes = {wager or self.base: amount, **{name.replace("_", "-"): stake for name, stake in sides.items()}}
        for name, stake in stakes.items():
            if stake:
                self.bet(position, stake, name)
        return self

    def bet_all(self, amount=10, **sides):
        """The same wagers at every seat."""
        for position in self.run.table.seats:
            self.bets(position, amount, **sides)
        return self

    # What is due, and doing it

    @property
    def due(self):
        return self.run.due(self.at)

    def take(self, **facts):
        """Take the step that is due, with some facts of its own."""
        step = self.due
        assert step is not None, "nothing is due"
        command = self.croupier.command_for(step, self.at)
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
        assert fold_events(self.run.events) == self.run.table
        return self

    def play(self, amount=10):
        """A whole round in which everybody bets the same."""
        return self.ready().bet_all(amount).finish()

    def ready(self):
        """Until the cards lie ready and wagers are wanted."""
        while self.due is not None and self.due.act not in WAITS_FOR_BETS:
            self.take()
        return self

    def _answer(self):
        """What a player says or does when the table waits for him: true if somebody had something to say."""
        raise NotImplementedError

    # What chance gives

    def _chance(self, command):
        match command.act:
            case "shuffle" | "receive-deck" if "cards" in command.facts and self._chosen():
                return {"cards": self._stacked()}
            case "cut":
                return {"depth": self.depth}
            case "rule-count":
                return {"standing": self.run.table.equipment.acceptors.lit}
            case _:
                return {}

    def _chosen(self):
        """All cards that were chosen for somebody."""
        return [card for hand in self.hands.values() for card in hand]

    def _stacked(self):
        """The deck before the cut, so that everybody gets the cards that were chosen for him."""
        used = self._chosen()
        assert len(set(used)) == len(used), "a card is in two places"
        stock = self._stock([card for card in self.pack if card not in used])
        stock += [card for card in self.pack if card not in stock]
        cut = self.depth if self.run.table.equipment.shuffling == "manual" else 0
        return tuple(stock[len(stock) - cut :] + stock[: len(stock) - cut])

    def _stock(self, rest):
        """Cards in the order in which they come off the deck; whoever has none chosen gets his from `rest`."""
        raise NotImplementedError

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
        return [option for option in self.run.legal(self._actor(by), self.at) if option.act == act]

    def balance(self, account):
        return self.run.table.ledger.balance(account)

    def chips(self, position):
        return self.run.table.chips(self.run.table.seats[position])

    @property
    def context(self):
        return round_context(self.run.table, self.at, self.run.meters)

    @property
    def state(self):
        return self.run.table.round

    def won(self, position, wager):
        """How a wager ended, and what it was paid beside its stake."""
        event = self.last("wager-settled", position=position, wager=wager)
        return event["result"], event["amount"]

    def net(self, position, before):
        return self.chips(position) - before

    def paid(self, position):
        """Every wager of a position that was settled in the last round, with its result and what it won."""
        found = [event for event in self.since(skip=1) if event.kind == "wager-settled" and event["position"] == position]
        return {event["wager"]: (event["result"], event["amount"].amount // 100) for event in found}

    def moved(self, reason, skip=1):
        """The transfers of a round for a reason: who got what, and the clauses."""
        return [event for event in self.since(skip=skip) if event.kind == "money-moved" and event["reason"] == reason]


class PaiGowTable(TableDriver):
    """Pai Gow Poker. `dice`, `number` and `stack` are what chance gives; `bank` takes the bank; `lows` are set in front."""

    base, players, inventory, pack = "pai-gow", 6, 100_000, DECK_WITH_JOKER

    def __init__(self, book, options=(), wagers=(), readings=(), **more):
        self.dice, self.number, self.stack = (2, 2, 4), 1, 1
        self.lows, self.bank, self.co_bank = {}, None, False
        super().__init__(book, options, wagers, readings, **more)

    def player(self, position):
        """Whoever sits there, as the bank if that is what he is."""
        who = super().player(position)
        banks = who.name and self.run.table.seats.get(self.state.bank.position or 0) == who.name
        return Actor(Role.BANK, who.name) if banks else who

    def bet_all(self, amount=10, **sides):
        """The same wagers at every seat but the bank's."""
        for position in self.run.table.seats:
            if position != self.run.table.round.bank.position:
                self.bets(position, amount, **sides)
        return self

    def ready(self):
        super().ready()
        while not self.state.closed and self._offer():
            super().ready()
        return self

    def _answer(self):
        return self._offer() or any(self._set(position) for position in self.state.live_positions if self.state.stub_counted)

    def _offer(self):
        offered = self.state.bank.offered
        if offered is None:
            return False
        self.act(offered, "accept-bank" if offered == self.bank else "pass-bank")
        if offered == self.bank and self.co_bank:
            self.act(offered, "request-co-bank")
        return True

    def may_set(self, position):
        return any(option.facts["position"] == position for option in self.legal(position, "set-hand"))

    def _set(self, position):
        if not self.may_set(position):
            return False
        low = self.lows.get(position)
        low = cards(low) if low else tuple(self.house_way(self.state.hands[position]).low)
        self.act(position, "set-hand", low=low)
        return True

    def house_way(self, hand):
        return self.run.table.house_way.set(hand, high_order(self.run.table.rules))

    def _chance(self, command):
        match command.act:
            case "uncover":
                return {"dice": self.dice}
            case "draw-number":
                return {"number": self.number}
            case "choose-stack":
                return {"stack": self.stack}
            case _:
                return super()._chance(command)

    def _stock(self, rest):
        """The first hand goes to the starting position."""
        equipment, bank = self.run.table.equipment, self.state.bank.position
        positions = equipment.settings.positions
        shown = {"shaker": sum(self.dice), "random-number": self.number}.get(equipment.starting.value, 1)
        start = (equipment.button or 0) if equipment.starting == "button" else starting_position(shown, positions, bank)
        places = [(start - turn) % (positions + 1) for turn in range(positions + 1)]
        hands = [self.hands.get(place) or tuple(rest.pop() for _ in range(7)) for place in places]
        if equipment.dealing.value == "automated-shoe":
            return [card for hand in hands for card in hand]
        if equipment.dealing.value == "hand" and self.book == DIV:
            first = len(hands) - (self.stack if bank else 1) + 1
            order = hands[first:] + hands[:first]
            return [hand[turn] for turn in range(7) for hand in (order if turn % 2 == 0 else order[::-1])]
        return [hand[turn] for turn in range(7) for hand in hands]


class AgainstDealer(TableDriver):
    """A game against the dealer. `answers` are what players say when it is their turn, by position."""

    def __init__(self, *filing, **more):
        self.answers = {}
        super().__init__(*filing, **more)

    def _answer(self):
        position = self.context.position_to_act
        if position is None:
            return False
        told = self.answers.get(position, [])
        name, _, times = (told.pop(0) if told else self._usual(position)).partition(" ")
        self.act(position, name, **({"times": int(times or self._most(position))} if name == "play" else {}))
        return True

    def _usual(self, position):
        return "check" if self.legal(position, "check") else "play"

    def _dealt(self, rest, size):
        """Everybody who is dealt to, with his cards."""
        places = [place for place in sorted(self.hands) if place] or sorted(self.run.table.seats)
        return {place: self.hands.get(place) or tuple(rest.pop() for _ in range(size)) for place in places}


class UltimateTable(AgainstDealer):
    """Ultimate Texas Hold'em, with its `board` and its `box` of the Six Card Bonus."""

    def __init__(self, options=(), wagers=(), readings=(), letters=(), *, board="", box="", **more):
        self.board, self.box = cards(board) if board else (), cards(box) if box else ()
        super().__init__(UTH, options, wagers, readings, letters, **more)

    def _most(self, position):
        return 1 if self.legal(position, "fold") else 2 if self.state.decision_round else 4

    def _chosen(self):
        return [*super()._chosen(), *self.board, *self.box]

    def _stock(self, rest):
        hands = self._dealt(rest, 2)
        dealer = self.hands.get(0) or (rest.pop(), rest.pop())
        board = self.board or tuple(rest.pop() for _ in range(5))
        rules, dealing = self.run.table.rules, self.run.table.equipment.dealing.value
        if dealing == "automated-shoe":
            boxed = "six-card-bonus" in rules.offers and rules.readings["UTH-12"] == "box-cards"
            box = self.box or tuple(rest.pop() for _ in range(4)) if boxed else ()
            waits = rules.options["table.dealer-cards"] == "left-in-shuffler"
            order = [*hands.values(), dealer] if waits else [dealer, *hands.values()]
            return [*box, *board, *(card for hand in order for card in hand)]
        burns = dealing == "hand" or rules.readings["UTH-36"] == "any-manual-deal"
        burned = [[rest.pop()], [rest.pop()]] if burns else [[], []]
        two = [hand[turn] for turn in range(2) for hand in (*hands.values(), dealer)]
        return [*two, *burned[0], *board[:3], *burned[1], *board[3:]]


class FourCardTable(AgainstDealer):
    """Four Card Poker; of the dealer's six cards the last is dealt face up."""

    def __init__(self, options=(), wagers=(), readings=(), letters=(), **more):
        super().__init__(FC, options, wagers, readings, letters, **more)

    def bet_aces_up(self, position, amount=5, **sides):
        """Aces Up alone."""
        return self.bets(position, amount, "aces-up", **sides)

    def _most(self, position):
        return 1

    def _stock(self, rest):
        hands = self._dealt(rest, 5)
        dealer = self.hands.get(0) or tuple(rest.pop() for _ in range(6))
        if self.run.table.equipment.dealing.value == "automated-shoe":
            return [card for hand in (*hands.values(), dealer) for card in hand]
        return [hand[turn] for turn in range(5) for hand in (*hands.values(), dealer)] + [dealer[5]]


AGAINST_DEALER_TABLES = {UTH: UltimateTable, FC: FourCardTable}


def ready_table(book, *filing, **more):
    """A table of a game against the dealer, where wagers are wanted."""
    return AGAINST_DEALER_TABLES[book](*filing, **more).ready()


def exposed_positions(game):
    """Whose hands were turned up in the last round, in order."""
    return [event["position"] for event in game.since(skip=1) if event.kind == "hand-exposed"]


def without_light(context, position):
    """The context as it would be if the light of a position were not on."""
    acceptors = context.equipment_view.acceptors
    lit = tuple(place for place in acceptors.lit if place != position)
    return replace(context, equipment_view=replace(context.equipment_view, acceptors=replace(acceptors, lit=lit)))


def findings(book, *filing, **changes):
    """What `houseway check` has to say about a filing: the code of each finding, and its clause."""
    verdict = judge(parse_submission(submission(book, *filing, **changes)))
    return [(finding.code, finding.clause.clause if finding.clause else "") for finding in verdict.findings]
