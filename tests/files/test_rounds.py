"""Round files, the driver behind them, `why` and logs."""

import json
import re

import pytest

from houseway.cards import parse_hand
from houseway.chance import seeded_chance
from houseway.errors import Malformed, NotAllowed
from houseway.events import Event
from houseway.explain.report import report_round
from houseway.explain.why import explain_round
from houseway.explain.words import describe_event
from houseway.files import submission as filing
from houseway.files.check import check_expectations
from houseway.files.log import log_lines, read_log
from houseway.files.round_file import parse_round_file
from houseway.files.round_play import play_round_file
from houseway.ledger import MONEY_MOVED, Transfer, account_changes
from houseway.play.session import Session, default_players
from houseway.submission import judge
from houseway.submission import parse_submission as read_submission
from houseway.submission.built_in import built_in_submission
from houseway.table import fold
from tests.support.paths import GOLDEN_ROUNDS

PLACE = GOLDEN_ROUNDS / "here.toml"
BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker")
LEAST = """
title = "a round"
book = "md.pai-gow-poker"
submission = "minimal"
[players.2]
wagers = { pai-gow = "$25" }
"""


def read(text):
    return parse_round_file(text, PLACE)


def played(text):
    return play_round_file(read(text))


def dealt(round_played):
    return next(event["hands"] for event in round_played.events if event.kind == "cards-dealt")


# The form


