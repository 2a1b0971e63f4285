"""What a person types at the questions of `houseway play`: amounts, multiples, nothing, nonsense, and `?`."""

import os
import pty
import re
from fractions import Fraction
from functools import partial
from threading import Timer

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.analysis import PlayerView, rate_choices, standard_rules
from houseway.analysis.solve.solution import Advice, Provenance
from houseway.cards import format_hand, parse_hand
from houseway.cli.playing import player_help, terminal_player
from houseway.cli.playing.asking import Prompt, ask
from houseway.play import session
from houseway.procedure import player_account
from tests.support.command import PRINTED_CARD, answered, run
from tests.support.effort import MORE
from tests.support.paths import minimal
from tests.support.submissions import DIV, FC, MD, UTH

ONE_SEAT = ("--seed", 4, "--players", 1)


def played(book, *lines, options=ONE_SEAT, file=None):
    typed = "".join(f"{line}\n" for line in lines)
    return answered("play", book, *options, "--submission", file or minimal(book), given=typed)


@pytest.fixture
def values(monkeypatch):
    """Give every choice a value of the test's own, so that no game is solved."""

    def set_values(**values):
        worth = {name.removeprefix("x"): Fraction(value) for name, value in values.items()}
        footing = Provenance(UTH, "", "", "by hand", "Ante", {}, {})
        monkeypatch.setattr(
            "houseway.play.advice.rate_choices", lambda rules, view, progress: Advice(format_hand(view.cards), worth, footing)
        )

    return set_values


# Enter


def test_enter_alone_never_folds():
    output = played(UTH, "10", "0", "", "", "", "", "fold", "q")
    assert output.count("[check]: check") == 2
    assert output.count("fold or play $10 (1x), ? for values: \nThere is no default here") == 2
    assert "you fold, and with it" in output.split("values: fold\n")[1]


@pytest.mark.parametrize(
    ("worth", "advised", "decided"),
    [({"fold": -1, "x1x": "-1/2", "x3x": "1/2"}, "play $30", "play $30"), ({"fold": -1, "x1x": -2, "x3x": -3}, "fold", "fold")],
)
def test_after_advice_enter_takes_it(values, worth, advised, decided):
    values(**worth)
    output = played(FC, "10", "0", "?", "", "q")
    assert f"for values [{advised}]: {advised}" in output
    assert re.search(rf"│ 3 You .* {re.escape(decided)} ", output)


def test_enter_asks_for_the_house_way_and_then_takes_it():
    output = played(MD, "10", "", "", "q")
    house = " ".join(PRINTED_CARD.findall(re.search(r"the house sets .* \| (.*):", output)[1]))
    taken = re.search(r"\? values \[(.. ..)\]: \1\n", output)[1]
    assert parse_hand(taken) == parse_hand(house)
    assert "of the wager" not in output


def test_after_advice_enter_takes_the_best_setting():
    output = played(MD, "10", "?", "", "q")
    best = PRINTED_CARD.findall(output.split("of the wager")[1].split("→")[1].splitlines()[0])
    asked = re.search(r"\? values \[(\w\w) (\w\w)\]: \1 \2\n", output)
    assert parse_hand(" ".join(asked.groups())) == parse_hand(" ".join(best))


# Multiples and amounts


@pytest.mark.parametrize(
    "typed", ["4", "4x", "play 4", "play 4x", "p4", "4 x", "4 times", "40", "$40", "play $40", "PLAY 40.00"]
)
def test_a_play_wager_is_an_amount_or_a_multiple(typed):
    assert re.search(r"│ 3 You .* play \$40 ", played(UTH, "10", "0", typed, "q"))


@pytest.mark.parametrize("typed", ["5", "5x", "$4", "3.5x", "4,0", "x", "-4", "play 4 5", "²", "٤", "4" * 50, ".", "$", "p"])
def test_what_is_no_allowed_play_wager_is_asked_again(typed):
    output = played(UTH, "10", "0", typed, "q")
    assert f"{typed!r} is not accepted: " in output
    assert "checks and then folds" in output


