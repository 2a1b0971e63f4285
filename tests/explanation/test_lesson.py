"""What "How to play" says: of every wager of every book, in words that hold whatever the figures are."""

import re

import pytest

from houseway.cards import parse_hand
from houseway.events import Role
from houseway.examples import read_example
from houseway.explanation.act_words import act_vocabulary
from houseway.explanation.lesson import compared_orders, example_hands, explain_order, order_notes, read_lesson
from houseway.games.against_dealer import game as against_dealer
from houseway.games.pai_gow import game as pai_gow
from houseway.hands.orders import FOUR_CARD, PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL, PAI_GOW_LOW, STANDARD
from houseway.regulation import book_ids, load_book
from houseway.submission import judge, parse_submission

NUMBERS = r"[0-9]|%|\b(?:two|three|four|five|six|seven|ten|twenty|fifty|hundred|thousand|twice|double|percent|dollars?)\b"
NAMES_OF_HANDS = ("two pair", "three of a kind", "four of a kind")


def texts(lesson):
    yield lesson.goal
    yield from lesson.wagers.values()
    yield from lesson.steps.values()
    for moment in lesson.moments:
        yield from (moment.title, moment.words)


@pytest.mark.parametrize("book", book_ids())
class TestLessons:
    def test_every_wager_has_a_sentence(self, book):
        lesson = read_lesson(book)
        assert set(lesson.wagers) == set(load_book(book).wagers)
        for words in lesson.wagers.values():
            assert re.fullmatch(r"[A-Z][^.]+\.", words), words

    def test_each_step_that_is_explained_is_an_act_and_said_in_sentences(self, book):
        steps = read_lesson(book).steps
        assert "wager" in steps
        assert set(steps) <= set(act_vocabulary().acts)
        for words in steps.values():
            assert re.fullmatch(r"[A-Z].+\.", words), words

    def test_every_step_that_a_player_is_asked_for_is_explained(self, book):
        game = pai_gow if "pai-gow" in book else against_dealer
        never = {"md.four-card-poker": {"check"}}.get(book, set())
        asked = {act for act, each in game.ACTS.items() if set(each.roles) <= {Role.PLAYER, Role.BANK}}
        assert asked - {"take-back", "ask-house-way", "light"} - never <= set(read_lesson(book).steps)

    def test_no_text_has_a_figure_that_the_book_or_its_operator_sets(self, book):
        for words in texts(read_lesson(book)):
            bare = re.sub("|".join(NAMES_OF_HANDS), "", words)
            assert re.findall(NUMBERS, bare, re.IGNORECASE) == [], words

    def test_a_round_has_six_pictures_and_each_names_clauses_of_the_book(self, book):
        moments = read_lesson(book).moments
        assert len(moments) == 6
        for moment in moments:
            assert moment.clauses
            for clause in moment.clauses:
                assert load_book(book).clause(clause.clause)

    def test_the_hands_of_its_orders_are_listed_with_their_clauses(self, book):
        rules = judge(parse_submission(read_example(f"{book}/everything"))).rules
        for order in compared_orders(rules):
            listed = explain_order(order, book)
            assert [each.name.replace(" ", "-") for each in listed.hands] == list(order.categories)
            assert all(each.clauses for each in listed.hands)
            assert all(note.clauses for note in order_notes(order, book))


@pytest.mark.parametrize(
    "order", [STANDARD, PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL, PAI_GOW_LOW, FOUR_CARD], ids=lambda order: order.name
)
def test_each_example_is_of_its_kind_and_all_kinds_have_one(order):
    examples = example_hands(order)
    assert list(examples) == list(order.categories)
    ranked = [order.rank(parse_hand(cards)) for cards in examples.values()]
    assert [hand.category for hand in ranked] == list(order.categories)


def test_only_the_filed_order_says_that_the_low_ace_makes_the_lowest_straight():
    for order, words in ((PAI_GOW_HIGH, "second only"), (PAI_GOW_HIGH_LOW_WHEEL, "is the lowest")):
        assert any(words in note.words for note in order_notes(order, "div.pai-gow-poker"))
