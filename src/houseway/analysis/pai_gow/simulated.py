"""Pai Gow Poker, as it is simulated: how wagers end by house ways, against the dealer or a bank, and what seven cards bring."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from houseway.analysis.odds.counts import ShownHands, shipped_counts_by
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.pai_gow.banks import bank_schedule, house_stake
from houseway.analysis.pai_gow.by_stake import net_win_at_stake
from houseway.analysis.pai_gow.envies import earned_envy
from houseway.analysis.pai_gow.joint import SOURCES, classify_hands
from houseway.analysis.pai_gow.solve.counts import PaiGowTerms
from houseway.analysis.pai_gow.solve.house_ways import filed_house_way
from houseway.analysis.pai_gow.solve.solver import OPTIMAL, PaiGowSolution, kernel_way
from houseway.analysis.simulated_games.envies import EarnedEnvy
from houseway.analysis.simulated_games.lines import (
    NOTHING,
    UNSOLVED,
    ExactNets,
    PlayRounds,
    ShownOutcome,
    SimulatedGame,
    SimulatedLine,
    exact_side,
    side_line,
)
from houseway.analysis.simulated_games.plan import NIGHT_ROUNDS, SimulationPlan
from houseway.analysis.solve.solution import Solution
from houseway.disk_cache import Arrays, cached_arrays
from houseway.errors import NotAllowed
from houseway.games.awards import vigorish_on, vigorish_rate
from houseway.house_way import HouseWay, compile_house_way, house_way_names
from houseway.kernels.held_categories import CATEGORY_BITS
from houseway.kernels.layout import U8, U16
from houseway.kernels.pai_gow.setting import table_size
from houseway.kernels.simulation import pai_gow as kernel
from houseway.money import Cents
from houseway.procedure import PAI_GOW
from houseway.submission import Rules

DECK = 53
_GAME, _SPACE, _HELD = "pai-gow", "deal", "held"
_ROUNDING = "vigorish.rounding"
_BANKED = "what the vigorish takes of a bank's surplus is not counted exactly"
_AS_FILED = "vigorish is charged and rounded as filed"
_TO_THE_FRACTION = "vigorish is charged to the fraction of a cent, because the rule book leaves its rounding to the operator"
_OTHER_WAYS = "players against the hands of a bank, which another player sets, were not counted"
_COVERED = "a bank's chips always cover the wagers against it, and the house stakes against it in full"
_ALONE = "every bank banks alone: co-banks, which these rules offer, are not simulated"


def describe(rules: Rules, plan: SimulationPlan, sides: Sequence[WagerOdds], solution: Solution | None) -> SimulatedGame:
    """Return the game with the plan's wagers; dealer and players set by house ways."""
    terms = PaiGowTerms.from_rules(rules)
    dealer, player = _ways(rules, plan)
    held = HeldNumbers.of_all_classes()
    envies = earned_envy(rules, plan.sides, [each.shown for each in held.shown], plan.players)
    banks = np.array(bank_schedule(rules, plan, NIGHT_ROUNDS) if plan.banking else (), dtype=np.int64)
    units = np.array([each.units for each in envies], dtype=np.uint16).reshape(len(envies), len(held.shown))
    play = kernel.PaiGowPlay(banks, terms.copies_push, units)
    codes = [
        kernel.class_codes(kernel_way(compile_house_way(way, terms.order)), held.numbers, held.one_suit_numbers)
        for way in (player, dealer)
    ]
    most_envy = max((each.most_units for each in envies), default=0)
    return SimulatedGame(
        DECK,
        kernel.row_length(plan.players),
        kernel.AXES_BEFORE_ENVY + len(envies),
        max(kernel.GAME_OUTCOMES if plan.banking else kernel.AS_BANK, len(held.shown), most_envy + 1),
        (
            *_base_lines(rules, plan, terms, solution),
            *(_side_line(each, held) for each in sides),
            *(_envy_line(each, kernel.AXES_BEFORE_ENVY + place) for place, each in enumerate(envies)),
        ),
        NewPaiGowPlayer(codes[0], codes[1], play, plan.players),
        _in_words(dealer, player),
        (_AS_FILED if _is_rounded(rules) else _TO_THE_FRACTION, *(_about_banks(rules) if plan.banking else ())),
        draws=(rules.regulation.number_of("starting-numbers"),),
    )