def test_the_least_round_file_is_played():
    file = read(LEAST)
    assert (file.seats[0].position, file.seats[0].name, str(file.seats[0].chips)) == (2, "Bob", "$1,000")
    result = play_round_file(file)
    assert check_expectations(result) == []
    assert (2, "pai-gow") in result.results


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("", "here.toml", "title is missing"),
        ("title = ", "here.toml", "is not TOML"),
        (LEAST + "colour = 1", "players.2.colour", "'colour' is not a key here"),
        ("colour = 1\n" + LEAST, "here.toml: colour", "'colour' is not a key here"),
        (LEAST.replace("players.2", "players.7"), "players.7", "is not a position"),
        (LEAST.replace("players.2", 'players."²"'), "players.²", "'²' is not a position"),
        (LEAST.replace("players.2", 'players."٢"'), "players.٢", "is not a position"),
        (LEAST + "[players.02]", "players.02", "'02' is not a position"),
        (LEAST.replace("pai-gow =", '"number:²" =').replace("md.", "div."), "wagers.number:²", "is not a wager on a number"),
        (LEAST.replace("pai-gow =", '"number:" =').replace("md.", "div."), "wagers.number:", "is not a wager on a number"),
        (LEAST.replace("pai-gow =", '"pai-gow:3" ='), "wagers.pai-gow:3", "is not a wager on a number"),
        (LEAST.replace("$25", "much"), "players.2.wagers.pai-gow", "is not an amount of money"),
        (LEAST.replace("pai-gow =", "roulette ="), "players.2.wagers.roulette", "has no wager 'roulette'"),
        (LEAST + 'cards = "As Ks"', "players.2.cards", "2 cards are given where 7 are needed"),
        (LEAST + 'cards = "As Ks Qs Js Ts 9x 2c"', "players.2.cards", "is not a card"),
        (LEAST + 'low = "Zz"', "players.2.low", "is not a card"),
        (LEAST + 'surrender = "yes"', "players.2.surrender", "should be true or false"),
        (LEAST + 'exposed = "look"', "players.2.exposed", "should be 'play' or 'void'"),
        ('clauses = ["99.Z"]\n' + LEAST, "clauses[1]", "has no clause '99.Z'"),
        (LEAST.replace('"minimal"', '"lavish"'), "submission", "no example 'lavish'"),
        (LEAST.replace('"minimal"', '"no.toml"'), "submission", "cannot be read"),
        (
            LEAST.replace('"minimal"', '"../../examples/submissions/div.pai-gow-poker/minimal.toml"'),
            "submission",
            "another book",
        ),
        (LEAST + "[bank]\nco-banking = true", "bank", "a bank needs a position"),
        ("bank = 9\n" + LEAST, "bank", "is not a position"),
        ("bank = 3\n" + LEAST, "bank", "no player is at position 3"),
        (LEAST + "[bank]\nposition = 3", "bank.position", "no player is at position 3"),
        (LEAST + "[[before]]\nbank = 3", "before[1].bank", "no player is at position 3"),
        (LEAST + "[[before]]\nsit-out = [4]", "before[1].sit-out[1]", "no player is at position 4"),
        (LEAST + "[[before]]\nwagers = { 5 = 20 }", "before[1].wagers.5", "no player is at position 5"),
        ("after = -3\n" + LEAST, "after", "-3 rounds cannot have been played before"),
        ("after = 1\n" + LEAST + "[[before]]\nbank = 2", "after", "not both"),
        (LEAST + "[chance]\nhorse = 1", "chance.horse", "'horse' is not a key here"),
        (LEAST + "[[do]]\nact = 'x'", "do[1]", "before or after"),
        (LEAST + "[[do]]\nbefore = 'deal'", "do[1]", "state what is done"),
        (LEAST + "[[do]]\nbefore = 'deal'\nwait = 'soon'", "do[1].wait", "is not a duration"),
        (LEAST + "[expect.wagers]\n'2 pai-gow' = 'draw'", "expect.wagers.2 pai-gow", "is not a result"),
        (LEAST + f"[expect.wagers]\n'2 pai-gow' = 'win {'9' * 5000}'", "expect.wagers.2 pai-gow", "is not a result"),
        (LEAST + f"[[do]]\nbefore = 'deal'\nwait = '{'9' * 5000}h'", "do[1].wait", "is not a duration"),
        (LEAST + "[expect.wagers]\n'2 roulette' = 'win'", "expect.wagers.2 roulette", "is not a position with a wager"),
        (LEAST + "[expect.net]\nZoe = 1", "expect.net.Zoe", "'Zoe' is not a key here"),
        (LEAST + "[expect.meters]\nx = '1/0'", "expect.meters.x", "is not a fraction"),
        (LEAST + "[expect]\nevents = ['round-voided 99.Z']", "expect.events[1]", "has no clause"),
        (
            LEAST + "cards = 'As Ks Qs Js Ts 9d 2c'\n[dealer]\ncards = 'As 3c 4c 5c 6c 7d 8d'",
            "dealer.cards",
            "is also in players.2.cards",
        ),
        ("players = 3\ntitle = 'x'\nbook = 'md.pai-gow-poker'", "players", "should be a table"),
        ("do = 3\n" + LEAST, "do", "should be a list"),
        ("inventory = 2.5\n" + LEAST, "inventory", "should be an amount"),
        ("after = 'two'\n" + LEAST, "after", "whole number"),
        ("title = 1\nbook = 'md.pai-gow-poker'\n[players.1]", "title", "should be a text"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text, place, said):
    with pytest.raises(Malformed, match=re.escape(said)) as refused:
        read(text)
    assert place in refused.value.message or place in str(refused.value.facts["place"])


def test_a_book_without_a_table_is_refused():
    with pytest.raises(Malformed, match="no table can be opened"):
        built_in_submission("md.roulette")


@pytest.mark.parametrize("book", BOOKS)
def test_the_submission_that_comes_with_the_program_passes(book):
    assert judge(read_submission(built_in_submission(book))).passes


def test_changes_are_merged_into_the_submission():
    text = filing.merge_changes(
        built_in_submission("md.pai-gow-poker"),
        {"table": {"decks": 1}, "payout-limit.amount": "none"},
        {"progressive": False, "fortune-bonus": {"maximum": "$50"}},
        {"PG-22": "none"},
        None,
    )
    verdict = judge(read_submission(text))
    assert verdict.passes, verdict.findings
    assert "progressive" not in verdict.rules.offers
    assert verdict.rules.meters == ()
    assert str(verdict.rules.offers["fortune-bonus"].maximum) == "$50"
    assert "payout-limit.amount" not in verdict.rules.options


# Cards come out where they are wanted

