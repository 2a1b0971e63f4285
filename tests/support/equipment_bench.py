"""What the tests of equipment share: rules of the books with any options, and a table that is driven by commands."""

import functools
from dataclasses import replace

import pytest

from houseway.cards import DECK, DECK_WITH_JOKER
from houseway.equipment import TableContext, decide, due_duties, evolve, open_equipment
from houseway.errors import HousewayError
from houseway.events import Actor, Command, Event, Role
from houseway.hands.orders import DIV_PAI_GOW as DIV
from houseway.hands.orders import MD_FOUR_CARD as FOUR_CARD
from houseway.hands.orders import MD_PAI_GOW as MD
from houseway.hands.orders import MD_ULTIMATE as ULTIMATE
from houseway.submission.rules import ApprovalOnFile
from tests.support.clauses import short
from tests.support.submissions import MINIMAL, document, filed

HOUR = 3600
DEALER, FLOOR = Actor(Role.DEALER, "Dana"), Actor(Role.FLOOR, "Flo")
ANN, BEN, CLEO = (Actor(Role.PLAYER, name) for name in ("Ann", "Ben", "Cleo"))
SEATS = ((2, "Ann"), (3, "Ben"), (5, "Cleo"))
PACK = tuple(DECK_WITH_JOKER)
SHUFFLED = PACK[::-1]
PACK_52 = tuple(DECK)
SHUFFLED_52 = PACK_52[::-1]
SHUFFLER = {"table__shuffler": True}
COUNTS = {**SHUFFLER, "table__shuffler_counts": True}
SHOE = {**SHUFFLER, "table__dealing": "automated-shoe"}
TWO_DECKS = {**SHOE, "table__decks": 2}
PRESHUFFLED = {"table__cards_received": "preinspected-and-preshuffled"}
DEVICE = {"table__reshuffling_device": True}
DEALINGS = ("manual-shoe", "hand", "automated-shoe")
PACKS = {MD: PACK, DIV: PACK, ULTIMATE: PACK_52, FOUR_CARD: PACK_52}


@functools.cache
def base(book):
    verdict = filed(document(MINIMAL[book]))
    assert verdict.rules, verdict.findings
    return verdict.rules


def rules_of(book, progressive=False, readings=(), offers=(), approvals=None, **options):
    """The minimal submission with some options filed otherwise, with more wagers, and with other approvals than its own."""
    rules = base(book)
    if approvals is not None:
        rules = replace(rules, approvals=tuple(ApprovalOnFile(what, "TEST", "2026-01-01") for what in approvals))
    rules = replace(rules, offers={**rules.offers, **dict.fromkeys(offers, next(iter(rules.offers.values())))})
    filed_options = {key.replace("__", ".").replace("_", "-"): value for key, value in options.items()}
    offers = {**rules.offers, "progressive": next(iter(rules.offers.values()))} if progressive else rules.offers
    return replace(
        rules, options={**rules.options, **filed_options}, offers=offers, readings={**rules.readings, **dict(readings)}
    )


class Bench:
    """A table's equipment, its context and its clock, driven by commands; keeps every event."""

    def __init__(self, book=MD, **options):
        self.rules = rules_of(book, **options)
        self.pack = PACKS[book]
        self.shuffled = self.pack[::-1]
        self.at = 0
        self.equipment = open_equipment(self.rules, 0)
        self.context = TableContext(seats=SEATS, first_arrival=3)
        self.events = []

    def set(self, **changes):
        self.context = self.context._replace(**changes)
        return self

    def do(self, act, by=DEALER, **facts):
        """Carry a command out; what happened."""
        new = decide(self.equipment, Command(act, by, facts, self.at), self.context)
        for event in new:
            self.equipment = evolve(self.equipment, event)
        self.events += new
        return new[0]

    def refused(self, act, by=DEALER, **facts):
        """The clauses of a refusal, which changes nothing."""
        with pytest.raises(HousewayError) as refusal:
            decide(self.equipment, Command(act, by, facts, self.at), self.context)
        self.why = refusal.value
        return short(refusal.value.clauses)

    def due(self):
        return [duty.act for duty in due_duties(self.equipment, self.at, self.context)]

    def duty(self, act):
        return next(duty for duty in due_duties(self.equipment, self.at, self.context) if duty.act == act)

    def carry_out(self, duty):
        """Do what is due, with some chance in it."""
        actors = {Role.DEALER: DEALER, Role.FLOOR: FLOOR}
        chance = {
            "shuffle": {"cards": self.shuffled},
            "cut": {"depth": 20},
            "uncover": {"dice": (1, 2, 3)},
            "draw-number": {"number": 5},
            "count-chips": {"chips": len(self.equipment.acceptors.lit)},
            "rule-count": {"standing": ()},
        }
        by = actors.get(duty.role) or Actor(duty.role, self.context.player(duty.facts["position"]))
        return self.do(duty.act, by, **{**duty.facts, **chance.get(duty.act, {})})

    def run(self, until="", limit=60):
        """Do what is due until nothing is, or until an act is due."""
        for _ in range(limit):
            due = due_duties(self.equipment, self.at, self.context)
            if not due or due[0].act == until:
                return self
            self.carry_out(due[0])
        raise AssertionError(f"still due: {self.due()}")

    def play(self, void=False, **facts):
        """A round of which only the equipment is seen."""
        self.run()
        self.set(betting_closed=True, start_wanted=True, dealt=False).run()
        self.do("begin-deal")
        self.set(start_wanted=False, dealt=True).run()
        if self.equipment.stub_due and not void:
            self.count_stub()
        self.do("end-round", void=void, **facts)
        return self.set(betting_closed=False, dealt=False, round=self.context.round + 1)

    def count_stub(self):
        """The game's count, which the equipment hears of."""
        self.hears("stub-counted", cards=1)

    def hears(self, kind, **facts):
        """Something that happens elsewhere at the table."""
        self.equipment = evolve(self.equipment, Event(kind, (), facts))
        return self

    def everybody_leaves(self):
        for name in sorted({name for _, name in self.context.seats}):
            self.hears("player-got-up", player=name, at=self.at)
        return self.set(seats=(), first_arrival=None)

    def comes(self, name, position):
        """A player takes a seat at an empty table."""
        self.hears("player-seated", player=name, positions=(position,), at=self.at)
        return self.set(seats=((position, name),), first_arrival=position)

    @property
    def kinds(self):
        return [event.kind for event in self.events]

    def last(self, kind):
        return next(event for event in reversed(self.events) if event.kind == kind)

    def last_clauses(self, kind):
        return short(self.last(kind).clauses)
