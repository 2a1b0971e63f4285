"""A game is named in its own modules and in one registry of each layer: other modules ask the registry.

A module names a game if it imports a game's own modules, says a game's id or imports its constant, or defines something that is
named after a game. Modules and folders that are named after a game are its own. Books and wagers have tests of their own
(`test_book_ids.py`, `test_wager_names.py`).
"""

import ast
import re
from pathlib import PurePosixPath

from houseway.regulation import games
from tests.support.paths import ROOT
from tests.support.source import nodes_in, nodes_of

SOURCE = ROOT / "src" / "houseway"
OWN_MODULES = frozenset(("pai_gow", "ultimate", "four_card", "holdem", "six_card_bonus"))
"""Folders and modules of one game. Those of the kernels of Ultimate Texas Hold'em are named after what they count."""
CONSTANTS = frozenset(name for name, value in vars(games).items() if isinstance(value, str) and value in games.GAMES)
WORDS = frozenset((*games.GAMES, "ultimate", "four-card", "pai_gow", "four_card", "holdem", "six_card_bonus"))
"""Ids of games, and names of stored counts. `pai-gow` alone is a wager."""
NAMED_AFTER = re.compile(r"(?i)ultimate|four_?card|pai_?gow|holdem")
REGISTRIES = {
    "analysis/games.py": "how each game is solved, advised, counted and put on a sheet",
    "documents/dealer_notices.py": "what the sign says of the dealer's hand",
    "games/registry.py": "the code that plays each game",
    "play/strategies.py": "the simple strategy of each game",
    "regulation/games.py": "the id of each game, and what all layers ask of it",
    "service/jobs/first_decisions.py": "what a worker does first for each game",
    "submission/limit.py": "what may happen in a round, under a payout limit",
}
"""The one module of each layer in which a game is entered."""
STILL_NAMED = {
    "analysis/chart_files.py": "a name of the solver that no chart can be drawn of",
    "analysis/odds/recount.py": "the shipped counts of all games, counted again",
    "cli/hands/house_way.py": "compares house ways",
    "cli/hands/improve.py": "searches for house ways",
    "cli/hands/setting.py": "rates settings of seven cards",
    "cli/playing/terminal_player.py": "foul settings",
    "explanation/settings.py": "set hands, in words",
    "hands/orders.py": "names of orders",
    "house_way/classes.py": "the kernel that sets seven cards",
    "house_way/compiling.py": "the kernel that sets seven cards",
    "play/advice.py": "rates settings of seven cards",
    "reports/expected/computing_odds.py": "the type of a solution with a bank",
    "service/jobs/tasks.py": "rates settings of seven cards",
}
"""Other modules that name a game, and why. Nothing is added here: ask the registry of the layer, or a policy of the book."""


def is_of_game(place: str) -> bool:
    return not OWN_MODULES.isdisjoint(PurePosixPath(place).with_suffix("").parts)


def names_a_game(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        named = {*(node.module or "").split("."), *(alias.name for alias in node.names)}
        return not named.isdisjoint(OWN_MODULES | CONSTANTS)
    if isinstance(node, ast.Import):
        return any(not OWN_MODULES.isdisjoint(alias.name.split(".")) for alias in node.names)
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return NAMED_AFTER.search(node.name) is not None
    return isinstance(node, ast.Constant) and node.value in WORDS


def test_no_other_module_names_a_game():
    places = {path.relative_to(SOURCE).as_posix(): path for path in SOURCE.rglob("*.py")}
    found = {place for place, path in places.items() if not is_of_game(place) and any(map(names_a_game, nodes_of(path)))}
    assert found == REGISTRIES.keys() | STILL_NAMED.keys()


def test_a_name_is_found():
    for text in (
        "from houseway.games.pai_gow.base_wager.outcome import high_order",
        "from houseway.games import ultimate",
        "import houseway.kernels.four_card",
        "from houseway.regulation.games import FOUR_CARD_POKER",
        "def draw_ultimate(): pass",
        'is_set = rules.game == "pai-gow-poker"',
    ):
        assert any(map(names_a_game, nodes_in(text))), text


def test_a_question_about_games_is_no_name():
    for text in (
        "from houseway.games.registry import game_of",
        "from houseway.regulation.games import GAMES",
        'stake = stakes["pai-gow"]',
        "if rules.against_dealer: pass",
    ):
        assert not any(map(names_a_game, nodes_in(text))), text
