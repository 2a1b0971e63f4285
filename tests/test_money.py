"""Money is whole cents and nothing else; a pay has one canonical form; only a named rule rounds."""

import operator
from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from houseway.cards import CARDS
from houseway.errors import Malformed, NotAllowed
from houseway.money import (
    Cents,
    FixedAmount,
    MeterShare,
    OddsToOne,
    Push,
    Rounding,
    TotalForOne,
    net_win,
    parse_pay,
    split_meter,
)

whole = st.integers(-(10**12), 10**12)
amounts = whole.map(Cents)
stakes = st.integers(1, 10**8).map(Cents)
exact_cents = st.fractions(-(10**9), 10**9) | whole
ratios = st.fractions(min_value=0, max_value=10**6, max_denominator=10**6).filter(bool)
meter_names = st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12)
shares = st.fractions(min_value=0, max_value=1, max_denominator=10**6).filter(bool)
pays = st.one_of(
    st.builds(OddsToOne, ratios),
    st.builds(TotalForOne, ratios),
    st.builds(MeterShare, shares, meter_names),
    st.builds(FixedAmount, st.integers(1, 10**12).map(Cents)),
    st.just(Push()),
)


def with_commas(number: int, commas: bool) -> str:
    return f"{number:,}" if commas else str(number)


@st.composite
def almost_pays(draw):
    """A printed pay of which a part, perhaps empty, gave way to something else, perhaps nothing."""
    text = str(draw(pays))
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(start + 5, len(text))))
    return text[:start] + draw(st.sampled_from(["", *"07$%/,. ", " 1/2 ", "the ", " Progressive", "M", "İ", "ſ"])) + text[end:]


def read(parse, text):
    try:
        return parse(text)
    except Malformed as refusal:
        return refusal


class TestCents:
    @given(whole, whole)
    def test_amounts_add_and_subtract_to_the_cent(self, one, other):
        assert Cents(one) + Cents(other) == Cents(one + other)
        assert Cents(one) - Cents(other) == Cents(one - other)
        assert -Cents(one) == Cents(-one)

    def test_sum_adds_amounts_and_no_other_number(self):
        assert sum([Cents(500), Cents(25)]) == Cents(525)
        with pytest.raises(TypeError):
            1 + Cents(5)

    @given(whole, st.integers(-1000, 1000))
    def test_an_amount_multiplies_by_a_whole_number_from_either_side(self, amount, times):
        assert Cents(amount) * times == times * Cents(amount) == Cents(amount * times)

    def test_a_dollar_is_a_hundred_cents(self):
        assert Cents.from_dollars(1) == Cents(100)
        assert Cents.from_dollars(-5) == Cents(-500)

    def test_amounts_sum_from_no_money(self):
        assert sum([Cents(25), Cents(50), Cents(-5)], Cents(0)) == Cents(70)

    @given(whole)
    def test_only_no_money_is_false(self, amount):
        assert bool(Cents(amount)) is (amount != 0)

    @example(500, 500)
    @given(whole, whole)
    def test_amounts_are_ordered_as_their_cents_are(self, one, other):
        for compare in (operator.lt, operator.le, operator.eq, operator.ge, operator.gt):
            assert compare(Cents(one), Cents(other)) is compare(one, other)
        assert max(Cents(one), Cents(other)) == Cents(max(one, other))

    def test_equal_amounts_are_one_key(self):
        assert len({Cents(500), Cents.from_dollars(5), Cents.parse("$5.00")}) == 1

    def test_amounts_are_found_by_their_own_hashes(self):
        assert len({hash(Cents(amount)) for amount in range(1_000)}) == 1_000

    def test_an_amount_never_changes(self):
        amount = Cents(100)
        with pytest.raises(FrozenInstanceError):
            amount.amount = 200
        assert amount == Cents(100)


