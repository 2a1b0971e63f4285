"""Several faults at once at a physical table, as chance has it: the round ends, and no cent is lost."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.money import Cents
from tests.support.effort import MORE
from tests.support.physical import DEALING, SIZE, STUB, Faults, PhysicalTable
from tests.support.physical_rules import happened
from tests.support.submissions import DIV, MD, STANDARD


def cards(least=1):
    return st.integers(least, 49)


RARELY = {
    "face_up": st.lists(st.integers(1, 53), max_size=3, unique=True).map(tuple),
    "missing": cards(),
    "foreign": cards(),
    "doubled": cards(),
    "doubled_seen": cards(),
    "passed_over": cards(),
    "flips": st.lists(cards(), max_size=3, unique=True).map(tuple),
    "flips_delivered": st.lists(st.integers(1, 7), max_size=2, unique=True).map(tuple),
    "out_of_pattern": st.just(True),
    "jams_after": st.integers(0, 48),
    "start_off": st.integers(0, 6),
    "bad_rolls": st.lists(st.sampled_from(("leans", "falls")), max_size=3).map(tuple),
    "miscounted": st.integers(-3, 8),
}


@st.composite
def some_faults(draw):
    """A few at a time. A second joker that stays in play is nothing that a book speaks of: so nothing hides it from the count."""
    names = draw(st.lists(st.sampled_from(sorted(RARELY)), max_size=4, unique=True))
    if "foreign" in names:
        names = [name for name in names if name not in ("missing", "doubled")]
    return Faults(**{name: draw(RARELY[name]) for name in names})


def is_void(table, seats, voids):
    """Whether what lies on the table, as everybody sees it, ends the round."""
    deck, hand = table.deck, table.dealing == "hand"
    bank, stacks = table.told["bank"], hand and table.book == DIV
    dead = {0, bank}
    wrong = {place for place, cards in deck.hands.items() if len(cards) != SIZE}
    looked_at = {*seats, *({0} if bank is None or table.told["house"] else ())} - voids
    return (
        deck.jammed
        or len(deck.found_up) > 1
        or (stacks and table.faults.out_of_pattern)
        or (hand and bool(table.told["flipped"]))
        or table.told["first"] not in (None, table.told["start"])
        or bool(dead & set(deck.seen))
        or deck.stub != STUB - len(deck.found_up)
        or (bool(wrong) and deck.stub != STUB)
        or bool(wrong & looked_at)
    )


class Told(PhysicalTable):
    """Remembers what there was to be seen."""

    def __init__(self, *args, **more):
        self.told = {"flipped": (), "first": None, "start": None, "bank": None, "house": None}
        super().__init__(*args, **more)

    def _chance(self, command):
        facts = super()._chance(command)
        state = self.run.table.round
        if command.act == "deal-stacks":
            self.told |= {"flipped": facts.get("exposed", ())}
        if command.act == "deal":
            flipped = facts.get("exposed", ()) if self.book == MD else ()
            house = state.bank.house_stake
            self.told |= {"first": facts.get("first"), "start": state.start, "bank": state.bank.position, "house": house}
            self.told |= {"flipped": self.told["flipped"] or flipped}
        return facts


SIDES = {MD: ("fortune-bonus", "progressive"), DIV: ("bonus", "progressive", "number")}


@settings(max_examples=20 * MORE, suppress_health_check=list(HealthCheck))
@given(
    faults=some_faults(),
    book=st.sampled_from((MD, DIV)),
    dealing=st.sampled_from(DEALING),
    engine=st.booleans(),
    seats=st.lists(st.integers(1, 6), min_size=1, max_size=6, unique=True).map(sorted),
    voids=st.sets(st.integers(1, 6)),
    banks=st.booleans(),
    sides=st.booleans(),
    seed=st.integers(0, 1 << 16),
)
def test_whatever_goes_wrong_the_round_ends_and_no_cent_is_lost(
    faults, book, dealing, engine, seats, voids, banks, sides, seed
):
    wagers = {name: STANDARD[book][name] for name in SIDES[book] if sides}
    options = {"bank.offered": banks, "table.starting-position": "random-number" if "number" in wagers else "shaker"}
    players = [(place, f"P{place}") for place in seats]
    table = Told(book, dealing, engine=engine, seed=seed, options=options, wagers=wagers, players=players)
    if banks:
        table.play()
        table.bank = seats[seed % len(seats)]
    table.faults, table.rolls, table.voids = faults, list(faults.bad_rolls), voids
    before = {place: table.chips(place) for place in seats}
    bet(table, sides)
    if not table.run.table.round.stakes:
        return
    table.finish()
    check_money(table)
    voided = [event for event in happened(table) if event.kind == "round-voided"]
    assert bool(voided) == is_void(table, seats, voids)
    if voided:
        won = [event for event in happened(table) if event.kind == "wager-settled"]
        numbers = {place: sum((_net(event) for event in won if event["position"] == place), start=Cents(0)) for place in seats}
        assert {place: table.chips(place) - before[place] for place in seats} == numbers
    table.faults, table.bank = Faults(), None
    bet(table, sides=False)
    if table.run.table.round.stakes:
        table.finish()
        assert "round-voided" not in [event.kind for event in happened(table)]
    check_money(table)


def bet(table, sides):
    table.ready().bet_all()
    for place in table.run.table.round.betting_positions if sides else ():
        if place != table.run.table.round.bank.position:
            table.bet(place, 5, SIDES[table.book][0])
            table.bet(place, 1, "progressive")
            if table.book == DIV:
                table.bet(place, 5, "number", number=place)


def _net(event):
    """What a number wager that stands brought or cost."""
    return event["amount"] if event["result"] == "win" else -event["stake"]


def check_money(table):
    balances = table.run.table.ledger.balances
    assert sum(balance.amount for balance in balances.values()) == 0
    assert all(balance.amount >= 0 for account, balance in balances.items() if account != "outside")
    assert not table.run.table.ledger.layout_balances
