"""The tutorial of a game of one's own: with its lines in a copy of the program, its commands print what it shows."""

import json
import re
import tomllib
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from fractions import Fraction

import pytest

from houseway.analysis.exact import as_decimal, as_percent
from tests.project.test_game_names import REGISTRIES
from tests.support.paths import ROOT
from tests.support.program_copy import add_lines, ask_copy, copy_program
from tests.support.tutorials import Tutorial

TUTORIAL = Tutorial.read("add-a-game.md")
COMMANDS = TUTORIAL.commands
GAMES = ROOT / "examples" / "games"
BOOK = "gf.three-card-poker"
SUBMISSION = f"examples/games/books/gf/{BOOK.partition('.')[2]}/submission.toml"
KNOWN_HANDS = {"queen-six-three": "Qs6h3d", "queen-six-four": "Qs6h4d"}
ROWS = "straight-flush=40 to 1; three-of-a-kind=30 to 1; straight=6 to 1; flush=4 to 1; pair=1 to 1"
SOLVED = ("solve", BOOK, "--json")
WORTH = {hand: ("advise", BOOK, cards, "--json") for hand, cards in KNOWN_HANDS.items()}
PAIR_PLUS = ("odds", BOOK, "--wager", "pair-plus", "--json")
FLUSH_AT_FOUR = ("odds", BOOK, "--wager", "pair-plus", "--paytable", ROWS, "--json")
DEALT = ("deal", BOOK, "--players", "6", "--rounds", "60", "--seed", "2", "--json")
"""In these rounds every kind of hand is dealt."""
CHART = ("solve", BOOK, "--chart", "chart.html")
SHEET = ("par", SUBMISSION, "-o", "par.csv")
(KNOWN,) = tomllib.loads((ROOT / "benchmarks" / "known.toml").read_text())["example"]


