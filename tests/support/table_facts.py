"""What commands to a table say: the facts that each act asks for, values that fit them mostly, and values that fit nothing."""

from fractions import Fraction

from houseway import equipment
from houseway.cards import CARDS, DECK_WITH_JOKER
from houseway.citation import Citation
from houseway.money import Cents
from houseway.table import acts
from houseway.table import meters as metering
from tests.support.table_submissions import examples

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")


def ends_at(bounds, place):
    """The least and the most of a fact at one of its places: the same everywhere, or by place."""
    return tuple(end[place] if isinstance(end, dict) else end for end in (bounds["least"], bounds["most"]))


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
        "finding": lambda: choose.below(3),
        "choice": lambda: choose.pick(("carry-out", "stands", "perhaps")),
        "looked": lambda: choose.happens(2),
        "when": lambda: choose.pick(("stacking", "dealing", "deciding", "face-down", "later")),
        "where": lambda: choose.pick(("shoe", "stub", "rack")),
        "exposed": lambda: {choose.below(8): choose.pick((1, (1,), tuple(hand[:1]), (), 2))},
        "dealt": lambda: {choose.pick((0, 1, 2, 7, "board", "box")): choose.pick((1, (2,), (), 3))},
        "hands": lambda: {choose.below(7): choose.pick((6, 7, 8))},
        "stub": lambda: choose.below(55),
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
        "who": lambda: choose.pick((*NAMES, "dealer", "player")),
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
    "report-exposed": ("position", "stack", "cards", "who", "looked", "when"),
    "report-misdeal": ("hands", "stub"),
    "report-face-up": ("face_up", "dealt", "where", "when"),
    "report-start": ("first",),
    "report-stacks": (),
    "rule-finding": ("finding", "choice", "why"),
    "collect-surrendered": ("position", "cards"),
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


def acts_of(table):
    """Everything that a table takes."""
    return tuple(sorted({*table.game.acts, *acts.ACTS, *metering.ROLES, *equipment.ACTS}))


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