HANDS = {1: "As Ad Kc Kd 9h 5s 3c", 4: "8s 7d 6c 4h 3h 2d Jc", 0: "6s 6d Kh Qc 8d 4d 3s"}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand", "automated-shoe"])
@pytest.mark.parametrize("bank", ["", "bank = 4"])
def test_named_cards_are_dealt_by_every_method(book, dealing, bank):
    stake = "" if bank else 'wagers = { pai-gow = "$10" }'
    house = 'house-stake = "$25"' if book == BOOKS[0] else ""
    reading = '[readings]\nDIV-23 = "dealer-round"' if book == BOOKS[1] else ""
    result = played(f"""
title = "{dealing}"
book = "{book}"
submission = "minimal"
{bank}
[options]
table.dealing = "{dealing}"
table.spare-cover-card = "none"
table.shuffler = {"true" if dealing == "hand" else "false"}
[options.bank]
offered = true
{house}
{reading}
[players.1]
cards = "{HANDS[1]}"
wagers = {{ pai-gow = "$10" }}
[players.4]
cards = "{HANDS[4]}"
{stake}
[dealer]
cards = "{HANDS[0]}"
[cards]
stub = "2c 2h"
""")
    assert check_expectations(result) == []
    hands = dealt(result)
    assert {place: set(hands[place]) for place in HANDS} == {place: set(parse_hand(hand)) for place, hand in HANDS.items()}
    stub = next(event["stub"] for event in result.events if event.kind == "cards-dealt")
    assert set(parse_hand("2c 2h")) <= set(stub)


def test_a_card_that_comes_face_up_is_set_aside_and_may_be_named():
    result = played(LEAST + '[facts.deal]\nface_up = [3]\n[cards]\naside = "9h"\n[dealer]\ncards = "6s 6d Kh Qc 8d 4d 3s"')
    assert check_expectations(result) == []
    assert set(dealt(result)[0]) == set(parse_hand("6s 6d Kh Qc 8d 4d 3s"))
    assert next(event["cards"] for event in result.events if event.kind == "card-set-aside") == parse_hand("9h")


def test_more_cards_than_come_somewhere_are_refused():
    with pytest.raises(Malformed, match="are dealt there"):
        played(LEAST + '[cards]\naside = "9h"')


def test_physical_cards_are_entered_as_they_are_turned_over():
    result = played(
        "physical = true\n"
        + LEAST
        + 'cards = "As Ad Kc Kd 9h 5s 3c"\nlow = "Kc Kd"\n[dealer]\ncards = "6s 6d Kh Qc 8d 4d 3s"\n'
        + '[expect.wagers]\n"2 pai-gow" = "win 2500 less 125"'
    )
    assert check_expectations(result) == []
    assert not any(dealt(result).values())


PHYSICAL = "physical = true\n" + LEAST
AGAINST = (
    'physical = true\ntitle = "x"\nbook = "md.ultimate-texas-holdem"\n[players.1]\nwagers = { ante = 10 }\ncards = "As Ad"\n'
)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (PHYSICAL, "players.2.cards"),
        (PHYSICAL + 'cards = "As Ad Kc Kd 9h 5s 3c"', "dealer.cards"),
        ("bank = 1\n" + PHYSICAL + 'cards = "As Ad Kc Kd 9h 5s 3c"\n[players.1]', "players.1.cards"),
        (AGAINST + '[dealer]\ncards = "Qh 6d"', "cards.board"),
    ],
)
def test_physical_cards_that_the_file_does_not_give_are_named(text, place):
    with pytest.raises(Malformed, match=re.escape(f"{place}: no cards are given")):
        read(text)


def test_physical_cards_that_nobody_will_see_need_not_be_given():
    assert read(PHYSICAL + "surrender = true").seats[0].cards == ()
    assert read(PHYSICAL + "[expect]\nvoid = 'misdeal'").seats[0].cards == ()
    assert read(PHYSICAL.replace('{ pai-gow = "$25" }', "{}")).dealer == ()


def test_the_same_file_gives_the_same_round():
    assert played(LEAST).events == played(LEAST).events
    assert played("seed = 2\n" + LEAST).events != played(LEAST).events


