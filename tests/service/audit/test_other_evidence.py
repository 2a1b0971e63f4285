"""What the rules cannot show: records of other, possible nights. Of each it is shown that the review is silent, and which evidence
from outside speaks: a receipt, a checkpoint, or nothing but people. `docs/forgeries.md` lists them."""

import pytest

from houseway.events import Command
from houseway.money import Cents
from houseway.service.audit.streams import audit_stream
from houseway.service.audit.tree import audit_tree
from houseway.service.evidence.checkpoints import parse_checkpoint, sign_checkpoint
from houseway.service.secrecy.keys import HouseKeys
from houseway.service.secrecy.receipts import sign_head
from houseway.store import open_store
from houseway.table import decide
from tests.support.forged_records import (
    Entry,
    Night,
    audited,
    played_night,
    played_on,
    replayed_findings,
    write_forged_log,
    write_forged_store,
)

FOLD = "fc/fold-loses-the-ante-and-the-bonus"
SEVERAL = "fc/play-three-times-with-ante-bonus"
FOUND_LATE = "uth/misdeal-found-after-the-round-meter-and-envy-go-back"


def with_command(night, number, **changes):
    """The night with another command in the place of one, and everything that follows from it."""
    begin, command = night.entries[:number], night.entries[number].command
    asked = Command(
        changes.get("act", command.act), changes.get("by", command.by), changes.get("facts", command.facts), command.at
    )
    table, meters = night.state_before(number)
    events, meter_events = decide(table, asked, meters)
    return played_on([*begin, Entry(asked, tuple(events), tuple(meter_events))], night.entries[number + 1 :])


def a_fold_is_recorded_as_a_play(night):
    number = night.find_act("fold")
    facts = {"position": night.entries[number].command.facts["position"], "times": 1}
    return with_command(night, number, act="play", facts=facts)


def a_wager_is_taken_off_the_record(night):
    number = night.find_act("wager", wager="aces-up")
    return played_on(night.entries[:number], night.entries[number + 1 :])


def a_wager_is_larger_than_it_was(night):
    number = night.find_act("wager", wager="aces-up")
    facts = night.entries[number].command.facts
    return with_command(night, number, facts={**facts, "amount": Cents(600)})


def a_false_report_is_added(night):
    """The dealer is said to have found a hand of four cards."""
    number = night.find_act("turn-dealer")
    table, meters = night.state_before(number)
    report = Command("report-misdeal", night.entries[number].command.by, {"hands": {1: 4}}, night.entries[number].command.at)
    events, meter_events = decide(table, report, meters)
    return played_on([*night.entries[:number], Entry(report, tuple(events), tuple(meter_events))], night.entries[number:])


def a_ruling_is_recorded_otherwise(night):
    number = night.find_act("rule-finding")
    facts = {**night.entries[number].command.facts, "choice": "stands"}
    return with_command(night, number, facts=facts)


def a_report_is_taken_off_the_record(night):
    return Night(night.entries[: night.find_act("report-misdeal")])


def the_deck_has_another_order(night):
    """Without seeds, as in a log of `houseway deal`, any order is as good as another."""
    number = night.find_act("shuffle")
    facts = night.entries[number].command.facts
    return with_command(night, number, facts={**facts, "cards": (*facts["cards"][1:], facts["cards"][0])})


def a_cut_is_made_elsewhere(night):
    number = night.find_act("cut")
    facts = night.entries[number].command.facts
    return with_command(night, number, facts={**facts, "depth": facts["depth"] + 1})


def the_end_is_cut_off(night):
    return Night(night.entries[:-3])


def everything_happened_an_hour_later(night):
    """Times are in commands, and in those events that name them."""
    moved = []
    for entry in night.entries:
        command = entry.command._replace(at=entry.command.at + 3_600)
        events = tuple(type(event)(event.kind, event.clauses, hour_later(event.facts)) for event in entry.events)
        moved.append(entry._replace(command=command, events=events))
    return Night(tuple(moved))