@pytest.mark.parametrize(
    ("book", "lines", "says", "clause"),
    [
        (UTH, ["15", "0", "3"], "it is none of the stakes; stake $1 or $5, or 0 for no wager", "12.D(5)(a)"),
        (UTH, ["15", "300"], "it is above the largest wager now; stake $5 to $200, or 0 for no wager", "7.F(2)"),
        (DIV, ["10", "0", "1"], "it is below the smallest wager; stake $5 to $100, or 0 for no wager", "(r)(2)#1"),
        (DIV, ["10", "0", "0", "9"], "choose a number from 1 to 7, or 0 for none", "(p)(2)(i)#1"),
        (FC, ["15", "0", "0", "4x"], "you may fold, play $15 (1x), play $30 (2x) or play $45 (3x)", "as-played.11.F(1)"),
    ],
)
def test_a_refusal_names_the_one_clause_that_matters(book, lines, says, clause):
    output = answered("play", book, *ONE_SEAT, given="".join(f"{line}\n" for line in lines))
    assert f"{lines[-1]!r} is not accepted: {says} ({clause})\n" in output


def test_a_lone_amount_needs_no_number():
    assert re.search(r"│ 3 You .* check, play \$20 ", played(UTH, "10", "0", "c", "play", "q"))


def test_a_number_with_two_meanings_is_asked_again(tmp_path):
    """With an Ante of $2, 2 may mean once the Ante or twice."""
    file = tmp_path / "two-dollars.toml"
    file.write_text(re.sub(r'minimum = "\$\d+"', 'minimum = "$2"', minimal(FC).read_text()))
    output = played(FC, "2", "0", "2", "2x", "q", file=file)
    assert "'2' is not accepted: write $2 for the amount, or 2x for the multiple" in output
    assert re.search(r"│ 3 You .* play \$4 ", output)


def test_an_ante_that_leaves_nothing_to_play_with_is_asked_about():
    output = played(UTH, "500", "n", "100", "0", "q")
    assert "$0 would be left, too little for a Play wager, so that the hand could only be folded. Stake $500 anyway?" in output
    assert "[check]" in output.split("Ante ($10 to $500) [$10]: 100")[1]


@pytest.mark.parametrize(
    ("book", "base", "next_wager"), [(MD, "Pai Gow Poker", "Fortune Bonus"), (UTH, "Ante", "Trips"), (FC, "Ante", "Aces Up")]
)
def test_the_last_wager_can_be_taken_back(book, base, next_wager):
    """With the base wager go those that equal it; it is asked for again, and nothing is lost."""
    output = answered("play", book, *ONE_SEAT, given="250\nb\nb\n15\n5\nB\n\nb\nq\n")
    answers = {
        wager: [line.rpartition(": ")[2] for line in output.splitlines() if line.startswith(f"{wager} (")]
        for wager in (base, next_wager)
    }
    assert answers == {base: ["250", "b", "15"], next_wager: ["b", "5", "$5", "q"]}
    assert "you have no wager to take back" in output
    assert output.endswith("0 rounds; you bought $1,000 and leave with $1,000: $0\n")


def test_the_last_number_is_the_next_default():
    lines = ["10", "0", "0", "3", "5", "1 2", "", "n", "n", "10", "0", "0"]
    output = answered("play", DIV, *ONE_SEAT, given="".join(f"{line}\n" for line in lines))
    assert "a number to bet on (1 to 7) [none]: 3\nStarting number ($2 to $50) [none]: 5\n" in output
    assert "a number to bet on (1 to 7) [3]: " in output


def test_a_bank_may_direct_that_the_house_stakes_nothing():
    """Typed at a table where the house would stake $25; `0` is an amount here, and not the lack of an answer."""
    lines = ["10", "0", "0", "0", "0", "h", "", "n", "y", "n"]
    typed = {amount: "".join(f"{line}\n" for line in (*lines, amount)) for amount in ("25", "0")}
    options = ("--seed", 4, "--players", 3)
    assert "the house stakes $25 against the bank" in answered("play", MD, *options, given=typed["25"] + "0\n" * 4)
    assert "the house stakes $25" not in answered("play", MD, *options, given=typed["0"] + "0\n" * 4)


# Question marks


