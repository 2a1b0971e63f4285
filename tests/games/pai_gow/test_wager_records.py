"""What the records of Pai Gow Poker's wagers say about envy, surrender and settlement: a book may say otherwise than the one that
it follows, and is then dealt so."""

import pytest

from houseway.documents.notices import sign_notices
from houseway.errors import Malformed
from houseway.regulation import load_book
from houseway.submission import judge, parse_submission
from tests.support.added_books import add_book
from tests.support.submissions import DIV, EMPEROR, FORTUNE, INSURANCE, MD, METERS, UTH, submission
from tests.support.table_driver import PaiGowTable


@pytest.fixture
def following(tmp_path, monkeypatch):
    """A function that opens a table under a book that follows another, with a wager's record changed."""

    def open_table(book, wager, changes, wagers, **more):
        add_book(tmp_path, monkeypatch, book, book={"wager": [{"id": wager, **changes}]})
        text = submission(book, wagers=wagers).replace(f'"{book}"', '"xx.pai-gow-poker"')
        return PaiGowTable(book, text=text, name=METERS[book]["tables"][0], **more).ready()

    return open_table


@pytest.mark.parametrize(
    ("wager", "changes", "may"),
    [
        ("progressive", {}, False),
        ("progressive", {"bars-surrender": False}, True),
        ("bonus", {}, True),
        ("bonus", {"bars-surrender": True}, False),
    ],
)
def test_a_player_with_a_wager_may_surrender_unless_its_record_bars_it(following, wager, changes, may):
    table = following(DIV, wager, changes, [wager], players=2)
    table.bets(1, 30, **{wager: 1}).bets(2, 10).to("players")
    assert table.may("surrender", 1, position=1) is may
    table.finish()


WINS, LOSES = "As Ad Kc Kd 9h 5s 3c", "6s 6d Kh Qc 8d 4d 3s"


@pytest.mark.parametrize(("one_pass", "exposed_before"), [(True, 1), (False, 2)])
def test_a_winner_is_paid_before_the_next_hand_is_exposed_if_a_wager_asks_for_it(following, one_pass, exposed_before):
    hands = {1: WINS, 2: "8s 7d 6c 4h 3h 2d Jc", 0: LOSES}
    table = following(DIV, "bonus", {"one-pass": one_pass}, ["bonus"], players=2, hands=hands)
    table.bets(1, 30, bonus=4).bets(2, 10).finish()
    events = table.since(skip=1)
    paid = next(place for place, event in enumerate(events) if event.kind == "wager-settled" and event["result"] == "win")
    assert [event.kind for event in events[:paid]].count("hand-exposed") == exposed_before


@pytest.mark.parametrize(("minimum", "lammers"), [(True, []), (False, [(1, "fortune-bonus")])])
def test_a_wager_below_the_minimum_earns_envy_only_if_its_record_asks_for_no_minimum(following, minimum, lammers):
    table = following(MD, "fortune-bonus", {"envy-minimum": minimum}, ["fortune-bonus"], players=2)
    table.bets(1, 30, fortune_bonus=4).bets(2, 10).to("deal")
    assert sorted(table.state.lammers) == lammers
    table.finish()


@pytest.mark.parametrize(
    ("wagers", "choice", "said"),
    [
        ([FORTUNE, EMPEROR], "both", "Fortune Bonus or Emperor's Treasure, $5 or more, paid"),
        ([FORTUNE, EMPEROR], "fortune-only", "Fortune Bonus or Emperor's Treasure, $5 or more on the Fortune Bonus, paid"),
        ([None, EMPEROR], "fortune-only", "With a wager on the Emperor's Treasure, paid"),
        ([FORTUNE, None], "fortune-only", "With a wager on the Fortune Bonus, $5 or more, paid"),
    ],
)
def test_the_sign_names_the_wagers_to_which_the_minimum_for_envy_applies(wagers, choice, said):
    """PG-10."""
    offered = {name: terms for name, terms in zip(("fortune-bonus", "emperors-treasure"), wagers, strict=True) if terms}
    rules = judge(parse_submission(submission(MD, wagers=offered, readings={"PG-10": choice}))).rules
    (notice,) = [element for element in sign_notices(rules) if element.cells[0] == "Envy bonus"]
    assert said in notice.cells[1]


def test_insurance_has_a_clause_of_its_own_for_the_cards_only_if_it_is_the_only_optional_wager():
    for sides, clause in (
        ({"insurance": INSURANCE}, "11.H(5)(c)"),
        ({"insurance": INSURANCE, "fortune-bonus": FORTUNE}, "11.I"),
    ):
        table = PaiGowTable(MD, wagers=sides, players=1).ready()
        table.bets(1, 10, **{wager.replace("-", "_"): 5 for wager in sides}).finish()
        collected = next(event for event in table.since(skip=1) if event.kind == "cards-collected")
        assert {"11.H(5)(c)", "11.I"} & {each.clause for each in collected.clauses} == {clause}


PLAIN = {"id": "insurance", "decided-by": "own", "paid-by": "seven-cards"}


@pytest.mark.parametrize(
    ("follows", "changes", "reason"),
    [
        (MD, {**PLAIN, "envy-minimum": "no"}, "envy-minimum.*bool"),
        (MD, {**PLAIN, "bars-surrender": 1}, "bars-surrender.*bool"),
        (MD, {**PLAIN, "one-pass": "yes"}, "one-pass.*bool"),
        (MD, {**PLAIN, "two-pass": True}, "two-pass is not a key"),
        (MD, {**PLAIN, "read": [{"taken": "PG-10=both", "one-pass": True}]}, "one-pass is not a key"),
        (MD, {"id": "fortune-envy", "bars-surrender": True}, "bars-surrender needs decided-by"),
        (UTH, {"id": "trips", "bars-surrender": True}, "bars-surrender is a key only where players set their hands"),
        (UTH, {"id": "trips", "read": [{"taken": "UTH-12=box", "envy-minimum": False}]}, "envy-minimum is a key only where"),
    ],
)
def test_what_a_record_may_not_say_is_refused(tmp_path, monkeypatch, follows, changes, reason):
    with pytest.raises(Malformed, match=reason):
        load_book(add_book(tmp_path, monkeypatch, follows, book={"wager": [changes]}))