class TestCentsAreNothingElse:
    @pytest.mark.parametrize(
        "amount", [1.0, 0.5, float("nan"), True, False, Fraction(1), Decimal(1), "100", None, Cents(1), CARDS[5]]
    )
    def test_an_amount_is_a_whole_number_of_cents_and_not_a_float_a_truth_or_a_card(self, amount):
        with pytest.raises(Malformed, match="an amount of money must be a whole number of cents, not ") as refusal:
            Cents(amount)
        assert refusal.value.code == "money.not-cents"
        assert refusal.value.facts["given"] == repr(amount)

    @pytest.mark.parametrize("dollars", [2.5, 2.0, True, Fraction(5, 2), "5"])
    def test_dollars_are_whole_numbers_too(self, dollars):
        with pytest.raises(Malformed) as refusal:
            Cents.from_dollars(dollars)
        assert (refusal.value.code, refusal.value.facts["given"]) == ("money.not-cents", repr(dollars))

    @pytest.mark.parametrize("other", [1, 1.0, True, Fraction(1)])
    @pytest.mark.parametrize("act", [operator.add, operator.sub, operator.lt, operator.le, operator.gt, operator.ge])
    def test_an_amount_does_not_add_to_or_compare_with_a_number(self, act, other):
        with pytest.raises(TypeError):
            act(Cents(1), other)
        with pytest.raises(TypeError):
            act(other, Cents(1))

    @pytest.mark.parametrize("times", [1.0, 0.5, True, Fraction(1, 2), Cents(2)])
    def test_an_amount_multiplies_by_nothing_but_a_whole_number(self, times):
        with pytest.raises(TypeError):
            Cents(100) * times
        with pytest.raises(TypeError):
            times * Cents(100)

    @pytest.mark.parametrize("act", [operator.truediv, operator.floordiv, operator.mod])
    def test_an_amount_is_not_divided_for_that_needs_a_rounding_rule(self, act):
        with pytest.raises(TypeError):
            act(Cents(100), 2)

    @pytest.mark.parametrize("number", [100, 100.0, Fraction(100)])
    def test_no_number_equals_an_amount(self, number):
        assert Cents(100) != number


class TestCentsInWriting:
    @pytest.mark.parametrize(
        ("amount", "text"),
        [
            (0, "$0"),
            (5, "$0.05"),
            (25, "$0.25"),
            (100, "$1"),
            (1250, "$12.50"),
            (99_999, "$999.99"),
            (500_000, "$5,000"),
            (123_456_789, "$1,234,567.89"),
            (-300, "-$3"),
            (-1, "-$0.01"),
        ],
    )
    def test_money_prints_as_dollars_with_commas_and_with_cents_only_where_there_are_any(self, amount, text):
        assert str(Cents(amount)) == text

    @pytest.mark.parametrize(
        ("text", "amount"),
        [
            ("$5,000", 500_000),
            ("5000", 500_000),
            ("$5000.00", 500_000),
            ("12.50", 1250),
            ("-$3", -300),
            ("-3", -300),
            ("$0.25", 25),
            ("0.05", 5),
            ("-0", 0),
            ("  $1 \n", 100),
        ],
    )
    def test_the_dollar_sign_the_commas_and_round_cents_may_be_left_out(self, text, amount):
        assert Cents.parse(text) == Cents(amount)

    @given(amounts)
    def test_printed_money_reads_back_as_that_amount(self, amount):
        assert Cents.parse(str(amount)) == amount

    @given(st.text() | st.text(alphabet="0123456789$,.- ٣", max_size=9))
    def test_any_text_is_money_that_prints_and_reads_back_or_is_refused(self, text):
        found = read(Cents.parse, text)
        if isinstance(found, Malformed):
            assert (found.code, found.facts["given"]) == ("money.unreadable", text)
        else:
            assert Cents.parse(str(found)) == found

    @pytest.mark.parametrize(
        "text",
        [
            *("", "$", "-", ".", "$.25", "1.5", "$1.", "$1.234", "1.2.3", "1,00", "12,34", "1234,567", "$1,2345", ",100"),
            *("$-3", "--3", "- 3", "$ 3", "$$3", "3$", "+3", "1e3", "nan", "five", "1_000", "٣"),
        ],
    )
    def test_anything_else_is_not_an_amount_of_money(self, text):
        with pytest.raises(Malformed, match="write dollars with two decimals or none, as in ") as refusal:
            Cents.parse(text)
        assert refusal.value.code == "money.unreadable"
        assert refusal.value.message.startswith(f"{text!r} is not an amount of money")
        assert refusal.value.facts["given"] == text


