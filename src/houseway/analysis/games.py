"""The registry of games: how each is solved, advised, counted jointly with optional wagers, and put on a PAR sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from houseway.analysis.decisive_readings import decisive_readings
from houseway.analysis.four_card import analysis as four_card
from houseway.analysis.game_analysis import Adviser, GameAnalysis
from houseway.analysis.joint_distribution import JointDistribution
from houseway.analysis.odds.basis import (
    Decider,
    DecidingCards,
    OddsInput,
    cards_of_side_bet,
    wager_or_its_earner,
)
from houseway.analysis.pai_gow import analysis as pai_gow
from houseway.analysis.solve.solution import Advice, PlayerView, Progress, Solution
from houseway.analysis.spot_rounds.round_counts import RoundCounts
from houseway.analysis.ultimate import analysis as ultimate
from houseway.cards import format_hand
from houseway.errors import Malformed, NotAllowed
from houseway.house_way import HouseWay
from houseway.money import Cents
from houseway.regulation import Paytable, Regulation
from houseway.regulation.games import FOUR_CARD_POKER, PAI_GOW_POKER, ULTIMATE_TEXAS_HOLDEM
from houseway.regulation.settled import unsettled_wagers
from houseway.submission import Rules

GAMES: Mapping[str, GameAnalysis] = {
    PAI_GOW_POKER: pai_gow.ANALYSIS,
    ULTIMATE_TEXAS_HOLDEM: ultimate.ANALYSIS,
    FOUR_CARD_POKER: four_card.ANALYSIS,
}
"""By the name of the game in its rule books."""


def analysis_of(book: Regulation, what: str = "solve") -> GameAnalysis:
    """Return the record of a book's game, or refuse in the name of what was asked."""
    if book.game not in GAMES:
        raise NotAllowed(
            f"{book.id} cannot be {what}d yet; these games can: {', '.join(GAMES)}",
            code=f"{what}.book",
            given=book.id,
            allowed=tuple(GAMES),
        )
    return GAMES[book.game]


def solve_game(rules: Rules, progress: Progress | None = None, **options: str | HouseWay) -> Solution:
    """Solve the game of these rules; the solution names the readings that decide its figures."""
    check_options(rules, tuple(options))
    record = analysis_of(rules.regulation)
    solution: Any = record.solve(rules, progress, **options)
    decisive = decisive_readings(rules, solution.provenance.readings, record.terms)
    found: Solution = replace(solution, provenance=replace(solution.provenance, readings=decisive))
    return found


def check_options(rules: Rules, options: tuple[str, ...]) -> None:
    """Refuse options that the game's solver does not know, before anything is solved."""
    known = analysis_of(rules.regulation).solver_options
    for name in options:
        if name not in known:
            message = f"{rules.book} cannot be solved with a {name.replace('_', ' ')}; leave that option out"
            raise Malformed(message, code="solve.how", given=name, allowed=known)


def rate_choices(rules: Rules, situation: PlayerView, progress: Progress | None = None) -> Advice:
    """Return the exact expectation of every choice that a player has now."""
    return check_advisable(rules, situation)(rules, situation, progress)


def check_advisable(rules: Rules, situation: PlayerView) -> Adviser:
    """Return what advises on the hands of a game, or refuse a game in which players set their cards."""
    record = analysis_of(rules.regulation, "advise")
    if record.advise is None:
        command = record.advice_command.format(cards=format_hand(situation.cards) or "seven cards")
        raise NotAllowed(
            f"in {rules.book} players set their cards; this shows the value of every setting: {command}",
            code="advise.book",
            given=rules.book,
            allowed=tuple(game for game, other in GAMES.items() if other.advise is not None),
        )
    return record.advise


def count_jointly(
    rules: Rules, solution: Solution, axis: str, bet: Cents, progress: Progress | None = None
) -> JointDistribution:
    """Count a solved game by the axis that decides an optional wager; the bet matters where something is rounded or cut."""
    return analysis_of(rules.regulation).count_jointly(rules, solution, axis, bet, progress)


def count_rounds(
    rules: Rules, solution: Solution, axes: Sequence[str], bet: Cents, progress: Progress | None = None
) -> RoundCounts:
    """Count a solved game by all axes that decide optional wagers of a spot at once; without an axis, the game alone."""
    return analysis_of(rules.regulation).count_rounds(rules, solution, axes, bet, progress)


def find_deciding_cards(odds_input: OddsInput, wager: str, table: Paytable) -> DecidingCards:
    """Return the cards that decide a wager. Wagers of the base game depend on the play, so they are solved, not counted."""
    side_bet = odds_input.regulation.wager(wager).side_bet
    if side_bet is not None:
        return cards_of_side_bet(wager, side_bet)
    is_unsettled = wager in unsettled_wagers(odds_input.regulation)
    found = None if is_unsettled else _decider_of(odds_input.regulation, wager)
    if found is None:
        title, known = odds_input.regulation.wager(wager).title, counted_wagers(odds_input.regulation)
        why = "depend on how the game is played: use `houseway solve`"
        if is_unsettled:
            why = "are not counted, because houseway has no code that settles it"
        raise NotAllowed(
            f"the odds of the {title} {why}; `odds` counts {', '.join(known)}",
            code="odds.not-counted",
            clauses=(odds_input.regulation.wager(wager).clause,),
            given=wager,
            allowed=known,
        )
    return found(odds_input, wager, table)


def uncounted_wagers(source: Regulation | Rules) -> tuple[str, ...]:
    """Return the wagers of a book, or those that a table offers, whose odds nobody can count because no code settles them."""
    book = source.regulation if isinstance(source, Rules) else source
    named = (
        [table.wager for offer in source.offers.values() for table in (offer.paytable, *offer.envy)]
        if isinstance(source, Rules)
        else book.wagers
    )
    return tuple(wager for wager in unsettled_wagers(book) if wager in named)


def counted_wagers(book: Regulation) -> tuple[str, ...]:
    """Return the wagers that cards alone decide."""
    if book.game not in GAMES:
        return tuple(id_ for id_, wager in book.wagers.items() if wager.side_bet is not None)
    unsettled = unsettled_wagers(book)
    settled = (wager for wager in book.wagers.values() if wager.id not in unsettled)
    return tuple(wager.id for wager in settled if wager.side_bet is not None or _decider_of(book, wager.id) is not None)


def _decider_of(book: Regulation, wager: str) -> Decider | None:
    record = wager_or_its_earner(book, wager)
    return GAMES[book.game].deciders.get(record.paid_by or record.id)
