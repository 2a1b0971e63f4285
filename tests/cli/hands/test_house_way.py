"""`houseway set` and `houseway house-way`, used as a pit manager would: answers, refusals, exit codes, and the page about them."""

import doctest
import json
import re
import time

import pytest
from typer.main import get_command

from houseway.cli import app
from houseway.cli import waiting as waiting_module
from houseway.cli.waiting import delayed_progress
from houseway.house_way import HandKind, HouseWay, house_way_names
from houseway.house_way.vocabulary import HandFeature, MadeHand, RankGroup
from tests.support.command import answered, refused, run
from tests.support.paths import ROOT
from tests.support.served_process import wait_for

WAYS = ROOT / "examples" / "house-ways"
RIVERSIDE = str(WAYS / "riverside.toml")
WRONG = sorted((WAYS / "wrong").glob("*.toml"))
PAGE = (ROOT / "docs" / "house-way.md").read_text()
TOTAL = 154_143_080
HAND = "9s 9d 3c 3d Ah 5s 2c"


def words(output):
    """Without the spaces that tables need."""
    return re.sub(r"\s+", " ", output)


# Set


def test_a_hand_is_set_with_the_rule_and_why():
    output = words(answered("set", HAND))
    assert "high hand 9♠ 9♦ 3♦ 3♣ 2♣ two pair, nines and threes with 2 low hand A♥ 5♠ ace high with 5" in output
    assert "rule two-pair 2: when high pair is 7 or better, front is A or better: two highest others in front" in output
    assert "two-pair 1 does not decide: not met: high pair is J or better (high pair is 9)" in output
    assert "two-pair 2 decides: high pair is 9; front would be A-5" in output
    assert "md.pai-gow-poker 11.C(1)" in output


def test_the_json_of_a_set_hand_is_what_was_promised():
    answer = json.loads(answered("set", HAND, "--house-way", "foxwoods", "--json"))
    assert answer == {"high": ["9s", "9d", "3d", "3c", "2c"], "low": ["Ah", "5s"], "rule": "two-pair 2"}


def test_every_legal_setting_is_shown_with_the_one_taken():
    output = answered("set", HAND, "--all")
    assert "20 legal settings" in output
    (taken,) = [line for line in output.splitlines() if line.startswith("→")]
    assert words(taken).startswith("→ A♥ 5♠ ace high with 5 9♠ 9♦ 3♦ 3♣ 2♣")
    settings = json.loads(answered("set", HAND, "--all", "--json"))["settings"]
    assert len(settings) == 20
    assert {frozenset(each["high"] + each["low"]) for each in settings} == {frozenset(HAND.split())}


def test_another_way_may_be_named_or_be_a_file():
    hand = "7h 5d 4c 3h 3s 2c 2d"
    fronts = {
        way: json.loads(answered("set", hand, "--house-way", way, "--json"))["low"]
        for way in ("foxwoods", "mgm-grand", RIVERSIDE)
    }
    assert fronts == {"foxwoods": ["2d", "2c"], "mgm-grand": ["7h", "5d"], RIVERSIDE: ["2d", "2c"]}


def test_the_wheel_may_be_the_lowest_straight():
    """Joker, five, four, three and two are ace to five or two to six, whichever ranks higher."""
    hand = "Jk 5c 4d 3s 2h Kd Ks"
    second, lowest = (words(answered("set", hand, "--wheel", wheel)) for wheel in ("second", "lowest"))
    assert "(joker as ace)" in second
    assert "straight, six high (joker as six)" in lowest


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["As Kd"], "a house way sets 7 cards, not 2: As Kd"),
        ([""], "a house way sets 7 cards, not 0"),
        (["As Kd Xx"], "'Xx' at character 7"),
        (["As Ad Kc Qh Jd Tc As"], "was given before"),
        ([HAND, "--house-way", "foxwood"], "did you mean 'foxwoods'?"),
        ([HAND, "--house-way", "nowhere.toml"], "nowhere.toml cannot be read: there is no such file"),
        ([HAND, "--house-way", str(WAYS)], "it is a folder"),
        (["Qh Jd 9c 7c 2s 2d 2c", "--house-way", str(WAYS / "wrong" / "gap.toml")], "no rule of trips decides"),
        (["As Ad Kc Qh Jd 9c 2c", "--house-way", str(WAYS / "wrong" / "illegal.toml")], "illegal.toml:13: pair 1 sets"),
        ([HAND, "--house-way", str(WAYS / "wrong" / "unknown-word.toml")], "unknown-word.toml:15: 'deuces'"),
    ],
)
def test_what_cannot_be_set_is_answered_in_one_line(arguments, said):
    assert said in refused("set", *arguments)


