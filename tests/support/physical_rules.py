"""Faults of cards, hands, shoes and dice at a physical table, and what each rule book says of them.

It is written here from its text, chapter 14 and (n) and the sections on the stub, and not taken from the engine: for each fault
and way of dealing, what becomes of the round, and the clauses.
"""

from dataclasses import dataclass

import pytest

from houseway.money import Cents
from tests.support.clauses import short
from tests.support.physical import DEALING, PLACES, SIZE, Faults, PhysicalTable
from tests.support.submissions import DIV, MD

CHIPS = Cents.from_dollars(5000)
SEATED = (1, 3, 4)
"""Who bets. Positions 2, 5 and 6 are empty."""
START = 2
"""Where a number of three starts. Dice of ten do, too."""

PLAY, VOID, REMOVE, CHOOSE = "the round is played", "void: wagers back, reshuffle", "void: wagers back, deck removed", "choose"


@dataclass(frozen=True)
class Rule:
    """What a book says of a fault."""

    remedy: str
    clauses: str = ""
    """All of them, for the event that says so."""


def everywhere(md, div):
    """The same by every way of dealing."""
    return {(book, dealing): rule for book, rule in ((MD, md), (DIV, div)) for dealing in DEALING}


# The stub is counted; more or less than four: who has not seven cards? Nobody: the deck is wrong.
MISDEAL = {
    (MD, "manual-shoe"): Rule(VOID, "8.F 8.F(1) 14.H 14.K"),
    (MD, "hand"): Rule(VOID, "9.E 9.E(1) 14.H 14.K"),
    (MD, "automated-shoe"): Rule(VOID, "10.E 10.E(1) 14.H 14.K"),
    (DIV, "manual-shoe"): Rule(VOID, "(h)(4)(ii)#1 (n)(8)"),
    (DIV, "hand"): Rule(VOID, "(i)(4)(ii)#1"),
    (DIV, "automated-shoe"): Rule(VOID, "(j)(5)(ii)#1"),
}
WRONG_DECK = {
    (MD, "manual-shoe"): Rule(REMOVE, "8.F 8.F(2)"),
    (MD, "hand"): Rule(REMOVE, "9.E 9.E(2)"),
    (MD, "automated-shoe"): Rule(REMOVE, "10.E 10.E(2)"),
    (DIV, "manual-shoe"): Rule(REMOVE, "(h)(4)(ii)#2"),
    (DIV, "hand"): Rule(REMOVE, "(i)(4)(ii)#2"),
    (DIV, "automated-shoe"): Rule(REMOVE, "(j)(5)(ii)#2"),
}
# Four are left, and a hand is wrong all the same: nothing but the general clause speaks of it.
UNSEEN_MISDEAL = everywhere(Rule(VOID, "14.H 14.K"), Rule(VOID, "(n)(8)"))
ONE_UP = everywhere(Rule(PLAY, "14.E"), Rule(PLAY, "(n)(6)#1"))
MORE_UP = everywhere(Rule(VOID, "14.F"), Rule(VOID, "(n)(6)#2"))
DRAWN = everywhere(Rule(PLAY, "14.G"), Rule(PLAY, "(n)(7)"))
WRONG_START = everywhere(Rule(VOID, "14.B"), Rule(VOID, "(n)(3)"))
# From the hand, a card exposed while it is dealt ends the round, whoever's it is; from a shoe it matters whose.
FROM_HAND = {(MD, "hand"): Rule(VOID, "14.J"), (DIV, "hand"): Rule(VOID, "(n)(11)")}
PLAYERS_CARD = {**everywhere(Rule(CHOOSE, "14.C"), Rule(CHOOSE, "(n)(4)#1 (n)(4)#2")), **FROM_HAND}
DEALERS_CARD = {**everywhere(Rule(VOID, "14.D"), Rule(VOID, "(n)(5)")), **FROM_HAND}
NOBODYS_CARD = {**everywhere(Rule(PLAY), Rule(PLAY)), **FROM_HAND}
# The Division's stacks are somebody's when they are delivered.
DELIVERED_TO_PLAYER = {(DIV, "hand"): Rule(CHOOSE, "(n)(4)#1 (n)(4)#2")}
DELIVERED_TO_DEALER = {(DIV, "hand"): Rule(VOID, "(n)(5)")}
DELIVERED_TO_NOBODY = {(DIV, "hand"): Rule(PLAY)}
PATTERN = {(DIV, "hand"): Rule(VOID, "(n)(12)")}
JAM = {(MD, "automated-shoe"): Rule(VOID, "14.M"), (DIV, "automated-shoe"): Rule(VOID, "(n)(14)#1 (n)(14)#2")}
NOT_FLAT = everywhere(Rule(PLAY, "14.A 14.A(1)"), Rule(PLAY, "(n)(1)"))
DIE_FELL = everywhere(Rule(PLAY, "14.A 14.A(2)"), Rule(PLAY, "(n)(2)"))