# What is expected


@pytest.mark.parametrize(
    ("expect", "said"),
    [
        ("[expect]\nvoid = 'misdeal'", "void: expected misdeal"),
        ("[expect]\ninventory = 1", "inventory: expected 1"),
        ("[expect.wagers]\n'2 pai-gow' = 'win 7'", "2 pai-gow: expected win 7"),
        ("[expect.wagers]\n'3 pai-gow' = 'win'", "never settled"),
        ("[expect.wagers]\n'2 pai-gow' = {result = 'lose', clauses = ['14.B']}", "settled without 14.B"),
        ("[expect.net]\nBob = 1", "net of Bob: expected 1"),
        ("[expect.envy]\n'2 fortune-bonus' = 5", "envy of 2 fortune-bonus"),
        ("[expect.meters]\n'progressive/x' = 5", "meter progressive/x"),
        ("[expect]\nevents = ['round-completed', 'betting-closed']", "event 2, betting-closed"),
        ("[expect]\nnever = ['betting-closed']", "betting-closed: occurred, but should not have"),
        ("[[do]]\nbefore = 'pigs-fly'\nwait = '1h'", 'do 1 (wait): the step "before pigs-fly" never came'),
        (
            "[[do]]\nbefore = 'start'\nby = 'Bob'\nact = 'buy-in'\nfacts = {amount = '$5'}\nrefused = 'x'",
            "but the act was accepted",
        ),
        ("chips = '$5'", "players.2.wagers.pai-gow ($25): was never placed"),
        ("[facts.dael]\nface_up = [1]", "facts.dael: dael never came"),
        ("[facts.'expose 6']\nlow = 'As Ad'", "facts.expose 6: expose 6 never came"),
    ],
)
def test_differences_are_told(expect, said):
    differences = check_expectations(played(LEAST + 'cards = "8s 7d 6c 4h 3h 2d Jc"\n' + expect))
    assert any(said in each for each in differences), differences


def test_a_bank_that_does_not_come_about_is_told():
    text = LEAST.replace("minimal", "everything").replace("$25", "$500") + "[players.1]\nchips = '$22'\n"
    assert "bank (1): never banked: does not cover the wagers" in check_expectations(played("bank = 1\n" + text))
    assert check_expectations(played("bank = 1\n" + text + "[expect]\nevents = ['bank-refused']")) == []
    assert check_expectations(played("bank = 1\n" + text.replace("$22", "$1,000"))) == []
    assert "bank (2): never banked" in check_expectations(played("bank = 2\n" + LEAST))


def test_clauses_that_were_not_observed_are_told():
    assert "clauses that were not observed: 14.B" in check_expectations(played('clauses = ["14.B"]\n' + LEAST))


def test_a_refusal_that_is_not_the_expected_one_is_told():
    wrong = "[[do]]\nafter = 'close-betting'\nby = 'Bob'\nact = 'take-back'\nfacts = {position = 2, wager = 'pai-gow'}\n"
    differences = check_expectations(played(LEAST + wrong + "refused = 'round.other'\nclauses = ['14.B']"))
    assert any("expected the refusal round.other, got round.closed" in each for each in differences)
    assert any("refused without 14.B" in each for each in differences)
    assert check_expectations(played(LEAST + wrong + "refused = 'round.closed'\nclauses = ['7.D(2)']")) == []


def test_an_intervention_that_is_refused_unexpectedly_stops_the_round():
    with pytest.raises(NotAllowed):
        played(
            LEAST + "[[do]]\nafter = 'close-betting'\nby = 'Bob'\nact = 'take-back'\nfacts = {position = 2, wager = 'pai-gow'}"
        )


# Sessions, why, logs


@pytest.fixture(scope="module", params=BOOKS)
def session(request):
    opened = Session(built_in_submission(request.param), seeded_chance(5), default_players(6))
    return opened, [opened.deal_round() for _ in range(8)]


