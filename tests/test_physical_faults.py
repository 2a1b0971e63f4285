"""Faults of cards, hands, shoes and dice, made at a physical table below the engine: the remedy is the rule book's.

What each book says is written here from its text, chapter 14 and (n) and the sections on the stub, and not taken from the engine:
for each fault and way of dealing, what becomes of the round, and the clauses. Each is tried with cards that the engine shuffled,
and with cards that are entered as they are turned over.
"""

from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.cards import DECK_WITH_JOKER
from houseway.citation import cite
from houseway.croupier import FLOOR
from houseway.games.pai_gow.view import view
from houseway.money import Cents
from houseway.table.scene import scene_of
from physical import DEALING, PLACES, SIZE, STUB, Faults, PhysicalTable
from table_driver import DIV, MD, STANDARD, both, short

SHOES = ("manual-shoe", "automated-shoe")
CHIPS = Cents.dollars(5000)
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


@by_cards
@pytest.mark.parametrize(("name", "book", "dealing"), CASES)
def test_the_remedy_is_the_books(name, book, dealing, engine, claim):
    rules, faults = FAULTS[name]
    rule = rules[book, dealing]
    table = table_for(book, dealing, faults(book, dealing), engine).ready().bet_all().finish()
    claim(*cite(book, *rule.clauses.split()))
    voided = [short(event.clauses) for event in happened(table) if event.kind == "round-voided"]
    if rule.remedy in (VOID, REMOVE):
        assert voided == [rule.clauses.split()]
        check_void(table, rule)
    else:
        assert voided == []
        check_played(table, rule)
    check_rack(table)


def check_void(table, rule):
    """Every wager goes back; then the cards are shuffled for that reason, or the deck goes."""
    assert {table.chips(place) for place in SEATED} == {CHIPS}
    assert not any(event.kind in ("wager-settled", "hand-exposed", "vigorish") for event in happened(table))
    assert table.due.act == ("remove-deck" if rule.remedy == REMOVE else "shuffle")
    assert set(rule.clauses.split()[-1 if rule.remedy == REMOVE else 0 :]) <= set(short(table.due.clauses))


def check_rack(table):
    """All cards are in it in the end. Of hands that nobody counted when another was found wrong, the dealer knows no better."""
    void = [event for event in happened(table) if event.kind == "round-voided"]
    told = void[0].facts.get("given") if void and void[0]["why"] == "misdeal" and "stub" not in void[0].facts else {}
    whole = len(DECK_WITH_JOKER) - bool(table.faults.missing)
    assert sum(number for _, number, _ in table.racked) == min(whole, whole + sum(cards - SIZE for cards in told.values()))


def check_played(table, rule):
    """What the book says of it is on record, and every wager is settled."""
    assert bool(recorded(table, rule.clauses)) == bool(rule.clauses)
    settled = {event["position"] for event in happened(table) if event.kind == "wager-settled"}
    assert settled == set(SEATED)
    assert table.due.act == "shuffle"
    assert short(table.due.clauses)[0].startswith(("5.A", "(f)(1)"))


# What the remedy is, looked at closer


@both
@by_cards
@pytest.mark.parametrize("dealing", DEALING)
@pytest.mark.parametrize("place", [1, 12, 49])
def test_a_card_that_lay_face_up_is_in_nobodys_hand_and_in_the_rack(book, dealing, engine, place):
    table = table_for(book, dealing, Faults(face_up=(place,)), engine).ready().bet_all().to("players")
    (card,) = table.deck.aside
    (racked,) = [entry for entry in table.run.table.equipment.rack if entry.owner == "face up"]
    assert (racked.count, racked.cards) == (1, (card,) if engine else None)
    assert table.last("stub-counted")["cards"] == STUB - 1
    check_hands(table, engine)
    assert all(card not in hand for hand in table.run.table.round.hands.values())


@both
@by_cards
@pytest.mark.parametrize("dealing", DEALING)
@pytest.mark.parametrize("card", [1, 7, 8, 30, 49])
def test_a_card_drawn_too_many_is_the_next_card(book, dealing, engine, card):
    table = table_for(book, dealing, Faults(doubled_seen=card), engine).ready().bet_all().to("players")
    check_hands(table, engine)
    assert table.last("stub-counted")["cards"] == STUB


def check_hands(table, engine):
    """The engine has in every hand what lies there; or it knows of none."""
    lies = {place: tuple(table.deck.hands[place]) if engine else () for place in range(PLACES)}
    assert dict(table.run.table.round.hands) == lies


CHOOSES = [(book, dealing, "flips") for book in (MD, DIV) for dealing in SHOES] + [(DIV, "hand", "flips_delivered")]


@by_cards
@pytest.mark.parametrize("voids", [True, False], ids=["void", "play"])
@pytest.mark.parametrize(("book", "dealing", "how"), CHOOSES)
def test_a_player_whose_card_was_seen_chooses_without_the_others(book, dealing, how, engine, voids, claim):
    """He sees what everybody saw; his wagers go back if he has the hand voided, and the others play on either way."""
    at = {"flips": (nth(3, 2, book, dealing),), "flips_delivered": (7,)}[how]
    table = table_for(book, dealing, Faults(**{how: at}), engine).ready().bet_all().to("players")
    assert table.run.table.round.to_choose == {3}
    seen = tuple(table.deck.hands[3][at] for at in table.deck.seen[3])
    for position in (1, 3):
        assert view(scene_of(table.run.table, table.at), table.player(position))["cards"].get(3) == seen
    assert {option.act for option in table.run.legal(table.player(3), table.at)} >= {"play-exposed", "void-exposed"}
    assert table.refused("set-hand", 1, position=1).code == "round.not-your-turn"
    table.voids = {3} if voids else set()
    table.finish()
    results = {event["position"]: event["result"] for event in happened(table) if event.kind == "wager-settled"}
    assert set(results) == set(SEATED)
    assert (results[3] == "void") == voids
    assert table.chips(3) == CHIPS or not voids
    claim(*cite(book, *PLAYERS_CARD[book, "manual-shoe"].clauses.split()))


