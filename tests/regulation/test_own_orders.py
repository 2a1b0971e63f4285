"""Orders of hands that a rule book describes: what its wagers may name, what a follower has of them, and what is refused."""

import json

import pytest

from houseway.errors import Malformed
from houseway.hands import ORDERS, STANDARD
from houseway.regulation import load_book
from houseway.regulation.editions import read_edition
from houseway.regulation.orders import orders_of
from houseway.regulation.settled import unsettled_wagers
from tests.support.added_books import add_book

FC = "md.four-card-poker"
ORDER = {
    "name": "flush-low",
    "title": "Flushes are lower",
    "size": 5,
    "cards": [5],
    "wheel": "lowest",
    "categories": ["straight-flush", "straight", "pair", "flush", "nothing"],
    "clauses": {"order": ["Z"], "flush": ["Z-1"], "low-ace": ["X-as-played.6.B"]},
}
WAGER = {
    "id": "low-flush",
    "title": "Low Flush",
    "clause": "Z",
    "offered": "optional",
    "order": "flush-low",
    "decided-by": "own",
    "fold": "stays",
    "void-base": "settled",
}
CLAUSES = [{"id": id_, "kind": "ranking", "gist": "A hand", "by": "data"} for id_ in ("Z", "Z-1")]
PAYTABLE = {
    "wager": "low-flush",
    "paytable": "A",
    "clause": "Z-2",
    "rows": [{"hand": "flush", "pays": "9 to 1", "clause": "Z-2(1)"}],
}


@pytest.fixture
def add(tmp_path, monkeypatch):
    """Add a book with this order, changed, and a wager that names it."""

    def add(order=(), wager=(), **said):
        book = {"order": [{**ORDER, **dict(order)}], "wager": [{**WAGER, **dict(wager)}], **said.pop("book", {})}
        files = {"clauses": {"clause": CLAUSES}, "paytables": {"paytable": [PAYTABLE]}}
        return add_book(tmp_path, monkeypatch, FC, book=book, **files | said)

    return add


def test_the_programs_books_describe_none():
    assert load_book(FC).orders == {}


def test_a_wager_of_the_book_is_ranked_by_it(add):
    book = load_book(add())
    order = book.wagers["low-flush"].side_bet.order
    assert order is book.orders["flush-low"]
    assert dict(order.cited_categories)["flush"] == (f"{book.id} Z-1",)
    assert order.low_ace_clauses == (f"{book.id} X-as-played.6.B",)
    assert unsettled_wagers(book) == ()


def test_orders_of_the_book_are_those_that_it_takes_over_and_its_own(add):
    own = load_book(add())
    *taken_over, last = orders_of(own.id)
    assert last is own.orders["flush-low"]
    assert {*orders_of(FC)} <= {*taken_over} <= {*orders_of(None)}
    assert own.orders["flush-low"] not in orders_of(None)


def test_a_condition_may_ask_about_it(add):
    hand = {"id": "low", "title": "A flush or less", "at-most": "flush"}
    rows = [{"hand": "low", "pays": "1 to 9", "clause": "Z-2(1)"}]
    book = load_book(add(wager={"hand": [hand]}, paytables={"paytable": [{**PAYTABLE, "rows": rows}]}))
    (found,) = book.wagers["low-flush"].side_bet.hands
    assert found.conditions[0].order is book.orders["flush-low"]


def test_a_follower_has_it_under_its_own_clauses(add, tmp_path, monkeypatch):
    first = add()
    numbering = {"": "Q-", "Z-1": "flushes"}
    follower = load_book(add_book(tmp_path, monkeypatch, first, numbering=numbering, jurisdiction="yy"))
    order = follower.orders["flush-low"]
    assert order.clauses == (f"{follower.id} Q-Z",)
    assert dict(order.cited_categories)["flush"] == (f"{follower.id} flushes",)
    assert order.categories == load_book(first).orders["flush-low"].categories
    assert order.books == {follower.id}


def test_a_follower_may_be_silent_on_a_clause_of_it(add, tmp_path, monkeypatch):
    follower = load_book(add_book(tmp_path, monkeypatch, add(), silent=["Z-1"], jurisdiction="yy"))
    assert dict(follower.orders["flush-low"].cited_categories)["flush"] == ()


def test_a_follower_may_change_it(add, tmp_path, monkeypatch):
    change = {"order": [{"name": "flush-low", "categories": ["pair", "flush", "nothing"], "wheel": "second"}]}
    with pytest.raises(Malformed, match="this order has none"):
        load_book(add_book(tmp_path, monkeypatch, add(), jurisdiction="yy", book=change))


def test_a_stored_edition_keeps_an_order_whose_name_the_program_has_taken_since(add):
    text = load_book(add()).text.replace("flush-low", "standard")
    stored = read_edition(text)
    assert stored.orders["standard"] is not STANDARD
    assert stored.wagers["low-flush"].side_bet.order is stored.orders["standard"]
    assert json.loads(text)["form"] == stored.form


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (
            {"name": "standard"},
            "order standard: the program has an order of this name; choose any other than standard, pai-gow-high",
        ),
        ({"name": "six-card-bonus"}, "the program has an order of this name"),
        ({"name": "Flush Low"}, "small letters and digits with hyphens"),
        ({"sizes": 5}, "sizes is not a key here; the keys are name, title, size, cards"),
        ({"size": "five"}, "size is 'five', which is not of type int"),
        ({"cards": ["5"]}, "cards lists how many cards are ranked"),
        ({"categories": ["flush", "flush", "nothing"]}, "order flush-low: flush is there twice"),
        ({"categories": ["five-of-a-kind", "nothing"]}, "there is no category 'five-of-a-kind'; did you mean four-of-a-kind"),
        (
            {"size": 3, "cards": [5], "categories": ["full-house", "nothing"]},
            "full-house cannot be made, .*allowed: royal-flush",
        ),
        (
            {"clauses": {"order": ["Z"], "full-house": ["Z"]}},
            "clauses of an order are about order, low-ace, .*not 'full-house'",
        ),
        ({"clauses": {"order": ["Z"], "flushes": ["Z"]}}, "flushes is not a key here; the keys are order, low-ace"),
        ({"clauses": {"order": ["Z"], "flush": ["Z-9"]}}, "xx.four-card-poker Z-9 is not a clause of the book"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(add, order, message):
    with pytest.raises(Malformed, match=message) as refused:
        load_book(add(order))
    assert refused.value.message.startswith("four-card-poker/book.toml: order")


def test_an_order_is_described_once(add):
    with pytest.raises(Malformed, match="order flush-low: occurs 2 times"):
        load_book(add(book={"order": [ORDER, ORDER]}))


def test_a_wager_may_name_only_what_there_is(add):
    with pytest.raises(Malformed, match=r"order 'flush-lo' is not one of standard, .*, four-card, flush-low"):
        load_book(add(wager={"order": "flush-lo"}))


def test_an_order_must_rank_the_cards_that_decide(add):
    with pytest.raises(Malformed, match="'flush-low' does not rank 6 cards here; these orders do: standard, four-card"):
        load_book(add(wager={"decided-by": "dealer"}))


def test_a_wager_that_code_settles_cannot_name_it(add):
    every = [*(each for each in STANDARD.categories if each not in ("flush", "high-card")), "flush", "nothing"]
    wagers = [WAGER, {"id": "aces-up", "order": "flush-low"}]
    book = load_book(add({"categories": [*every]}, book={"wager": wagers}))
    assert unsettled_wagers(book) == ("aces-up",)
    assert load_book(FC).wagers["aces-up"].order in {order.name for order in ORDERS}
