"""What an act in a round against the dealer sees: who takes part, in which order, and whose turn it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from houseway.events import Command, Event
from houseway.games import wagers
from houseway.games.against_dealer.dealer_game import DealerGame, DecisionRound
from houseway.games.against_dealer.law import same_rule
from houseway.games.against_dealer.state import DEALING, DECIDING, WHEN, DealerGameRound, evolve
from houseway.games.round import Effect, Stake
from houseway.games.round_context import RoundContext
from houseway.procedure import ANTE, PROGRESSIVE
from houseway.submission import Rules
from houseway.values import ANSWERS_ABOUT_RULES, lazy_property, memoize_by, with_changes

OWN_PLACE = same_rule("7.C")


@dataclass(frozen=True)
class DealerGameContext(RoundContext):
    DERIVED_FIELDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"round": ("playing_positions", "undecided_positions")}
    dealer_game: ClassVar[DealerGame]
    round: DealerGameRound

    @lazy_property
    def playing_positions(self) -> tuple[int, ...]:
        """Return positions that get cards, clockwise from the dealer's left."""
        return _playing_positions(self.round.stakes, self.rules)

    @property
    def settling_positions(self) -> tuple[int, ...]:
        """Return the same positions in order of settlement: counterclockwise from the dealer's right."""
        return tuple(reversed(self.playing_positions))

    @property
    def decision_round(self) -> DecisionRound | None:
        """Return the current decision round, if there is one."""
        number, streets = self.round.decision_round, self.dealer_game.decision_rounds
        return streets[number] if number < len(streets) else None

    @property
    def position_to_act(self) -> int | None:
        """Return whose decision is due."""
        state = self.round
        if (
            not state.hands
            or state.must_reshuffle
            or state.places_to_rule
            or state.dealer_turned
            or self.decision_round is None
        ):
            return None
        for place in self.undecided_positions:
            if len(state.decisions.get(place, ())) <= state.decision_round:
                return place
        return None

    @lazy_property
    def undecided_positions(self) -> tuple[int, ...]:
        """Return positions that have neither played nor folded yet."""
        state, competes = self.round, self.dealer_game.plays_dealer
        over = [place for place in self.playing_positions if state.has_decided(place) or place in state.abandoned]
        return tuple([place for place in self.playing_positions if place not in over and competes(state.stakes[place])])

    @property
    def possible_times(self) -> tuple[str, ...]:
        """Return when something that is reported now may have happened, the present last."""
        if not self.round.dealt:
            return (DEALING,)
        return (DEALING, DECIDING) if self.undecided_positions and not self.round.must_reshuffle else WHEN

    def is_in_play(self, position: int) -> bool:
        """Return whether a position's hand is still compared with the dealer's."""
        return self.round.has_played(position) and not self.round.base_void and position not in self.round.abandoned

    def open_optional_wagers(self, position: int) -> tuple[str, ...]:
        """Return unsettled optional wagers of a position, in order."""
        paid, placed = self.round.paid, self.round.stakes.get(position, ())
        return tuple([wager for wager in self.rules.settlement_order if wager in placed and (position, wager) not in paid])

    def is_progressive_accepted(self, position: int) -> bool:
        """Return whether the light of a position is on, or a floorperson has let its wager stand without light."""
        return position in self.lit or position in self.round.lights_ruled

    def progressive_stake(self, position: int) -> Stake | None:
        """Return a position's progressive wager, if it has one that was not given back."""
        ended = self.round.results.get((position, PROGRESSIVE))
        return None if ended and ended.result == "void" else self.round.stake_on(position, PROGRESSIVE)

    def envy_stake(self, position: int) -> Stake | None:
        """Return a position's progressive wager, if it may earn envy: if neither a fold nor leaving the table has lost it."""
        state = self.round
        lost = (position, PROGRESSIVE) in state.lost_by_fold or position in state.abandoned
        return None if lost else self.progressive_stake(position)


def context_after(context: DealerGameContext, *made: Effect) -> DealerGameContext:
    """Return the context after some events."""
    state = context.round
    for each in made:
        if isinstance(each, Event):
            state = evolve(state, each)
    return with_changes(context, round=state)


@memoize_by(type)
def _playing_positions(stakes: Mapping[int, Mapping[str, Stake]], rules: Rules) -> tuple[int, ...]:
    """Memoized, because it does not change after the betting."""
    dealt = wagers_with_cards(rules)
    return tuple([place for place, placed in sorted(stakes.items()) if not dealt.isdisjoint(placed)])


@lru_cache(maxsize=ANSWERS_ABOUT_RULES)
def wagers_with_cards(rules: Rules) -> frozenset[str]:
    """Return the wagers that need no other: whoever has one of them gets cards."""
    placed_first = [wager for wager in rules.settlement_order if not rules.wagers[wager].needs]
    return frozenset((ANTE, *placed_first))


def own_position(context: DealerGameContext, command: Command) -> int:
    return wagers.own_position(context, command, OWN_PLACE)