@both
@by_cards
@pytest.mark.parametrize("dealing", DEALING)
@pytest.mark.parametrize("roll", ["leans", "falls"])
def test_after_no_roll_the_dice_are_shaken_again(book, dealing, engine, roll):
    table = table_for(book, dealing, Faults(bad_rolls=(roll, roll)), engine).ready().bet_all().to("players")
    dice = table.kinds("dice-shaken", "no-roll-called", "dice-uncovered", "total-announced")
    assert dice == ["dice-shaken", "no-roll-called"] * 2 + ["dice-shaken", "dice-uncovered", "total-announced"]
    assert table.run.table.round.start == START


@both
@by_cards
@pytest.mark.parametrize(
    ("dealing", "starting"), [(each, "random-number") for each in DEALING] + [("automated-shoe", "button")]
)
def test_a_wrong_first_place_is_wrong_however_the_right_one_was_found(book, dealing, starting, engine):
    options = {"table.shuffler": dealing != "manual-shoe", "table.starting-position": starting}
    table = table_for(book, dealing, Faults(start_off=3), engine, options=options).ready().bet_all().finish()
    check_void(table, WRONG_START[book, dealing])


# A bank


def banked(book, dealing, faults, engine):
    """Position 3 banks; a three starts two places on, at position 5."""
    table = table_for(book, dealing, Faults(), engine, options={"bank.offered": True}).play()
    table.bank, table.dice, table.faults = 3, (1, 1, 1), faults
    table.before = {place: table.chips(place) for place in SEATED}
    return table.ready().bet_all().finish()


@both
@by_cards
@pytest.mark.parametrize("dealing", DEALING)
def test_the_banks_card_is_as_the_dealers(book, dealing, engine, claim):
    card = {"automated-shoe": 2 * SIZE + 1}.get(dealing, 2 + 1)
    table = banked(book, dealing, Faults(flips=(card,)), engine)
    rule = DEALERS_CARD[book, dealing]
    assert [short(event.clauses) for event in happened(table) if event.kind == "round-voided"] == [rule.clauses.split()]
    assert {place: table.chips(place) for place in SEATED} == table.before
    claim(*cite(book, *rule.clauses.split()))


@by_cards
@pytest.mark.parametrize("stack", [1, 4, 7])
def test_a_stack_that_flips_to_the_bank_ends_the_round_whichever_was_picked(engine, stack):
    table = table_for(DIV, "hand", Faults(), engine, options={"bank.offered": True}).play()
    table.bank, table.stack, table.dice, table.faults = 3, stack, (1, 1, 1), Faults(flips_delivered=(3,))
    table.ready().bet_all().to("deal").take()
    assert table.clauses("round-voided") == ["(n)(5)"]


@both
@by_cards
@pytest.mark.parametrize("dealing", DEALING)
def test_the_count_starts_at_the_bank_for_the_dealer_too(book, dealing, engine):
    """Dealt as it should be, nothing is void; one place off, all is."""
    assert "round-voided" not in [event.kind for event in happened(banked(book, dealing, Faults(), engine))]
    table = banked(book, dealing, Faults(start_off=1), engine)
    assert table.last("round-voided")["why"] == "wrong-first-position"


# Machines


SECURED = {MD: ("cover-device", "sign-device"), DIV: ("remove-device",)}


@both
@by_cards
def test_a_shoe_that_failed_is_out_of_use_before_another_method(book, engine, claim):
    """The round dies with it; it is covered or signed in Maryland, and leaves the table in the Division."""
    for how in SECURED[book]:
        table = table_for(book, "automated-shoe", Faults(), engine).ready().bet_all().to("deal")
        table.do("report-device", device="automated-shoe", what="stopped")
        assert table.clauses("round-voided") == JAM[book, "automated-shoe"].clauses.split()
        table.finish()
        assert {table.chips(place) for place in SEATED} == {CHIPS}
        refusal = table.refused("switch-method", FLOOR, dealing="manual-shoe")
        assert (refusal.code, short(refusal.clauses)) == (
            "device.in-the-way",
            {MD: ["14.N(1)", "14.N(2)"], DIV: ["(n)(15)"]}[book],
        )
        table.do(how, device="automated-shoe")
        table.do("switch-method", FLOOR, dealing="manual-shoe")
        assert table.due.act == "shuffle"
        assert set(JAM[book, "automated-shoe"].clauses.split()) <= set(short(table.due.clauses))
        claim(*table.last("device-secured").clauses, *table.last("device-failed").clauses)
        table.dealing = "manual-shoe"
        table.ready().bet_all().finish()
        assert "round-voided" not in [event.kind for event in happened(table)]


@both
@by_cards
def test_a_shuffler_that_jams_has_its_cards_shuffled_again_and_wagers_stand(book, engine, claim):
    table = table_for(book, "hand", Faults(), engine).play()
    table.to("shuffle")
    table.bet_all()
    table.do("report-device", device="shuffler", what="jammed", usable=True)
    law = {MD: "14.L", DIV: "(n)(13)"}[book]
    assert (table.due.act, law in short(table.due.clauses)) == ("shuffle", True)
    claim(*cite(book, law))
    table.finish()
    assert {event["position"] for event in happened(table) if event.kind == "wager-settled"} == set(SEATED)


# Everything at once


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


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
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
    for place in table.run.table.round.bets if sides else ():
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
    assert not table.run.table.ledger.unsettled
