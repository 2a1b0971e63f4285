"""The pictures of "How to play" are a round that the engine plays."""

import pytest

from houseway.examples import read_example
from houseway.files.rounds.check import check_expectations
from houseway.files.rounds.file import parse_round_file
from houseway.files.rounds.play import play_round_file
from houseway.money import Cents
from houseway.regulation import book_ids, load_book
from houseway.service.teaching.course import play_course


@pytest.mark.parametrize("book", book_ids())
class TestCourses:
    def test_the_round_of_the_lesson_ends_as_its_file_says(self, book):
        name = f"rounds/lesson-{load_book(book).short}"
        assert check_expectations(play_round_file(parse_round_file(read_example(name), name))) == []

    def test_the_player_bets_sees_the_cards_and_is_paid(self, book):
        course = play_course(book)
        first, *_, last = (picture.view for picture in course.pictures)
        assert first["stakes"][course.position]
        assert not first["dealt"]
        assert last["cards"][course.position]
        assert last["cards"][0]
        assert "win" in last["results"].values()
        assert course.pictures[-1].chips > course.pictures[0].chips > Cents(0)

    def test_the_dealers_hidden_cards_are_seen_in_no_picture_before_they_are_turned(self, book):
        pictures = play_course(book).pictures
        turned = next(place for place, picture in enumerate(pictures) if picture.moment.title == "The dealer shows")
        shown = len(pictures[turned].view["cards"][0])
        assert all(len(picture.view["cards"].get(0, ())) < shown for picture in pictures[:turned])
