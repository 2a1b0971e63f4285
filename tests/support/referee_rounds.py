"""Rounds by chance for the comparison with the referee: wide in what happens, and cheap to play.

Every command goes to the referee's record when it is taken, with the table before and after it, so that nothing is folded twice.
"""

from typing import NamedTuple

from houseway.errors import HousewayError, NotAllowed
from houseway.events import Actor, Command, Role
from houseway.files.referee.acts import REFUSED_ACTS
from houseway.files.referee.check import Undecided, differences_of
from houseway.files.referee.record import RefereeRecord
from houseway.money import Cents
from houseway.review import ReviewedCommand
from houseway.table import acts
from houseway.table.context import round_context
from houseway.table.findings import finding_options
from tests.support.dealer_machine import DealerMachine
from tests.support.referee_comparison import Comparison
from tests.support.referee_filings import covered_submission, table_name
from tests.support.table_chance import Dice
from tests.support.table_facts import IRREGULAR, plausible
from tests.support.table_invariants import DEALER, FLOOR, RULES_REFUSE_NOT, Asked, WatchedTable
from tests.support.table_machine import Machine
from tests.support.table_submissions import BOOKS as PAI_GOW_BOOKS

NAMES = ("Ann", "Bob", "Cid", "Dee")
NEWCOMERS = ("Eve", "Fay", "Gus", "Hal")
"""Players who come while wagers are made, at tables with arrivals."""
MOVES = 150
"""Moves of a round after which the croupier brings it to its end."""
ONE_ARRIVAL_IN = 12
"""Moves for each arrival."""
IRREGULARITIES = (0, 0, 0, 0, 1, 1, 2, 3)
"""How many things go wrong in a round."""
DEALT = ("deal", "deal-flop", "deal-final")
AMOUNTS = (1, 100, 250, 500, 1000, 1500, 2500, 10_000, 100_000, 10_000_000)
NO_REFUSAL_OF_THE_RULES = RULES_REFUSE_NOT | {"finding.waits", "table.nameless", "round.bank-not-offered"}
"""Refusals that are about order, role or chips: the referee's record says nothing of that."""


class SampledRound(NamedTuple):
    """A round that both have decided, or not, and why."""

    ended: object
    differences: list
    undecided: str = ""


