"""A card has one name and many accepted forms; whatever is read is printed back; a deck has each card once."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import (
    CARDS,
    DECK,
    DECK_WITH_JOKER,
    JOKER,
    Card,
    Rank,
    Suit,
    check_distinct,
    format_hand,
    parse_card,
    parse_hand,
)
from houseway.errors import Malformed

EMOJI = "\ufe0f"  # the variation selector that makes a symbol an emoji
FILLED = dict(zip(Suit, "♣♦♥♠"))
OUTLINE = dict(zip(Suit, "♧♢♡♤"))
SEPARATORS = ("", " ", "  ", ",", ", ", ";", "; ", "|", " | ", "\t", "\n", "\u00a0")
LONG_S, KELVIN = "\u017f", "\u212a"  # to Unicode, other cases of s and k


def accepted_forms(card: Card) -> list[str]:
    if card.is_joker:
        return ["Jk", "jk", "JK", "Joker", "joker", "JOKER", "🃏", "🃏" + EMOJI]
    ranks = {card.rank.letter, card.rank.letter.lower()} | ({"10"} if card.rank is Rank.TEN else set())
    symbols = [FILLED[card.suit], OUTLINE[card.suit]]
    suits = [card.suit.letter, card.suit.letter.upper(), *symbols, *(symbol + EMOJI for symbol in symbols)]
    return sorted(rank + suit for rank, suit in product(ranks, suits))


hands = st.lists(st.sampled_from(CARDS), unique=True)
separators = st.sampled_from(SEPARATORS)


@st.composite
def written_hands(draw, cards=hands):
    """A hand, and one of the many ways to write it."""
    hand = draw(cards)
    written = [draw(st.sampled_from(accepted_forms(card))) + draw(separators) for card in hand]
    return tuple(hand), draw(separators) + "".join(written)


@st.composite
def almost_hands(draw):
    """A written hand of which a part, perhaps empty, gave way to a few characters, perhaps none."""
    _, text = draw(written_hands())
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(start + 3, len(text))))
    return text[:start] + draw(st.text(alphabet=[*"A10Ks♠jk ,?", EMOJI, LONG_S, KELVIN], max_size=3)) + text[end:]


def read(text: str) -> tuple[Card, ...] | Malformed:
    try:
        return parse_hand(text)
    except Malformed as refusal:
        return refusal


class TestOneCard:
    @pytest.mark.parametrize(
        ("text", "rank", "suit"),
        [
            ("As", Rank.ACE, Suit.SPADE),
            ("Td", Rank.TEN, Suit.DIAMOND),
            ("10d", Rank.TEN, Suit.DIAMOND),
            ("2c", Rank.TWO, Suit.CLUB),
            ("kH", Rank.KING, Suit.HEART),
            ("9♣", Rank.NINE, Suit.CLUB),
            ("Q♦" + EMOJI, Rank.QUEEN, Suit.DIAMOND),
            ("10♡", Rank.TEN, Suit.HEART),
            ("j♤" + EMOJI, Rank.JACK, Suit.SPADE),
            ("  7h\n", Rank.SEVEN, Suit.HEART),
        ],
    )
    def test_a_card_is_a_rank_and_a_suit(self, text, rank, suit):
        card = parse_card(text)
        assert (card.rank, card.suit, card.is_joker) == (rank, suit, False)

    @pytest.mark.parametrize("text", accepted_forms(JOKER))
    def test_the_joker_is_written_jk_or_joker_or_as_its_symbol(self, text):
        assert parse_card(text) is JOKER

    @pytest.mark.parametrize("card", CARDS, ids=str)
    def test_every_accepted_form_of_a_card_reads_as_that_card(self, card):
        assert {parse_card(form) for form in accepted_forms(card)} == {card}

    @pytest.mark.parametrize(("card", "name"), [(0, "2c"), (1, "2d"), (32, "Tc"), (50, "Ah"), (51, "As"), (52, "Jk")])
    def test_a_card_prints_as_a_rank_letter_and_a_suit_letter(self, card, name):
        assert (str(Card(card)), repr(Card(card)), f"{Card(card)}") == (name, name, name)

    @pytest.mark.parametrize(("name", "symbol"), [("As", "A♠"), ("Td", "10♦"), ("2h", "2♥"), ("Qc", "Q♣"), ("Jk", "Joker")])
    def test_for_people_a_card_shows_its_suit_symbol_and_the_ten_its_number(self, name, symbol):
        assert parse_card(name).symbol == symbol

    @pytest.mark.parametrize("card", CARDS, ids=str)
    def test_both_printed_forms_of_a_card_read_back_as_that_card(self, card):
        assert parse_card(str(card)) is card
        assert parse_card(card.symbol) is card

    @pytest.mark.parametrize(("text", "count"), [("", 0), (" ,", 0), ("As Kd", 2), ("AsKdJk", 3)])
    def test_one_card_is_neither_none_nor_several(self, text, count):
        with pytest.raises(Malformed, match=f"is {count} cards instead of one") as refusal:
            parse_card(text)
        assert refusal.value.code == "card.count"
        assert refusal.value.facts["given"] == text


class TestNumbers:
    def test_a_number_is_four_times_the_place_of_the_rank_plus_the_place_of_the_suit(self):
        assert [Card.from_rank_and_suit(rank, suit) for rank in Rank for suit in Suit] == list(range(52))
        assert [(card.rank, card.suit) for card in DECK] == list(product(Rank, Suit))

    @given(st.integers(0, 52))
    def test_0_to_52_are_cards(self, number):
        assert Card(number) == CARDS[number] == number

    @given(st.integers(max_value=-1) | st.integers(min_value=53))
    def test_no_other_number_is_a_card(self, number):
        with pytest.raises(Malformed, match=f"there is no card number {number}:") as refusal:
            Card(number)
        assert refusal.value.code == "card.number"
        assert refusal.value.facts == {"given": number, "allowed": "0 to 52"}

    @pytest.mark.parametrize("number", [-1, 53])
    def test_the_numbers_beside_the_cards_are_refused(self, number):
        with pytest.raises(Malformed, match="52 is the joker"):
            Card(number)

    @pytest.mark.parametrize("printed", ["rank", "suit"])
    def test_the_joker_has_no_printed_rank_or_suit(self, printed):
        with pytest.raises(IndexError):
            getattr(JOKER, printed)


class TestDeck:
    def test_a_deck_is_52_cards_four_of_each_rank_and_thirteen_of_each_suit(self):
        assert len(set(DECK)) == len(DECK) == 52
        assert {rank: sum(card.rank is rank for card in DECK) for rank in Rank} == dict.fromkeys(Rank, 4)
        assert {suit: sum(card.suit is suit for card in DECK) for suit in Suit} == dict.fromkeys(Suit, 13)

    def test_a_deck_has_no_joker_and_the_deck_with_joker_has_one_more_card(self):
        assert not any(card.is_joker for card in DECK)
        assert (*DECK, JOKER) == DECK_WITH_JOKER
        assert JOKER.is_joker

    def test_no_two_cards_share_a_name_or_a_symbol(self):
        assert len({str(card) for card in CARDS}) == 53
        assert len({card.symbol for card in CARDS}) == 53


class TestWords:
    def test_ranks_are_named_in_words(self):
        assert [rank.word for rank in (Rank.TWO, Rank.TEN, Rank.ACE)] == ["two", "ten", "ace"]

    def test_several_of_a_rank_take_an_s_and_sixes_an_es(self):
        assert [rank.plural for rank in (Rank.FIVE, Rank.SIX, Rank.SEVEN, Rank.KING)] == ["fives", "sixes", "sevens", "kings"]

    def test_suits_are_named_by_letters_and_symbols(self):
        assert [suit.letter for suit in Suit] == ["c", "d", "h", "s"]
        assert [suit.symbol for suit in Suit] == ["♣", "♦", "♥", "♠"]

    def test_the_ace_is_high(self):
        assert "".join(rank.letter for rank in sorted(Rank, reverse=True)) == "AKQJT98765432"


class TestHands:
    @pytest.mark.parametrize(
        "text",
        [
            "As Kd 10h Jk 2c",
            "AsKd10hJk2c",
            "As,Kd,Th,Jk,2c",
            "as; kd; th; joker; 2c",
            "As Kd | Th Jk 2c",
            " A♠️K♦️10♥️🃏2♣️ ",
            "A♤ K♢\nT♡ JOKER\t2♧",
        ],
    )
    def test_a_hand_is_read_in_the_order_given_with_or_without_separators(self, text):
        assert format_hand(parse_hand(text)) == "As Kd Th Jk 2c"

    @pytest.mark.parametrize("text", ["", " ", ", ;|\n"])
    def test_nothing_but_separators_is_a_hand_of_no_cards(self, text):
        assert parse_hand(text) == ()

    @given(hands)
    def test_a_printed_hand_reads_back_as_that_hand(self, hand):
        assert parse_hand(format_hand(hand)) == tuple(hand)

    @given(written_hands())
    def test_a_hand_in_any_forms_and_separators_is_that_hand(self, written):
        hand, text = written
        assert parse_hand(text) == hand

    @given(written_hands())
    def test_what_was_read_are_cards_and_not_bare_numbers(self, written):
        _, text = written
        assert {type(card) for card in parse_hand(text)} <= {Card}


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "place", "given"),
        [
            ("Xs", 1, "Xs"),
            ("1s", 1, "1s"),
            ("11d", 1, "11d"),
            ("A", 1, "A"),
            ("s", 1, "s"),
            ("sA", 1, "sA"),
            ("A ♠", 1, "A"),
            ("-1", 1, "-1"),
            ("  Zz", 3, "Zz"),
            ("As Xd, Kh", 4, "Xd"),
            ("As, ?", 5, "?"),
            ("AsKsA", 5, "A"),
            ("10d10", 4, "10"),
            ("Jokers", 6, "s"),
            ("🃏 A♠️ Z♠️", 7, "Z♠️"),
            ("A♠ " + EMOJI, 4, EMOJI),
            ("Kd A" + LONG_S, 4, "A" + LONG_S),
            ("Ad " + KELVIN + "d", 4, KELVIN + "d"),
        ],
    )
    def test_an_unknown_card_is_refused_by_its_first_character_counted_from_one(self, text, place, given):
        with pytest.raises(Malformed) as refusal:
            parse_hand(text)
        assert refusal.value.code == "card.unknown"
        assert (refusal.value.facts["place"], refusal.value.facts["given"]) == (place, given)
        assert f"{given!r} at character {place} of {text!r} is not a card" in refusal.value.message
        assert "a card is a rank" in refusal.value.message

    @pytest.mark.parametrize(
        ("text", "place", "card"),
        [
            ("As As", 4, "As"),
            ("AsKdAs", 5, "As"),
            ("Td, 10♦", 5, "Td"),
            ("10d Td", 5, "Td"),
            ("Jk As joker", 7, "Jk"),
            ("🃏🃏", 2, "Jk"),
            ("A♠️A♤", 4, "As"),
        ],
    )
    def test_a_card_given_twice_is_refused_where_it_is_given_again(self, text, place, card):
        with pytest.raises(Malformed) as refusal:
            parse_hand(text)
        assert refusal.value.code == "card.repeated"
        assert (refusal.value.facts["place"], refusal.value.facts["given"]) == (place, card)
        assert f"{card} at character {place} of {text!r} was given before" in refusal.value.message

    @given(written_hands(st.lists(st.sampled_from(CARDS), unique=True, min_size=1)), st.data())
    def test_whatever_its_form_a_card_given_before_is_refused(self, written, data):
        hand, text = written
        again = data.draw(st.sampled_from(hand))
        with pytest.raises(Malformed) as refusal:
            parse_hand(text + data.draw(st.sampled_from(accepted_forms(again))))
        assert (refusal.value.code, refusal.value.facts["given"]) == ("card.repeated", str(again))
        assert refusal.value.facts["place"] == len(text) + 1

    @given(st.text() | almost_hands())
    def test_any_text_is_a_hand_that_prints_and_reads_back_or_is_refused_at_its_first_fault(self, text):
        found = read(text)
        if not isinstance(found, Malformed):
            assert parse_hand(format_hand(found)) == found
            return
        place = found.facts["place"]
        assert found.code in {"card.unknown", "card.repeated"}
        assert f"at character {place} of" in found.message
        assert isinstance(read(text[: place - 1]), tuple), "all before the fault can be read"
        assert not text[place - 1].isspace()


class TestDistinct:
    @given(hands)
    def test_distinct_cards_pass(self, hand):
        assert check_distinct(hand) is None

    @given(st.lists(st.sampled_from(CARDS), unique=True, min_size=1), st.data())
    def test_a_card_that_appears_twice_is_refused_by_name(self, hand, data):
        twice = data.draw(st.sampled_from(hand))
        cards = data.draw(st.permutations([*hand, twice]))
        with pytest.raises(Malformed, match=f"^{twice} appears more than once in {format_hand(cards)};") as refusal:
            check_distinct(cards)
        assert refusal.value.code == "card.repeated"
        assert refusal.value.facts == {"given": format_hand(cards), "card": str(twice)}
