"""Round files, sessions, strategies and `why` of the games against the dealer."""

import json
import re
from collections import Counter

import pytest

from houseway.analysis.solve.ultimate import chart as ultimate_chart
from houseway.cards import parse_hand
from houseway.chance import seeded_chance
from houseway.errors import Malformed, NotAllowed
from houseway.events import Event
from houseway.explain.games import table_name
from houseway.explain.report import report_round
from houseway.explain.why import explain_round
from houseway.explain.words import describe_event
from houseway.files.check import check_expectations
from houseway.files.log import log_lines, read_log
from houseway.files.round_file import parse_round_file
from houseway.files.round_play import play_round_file
from houseway.ledger import MONEY_MOVED, Transfer, account_changes
from houseway.money import Cents
from houseway.play import strategies
from houseway.play.driver import Moment, PlayerChoice, Question
from houseway.play.players import StrategyPlayer
from houseway.play.session import Session, default_players
from houseway.procedure import FOUR_CARD, ULTIMATE, LegalOption
from houseway.regulation import load
from houseway.submission import judge
from houseway.submission import parse_submission as read_submission
from houseway.submission.built_in import built_in_submission
from houseway.table import fold
from tests.support.paths import GOLDEN_ROUNDS

FOLDER = GOLDEN_ROUNDS / "uth"
BOOKS = (ULTIMATE, FOUR_CARD)
UTH = """
title = "a round"
book = "md.ultimate-texas-holdem"
submission = "minimal"
{top}
[players.1]
wagers = {{ ante = "$10", trips = "$5" }}
cards = "As Ks"
plays = ["play 4"]
[players.2]
wagers = {{ ante = "$10" }}
cards = "2s 3s"
plays = ["check", "check", "fold"]
[dealer]
cards = "4h 5h"
[cards]
board = "Qs Js Ts 3h 3d"
{end}
"""
FC = """
title = "a round"
book = "md.four-card-poker"
submission = "minimal"
{top}
[players.1]
wagers = {{ ante = "$10", aces-up = "$5" }}
cards = "As Ks 2c 3d 4h"
plays = ["play 2"]
[dealer]
{dealer}
{end}
"""
MACHINE = '[options]\ntable.dealing = "automated-shoe"\ntable.shuffler = true'
HAND = '[options]\ntable.dealing = "hand"\ntable.shuffler = true'


def uth(top="", end=""):
    return UTH.format(top=top, end=end)


def fc(top="", dealer='cards = "4s 5h 6h 7h 8d Kd"', end=""):
    return FC.format(top=top, dealer=dealer, end=end)


def read(text):
    return parse_round_file(text, FOLDER / "here.toml")


def played(text):
    return play_round_file(read(text))


def settled(text):
    result = played(text)
    assert check_expectations(result) == []
    return result


def said(result, kind, fact):
    return [event[fact] for event in result.events if event.kind == kind]


# The form


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (uth("bank = 1", ""), "bank", "no player can bank"),
        (uth().replace('"play 4"', '"raise"'), "plays[1]", "is not a decision"),
        (uth().replace('"play 4"', '"play"'), "plays[1]", "is not a decision"),
        (uth().replace('"play 4"', '"fold 1"'), "plays[1]", "is not a decision"),
        (uth().replace('"play 4"', '"play $x"'), "plays[1]", "is not an amount"),
        (uth().replace('"As Ks"', '"As Ks Qd"'), "players.1.cards", "3 cards are given where 2 are needed"),
        (uth().replace('"4h 5h"', '"4h"'), "dealer.cards", "1 cards are given where 2 are needed"),
        (uth().replace('3h 3d"', '3h"'), "cards.board", "4 cards are given where 5 are needed"),
        (uth().replace("[players.2]", '[players.2]\nlow = "As"'), "players.2.low", "'low' is not a key here"),
        (uth().replace("ante =", "pai-gow ="), "pai-gow", "has no wager"),
        (uth().replace("4h 5h", "4h Qs"), "cards.board", "is also in dealer.cards"),
        (uth(end='box = "As"'), "cards.box", "is also in players.1.cards"),
        (fc(end='[cards]\nboard = "As"'), "cards.board", "'board' is not a key here"),
        (fc(dealer='low = "As"'), "dealer.low", "'low' is not a key here"),
        (uth().replace("[dealer]", '[dealer]\nup = "9h"'), "dealer.up", "'up' is not a key here"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text, place, message):
    with pytest.raises(Malformed, match=re.escape(message)) as refused:
        read(text)
    assert place in str(refused.value.facts["place"])


