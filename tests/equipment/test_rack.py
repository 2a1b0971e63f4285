"""The discard rack: hands are rebuilt from it, and it is empty after the shuffle."""

import pytest

from houseway.cards import parse_hand
from houseway.equipment import rebuild_hands
from houseway.errors import Malformed
from tests.support.clauses import each_book, every_book, short
from tests.support.equipment_bench import Bench


@each_book(md="2.E(2) 11.J", div="(l)(10)", poker="2.D(2) 11.K")
@pytest.mark.parametrize(
    ("unseen", "first"),
    [(("stub", 4, "left over"), "As Ks Qs Js Ts 2c 3c"), (("burn", 1, "burnt"), "As Ks")],
    ids=["stub", "burn"],
)
def test_every_hand_can_be_rebuilt_from_the_rack(book, clauses, unseen, first):
    table = Bench(book).run()
    table.do("begin-deal")
    first, second = parse_hand(first), parse_hand("Ad Kd")
    table.do("rack", entries=(unseen, ("2", first, "lost")))
    racked = table.do("rack", entries=(("dealer", second, "played"),))
    assert short(racked.clauses) == clauses
    assert [entry.owner for entry in table.equipment.rack] == [unseen[0], "2", "dealer"]
    assert rebuild_hands(table.equipment.rack) == {unseen[0]: (), "2": first, "dealer": second}
    assert table.refused("rack", entries=(("3", second, "lost"),)) == clauses, "a card is there once"
    left = len(table.pack) - unseen[1] - len((*first, *second))
    assert table.refused("rack", entries=(("3", left + 1, "lost"),)) == clauses, "more than the deck has"
    assert not any(str(card) in str(table.why.to_json()) for card in (*first, *second))


@every_book
@pytest.mark.parametrize("entries", [None, (), ("stub",), (("stub", 0, "x"),), (("stub", True, "x"),), ((1, 4, "x"),)], ids=str)
def test_what_is_racked_has_owner_cards_and_reason(book, entries):
    table = Bench(book).run()
    table.do("begin-deal")
    table.refused("rack", entries=entries)
    assert isinstance(table.why, Malformed)


@every_book
def test_the_rack_is_empty_after_the_shuffle(book):
    table = Bench(book).run()
    table.do("begin-deal")
    table.do("rack", entries=(("stub", 4, "left over"),))
    table.do("end-round")
    assert table.equipment.rack, "a dispute can still be settled"
    table.do("shuffle")
    assert table.equipment.rack == ()
