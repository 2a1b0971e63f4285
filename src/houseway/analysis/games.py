"""One record for each game: how it is solved, advised, counted jointly with optional wagers, and put on a PAR sheet.

A new game is one entry here. Solvers are imported when they are called, because numba takes seconds to load.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from houseway.analysis.decisive_readings import Figures, decisive_readings
from houseway.analysis.joint.distribution import JointDistribution
from houseway.analysis.odds.basis import (
    FOUR_CARD_DECIDERS,
    PAI_GOW_DECIDERS,
    ULTIMATE_DECIDERS,
    Decider,
    DecidingCards,
    OddsInput,
    cards_of_side_bet,
    wager_or_its_earner,
)
from houseway.analysis.par_figures.base_game import ParGame
from houseway.analysis.par_figures.pace import Pace
from houseway.analysis.par_figures.wager import ParWager
from houseway.analysis.solve.solution import Advice, PlayerView, Progress, Solution
from houseway.cards import format_hand
from houseway.errors import Malformed, NotAllowed
from houseway.house_way import HouseWay
from houseway.money import Cents
from houseway.regulation import Paytable, Regulation
from houseway.regulation.games import FOUR_CARD_POKER, PAI_GOW_POKER, ULTIMATE_TEXAS_HOLDEM
from houseway.regulation.settled import unsettled_wagers
from houseway.submission import Rules

Solver = Callable[..., Solution]
"""Solves the game of some rules; the keyword arguments are the record's `solver_options`."""
Adviser = Callable[[Rules, PlayerView, Progress | None], Advice]
JointCounter = Callable[[Rules, Any, str, Cents, Progress | None], JointDistribution]
"""Counts a solved game by the axis that decides an optional wager, paid as at a bet."""
ParBuilder = Callable[[Rules, Any, Pace], tuple[ParGame, tuple[ParWager, ...]]]
"""Returns a solved game and its own wagers for a PAR sheet, paid as at the average bet."""
ChartBuilder = Callable[[Any, bool], dict[str, Any]]
"""Draws a solution, wide or narrow."""


@dataclass(frozen=True)
class GameAnalysis:
    """What the analysis offers for the books of one game."""

    solve: Solver
    count_jointly: JointCounter
    build_par: ParBuilder
    draw_chart: ChartBuilder
    terms: Figures
    """Everything in rules that decides the figures of the base game and of a player's bank."""
    deciders: Mapping[str, Decider]
    """What finds the cards that decide a wager, by the function that pays it, or by the wager if none does."""
    solver_options: tuple[str, ...] = ()
    """Further keyword arguments of the solver."""
    advise: Adviser | None = None
    advice_command: str = ""
    """The command that advises on hands of this game, if `advise` does not."""
    fold_reading: str = ""
    """The reading that leaves it to the operator which optional wagers a fold loses."""
    costly_readings: Mapping[str, str] = field(default_factory=dict)
    """By reading of the game itself, the choice that pays players more than the book's own."""
    bank_readings: tuple[str, ...] = ()
    """The readings that decide only the figures of a player's bank."""


# Ultimate Texas Hold'em


def _solve_ultimate(rules: Rules, progress: Progress | None, **options: str) -> Solution:
    from houseway.analysis.solve.ultimate import solver

    return solver.solve(rules, progress, **options)


def _advise_ultimate(rules: Rules, situation: PlayerView, progress: Progress | None) -> Advice:
    from houseway.analysis.solve.ultimate import advice

    return advice.advise(rules, situation, progress)


def _count_ultimate(rules: Rules, solution: Any, axis: str, bet: Cents, progress: Progress | None) -> JointDistribution:
    from houseway.analysis.joint import ultimate

    return ultimate.count_at_bet(rules, solution, axis, bet, progress)


def _par_of_ultimate(rules: Rules, solution: Any, pace: Pace) -> tuple[ParGame, tuple[ParWager, ...]]:
    from houseway.analysis.par_figures import game

    return game.build_ultimate(rules, solution, pace)


def _chart_of_ultimate(solution: Any, narrow: bool) -> dict[str, Any]:
    from houseway.analysis import charts

    return charts.draw_ultimate(solution, narrow)


