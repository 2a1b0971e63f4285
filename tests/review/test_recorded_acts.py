"""What was asked, as it is stored: nothing twice, nothing open that is a secret, and everything that is needed."""

import json

import pytest

from houseway.cards import parse_hand
from houseway.errors import Malformed
from houseway.events import Actor, Command, Event, Role
from houseway.events.command_record import DUE_STEP, RecordedAct, has_card, record_act, recorded_facts
from houseway.money import Cents
from houseway.procedure import MD
from houseway.service.secrecy.sealing import open_seals, seal_commands, unseal_commands
from houseway.service.secrecy.seeds import DRAWS, TableSeeds
from houseway.store import RecordedCommand
from houseway.store.chain import decode_commands, encode_commands
from houseway.submission.built_in import built_in_submission
from houseway.table.disclosure import disclosures_of
from houseway.table.state import rules_of

ANN = Actor(Role.PLAYER, "Ann")
KEY = bytes(32)


def test_facts_that_events_give_are_named_and_others_are_kept():
    command = Command("wager", ANN, {"position": 1, "amount": Cents(500), "lit": False})
    events = (Event("wager-placed", (), {"position": 1, "amount": Cents(500)}),)
    asked = record_act(command, events)
    assert asked == RecordedAct("wager", ("position", "amount"), {"lit": False})
    assert recorded_facts(asked, events) == command.facts


def test_a_number_is_not_taken_for_the_card_that_it_equals():
    (card,) = parse_hand("9h")
    asked = record_act(
        Command("report-exposed", ANN, {"cards": (int(card),)}), (Event("card-exposed", (), {"cards": (card,)}),)
    )
    assert asked.given == ()
    assert asked.facts == {"cards": (int(card),)}


def test_a_fact_that_no_event_gives_any_longer_is_refused():
    with pytest.raises(Malformed, match="none does"):
        recorded_facts(RecordedAct("wager", ("amount",)), (Event("wager-placed", (), {"position": 1}),))


@pytest.mark.parametrize(
    "asked",
    [
        DUE_STEP,
        RecordedAct("fold", ("position",)),
        RecordedAct("set-dealer", (), {"low": parse_hand("6s 6d")}, {"progressive/mega": 12}, "0.8.0 abc", "PG-1", 7),
    ],
)
def test_it_is_stored_and_read(asked):
    command = RecordedCommand(1_000, ANN, (Event("hand-set", (), {"position": 1}),), asked)
    content = encode_commands([command])
    assert decode_commands(content) == (command,)
    assert RecordedAct.from_json(json.loads(json.dumps(asked.to_json()))) == asked
    assert encode_commands(decode_commands(content)) == content


def test_cards_that_were_named_are_sealed_until_the_round_is_over():
    rules, _ = rules_of(built_in_submission(MD), "")
    disclosures = disclosures_of(rules.game)
    asked = RecordedAct("set-dealer", (), {"low": parse_hand("6s 6d"), "why": "shown"})
    commands = [
        RecordedCommand(1_000, ANN, (Event("betting-closed", (), {"said": "no more bets"}),), DUE_STEP),
        RecordedCommand(2_000, ANN, (Event("dealer-done", (), {}),), asked),
    ]
    shown, sealed = seal_commands(commands, disclosures, [(1, DRAWS)] * 2, lambda name: KEY)
    assert not any(has_card(command.asked.facts) for command in shown)
    assert shown[1].asked.facts == {"why": "shown"}
    assert b"6s" not in encode_commands(shown)
    assert sealed is not None
    assert b"6s" not in sealed
    assert unseal_commands(shown, sealed, lambda name: KEY) == tuple(commands)
    assert open_seals(sealed, TableSeeds(), 2).closed == frozenset()  # the events themselves can be folded