# List and show


def test_the_shipped_ways_are_listed():
    listed = json.loads(answered("house-way", "list", "--json"))
    assert [each["name"] for each in listed] == list(house_way_names())
    assert listed[1]["hash"] == HouseWay.load("foxwoods").hash
    told = answered("house-way", "list")
    assert "Foxwoods Resort Casino" in told
    assert all(way.source.split()[0] in told for way in map(HouseWay.load, house_way_names()))
    assert all(len(line) <= 100 and line == line.rstrip() for line in told.splitlines())


@pytest.mark.parametrize("name", [*house_way_names(), RIVERSIDE])
def test_the_table_has_every_rule_and_what_was_decided(name):
    output, way = words(answered("house-way", "show", name)), HouseWay.load(name)
    for kind, rules in way.rules.items():
        assert kind.label.capitalize() in output
        for rule in rules:
            assert (f"as {rule.follows.label}" if rule.follows else str(rule.front)) in output
    assert all(text.split()[0] in output for text in way.unpublished)
    assert output.count("left open") == bool(way.decisions)


def test_a_way_is_shown_as_json():
    shown = json.loads(answered("house-way", "show", "foxwoods", "--json"))
    assert list(shown["rules"]) == [kind.value for kind in HandKind]
    assert shown["rules"]["trips"][0] == "when trips is A: one of trips and highest other in front"
    assert {"name", "title", "source", "hash", "unpublished", "decided"} < set(shown)


@pytest.mark.parametrize("name", house_way_names())
def test_the_file_of_a_shipped_way_starts_a_way_of_ones_own(name, tmp_path):
    own = tmp_path / "mine.toml"
    own.write_text(answered("house-way", "show", name, "--toml").replace(f'name = "{name}"', 'name = "mine"', 1))
    mine, shipped = HouseWay.load(str(own)), HouseWay.load(name)
    assert mine.name == "mine"
    assert mine.rules == shipped.rules
    assert mine.text != shipped.text
    assert "choose one of" in refused("house-way", "show", name, "--toml", "--json")


@pytest.mark.parametrize(("suffix", "start"), [("pdf", b"%PDF-"), ("svg", b"<svg"), ("png", b"\x89PNG")])
def test_a_pocket_card_is_written(tmp_path, suffix, start):
    card = tmp_path / f"card.{suffix}"
    assert "House way: Foxwoods" in answered("house-way", "show", "foxwoods", "-o", str(card))
    assert card.read_bytes().startswith(start)


def test_what_cannot_be_printed_is_refused(tmp_path):
    assert "docx" in refused("house-way", "show", "foxwoods", "-o", str(tmp_path / "x.docx"))
    assert "cannot be written" in refused("house-way", "show", "foxwoods", "-o", str(tmp_path / "nowhere" / "x.pdf"))
    assert "there is no house way" in refused("house-way", "show", "foxwood", "-o", str(tmp_path / "x.pdf"))


def test_texts_of_a_file_are_not_taken_for_markup(tmp_path):
    odd = tmp_path / "[bold].toml"
    odd.write_text((WAYS / "riverside.toml").read_text().replace('Riverside Card Room"', '[/red] Room"', 1))
    for arguments in (["house-way", "show", str(odd)], ["set", HAND, "--house-way", str(odd)]):
        assert "[/red] Room" in answered(*arguments)
    odd.write_text("name = '[/red]'")
    result = run("house-way", "check", str(odd))
    assert (result.returncode, "[/red]" in result.stdout) == (1, True)


# Check


@pytest.mark.parametrize("name", ["foxwoods", RIVERSIDE])
def test_a_way_that_passes(name):
    output = answered("house-way", "check", name)
    assert (
        output.count("154,143,080 of 154,143,080 hands decided; all settings are legal, and every rule decides some hand") == 2
    )
    assert "overlaps" in output


@pytest.mark.parametrize(("wheels", "orders"), [([], 2), (["--wheel", "second"], 1), (["--wheel", "lowest"], 1)])
def test_it_is_checked_under_the_orders_asked_for(wheels, orders):
    checked = json.loads(answered("house-way", "check", "simple", "--json", *wheels))
    assert (checked["ok"], checked["defects"], checked["house_way"]) == (True, [], "simple")
    assert len(checked["wheels"]) == orders
    for report in checked["wheels"].values():
        assert report["total"] == report["decided"] == TOTAL
        assert sum(rule["hands"] for rule in report["rules"]) == TOTAL