def lines_of_the_page():
    """The lines for each registry, by module."""
    blocks = re.findall(
        r"^`src/houseway/(\S+\.py)`, in `(\w+)`\n\n```python\n(.*?)```", TUTORIAL.text, re.DOTALL | re.MULTILINE
    )
    return {module: (registry, lines) for module, registry, lines in blocks}


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What the copy of the program prints for each command."""
    folder = tmp_path_factory.mktemp("program")
    copy = copy_program(folder)
    for module, (registry, lines) in lines_of_the_page().items():
        add_lines(copy / module, registry, lines)
    (folder / "examples").symlink_to(ROOT / "examples")
    further = (SOLVED, *WORTH.values(), PAIR_PLUS, FLUSH_AT_FOUR, DEALT, CHART, SHEET)
    asked = [*(arguments for arguments, _ in COMMANDS), *map(list, further)]
    given = ask_copy(folder, asked, GAMES, COLUMNS="160", HOUSEWAY_BOOKS=str(TUTORIAL.books))
    return {tuple(arguments): answer for arguments, answer in zip(asked, given, strict=True)}


@pytest.fixture
def asked(answers):
    def answer(*arguments):
        found = answers[arguments]
        assert (found["returncode"], found["stderr"]) == (0, "")
        return json.loads(found["stdout"])

    return answer


class TestThePage:
    def test_it_shows_the_files_as_they_are(self):
        assert {name: ROOT.joinpath(name).read_text() for name in TUTORIAL.files} == TUTORIAL.files
        assert len(TUTORIAL.files) == 3

    def test_it_names_every_registry(self):
        named = {*lines_of_the_page(), *re.findall(r"`((?:service|submission)/\S+\.py)`", TUTORIAL.text)}
        assert named == REGISTRIES.keys()

    @pytest.mark.parametrize(("arguments", "expected"), COMMANDS, ids=[" ".join(arguments) for arguments, _ in COMMANDS])
    def test_its_commands_print_what_it_shows(self, arguments, expected, answers):
        answer = answers[tuple(arguments)]
        assert (answer["returncode"], answer["stderr"]) == (0, "")
        assert OutputChecker().check_output(expected, answer["stdout"], ELLIPSIS | NORMALIZE_WHITESPACE), answer["stdout"]


class TestTheFigures:
    def test_the_game_costs_what_is_published(self, asked):
        solved = asked(*SOLVED)
        edge = -Fraction(solved["expected_value"])
        assert solved["total"] == KNOWN["combinations"]
        assert as_percent(edge, 2) == KNOWN["house_edge"]
        assert as_percent(edge / Fraction(solved["average_stake"]), 2) == KNOWN["element_of_risk"]
        assert solved["lowest_played"] == KNOWN["lowest_played"]

    @pytest.mark.parametrize("hand", WORTH)
    def test_the_hands_around_the_lowest_are_worth_what_is_published(self, hand, asked):
        assert as_decimal(Fraction(asked(*WORTH[hand])["exact"]["1x"]), 5) == KNOWN["worth"][hand]

    @pytest.mark.parametrize(("command", "figure"), [(PAIR_PLUS, "pair_plus"), (FLUSH_AT_FOUR, "pair_plus_with_flush_at_4")])
    def test_pair_plus_costs_what_is_published(self, command, figure, asked):
        (counted,) = asked(*command)["wagers"]
        assert as_percent(-Fraction(counted["fixed_value"]), 2) == KNOWN[figure]

    def test_what_the_analysis_does_not_offer_is_refused_or_left_out(self, answers):
        assert "cannot be drawn as a chart yet" in answers[CHART]["stderr"]
        assert answers[SHEET]["returncode"] == 0


BONUS = {"straight-flush": 5, "three-of-a-kind": 4, "straight": 1}
PAYS = {"straight-flush": 40, "three-of-a-kind": 30, "straight": 6, "flush": 3, "pair": 1}


def ranked(cards):
    """Rank three cards, as casinos describe the game: the kind of hand, and what compares two hands."""
    ranks = sorted(("23456789TJQKA".index(card[0]) for card in cards), reverse=True)
    runs = ranks == [12, 1, 0] or ranks[0] - ranks[1] == ranks[1] - ranks[2] == 1
    suited, kinds = len({card[1] for card in cards}) == 1, len(set(ranks))
    if runs:
        top = 1 if ranks == [12, 1, 0] else ranks[0]
        return ("straight-flush", (5, top)) if suited else ("straight", (3, top))
    if suited:
        return "flush", (2, *ranks)
    if kinds == 1:
        return "three-of-a-kind", (4, ranks[0])
    if kinds == 2:
        return "pair", (1, ranks[1], sum(ranks) - 2 * ranks[1])
    return "high-card", (0, *ranks)


def settled(own, dealer, ante, pair_plus):
    """What a hand that is played wins, and what one that is folded loses, by wager."""
    (kind, worth), (_, to_beat) = ranked(own), ranked(dealer)
    if worth < ranked(("Qs", "6h", "4d"))[1]:
        return {"ante": -ante, "pair-plus": -pair_plus}
    plays = to_beat >= (0, 10)
    sign = (worth > to_beat) - (worth < to_beat)
    won = {"ante": ante * sign if plays else ante, "play": ante * sign if plays else 0}
    won["pair-plus"] = pair_plus * PAYS.get(kind, -1)
    return won | ({"ante-bonus": ante * BONUS[kind]} if kind in BONUS else {})


def test_every_hand_that_is_dealt_is_settled_as_the_game_is_described(asked):
    seen = set()
    for played in asked(*DEALT)["rounds"]:
        cards = {hand["position"]: hand["cards"] for hand in played["hands"]}
        for position in range(1, 7):
            wagers = {wager["wager"]: wager for wager in played["wagers"] if wager["position"] == position}
            stakes = (wagers["ante"]["stake"], wagers["pair-plus"]["stake"])
            assert {name: wager["net"] for name, wager in wagers.items()} == settled(cards[position], cards[0], *stakes)
            seen |= {(name, wager["result"]) for name, wager in wagers.items()} | {ranked(cards[position])[0]}
        assert all(clause.startswith("T.") for wager in played["wagers"] for clause in wager["clauses"])
    assert {*PAYS, "high-card", ("ante", "win"), ("ante", "lose"), ("play", "tie")} <= seen