class TestPaysInWriting:
    @pytest.mark.parametrize(
        ("text", "canonical", "pay"),
        [
            ("3 to 2", "3 to 2", OddsToOne(Fraction(3, 2))),
            ("1 to 1", "1 to 1", OddsToOne(Fraction(1))),
            ("6 TO 4", "3 to 2", OddsToOne(Fraction(3, 2))),
            ("8,000 to 1", "8000 to 1", OddsToOne(Fraction(8000))),
            ("5 1/2 to 1", "11 to 2", OddsToOne(Fraction(11, 2))),
            ("0 1/2 to 1", "1 to 2", OddsToOne(Fraction(1, 2))),
            ("1 to 1,000", "1 to 1000", OddsToOne(Fraction(1, 1000))),
            ("  3\tto\n2 ", "3 to 2", OddsToOne(Fraction(3, 2))),
            ("500 for 1", "500 for 1", TotalForOne(Fraction(500))),
            ("2,500 For 1", "2500 for 1", TotalForOne(Fraction(2500))),
            ("7 1/2 for 1", "15 for 2", TotalForOne(Fraction(15, 2))),
            ("10% of meter", "10% of meter", MeterShare(Fraction(1, 10), "meter")),
            ("10 percent of the meter", "10% of meter", MeterShare(Fraction(1, 10), "meter")),
            ("100 percent of Major Progressive", "100% of major", MeterShare(Fraction(1), "major")),
            ("100% of the MINOR progressive", "100% of minor", MeterShare(Fraction(1), "minor")),
            ("10% of the Progressive", "10% of progressive", MeterShare(Fraction(1, 10), "progressive")),
            ("12.5% of meter", "25/2% of meter", MeterShare(Fraction(1, 8), "meter")),
            ("1/3% of meter", "1/3% of meter", MeterShare(Fraction(1, 300), "meter")),
            ("$5,000", "$5,000", FixedAmount(Cents.from_dollars(5000))),
            ("$5000.00", "$5,000", FixedAmount(Cents.from_dollars(5000))),
            ("$0.25", "$0.25", FixedAmount(Cents(25))),
            ("push", "push", Push()),
            (" Push ", "push", Push()),
        ],
    )
    def test_each_form_is_read_has_one_canonical_form_and_that_form_is_a_fixed_point(self, text, canonical, pay):
        assert parse_pay(text) == pay
        assert str(pay) == canonical
        assert parse_pay(canonical) == pay

    @given(pays)
    def test_a_printed_pay_reads_back_as_that_pay(self, pay):
        assert parse_pay(str(pay)) == pay

    @given(st.integers(0, 10**7), st.integers(1, 20), st.integers(1, 20), st.integers(1, 10**4), st.booleans())
    def test_mixed_numbers_and_commas_keep_their_exact_ratio(self, number, top, bottom, per, commas):
        written = f"{with_commas(number, commas)} {top}/{bottom}", with_commas(per, commas)
        ratio = (number + Fraction(top, bottom)) / per
        assert parse_pay(" to ".join(written)) == OddsToOne(ratio)
        assert parse_pay(" for ".join(written)) == TotalForOne(ratio)

    @given(st.text() | almost_pays())
    def test_any_text_is_a_pay_that_prints_and_reads_back_or_is_refused(self, text):
        found = read(parse_pay, text)
        if isinstance(found, Malformed):
            assert found.code in {"pay.unreadable", "pay.zero", "pay.share", "money.unreadable"}
        else:
            assert parse_pay(str(found)) == found

    @pytest.mark.parametrize("text", ["0 to 1", "0 for 1", "0 0/2 to 1", "1 to 0", "1 for 0", "0 to 0"])
    def test_odds_that_pay_nothing_or_divide_by_nothing_are_refused(self, text):
        with pytest.raises(Malformed, match=f"^'{text}' pays nothing or divides by zero") as refusal:
            parse_pay(text)
        assert refusal.value.code == "pay.zero"
        assert refusal.value.facts == {"given": text, "allowed": "above zero"}

    @pytest.mark.parametrize("text", ["110% of meter", "100.01% of meter", "0% of meter", "201/2 percent of the meter"])
    def test_a_share_is_above_nothing_and_at_most_the_whole_meter(self, text):
        with pytest.raises(Malformed, match=f"^'{text}' is not a share of a meter") as refusal:
            parse_pay(text)
        assert refusal.value.code == "pay.share"
        assert refusal.value.facts == {"given": text, "allowed": "above 0%, up to 100%"}

    @pytest.mark.parametrize(
        "text",
        [
            *("", "nonsense", "3", "3:2", "3 to", "to 1", "3to2", "-3 to 2", "1.5 to 1", "1/2 to 1", "5 1/0 to 1", "1,00 to 1"),
            *("3 two 2", "5,000", "-$5", "pushed", "push 1 to 1", "10%", "10% meter", "10% of", "10% of the big meter"),
            *("-10% of meter", "10% of İ", "puſh", "٣ to 2"),
        ],
    )
    def test_nonsense_is_refused_with_the_forms_that_would_be_read(self, text):
        with pytest.raises(Malformed, match="write it as in '3 to 2', '500 for 1'") as refusal:
            parse_pay(text)
        assert refusal.value.code == "pay.unreadable"
        assert refusal.value.message.startswith(f"{text!r} is not a pay")
        assert refusal.value.facts["given"] == text

    @pytest.mark.parametrize("text", ["$", "$five", "$1.5", "$-5", "$5 to 1"])
    def test_a_dollar_sign_must_be_followed_by_an_amount(self, text):
        with pytest.raises(Malformed) as refusal:
            parse_pay(text)
        assert refusal.value.code == "money.unreadable"