@pytest.mark.parametrize("top", ["", HAND, MACHINE, MACHINE + '\ntable.dealer-cards = "left-in-shuffler"', "physical = true"])
def test_named_cards_are_dealt_by_every_method_of_ultimate(top):
    result = settled(uth(top, '[expect.wagers]\n"1 blind" = "win 500000"\n"2 ante" = "lose"\n[expect.net]\nBob = -2000'))
    assert said(result, "dealer-turned", "cards") == [parse_hand("4h 5h")]
    assert sum(said(result, "flop-dealt", "cards") + said(result, "final-dealt", "cards"), ()) == parse_hand("Qs Js Ts 3h 3d")


@pytest.mark.parametrize("top", ["", HAND, MACHINE, "physical = true"])
def test_named_cards_are_dealt_by_every_method_of_four_card_poker(top):
    result = settled(fc(top, end='[expect.wagers]\n"1 ante" = "lose"\n"1 aces-up" = "win 2000"\n[expect.net]\nAnn = -1000'))
    assert said(result, "cards-dealt", "up") == [parse_hand("Kd")]
    assert said(result, "dealer-turned", "cards") == [parse_hand("4s 5h 6h 7h 8d Kd")]


def test_the_card_face_up_may_be_named_alone_or_among_the_dealers():
    assert said(settled(fc(dealer='up = "9c"')), "cards-dealt", "up") == [parse_hand("9c")]
    among = settled(fc(dealer='cards = "4s 5h 6h 7h 8d Kd"\nup = "6h"'))
    assert said(among, "dealer-turned", "cards") == [parse_hand("4s 5h 7h 8d Kd 6h")]


def test_burned_cards_the_stub_and_cards_found_face_up_may_be_named():
    result = settled(uth(HAND, 'burned = "9c 9d"\nstub = "2c 2d"\naside = "8c"\n[facts.deal-flop]\nface_up = [2]'))
    assert said(result, "card-set-aside", "cards") == [parse_hand("8c")]
    assert sum(said(result, "flop-dealt", "burned") + said(result, "final-dealt", "burned"), ()) == parse_hand("9c 9d")
    assert said(result, "stub-racked", "cards")[0][:2] == parse_hand("2c 2d")


def test_box_cards_may_be_named():
    text = uth().replace('"minimal"', '"everything"').replace('"$10"', '"$15"') + 'box = "9s 2c 2d 7h"'
    assert said(settled(text), "box-turned", "cards") == [parse_hand("9s 2c 2d 7h")]


def test_without_answers_a_player_checks_and_then_plays():
    result = settled(uth().replace('plays = ["check", "check", "fold"]', "") + '[expect.wagers]\n"2 play" = "win 1000"')
    assert [event.kind for event in result.events if event.facts.get("position") == 2 and event.kind in DECIDED] == [
        "player-checked",
        "player-checked",
        "play-decided",
    ]


DECIDED = ("player-checked", "play-decided", "hand-folded")


def test_a_play_wager_may_be_an_amount():
    assert settled(uth().replace('"play 4"', '"play $30"')).net["Ann"] == 1000 + 500_000 + 3000 + 25_000


def test_a_decision_that_is_not_open_is_refused():
    with pytest.raises(NotAllowed, match="3 or 4 times the Ante"):
        played(uth().replace('"play 4"', '"play 2"'))


def test_a_decision_that_nobody_asks_for_is_told():
    differences = check_expectations(played(uth().replace('["play 4"]', '["play 4", "check"]')))
    assert differences == ["players.1.plays[2] (check): was never asked for"]


def test_wagers_of_a_void_round_are_void_even_if_folded():
    do = '[[do]]\nbefore = "turn-dealer"\nact = "report-misdeal"\nfacts = { hands = { 1 = 3 } }\n'
    result = settled(uth(end=do + '[expect]\nvoid = "misdeal"\n[expect.wagers]\n"2 ante" = "void"\n"1 play" = "void"'))
    explained = explain_round(result.events, result.run.table.rules)
    assert {each.result for each in explained.wagers} == {"void"}
    assert {each.net for each in explained.wagers} == {0}