def _terms_of_ultimate(rules: Rules) -> object:
    """Return the terms of the solution, and the awards of the Blind at the lowest Antes, which a reading rounds."""
    from houseway.analysis.odds.by_stake import blind_awards
    from houseway.analysis.solve.ultimate.terms import UltimateTerms

    return UltimateTerms.from_rules(rules), blind_awards(rules)


# Four Card Poker


def _solve_four_card(rules: Rules, progress: Progress | None, **options: str) -> Solution:
    from houseway.analysis.solve import four_card

    return four_card.solve(rules, progress, **options)


def _advise_four_card(rules: Rules, situation: PlayerView, progress: Progress | None) -> Advice:
    from houseway.analysis.solve import four_card

    return four_card.advise(rules, situation)


def _count_four_card(rules: Rules, solution: Any, axis: str, bet: Cents, progress: Progress | None) -> JointDistribution:
    from houseway.analysis.joint import four_card

    return four_card.count_jointly(rules, solution, axis, progress)


def _par_of_four_card(rules: Rules, solution: Any, pace: Pace) -> tuple[ParGame, tuple[ParWager, ...]]:
    from houseway.analysis.par_figures import game

    return game.build_four_card(rules, solution, pace)


def _chart_of_four_card(solution: Any, narrow: bool) -> dict[str, Any]:
    from houseway.analysis import charts

    return charts.draw_four_card(solution, narrow)


def _terms_of_four_card(rules: Rules) -> object:
    from houseway.analysis.solve.four_card import FourCardTerms

    return FourCardTerms.from_rules(rules)


# Pai Gow Poker


def _solve_pai_gow(rules: Rules, progress: Progress | None, **options: str | HouseWay) -> Solution:
    from houseway.analysis.solve.pai_gow import house_ways

    return house_ways.solve_rules(rules, progress, **options)


def _count_pai_gow(rules: Rules, solution: Any, axis: str, bet: Cents, progress: Progress | None) -> JointDistribution:
    from houseway.analysis.joint import pai_gow

    return pai_gow.count_jointly(rules, solution, axis, bet, progress)


def _par_of_pai_gow(rules: Rules, solution: Any, pace: Pace) -> tuple[ParGame, tuple[ParWager, ...]]:
    from houseway.analysis.par_figures import game

    return game.build_pai_gow(rules, solution, pace)


def _chart_of_pai_gow(solution: Any, narrow: bool) -> dict[str, Any]:
    from houseway.analysis import charts

    return charts.draw_pai_gow(solution, narrow)


def _terms_of_pai_gow(rules: Rules) -> object:
    from houseway.analysis.solve.pai_gow.counts import PaiGowTerms

    return PaiGowTerms.from_rules(rules)


GAMES: Mapping[str, GameAnalysis] = {
    PAI_GOW_POKER: GameAnalysis(
        solve=_solve_pai_gow,
        count_jointly=_count_pai_gow,
        build_par=_par_of_pai_gow,
        draw_chart=_chart_of_pai_gow,
        terms=_terms_of_pai_gow,
        deciders=PAI_GOW_DECIDERS,
        solver_options=("house_way", "against"),
        advice_command="houseway set '{cards}' --exact",
        costly_readings={"DIV-01": "two-to-one"},
        bank_readings=("PG-25", "PG-26", "PG-29", "DIV-41", "DIV-43"),
    ),
    ULTIMATE_TEXAS_HOLDEM: GameAnalysis(
        solve=_solve_ultimate,
        count_jointly=_count_ultimate,
        build_par=_par_of_ultimate,
        draw_chart=_chart_of_ultimate,
        terms=_terms_of_ultimate,
        deciders=ULTIMATE_DECIDERS,
        solver_options=("strategy",),
        advise=_advise_ultimate,
        fold_reading="UTH-09",
        costly_readings={"UTH-01": "pays-even"},
    ),
    FOUR_CARD_POKER: GameAnalysis(
        solve=_solve_four_card,
        count_jointly=_count_four_card,
        build_par=_par_of_four_card,
        draw_chart=_chart_of_four_card,
        terms=_terms_of_four_card,
        deciders=FOUR_CARD_DECIDERS,
        advise=_advise_four_card,
        fold_reading="FC-13",
    ),
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