NO_CLAUSE = everywhere(Rule(PLAY), Rule(PLAY))


def nth(place, turn, book, dealing):
    """Which card handed out is a place's in a turn (from 0), where the deal starts at `START`."""
    after = (START - place) % PLACES
    if dealing == "automated-shoe":
        return after * SIZE + turn + 1
    back = turn % 2 == 1 and (book, dealing) == (DIV, "hand")
    return turn * PLACES + (PLACES - after if back else after + 1)


def always(**faults):
    return lambda book, dealing: Faults(**faults)


def flips(*cards):
    return lambda book, dealing: Faults(flips=tuple(nth(place, turn, book, dealing) for place, turn in cards))


def swapped(more, less):
    """One place has eight cards, another six, and four are left over."""
    return lambda book, dealing: Faults(doubled=nth(more, 3, book, dealing), passed_over=nth(less, 4, book, dealing))


FAULTS = {
    "one face up": (ONE_UP, always(face_up=(12,))),
    "the first face up": (ONE_UP, always(face_up=(1,))),
    "the last that is dealt face up": (ONE_UP, always(face_up=(49,))),
    "one of the stub face up": (NO_CLAUSE, always(face_up=(52,))),
    "two face up": (MORE_UP, always(face_up=(12, 30))),
    "three face up": (MORE_UP, always(face_up=(1, 2, 49))),
    "two drawn, seen": (DRAWN, always(doubled_seen=10)),
    "two drawn at the last card, seen": (DRAWN, always(doubled_seen=49)),
    "two drawn for one": (MISDEAL, always(doubled=10)),
    "one passed over": (MISDEAL, always(passed_over=10)),
    "two for one player, and another passed over": (UNSEEN_MISDEAL, swapped(3, 1)),
    "two for the dealer, and nobody passed over": (UNSEEN_MISDEAL, swapped(0, 5)),
    "two for nobody, and nobody passed over": (NO_CLAUSE, swapped(6, 5)),
    "begun at a wrong place": (WRONG_START, always(start_off=1)),
    "begun at the dealer": (WRONG_START, always(start_off=START)),
    "the starting position passed over": (
        {where: WRONG_START[where] for where in ((MD, "manual-shoe"), (MD, "hand"), (DIV, "manual-shoe"))},
        always(passed_over=1),
    ),
    "die miscounted": (WRONG_START, always(miscounted=-1)),
    "die miscounted by all places": (NO_CLAUSE, always(miscounted=7)),
    "die miscounted, and dealt right": (NO_CLAUSE, always(miscounted=-1, start_off=6)),
    "a card missing": (WRONG_DECK, always(missing=20)),
    "a foreign card": (WRONG_DECK, always(foreign=20)),
    "a card missing and one face up": (WRONG_DECK, always(missing=20, face_up=(12,))),
    "a foreign card and one face up": (WRONG_DECK, always(foreign=20, face_up=(12,))),
    "flips to a player": (PLAYERS_CARD, flips((3, 2))),
    "flips twice to a player": (PLAYERS_CARD, flips((3, 2), (3, 6))),
    "flips to the dealer": (DEALERS_CARD, flips((0, 4))),
    "flips to a player and to the dealer": (DEALERS_CARD, flips((1, 0), (0, 4))),
    "flips to an empty seat": (NOBODYS_CARD, flips((5, 1))),
    "a stack flips to a player": (DELIVERED_TO_PLAYER, always(flips_delivered=(7,))),
    "a stack flips to the dealer": (DELIVERED_TO_DEALER, always(flips_delivered=(3,))),
    "a stack flips to an empty seat": (DELIVERED_TO_NOBODY, always(flips_delivered=(4,))),
    "stacks out of pattern": (PATTERN, always(out_of_pattern=True)),
    "the shoe jams at once": (JAM, always(jams_after=0)),
    "the shoe jams": (JAM, always(jams_after=24)),
    "the shoe jams at the last card": (JAM, always(jams_after=48)),
    "a die leans": (NOT_FLAT, always(bad_rolls=("leans",))),
    "a die falls out": (DIE_FELL, always(bad_rolls=("falls",))),
    "a die leans, then one falls out": (DIE_FELL, always(bad_rolls=("leans", "falls"))),
}
CASES = [(name, book, dealing) for name, (rules, _) in FAULTS.items() for book, dealing in rules]
by_cards = pytest.mark.parametrize("engine", [True, False], ids=["engine", "physical"])


def table_for(book, dealing, faults, engine, seats=SEATED, **more):
    table = PhysicalTable(book, dealing, faults, engine=engine, players=[(place, f"P{place}") for place in seats], **more)
    table.dice, table.number = (2, 2, 6), 3
    return table


def happened(table):
    """In the round that is over."""
    return table.since(skip=1)


def recorded(table, clauses):
    """Events that bear just these clauses."""
    return [event for event in happened(table) if clauses and short(event.clauses) == clauses.split()]