def test_a_base_void_is_told_apart():
    facts = '[facts.deal]\nexposed = { board = "3h" }\n[facts.rule-exposed]\nchoice = "void-base"\n'
    result = settled(uth(MACHINE, facts + '[expect]\nbase-void = "card-exposed"\n[expect.wagers]\n"1 ante" = "void"'))
    assert result.results[1, "trips"].result == "win"
    assert "base-void: expected a played round" in check_expectations(played(uth(MACHINE, facts)))[0]
    assert explain_round(result.events, result.run.table.rules).base_void == "card-exposed"


def test_cards_of_the_dealer_are_exposed_by_name():
    do = '[[do]]\nafter = "play 1"\nact = "report-exposed"\nfacts = { place = 0, cards = "5h" }\n'
    result = settled(uth(end=do + '[expect]\nbase-void = "dealer-card-exposed"'))
    assert said(result, "card-exposed", "cards") == [parse_hand("5h")]


def test_rounds_before_are_played_with_antes():
    assert said(settled(uth("after = 4", "[facts.count-stub]\n")), "stub-counted", "cards")


def test_envy_of_several_hands_is_added_up():
    text = uth().replace('"minimal"', '"everything"').replace('ante = "$10"', 'ante = "$15", progressive = "$5"')
    text = text.replace("[dealer]", '[players.3]\nwagers = { ante = "$15", progressive = "$1" }\ncards = "9s 8s"\n[dealer]')
    text = text.replace('["check", "check", "fold"]', '["check", "check", "play 1"]')
    expect = '[expect.envy]\n"2 progressive" = 650000\n"3 progressive" = 100000\n"1 progressive" = 150000\n'
    result = settled(text + expect)
    explained = explain_round(result.events, result.run.table.rules)
    envies = {each.position: each for each in explained.wagers if each.result == "envy"}
    assert envies[2].amount == envies[2].net == 650_000
    assert envies[2].hand == "straight flush at position 3; royal flush at position 1"


# Sessions


@pytest.fixture(scope="module", params=BOOKS)
def session(request):
    opened = Session(built_in_submission(request.param), seeded_chance(5), default_players(6))
    return opened, [opened.deal_round() for _ in range(8)]


@pytest.mark.parametrize("book", BOOKS)
def test_the_submission_that_comes_with_the_program_passes(book):
    verdict = judge(read_submission(built_in_submission(book)))
    assert verdict.passes
    assert all(table_name(load(book).game) in meter.tables for meter in verdict.rules.meters)


def test_a_session_folds_and_leaves_nothing_on_the_layout(session):
    opened, _ = session
    assert fold(opened.run.events) == opened.run.table
    assert opened.run.table.ledger.layout_balances == {}


def test_players_make_every_wager_and_decide_in_every_way(session):
    opened, dealt = session
    kinds = Counter(event.kind for each in dealt for event in each.events)
    made = {event["wager"] for each in dealt for event in each.events if event.kind == "wager-placed"}
    rules = opened.run.table.rules
    assert made >= {name for name in rules.offers if rules.regulation.wager(name).offered != "follows"}
    wanted = DECIDED if rules.book == ULTIMATE else DECIDED[1:]
    assert all(kinds[kind] for kind in wanted)


def test_why_accounts_for_every_cent(session):
    opened, dealt = session
    for each in dealt:
        moved = account_changes(Transfer.from_event(event) for event in each.events if event.kind == MONEY_MOVED)
        explained = explain_round(each.events, opened.run.table.rules)
        assert explained.account_changes == {account: amount.amount for account, amount in moved.items()}
        assert sum(explained.account_changes.values()) == 0
        count = len(explained.other_moves) + sum(len(wager.moves) for wager in explained.wagers)
        assert count == sum(event.kind == MONEY_MOVED for event in each.events)
        json.dumps(explained.to_json())