def _ways(rules: Rules, plan: SimulationPlan) -> tuple[HouseWay, HouseWay]:
    named, against = (plan.ways.get(name, "") for name in ("house_way", "against"))
    dealer = HouseWay.load(named) if named else filed_house_way(rules)
    if against == OPTIMAL:
        raise NotAllowed(
            "every hand set best is not simulated; name a house way for the players",
            code="simulate.optimal",
            given=against,
            allowed=house_way_names(),
        )
    return dealer, HouseWay.load(against) if against else dealer


def _in_words(dealer: HouseWay, player: HouseWay) -> str:
    others = "as does the dealer" if player.hash == dealer.hash else f"the dealer by {dealer.title}"
    return f"every player sets by the house way {player.title}, {others}"


def _about_banks(rules: Rules) -> tuple[str, ...]:
    return (_COVERED, _ALONE) if rules.options.get("bank.co-banking") else (_COVERED,)


@dataclass(frozen=True)
class NewPaiGowPlayer:
    """Makes players of rounds, each with working memory of its own. It can be sent to another machine."""

    players: kernel.ClassCodes = field(repr=False)
    dealers: kernel.ClassCodes = field(repr=False)
    play: kernel.PaiGowPlay
    seats: int

    def __call__(self) -> PlayRounds:
        fixed = (self.players, self.dealers, self.play, kernel.lookup(), kernel.new_room(self.seats))

        def play_rounds(cards: U8, out: U16, first: int = 0) -> None:
            kernel.play_rounds(cards, first, *fixed, out)

        return play_rounds


# What seven cards hold


@dataclass(frozen=True, eq=False)
class HeldNumbers:
    """Everything that seven cards may hold, numbered, and the number of each class of hands."""

    shown: tuple[ShownOutcome, ...]
    numbers: U16
    one_suit_numbers: U16
    """If both cards beside a long suit are of one suit."""

    @classmethod
    def of_all_classes(cls) -> "HeldNumbers":
        def build() -> Arrays:
            classes = classify_hands()
            held, found = np.unique(np.concatenate([classes.held, classes.one_suit_held]), return_inverse=True)
            numbers = np.zeros((2, table_size()), dtype=np.uint16)
            numbers[:, classes.places] = found.reshape(2, -1)
            return {"held": held, "numbers": numbers}

        found = cached_arrays("pai-gow-held-numbers", None, (*SOURCES, "analysis/pai_gow/simulated.py"), build)
        return cls(tuple(ShownOutcome(_names(each)) for each in found["held"].tolist()), *found["numbers"])


def _names(held: int) -> ShownHands:
    return tuple(sorted(str(category) for category, bit in CATEGORY_BITS.items() if held & bit))


def _side_line(odds: WagerOdds, held: HeldNumbers) -> SimulatedLine:
    if odds.deciding_cards.is_drawn_number:
        drawn, rest = odds.rows
        nets = tuple(each.net * odds.stake.amount for each in (rest, drawn))
        return SimulatedLine(odds.wager, odds.title, odds.stake, kernel.NUMBER, nets, True, exact_side(odds))
    return side_line(odds, kernel.HELD, [(each, False) for each in held.shown], False)


def _envy_line(envy: EarnedEnvy, axis: int) -> SimulatedLine:
    nets = tuple(envy.unit * units for units in range(envy.most_units + 1))
    counted = [(shown, count) for (shown,), count in shipped_counts_by(_GAME, _SPACE, _HELD).cells]
    return SimulatedLine(envy.name, envy.title, envy.stake, axis, nets, True, envy.exact(counted))


# Base wagers


