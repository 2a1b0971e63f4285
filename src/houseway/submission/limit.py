"""What one player could win in a round at the minimum: the least that a payout limit may be.

By default (reading PG-54) this is the best single deal over all wagers that the limit covers, each at its minimum. The filed
reading may add up the top rows instead, or take each wager by itself (PG-23). Shares of a meter are left out, because they have
no amount before they are won.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from houseway.cards import Card, parse_hand
from houseway.hands import ORDERS, HandOrder
from houseway.money import Cents, MeterShare
from houseway.regulation import Regulation
from houseway.submission.offers import play_multiples
from houseway.submission.rules import Offer

BEST_DEALS = (
    "As Ks Qs Js Ts 9s 8s",
    "2c 3c 4c 5c 6c 7c 8c",
    "As Ks Qs Js Ts Kh Qh",
    "As Ks Qs Js Ts Ah Kh",
    "2c 3c 4c 5c 6c 7c Jk",
    "As Ah Ad Ac Jk Kh Kd",
    "As Ah Ad Ac Jk 9h 2d",
    "As Ks Qs Js Ts 9h 9d",
    "As Ks Qs Js Ts 9h 2d",
    "As Ks Qs Js Jk 9h 2d",
    "9s 8s 7s 6s 5s 2h 2d",
    "9s 8s 7s 6s 5s 2h Jd",
    "9s 9h 9d 9c 5s 5h Jd",
    "9s 9h 9d 9c 5s 2h Jd",
    "9s 9h 9d 5c 5s 2h 2d",
    "9s 9h 9d 5c 5s 2h Jd",
    "As Js 9s 5s 2s 4h Qd",
    "9s 8h 7d 6c 5s 2h Jd",
    "9s 9h 9d 5c 2s Kh Jd",
    "9c 8d 7h 5s 4c 3d 2h",
    "Tc 8d 7h 5s 4c 3d 2h",
    "Jc 9d 7h 5s 4c 3d 2h",
    "Qc 9d 7h 5s 4c 3d 2h",
    "Kc 9d 7h 5s 4c 3d 2h",
    "Ac 9d 7h 5s Jc 3d 2h",
)
"""Deals that include every best combination of the covered paytables. A test tries all others."""


def limited_wagers(book: Regulation, offers: Mapping[str, Offer], readings: Mapping[str, str]) -> list[Offer]:
    """Return the offered wagers that a payout limit covers, with the readings applied."""
    exempt = readings.get("PG-22") == "exempt"
    also = readings.get("UTH-03") == "capped"
    return [
        offer
        for wager, offer in offers.items()
        if (book.wagers[wager].is_capped and not (exempt and offer.paytable.meters)) or (also and wager in UNSETTLED_BY_LIMIT)
    ]


UNSETTLED_BY_LIMIT = ("ultimate-pairs", "bad-beat", "play-the-board")
"""Wagers that were added to Ultimate's book after its limit was written (reading UTH-03)."""


def most_won_at_minimum(book: Regulation, offers: Mapping[str, Offer], readings: Mapping[str, str]) -> Cents:
    covered = limited_wagers(book, offers, readings)
    tops = [max((_best_award(book, offer, deal) for deal in _possible_deals()), default=Fraction(0)) for offer in covered]
    if readings.get("PG-23") == "per-wager":
        exact = max(tops, default=Fraction(0))
    elif readings.get("PG-54") == "sum":
        exact = sum(tops, Fraction(0))
    else:
        exact = max(sum((_best_award(book, offer, deal) for offer in covered), Fraction(0)) for deal in _possible_deals())
    return Cents(-(-exact.numerator // exact.denominator))


@cache
def _possible_deals() -> tuple[tuple[Card, ...], ...]:
    return tuple(map(parse_hand, BEST_DEALS))


def _best_award(book: Regulation, offer: Offer, deal: tuple[Card, ...]) -> Fraction:
    """Return the best row that the deal makes. A wager that simply wins is won; one that other cards decide gets its best row."""
    wager = book.wagers[offer.wager]
    win = offer.paytable.row("win")
    if win is not None:
        return win.pays.award(offer.minimum) * _largest_play_multiple(book, offer)
    order = next((order for order in ORDERS if order.name == wager.order), None)
    hands = [row.hand for row in offer.paytable.rows] if order is None else _best_made_hands(order, deal)
    rows = [offer.paytable.row(hand) for hand in hands]
    awards = [row.pays.award(offer.minimum) for row in rows if row is not None and not isinstance(row.pays, MeterShare)]
    return max(awards, default=Fraction(0))


@cache
def _best_made_hands(order: HandOrder, deal: tuple[Card, ...]) -> tuple[str, ...]:
    if any(card.is_joker for card in deal) and not order.has_joker:
        return ()
    return tuple(str(hand.category) for hand in order.find_all(deal))


def _largest_play_multiple(book: Regulation, offer: Offer) -> Fraction:
    """Return how much larger than its minimum a Play wager may be on the same Ante."""
    multiples = play_multiples(book) if offer.wager == "play" else [1]
    return Fraction(max(multiples), min(multiples))