EXPECTS = re.compile(r"# expects (?P<trouble>\S+) at line (?P<line>\d+)")


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_a_wrong_example_has_the_one_fault_that_its_first_line_expects(path):
    expected = EXPECTS.fullmatch(path.read_text().splitlines()[0])
    result = run("house-way", "check", str(path))
    output = result.stdout
    assert (result.returncode, result.stderr) == (1, "")
    assert f"{path}:{expected['line']}" in output
    result = run("house-way", "check", str(path), "--json")
    checked = json.loads(result.stdout)
    assert (result.returncode, checked["ok"]) == (1, False)
    if expected["trouble"] == "word":
        assert [defect["code"] for defect in checked["defects"]] == ["house-way.word"]
        return
    for report in checked["wheels"].values():
        (fault,) = report["faults"]
        assert (fault["trouble"], fault["place"]) == (expected["trouble"], f"{path}:{expected['line']}")
        assert fault["change"]
        assert fault["example"] or expected["trouble"] == "unreachable"


def test_a_fault_is_shown_once_with_its_hand_and_what_to_do():
    output = run("house-way", "check", str(WAYS / "wrong" / "gap.toml")).stdout
    assert output.count("(gap)") == 1
    assert "smallest hand 7h 5d 4c 3s 2c 2d 2h do end trips with a rule" in words(output)
    assert "only with" not in output


def test_there_is_a_wrong_example_for_each_trouble():
    troubles = {EXPECTS.fullmatch(path.read_text().splitlines()[0])["trouble"] for path in WRONG}
    assert troubles == {"gap", "illegal", "word", "unreachable", "shadowed"}


def test_all_defects_of_a_file_are_told(tmp_path):
    bad = tmp_path / "bad.toml"
    text = (WAYS / "riverside.toml").read_text().replace("two highest others", "two highest ohters")
    bad.write_text(text.replace("[rules]", "[rules]\npear = []"))
    result = run("house-way", "check", str(bad))
    output = result.stdout
    assert (result.returncode, result.stderr) == (1, "")
    said = " ".join(output.split())  # a long path breaks lines elsewhere
    assert said.count("did you mean 'others'?") > 3
    assert "did you mean 'pair'" in said
    output = run("house-way", "check", str(bad), "--json").stdout
    assert {defect["code"] for defect in json.loads(output)["defects"]} == {"house-way.word", "house-way.kind"}


@pytest.mark.parametrize(
    "text", ["", "=", "[", "rules = 5", "[rules]\npair = 5", "[rules]\npair = [5]", "[rules.pair]\nfront = 1"]
)
def test_whatever_is_in_a_file_there_is_an_answer(tmp_path, text):
    bad = tmp_path / "bad.toml"
    bad.write_text(text)
    result = run("house-way", "check", str(bad))
    output = result.stdout
    assert (result.returncode, result.stderr) == (1, "")
    assert f"{bad}:1" in output.replace("\n", "")


def test_a_file_that_is_not_there_is_refused(tmp_path):
    assert "there is no house way 'nowhere'" in refused("house-way", "check", "nowhere")
    assert "there is no such file" in refused("house-way", "check", str(tmp_path / "nowhere.toml"))
    (tmp_path / "bytes.toml").write_bytes(b"\xff")
    assert "UTF-8" in refused("house-way", "check", str(tmp_path / "bytes.toml"))


# Diff


def test_two_ways_are_compared():
    found = json.loads(answered("house-way", "diff", "foxwoods", "mgm-grand", "--json"))
    assert set(found) == {"total", "different", "classes"}
    assert found["total"] == TOTAL
    assert found["different"] == sum(each["different"] for each in found["classes"]) > 0
    foxwoods, mgm = HouseWay.load("foxwoods"), HouseWay.load("mgm-grand")
    from houseway.cards import parse_hand

    for each in found["classes"]:
        hand = parse_hand(each["example"])
        for way, side, rule in ((foxwoods, "a", "rule_a"), (mgm, "b", "rule_b")):
            told = way.set(hand)
            assert [str(card) for card in told.low] == each[side]["low"]
            assert told.rule.id == each[rule]


def test_the_difference_is_shown_with_examples():
    found = json.loads(answered("house-way", "diff", "foxwoods", "simple", "--json"))
    output = answered("house-way", "diff", "foxwoods", "simple")
    assert f"{found['different']:,} of 154,143,080 hands are set differently, about one in" in output
    assert all(f"{each['different']:,}" in output for each in found["classes"])
    assert output.count("foxwoods ") == len(found["classes"])