def _base_lines(rules: Rules, plan: SimulationPlan, terms: PaiGowTerms, solution: Solution | None) -> Iterator[SimulatedLine]:
    bet = plan.bet.amount
    brings = (net_win_at_stake(rules, plan.bet) if _is_rounded(rules) else terms.pays) * bet
    counts = solution.counts if isinstance(solution, PaiGowSolution) else None
    exact = None if counts is None else ((brings, counts.win), (NOTHING, counts.push), (-Fraction(bet), counts.lose))
    dealer = dict(enumerate((brings, NOTHING, -Fraction(bet))))
    title, why = rules.regulation.wager(PAI_GOW).title, "" if exact else UNSOLVED
    if not plan.banking:
        yield SimulatedLine(PAI_GOW, title, plan.bet, kernel.GAME, _nets(dealer), True, exact, why)
        return
    charged = _vigorish(rules, plan.bet, "against-bank")
    bank = {kernel.AGAINST_BANK + place: net for place, net in enumerate((bet - charged, NOTHING, -Fraction(bet)))}
    by_one_way = isinstance(solution, PaiGowSolution) and solution.player.hash == solution.dealer.hash
    against = solution.counts.counts_as_bank(terms) if isinstance(solution, PaiGowSolution) and by_one_way else None
    own = dict(_bank_nets(rules, plan))
    yield SimulatedLine(PAI_GOW, title, plan.bet, kernel.GAME, _nets({**dealer, **bank, **own}), True, None, _BANKED)
    share = _share_with_dealer(rules, plan)
    part = None if exact is None else _in_part_of_rounds(exact, share)
    yield SimulatedLine("against-dealer", "against the dealer", plan.bet, kernel.GAME, _nets(dealer), False, part, why)
    others = (1 - share) * Fraction(plan.players - 1, plan.players)
    banked = None
    if against is not None:
        ends = ((bet - charged, against.lose), (NOTHING, against.push), (-Fraction(bet), against.win))
        banked = _in_part_of_rounds(ends, others)
    why = "" if banked else UNSOLVED if solution is None else _OTHER_WAYS
    yield SimulatedLine("against-bank", "against a bank", plan.bet, kernel.GAME, _nets(bank), False, banked, why)
    yield SimulatedLine("as-bank", "as the bank", plan.bet, kernel.GAME, _nets(own), False, None, _BANKED)


def _nets(found: Mapping[int, Fraction]) -> tuple[Fraction, ...]:
    return tuple(found.get(outcome, NOTHING) for outcome in range(max(found) + 1))


def _is_rounded(rules: Rules) -> bool:
    return rules.options.get(_ROUNDING) is not None


def _vigorish(rules: Rules, won: Cents, kind: str) -> Fraction:
    """Return the vigorish on a win: as filed, or to the fraction of a cent."""
    return Fraction(vigorish_on(rules, won, kind).amount) if _is_rounded(rules) else vigorish_rate(rules, kind) * won.amount


def _bank_nets(rules: Rules, plan: SimulationPlan) -> Iterator[tuple[int, Fraction]]:
    """Yield what a bank wins, by outcome: what it took less what it paid, and less the vigorish on what is left in the centre.

    If players are settled one after the other (reading PG-26), the bank does not get back from later losers what it put in: the
    centre is never below nothing.
    """
    one_pass = rules.takes_reading("PG-26=one-pass")
    bet, house, most = plan.bet.amount, house_stake(rules, plan.bet).amount, kernel.MOST_OPPONENTS
    for result, of_house in ((kernel.WON, house), (kernel.PUSHED, 0), (kernel.LOST, -house)):
        lost, won = max(-of_house, 0), max(of_house, 0)
        for total in range(-most, most + 1):
            for least in range(-most, most + 1):
                centre = max(lost + total * bet, (total - least) * bet if one_pass else 0, 0)
                surplus = max(centre - won, 0)
                net = lost + total * bet - won - (_vigorish(rules, Cents(surplus), "bank") if surplus else 0)
                yield kernel.bank_outcome(result, total, least), Fraction(net)


def _share_with_dealer(rules: Rules, plan: SimulationPlan) -> Fraction:
    """Return the share of the rounds in which nobody banks."""
    schedule = bank_schedule(rules, plan, NIGHT_ROUNDS)
    nights, rest = divmod(plan.rounds, NIGHT_ROUNDS)
    without = nights * schedule.count(kernel.NOBODY) + schedule[:rest].count(kernel.NOBODY)
    return Fraction(without, plan.rounds)


def _in_part_of_rounds(exact: ExactNets, share: Fraction) -> ExactNets:
    """Return the distribution over all rounds of what is decided in a part of them."""
    total = sum(count for _, count in exact)
    played = tuple((net, count * share.numerator) for net, count in exact)
    return (*played, (NOTHING, total * (share.denominator - share.numerator)))
