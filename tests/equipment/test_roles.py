"""No act with the equipment is done by anybody whose it is not: others try each at the moment at which it may be done."""

from houseway.equipment import ACTS, SPREAD_FACE_UP, SPREAD_STORED_DECK
from houseway.errors import NotAllowed
from houseway.events import Actor, Role
from tests.support.clauses import AGAINST_DEALER, every_book
from tests.support.equipment_bench import ANN, BEN, DEALER, FLOOR, PRESHUFFLED, SHUFFLER, TWO_DECKS, Bench
from tests.support.submissions import DIV, MD

WHO = {
    (Role.DEALER, Role.FLOOR): "report-device cover-device sign-device remove-device remove-dice remove-deck",
    (Role.FLOOR,): "verify-inspection restore-device switch-method order-shuffle order-recut rule-count",
}
"""Whose act it is; all others are the dealer's. A player may cut, refuse to, and use the acceptor of the player's own position."""
OWNERS = {act: roles for roles, acts in WHO.items() for act in acts.split()}
FOR_BOOKS = {
    (MD, DIV): (
        "tear-joker offer-cut refuse-cut place-dice remove-dice shake uncover announce-total put-away-shaker draw-number"
        " place-button read-button mark-start"
    ),
    (MD, *AGAINST_DEALER): "cover-device sign-device order-shuffle store-deck",
    (DIV,): "remove-device",
    (MD,): "spread-stored-deck",
}
BOOKS_OF = {act: books for books, acts in FOR_BOOKS.items() for act in acts.split()}
"""The books that have occasion for an act; all have for the others."""


class WatchedBench(Bench):
    """A table at which everybody else tries each command before it is carried out."""

    def __init__(self, book, **options):
        super().__init__(book, **options)
        self.cited = {}

    def do(self, act, by=DEALER, **facts):
        for role in set(Role) - {*OWNERS.get(act, (Role.DEALER,)), by.role}:
            self.refused(act, Actor(role, "Somebody"), **facts)
            assert type(self.why) is NotAllowed, (act, role, self.why)
            self.cited.setdefault(act, set()).update(self.why.clauses)
        return super().do(act, by, **facts)


def started(book, method):
    """The option of how a start is found, where one is looked for."""
    return {} if book in AGAINST_DEALER else {"table__starting_position": method}


def by_hand(book):
    """A round from the manual shoe whose chips are miscounted, a recut, new dice, a new deck, and an empty table."""
    filed = {
        MD: {"table__starting_position_mark": "cover-card"},
        DIV: {"table__starting_position_mark": "cut-card", "table__deck_jokers": 2},
    }
    table = WatchedBench(book, progressive=True, **filed.get(book, {}))
    if book not in AGAINST_DEALER:
        table.do("receive-deck", deck="deck 1", jokers=2)
        table.run(until="offer-cut")
        table.do("offer-cut")
        table.do("refuse-cut", BEN)
    table.run().do("order-recut", FLOOR)
    table.run()
    table.do("light", ANN, position=2)
    table.do("light", position=3)
    table.set(betting_closed=True, start_wanted=True).do("lock-out")
    table.do("count-chips", chips=1)
    table.do("rule-count", FLOOR, standing=(2, 3))
    table.run()
    table.do("begin-deal")
    table.set(start_wanted=False, dealt=True)
    table.do("check-light", position=2)
    table.do("rack", entries=(("stub", 4, "left over"),))
    table.count_stub()
    table.do("end-round")
    table.set(betting_closed=False, dealt=False).run()
    if book not in AGAINST_DEALER:
        table.do("remove-dice", FLOOR)
    table.do("remove-deck", FLOOR)
    table.run()
    if table.equipment.policy("shuffle-on-order") == "allowed":
        table.do("order-shuffle", FLOOR)
    table.everybody_leaves().do("idle-table")
    table.comes("Zoe", 4).set(requests=frozenset({SPREAD_FACE_UP})).run()
    return table


def by_devices(book):
    """Two decks and a shuffler, which fails and is mended; nobody bets for a while, and somebody asks for the stored deck."""
    table = WatchedBench(book, **TWO_DECKS, **started(book, "button")).play()
    table.do("idle-table")
    table.set(requests=frozenset({SPREAD_STORED_DECK})).run()
    for away in {DIV: ("remove-device",)}.get(book, ("cover-device", "sign-device")):
        table.do("report-device", device="shuffler")
        table.do(away)
        table.run()
        table.do("restore-device", FLOOR, device="shuffler")
        table.run()
    return table


def from_the_hand(book):
    """A shuffler without a shoe, two decks that come shuffled, a generator of numbers."""
    options = {**SHUFFLER, "table__dealing": "hand", "table__decks": 2, **started(book, "random-number")}
    return WatchedBench(book, **options, **({} if book == DIV else PRESHUFFLED)).play()


def scenes(book):
    return by_hand(book), by_devices(book), from_the_hand(book)


@every_book
def test_nobody_else_handles_the_equipment(book, claim):
    cited = {}
    for table in scenes(book):
        for act, clauses in table.cited.items():
            cited.setdefault(act, set()).update(clauses)
    assert set(cited) == {act for act in ACTS if book in BOOKS_OF.get(act, (book,))}
    claim(*(clause for clauses in cited.values() for clause in clauses))