def test_why_goes_from_cards_to_hand_to_clause_to_cents(session):
    opened, dealt = session
    for each in dealt:
        explained = explain_round(each.events, opened.run.table.rules)
        assert all(explained.gists.values())
        for wager in explained.wagers:
            assert wager.result
            assert wager.clauses
            assert wager.hand
            assert wager.cards or wager.board or wager.result == "envy" or wager.hand == "folded"
            if wager.wager in ("ante", "blind", "play") and wager.hand != "folded":
                assert wager.rank_clauses or " high with " in wager.hand
                assert " against " in wager.hand
            if wager.result == "lose":
                assert wager.net == -wager.stake


def test_a_report_has_hands_decisions_and_board(session):
    opened, dealt = session
    for each in dealt:
        made = report_round(each.events, opened.run.table.rules, each.seats, each.meters)
        assert set(made.hands) == set(range(7))
        assert all(hand.hand_words for hand in made.hands.values())
        assert all(made.hands[place].decisions for place in each.seats)
        assert len(made.board) == (5 if made.up_cards == () else 0)
        document = json.loads(json.dumps(made.to_json()))
        assert document["hands"][1]["decisions"] == list(made.hands[1].decisions)


def test_every_event_has_words(session):
    _, dealt = session
    for each in dealt:
        for event in each.events:
            assert describe_event(event, each.seats)
    told = Event("card-exposed", (), {"place": "burned", "cards": ()})
    assert describe_event(told) == "a card that was burned was exposed: face unknown"


def test_a_log_reads_back_as_the_table_that_wrote_it(session, tmp_path):
    opened, dealt = session
    path = tmp_path / "log.jsonl"
    path.write_text("".join(f"{line}\n" for line in log_lines(opened.run)))
    read_back = read_log(path)
    assert read_back.table == opened.run.table
    assert read_back.meters == opened.run.meters
    assert list(read_back.round_ranges()) == [each.number for each in dealt]


@pytest.mark.parametrize("book", BOOKS)
def test_a_strategy_of_ones_own_sits_at_the_table(book):
    asked_for = []

    def bold(asked):
        asked_for.append((asked.moment, asked.view["cards"]))
        return (
            strategies.play_times_ante(asked, 1)
            if not asked.options_for("check")
            else PlayerChoice("check", asked.options_for("check")[0].facts)
        )

    player = StrategyPlayer(bold, seeded_chance(1))
    opened = Session(built_in_submission(book), seeded_chance(5), {2: ("Zoe", player), 5: ("Max", None)})
    dealt = opened.deal_round()
    assert dealt.finished
    assert {moment for moment, _ in asked_for} == {Moment.DECIDE}
    hidden = {place for _, cards in asked_for for place in cards} - {2}
    assert hidden == ({0} if book == FOUR_CARD else set())


@pytest.mark.parametrize("book", BOOKS)
def test_any_function_sits_at_the_table(book):
    def player(asked):
        if asked.moment is Moment.BETS:
            option = asked.options_for("wager")[0]
            placed = asked.view["stakes"].get(option.facts["position"])
            return None if placed else PlayerChoice("wager", {**option.facts, "amount": option.bounds["amount"]["least"]})
        option = (*asked.options_for("check"), *asked.options_for("fold"))[0]
        return PlayerChoice(option.act, option.facts)

    opened = Session(built_in_submission(book), seeded_chance(1), {1: ("Zoe", player)})
    assert "hand-folded" in [event.kind for event in opened.deal_round().events]


def test_nobody_bets_and_the_round_waits():
    opened = Session(built_in_submission(ULTIMATE), seeded_chance(1), {2: ("Zoe", lambda asked: None)})
    assert not opened.deal_round().finished


def test_a_player_who_answers_nothing_is_stuck():
    silent = StrategyPlayer(lambda asked: None, seeded_chance(1))
    opened = Session(built_in_submission(ULTIMATE), seeded_chance(1), {2: ("Zoe", silent)})
    with pytest.raises(NotAllowed, match="is waiting for a player"):
        opened.deal_round()


# The simple strategies