class TestAwards:
    @pytest.mark.parametrize(
        ("text", "stake", "award", "up"),
        [
            ("3 to 2", "$10", 1500, 1500),
            ("1 to 1", "$10", 1000, 1000),
            ("8,000 to 1", "$5", 4_000_000, 4_000_000),
            ("500 for 1", "$1", 50_000, 49_900),
            ("1 for 1", "$10", 1000, 0),
            ("1 for 2", "$10", 500, -500),
            ("10% of meter", "$1", Fraction(12_345_671, 10), Fraction(12_345_671, 10) - 100),
            ("100% of major", "$5", Fraction(1, 3), Fraction(1, 3) - 500),
            ("$5,000", "$1", 500_000, 499_900),
            ("push", "$10", 0, 0),
        ],
    )
    def test_what_a_pay_hands_over_and_what_the_player_is_then_up(self, text, stake, award, up):
        pay, meters = parse_pay(text), {"meter": Fraction(12_345_671), "major": Fraction(1, 3)}
        assert pay.award(Cents.parse(stake), meters) == award
        assert net_win(pay, Cents.parse(stake), meters) == up

    @given(ratios, stakes)
    def test_to_one_returns_the_stake(self, odds, stake):
        assert OddsToOne(odds).returns_stake
        assert net_win(OddsToOne(odds), stake) == OddsToOne(odds).award(stake) == odds * stake.amount

    @given(ratios, stakes)
    def test_for_one_keeps_the_stake(self, times, stake):
        assert not TotalForOne(times).returns_stake
        assert (
            net_win(TotalForOne(times), stake) == TotalForOne(times).award(stake) - stake.amount == (times - 1) * stake.amount
        )

    @given(ratios, stakes)
    def test_n_to_one_leaves_the_player_as_n_plus_one_for_one_does(self, odds, stake):
        assert net_win(OddsToOne(odds), stake) == net_win(TotalForOne(odds + 1), stake)

    @given(stakes)
    def test_a_push_returns_the_stake_and_wins_nothing(self, stake):
        assert Push().returns_stake
        assert net_win(Push(), stake) == Push().award(stake) == 0

    @given(amounts, stakes)
    def test_a_fixed_pay_is_the_same_whatever_the_stake(self, amount, stake):
        assert FixedAmount(amount).award(stake) == amount.amount
        assert net_win(FixedAmount(amount), stake) == amount.amount - stake.amount

    @given(shares, st.fractions(0, 10**9), stakes)
    def test_a_share_is_of_its_meter_whatever_the_stake(self, share, shown, stake):
        meters = {"major": shown, "minor": shown + 1}
        assert MeterShare(share, "major").award(stake, meters) == share * shown
        assert net_win(MeterShare(share, "major"), stake, meters) == share * shown - stake.amount

    @given(pays, stakes)
    def test_an_award_is_an_exact_fraction_of_cents(self, pay, stake):
        meters = {pay.meter: Fraction(1, 3)} if isinstance(pay, MeterShare) else None
        assert type(pay.award(stake, meters)) is type(net_win(pay, stake, meters)) is Fraction

    @pytest.mark.parametrize(
        ("meters", "known"), [(None, []), ({}, []), ({"minor": Fraction(1), "grand": 2}, ["grand", "minor"])]
    )
    def test_a_share_needs_its_own_meter(self, meters, known):
        pay = parse_pay("10% of major")
        with pytest.raises(
            Malformed, match="10% of major needs the amount of the meter 'major'; the meters given are"
        ) as refusal:
            pay.award(Cents(100), meters)
        assert refusal.value.code == "pay.no-meter"
        assert refusal.value.facts == {"given": known, "allowed": "major"}
        with pytest.raises(Malformed, match="needs the amount of the meter 'major'"):
            net_win(pay, Cents(100), meters)