def hour_later(facts):
    return {**facts, "at": facts["at"] + 3_600} if "at" in facts else facts


POSSIBLE = [
    (FOLD, a_fold_is_recorded_as_a_play),
    (SEVERAL, a_wager_is_taken_off_the_record),
    (SEVERAL, a_wager_is_larger_than_it_was),
    (SEVERAL, a_false_report_is_added),
    (FOUND_LATE, a_ruling_is_recorded_otherwise),
    (FOUND_LATE, a_report_is_taken_off_the_record),
    (SEVERAL, the_deck_has_another_order),
    (SEVERAL, a_cut_is_made_elsewhere),
    (SEVERAL, the_end_is_cut_off),
    (SEVERAL, everything_happened_an_hour_later),
]


@pytest.mark.parametrize(("name", "forge"), [pytest.param(*each, id=each[1].__name__.replace("_", " ")) for each in POSSIBLE])
def test_the_review_is_silent_and_whoever_kept_something_speaks(name, forge, tmp_path):
    """A receipt of the table, or a checkpoint of the house, from before contradicts the record of another night."""
    night = played_night(name)
    forged = forge(night)
    assert forged.entries != night.entries
    write_forged_log(forged, tmp_path / "forged.jsonl")
    assert replayed_findings(tmp_path / "forged.jsonl") == []
    write_forged_store(forged, f"sqlite:///{tmp_path / 'forged.db'}")
    assert audited(f"sqlite:///{tmp_path / 'forged.db'}").problems == []
    keys = HouseKeys(tmp_path / "keys", at=0)
    receipt, checkpoint = signed_before(night, keys, tmp_path)
    with open_store(f"sqlite:///{tmp_path / 'forged.db'}") as store:
        store.tree.extend(lambda head: sign_checkpoint(head, 2, keys))
        head = store.stream_head(f"table:{forged.table}")
        (problem,) = audit_stream(store, head, [receipt], keys.public_keys, lambda read: None).problems
        assert "contradicts it: the stream is shorter, or was rewritten" in problem
        versions = {each.stream: each.version for each in store.stream_heads()}
        said = [each.message for each in audit_tree(store, versions, [checkpoint], keys.public_keys).problems]
    assert any("contradicts the checkpoint" in each or "was signed" in each for each in said)


def signed_before(night, keys, tmp_path):
    """What a player and a witness have from the night as it was."""
    write_forged_store(night, f"sqlite:///{tmp_path / 'true.db'}")
    with open_store(f"sqlite:///{tmp_path / 'true.db'}") as store:
        store.tree.extend(lambda head: sign_checkpoint(head, 1, keys))
        note = store.tree.latest_signed_head().note
        return sign_head(store.stream_head(f"table:{night.table}"), keys), parse_checkpoint(note)


# What only people know


def test_a_report_that_was_false_when_it_was_made(tmp_path):
    """Nothing in the record or outside it speaks. The audit counts the statement, and says that it was not checked."""
    forged = a_false_report_is_added(played_night(SEVERAL))
    write_forged_store(forged, f"sqlite:///{tmp_path / 'house.db'}")
    report = audited(f"sqlite:///{tmp_path / 'house.db'}")
    assert report.problems == []
    assert any(each.startswith("the truth of 1 statement (report-misdeal 1)") for each in report.unchecked)


def test_physical_cards_that_were_entered_wrongly(tmp_path):
    """The cards of a physical deck are what somebody has entered. Another board is another possible round."""
    name = "uth/cards-entered-by-hand"
    nights = played_night(name), played_night(name, ("9s 9h 4d Kc 2d", "9s 8h 4d Kc 2d"))
    for night in nights:
        write_forged_log(night, tmp_path / "table.jsonl")
        assert replayed_findings(tmp_path / "table.jsonl") == []
    assert nights[0].entries != nights[1].entries
