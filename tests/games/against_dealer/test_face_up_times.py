"""Cards found face up count together by when they were found, in whatever order, round or finding they are reported."""

from itertools import permutations, product

import pytest

from houseway.citation import cite_clauses
from houseway.errors import Malformed, NotAllowed
from houseway.events import Event
from houseway.games.against_dealer.state import ASIDE, DealerGameRound, FaceUpCard, evolve
from tests.support.clauses import SHORT_NAMES, each_book, ids, uth
from tests.support.dealer_games import SIDE_BET, all_back, dealt_table, physical_table
from tests.support.dealer_submissions import METHODS
from tests.support.submissions import FC, UTH
from tests.support.table_driver import DEALER_ACTOR, FLOOR_ACTOR, HAND, MACHINE, MANUAL, WAITS, dollars


def every_method(*numbers):
    """Run a test of `book` and `method` by every method of dealing; it bears those clauses of the book."""
    cases = [
        pytest.param(
            book,
            method,
            marks=pytest.mark.clause(*cite_clauses(book, *ids(book, *numbers))) if numbers else (),
            id=f"{SHORT_NAMES[book]}-{method}",
        )
        for book in METHODS
        for method in METHODS[book]
    ]
    return pytest.mark.parametrize(("book", "method"), cases)


TIMES = [times for length in (1, 2, 3) for times in product(("dealing", "deciding"), repeat=length)]
NOTHING, BASE, ROUND = "nothing", "base wagers void", "round void"


def expected(book, method, times):
    """What cards that were found at these times lead to (13.A to 13.C, UTH-24)."""
    if times.count("dealing") >= 2 or (method == "waits" and len(times) >= 2):
        return ROUND
    return BASE if book == UTH and "deciding" in times and len(times) >= 2 else NOTHING


def dealt(book, method, **more):
    options = METHODS[book].get(method, method) if isinstance(method, str) else method
    return dealt_table(book, options, **more).bet_all(**SIDE_BET[book]).to("players")


def report(game, number, when, **more):
    game.do("report-face-up", face_up=(number,), when=when, **more)


def outcome(game):
    return ROUND if game.state.void else BASE if game.state.base_void else NOTHING


def rule(game):
    """Every finding that waits is carried out; whether that voided the round."""
    ruled = []
    for finding in game.run.table.findings:
        ruled += game.do("rule-finding", FLOOR_ACTOR, finding=finding.number, choice="carry-out", why="seen on tape")
    return [event["void"] for event in ruled if event.kind == "finding-ruled"]


def outcome_after_the_round(game, times, first=30):
    """What reports of single cards about the completed round lead to, one after the other."""
    voids = []
    for number, when in enumerate(times, first):
        if True not in voids:
            report(game, number, when, round=game.run.table.completed.number)
            voids += rule(game)
    return ROUND if True in voids else BASE if voids else NOTHING


# In every order, in the round and after it


@every_method("13.A", "13.B")
def test_what_cards_lead_to_depends_on_when_they_were_found_and_not_on_the_order_of_the_reports(book, method):
    for times in TIMES:
        game = dealt(book, method)
        for number, when in enumerate(times, 30):
            if not game.state.void:
                report(game, number, when)
        assert outcome(game) == expected(book, method, times), times
        game.finish()


@every_method("13.A", "13.B")
def test_findings_after_the_round_lead_to_the_same(book, method):
    for times in TIMES:
        game = dealt(book, method).finish()
        assert outcome_after_the_round(game, times) == expected(book, method, times), times


@every_method("13.A", "13.B")
def test_cards_found_in_the_round_count_with_those_found_after_it(book, method):
    """The first card of each case is reported in the round, and changes nothing by itself."""
    for times in TIMES:
        game = dealt(book, method)
        report(game, 20, times[0])
        game.finish()
        found = outcome_after_the_round(game, times[1:])
        assert found == expected(book, method, times), times


@pytest.mark.parametrize(("reading", "chips"), [("unwound", dollars(5000)), ("settled-stands", None)])
@each_book(poker="13.B")
def test_two_cards_found_in_the_deal_and_reported_one_by_one_after_the_settlement(book, clauses, reading, chips):
    """What was settled goes back or stands, as UTH-90 and FC-90 are read."""
    game = dealt(book, MANUAL, readings={{UTH: "UTH-90", FC: "FC-90"}[book]: reading}).to("end-round")
    before = game.chips(1)
    report(game, 30, "dealing")
    report(game, 31, "dealing")
    assert game.state.void == "cards-face-up"
    assert game.chips(1) == (chips or before)
    game.finish()


@pytest.mark.parametrize("times", [("deciding",), ("dealing", "deciding"), ("dealing",)], ids=" and ".join)
def test_any_card_is_one_that_was_found_after_the_deal(times):
    for order in permutations(times):
        game = dealt(UTH, MANUAL, readings={"UTH-24": "any-card"})
        for number, when in enumerate(order, 30):
            report(game, number, when)
        assert outcome(game) == (BASE if "deciding" in times else NOTHING)
        game.finish()


