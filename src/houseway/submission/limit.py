"""What one player could win in a round at the minimum: the least that a payout limit may be.

By default (readings PG-54, DIV-107, UTH-37) this is the best deal over all wagers that the limit covers, each at its minimum. It is
the deal of one hand; or of all hands of one player, if the limit applies to the player. Other players' hands count as well if envy
bonuses count towards the limit (DIV-14). The filed reading may add up the top rows instead, or take each wager by itself (PG-23).
A share of a meter that the limit covers (PG-22) counts at the larger of the meter's seed and reset (PG-106): so much can be won
before anybody has fed the meter. `money.limit-cuts-meter` warns of a limit that a growing meter may reach.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from houseway.cards import Card, parse_hand
from houseway.hands import ORDERS, HandOrder
from houseway.money import Cents, MeterShare
from houseway.regulation import Regulation, Wager
from houseway.regulation.games import ULTIMATE_TEXAS_HOLDEM
from houseway.regulation.side_bets import TWO_CARDS
from houseway.submission.best_rounds import BEST_ROUNDS, BestRound, deciding_hands
from houseway.submission.offers import play_multiples
from houseway.submission.rules import FiledMeter, Offer
from houseway.values import memoize_by

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
    taken = book.take_readings(readings)
    exempt = taken.takes("PG-22=exempt")
    return [
        offer
        for wager, offer in offers.items()
        if book.wagers[wager].under(taken).is_capped and not (exempt and offer.paytable.meters)
    ]


def covers_meter(book: Regulation, offers: Mapping[str, Offer], readings: Mapping[str, str]) -> bool:
    """Return whether a payout limit covers a share of a meter (PG-22), which then counts (PG-106)."""
    return METERS_COUNTED in readings and any(offer.paytable.meters for offer in limited_wagers(book, offers, readings))


Deal = tuple[Card, ...]
PlayedRound = tuple[str, BestRound]
"""A row of Ultimate Pairs that the player's two cards fit, and how the round goes with them."""
Kind = Deal | PlayedRound
Readings = Mapping[str, str | None]


def most_won_at_minimum(
    book: Regulation,
    offers: Mapping[str, Offer],
    readings: Mapping[str, str],
    meters: Sequence[FiledMeter] = (),
    areas: int = 1,
    others: int = 0,
) -> Cents:
    """Return the most that a player could win with hands on a number of areas, and by envy from the hands of a number of others."""
    covered = tuple(limited_wagers(book, offers, readings))
    asked = book.take_readings(readings)
    is_each_alone = asked.takes("PG-23=per-wager", "UTH-106")
    is_sum_of_tops = asked.takes("PG-54=sum", "DIV-107=sum", "UTH-37")
    deciding = {*_DECIDING_READINGS, *(book.wagers[offer.wager].best_row for offer in covered)}
    taken = tuple((reading, readings.get(reading)) for reading in sorted(deciding))
    envied = tuple(offer for offer in covered if _does_minimum_earn_envy(book.wagers[offer.wager].under(asked), book, offer))
    return _most_won(book, covered, is_each_alone, is_sum_of_tops, taken, tuple(meters), areas, others, envied)


_DECIDING_READINGS = ("PG-106", "UTH-14", "UTH-18")


