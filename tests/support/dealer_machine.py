"""A table of a game against the dealer that is driven by chance."""

import random

from houseway.events import Actor, Role
from houseway.money import Cents
from houseway.table.context import round_context
from tests.support.dealer_submissions import METHODS, drawn_submission
from tests.support.submissions import METERS
from tests.support.table_machine import Machine

DEALT_UP = {"face_up": ((1,), (2, 3), (40,)), "drawn_in_error": (True,)}
"""What may go wrong when cards are dealt, besides cards that are exposed on the way."""


class DealerMachine(Machine):
    def __init__(self, choose, book, physical=False):
        method = choose.pick(tuple(METHODS[book]))
        text = drawn_submission(book, method, random.Random(choose.below(1 << 16)))
        super().__init__(choose, text, physical=physical, name=METERS[book]["tables"][0])

    def unseen(self):
        state = self.table.round
        seen = {*state.board, *state.box, *state.set_aside, *(card for hand in state.hands.values() for card in hand)}
        return [card for card in self.shuffled() if card not in seen]

    def by_irregular_step(self):
        """The step that is due, with something that went wrong."""
        step = self.run.due(self.at)
        if step is None or step.act not in ("deal", "deal-flop", "deal-final"):
            return self.by_play()
        command, places = self.dealt(step), (0, *round_context(self.table, self.at).playing_positions)
        faults = {**DEALT_UP, "exposed": [{place: 1} for place in places]}
        name = self.choose.pick(tuple(faults))
        return self.ask(command._replace(facts={**command.facts, name: self.choose.pick(faults[name])}))

    def player_acts(self):
        """A player decides, as cautiously as he may, or somebody bets."""
        turn = round_context(self.table, self.at).position_to_act
        if turn is None:
            return None if self.table.round.closed else self.somebody_bets()
        actor = Actor(Role.PLAYER, self.table.seats[turn])
        options = {option.act: option for option in self.run.legal(actor, self.at)}
        option = options.get("check") or options["fold"]
        return self.must(option.act, actor, **option.facts)

    def somebody_bets(self):
        for name in sorted({*self.table.seats.values()}):
            actor = Actor(Role.PLAYER, name)
            for option in self.run.legal(actor, self.at):
                if option.act == "wager" and option.facts["wager"] == "ante":
                    return self.must("wager", actor, **option.facts, amount=option.bounds["amount"]["least"])
        for name in sorted({*self.table.seats.values()}):
            if self.table.chips(name) < Cents.from_dollars(1000):
                return self.must("buy-in", Actor(Role.PLAYER, name), amount=Cents.from_dollars(5000))
        before = len(self.log)
        self.seat(1 + len(set(self.table.seats.values())))
        return len(self.log) > before
