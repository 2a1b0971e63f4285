"""Sessions: rounds after rounds with players who are functions."""

from collections import Counter

import pytest

from houseway.chance import seeded_chance
from houseway.errors import NotAllowed
from houseway.money import Cents
from houseway.play.driver import DecisionPoint, PlayerChoice, PlayerQuestion
from houseway.play.players import StrategyPlayer
from houseway.play.session import TableSession
from houseway.play.simple_strategy import play_times_ante
from houseway.procedure import LegalOption
from houseway.submission.built_in import built_in_submission
from houseway.table import fold_events
from tests.support.clauses import against_dealer, both, every_book
from tests.support.sessions import dealt_session
from tests.support.submissions import FC, MD, UTH

DECISIONS = ("player-checked", "play-decided", "hand-folded")


@every_book
def test_a_session_folds_and_leaves_nothing_on_the_layout(book):
    opened, _ = dealt_session(book)
    assert fold_events(opened.run.events) == opened.run.table
    assert opened.run.table.ledger.layout_balances == {}


@both
def test_house_way_players_make_every_wager(book):
    opened, dealt_rounds = dealt_session(book)
    made = {str(event["wager"]).split(":")[0] for each in dealt_rounds for event in each.events if event.kind == "wager-placed"}
    assert made == set(opened.run.table.rules.offers)


@against_dealer
def test_players_make_every_wager_and_decide_in_every_way(book):
    opened, dealt = dealt_session(book)
    kinds = Counter(event.kind for each in dealt for event in each.events)
    made = {event["wager"] for each in dealt for event in each.events if event.kind == "wager-placed"}
    rules = opened.run.table.rules
    assert made >= {name for name in rules.offers if rules.regulation.wager(name).offered != "follows"}
    wanted = DECISIONS if book == UTH else DECISIONS[1:]
    assert all(kinds[kind] for kind in wanted)


@against_dealer
def test_a_strategy_of_ones_own_sits_at_the_table(book):
    asked_for = []

    def bold(asked):
        asked_for.append((asked.moment, asked.view["cards"]))
        return (
            play_times_ante(asked, 1)
            if not asked.options_for("check")
            else PlayerChoice("check", asked.options_for("check")[0].facts)
        )

    player = StrategyPlayer(bold, seeded_chance(1))
    opened = TableSession(built_in_submission(book), seeded_chance(5), {2: ("Zoe", player), 5: ("Max", None)})
    dealt = opened.deal_round()
    assert dealt.finished
    assert {moment for moment, _ in asked_for} == {DecisionPoint.DECIDE}
    hidden = {place for _, cards in asked_for for place in cards} - {2}
    assert hidden == ({0} if book == FC else set())


@against_dealer
def test_any_function_sits_at_the_table(book):
    def player(asked):
        if asked.moment is DecisionPoint.BETS:
            option = asked.options_for("wager")[0]
            placed = asked.view["stakes"].get(option.facts["position"])
            return None if placed else PlayerChoice("wager", {**option.facts, "amount": option.bounds["amount"]["least"]})
        option = (*asked.options_for("check"), *asked.options_for("fold"))[0]
        return PlayerChoice(option.act, option.facts)

    opened = TableSession(built_in_submission(book), seeded_chance(1), {1: ("Zoe", player)})
    assert "hand-folded" in [event.kind for event in opened.deal_round().events]


@pytest.mark.parametrize("book", [MD, UTH])
def test_nobody_bets_and_the_round_waits(book):
    opened = TableSession(built_in_submission(book), seeded_chance(1), {2: ("Zoe", lambda asked: None)})
    waiting = opened.deal_round()
    assert not waiting.finished
    assert opened.run.table.number == waiting.number


def test_a_player_wagers_no_more_than_his_chips():
    """Three wagers of five dollars are open, and he has twelve."""
    five = {"least": Cents.from_dollars(5), "most": Cents.from_dollars(12)}
    options = [LegalOption("wager", (), {"position": 2, "wager": name}, {"amount": five}) for name in ("a", "b", "c")]
    asked = PlayerQuestion(DecisionPoint.BETS, {"stakes": {}}, tuple(options), Cents.from_dollars(12))
    choices = StrategyPlayer(play_times_ante, seeded_chance(1)).place_bets(asked)
    assert [(choice.facts["wager"], str(choice.facts["amount"])) for choice in choices] == [("a", "$5"), ("b", "$5")]


def test_a_player_who_answers_nothing_is_stuck():
    silent = StrategyPlayer(lambda asked: None, seeded_chance(1))
    opened = TableSession(built_in_submission(UTH), seeded_chance(1), {2: ("Zoe", silent)})
    with pytest.raises(NotAllowed, match="is waiting for a player"):
        opened.deal_round()
