"""`houseway play`, used as a person would."""

import json
import re

import pytest

from tests.support.command import PRINTED_CARD, answered
from tests.support.paths import minimal
from tests.support.submissions import DIV, FC, MD, UTH


def test_a_seat_of_pai_gow_poker_is_played():
    given = "25\n?\n\nn\nq\n"
    output = answered("play", MD, "--seat", 2, "--seed", 4, "--players", 2, "--submission", minimal(MD), given=given)
    assert "You sit at position 2" in output
    assert "Pai Gow Poker ($10 to $500) [$10]: 25" in output
    assert "your cards:" in output
    assert "the house sets " in output
    assert "2 You" in output
    assert re.search(r"1 round; you bought \$1,000 and leave with \$[\d,.]+: [-+]?\$", output)


def test_a_seat_of_ultimate_is_played():
    given = "25\n5\nc\ncheck\nplay 25\nq\n"
    arguments = ("--seat", 2, "--seed", 4, "--players", 2, "--submission", minimal(UTH))
    output = answered("play", UTH, *arguments, given=given)
    assert "You sit at position 2" in output
    assert "Ante ($10 to $500) [$10]: 25" in output
    assert "check, play $75 (3x) or play $100 (4x), ? for values [check]: c" in output
    assert "check or play $50 (2x), ? for values [check]: check" in output
    assert "fold or play $25 (1x), ? for values: play 25" in output
    assert "You (2) plays" not in output
    assert re.search(r"check, check, play \$25 +Ante", output)
    assert re.search(r"1 round; you bought \$1,000 and leave with \$[\d,.]+: [-+]?\$", output)


def test_a_seat_of_four_card_poker_is_played():
    given = "20\n0\nfold\n0\n5\nq\n"
    output = answered("play", FC, "--seed", 4, "--players", 1, "--submission", minimal(FC), given=given)
    assert "the dealer shows: " in output
    assert "fold, play $20 (1x), play $40 (2x) or play $60 (3x), ? for values: fold" in output
    assert "you fold, and with it Ante; the cards" in output
    assert "2 rounds; you bought" in output


def test_wrong_stakes_and_low_hands_are_asked_again():
    """What was given, why it will not do, what is allowed, and the one clause that says so; a slip breaks none."""
    given = "5000\n600\n1\nmuch\n10\nAs Kz\n1 1\n1 2 3\n9 1\n?\n\nq\n"
    output = answered("play", MD, "--seed", 4, "--players", 1, "--submission", minimal(MD), given=given)
    allowed = "stake $10 to $500, or 0 for no wager"
    assert f"'5000' is not accepted: it is more than your chips of $1,000; {allowed}\n" in output
    assert f"'600' is not accepted: it is above the largest wager now; {allowed} (7.D)\n" in output
    assert f"'1' is not accepted: it is below the smallest wager; {allowed} (7.D)\n" in output
    assert f"'much' is not accepted: it is not an amount of money; {allowed}\n" in output
    assert "'As Kz' is not accepted: 'Kz' at character 4" in output
    low = "name two of your cards, as in 'Ks Kd', or their numbers, as in '2 5'"
    assert f"'1 1' is not accepted: card 1 is named twice; {low}\n" in output
    assert f"'1 2 3' is not accepted: 3 numbers were given; {low} (11.F(1)(d))\n" in output
    assert f"'9 1' is not accepted: there is no card 9; your cards are numbered 1 to 7; {low}\n" in output


def test_wrong_decisions_are_asked_again():
    given = "10\n0\nraise\n35\nf\nplay\n40\nq\n"
    output = answered("play", UTH, "--seed", 4, "--players", 1, "--submission", minimal(UTH), given=given)
    allowed = "you may check, play $30 (3x) or play $40 (4x)"
    assert f"'raise' is not accepted: {allowed}\n" in output
    assert f"'35' is not accepted: {allowed} (11.B(1))\n" in output
    assert f"'f' is not accepted: a fold is not possible yet; {allowed} (11.B(1))\n" in output
    assert f"'play' is not accepted: say how much; {allowed}\n" in output
    assert re.search(r"\n│ 3 You .* play \$40 ", output)


PAI_GOW_ANSWERS = ("25", "5", "0", "5", "?", "", "")
DEALER_ANSWERS = ("25", *["0"] * 6, "c", "c", "15")


@pytest.mark.parametrize(
    ("book", "answers", "lines"),
    [
        *((book, PAI_GOW_ANSWERS, lines) for book in (MD, DIV) for lines in range(6)),
        *((book, DEALER_ANSWERS, lines) for book in (UTH, FC) for lines in (0, 1, 7, 8, 9)),
    ],
)
def test_the_end_of_input_loses_nothing(book, answers, lines, tmp_path):
    path = tmp_path / "log.jsonl"
    given = "".join(f"{answer}\n" for answer in answers[:lines])
    output = answered("play", book, "--seed", 6, "--players", 2, "--log", path, given=given)
    assert "you leave the table" in output
    last = output.splitlines()[-1]
    assert re.fullmatch(r"\d+ rounds?; you bought \$1,000 and leave with \$[\d,.]+: [-+]?\$[\d,.]+", last)
    answered("replay", path)
    kinds = [json.loads(row).get("kind") for row in path.read_text().splitlines()]
    assert kinds.count("player-got-up") == 1


def test_the_only_opponent_of_a_bank_gets_up():
    """Nobody plays against the bank, whose own optional wagers lie there: the round waits, and whoever gets up has his chips."""
    given = "\n".join(["10", "5", "5", "5", "5", "?", "", "n"]) + "\n"
    output = answered("play", DIV, "--seed", 4, "--players", 2, "--seat", 1, given=given)
    assert "position 2 banks" in output or "Bob (2) banks" in output
    assert re.fullmatch(r"1 round; you bought \$1,000 and leave with \$985: -\$15", output.splitlines()[-1])


def test_hands_of_others_are_hidden_until_they_lie_open():
    """Cards of the others appear only in the panel at the end of the round, once they lie open."""
    output = answered("play", MD, "--seed", 4, "--players", 6, "--submission", minimal(MD), given="10\n?\n")
    before = output.split("─ Round 1")[0]
    own = set(PRINTED_CARD.findall(before.split("your cards:")[1].splitlines()[0]))
    assert len(own) == 7
    assert set(PRINTED_CARD.findall(before.split("the dealer has")[0])) == own


@pytest.mark.parametrize("book", [UTH, FC])
def test_only_ones_own_cards_and_those_face_up_are_seen_before_the_dealers(book):
    """Before the dealer's hand is turned up: its own cards, the board, and a card dealt face up."""
    given = "10\n0\n" + ("c\nc\n10\n" if book == UTH else "10\n")
    output = answered("play", book, "--seed", 4, "--players", 6, "--submission", minimal(book), given=given)
    before = output.split("the dealer turns up")[0]
    assert len(set(PRINTED_CARD.findall(before))) == (2 + 5 if book == UTH else 5 + 1)


def test_a_hand_that_was_racked_unseen_is_not_shown():
    """Where a fold loses everything, the cards go into the rack: only one's own were seen."""
    output = answered("play", FC, "--seed", 4, "--players", 6, given="15\n0\n0\nf\nq\n")
    folded = [line for line in output.split("─ Round 1")[1].splitlines() if re.search(r"\d \w+ .* fold ", line)]
    assert len(folded) > 1
    assert all(("not shown" in line) != ("You" in line) for line in folded)