class RefereeTable(WatchedTable):
    """A table that is compared with the referee while it is played."""

    def __init__(self, choose, text, physical, name):
        self.record, self.commands, self.rounds = RefereeRecord(), [], []
        self.wrong, self.stuck, self.arrivals, self.sat = 0, "", False, set[int | str]()
        WatchedTable.__init__(self, choose, text, physical=physical, name=name)

    def ask(self, command):
        run = self.run
        if self.physical and command.act in ("shuffle", "receive-deck"):  # nobody knows the order of physical cards
            command = command._replace(facts={name: fact for name, fact in command.facts.items() if name != "cards"})
        before, meters, moved = run._table, run.meters, len(run.meter_events)
        asked = Asked(command)
        self.log.append(asked)
        try:
            asked.events = run.act(command)
        except HousewayError as refusal:
            asked.refusal = refusal
            if is_refused_by_rule(command, refusal):
                self.commands.append((command, True))
                self.record.refuse(command, before)
            return asked
        self.commands.append((command, False))
        events = ReviewedCommand(command, asked.events, run.meter_events[moved:], before, run._table, meters, run.meters)
        ended = self.record.take(events)
        if ended is not None:
            self.rounds.append(judged(ended))
        return asked

    # Who sits there

    def seat_players(self):
        """Up to four players, some with two areas, some with few chips."""
        choose, positions = self.choose, list(round_context(self.table, self.at).positions)
        areas = acts.areas_allowed(self.table.rules)
        for name in NAMES[: 1 + choose.below(4)]:
            wide = 2 if areas > 1 and len(positions) > 1 and choose.happens(4) else 1
            if name in self.table.seats.values() or len(positions) < wide:
                continue
            places = tuple(positions[:wide])
            del positions[: wide + choose.below(2)]
            if any(place in self.table.seats for place in places):
                continue
            self.must("sit", Actor(Role.PLAYER, name), positions=places)
            self.must("buy-in", Actor(Role.PLAYER, name), amount=Cents.from_dollars(choose.pick((5000, 5000, 2000, 300, 60))))

    def refill(self):
        """Players who are broke buy chips, and somebody new may come."""
        for name in sorted({*self.table.seats.values()}):
            if self.table.chips(name) < Cents.from_dollars(40):
                self.must("buy-in", Actor(Role.PLAYER, name), amount=Cents.from_dollars(3000))
        if not self.table.seats or self.choose.happens(6):
            self.seat_players()

    def arrive(self):
        """Somebody new sits down in the middle of a round, mostly while wagers are made, at one position or at two. Where somebody
        has sat in this round, and whoever has, is left out: the record has no words for that."""
        choose, table = self.choose, self.table
        free = [place for place in round_context(table, self.at).positions if place not in self.sat]
        newcomers = [name for name in NEWCOMERS if name not in self.sat]
        if not free or not newcomers or (table.round.closed and not choose.happens(6)):
            return
        actor, wide = Actor(Role.PLAYER, choose.pick(newcomers)), 2 if choose.happens(4) else 1
        self.ask(Command("sit", actor, {"positions": tuple(free[:wide])}, self.at))
        if actor.name in self.table.seats.values():
            amount = Cents.from_dollars(choose.pick((5000, 2000, 300, 60)))
            self.ask(Command("buy-in", actor, {"amount": amount}, self.at))

    # What happens

    def play_round(self):
        number = self.table.number
        self.wrong, self.sat = self.choose.pick(IRREGULARITIES), set[int | str]()
        for _ in range(MOVES):
            if self.table.number != number:
                break
            if self.arrivals:
                self.sat |= {*self.table.seats, *self.table.seats.values()}
                if self.choose.happens(ONE_ARRIVAL_IN):
                    self.arrive()
            self.move()
        if self.table.number == number:
            self.seat(2)
            self.finish()
        self.refill()

    def move(self):
        match self.choose.below(24):
            case 0 if self.choose.happens(3):
                self.ask_anything()
            case 1 if self.choose.happens(3):
                self.by_moving_chips()
            case 2 | 3 if self.wrong:
                self.by_irregular_step()
            case 4 if self.wrong:
                self.by_report()
            case _:
                self.by_play()

    def by_play(self):
        """The step that is due, or what a player may do in the game."""
        step, choose = self.run.due(self.at), self.choose
        if step is not None and not choose.happens(4 if self.table.round.closed else 6) and not self.awaits_wagers(step):
            return self.by_due()
        players = sorted({*self.table.seats.values()})
        while players:
            name = players.pop(choose.below(len(players)))
            asked = self.by_player(name)
            if asked is not None or step is not None:
                break
        else:
            asked = None
        return asked if asked is not None or step is None else self.by_due()

    def awaits_wagers(self, step):
        """Before betting is closed, more wagers come than steps."""
        return step.act in ("close-betting", "confirm-bank") and not self.choose.happens(4)

    def by_player(self, name):
        table = self.table
        bank = table.game.bank.position(table.round)
        actor = Actor(Role.BANK if bank in table.positions_of(name) else Role.PLAYER, name)
        context = round_context(table, self.at, self.run.meters)
        options = [
            each for each in table.game.legal_options(context, actor) if each.act != "take-back" or self.choose.happens(6)
        ]
        if not options:
            return None
        option = self.choose.pick(options)
        return self.ask_with_fill(Command(option.act, actor, self.fill(option), self.at))

    def by_moving_chips(self):
        """A player gets up, or buys chips."""
        names = sorted({*self.table.seats.values()})
        if not names:
            return
        actor = Actor(Role.PLAYER, self.choose.pick(names))
        if self.choose.happens(2):
            self.ask(Command("leave", actor, {}, self.at))
        else:
            self.ask(Command("buy-in", actor, {"amount": Cents.from_dollars(self.choose.pick((20, 500)))}, self.at))

    def by_report(self):
        """Somebody reports something about this round or the one before, or rules on what was found."""
        actor, table = self.choose.pick((DEALER, FLOOR)), self.table
        if table.completed is not None and self.choose.happens(3):
            options = list(finding_options(table, actor, self.at))
        else:
            options = [
                each for each in self.run.legal(actor, self.at) if each.act.startswith("report-") or each.act == "rule-count"
            ]
        options = [each for each in options if each.act != "rule-finding" or self.choose.happens(2)]
        if options:
            option = self.choose.pick(options)
            asked = self.ask_with_fill(Command(option.act, actor, self.fill(option), self.at))
            self.wrong -= asked.refusal is None

    def by_irregular_step(self):
        """The step that is due, with something that went wrong."""
        step = self.run.due(self.at)
        if step is None or step.act not in IRREGULAR:
            return self.by_play()
        command, name = self.dealt(step), self.choose.pick(IRREGULAR[step.act])
        asked = self.ask(command._replace(facts={**command.facts, name: plausible(self.choose, self)[name]()}))
        self.wrong -= asked.refusal is None
        return asked

    # What is refused, mostly

    def ask_anything(self):
        """A player asks for something that is well said, and mostly not allowed now."""
        table, choose = self.table, self.choose
        names = sorted({*table.seats.values()})
        if not names:
            return
        name = choose.pick(names)
        bank = table.game.bank.position(table.round)
        actor = Actor(Role.BANK if bank in table.positions_of(name) else Role.PLAYER, name)
        asked = [act for act in table.game.acts if act in REFUSED_ACTS]
        act = choose.pick(("wager", "wager", *asked))
        position = choose.pick(table.positions_of(name) if not choose.happens(8) else tuple(table.seats))
        facts = self.plain_facts(act, position)
        if facts is not None:
            self.ask(Command(act, actor, facts, self.at))

    def plain_facts(self, act, position):
        choose, facts = self.choose, {"position": position}
        match act:
            case "wager":
                wager = choose.pick(tuple(self.table.rules.offers))
                number = {"number": 1 + choose.below(7)} if wager == "number" else {}
                return {**facts, "wager": wager, "amount": Cents(choose.pick(AMOUNTS)), **number}
            case "take-back":
                return {**facts, "wager": choose.pick((*self.table.rules.offers,))}
            case "direct-house-stake":
                return {"amount": Cents(choose.pick(AMOUNTS))}
            case "play":
                return {**facts, "times": 1 + choose.below(4)}
            case "set-hand":
                hand = self.table.round.hands.get(position, ())
                return (
                    {**facts, "low": tuple(hand[place] for place in (choose.below(3), 3 + choose.below(4)))} if hand else None
                )
            case _:
                return facts


