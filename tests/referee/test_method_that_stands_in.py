"""The referee on cards that are dealt in another way than is filed, because a device is out of use (14.N; (n)(15); 13.J)."""

import pytest

from houseway.files.referee.record import RefereeRecord
from houseway.procedure import DIV, MD, ULTIMATE
from houseway.procedure import FOUR_CARD as FC
from houseway_referee import RecordError
from tests.referee import div_rounds, md_rounds, ultimate_rounds
from tests.referee.dealer_rounds import DEALER, act, before, box, decide_rounds, one_round, ultimate_acts
from tests.referee.md_rounds import FLOOR, LOSES, WINS, seat
from tests.support.referee_comparison import compare
from tests.support.table_driver import FLOOR_ACTOR, FourCardTable, PaiGowTable, UltimateTable

SEATS = {1: seat("Ann", 2000, *WINS), 2: seat("Bob", 2000, *LOSES)}
HAND, SHOE = {"table.dealing": "hand"}, {"table.dealing": "automated-shoe"}
SWITCHED = act(FLOOR, "switch-method", dealing="manual-shoe")


def reasons(*results):
    return [result["void"] and result["void"]["reason"] for result in results]


def test_an_exposed_card_is_judged_by_the_deal_in_use_14_j_14_n():
    acts = md_rounds.ordinary(SEATS, exposed={"4": "2h"})
    rounds = [
        md_rounds.a_round(SEATS, acts, 1),
        md_rounds.a_round(SEATS, [SWITCHED, *acts], 2),
        md_rounds.a_round(SEATS, acts, 3, dealing="manual-shoe"),
        md_rounds.a_round(SEATS, acts, 4),
    ]
    assert reasons(*md_rounds.decided(rounds, options=HAND)) == ["card-exposed", None, None, "card-exposed"]


def test_what_is_reported_later_is_judged_by_the_deal_of_its_round_14_j_14_n():
    acts = md_rounds.ordinary(SEATS)
    late = act(DEALER, "report-exposed", round=1, position=4, cards="2h", when="dealing")
    rounds = [md_rounds.a_round(SEATS, acts, 1, dealing="manual-shoe"), md_rounds.a_round(SEATS, [late, *acts], 2)]
    assert md_rounds.decided(rounds, options=HAND)[1]["findings"] == []
    rounds[0].pop("dealing")
    assert [found["void"]["reason"] for found in md_rounds.decided(rounds, options=HAND)[1]["findings"]] == ["card-exposed"]


def test_a_shoe_out_of_use_deals_no_round_14_m_14_n():
    acts = md_rounds.ordinary(SEATS, dealt=[act(DEALER, "report-device", device="automated-shoe")])
    rounds = [md_rounds.a_round(SEATS, acts, 1), md_rounds.a_round(SEATS, acts, 2, dealing="hand")]
    assert reasons(*md_rounds.decided(rounds, options=SHOE)) == ["automated-shoe", None]


def test_stacks_are_dealt_from_the_hand_only_n_12_n_15():
    played = div_rounds.a_round(
        {1: div_rounds.base()}, {1: (div_rounds.WIN, div_rounds.WIN_LOW)}, after_deal=[div_rounds.dealer("report-stacks")]
    )
    [by_hand] = div_rounds.rule(played, options=HAND)
    [by_shoe] = div_rounds.rule({**played, "dealing": "manual-shoe"}, options=HAND)
    [switched] = div_rounds.rule({**played, "acts": [SWITCHED, *played["acts"]]}, options=HAND)
    assert reasons(by_hand, by_shoe, switched) == ["stacks", None, None]


@pytest.mark.parametrize(("dealing", "burned"), [("hand", 2), ("manual-shoe", 0), ("automated-shoe", 0)])
@pytest.mark.parametrize("filed", [HAND, SHOE])
def test_cards_are_burned_as_they_are_dealt_9_b_2_13_j(filed, dealing, burned):
    acts = ultimate_acts({1: box("Ann", "As Ad", 4, ante=20)}, ultimate_rounds.QUEENS, ultimate_rounds.DRY)
    acts = before(acts, "turn-dealer", act(DEALER, "count-stub", cards=52 - 2 - 2 - 5 - burned))
    entry = {**one_round(acts), "dealing": dealing}
    assert reasons(*decide_rounds(ultimate_rounds.filing(filed), entry)) == [None]


