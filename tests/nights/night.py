"""A night: some rounds of a table that chance opens and plays from a fixed number, with all that is written down of it.

Who acts and what goes wrong comes from the generators of the comparison with the referee (`tests.support.referee_rounds`); here,
more goes wrong with equipment, chips and time, and the moments between the acts are looked at (`tests.nights.moments`).
"""

from houseway.errors import HousewayError
from houseway.events import Actor, Command, Role
from houseway.explanation.why import explain_round
from houseway.explanation.words import describe_event, wager_titles
from houseway.ledger import MONEY_MOVED
from houseway.money import Cents
from houseway.table import redact_event
from houseway.table.context import round_context
from tests.nights.asking import cast
from tests.nights.filings import filed_text
from tests.nights.moments import Moments
from tests.nights.notes import Notes
from tests.nights.text import facts_of, text_of
from tests.support.referee_filings import table_name
from tests.support.referee_rounds import MOVES, DealerRounds, PaiGowRounds
from tests.support.table_chance import Dice
from tests.support.table_invariants import DEALER, FLOOR, Asked
from tests.support.table_machine import RARE
from tests.support.table_submissions import BOOKS as PAI_GOW_BOOKS
from tests.support.table_submissions import room

ROUNDS = 4
"""Rounds of a night: few, so that a change of one round changes few others."""
MONEY = frozenset((MONEY_MOVED, "wager-settled", "wager-placed", "wager-taken-back", "numbers-settled", "envy-settled"))
"""Kinds of events that are about money alone."""
BANKING = ("accept-bank", "request-co-bank", "stake-against-bank")
POOR = Cents.from_dollars(250)
WAITS = (1, 60, 1800, 3600, 4 * 3600, 12 * 3600, 25 * 3600)