def test_a_session_folds_and_leaves_nothing_on_the_layout(session):
    opened, _ = session
    assert fold(opened.run.events) == opened.run.table
    assert opened.run.table.ledger.layout_balances == {}


def test_house_way_players_make_every_wager(session):
    opened, dealt_rounds = session
    made = {str(event["wager"]).split(":")[0] for each in dealt_rounds for event in each.events if event.kind == "wager-placed"}
    assert made == set(opened.run.table.rules.offers)


def test_why_accounts_for_every_cent(session):
    opened, dealt_rounds = session
    for each in dealt_rounds:
        moved = account_changes(Transfer.from_event(event) for event in each.events if event.kind == MONEY_MOVED)
        explained = explain_round(each.events, opened.run.table.rules)
        assert explained.account_changes == {account: amount.amount for account, amount in moved.items()}
        assert sum(explained.account_changes.values()) == 0
        count = len(explained.other_moves) + sum(len(wager.moves) for wager in explained.wagers)
        assert count == sum(event.kind == MONEY_MOVED for event in each.events)


def test_why_goes_from_cards_to_hand_to_clause_to_cents(session):
    opened, dealt_rounds = session
    for each in dealt_rounds:
        explained = explain_round(each.events, opened.run.table.rules)
        assert explained.number == each.number
        for wager in explained.wagers:
            if wager.result in ("win", "lose", "tie") and wager.position:
                assert wager.hand
                assert wager.clauses
                assert wager.high or wager.wager.startswith("number")
            if wager.result == "win" and wager.position:
                assert wager.net == wager.amount - wager.vigorish - (wager.stake if wager.wager == "progressive" else 0)
        assert all(explained.gists.values())
        json.dumps(explained.to_json())


def test_a_report_has_every_hand_that_was_turned_over(session):
    opened, dealt_rounds = session
    for each in dealt_rounds:
        made = report_round(each.events, opened.run.table.rules, each.seats, each.meters)
        assert set(made.hands) <= set(range(7))
        assert {position for position in each.seats if made.wagers(position)} <= set(made.hands)
        assert sum(made.player_net(name) for name in each.seats.values()) == sum(
            cents for account, cents in made.explanation.account_changes.items() if account.startswith("player:")
        ) - _bought(each)
        json.dumps(made.to_json())


def _bought(each):
    moved = [event for event in each.events if event.facts.get("reason") == "buy-in"]
    return sum(event["amount"].amount for event in moved if str(event["target"]).startswith("player:"))


def test_every_event_has_words(session):
    _, dealt_rounds = session
    for each in dealt_rounds:
        for event in each.events:
            assert describe_event(event, each.seats)
    assert describe_event(Event("pigs-flew", (), {"how_high": 3})) == "pigs flew: how high 3"


