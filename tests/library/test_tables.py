"""A table of the library: options, acts, whole rounds, logs, and what is refused."""

import pytest

import houseway as hw
from houseway.money import Cents
from houseway.submission import judge, parse_submission
from tests.support.submissions import RIGHT

BOOKS = ("pg-md", "pg-div", "uth", "fcp")


@pytest.mark.parametrize("book", BOOKS)
class TestEveryBook:
    def test_a_seed_gives_the_same_rounds(self, book):
        once, again = (hw.Table(book, seed=3) for _ in range(2))
        for _ in range(2):
            assert once.deal(players=3).events == again.deal(players=3).events
        assert once.chips == again.chips

    def test_a_round_can_be_played_act_by_act(self, book):
        table = hw.Table(book, seed=3)
        number = table.round_number
        table.sit("Ann")
        for _ in range(200):
            if table.round_number != number:
                break
            take_turn(table)
        assert table.last_round.finished
        assert table.last_round.number == number
        assert "Ann" in table.last_round.net

    def test_a_log_is_replayed_to_the_same_rounds(self, book, tmp_path):
        with hw.Table(book, seed=3, log=tmp_path / "table.jsonl") as table:
            dealt = [table.deal(players=2) for _ in range(2)]
        log = hw.replay(tmp_path / "table.jsonl")
        assert log.in_order
        assert [each.net for each in log] == [each.net for each in dealt]
        assert log[0].rules.hash == table.rules.hash
        assert log.decided > 20


def take_turn(table):
    """Bet the least on the first wager; then check, fold or set by a house way; otherwise take the due step."""
    mine = {option.act: option for option in reversed(table.options("Ann"))}
    there = table._session.run.table.round.stakes  # the base wager is bet once
    if "wager" in mine and not there:
        bounds = mine["wager"].bounds["amount"]
        table.act(mine["wager"], amount=bounds["least"])
    elif table.due is not None:
        table.step()
    elif "set-hand" in mine:
        seven = mine["set-hand"].bounds["low"]["from"]
        table.act(mine["set-hand"], low=hw.HouseWay("foxwoods").set(seven).low)
    else:
        choice = next(act for act in ("pass-bank", "check", "fold") if act in mine)
        table.act(mine[choice])


def test_money_and_cards_may_be_texts():
    table = hw.Table("pg-md/minimal", seed=2)
    table.sit("Ann", 2, chips="$500")
    table.act("wager", "Ann", wager="pai-gow", amount="$25")
    while table.due is not None:
        table.step()
    option = next(option for option in table.options("Ann") if option.act == "set-hand")
    found = hw.HouseWay("foxwoods").set(option.bounds["low"]["from"])
    table.act("set-hand", "Ann", low=" ".join(map(str, found.low)))
    assert "set-hand" not in [option.act for option in table.options("Ann")]
    assert table.chips["Ann"] == Cents.from_dollars(475)


def test_options_of_everybody_begin_with_the_step_that_is_due():
    table = hw.Table("uth/minimal", seed=1)
    table.sit("Ann")
    table.sit("Bob")
    first, *others = table.options()
    assert (first.act, first.player) == (table.due.act, "")
    assert [*dict.fromkeys(option.player for option in others)] == ["Ann", "Bob"]
    table.act(first)
    assert table.due.act != first.act


def test_a_refusal_says_what_is_allowed_and_changes_nothing():
    table = hw.Table("uth/minimal", seed=1)
    table.sit("Ann")
    before = table.chips
    with pytest.raises(hw.NotAllowed) as refused:
        table.act("wager", "Ann", wager="ante", amount="$1")
    assert refused.value.facts["allowed"] == "$10 to $500"
    assert refused.value.clauses == ("md.ultimate-texas-holdem 7.F(1)",)
    with pytest.raises(hw.NotAllowed):
        table.act("fold", "Ann")
    with pytest.raises(hw.NotAllowed, match="the table waits for"):
        table.act("deal")
    assert table.chips == before


@pytest.mark.parametrize("players", [0, 7])
def test_a_number_of_players_that_does_not_fit_is_refused(players):
    with pytest.raises(hw.Malformed, match="6 positions"):
        hw.Table("uth/minimal", seed=1).deal(players=players)


def test_a_table_without_players_deals_to_nobody():
    with pytest.raises(hw.Malformed, match="nobody sits at the table"):
        hw.Table("uth/minimal", seed=1).deal()


def test_a_full_table_seats_nobody():
    table = hw.Table("uth/minimal", seed=1)
    table.deal(players=6)
    with pytest.raises(hw.NotAllowed, match="no position is free"):
        table.sit("Gus")


def test_rules_without_their_submission_open_no_table():
    rules = judge(parse_submission(RIGHT[0].read_text(), RIGHT[0].parent)).rules
    with pytest.raises(hw.Malformed, match="opened under a submission"):
        hw.Table(rules)


def test_a_log_is_not_overwritten(tmp_path):
    (tmp_path / "table.jsonl").write_text("")
    with pytest.raises(hw.Malformed, match="exists already"):
        hw.Table("uth/minimal", log=tmp_path / "table.jsonl")
    hw.Table("uth/minimal", log=tmp_path / "table.jsonl", replace=True).close()


def test_a_player_may_be_a_function():
    asked = []

    def play(question):
        asked.append(question.moment)

    table = hw.Table("uth/minimal", seed=1)
    table.sit("Ann", play=play)
    assert not table.deal().finished
    assert asked


class TestExplain:
    def test_one_player_may_be_asked_for(self):
        played = hw.Table("uth/minimal", seed=1).deal(players=2)
        assert {each.player for each in hw.explain(played, "Bob").wagers} == {"Bob"}
        assert "Ann" not in str(hw.explain(played, "Bob"))
        assert "Ann" in str(hw.explain(played))

    def test_every_cited_clause_is_explained(self):
        why = hw.explain(hw.Table("pg-md", seed=1).deal(players=3))
        cited = {clause.clause for each in why.wagers for clause in each.clauses}
        assert cited <= set(why.clauses)

    @pytest.mark.parametrize(("given", "words"), [("round 1", "a round is explained"), (None, "a round is explained")])
    def test_what_is_no_round_is_refused(self, given, words):
        with pytest.raises(hw.Malformed, match=words):
            hw.explain(given)

    def test_somebody_who_did_not_play_is_refused(self):
        with pytest.raises(hw.Malformed, match="'Zoe' did not play"):
            hw.explain(hw.Table("uth/minimal", seed=1).deal(players=1), "Zoe")


def test_a_log_that_was_changed_is_refused(tmp_path):
    path = tmp_path / "table.jsonl"
    with hw.Table("uth/minimal", seed=1, log=path) as table:
        table.deal(players=1)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:10], *lines[11:]]))
    with pytest.raises(hw.HousewayError):
        hw.replay(path)