class NightTable:
    """A table that writes down what happens at it."""

    def __init__(self, choose, text, physical, name):
        self.notes, self.moments = Notes(), Moments(choose.below(1 << 30))
        self.round_events, self.round_meters = [], []
        super().__init__(choose, text, physical, name)

    def ask(self, command):
        run = self.run
        if self.physical and command.act in ("shuffle", "receive-deck"):  # nobody knows the order of physical cards
            command = command._replace(facts={name: fact for name, fact in command.facts.items() if name != "cards"})
        before, moved = run._table, len(run.meter_events)
        if before is not None and before.open:
            self.moments.look(self)
        asked = Asked(command)
        self.log.append(asked)
        self.notes.write("procedure", text_of("asked", command.act, command.by, facts_of(command), command.at))
        try:
            asked.events = run.act(command)
        except HousewayError as refusal:
            asked.refusal = refusal
            self.note_refusal(command.act, refusal)
            return asked
        self.note_events(before, asked.events, run.meter_events[moved:])
        return asked

    # What is written down

    def note_refusal(self, act, refusal):
        self.notes.write("refused", text_of(act, refusal.code, refusal.clauses, refusal.facts))
        self.notes.write("words", refusal.message)

    def note_events(self, before, events, meter_events):
        notes, table = self.notes, self.table
        context = round_context(table, self.at, self.run.meters)
        titles, viewers = wager_titles(table.rules.regulation), cast(self)
        for event in (*events, *(event for _, event in meter_events)):
            about_money = event.kind in MONEY
            notes.write("money" if about_money else "procedure", text_of(event.kind, facts_of(event)))
            notes.write("clauses", text_of(event.kind, event.clauses))
            notes.write("words", describe_event(event, table.seats, titles))
            for viewer in viewers:
                notes.write(
                    "seen", text_of(viewer.role, viewer.name, event.kind, facts_of(redact_event(context, viewer, event)))
                )
        for meter, event in meter_events:
            notes.write("money", text_of(meter, event.kind, event.facts))
        self.round_meters += meter_events
        for event in events:
            if event.kind == "round-started":
                self.note_round(before)
            self.round_events.append(event)

    def note_round(self, before):
        """Write the explanation of the round that is over, and turn the page."""
        if before is not None:
            explained = explain_round(self.round_events, before.rules, self.round_meters).to_json()
            self.notes.write("why", text_of({name: part for name, part in explained.items() if name != "clauses"}))
        self.round_events, self.round_meters = [], []
        self.notes.page = str(self.table.number)

    # What happens

    def play_round(self):
        number = self.table.number
        self.wrong = self.choose.pick((0, 0, 1, 1, 2, 3, 4))
        for _ in range(MOVES):
            if self.table.number != number or not self.table.open:
                break
            self.move()
        if self.table.open and self.table.number == number:
            self.seat(2)
            self.finish()
        if self.table.open:
            self.refill()

    def move(self):
        match self.choose.below(40):
            case 0 | 1:
                self.ask_anything()
            case 2 if self.choose.happens(2):
                self.by_moving_chips()
            case 3 | 4 | 5 | 6 if self.wrong:
                self.by_irregular_step()
            case 7 | 8 if self.wrong:
                self.by_report()
            case 9 | 12:
                self.by_any_option()
            case 10:
                self.by_wrong_hand()
            case 11 if self.choose.happens(4):
                self.at += self.choose.pick(WAITS)
            case _:
                self.by_play()

    def seat_players(self):
        """Some of them are poor, so that what a bank pays is more than it has."""
        super().seat_players()
        for name in sorted({*self.table.seats.values()}):
            if self.choose.happens(3) and self.table.chips(name) > POOR:
                spent = self.table.chips(name) - POOR
                self.ask(Command("cash-out", Actor(Role.PLAYER, name), {"amount": spent}, self.at))

    def by_player(self, name):
        """A player does something in the game; who may bank, or share the bank, often does."""
        table, bank = self.table, self.table.game.bank.position(self.table.round)
        actor = Actor(Role.BANK if bank in table.positions_of(name) else Role.PLAYER, name)
        if table.round.closed or not self.choose.happens(2):
            return super().by_player(name)
        context = round_context(table, self.at, self.run.meters)
        options = [option for option in table.game.legal_options(context, actor) if option.act in BANKING]
        return self.ask(Command(options[0].act, actor, self.fill(options[0]), self.at)) if options else super().by_player(name)

    def by_any_option(self):
        """Somebody does what he may, be it rare."""
        actor = self.choose.pick((*cast(self), DEALER, FLOOR))
        options = self.run.legal(actor, self.at)
        option = self.choose.pick(options) if options else None
        if option is None or (option.act in RARE and not self.choose.happens(4)):
            return None
        if option.act == "close-table" and not self.choose.happens(6):
            return None
        return self.ask_with_fill(Command(option.act, actor, self.fill(option), self.at))

    def within(self, name, bounds):
        """As at other tables; an amended submission is another one of the same book."""
        match bounds:
            case {"document": book, "positions": seats, "areas": areas}:
                texts = [filed_text(book, self.choose.below(24)) for _ in range(2)]
                fitting = [text for text in texts if room(text)[0] >= seats and room(text)[1] >= areas]
                return self.choose.pick(fitting or texts)
            case _:
                return super().within(name, bounds)


class PaiGowNight(NightTable, PaiGowRounds):
    pass


class DealerNight(NightTable, DealerRounds):
    pass


def play_night(book, number, rounds=ROUNDS):
    """Play a night, and return its notes. Where the table cannot go on, the notes say so."""
    choose = Dice(number)
    kind = PaiGowNight if book in PAI_GOW_BOOKS else DealerNight
    table = kind(choose, filed_text(book, number), choose.happens(8), table_name(book))
    try:
        table.seat_players()
        for _ in range(rounds):
            if table.table.open:
                table.play_round()
    except Exception as error:
        table.notes.stuck = f"{type(error).__name__}: {error}"
        table.notes.write("procedure", text_of("the table cannot go on", type(error).__name__))
    return table.notes