@pytest.fixture
def log(session, tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text("".join(f"{line}\n" for line in log_lines(session[0].run)))
    return path


def test_a_log_says_of_each_event_when_and_by_whom(session, log):
    run, read_back = session[0].run, read_log(log)
    assert read_back.command_facts == tuple(run.command_of(version) for version in range(1, len(run.events) + 1))
    assert {by.name for _, by in read_back.command_facts} >= {"croupier", "Ann"}


@pytest.mark.parametrize("given", ['"at": "noon"', '"at": -1'])
def test_a_line_that_does_not_say_when_is_refused(log, given):
    rows = log.read_text().splitlines()
    rows[9] = re.sub(r'"at": \d+(?=, "by")', given, rows[9])
    log.write_text("".join(f"{row}\n" for row in rows))
    with pytest.raises(Malformed, match=r":10: .*when the event happened") as refused:
        read_log(log)
    assert refused.value.message.count(log.name) == 1


def test_a_log_reads_back_as_the_table_that_wrote_it(session, log):
    opened, dealt_rounds = session
    read_back = read_log(log)
    assert read_back.table == opened.run.table
    assert read_back.meters == opened.run.meters
    assert list(read_back.round_ranges()) == [each.number for each in dealt_rounds]


def without_the_last_round(rows):
    """All that the table's stream says of it is gone, the meters are as they were."""
    start = max(place for place, row in enumerate(rows) if '"kind": "round-started"' in row)
    return [row for place, row in enumerate(rows) if place < start or '"stream": "meter:' in row]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda rows: [*rows[:5], "{", *rows[6:]], ":6: this line is not JSON"),
        (lambda rows: [*rows[:5], "[" * 100_000, *rows[6:]], ":6: this line is not JSON"),
        (lambda rows: [*rows[:5], *rows[6:]], ":6: event 7 of table:PG-1 is in the place of event 6"),
        (lambda rows: [*rows[:5], rows[6], rows[5], *rows[7:]], "a line is missing or was moved"),
        (lambda rows: [*rows[:5], "[1]", *rows[6:]], ":6: this line names no stream"),
        (lambda rows: [rows[0].replace("table-opened", "table-openend"), *rows[1:]], ":1: a table's stream must begin"),
        (lambda rows: [rows[0].replace("Harbor Point", "Harbour Point").replace("Lakeside", "Seaside"), *rows[1:]], ":1:"),
        (lambda rows: [row.replace('"kind": "wager-placed"', '"kind": "wager-conjured"') for row in rows], "'wager-conjured'"),
        (lambda rows: [row.replace('{"cents": ', '{"cents": 9999999') for row in rows], "cannot|has|asked|seal"),
        (lambda rows: [row.replace('"position"', '"posture"') for row in rows], "is not possible here|needs 'position'"),
        (lambda rows: [row.replace('"wager"', '"bet"') for row in rows], "is not possible here"),
        (
            lambda rows: [row.replace("table:PG-1", f"table:PG-{place}") for place, row in enumerate(rows)],
            "no stream|should|seal",
        ),
        (lambda rows: [row.replace('"said": "no more bets"', '"said": "no more"') for row in rows], "the seal does not match"),
        (
            lambda rows: [row.replace('"stub-counted"', '"stub-counted" ').replace("seal", "zeal") for row in rows],
            "the seal does not match",
        ),
        (lambda rows: [], "is not a log: it is empty"),
        (lambda rows: [row for row in rows if '"stream": "meter:' in row], "this log has no table"),
        (lambda rows: [row for row in rows if '"stream": "meter:' not in row], "the log is cut off after this line"),
        (lambda rows: without_the_last_round(rows), r"the log is incomplete: it has \d+ of \d+ events of table:PG-1"),
        (lambda rows: ["# A log", *rows], ":1: this is not a log: its lines are not JSON"),
    ],
)
def test_a_corrupted_log_is_refused_with_its_line(log, spoil, said):
    log.write_text("".join(f"{row}\n" for row in spoil(log.read_text().splitlines())))
    with pytest.raises(Malformed, match=said) as refused:
        read_log(log)
    assert refused.value.code == "log.corrupted"


def test_a_log_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(Malformed, match="cannot be read"):
        read_log(tmp_path / "none.jsonl")


def test_nobody_bets_and_the_round_waits():
    opened = Session(built_in_submission(BOOKS[0]), seeded_chance(1), {2: ("Zoe", lambda asked: None)})
    waiting = opened.deal_round()
    assert not waiting.finished
    assert opened.run.table.number == waiting.number


def test_an_envy_bonus_is_explained_with_its_lammer():
    result = played("""
title = "Bob has a straight flush: Ann, who has a lammer, is paid for it"
book = "md.pai-gow-poker"
submission = "everything"
[players.1]
wagers = { pai-gow = "$10", fortune-bonus = "$5" }
cards = "Ah Kd Jc 8s 6h 4c 2s"
[players.2]
wagers = { pai-gow = "$10" }
cards = "9d 8d 7d 6d 5d Kc 2h"
[expect.envy]
"1 fortune-bonus" = 2000
""")
    assert check_expectations(result) == []
    (envy,) = [each for each in explain_round(result.events, result.run.table.rules).wagers if each.result == "envy"]
    assert (envy.wager, envy.player, envy.amount, envy.net) == ("fortune-bonus envy", "Ann", 2000, 2000)
    assert "13.B(2)(f)" in [clause.clause for clause in envy.clauses]