def test_no_cards_of_the_dealers_wait_in_a_machine_out_of_use_10_b_4_13_j():
    filed = ultimate_rounds.filing({**SHOE, "table.dealer-cards": "left-in-shuffler"})
    acts = ultimate_acts({1: box("Ann", "As Ad", 4, ante=20)}, ultimate_rounds.QUEENS, ultimate_rounds.DRY)
    acts = before(acts, "play", act(DEALER, "report-misdeal", hands={"0": 0}))
    waits, dealt = decide_rounds(filed, one_round(acts), {**one_round(acts, 2), "dealing": "hand"})
    assert reasons(waits, dealt) == [None, "misdeal"]


@pytest.mark.parametrize(
    "second", [{"starting": "shaker"}, {"switched": "shaker"}, {"starting": "shaker", "switched": "button"}]
)
def test_a_button_that_dice_stand_in_for_moves_after_no_void_round_5_k_3_pg_80_pg_94(second):
    """Each round is void before its start is found."""
    jam = [act(DEALER, "close-betting"), act(DEALER, "report-device", device="automated-shoe")]
    switched = [act(FLOOR, "switch-method", starting=second["switched"])] if "switched" in second else []
    starting = {"starting": second["starting"]} if "starting" in second else {}
    used = second.get("switched") == "button"
    options = {**SHOE, "table.starting-position": "button"}
    md = [md_rounds.a_round(SEATS, jam), md_rounds.a_round(SEATS, [*switched, *jam], 2, **starting)]
    left = [result["left"]["button"] for result in md_rounds.decided(md, options=options, readings={"PG-94": "moves"})]
    assert left == [6, 5 if used else 6]
    div = [{"round": 1, "seats": {}, "meters": {div_rounds.KEY: "2000000"}, "acts": jam}]
    div.append({**div[0], "acts": [*switched, *jam], **starting})
    left = [result["left"]["button"] for result in div_rounds.rule(*div, options=options, DIV_94="moves")]
    assert left == [6, 5 if used else 6]


def test_a_method_is_read_strictly():
    acts = md_rounds.ordinary(SEATS)
    for wrong in (
        md_rounds.a_round(SEATS, acts, dealing="thrown"),
        md_rounds.a_round(SEATS, acts, starting="thrown"),
        md_rounds.a_round(SEATS, [act(FLOOR, "switch-method", dealing="thrown"), *acts]),
    ):
        with pytest.raises(RecordError, match="thrown"):
            md_rounds.decided([wrong])


# ---- what the record says


def stand_in(table, device):
    """The croupier puts a device that has failed out of use, and deals as is left to him."""
    table.do("report-device", device=device, usable=False)
    while table.due.act != "switch-method":
        table.take()
    table.take()
    return table


def said_of_methods(table):
    """The method with which each round of the record begins, and those to which it changes."""
    written = RefereeRecord()
    rounds = [ended for taken in table.recorded.commands if (ended := written.record(*taken)) is not None]
    return [
        (each.entry.get("dealing"), [act["facts"]["dealing"] for act in each.acts if act["act"] == "switch-method"])
        for each in rounds
    ]


def opened(book):
    """A table with an automated shoe and one player."""
    others = {ULTIMATE: UltimateTable, FC: FourCardTable}
    return others[book](SHOE, players=1) if book in others else PaiGowTable(book, SHOE, players=1)


@pytest.mark.parametrize("book", [MD, DIV, ULTIMATE, FC])
def test_the_method_is_in_the_record_of_each_round_that_it_deals(book):
    """Not only of the round in which it was chosen."""
    table = stand_in(opened(book).play(), "automated-shoe")
    now = table.run.table.equipment.dealing.value
    table.play().play()
    table.do("restore-device", FLOOR_ACTOR, device="automated-shoe")
    table.do("switch-method", FLOOR_ACTOR, dealing="automated-shoe")
    table.play()
    assert said_of_methods(table) == [(None, []), (None, [now]), (now, []), (now, ["automated-shoe"])]
    assert compare(table.recorded.commands).differences == []


def test_a_card_exposed_in_a_deal_that_stands_in_is_decided_alike_14_j():
    """Where nobody has wagered, a card of a deal from the shoe changes nothing, and one of a deal from the hand voids the round."""
    table = stand_in(PaiGowTable(MD, {**HAND, "table.shuffler": True}, players=1).play(), "shuffler").play()
    table.ready().bet_all().to("deal")
    table.take(exposed={5: 2})
    table.finish()
    found = compare(table.recorded.commands)
    assert (found.rounds, found.differences, found.not_compared) == (3, [], {})
