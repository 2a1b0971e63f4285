"""The game itself on a PAR sheet: its figures, the distribution of its results, its strategy and a player's bank."""

from collections.abc import Iterator
from fractions import Fraction

from houseway.analysis.exact import as_decimal, as_short_signed_decimal
from houseway.analysis.par_figures.base_game import ParGame, StrategyGrid
from houseway.documents.document import Element
from houseway.documents.par_chapters import reading_words
from houseway.documents.par_words import (
    DEVIATION_PLACES,
    deviation_words,
    edges_by_stake,
    money_words,
    percent_words,
)
from houseway.documents.wording import join_words

BANK_COLUMNS = ("Opponents", "Before vigorish", "Vigorish", "", "Expected value")
NET_PLACES = 3
MOST_BINS = 10
"""Results of up to this many bets are shown one by one, rounded to the nearest; larger results are shown together."""


def game_data(game: ParGame) -> dict[str, object]:
    return {
        "title": "The game itself",
        "figures": _figures(game),
        "distribution": net_distribution(game),
        "caption": _distribution_caption(game),
        "frequencies": [(action, percent_words(share)) for action, share in game.frequencies.items()],
        "strategy": game.strategy,
        "notes": [note for note in _notes(game) if note[1]],
        "grid": _grid_data(game.grid) if game.grid else None,
        "bank": {"columns": BANK_COLUMNS, "rows": _bank_rows(game)} if game.bank else None,
        "bank_notes": [note for note in _bank_notes(game) if note[1]],
    }


def game_elements(game: ParGame) -> tuple[Element, ...]:
    notes = (note for note in (*_notes(game), *_bank_notes(game)) if note[1])
    return (
        *(Element("figure", figure, wager="game") for figure in _figures(game)),
        *(Element("strategy", (text,)) for text in game.strategy),
        *(Element("bank", row) for row in _bank_rows(game)),
        *(Element("note", note, wager="game") for note in notes),
    )


def _figures(game: ParGame) -> list[tuple[str, str, str]]:
    several = [
        ("Element of risk", percent_words(game.element_of_risk), "of all stakes"),
        ("Staked on average", as_decimal(game.average_stake, 4), f"{game.unit}s"),
    ]
    return [
        ("House edge", percent_words(game.house_edge), f"of the {game.unit}"),
        *(several if game.average_stake != 1 else ()),
        ("Return to player", percent_words(game.return_to_player), ""),
        ("Rounds won", percent_words(game.hit_frequency), ""),
        ("Standard deviation", as_decimal(game.standard_deviation, DEVIATION_PLACES), f"{game.unit}s"),
        ("Hold per hour", money_words(game.hourly_hold), ""),
        *((("Combinations", f"{game.total:,}", ""),) if game.average_stake != 1 else ()),
    ]


def _notes(game: ParGame) -> Iterator[tuple[str, str]]:
    yield "Per hour", deviation_words(game.hourly_deviation)
    yield f"By the {game.unit}", edges_by_stake(game.by_stake, game.unit)
    yield "Method", f"{game.total:,} combinations: {game.method}"
    yield "Readings", reading_words(game.readings)
    yield "Assumed", "; ".join(game.assumptions)


def _bank_notes(game: ParGame) -> Iterator[tuple[str, str]]:
    brings = [f"{percent_words(-Fraction(at.bank_odds[0].edge))} at {at.stake}" for at in game.bank_by_stake]
    yield "By the stake", f"expected value against one opponent {join_words(brings)}" if brings else ""
    yield "Readings", reading_words(game.bank_readings)


def _bank_rows(game: ParGame) -> list[tuple[str, str, str, str, str]]:
    """Return a row per number of opponents: result before vigorish, vigorish, whether that is exact, and the expected value; as
    shares of all wagers against the bank."""
    rows = []
    for each in game.bank:
        taken = each.vigorish
        exact = taken if isinstance(taken, Fraction) else Fraction(taken.mean)
        sure = "exact" if isinstance(taken, Fraction) else f"sampled, ± {taken.standard_error * 100:.4f}%"
        shares = percent_words(each.before_vigorish), percent_words(exact), percent_words(-Fraction(each.edge))
        rows.append((str(each.opponents), *shares[:2], sure, shares[2]))
    return rows


# The distribution of net results


def net_distribution(game: ParGame) -> list[tuple[str, float, str, int]]:
    """Return the distribution of net results: label, share, share in words, and side (-1: the player loses, 1: wins)."""
    bins: dict[str, tuple[Fraction, int, int]] = {}
    if _is_binned(game):  # include results that never occur, so that the axis is even
        every = range(_round_half_away(min(game.distribution)), MOST_BINS + 1)
        bins = {_net_label(Fraction(each)): (Fraction(0), each, (each > 0) - (each < 0)) for each in every}
    for net, count in game.distribution.items():
        label, place = _bin_of(game, net)
        side = (net > 0) - (net < 0)
        before = bins.get(label, (Fraction(0), place, side))
        bins[label] = before[0] + Fraction(count, game.total), place, side
    ordered = sorted(bins.items(), key=lambda each: each[1][1])
    return [(label, float(share), percent_words(share, 2) if share else "", side) for label, (share, _, side) in ordered]


def _bin_of(game: ParGame, net: Fraction) -> tuple[str, int]:
    if not _is_binned(game):
        return _net_label(net), int(net * 100)
    nearest = _round_half_away(net)
    return (f"over +{MOST_BINS}", MOST_BINS + 1) if nearest > MOST_BINS else (_net_label(Fraction(nearest)), nearest)


def _distribution_caption(game: ParGame) -> str:
    nearest = ", rounded to the nearest" if _is_binned(game) else ""
    return f"the player's net result of a round, in {game.unit}s{nearest}"


def _is_binned(game: ParGame) -> bool:
    return max(game.distribution) > MOST_BINS


def _round_half_away(net: Fraction) -> int:
    """Round to the nearest integer, halves away from zero."""
    return int(net + Fraction(1, 2)) if net > 0 else -int(Fraction(1, 2) - net)


def _net_label(net: Fraction) -> str:
    return as_short_signed_decimal(net, NET_PLACES)


def _grid_data(grid: StrategyGrid) -> dict[str, object]:
    return {"title": grid.title, "columns": grid.columns, "rows": grid.rows}