def asked(own, board="", times=(1,), chips=1000, up=""):
    """Somebody with an Ante of $10 who has these cards."""
    amounts = tuple(Cents.from_dollars(10 * each) for each in times if 10 * each <= chips)
    facts = {"position": 1}
    options = [LegalOption("play", (), facts, {"amount": {"choices": amounts}})] if amounts else []
    options.append(LegalOption("fold" if 1 in times else "check", (), facts))
    cards = {1: parse_hand(own), **({0: parse_hand(up)} if up else {})}
    view = {"cards": cards, "board": parse_hand(board) if board else (), "stakes": {1: {"ante": Cents.from_dollars(10)}}}
    return Question(Moment.DECIDE, view, tuple(options), Cents.from_dollars(chips))


def answer(strategy, *args, **kwargs):
    choice = strategy(asked(*args, **kwargs))
    return f"{choice.act} {choice.facts['amount']}" if choice.act == "play" else choice.act


@pytest.mark.parametrize(
    ("own", "raises"),
    [
        *(("As 2d", True), ("Ks 5d", True), ("Ks 4d", False), ("Ks 2s", True), ("Qs 8d", True), ("Qs 7d", False)),
        *(("Qs 6s", True), ("Qs 5s", False), ("Js Td", True), ("Js 9d", False), ("Js 8s", True), ("Js 7s", False)),
        *(("3s 3d", True), ("2s 2d", False), ("Ts 9s", False)),
    ],
)
def test_ultimate_before_the_flop(own, raises):
    assert answer(strategies.ultimate_chart_strategy, own, times=(3, 4)) == ("play $40" if raises else "check")


@pytest.mark.parametrize(
    ("own", "board", "raises"),
    [
        ("9s 4d", "9h 2c 7d", True),
        ("9s 4d", "8h 2c 7d", False),
        ("9s 4d", "8h 8c 8d", True),
        ("9s 4d", "8h 8c 7d", False),
        ("2s 2d", "8h 9c 7d", False),
        ("2s 2d", "8h 8c 7d", True),
        ("Ts 4d", "8s 2s 7s", True),
        ("9s 4d", "8s 2s 7s", False),
    ],
)
def test_ultimate_on_the_flop(own, board, raises):
    assert answer(strategies.ultimate_chart_strategy, own, board, times=(2,)) == ("play $20" if raises else "check")


@pytest.mark.parametrize(
    ("own", "board", "plays"),
    [
        ("9s 4d", "9h 2c 7d Jd Ks", True),
        ("Ts 3d", "Ah Qc 8d 6s 4h", False),
        ("Ks 3d", "Ah Ac 8d 8s Qh", True),
        ("2s 3d", "Ah Kc Qd Js Th", True),
        ("3s 2d", "Ah Kc Qd Js 9h", True),
    ],
)
def test_ultimate_on_the_river(own, board, plays):
    assert answer(strategies.ultimate_chart_strategy, own, board) == ("play $10" if plays else "fold")


def test_outs_are_counted_as_published():
    """Ten and three with A Q 8 6 4 on the board: fifteen cards pair it, eight are kings and jacks, three are tens that tie."""
    own, board = parse_hand("Ts 3d"), parse_hand("Ah Qc 8d 6s 4h")
    assert ultimate_chart.count_dealer_outs(own, board) == 15 + 8


@pytest.mark.parametrize(
    ("own", "does"),
    [
        ("As Kd 9c 5h 2d", "fold"),
        ("2s 2d 9c 5h Kd", "fold"),
        ("3s 3d 9c 5h Kd", "play $10"),
        ("9s 9d 8c 5h Kd", "play $10"),
        ("Ts Td 8c 5h Kd", "play $30"),
        ("2s 2d 8c 8h Kd", "play $30"),
        ("2s 3d 4c 5h Kd", "play $30"),
    ],
)
def test_four_card_poker(own, does):
    assert answer(strategies.four_card_leaflet_strategy, own, times=(1, 2, 3), up="Kc") == does


def test_a_player_plays_for_what_his_chips_allow():
    assert answer(strategies.ultimate_chart_strategy, "As Ad", times=(3, 4), chips=35) == "play $30"
    assert answer(strategies.ultimate_chart_strategy, "As Ad", times=(3, 4), chips=20) == "check"
    assert answer(strategies.four_card_leaflet_strategy, "As Ad Ac 5h 2d", times=(1, 2, 3), chips=5) == "fold"
