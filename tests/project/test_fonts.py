"""The typefaces of the pages: cut to what pages print, with a glyph for every character of it, and under a name of our own."""

import ast
import re
from functools import cache

import pytest
from fontTools.ttLib import TTFont

from houseway.cards import Suit
from houseway.equipment.start import FACES
from tests.support.paths import ROOT
from tests.support.source import nodes_of

PACKAGE = ROOT / "src" / "houseway"
WEB = PACKAGE / "web"
FONTS = sorted((WEB / "vendor").rglob("*.woff2"))
NOT_FOR_PAGES = ("cli", "documents", "library")
"""Packages whose words go to a terminal or into a PDF."""
SYMBOLS = {*FACES, *(suit.symbol for suit in Suit), "√"}
"""Suits and faces of dice in sentences: no text face has them, and browsers take them from the machine's symbols. The root is in
the formula of a PAR sheet."""


def printable(text):
    return {character for character in text if character.isprintable() and ord(character) > 0x20}


def words_of_python(path):
    """The characters of the texts in a module, without its docstrings and without what only reads or sorts characters."""
    nodes = nodes_of(path)
    docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
    texts = [
        node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    ]
    return printable("".join(text for text in texts if " " in text or text.isascii()))


@cache
def words_of_pages():
    """Every character that pages, books or the service's own sentences contain."""
    found = set()
    for path in [*WEB.glob("*.*ml"), *(WEB / "modules").rglob("*.js"), *(PACKAGE / "regulation" / "data").rglob("*.toml")]:
        found |= printable(path.read_text("utf-8"))
    for sheet in (WEB / "styles").glob("*.css"):
        found |= printable("".join(re.findall(r'content:[^;"]*"([^"]*)"', sheet.read_text("utf-8"))))
    for path in PACKAGE.rglob("*.py"):
        if path.relative_to(PACKAGE).parts[0] not in NOT_FOR_PAGES:
            found |= words_of_python(path)
    return found - SYMBOLS


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.name)
def test_every_character_that_pages_print_has_a_glyph(path):
    glyphs = TTFont(path).getBestCmap()
    assert {character for character in words_of_pages() if ord(character) not in glyphs} == set()


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.name)
def test_a_typeface_has_the_weights_and_the_name_of_the_style_sheets(path):
    font, sheets = TTFont(path), "".join(sheet.read_text("utf-8") for sheet in (WEB / "styles").glob("*.css"))
    weights = {int(weight) for weight in re.findall(r"font(?:-weight)?: (\d{3})[ ;]", sheets)}
    (axis,) = font["fvar"].axes
    assert (axis.minValue, axis.maxValue) == (min(weights), max(weights))
    assert f'font-family: "{font["name"].getDebugName(1)}"' in sheets
    assert (path.parent / "LICENSE").read_text("utf-8").count("SIL OPEN FONT LICENSE")


def test_there_are_two_typefaces():
    assert len(FONTS) == 2