# Which card it is


@uth("13.A")
@pytest.mark.parametrize("options", [MANUAL, HAND], ids=["manual", "hand"])
@pytest.mark.parametrize("number", range(1, 9))
def test_a_card_that_was_face_up_in_the_deal_is_never_used(options, number):
    game = dealt(UTH, options, board="")
    card = game.state.undealt[number - 1]
    report(game, number, "dealing")
    assert game.state.set_aside == (card,)
    assert game.clauses("card-set-aside") == ["13.A"]
    game.to("end-round")
    assert card not in (*game.state.board, *game.state.burned)
    assert len(game.state.board) == 5


@each_book(poker="13.A 13.B")
def test_a_card_keeps_its_number_until_another_one_is_drawn(book, clauses):
    game = dealt_table(book).bet_all().to("deal")
    game.take()
    cards = game.state.undealt
    for number in (3, 3, 3):
        report(game, number, "dealing")
    assert game.state.set_aside == (cards[2],)
    (option,) = [each for each in game.run.legal(DEALER_ACTOR, game.at) if each.act == "report-face-up"]
    assert option.bounds["face_up"]["some"][-1] == len(cards)
    report(game, len(cards), "dealing")
    assert game.state.void


@uth("13.A")
@pytest.mark.parametrize(("options", "same"), [(MANUAL, False), (HAND, False), (WAITS, True)], ids=["manual", "hand", "waits"])
def test_after_the_flop_the_same_number_is_the_same_card_only_in_a_machine(options, same):
    game = dealt(UTH, options)
    report(game, 20, "deciding")
    game.to("deal-flop").take()
    report(game, 20, "deciding")
    assert outcome(game) == (NOTHING if same else BASE)
    assert len(game.state.face_up) == (1 if same else 2)
    game.finish()


@each_book(poker="13.B")
def test_a_card_that_was_reported_as_found_later_counts_from_the_deal_when_that_is_said(book, clauses):
    game = dealt(book, MANUAL)
    report(game, 20, "deciding")
    report(game, 20, "dealing")
    assert outcome(game) == NOTHING
    report(game, 21, "dealing")
    assert outcome(game) == ROUND
    all_back(game)


@each_book(poker="13.A 13.B")
def test_physical_cards_count_in_the_same_way(book, clauses):
    game = physical_table(book, MANUAL).bet_all().to("deal")
    game.take(**({"up": (game.pack[0],)} if book == FC else {}))
    for number in (20, 20):
        report(game, number, "dealing")
    assert (game.state.face_up_count, outcome(game)) == (1, NOTHING)
    report(game, 21, "dealing")
    assert outcome(game) == ROUND


@each_book(poker="13.A")
def test_the_count_of_a_racked_stub_does_not_change_when_one_of_its_cards_was_face_up(book, clauses):
    game = dealt(book, MACHINE)
    right = len(game.state.undealt)
    report(game, 30, "dealing")
    assert [event.kind for event in game.run.events[-1:]] == ["card-found-face-up"]
    assert game.refused("report-misdeal", stub=right).code == "round.no-misdeal"
    report(game, 31, "dealing")
    assert outcome(game) == ROUND


# Too late


@every_method()
def test_what_is_found_when_all_is_dealt_and_decided_changes_nothing(book, method):
    game = dealt(book, method).to("end-round")
    before = game.chips(1), game.chips(2)
    game.do("report-face-up", face_up=(1, 2, 3))
    game.do("report-face-up", face_up=(1, 2), when="later", where="shoe")
    assert outcome(game) == NOTHING
    assert (game.chips(1), game.chips(2)) == before
    assert not game.state.face_up
    game.finish()
    game.do("report-face-up", face_up=(1, 2, 3), round=game.run.table.completed.number)
    assert not game.run.table.findings


@uth("13.C")
def test_as_long_as_cards_are_to_be_dealt_it_is_not_too_late():
    """All have made their Play wagers before the flop."""
    game = dealt_table(UTH).bet_all(trips=5)
    game.answers = {1: ["play 4"], 2: ["play 4"]}
    game.to("deal-flop")
    assert game.refused("report-face-up", face_up=(1, 2), when="later").code == "round.not-yet"
    (option,) = [each for each in game.run.legal(DEALER_ACTOR, game.at) if each.act == "report-face-up"]
    assert option.bounds["when"]["choices"] == ("dealing", "deciding")
    game.do("report-face-up", face_up=(1, 2))
    assert outcome(game) == BASE
    game.finish()


@pytest.mark.parametrize(
    ("reading", "found"), [("in-the-deck", NOTHING), ("until-all-have-decided", BASE)], ids=["in-the-deck", "until-decided"]
)
@pytest.mark.parametrize("how", ["report", "step"])
def test_whether_a_racked_stub_is_still_the_deck_is_read(reading, found, how):
    game = dealt(UTH, MACHINE, readings={"UTH-97": reading})
    if how == "report":
        game.do("report-face-up", face_up=(1, 2))
    else:
        game.to("deal-flop").take(face_up=(1, 2))
    assert outcome(game) == found
    game.finish()