class PaiGowRounds(RefereeTable, Machine):
    pass


class DealerRounds(RefereeTable, DealerMachine):
    def by_irregular_step(self):
        """The step that is due, with something that went wrong."""
        step = self.run.due(self.at)
        if step is None or step.act not in DEALT:
            return self.by_play()
        asked = DealerMachine.by_irregular_step(self)
        self.wrong -= asked.refusal is None
        return asked


def is_refused_by_rule(command, refusal):
    return isinstance(refusal, NotAllowed) and command.act in REFUSED_ACTS and refusal.code not in NO_REFUSAL_OF_THE_RULES


def judged(ended):
    """Compare a round that is over."""
    ended.differs = True
    try:
        found = differences_of(ended)
    except Undecided as reason:
        return SampledRound(ended, [], str(reason))
    ended.differs = bool(found)
    if found and ended.before is not None and ended.before.differs:
        return SampledRound(ended, [], "what was found is about a round that differs, or was not compared")
    return SampledRound(ended, found)


def open_referee_table(book, number, arrivals=False):
    """A table under a submission of the covering design; every eighth has physical cards. With arrivals, players come in the
    middle of rounds."""
    choose = Dice(number)
    kind = PaiGowRounds if book in PAI_GOW_BOOKS else DealerRounds
    table = kind(choose, covered_submission(book, number), choose.happens(8), table_name(book))
    table.arrivals = arrivals
    table.seat_players()
    return table


def sampled_table(book, number, rounds, arrivals=False):
    """The rounds of a table that is opened and played from a number."""
    table = open_referee_table(book, number, arrivals)
    try:
        for _ in range(rounds):
            table.play_round()
    except AssertionError as error:
        table.stuck = str(error)
    return table


def summed_up(table, name=""):
    """What was found at a table."""
    found = Comparison()
    for sampled in table.rounds:
        if sampled.undecided:
            found.not_compared[sampled.undecided] += 1
        else:
            found.rounds += 1
            found.differences += [f"{name} round {sampled.ended.number}: {each.to_text()}" for each in sampled.differences]
    return found