class TestRounding:
    @given(whole)
    def test_exact_cents_leaves_whole_cents_alone(self, cents):
        assert Rounding.EXACT_CENTS.apply(cents) == Rounding.EXACT_CENTS.apply(Fraction(cents)) == Cents(cents)

    @given(whole, st.fractions(0, 1).filter(lambda part: part.denominator != 1))
    def test_exact_cents_refuses_a_fraction_of_a_cent(self, cents, part):
        with pytest.raises(NotAllowed, match="is not a whole number of cents, and no rounding rule applies") as refusal:
            Rounding.EXACT_CENTS.apply(cents + part)
        assert refusal.value.code == "money.fraction-of-a-cent"
        assert refusal.value.facts == {"given": str(cents + part), "allowed": "whole cents"}

    @given(exact_cents)
    def test_up_to_the_next_25_cents_is_the_least_multiple_that_does_not_lower(self, exact):
        """md.pai-gow-poker 13.A(1), div.pai-gow-poker (l)(9)#3."""
        rounded = Rounding.UP_TO_NEXT_QUARTER.apply(exact).amount
        assert rounded % 25 == 0
        assert 0 <= rounded - exact < 25

    @pytest.mark.parametrize(
        ("exact", "rounded"),
        [
            (0, 0),
            (Fraction(1, 1000), 25),
            (25, 25),
            (Fraction(251, 10), 50),
            (26, 50),
            (99, 100),
            (-1, 0),
            (-25, -25),
            (-26, -25),
            (Fraction(-501, 10), -50),
        ],
    )
    def test_up_is_towards_more_money_below_zero_too(self, exact, rounded):
        """md.pai-gow-poker 13.A(1), div.pai-gow-poker (l)(9)#3."""
        assert Rounding.UP_TO_NEXT_QUARTER.apply(exact) == Cents(rounded)

    @given(exact_cents)
    def test_down_to_the_whole_dollar_is_the_greatest_multiple_that_does_not_raise(self, exact):
        """div.pai-gow-poker (p)(2)(vi)#2."""
        rounded = Rounding.DOWN_TO_WHOLE_DOLLAR.apply(exact).amount
        assert rounded % 100 == 0
        assert 0 <= exact - rounded < 100

    @pytest.mark.parametrize(
        ("exact", "rounded"),
        [
            (0, 0),
            (99, 0),
            (Fraction(999, 10), 0),
            (100, 100),
            (199, 100),
            (-1, -100),
            (-100, -100),
            (Fraction(-1001, 10), -200),
        ],
    )
    def test_down_is_towards_less_money_below_zero_too(self, exact, rounded):
        """div.pai-gow-poker (p)(2)(vi)#2."""
        assert Rounding.DOWN_TO_WHOLE_DOLLAR.apply(exact) == Cents(rounded)

    @given(st.sampled_from(Rounding), whole)
    def test_what_was_rounded_once_stays_as_it_is(self, rounding, cents):
        once = rounding.apply(cents)
        assert rounding.apply(once.amount) == once

    @pytest.mark.parametrize("rounding", Rounding, ids=lambda rounding: rounding.value)
    @pytest.mark.parametrize("given", [100.0, 0.5, True, Decimal(100), "100"])
    def test_a_float_is_refused_and_not_rounded(self, rounding, given):
        with pytest.raises(Malformed, match="only a whole number or a fraction of cents can be rounded") as refusal:
            rounding.apply(given)
        assert (refusal.value.code, refusal.value.facts["given"]) == ("money.not-exact", repr(given))

    def test_a_rule_is_found_by_its_stable_name(self):
        assert [Rounding(name) for name in ("exact cents", "up to the next 25 cents", "down to the whole dollar")] == [
            Rounding.EXACT_CENTS,
            Rounding.UP_TO_NEXT_QUARTER,
            Rounding.DOWN_TO_WHOLE_DOLLAR,
        ]


