"""Whatever somebody sends to a desk, it answers or refuses; nothing else escapes."""

import re
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from houseway.cards import DECK_WITH_JOKER
from houseway.errors import HousewayError
from houseway.examples import read_example, submission_names
from houseway.files.submissions.submission_form import write_form
from houseway.regulation import book_ids, load_book
from houseway.service.api.desk.house_ways import SetIn, _set_cards
from houseway.service.api.desk.odds import OddsIn, _count_odds
from houseway.service.api.desk.solving import AdviseIn, RankIn, _check_advisable, _rank_hands
from houseway.service.api.desk.submissions import _check
from houseway.service.jobs.sources import house_way_from
from tests.support.effort import MORE

pytestmark = pytest.mark.sampled
EXAMPLES = 15 * MORE

BOOKS = st.sampled_from(book_ids())
PAYS = st.sampled_from(
    [
        "50 to 1",
        "1 to 1",
        "push",
        "100% of mega",
        "10% of meter",
        "$5,000",
        "0 to 1",
        "3 to 2",
        "50 for 1",
        "-1 to 1",
        "9" * 39,
        "0%",
        "",
    ]
)
CARDS = st.lists(st.sampled_from(DECK_WITH_JOKER), min_size=1, max_size=9).map(lambda cards: " ".join(map(str, cards)))
CENTS = st.integers(1, 10**12) | st.sampled_from([100, 500, 2500])


def answer_or_refuse(ask, kind, **given):
    with suppress(HousewayError, ValidationError):
        ask(kind.model_validate(given))


@st.composite
def odds_questions(draw):
    book = load_book(draw(BOOKS))
    wager = draw(st.sampled_from(list(book.wagers)))
    hands = sorted(book.wagers[wager].hands)
    rows = st.dictionaries(st.sampled_from(hands), PAYS, min_size=1, max_size=6)
    letters = st.sampled_from([*(table.letter for table in book.paytables_of(wager)), "Z"])
    meters = sorted({meter for table in book.paytables_of(wager) for meter in table.meters} | {"mega"})
    readings = st.dictionaries(st.sampled_from(sorted(book.readings)), st.text(min_size=1, max_size=4), max_size=1)
    taken = {id_: draw(st.sampled_from(sorted(book.readings[id_].choices))) for id_ in draw(readings)}
    return {
        "source": {"kind": "book", "book": book.id},
        "wager": wager,
        "paytable": draw(letters | rows | st.none()),
        "stake_cents": draw(CENTS | st.none()),
        "meters_cents": draw(st.dictionaries(st.sampled_from(meters), st.integers(0, 10**12), max_size=3)),
        "readings": taken,
    }


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(odds_questions())
def test_odds(question):
    answer_or_refuse(_count_odds, OddsIn, **question)


@settings(max_examples=EXAMPLES, deadline=None)
@given(BOOKS, CARDS, CARDS | st.none(), CARDS | st.none())
def test_advice(book, cards, board, up_card):
    source = {"kind": "book", "book": book}
    answer_or_refuse(
        lambda body: _check_advisable(body.model_dump()), AdviseIn, source=source, cards=cards, board=board, up_card=up_card
    )


@settings(max_examples=EXAMPLES, deadline=None)
@given(CARDS | st.text(max_size=40), st.sampled_from(["foxwoods", "simple", "nobody"]), st.sampled_from(["second", "lowest"]))
def test_setting(cards, way, wheel):
    answer_or_refuse(_set_cards, SetIn, cards=cards, house_way={"kind": "name", "name": way}, wheel=wheel)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.lists(CARDS | st.text(max_size=40), min_size=1, max_size=3), st.none() | BOOKS | st.text(min_size=1, max_size=10))
def test_ranking(hands, game):
    answer_or_refuse(_rank_hands, RankIn, hands=hands, game=game)


@st.composite
def changed_texts(draw, names):
    """An example with some of its words replaced by others of it."""
    text = read_example(draw(st.sampled_from(names)))
    words = re.findall(r"\w+|[^\w\s]", text)
    for _ in range(draw(st.integers(1, 4))):
        old, new = draw(st.sampled_from(words)), draw(st.sampled_from([*words, "", "-1", '"', "1.5", "[", "\n"]))
        text = text.replace(old, new, draw(st.integers(1, 3)))
    return text


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(changed_texts(submission_names()))
def test_submissions(text):
    with suppress(HousewayError):
        _check({"submission": text}, None)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(changed_texts(["house-ways/riverside"]))
def test_house_ways(text):
    with suppress(HousewayError):
        house_way_from({"text": text} if text else {"name": ""})


JSON = st.recursive(
    st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None), max_size=5) | st.none(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec=None), max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.dictionaries(st.sampled_from(["book", "approvals", "wagers", "x"]) | st.text(max_size=5), JSON, max_size=4))
def test_forms(content):
    with suppress(HousewayError):
        write_form(content).encode()
