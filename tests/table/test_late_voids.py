"""A round that is found void after its end is a void round for those after it, as if it had been found just before (PG-91, PG-94,
PG-99; DIV-91, DIV-94, DIV-113). What the next round has already done stands."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.events import Event
from houseway.games.pai_gow.banking import is_first_of_game
from houseway.ledger import MONEY_MOVED
from houseway.money import NO_MONEY
from houseway.play.driver import WAITS_FOR_BETS
from houseway.table import TableRun, fold_events
from houseway.table.state import evolve_all
from tests.support.clauses import against_dealer, bear, both, each_book, ids, short
from tests.support.effort import MORE
from tests.support.submissions import DIV, MD, submission
from tests.support.table_driver import MACHINE, PaiGowTable, dollars, ready_table

BANK = {"bank.offered": True}
BUTTON = {**MACHINE, "table.starting-position": "button"}
STARTS = ({}, {"table.starting-position": "random-number"}, BUTTON, {**MACHINE, "table.decks": 2})
TIED = {0: "6s 6d Jh Qc 8d 4d 3s", 1: "2c 2d Ah Kd 7h 8s 9c", 2: "3c 3d Ac Kh 7c 8h 9d"}
"""Ann and Bob have the lower high hand and the higher low hand."""


class WillingTable(PaiGowTable):
    """Whoever is to bank accepts if he may."""

    def _offer(self):
        willing, offered = self.bank, self.state.bank.offered
        if offered == willing and not self.legal(offered, "accept-bank"):
            self.bank = None
        try:
            return super()._offer()
        finally:
            self.bank = willing

    def go_on(self, bank, stakes, co_bank, to_the_end=False):
        """One command further. Wagers are placed when nothing else is due, and the round ends only if it shall."""
        self.bank, self.co_bank = bank, co_bank
        if self.due is not None and self.due.act == "end-round" and not to_the_end:
            return
        if self.due is not None and (self.due.act not in WAITS_FOR_BETS or self.state.stakes):
            self.take()
        elif not self._answer():
            self._bet(stakes)

    def begin(self, bank, stakes, co_bank=False):
        """Until everybody has bet what he bets, by position; the bank and whoever is not there bet nothing."""
        self.bank, self.co_bank = bank, co_bank
        self.ready()._bet(stakes)
        return self

    def _bet(self, stakes):
        for position, amount in stakes.items():
            if position in self.run.table.seats and position != self.state.bank.position and amount:
                self.bets(position, amount)


def misdealt(table, **facts):
    """Wherever somebody has wagered: in one book hands that were dealt to nobody void no round."""
    return table.do("report-misdeal", DEALER_ACTOR, hands={1: 6, 2: 6, 4: 6}, **facts)


def carry_out(table, finding=1):
    return table.do("rule-finding", FLOOR_ACTOR, finding=finding, choice="carry-out", why="seen on tape")


def void_in_time(table):
    """The misdeal is reported when only the end of the round is due."""
    table.to("end-round")
    misdealt(table)
    return table.finish()


def find_void(table):
    """The misdeal of the last round is reported now, and carried out."""
    misdealt(table, round=table.run.table.number - 1)
    carry_out(table, table.run.table.found)
    return table


def void_late(table):
    return find_void(table.finish())


def left_behind(table):
    """The table without what tells when the void was found."""
    now = table.run.table
    return {
        "new game": (now.is_new_game, now.equipment.is_fresh, table.context.start_of_game),
        "history": now.history,
        "offer": now.first_offer,
        "bankless": now.bankless_rounds,
        "round": now.round,
        "equipment": now.equipment,
        "chips": {account: now.ledger.balance(account) for account in _accounts(table)},
        "due": table.due,
    }


def _accounts(table):
    return {event[side] for event in table.events if event.kind == MONEY_MOVED for side in ("source", "target")}


# As in time, so afterwards


def readings_of(book):
    choices = {
        MD: {"PG-91": ("counts", "played-again"), "PG-94": ("stays", "moves"), "PG-28": ("restarts", "advances")},
        DIV: {
            "DIV-91": ("counts", "played-again"),
            "DIV-94": ("stays", "moves"),
            "DIV-42": ("advances", "restarts"),
            "DIV-23": ("dealer-round", "skip-dealer"),
        },
    }[book]
    return st.fixed_dictionaries({reading: st.sampled_from(taken) for reading, taken in choices.items()})


SEATS = (1, 2, 4)
ROUNDS = st.tuples(
    st.sampled_from((None, *SEATS)),
    st.fixed_dictionaries({place: st.sampled_from((0, 10, 25)) for place in SEATS}).filter(
        lambda stakes: [*stakes.values()].count(0) < 2
    ),
    st.booleans(),
)
"""Who would bank, what everybody bets, and whether with the house; two bet at least, so that one is left against a bank."""


@st.composite
def scenarios(draw):
    book, bank = draw(st.sampled_from((MD, DIV))), draw(st.sampled_from((True, True, False)))
    options = {"bank.offered": bank, **({"bank.co-banking": True} if bank else {}), **draw(st.sampled_from(STARTS))}
    readings = {
        name: choice
        for name, choice in draw(readings_of(book)).items()
        if (options.get("table.starting-position") == "button" if name in _OF_BUTTONS else bank)
    }
    before = draw(st.lists(st.tuples(ROUNDS, st.booleans()), max_size=4))
    return (book, options, readings), before, draw(ROUNDS), draw(st.lists(ROUNDS, min_size=1, max_size=2))


_OF_BUTTONS = ("PG-94", "DIV-94")


def played_before(filed, before):
    book, options, readings = filed
    seats = list(zip(SEATS, ("Ann", "Bob", "Cid"), strict=True))
    table = WillingTable(book, options, readings=readings, players=seats)
    for played, is_void in before:
        table.begin(*played)
        void_in_time(table) if is_void else table.finish()
    return table


@settings(max_examples=25 * MORE, deadline=None)
@given(scenario=scenarios(), leaves=st.sampled_from((None, None, *SEATS)))
def test_a_round_found_void_leaves_the_table_as_one_that_was_void_in_time(scenario, leaves):
    """Somebody may leave in mid-round: if the void is found after it, he has taken what he won."""
    filed, before, voided, after = scenario
    tables = [played_before(filed, before) for _ in range(2)]
    for table, void in zip(tables, (void_in_time, void_late), strict=True):
        table.begin(*voided).to("count-stub")
        table.do("leave", leaves) if leaves else None
        void(table)
        assert fold_events(table.events) == table.run.table
    compared = [{**left_behind(table), **({"chips": "taken"} if leaves else {})} for table in tables]
    assert compared[1] == compared[0]
    if leaves:
        return
    for played in after:
        for table in tables:
            table.begin(*played).finish()
        assert left_behind(tables[1]) == left_behind(tables[0])


@settings(max_examples=20 * MORE, deadline=None)
@given(scenario=scenarios(), commands=st.integers(0, 50))
def test_what_the_next_round_has_done_when_the_void_is_found_stands(scenario, commands):
    filed, before, voided, (following, *_) = scenario
    table = played_before(filed, before)
    was = table.run.table
    table.begin(*voided).finish()
    for _ in range(commands):
        table.go_on(*following)
    done, number = table.run.table, table.run.table.number
    find_void(table)
    now, bank = table.run.table, done.round.bank
    unasked = not (done.round.closed or bank.asked_positions or bank.offered)
    first = replace(bank, first_offer=was.first_offer) if unasked else bank
    assert now.round == replace(done.round, bank=first)
    assert [(deck.stage, deck.cards) for deck in now.equipment.decks] == [
        (deck.stage, deck.cards) for deck in done.equipment.decks
    ]
    assert now.history.last_wagers == was.history.last_wagers
    assert now.is_new_game == was.is_new_game
    while table.run.table.number == number:
        table.go_on(*following, to_the_end=True)
    ended = table.run.table.completed.state
    confirmed = ended.bank.position and not bank.is_confirmed
    assert not (confirmed and now.is_new_game), "nobody banks the first round of a game"
    assert not table.run.table.is_new_game, "it was played"
    assert ended.bank.position == bank.position or not bank.is_confirmed or not ended.stakes, "who was confirmed banks"
    assert fold_events(table.events) == table.run.table


@against_dealer
@pytest.mark.parametrize("options", [{}, {"table.dealing": "hand", "table.shuffler": True, "table.decks": 2}])
@pytest.mark.parametrize("wrong", [{"hands": {2: 9}}, {"stub": 1}])
def test_without_a_bank_too(book, options, wrong):
    """Nothing of a round against the dealer concerns the next one, but that its cards are shuffled or leave the table."""
    tables = [ready_table(book, options, players=2).bet_all() for _ in range(2)]
    tables[0].to("end-round").do("report-misdeal", **wrong)
    tables[0].finish()
    tables[1].finish().do("report-misdeal", round=1, **wrong)
    carry_out(tables[1])
    for table in tables:
        table.ready()
    in_time, late = (left_behind(table) for table in tables)
    assert late == in_time


# If no money moves


def waiting(table):
    return [option.facts["finding"] for option in table.legal(FLOOR_ACTOR, "rule-finding")]


@both
def test_a_void_waits_for_a_ruling_although_everybody_tied(book, claim):
    bear(claim, book, "14.H 14.K", "(n)(8)")
    table = PaiGowTable(book, BANK, hands=TIED, players=2).play()
    (reported,) = misdealt(table, round=1)
    assert (reported["proposed"], reported["owed"], reported["void"], waiting(table)) == ((), (), True, [1])
    assert table.refused("close-table", FLOOR_ACTOR).code == "finding.waits"
    carry_out(table)
    assert table.run.table.is_new_game


@both
def test_and_although_what_was_settled_stands(book):
    """PG-90, DIV-90: the round is void, but all of it is settled."""
    reading = {MD: "PG-90", DIV: "DIV-90"}[book]
    table = PaiGowTable(book, BANK, readings={reading: "settled-stands"}, players=2).play()
    (reported,) = misdealt(table, round=1)
    assert (reported["proposed"], waiting(table)) == ((), [1])
    carry_out(table)
    assert table.run.table.is_new_game


@both
def test_a_finding_of_an_earlier_version_that_moved_nothing_does_not_wait(book):
    table = PaiGowTable(book, BANK, hands=TIED, players=2).play()
    before = table.run.table
    (event,) = misdealt(table, round=1)
    stored = {**event.to_json(), "schema": 2}
    stored["facts"] = {name: fact for name, fact in stored["facts"].items() if name != "void"}
    assert evolve_all(before, (Event.from_json(stored),)).findings == ()


@against_dealer
def test_a_void_of_a_game_against_the_dealer_waits_too(book, claim):
    """Everything is settled, and stands (UTH-90, FC-90). The cards are shuffled because of it, if they are not yet."""
    claim(*(f"{book} {clause}" for clause in ids(book, "13.E")))
    readings = ({"UTH-90": "settled-stands"}, {"FC-90": "settled-stands"})[book.endswith("four-card-poker")]
    game = ready_table(book, readings=readings, players=2).bet_all().finish()
    (reported,) = game.do("report-misdeal", FLOOR_ACTOR, hands={2: 9}, round=1)
    assert (reported["proposed"], waiting(game)) == ((), [1])
    carry_out(game)
    assert short(game.to("shuffle").due.clauses)[:1] == ids(book, "13.E")
    game.play()


# Who may bank, and for which house stake


@each_book(md="12.B(1)", div="(m)(2)#1")
def test_after_a_first_round_that_was_void_nobody_banks(book, clauses):
    table = find_void(PaiGowTable(book, BANK, players=2).play())
    assert table.context.start_of_game
    refusal = table.refused("accept-bank", 1, position=1)
    assert (refusal.code, short(refusal.clauses)[:1]) == ("round.bank-at-start", clauses)
    table.play()
    assert "bank-offered" not in table.kinds(skip=1)


def to_offer(table, position):
    """Until the bank is offered to a position; all before it pass."""
    while table.state.bank.offered != position:
        offered = table.state.bank.offered
        table.act(offered, "pass-bank") if offered is not None else table.take()
    return table


@each_book(md="12.D(1)", div="(m)(4)(i)")
def test_who_bet_only_in_a_void_round_has_not_bet_against_the_dealer(book, clauses):
    table = PaiGowTable(book, BANK, players=2).play()
    table.sit("Cid", 3)
    find_void(table.play())
    refusal = to_offer(table, 3).refused("accept-bank", 3, position=3)
    assert (refusal.code, short(refusal.clauses)) == ("round.did-not-bet", clauses)


@each_book(md="12.G(1)", div="(m)(7)#1")
def test_the_house_stakes_what_the_bank_bet_in_the_last_round_that_was_not_void(book, clauses):
    table = WillingTable(book, BANK, players=2).play(15)
    find_void(table.play(40))
    staked = table.begin(1, {2: 10}).to("close-betting").last("house-staked")
    assert staked["amount"] == dollars(15)
    assert clauses[0] in short(staked.clauses)


@each_book(md="12.C(3)", div="(m)(3)#6")
def test_who_banked_a_round_that_is_found_void_does_not_bank_the_next(book, clauses):
    """PG-91, DIV-91: also if he has got up since, and come back. The offer is his again: it stays where it was."""
    table = WillingTable(book, BANK, players=3).play()
    table.begin(1, {2: 10, 3: 10}).finish()
    table.do("leave", 1)
    find_void(table)
    table.sit("Ann", 1)
    refusal = to_offer(table, 1).refused("accept-bank", 1, position=1)
    assert (refusal.code, short(refusal.clauses)) == ("round.banked-before", clauses)


@both
def test_or_he_does_if_the_rules_of_that_round_said_so(book):
    """PG-91, DIV-91. The rules have been amended since."""
    reading = {MD: "PG-91", DIV: "DIV-91"}[book]
    table = WillingTable(book, BANK, readings={reading: "played-again"}, players=3).play()
    table.begin(1, {2: 10, 3: 10}).finish()
    table.do("amend", FLOOR_ACTOR, submission=submission(book, BANK))
    assert to_offer(find_void(table), 1).legal(1, "accept-bank")


@each_book(md="12.C(2)", div="(m)(3)#5")
def test_the_first_offer_stays_where_the_void_round_had_it(book, clauses):
    """Ann has banked the second round, so Bob is asked first in the third, and again when that is found void."""
    table = WillingTable(book, BANK, players=3).play()
    table.begin(1, {2: 10, 3: 10}).finish().begin(2, {1: 10, 3: 10}).finish()
    assert table.run.table.first_offer == 3
    find_void(table).to("players")
    assert table.run.table.first_offer == table.state.bank.offered == 2
    assert clauses[0] in table.clauses("bank-offered")


@pytest.mark.clause(f"{DIV} (f)(4)(iii)#1", f"{DIV} (f)(4)(iii)#2")
def test_a_void_round_is_none_of_two_consecutive_rounds_without_a_bank():
    """The second round would have been the one after which the offer to cut moves on."""
    asked = {}
    for void in (True, False):
        table = PaiGowTable(DIV, players=3).play().play()
        find_void(table) if void else None
        asked[void] = table.to("cut").last("cut-offered")["position"]
    assert asked == {True: 1, False: 2}


# The button


@each_book(md="5.K(3)(b)", div="(k)(4)#2")
def test_the_button_goes_back(book, clauses):
    table = PaiGowTable(book, BUTTON, players=2).play()
    assert table.run.table.equipment.button == 6
    find_void(table)
    assert table.run.table.equipment.button == 0
    assert table.clauses("button-moved") == clauses
    table.play()
    assert (table.last("button-read")["position"], table.run.table.equipment.button) == (0, 6)


@both
def test_a_button_at_which_the_next_deal_begins_stays(book):
    table = PaiGowTable(book, BUTTON, players=2).play().ready().bet_all().to("deal")
    find_void(table)
    assert table.run.table.equipment.button == table.state.start == 6
    assert table.finish().run.table.equipment.button == 5


@both
def test_after_an_idle_table_the_button_begins_in_front_of_the_dealer_anyway(book):
    table = PaiGowTable(book, BUTTON, players=2).play().play()
    table.do("leave", 1)
    table.do("leave", 2)
    table.to("players")
    table.sit("Cid", 1)
    table.ready()
    find_void(table)
    assert (table.run.table.is_new_game, table.run.table.equipment.button) == (True, 0)


def test_a_position_that_is_gone_gets_no_button():
    """The sixth position is given up between the void round, in which it had the button, and the ruling."""
    table = PaiGowTable(MD, BUTTON, players=2).play().play()
    table.do("amend", FLOOR_ACTOR, submission=submission(MD, {**BUTTON, "table.positions": 5}))
    find_void(table)
    assert table.run.table.equipment.button == 0


# What the next round has done stands


@both
def test_an_offer_that_was_made_stands(book):
    table = WillingTable(book, BANK, players=3).play()
    table.begin(1, {2: 10, 3: 10}).finish()
    to_offer(table, 2)
    find_void(table)
    assert table.state.bank.offered == 2
    assert table.may("accept-bank", 2, position=2)


@each_book(md="12.B(1)", div="(m)(2)#1")
def test_who_accepted_the_bank_is_not_confirmed_if_the_round_is_now_the_first(book, clauses):
    table = WillingTable(book, BANK, players=2).play().begin(1, {2: 10})
    assert table.due.act == "confirm-bank"
    find_void(table)
    refused, *_ = table.take()
    assert (refused.kind, refused["why"]) == ("bank-refused", "this is the first round of a game")
    assert clauses[0] in short(refused.clauses)
    table.finish()
    assert "bank-confirmed" not in table.kinds(skip=1)


@each_book(md="12.D(1)", div="(m)(4)(i)")
def test_nor_if_he_did_not_bet_before_the_void_round(book, clauses):
    table = WillingTable(book, BANK, players=2).play()
    table.sit("Cid", 3)
    table.play()
    table.begin(3, {2: 10})
    find_void(table)
    refused, *_ = table.take()
    assert (refused.kind, short(refused.clauses)) == ("bank-refused", clauses)
    table.bets(3).finish()


@both
def test_a_bank_that_was_confirmed_stays_and_its_round_is_not_the_first_of_a_game(book):
    """What the house has not staked yet follows: the bank has bet in no round but the void one."""
    table = WillingTable(book, BANK, players=2).play().begin(1, {2: 10}).to("confirm-bank")
    table.take()
    find_void(table)
    assert not is_first_of_game(table.context)
    assert (table.state.bank.position, table.run.table.history.last_wagers) == (1, {})
    table.finish()
    assert table.last("house-staked")["amount"] == NO_MONEY
    assert (table.run.table.history.last_bank, table.run.table.first_offer) == ("Ann", 2)
    assert not table.context.start_of_game


@both
def test_cards_that_were_dealt_stand_and_their_round_is_the_first_of_the_game(book):
    table = PaiGowTable(book, BANK, players=2).play().ready().bet_all(25).to("set-dealer")
    find_void(table)
    table.finish()
    assert (table.run.table.is_new_game, table.run.table.first_offer) == (False, 1)
    assert table.run.table.history.last_wagers == {"Ann": (dollars(25),), "Bob": (dollars(25),)}
    assert table.run.table.bankless_rounds == 0


# Rulings


@both
def test_a_finding_that_is_let_stand_changes_nothing(book):
    table = PaiGowTable(book, {**BANK, **BUTTON}, players=2).play()
    before = left_behind(table)
    misdealt(table, round=1)
    table.do("rule-finding", FLOOR_ACTOR, finding=1, choice="stands", why="nobody was harmed")
    assert left_behind(table) == before


@both
def test_a_void_after_another_goes_back_to_where_the_first_left_the_table(book):
    table = find_void(PaiGowTable(book, {**BANK, **BUTTON}, players=2).play())
    void = left_behind(table)
    find_void(table.play())
    again = left_behind(table)
    assert [again[part] for part in ("new game", "history", "offer", "bankless")] == [
        void[part] for part in ("new game", "history", "offer", "bankless")
    ]
    assert again["equipment"].button == void["equipment"].button == 0


@both
def test_a_table_that_was_loaded_again_goes_on_as_it_was(book):
    table = find_void(PaiGowTable(book, {**BANK, **BUTTON}, players=2).play())
    stored = [Event.from_json(event.to_json()) for event in table.events]
    assert TableRun(stored).table == table.run.table