@pytest.mark.parametrize(
    ("book", "lines", "shown"),
    [
        (MD, ["?"], ["Pai Gow Poker wager (13.A)", "less 5% vigorish (13.A)"]),
        (MD, ["10", "?"], ["Fortune Bonus, paytable A (13.B(1))", "8,000 to 1  13.B(1)(a)", "Fortune Bonus envy"]),
        (UTH, ["?"], ["Ante (12.A)", "Blind, paytable B (12.B(2))", "500 to 1", "Play (12.A)"]),
        (UTH, ["15", "0", "?"], ["100% of mega   12.D(1)(c)(i)", "shown now: mega $25,000, major $1,000, minor $250"]),
        (FC, ["?"], ["Ante (.12 A)", "Play (.12 A)", "Ante bonus (.12 B)", "25 to 1"]),
        (DIV, ["10", "0", "0", "?"], ["Starting number ((p)(2)(vi)#1)", "11 to 2"]),
    ],
)
def test_at_a_wager_a_question_mark_shows_its_paytable(book, lines, shown):
    output = answered("play", book, *ONE_SEAT, given="".join(f"{line}\n" for line in lines))
    assert [words for words in shown if words not in output] == []


def test_at_a_question_of_yes_or_no_a_question_mark_shows_the_rule():
    surrender = answered("play", MD, *ONE_SEAT, given="10\n0\n0\n0\n0\n1 2\n?\nq\n")
    assert re.search(r"surrender your whole wager\? y or n \[n\]: \?\n11\.D: Player .*\n11\.D\(1\): Surrender ", surrender)
    assert "you leave the table; the round is played to its end\n" in surrender
    foul = played(MD, "10", "1 2", "?", options=("--seed", 7, "--players", 1))
    assert re.search(
        r"this setting is foul and loses: .* \(11\.F\(1\)\(c\)\)\. Set it anyway\? y or n \[n\]: \?\n11\.F\(1\)\(c\): ", foul
    )


def test_at_a_decision_a_question_mark_shows_what_each_choice_is_worth(values):
    values(check="-1/3", x3x="1/4", x4x="1/2")
    output = played(UTH, "10", "0", "?", "q")
    table = output.split("on average")[1].splitlines()
    assert table[1].split() == ["→", "play", "$40", "0.500000", "+$5"]
    assert table[2].split() == ["play", "$30", "0.250000", "+$2.50"]
    assert table[3].split() == ["check", "-0.333333", "-$3.33"]


def test_the_values_on_the_flop_are_the_exact_ones():
    output = played(UTH, "10", "0", "c", "?", "q")
    (line,) = [line for line in output.splitlines() if "   board: " in line]
    cards = parse_hand(" ".join(PRINTED_CARD.findall(line)))
    found = rate_choices(standard_rules(UTH), PlayerView(cards[:2], cards[2:]))
    for value in found.values.values():
        assert f" {float(value):.6f} " in output


def test_a_fold_that_loses_optional_wagers_is_noted(values):
    values(fold=-1, x1x=-2)
    output = answered("play", FC, *ONE_SEAT, given="15\n5\n0\n?\nq\n")
    assert "a fold also loses Aces Up" in output


def test_counting_that_is_stopped_leaves_the_player_seated(monkeypatch):
    """Control-C stops the counting and not the game; a simple strategy answers instead."""

    def interrupt(*given):
        raise KeyboardInterrupt

    monkeypatch.setattr("houseway.play.advice.rate_choices", interrupt)
    output = played(UTH, "10", "0", "?", "", "q")
    assert "stopped; nothing was counted\na simple strategy: " in output
    assert output.index("a simple strategy") < output.index("flop: ")


# Hands in words


def test_ones_own_hand_is_named_street_by_street():
    output = played(UTH, "10", "0", "c", "c", "q")
    assert re.findall(r"\nyou have (.+)", output) == [
        "ten and two, off suit",
        "two pair, tens and twos with K",
        "two pair, tens and threes with K",
    ]


def test_both_set_hands_are_named():
    output = played(MD, "10", "?", "", "q")
    house = re.search(r"the house sets .*: (.+; .+)", output)[1]
    assert re.search(r"together they make \w+", output)
    assert f"you set {house}\n" in output


# Money


def test_chips_are_bought_aloud():
    """Whoever runs short gets more chips, and hears of it."""
    output = played(UTH, "450", "y", "0", "c", "c", "fold", "q")
    before, after = output.split("Round 2, ")
    assert "you buy chips for $1,000\n" in before.split("Round 1, ")[0]
    assert before.endswith("\nyou buy chips for $1,000\n\n")
    assert after.startswith("you have $1,100\n")
    assert "you bought $2,000 and leave with $1,100: -$900" in after


