"""A draft of a wager of one's own: every value is checked where it stands, by the code that reads a rule book."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.analysis import all_odds
from houseway.analysis.odds import wager_hands
from houseway.cards import DECK
from houseway.errors import Malformed, NotAllowed
from houseway.files.own_wagers.base_book import BaseBook, base_books
from houseway.files.own_wagers.choices import list_choices
from houseway.files.own_wagers.counting import count_if_short, count_part, counted_part, is_counted, keep_counts
from houseway.files.own_wagers.draft_check import check_draft
from houseway.files.own_wagers.wager_draft import MOST_ROWS, DraftRow, WagerDraft
from houseway.hands.predicates import CONDITIONS, parse_conditions
from houseway.regulation import load_book
from tests.support.own_wagers import EDGES, LUCKY_FLOP, UTH, WEAK_DEALER, with_row


def draft_of(wager):
    return WagerDraft(
        **{**wager, "rows": tuple(DraftRow(**row) for row in wager["rows"]), "needs": tuple(wager.get("needs", ()))}
    )


def findings_of(wager):
    return {each.place: each for each in check_draft(draft_of(wager)).findings}


def edge_of(wager):
    checked = check_draft(draft_of(wager))
    return all_odds(checked.book, checked.draft.id)[0].house_edge


@pytest.mark.parametrize(("wager", "edge"), EDGES, ids=[wager["title"] for wager, _ in EDGES])
def test_the_wagers_of_the_tutorial_have_their_known_edges(wager, edge):
    assert edge_of(wager) == edge


@pytest.mark.parametrize(
    ("place", "change", "allowed"),
    [
        ("book", {"book": "xx.no-book"}, UTH),
        ("title", {"title": " "}, "1 to 40 characters"),
        ("title", {"title": "?!"}, "a letter or a digit"),
        ("title", {"title": "x" * 41}, "1 to 40 characters"),
        ("title", {"title": "a\nb"}, "1 to 40 characters"),
        ("title", {"title": "Trips"}, "a name that nothing else has"),
        ("title", {"wager": "Lucky Flop"}, "1 to 40 characters"),
        ("cards", {"cards": "turn"}, "flop, board"),
        ("fold", {"fold": "filed"}, "stays, lost"),
        ("void_base", {"void_base": ""}, "settled, returned"),
        ("order", {"order": "standard"}, "none"),
        ("order", {"pays_order": True}, "no order ranks these cards"),
        ("needs", {"needs": ["ultimate-pairs"]}, "ante"),
        ("stakes", {"stakes": "five"}, "from $5"),
        ("stakes", {"stakes": "$5, $5"}, "from $5"),
        ("stakes", {"stakes": "from $0"}, "from $5"),
        ("rows", {"rows": []}, "1 to 20 hands"),
        (
            "rows",
            {"rows": [{"title": f"Hand {number}", "conditions": {"suited": 2}} for number in range(MOST_ROWS + 1)]},
            "20 hands",
        ),
        ("rows", {"rows": [{"title": "Pair", "conditions": {"pairs": 1}}]}, "N to 1"),
    ],
)
def test_a_wrong_value_is_found_at_its_field_with_what_is_allowed(place, change, allowed):
    found = findings_of({**LUCKY_FLOP, **change})
    assert allowed in found[place].allowed
    assert found[place].message


@pytest.mark.parametrize(
    ("place", "change", "allowed"),
    [
        ("title", {"title": ""}, "1 to 40"),
        ("title", {"title": "Nothing"}, "a name that nothing else has"),
        ("title", {"title": "Straight flush"}, "a name that nothing else has"),
        ("pays", {"pays": "six"}, "N to 1"),
        ("pays", {"pays": "10% of meter"}, "N to 1"),
        ("pays", {"pays": "0 to 1"}, "N to 1"),
        ("conditions", {"conditions": {}}, "suited-run"),
        ("conditions", {"conditions": {"all": "red", "none": "red"}}, "3 cards"),
        ("conditions.suited", {"conditions": {"suited": 4}}, "2, 3"),
        ("conditions.suited", {"conditions": {"suited": "many"}}, "2, 3"),
        ("conditions.pears", {"conditions": {"pears": 1}}, "pairs"),
        ("conditions.all", {"conditions": {"all": ["red", "green"]}}, "red, black"),
        ("conditions.lowest", {"conditions": {"lowest": "joker"}}, "two, three"),
        ("conditions.ace", {"conditions": {"lowest": "ten", "ace": "mid"}}, "low, high"),
        ("conditions.ace", {"conditions": {"suited": 3, "ace": "low"}}, "lowest, highest"),
        ("conditions.total", {"conditions": {"total": {"least": 99, "ace": 1}}}, "3 cards of 52"),
        ("conditions.total", {"conditions": {"total": {"least": 3}}}, "1, 11"),
        ("conditions.cards", {"conditions": {"cards": "Zz"}}, ""),
        ("conditions.ranks", {"conditions": {"ranks": "A A A A A"}}, "3 cards of 52"),
        ("conditions.at-least", {"conditions": {"at-least": "pair"}}, ""),
    ],
)
def test_what_is_wrong_with_a_hand_is_found_at_its_row(place, change, allowed):
    found = findings_of(with_row(LUCKY_FLOP, 1, **change))
    assert list(found) == [f"rows.1.{place}"]
    assert allowed in found[f"rows.1.{place}"].allowed


def test_hands_of_an_order_are_paid_without_conditions():
    rows = [{"hand": "four-of-a-kind", "pays": "50 to 1"}, {"hand": "flush", "pays": "5 to 1"}]
    wager = {**WEAK_DEALER, "pays_order": True, "rows": rows}
    checked = check_draft(draft_of(wager))
    (odds,) = all_odds(checked.book, "weak-dealer")
    assert [row.hand for row in odds.rows] == ["four-of-a-kind", "flush", "nothing"]
    twice = {**wager, "rows": [*rows, rows[0]]}
    assert findings_of(twice)["rows.2.hand"].allowed == "each hand once"
    assert "flush" in findings_of(with_row(wager, 0, hand="flash"))["rows.0.hand"].allowed
    assert "rows.0.conditions" in findings_of(with_row(wager, 0, conditions={"suited": 3}))
    assert "fold" in findings_of({**wager, "fold": "lost"})  # nobody folds at Pai Gow Poker


def test_a_wrong_draft_has_no_book_and_says_why():
    with pytest.raises(Malformed, match=r"rows.0.pays: 'six' is not what a hand can pay") as refusal:
        _ = check_draft(draft_of(with_row(LUCKY_FLOP, 0, pays="six"))).book
    assert refusal.value.code == "own-wager.findings"


def test_its_book_has_everything_of_the_other_one_and_an_id_with_the_hash_of_its_content():
    book, other = check_draft(draft_of(LUCKY_FLOP)).book, load_book(UTH)
    assert set(other.clauses) < set(book.clauses)
    assert set(book.wagers) - set(other.wagers) == {"lucky-flop"}
    assert book.id.startswith("own.lucky-flop-")
    changed = check_draft(draft_of(with_row(LUCKY_FLOP, 0, pays="41 to 1"))).book
    assert changed.id != book.id
    assert check_draft(draft_of(LUCKY_FLOP)).book.id == book.id


def test_stakes_are_those_of_the_book():
    assert [each.stake.amount for each in _odds({**with_row(LUCKY_FLOP, 0, pays="$100"), "stakes": "$1, $5"})] == [100, 500]
    book = check_draft(draft_of({**LUCKY_FLOP, "stakes": "from $5"})).book
    assert str(book.value_of(book.wagers["lucky-flop"].minimum_value)) == "$5"


def _odds(wager):
    checked = check_draft(draft_of(wager))
    return all_odds(checked.book, checked.draft.id)


@pytest.fixture
def no_counts(monkeypatch):
    monkeypatch.setattr(wager_hands, "_drafted", {})
    wager_hands.count_made_hands.cache_clear()


def test_what_is_counted_is_shared_by_drafts_that_differ_in_names_and_payouts(no_counts, monkeypatch, tmp_path):
    part = counted_part(draft_of(LUCKY_FLOP))
    other = counted_part(draft_of({**with_row(LUCKY_FLOP, 2, title="Run", pays="7 to 1"), "title": "Other", "fold": "lost"}))
    assert part == other
    assert not is_counted(part)
    keep_counts(part, count_part(part))
    assert is_counted(other)
    assert not is_counted(counted_part(draft_of(with_row(LUCKY_FLOP, 2, conditions={"run": 2}))))
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    monkeypatch.setattr(wager_hands, "_count_arrays", None)  # nothing is counted again
    assert edge_of(with_row(LUCKY_FLOP, 0, pays="41 to 1")) == Fraction(128, 5525) - Fraction(48, 22100)
    assert list(tmp_path.iterdir()) == []  # and a draft leaves nothing on disk


def test_few_cards_are_counted_at_once_and_seven_are_left_to_a_worker(no_counts):
    few, seven = counted_part(draft_of(LUCKY_FLOP)), counted_part(draft_of(WEAK_DEALER))
    assert (count_if_short(few), is_counted(few)) == (True, True)
    assert (count_if_short(seven), is_counted(seven)) == (False, False)
    keep_counts(seven, count_part(seven))
    assert count_if_short(seven)


def test_counts_that_are_not_of_all_deals_are_not_kept(no_counts):
    part = counted_part(draft_of(LUCKY_FLOP))
    with pytest.raises(Exception, match="are not all deals"):
        keep_counts(part, count_part(part)[:-1])


def test_only_the_latest_counts_are_kept(no_counts, monkeypatch):
    monkeypatch.setattr(wager_hands, "_MOST_DRAFTED", 2)
    parts = [
        counted_part(draft_of(with_row(LUCKY_FLOP, 2, conditions={"run": 2, "highest": each})))
        for each in ("ten", "nine", "eight")
    ]
    for part in parts:
        keep_counts(part, count_part(part))
    assert [is_counted(part) for part in parts] == [False, True, True]


def test_a_count_that_would_take_long_is_refused_before(no_counts):
    cards = [f"{rank}{suit}" for rank in "AK" for suit in "shdc"]
    rows = [{"title": card, "conditions": {"cards": card}, "pays": "1 to 1"} for card in cards]
    with pytest.raises(NotAllowed, match=r"8 hands name cards.*allowed: 6") as refusal:
        is_counted(counted_part(draft_of({**WEAK_DEALER, "rows": rows})))
    assert refusal.value.code == "odds.too-long"
    assert not is_counted(counted_part(draft_of({**LUCKY_FLOP, "rows": rows})))


PAID = ("suited", "lowest", "run")
CONDITIONS_OF = {"suited": {"suited": 3}, "lowest": {"lowest": "ten"}, "run": {"run": 2}}
PAYOUTS = st.fixed_dictionaries(dict.fromkeys(PAID, st.one_of(st.just(""), st.integers(1, 99).map("{} to 1".format))))


@cache
def flops_by_hands():
    """All flops by the hands that they make, found by the plain predicates one by one."""
    found = check_draft(draft_of({**LUCKY_FLOP, "rows": [_row(each, "1 to 1") for each in PAID]})).book
    hands = found.wagers["lucky-flop"].side_bet.hands
    return Counter(tuple(hand.id for hand in hands if hand.fits(cards)) for cards in combinations(DECK, 3))


def _row(hand, pays):
    return {"title": hand, "conditions": CONDITIONS_OF[hand], "pays": pays}


@settings(deadline=None, max_examples=25)
@given(PAYOUTS.filter(lambda pays: any(pays.values())))
def test_adding_up_again_gives_what_counting_every_flop_gives(pays):
    """The hands overlap: where a payout is cleared, a hand below that fits is paid."""
    checked = check_draft(draft_of({**LUCKY_FLOP, "rows": [_row(hand, pays[hand]) for hand in PAID]}))
    (odds,) = all_odds(checked.book, "lucky-flop")
    won = sum(count * _net(made, pays) for made, count in flops_by_hands().items())
    assert odds.expected_value == Fraction(won, flops_by_hands().total())


def _net(made, pays):
    return next((int(pays[hand].split()[0]) for hand in made if pays[hand]), -1)


# The lists


@pytest.mark.parametrize("book", base_books())
def test_every_choice_of_the_lists_is_taken_and_every_condition_is_in_one(book):
    """The lists are those by which drafts are checked: what they offer is taken, whatever the cards and the order."""
    seen = set()
    for cards in list_choices(book).cards:
        for order in ("", *(each.value for each in list_choices(book, cards.value).orders)):
            choices = list_choices(book, cards.value, order)
            assert (choices.book, choices.chosen_cards, choices.order) == (book, cards.value, order)
            held = BaseBook.named(book).deciding_cards(cards.value, order)
            for each in choices.conditions:
                seen.add(each.key)
                for value in each.choices or [each.start]:
                    assert parse_conditions({each.key: value}, held)
    assert seen == set(CONDITIONS)


def test_how_each_value_is_entered():
    choices = list_choices(UTH, "own-and-board", "standard")
    kinds = {each.key: each.kind for each in choices.conditions}
    assert [key for key, kind in kinds.items() if kind == "number"] == ["of-a-kind", "pairs", "suited", "run", "suited-run"]
    assert {kind: key for key, kind in kinds.items()} == {
        "number": "suited-run",
        "kinds": "none",
        "rank": "highest",
        "total": "total",
        "text": "ranks",
        "hand": "at-most",
    }
    assert choices.totals == {"ace": [1, 11], "faces": [10, 0]}
    assert choices.aces == ["high", "low"]


def test_what_is_not_in_the_lists_is_replaced_by_the_first_of_them():
    choices = list_choices("xx.no-book", "turn", "nothing")
    assert (choices.book, choices.order) == (base_books()[0], "")
    assert choices.chosen_cards == choices.cards[0].value