@uth("13.C")
def test_what_was_found_in_the_machine_counts_when_its_stub_is_racked():
    game = dealt(UTH, MACHINE)
    game.do("report-face-up", face_up=(1, 2), where="shoe")
    assert outcome(game) == BASE


# Cards that were dealt all the same


@pytest.mark.parametrize("place", [0, 1, 2])
@each_book(poker="13.A 13.E")
def test_a_dealt_card_may_not_be_used_so_its_hand_is_short(book, clauses, place):
    game = dealt(book, MANUAL)
    game.do("report-face-up", dealt={place: (2,)}, when="dealing")
    assert game.state.void == "face-up-card-dealt"
    assert game.clauses("round-voided") == clauses
    all_back(game)


@each_book(poker="13.F")
def test_read_as_exposed_the_dealers_card_voids_the_wagers_against_him(book, clauses):
    game = dealt(book, MANUAL, readings={{UTH: "UTH-96", FC: "FC-96"}[book]: "exposed"})
    game.do("report-face-up", dealt={0: 1}, when="dealing")
    assert game.state.base_void == "dealer-card-exposed"
    assert game.state.exposed_by_mistake[0] == game.state.hands[0][:1]
    game.finish()


@each_book(poker="13.B")
def test_a_dealt_card_counts_with_one_that_is_left(book, clauses):
    game = dealt(book, MANUAL, readings={{UTH: "UTH-96", FC: "FC-96"}[book]: "exposed"})
    report(game, 20, "dealing")
    game.do("report-face-up", dealt={1: 1}, when="dealing")
    assert game.state.void == "cards-face-up"


def test_a_card_of_a_hand_was_not_in_the_shoe_when_players_decided():
    game = dealt(UTH, MANUAL)
    (recorded,) = game.do("report-face-up", dealt={1: 1}, when="deciding")
    assert recorded.kind == "irregularity-recorded"


@uth("13.A", "13.E")
def test_a_community_card_may_have_been_found_after_the_deal():
    game = dealt(UTH, MANUAL).to("deal-flop")
    game.take()
    game.do("report-face-up", dealt={"board": (3,)})
    assert game.state.void == "face-up-card-dealt"


@pytest.mark.parametrize("given", [{7: 1}, {"board": 1}, {1: 0}, {1: 3}, {1: ()}, {1: (3,)}, {1: True}, {1: "Ad"}, 4])
def test_only_cards_that_were_dealt_can_be_named(given):
    game = dealt(UTH, MANUAL)
    refusal = game.refused("report-face-up", dealt=given, when="dealing")
    assert isinstance(refusal, Malformed)
    assert refusal.code == "command.fact"


@pytest.mark.parametrize("facts", [{}, {"face_up": ()}, {"dealt": {}}])
def test_a_report_names_a_card(facts):
    refusal = dealt(UTH, MANUAL).refused("report-face-up", **facts)
    assert isinstance(refusal, NotAllowed)
    assert refusal.code == "round.no-face-up"


# Logs of earlier versions


def test_cards_that_earlier_versions_set_aside_count_by_the_place_of_their_event():
    """They said neither when a card was found nor how many had been drawn."""
    aside = Event("card-set-aside", (), {"number": 7, "cards": ()})
    state = evolve(DealerGameRound(), aside)
    assert state.face_up == {FaceUpCard(ASIDE, 7): "dealing"}
    dealt_cards = Event("cards-dealt", (), {"hands": {1: ()}, "board": (), "box": (), "rest": None})
    assert evolve(evolve(DealerGameRound(), dealt_cards), aside).face_up == {FaceUpCard(ASIDE, 7): "deciding"}


@uth("13.C")
@pytest.mark.parametrize("readings", [{}, {"UTH-24": "any-card"}], ids=str)
def test_where_several_count_a_community_card_that_was_found_stays(readings):
    """13.C holds notwithstanding 13.A: the board is dealt, and the wagers on it are settled. Another one changes nothing more."""
    game = dealt(UTH, MANUAL, readings=readings).to("deal-flop")
    game.take()
    report(game, 30, "dealing")
    game.do("report-face-up", dealt={"board": (3,)})
    assert outcome(game) == BASE
    game.do("report-face-up", dealt={"board": (2,)})
    assert outcome(game) == BASE
    game.finish()


@uth("13.A", "13.E")
def test_a_card_of_the_deal_may_not_be_used_although_others_were_found_after_it():
    game = dealt(UTH, MANUAL)
    report(game, 30, "deciding")
    game.do("report-face-up", dealt={1: (1,)}, when="dealing")
    assert game.state.void == "face-up-card-dealt"
    all_back(game)
