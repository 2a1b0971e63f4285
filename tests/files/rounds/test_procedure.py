"""A round file that states where cards go, who acts and who sees what is held to it."""

from dataclasses import replace
from functools import cache

import pytest

from houseway.errors import Malformed
from houseway.files.rounds.check_procedure import procedure_differences
from houseway.files.rounds.file import read_round_file
from houseway.files.rounds.model import ExpectedSight
from houseway.files.rounds.play import play_round_file
from tests.support.paths import GOLDEN_ROUNDS

FROM_THE_HAND = GOLDEN_ROUNDS / "md" / "dealt-from-the-hand.toml"


@cache
def played():
    return play_round_file(read_round_file(FROM_THE_HAND))


def differences(**wrong):
    file = played().file
    return list(procedure_differences(replace(played(), file=replace(file, expect=replace(file.expect, **wrong)))))


def test_the_golden_round_holds():
    assert differences() == []


def test_a_deal_in_the_other_direction_is_noticed():
    (said,) = differences(deal={"6": (2, 9, 16, 23, 30, 37, 44)})
    assert said == "deal to 6: expected the cards 2 9 16 23 30 37 44 from the top, got 7 14 21 28 35 42 49"


def test_cards_of_which_nobody_knows_the_order_cannot_be_counted():
    unknown = replace(played(), witness=replace(played().witness, deck=()))
    assert next(procedure_differences(unknown)) == "deal: nobody knows the order of physical cards"


@pytest.mark.parametrize(
    ("acts", "why"),
    [
        (
            ("dealer set-dealer", "Ann set-hand 1"),
            "act 2, Ann set-hand 1: did not come in this order; it was done at another time",
        ),
        (("floor deal",), "act 1, floor deal: did not come in this order; it was never done"),
    ],
)
def test_acts_in_another_order_or_by_somebody_else_are_noticed(acts, why):
    assert differences(acts=acts) == [why]


def test_cards_that_an_event_gives_away_are_noticed(monkeypatch):
    """What is sent to a viewer counts, and not only the view."""
    monkeypatch.setattr("houseway.files.rounds.witness.redact_event", lambda context, actor, event: event)
    said = list(procedure_differences(play_round_file(read_round_file(FROM_THE_HAND))))
    assert said[0].startswith("before count-stub Ann should know no card, but was told of 7 of 0")


def test_cards_that_somebody_sees_and_should_not_are_noticed():
    sights = (ExpectedSight("set-dealer", {"Ann": {"1": 7}, "dealer": {}}), ExpectedSight("reveal", {"Ann": {}}))
    witness = replace(played().witness, sights={0: {"Ann": {"1": 7}, "dealer": {"stub": 4}}})
    file = replace(played().file, expect=replace(played().file.expect, deal={}, acts=(), sights=sights))
    assert list(procedure_differences(replace(played(), file=file, witness=witness))) == [
        "before set-dealer dealer should see no card, but sees 4 of stub",
        'sees 2: "reveal" never came',
    ]


@pytest.mark.parametrize(
    "wrong",
    ["[expect.deal]\n9 = [1]", '[expect.deal]\n1 = ["one"]', "[expect]\nsees = [{ Ann = { 1 = 7 } }]", "[expect]\nacts = [1]"],
)
def test_what_cannot_be_meant_is_refused(wrong, tmp_path):
    text = FROM_THE_HAND.read_text().partition("[expect]")[0]
    path = tmp_path / "round.toml"
    path.write_text(f"{text}\n{wrong}\n")
    with pytest.raises(Malformed):
        read_round_file(path)
