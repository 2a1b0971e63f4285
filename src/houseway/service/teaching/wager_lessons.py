"""Each wager of a table in a sentence, with what it pays there and what it costs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from houseway.analysis import WagerOdds, all_odds
from houseway.analysis.odds.basis import is_envy
from houseway.citation import Citation
from houseway.explanation.lesson import read_lesson
from houseway.money import Cents
from houseway.regulation import Paytable
from houseway.submission.rules import Rules


class CostedBy(StrEnum):
    """What a wager's edge is a share of, and where it comes from."""

    STAKE = "stake"
    """Of its own stake, counted from the cards."""
    GAME = "game"
    """Of its own stake, from the solved game with all that belongs to it."""
    ENVY = "envy"
    """Of the stake that earns it, for each other player's hand."""
    BASE = "base"
    """It belongs to the game, and its cost is in the figure of the first wager."""
    UNKNOWN = "unknown"
    """The game has not been solved under these rules yet."""


@dataclass(frozen=True, slots=True)
class WagerLesson:
    """A wager as a player is told of it."""

    wager: str
    title: str
    clause: Citation
    words: str
    costed_by: CostedBy
    edges: tuple[tuple[Cents | None, Fraction], ...]
    """The house edge, by stake where it depends on the stake."""
    paytable: Paytable
    """What it pays at the table."""


def explain_wagers(
    rules: Rules, game_edges: Sequence[Fraction], meters: Mapping[str, Cents] | None = None
) -> tuple[WagerLesson, ...]:
    """Return the wagers that are offered, the base wager first, in the order of the book. Meters count at what they show; at their
    seeds if nothing is given."""
    counted: dict[str, list[WagerOdds]] = {}
    for odds in all_odds(rules, meters=meters):
        counted.setdefault(odds.wager, []).append(odds)
    tables = {table.wager: table for offer in rules.offers.values() for table in (offer.paytable, *offer.envy)}
    offered = [wager for wager in rules.regulation.wagers.values() if wager.id in tables]
    sentences = read_lesson(rules.book).wagers
    return tuple(
        WagerLesson(
            wager.id,
            wager.title,
            wager.clause,
            sentences[wager.id],
            *_find_cost(rules, wager.id, counted.get(wager.id, []), game_edges),
            tables[wager.id],
        )
        for wager in offered
    )


def _find_cost(
    rules: Rules, wager: str, counted: Sequence[WagerOdds], game_edges: Sequence[Fraction]
) -> tuple[CostedBy, tuple[tuple[Cents | None, Fraction], ...]]:
    """Return what a wager's edge is a share of, and the edge by stake."""
    if counted:
        kind = CostedBy.ENVY if is_envy(rules.regulation, wager) else CostedBy.STAKE
        return kind, tuple((odds.stake, odds.house_edge) for odds in counted)
    if wager != next(iter(rules.offers)):
        return CostedBy.BASE, ()
    return (CostedBy.GAME if game_edges else CostedBy.UNKNOWN), tuple((None, edge) for edge in game_edges)
