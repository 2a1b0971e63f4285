"""The file of a wager of one's own: what is written is read again, the command counts it, and another file is refused in words."""

import pytest

from houseway.errors import Malformed
from houseway.files.own_wagers.wager_file import LARGEST_FILE, own_wager_in, read_wager_file, write_wager_file
from tests.files.own_wagers.test_draft_check import draft_of
from tests.support.command import run
from tests.support.own_wagers import EDGES, LUCKY_FLOP, WEAK_DEALER

FILE = write_wager_file(draft_of(LUCKY_FLOP))


@pytest.mark.parametrize(("wager", "edge"), EDGES, ids=[wager["title"] for wager, _ in EDGES])
def test_a_file_that_is_written_is_read_again_and_counted_by_the_command(wager, edge, tmp_path):
    text = write_wager_file(draft_of(wager))
    assert write_wager_file(read_wager_file(text)) == text
    file = tmp_path / "wager.toml"
    file.write_text(text)
    shown = run("odds", str(file))
    assert f"{float(edge) * 100:.4f}%" in shown.stdout
    assert f"{-edge} of the wager's own stake" in shown.stdout
    assert shown.returncode == 0


def test_stakes_and_hands_of_an_order_are_in_the_file():
    rows = [{"hand": "flush", "pays": "5 to 1"}]
    for stakes in ("from $5", "$1, $5"):
        draft = draft_of({**WEAK_DEALER, "pays_order": True, "rows": rows, "stakes": stakes})
        read = read_wager_file(write_wager_file(draft))
        assert (read.stakes, read.pays_order, read.rows[0].hand, read.rows[0].pays) == (stakes, True, "flush", "5 to 1")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x", "it is not TOML"),
        ("book = 'md.pai-gow-poker'", "follows is missing"),
        (FILE.replace("follows", "folows"), "follows is missing"),
        (FILE + "\n[more]\n", "more is not a key here; the keys are follows, wager, paytable"),
        (FILE.replace("[[wager]]", "[[wager]]\n[[wager]]"), "is missing"),
        (FILE.replace('decided-by = "flop"', "decided-by = 3"), "which is not of type str"),
        (FILE.replace('decided-by = "flop"', 'clause = "1.A"'), "is missing"),
        (FILE.replace('id = "pair", title = "Pair", ', 'id = "pair", '), "title is missing"),
        (FILE.replace('hand = "pair", pays', 'hand = "pears", pays'), "lucky-flop has no such hand"),
        (FILE.replace('hand = "pair", pays', 'hand = "flush", pays'), "occurs 2 times"),
        (FILE.replace('paytable = "A"', 'paytable = "B"'), "it is paytable A of lucky-flop"),
        (FILE.replace("hand = [", "hand = [ 3,"), "is not a table"),
        (FILE.replace("rows = [", "rows = [ 3,"), "is not a table"),
        ("#" * (LARGEST_FILE + 1), "at most 16,384"),
    ],
)
def test_what_is_no_such_file_is_refused_with_what_is_wrong(text, words):
    with pytest.raises(Malformed, match=r"^the file ") as refusal:
        read_wager_file(text)
    assert words in refusal.value.message
    assert refusal.value.code in ("own-wager.file", "own-wager.size")


def test_the_command_refuses_a_wrong_value_and_another_wager_in_words(tmp_path):
    file = tmp_path / "wager.toml"
    file.write_text(FILE.replace("40 to 1", "forty"))
    assert "rows.0.pays: 'forty' is not what a hand can pay" in run("odds", str(file)).stderr
    file.write_text(FILE.replace("follows =", "follow ="))
    assert own_wager_in(file) is None
    file.write_text(FILE)
    assert "--version is for a rule book only" in run("odds", str(file), "--version", "2020").stderr