def test_a_table_with_a_high_minimum_can_be_played(tmp_path):
    file = tmp_path / "high.toml"
    text, limits = minimal(FC).read_text(), 'minimum = "$5,000"\nmaximum = "$50,000"'
    file.write_text(text.replace('minimum = "$10"\nmaximum = "$500"', limits))
    output = played(FC, "5000", "0", "q", file=file)
    assert output.count("you buy chips for ") == 1
    assert "the dealer shows" in output


def test_a_net_of_nothing_is_shown():
    options = ("--seed", 4, "--players", 2)
    lines = ["10", "?", "", "n"] * 6
    footers = [line for line in played(MD, *lines, "q", options=options).splitlines() if "· house " in line]
    assert len(footers) > 2
    assert all("You " in line for line in footers)
    assert any("You $0 ·" in line for line in footers)


TOKENS = (
    *(
        "",
        "0",
        "1",
        "5",
        "10",
        "25",
        "y",
        "n",
        "?",
        "c",
        "f",
        "check",
        "fold",
        "play",
        "4",
        "4x",
        "2x",
        "1x",
        "1 2",
        "6 7",
        "s",
    ),
    *("b", "h", "none", "As Kd", "99999", "$", "²", "1e9", "\x00", "\x1b[2J", "-5", "3 3", ",", "9" * 400),
)


@pytest.mark.parametrize("book", [MD, DIV, UTH, FC])
@settings(max_examples=7 * MORE, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(st.sampled_from(TOKENS) | st.text(max_size=12), max_size=40), seed=st.integers(0, 10**6))
def test_whatever_is_typed_no_money_is_lost_unseen(book, lines, seed, monkeypatch):
    """No traceback; every account adds up; what the person gained or lost is what the rounds showed."""
    sessions = []

    class WatchedSession(session.TableSession):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            sessions.append(self)

    with monkeypatch.context() as patch:
        patch.setattr(session, "TableSession", WatchedSession)
        patch.setattr(terminal_player, "count_with_progress", lambda what, count: None)
        result = run("play", book, "--seed", seed, "--players", 2, given="\n".join(lines))
    assert (result.returncode, result.stderr) == (0, "")
    ledger = sessions[0].run.table.ledger
    assert sum(each.amount for each in ledger.balances.values()) == 0
    assert ledger.balance(player_account("You")).amount == 0
    shown = sum(dollars(each) for each in re.findall(r"(?<=[ ·]You )[-+]?\$[\d,.]+(?= ·)", result.stdout))
    assert shown == dollars(result.stdout.splitlines()[-1].rpartition(": ")[2])


def dollars(text):
    return Fraction(text.replace("$", "").replace(",", "").replace("+", ""))


def test_bytes_that_are_no_text_are_an_answer_like_any_other():
    result = run("play", UTH, *ONE_SEAT, given=b"\xff\xfe\n15\nq\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert "is not an amount of money" in result.stdout


def test_a_bar_comes_up_while_it_counts(monkeypatch, capsys):
    from houseway.cli import waiting

    monkeypatch.setattr(waiting, "PATIENCE_SECONDS", 0)
    monkeypatch.setattr(waiting, "is_terminal", lambda: True)
    assert player_help.count_with_progress("counting", lambda progress: progress(1, 2) or 7) == 7
    assert "counting (Control-C stops)" in capsys.readouterr().err


# What is typed too early, and what is remembered


def test_enter_that_was_typed_while_something_was_counted_takes_no_advice(monkeypatch):
    """The advice was not on the screen yet."""
    keyboard, terminal = pty.openpty()
    stdin = os.fdopen(terminal)
    monkeypatch.setattr("sys.stdin", stdin)

    def count():
        os.write(keyboard, b"\n")
        Timer(0.3, lambda: os.write(keyboard, b"fold\n")).start()
        return "play"

    os.write(keyboard, b"?\n")
    with stdin:
        advise = partial(player_help.count_with_progress, "counting", lambda progress: count())
        assert ask(Prompt("Your decision", lambda text: None, None, advise)) == "fold"
    os.close(keyboard)


def test_a_long_evening_is_not_kept_in_memory(monkeypatch):
    opened = []

    class KnownSession(session.TableSession):
        def __init__(self, *given, **named):
            super().__init__(*given, **named)
            opened.append(self)

    monkeypatch.setattr(session, "TableSession", KnownSession)
    said = played(FC, *(["$5", "0", "play"] * 4), "q")
    (table,) = opened
    assert "you bought $1,000" in said
    assert table.run.dropped
    assert sum(event.kind == "round-started" for event in table.run.events) == 1