@memoize_by(id)
def _most_won(
    book: Regulation,
    covered: tuple[Offer, ...],
    is_each_alone: bool,
    is_sum_of_tops: bool,
    taken: tuple[tuple[str, str | None], ...],
    meters: tuple[FiledMeter, ...],
    areas: int,
    others: int,
    envied: tuple[Offer, ...],
) -> Cents:
    """Return the most that covered wagers win, with the envy of those of them that earn it. It is memoised because it is the
    longest part of judging, and one submission after another files the same wagers."""
    readings = dict(taken)
    own = {deal: [_best_award(book, offer, deal, readings, meters) for offer in covered] for deal in _possible_deals(book)}
    tops = [max(awards) for awards in zip(*own.values(), strict=True)]
    if is_each_alone:
        exact = max(tops, default=Fraction(0))
    elif is_sum_of_tops:
        exact = sum(tops, Fraction(0)) * areas + max(_envy_by_deal(book, envied).values()) * others
    elif areas == 1 and not others:
        exact = max(sum(awards, Fraction(0)) for awards in own.values())
    else:
        by_deal = {deal: sum(awards, Fraction(0)) for deal, awards in own.items()}
        exact = most_held_together([by_deal] * areas + [_envy_by_deal(book, envied)] * others)
    return Cents(-(-exact.numerator // exact.denominator))


@cache
def _deals_of_seven() -> tuple[Deal, ...]:
    return tuple(map(parse_hand, BEST_DEALS))


@cache
def _played_rounds() -> tuple[PlayedRound, ...]:
    return tuple((row, played) for row, rounds in BEST_ROUNDS.items() for played in rounds)


ROUNDS_BY_GAME: Mapping[str, Callable[[], Sequence[Kind]]] = {ULTIMATE_TEXAS_HOLDEM: _played_rounds}
"""By game: what may happen in a round, if more than a deal of seven cards decides it."""


def _possible_deals(book: Regulation) -> Sequence[Kind]:
    return ROUNDS_BY_GAME.get(book.game, _deals_of_seven)()


def _best_award(book: Regulation, offer: Offer, deal: Kind, readings: Readings, meters: Sequence[FiledMeter] = ()) -> Fraction:
    """Return what a wager at its minimum wins with a deal, and with a Play wager that is as large as it may be."""
    rows = [row for hand in _made_hands(book, offer, deal, readings) if (row := offer.paytable.row(hand)) is not None]
    counts_meters = readings[METERS_COUNTED] is not None
    if not counts_meters:
        rows = [row for row in rows if not isinstance(row.pays, MeterShare)]
    amounts = dict.fromkeys(offer.paytable.meters, Fraction(0)) | _starting_amounts(offer, meters)
    awards = [row.pays.award(offer.minimum, amounts) for row in rows]
    if book.wagers[offer.wager].paid_by == TWO_CARDS:
        return sum(awards if readings["UTH-18"] == "both" else awards[:1], Fraction(0))
    if counts_meters and readings[book.wagers[offer.wager].best_row] != "best-paying":
        awards = awards[:1]
    return max(awards, default=Fraction(0)) * _largest_play_multiple(book, offer)


METERS_COUNTED = "PG-106"
"""Earlier editions of the book, under which tables may have been opened, do not have this reading, and counted no meter."""


def _starting_amounts(offer: Offer, meters: Sequence[FiledMeter]) -> dict[str, Fraction]:
    """Return what the meters of a wager begin with, at first or after a reset, whichever is more (PG-106)."""
    return {meter.name: Fraction(max(meter.seed, meter.reset).amount) for meter in meters if meter.wager == offer.wager}


def _made_hands(book: Regulation, offer: Offer, deal: Kind, readings: Readings) -> tuple[str, ...]:
    """Return the hands of a wager's list that a deal makes, the highest first. A wager that other cards decide, or that the book's
    data describes, may win any row."""
    if book.wagers[offer.wager].side_bet is not None:
        return tuple(row.hand for row in sorted(offer.paytable.rows, key=lambda row: -row.pays.award(offer.minimum)))
    if isinstance(deal[-1], BestRound):
        return deciding_hands(book.wagers[offer.wager].decided_by, *deal, readings)
    order = next((order for order in ORDERS if order.name == book.wagers[offer.wager].order), None)
    if order is None or len(deal) not in order.card_counts:
        return tuple(row.hand for row in offer.paytable.rows)
    return _best_made_hands(order, deal)


def _does_minimum_earn_envy(wager: Wager, book: Regulation, offer: Offer) -> bool:
    """Return whether the smallest wager earns envy."""
    least = book.value_of("envy-minimum")
    return isinstance(least, Cents) and (offer.minimum >= least or not wager.has_envy_minimum)


def _envy_by_deal(book: Regulation, envied: Sequence[Offer]) -> dict[Kind, Fraction]:
    return {deal: sum((_best_envy(book, offer, deal) for offer in envied), Fraction(0)) for deal in _deals_of_seven()}


def _best_envy(book: Regulation, offer: Offer, deal: Deal) -> Fraction:
    """Return what the deal of another player earns."""
    order = next((order for order in ORDERS if order.name == book.wagers[offer.wager].order), None)
    if order is None:
        return Fraction(0)
    rows = [table.row(hand) for table in offer.envy for hand in _best_made_hands(order, deal)]
    return max((row.pays.award(offer.minimum) for row in rows if row is not None), default=Fraction(0))


@cache
def _best_made_hands(order: HandOrder, deal: Deal) -> tuple[str, ...]:
    if any(card.is_joker for card in deal) and not order.has_joker:
        return ()
    return tuple(str(hand.category) for hand in order.find_all(deal))


# Hands that are held together

SUITS, RANKS = "cdhs", "23456789TJQKA"


def most_held_together(awards: Sequence[Mapping[Kind, Fraction]]) -> Fraction:
    """Return the most that several hands of one deck win together, given what each wins with a deal of each kind.

    Hands with the same awards come one after the other; for these the kinds are tried from the best down, each only once.
    """
    ranked = [
        sorted(((each[deal], cards) for deal, cards in _deals_in_one_deck()), key=_first, reverse=True) for each in awards
    ]
    rest = [sum((kinds[0][0] for kinds in ranked[place + 1 :]), Fraction(0)) for place in range(len(ranked))]

    def search(place: int, start: int, held: frozenset[Card], won: Fraction, best: Fraction) -> Fraction:
        best = max(best, won)
        for number in range(start, len(ranked[place]) if place < len(ranked) else 0):
            award, cards = ranked[place][number]
            same = awards[place + 1 :].count(awards[place])
            if won + award * (same + 1) + rest[place + same] <= best:
                break
            if held.isdisjoint(cards):
                following = number if place + 1 < len(awards) and awards[place + 1] is awards[place] else 0
                best = search(place + 1, following, held | cards, won + award, best)
        return best

    return search(0, 0, frozenset(), Fraction(0), Fraction(0))


def _first(pair: tuple[Fraction, frozenset[Card]]) -> Fraction:
    return pair[0]


@cache
def _deals_in_one_deck() -> tuple[tuple[Deal, frozenset[Card]], ...]:
    """Return a deal of each kind, with the sets of cards that make its hand; other cards of the deck fill it up. The sets are
    chosen so that several fit into one deck: a seven-card straight flush up to the eight leaves the royal flush of its suit.
    """
    made: list[tuple[str, str]] = [("As Ah Ad Ac Jk 9h 2d", "As Ah Ad Ac Jk")]
    made += [("9s 9h 9d 9c 5s 2h Jd", " ".join(rank + suit for suit in SUITS)) for rank in RANKS]
    for suit in SUITS:
        made += [
            ("2c 3c 4c 5c 6c 7c 8c", _of_suit("2345678", suit)),
            ("2c 3c 4c 5c 6c 7c Jk", _of_suit("9TJQKA", suit) + " Jk"),
        ]
        made += [("9s 8s 7s 6s 5s 2h Jd", _of_suit(ranks, suit)) for ranks in ("9TJQK", "56789", "23456")]
        royal = _of_suit("TJQKA", suit)
        made.append(("As Ks Qs Js Ts 9h 2d", royal))
        made += [("As Ks Qs Js Ts Kh Qh", f"{royal} {_of_suit('KQ', other)}") for other in SUITS if other != suit]
    made += [(deal, deal) for deal in BEST_DEALS if deal not in dict(made)]
    return tuple((parse_hand(deal), frozenset(parse_hand(cards))) for deal, cards in made)


def _of_suit(ranks: str, suit: str) -> str:
    return " ".join(rank + suit for rank in ranks)


def _largest_play_multiple(book: Regulation, offer: Offer) -> Fraction:
    """Return how much larger than its minimum a Play wager may be on the same Ante."""
    multiples = play_multiples(book) if offer.wager == "play" else (1,)
    return Fraction(max(multiples), min(multiples))
