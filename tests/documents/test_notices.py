"""Notices that the signs of the games against the dealer must carry, in the words of what is filed."""

import pytest

from houseway import documents
from tests.support.clauses import bears, md, uth
from tests.support.submissions import EXAMPLES, MD, UTH, document, filed

BOOK = "md.four-card-poker"


@pytest.mark.parametrize(
    ("reading", "words"),
    [
        ("player-wins", "The dealer's hand always plays. A tie is paid like a win."),
        ("push", "The dealer's hand always plays. A tie returns both wagers."),
    ],
)
@pytest.mark.clause(f"{BOOK} as-played.2.B(8)(a)", f"{BOOK} as-played.2.B(9)")
def test_the_sign_says_that_the_dealer_always_plays_and_what_a_tie_does(reading, words):
    content = document(EXAMPLES / BOOK / "everything.toml")
    content["readings"]["FC-07"] = reading
    verdict = filed(content)
    assert verdict.passes, verdict.findings
    (notice,) = [each for each in documents.make_sign(verdict.rules).elements if each.cells[0] == "Dealer"]
    assert notice.kind == "notice"
    assert notice.cells[1] == words
    assert {f"{BOOK} as-played.2.B(8)(a)", f"{BOOK} as-played.2.B(9)"} <= set(notice.clauses)


def notices(book, example="everything", **sections):
    """What a sign says besides the paytables, by what it is about."""
    verdict = filed({**document(EXAMPLES / book / f"{example}.toml"), **sections})
    assert verdict.passes, verdict.findings
    sign = documents.make_sign(verdict.rules)
    return {each.cells[0]: each.cells[1] for each in sign.elements if each.kind in ("notice", "limit")}


@uth("2.B(8)(a)", "2.B(8)(b)", "2.B(8)(c)", "2.B(9)")
@pytest.mark.parametrize(("example", "hand"), [("minimal", "a straight"), ("everything", "a flush")])
def test_the_sign_says_when_ante_and_blind_push_by_the_paytable_that_was_selected_and_what_a_play_wager_may_be(example, hand):
    """Blind paytable A pays a straight, and B a flush and better only."""
    said = notices(UTH, example)
    assert said["Ante"] == "Pushes when the dealer has less than a pair."
    assert said["Blind"] == f"Pushes when the player wins with less than {hand}."
    play = "Three or four times the Ante before the flop, twice after the flop or once when all cards are dealt."
    assert said["Play"] == play


@uth("2.B(8)(d)", "2.B(9)")
@pytest.mark.parametrize("amount", ["$100,000", "$250,000"])
def test_the_sign_names_the_payout_limit_with_its_amount(amount):
    said = notices(UTH, **{"payout-limit": {"amount": amount}})
    assert said["Payout limit"].startswith(f"The most that is paid to a player on one hand is {amount}, for Ante")


@md("2.B(10)", "13.G")
@pytest.mark.parametrize(("reading", "word"), [("per-wager", "each"), ("aggregate", "together")])
@pytest.mark.parametrize("others", [(), ("emperors-treasure",)], ids=["two", "three"])
def test_the_sign_says_whether_the_payout_limit_is_for_each_wager_or_for_all(reading, word, others):
    wagers = document(EXAMPLES / MD / "everything.toml")["wagers"]
    filing = {"meters": [], "readings": {"PG-23": reading}, "payout-limit": {"amount": "$1,000,000"}}
    said = notices(MD, wagers={name: wagers[name] for name in ("pai-gow", "fortune-bonus", *others, "insurance")}, **filing)
    assert said["Payout limit"].endswith(f" and Pai Gow Insurance {word}.")
    alone = notices(MD, wagers={name: wagers[name] for name in ("pai-gow", "insurance")}, **filing)
    assert alone["Payout limit"].endswith("for Pai Gow Insurance.")


@bears("2.B(8)(b)", "2.B(8)(c)", "2.B(9)")
def test_the_sign_says_what_an_ante_bonus_needs_and_what_a_play_wager_may_be():
    said = notices(BOOK)
    assert said["Ante bonus"] == "Needs a Play wager, and is paid win or lose."
    assert said["Play"] == "Once, twice or three times the Ante."


@bears("2.B(8)(b)", "2.B(8)(c)", "2.B(9)")
def test_it_says_so_too_where_no_optional_wager_is_offered():
    said = notices(BOOK, "minimal")
    assert said["Ante bonus"] == "Needs a Play wager, and is paid win or lose."
    assert said["Play"] == "Once, twice or three times the Ante."