class TestSplitMeter:
    """What several winners of one meter get together (PG-19, DIV-40)."""

    @pytest.mark.parametrize(
        ("shown", "parts", "amounts"),
        [
            (1001, ["1", "1"], [501, 500]),
            (1000, ["1", "1", "1"], [334, 333, 333]),
            (1000, ["1", "1/10"], [910, 90]),
            (1000, ["1/10", "1"], [91, 909]),
            (1001, ["1/2", "1/2"], [501, 500]),
            (1001, ["1/10", "1/10"], [101, 101]),
            (1001, ["1/2", "2/5"], [501, 401]),
            (1, ["1/2", "2/5"], [1, 0]),
            (2, ["1/10", "1/10"], [1, 1]),
            (2, ["1/2", "1/2", "1"], [1, 0, 1]),
            (10, [*["1/100"] * 7, "92/100"], [1, 0, 0, 0, 0, 0, 0, 9]),
            (0, ["1", "1"], [0, 0]),
            (777, ["1"], [777]),
            (777, ["1/10"], [78]),
            (777, [], []),
        ],
    )
    def test_each_is_rounded_up_as_far_as_there_are_cents(self, shown, parts, amounts):
        assert split_meter(Cents(shown), [Fraction(part) for part in parts]) == tuple(map(Cents, amounts))

    @given(st.integers(0, 10**9), st.lists(shares, min_size=1, max_size=7))
    def test_nobody_is_a_cent_off_his_share_and_a_meter_that_is_claimed_whole_is_paid_whole(self, shown, parts):
        claims = sum(parts)
        paid = [amount.amount for amount in split_meter(Cents(shown), parts)]
        assert sum(paid) == shown if claims >= 1 else sum(paid) <= shown
        exact = [shown * part / max(claims, 1) for part in parts]
        assert all(abs(amount - share) < 1 for amount, share in zip(paid, exact, strict=True))


def test_a_number_too_long_to_be_money_is_refused():
    for text in ("9" * 5_000, "$" + "9" * 16):
        with pytest.raises(Malformed):
            Cents.parse(text)
    for text in ("9" * 5_000 + " to 1", "9" * 20 + "% of meter"):
        with pytest.raises(Malformed):
            parse_pay(text)
