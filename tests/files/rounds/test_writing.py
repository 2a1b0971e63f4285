"""A recorded round is written as a round file that comes out the same to the cent, or it is not written."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.cards import CARDS
from houseway.chance import seeded_chance
from houseway.citation import Citation
from houseway.errors import Malformed, NotAllowed
from houseway.events import encode_fact
from houseway.files.logs.log import LogReader
from houseway.files.rounds.check import check_expectations
from houseway.files.rounds.file import parse_round_file, read_round_file
from houseway.files.rounds.history import RoundHistory
from houseway.files.rounds.play import play_round_file
from houseway.files.rounds.writing import write_round
from houseway.files.toml_node import TomlNode
from houseway.files.value_form import fact_form, read_fact
from houseway.money import Cents
from houseway.play.session import TableSession, default_players
from houseway.procedure import DIV, MD
from houseway.procedure import FOUR_CARD as FC
from houseway.procedure import ULTIMATE as UTH
from houseway.submission.built_in import built_in_submission
from tests.support.command import answered, refused, run
from tests.support.effort import MORE
from tests.support.paths import GOLDEN_ROUNDS
from tests.support.referee_tables import recorded_table
from tests.support.run_logs import RecordedCommands, write_log
from tests.support.sessions import dealt_session, recorded_session
from tests.support.table_chance import Dice
from tests.support.tables_by_chance import opened, play

BOOKS = (MD, DIV, UTH, FC)
UNWRITABLE = {
    "a ruling or new terms were waited for at the meter": "a file cannot say that the display of a meter was found wrong before",
    "another edition of the rule book": "a file has no rule book in it",
}
"""Why a round cannot be written, and what the form of files lacks for it."""


def written_rounds(commands):
    """Write every round of a table as soon as it is over. Yield its number, its file and what was recorded."""
    history = RoundHistory()
    for command, events, meter_events in commands:
        before = history.rounds[-1] if history.rounds else None
        history.record(command, events, meter_events)
        if before is not None and any(event.kind == "round-completed" for event in events):
            yield before, write_or_name(history, before.number)


def write_or_name(history, number):
    """The file of a round; None if it is on the list of those that cannot be written."""
    try:
        return write_round(history, number)
    except NotAllowed as refusal:
        if not any(reason in refusal.message for reason in UNWRITABLE):
            raise
        return None


def check_same(text, recorded):
    """A file comes out as it expects, and every event of its round is the recorded one."""
    played = play_round_file(parse_round_file(text, "round.toml"))
    assert check_expectations(played) == []
    assert [event.to_json() for event in played.events] == [event.to_json() for event in recorded.events]


def chance_table(book, seed, moves):
    """The commands of a table at which chance does anything that somebody may do."""
    choose = Dice(seed)
    machine = opened(choose, book)
    recorded = RecordedCommands()
    machine.seat(3)
    for _ in range(moves):
        if machine.table.open:
            play(choose, machine)
    run = type(machine.run)(record=recorded.record)
    for asked in machine.log:
        if asked.refusal is None:
            run.act(asked.command)
    return recorded.commands


@pytest.mark.parametrize("path", sorted(GOLDEN_ROUNDS.rglob("*.toml"))[::25], ids=lambda path: path.stem)
def test_some_golden_rounds_are_written_event_for_event(path):
    check_golden(path)


@pytest.mark.prove
@pytest.mark.parametrize("path", sorted(GOLDEN_ROUNDS.rglob("*.toml")), ids=lambda path: path.stem)
def test_every_golden_round_is_written_event_for_event(path):
    check_golden(path)


def check_golden(path):
    history = RoundHistory()
    play_round_file(read_round_file(path), history.record)
    over = history.rounds[-2] if len(history.rounds) > 1 and history.rounds[-2].is_over else history.rounds[-1]
    check_same(write_round(history, over.number), over)


@pytest.mark.parametrize("book", BOOKS)
def test_rounds_of_program_players_are_written(book):
    dealt_session(book)
    for recorded, text in written_rounds(recorded_session(book).commands):
        check_same(text, recorded)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(2))
def test_rounds_with_irregularities_are_written(book, seed):
    for recorded, text in written_rounds(recorded_table(book, seed, 2)):
        if text is not None:
            check_same(text, recorded)


@pytest.mark.parametrize("book", BOOKS)
def test_rounds_in_which_anything_happens_are_written(book):
    for recorded, text in written_rounds(chance_table(book, 1, 150)):
        if text is not None:
            check_same(text, recorded)


@pytest.mark.prove
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("part", range(4))
def test_hundreds_of_rounds_with_irregularities_are_written(book, part):
    for seed in range(100 + 25 * part, 125 + 25 * part):
        for commands in (recorded_table(book, seed, 3), chance_table(book, seed, 150)):
            for recorded, text in written_rounds(commands):
                if text is not None:
                    check_same(text, recorded)


@pytest.mark.prove
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(2))
def test_thousands_of_rounds_of_program_players_are_written(book, seed):
    """Each round is written and played as soon as it is over; `write_round` compares all transfers and meters."""
    history = RoundHistory()
    session = TableSession(built_in_submission(book), seeded_chance(seed), default_players(6), record=history.record)
    for _ in range(400):
        assert write_round(history, session.deal_round().number)


# ---- the command


@pytest.fixture
def log(book, tmp_path):
    session, _ = dealt_session(book)
    return write_log(session.run.table.id, recorded_session(book), tmp_path / "table.jsonl")


@pytest.mark.parametrize("book", BOOKS)
def test_the_command_writes_a_file_that_settle_plays(book, log, tmp_path):
    out = tmp_path / "round.toml"
    assert answered("replay", log, "--round", 3, "--as-file", "-o", out) == ""
    settled = answered("settle", out)
    assert "as expected" in settled
    assert answered("replay", log, "--round", 3, "--as-file") == out.read_text()


@pytest.mark.parametrize("book", [UTH])
def test_of_a_record_that_is_not_what_the_rules_give_the_file_expects_the_record(book, log, tmp_path):
    from tests.review.test_logs import lines_of, payouts, write_sealed

    lines = lines_of(log)
    paid = payouts(lines)[0]
    paid["facts"]["amount"]["cents"] //= 2
    write_sealed(log, lines)
    out = tmp_path / "round.toml"
    result = run("replay", log, "--round", 1, "--as-file", "-o", out)
    assert result.returncode == 1
    assert "is owed" in result.stderr
    assert "The record is not what the rules give." in out.read_text()
    settled = run("settle", out)
    assert settled.returncode == 1
    assert "differs: net of" in settled.stdout


@pytest.mark.parametrize("book", [MD])
def test_what_cannot_be_written_is_refused_in_one_line(book, log, tmp_path):
    assert "--round is needed" in refused("replay", log, "--as-file")
    options = ("--why", "--referee")
    assert f"{' and '.join(options)} cannot be combined with --as-file" in refused(
        "replay", log, "--round", 1, "--as-file", *options
    )
    assert "--as-file is needed" in refused("replay", log, "--round", 1, "-o", tmp_path / "x.toml")
    assert "has no round 99" in refused("replay", log, "--round", 99, "--as-file")
    cut = tmp_path / "cut.jsonl"
    rows = log.read_text().splitlines(keepends=True)
    dealt = next(number for number, row in enumerate(rows) if json.loads(row).get("kind") == "cards-dealt")
    cut.write_text("".join(rows[:dealt]))
    assert "it is not over" in refused("replay", cut, "--round", 1, "--as-file")


def test_a_round_of_which_nothing_is_known_is_not_written():
    with pytest.raises(NotAllowed, match="the record does not say what was asked in it"):
        write_round(RoundHistory(), 1)


@pytest.mark.parametrize("book", [MD])
def test_a_round_without_its_commands_is_derived(book, log):
    """A log of an earlier program does not say what was asked; what its events determine is written all the same."""
    from tests.review.test_logs import lines_of, write_sealed

    lines = lines_of(log)
    for line in lines:
        line.pop("asked", None)
    lines[0]["houseway-log"] = 2
    write_sealed(log, lines)
    history = RoundHistory(2)
    list(LogReader(log, is_decided=True, follower=history.follow).rounds())
    (recorded,) = history.find(2)
    check_same(write_round(history, 2), recorded)


# ---- facts


FACTS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.sampled_from(CARDS)
    | st.builds(Cents, st.integers(-999, 99_999))
    | st.fractions(0, 3)
    | st.just(Citation("md.pai-gow-poker 14.B"))
    | st.sampled_from(["unknown", "As", "AsKd", "As As", "$5", "$ and words", "4", "", "words", "text", "-$5"])
    | st.text(max_size=5),
    lambda parts: (
        st.lists(parts, max_size=3).map(tuple)
        | st.dictionaries(st.integers(0, 9) | st.sampled_from(["board", "stub"]), parts, max_size=3)
    ),
    max_leaves=6,
)


@given(FACTS)
@settings(max_examples=60 * MORE)
def test_a_fact_is_read_as_it_was_written(fact):
    read = read_fact(TomlNode(json.loads(json.dumps(fact_form(fact))), "here"))
    assert encode_fact(read) == encode_fact(fact)


LEAST = """
title = "acts"
book = "md.pai-gow-poker"
submission = "minimal"
acts = [{acts}]
[players]
{more}
"""


@pytest.mark.parametrize(
    ("acts", "more", "said"),
    [
        ("{}", "", "state what is done"),
        ("{ act = 'deal', by = 'Ann' }", "", "does not begin with a role"),
        ("{ act = 'deal', at = 5 }", "", "'at' is not a key here"),
        ("{ act = 'deal' }", "[bank]\nposition = 1", "the acts of the file say everything that bank could"),
        ("{ act = 'deal' }", "[left]\nbutton = 1", "'button' is not a key here"),
        ("{ act = 'deal' }", "[left]\nnumber = true", "should be a whole number"),
        ("{ act = 'deal' }", "[left.equipment]\nsettings = {}", "the settings follow from the submission"),
        ("{ act = 'deal' }", "[left.equipment]\ndealing = 'foot'", "should be 'manual-shoe'"),
        ("{ act = 'deal' }", "[left.equipment]\ndecks = [{ name = 'x' }]", "back is missing"),
        ("{ act = 'deal' }", "[left.meters.m]\nname = 'm'\nwager = 'w'\nvalue = 5", "the submission has no such meter"),
        ("{ act = 'deal' }", "[expect]\ntransfers = [{ cents = 5 }]", "from is missing"),
        ("{ act = 'deal' }", "", "acts[1]: that is not the next step"),
    ],
)
def test_a_file_with_acts_is_read_strictly(acts, more, said):
    with pytest.raises((Malformed, NotAllowed)) as refusal:
        play_round_file(parse_round_file(LEAST.format(acts=acts, more=more), GOLDEN_ROUNDS / "here.toml"))
    assert said in refusal.value.message


def test_what_earlier_rounds_left_belongs_to_a_file_with_acts():
    text = 'title = "x"\nbook = "md.pai-gow-poker"\n[players.1]\n[left]\nnumber = 2\n'
    with pytest.raises(Malformed, match="tells its round act by act"):
        parse_round_file(text, "here.toml")