def test_a_way_is_like_itself():
    assert "set all 154,143,080 hands the same way" in answered("house-way", "diff", "simple", "simple", "--wheel", "lowest")
    assert json.loads(answered("house-way", "diff", "simple", "simple", "--json")) == {
        "total": TOTAL,
        "different": 0,
        "classes": [],
    }


def test_two_files_of_one_name_are_told_apart(tmp_path):
    other = tmp_path / "new.toml"
    other.write_text((WAYS / "riverside.toml").read_text().replace("high pair is 6 or lower", "high pair is 5 or lower"))
    output = answered("house-way", "diff", RIVERSIDE, str(other))
    assert "new.toml" in output.replace("\n", "")


def test_a_way_with_a_gap_is_not_compared():
    assert "no rule of trips decides" in refused("house-way", "diff", "foxwoods", str(WAYS / "wrong" / "gap.toml"))


# The bar


def test_a_bar_comes_up_when_it_takes_long(monkeypatch, capsys):
    monkeypatch.setattr(waiting_module, "PATIENCE_SECONDS", 0)
    monkeypatch.setattr(waiting_module, "is_terminal", lambda: True)
    shown = []

    def is_shown():
        shown.append(capsys.readouterr().err)
        return "all hands" in "".join(shown)

    with delayed_progress("all hands", parts=2) as progress:
        wait_for(is_shown, "the bar")
        progress(1)(9, 18)


def test_no_bar_for_quick_work_and_none_in_a_file(monkeypatch, capsys):
    with delayed_progress("all hands") as progress:
        progress(0)(18, 18)
    monkeypatch.setattr(waiting_module, "PATIENCE_SECONDS", 0)
    with delayed_progress("all hands"):
        time.sleep(0.1)
    assert capsys.readouterr() == ("", "")


# The help and the page


COMMANDS = {
    ("set",): get_command(app).commands["set"],
    **{("house-way", name): command for name, command in get_command(app).commands["house-way"].commands.items()},
}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_and_option_is_on_the_page(command):
    assert f"houseway {' '.join(command)}" in PAGE
    options = {option for each in COMMANDS[command].params for option in each.opts if option.startswith("--")}
    assert {option for option in options - {"--help"} if option not in PAGE} == set()


def test_every_word_of_the_language_is_on_the_page():
    for kind in HandKind:
        assert f"`{kind}`" in PAGE
    for made in MadeHand:
        assert f"`{made}`" in PAGE
    for held in HandFeature:
        assert held.with_article in PAGE
    for group in RankGroup:
        assert group.value in PAGE


def test_the_rules_on_the_page_can_be_read():
    text = (WAYS / "riverside.toml").read_text()
    fences = re.findall(r"```toml\n([a-z-]+) = (\[\n.*?\n\])\n```", PAGE, re.DOTALL)
    assert len(fences) >= 3
    for kind, rules in fences:
        changed = re.sub(rf"(?ms)^{kind} = \[.*?\]$", lambda _, kind=kind, rules=rules: f"{kind} = {rules}", text, count=1)
        way = HouseWay.from_text(changed, "page.toml")
        assert len(way.rules[HandKind(kind)]) == rules.count("{")


def test_the_phrases_on_the_page_can_be_read():
    """The tables of fronts and conditions: each phrase in code is one."""
    from houseway.house_way.parser import parse_conditions, parse_front

    for heading, read in (("### What can go in front", parse_front), ("### What can be asked", parse_conditions)):
        rows = re.findall(r"(?m)^\| (`.*?) \|", PAGE.split(heading)[1].split("\n\n##")[0].split("\n```")[0])
        phrases = [phrase for row in rows for phrase in re.findall(r"`([^`]+)`", row)]
        assert len(phrases) >= 14
        for phrase in phrases:
            assert read(phrase)


def test_the_page_is_a_doctest():
    results = doctest.testfile(str(ROOT / "docs" / "house-way.md"), module_relative=False)
    assert (results.attempted > 5, results.failed) == (True, 0)


def test_the_page_of_commands_shows_what_is_so():
    page = (ROOT / "docs" / "commands.md").read_text()
    shown = page.split("$ houseway set", 1)[1].split("\n...")[0].splitlines()[1:]
    said = [line.rstrip() for line in answered("set", HAND, "--house-way", "foxwoods").splitlines()]
    assert said[: len(shown)] == shown
    different = json.loads(answered("house-way", "diff", "foxwoods", "mgm-grand", "--json"))["different"]
    assert f"{different:,} hands are set differently" in page
