"""Faults of cards, hands, shoes and dice, made at a physical table below the engine: the remedy is the rule book's.

What each book says is in `physical_rules`. Each is tried with cards that the engine shuffled, and with cards that are entered as
they are turned over.
"""

import pytest

from houseway.cards import DECK_WITH_JOKER
from houseway.citation import cite_clauses
from houseway.croupier import FLOOR_ACTOR
from houseway.games.pai_gow.view import view_round
from houseway.table.context import round_context
from tests.support.clauses import both, short
from tests.support.physical import DEALING, PLACES, SIZE, STUB, Faults
from tests.support.physical_rules import (
    CASES,
    CHIPS,
    DEALERS_CARD,
    FAULTS,
    JAM,
    PLAYERS_CARD,
    REMOVE,
    SEATED,
    START,
    VOID,
    WRONG_START,
    by_cards,
    happened,
    nth,
    recorded,
    table_for,
)
from tests.support.submissions import DIV, MD

SHOES = ("manual-shoe", "automated-shoe")


@by_cards
@pytest.mark.parametrize(("name", "book", "dealing"), CASES)
def test_the_remedy_is_the_books(name, book, dealing, engine, claim):
    rules, faults = FAULTS[name]
    rule = rules[book, dealing]
    table = table_for(book, dealing, faults(book, dealing), engine).ready().bet_all().finish()
    claim(*cite_clauses(book, *rule.clauses.split()))
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
    assert table.run.table.round.exposed_to_choose == {3}
    seen = tuple(table.deck.hands[3][at] for at in table.deck.seen[3])
    for position in (1, 3):
        assert view_round(round_context(table.run.table, table.at), table.player(position))["cards"].get(3) == seen
    assert {option.act for option in table.run.legal(table.player(3), table.at)} >= {"play-exposed", "void-exposed"}
    assert table.refused("set-hand", 1, position=1).code == "round.not-your-turn"
    table.voids = {3} if voids else set()
    table.finish()
    results = {event["position"]: event["result"] for event in happened(table) if event.kind == "wager-settled"}
    assert set(results) == set(SEATED)
    assert (results[3] == "void") == voids
    assert table.chips(3) == CHIPS or not voids
    claim(*cite_clauses(book, *PLAYERS_CARD[book, "manual-shoe"].clauses.split()))


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
    claim(*cite_clauses(book, *rule.clauses.split()))


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
        refusal = table.refused("switch-method", FLOOR_ACTOR, dealing="manual-shoe")
        assert (refusal.code, short(refusal.clauses)) == (
            "device.in-the-way",
            {MD: ["14.N(1)", "14.N(2)"], DIV: ["(n)(15)"]}[book],
        )
        table.do(how, device="automated-shoe")
        table.do("switch-method", FLOOR_ACTOR, dealing="manual-shoe")
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
    claim(*cite_clauses(book, law))
    table.finish()
    assert {event["position"] for event in happened(table) if event.kind == "wager-settled"} == set(SEATED)
