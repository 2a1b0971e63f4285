"""The decisions that a player made in a completed round, each with what he saw when he made it and nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass

from houseway.cards import Card
from houseway.events import Actor, Event, Role
from houseway.games.view_reading import hand_at
from houseway.play.advice import player_view
from houseway.play.driver import DecisionPoint, PlayerChoice, PlayerQuestion
from houseway.service.advice.decisions import SET_HAND, OwnDecision
from houseway.service.clock import MILLISECONDS
from houseway.service.records.replay import Perspective
from houseway.service.records.rounds import RoundCommand, StoredRound
from houseway.table import legal_options
from houseway.table.context import round_context

_MADE_BY = {"player-checked": "check", "play-decided": "play", "hand-folded": "fold", "hand-set": SET_HAND}
"""The act of each kind of event that records a decision."""
_VOID_ROUND = ("round-voided", "base-voided")


@dataclass(frozen=True)
class MadeDecision:
    """A decision as it was due, and how it was made."""

    version: int
    """The version of the table before it."""
    decision: OwnDecision
    chosen: PlayerChoice
    is_own: bool
    """Whether the player made it himself, and nobody in his place."""

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.decision.cards

    @property
    def words(self) -> str:
        """Say when it was due, from what lay open."""
        if self.decision.sets_hand:
            return "setting the hand"
        seen = player_view(self.decision.asked)
        if seen.up_card is not None:
            return f"against {seen.up_card}"
        return f"with {len(seen.board)} cards on the board" if seen.board else "before the flop"


def positions_of(read: StoredRound, player: str) -> tuple[int, ...]:
    """Return the positions at which somebody sat during a round."""
    return tuple(sorted({place for each in read.commands for place, name in each.before.seats.items() if name == player}))


def find_made_decisions(read: StoredRound, player: str, position: int) -> tuple[MadeDecision, ...]:
    """Return a player's decisions at a position of a completed round, in order; none if the program did not know his cards."""
    return tuple(
        made for each in read.commands if each.before.seats.get(position) == player for made in _decisions_in(each, position)
    )


def why_uncounted(read: StoredRound, position: int) -> str:
    """Say why no decision at a position counts; empty if nothing is in the way."""
    for event in read.events:
        if event.kind in _VOID_ROUND:
            return "the round was void"
        if event.kind == "hand-voided" and event.facts.get("position") == position:
            return "the hand was void"
    return ""


def _decisions_in(each: RoundCommand, position: int) -> Iterator[MadeDecision]:
    player = each.before.seats[position]
    for event in each.command.events:
        if event.kind in _MADE_BY and event.facts.get("position") == position:
            decision = _decision_due(each, position, player, _MADE_BY[event.kind])
            if decision is not None:
                yield MadeDecision(each.first - 1, decision, _chosen(event, position), _is_own(each, event, player))


def _decision_due(each: RoundCommand, position: int, player: str, act: str) -> OwnDecision | None:
    """Return a decision as the player saw it; None if it was not asked of him, or he had no cards that the program knows."""
    table, at = each.before, each.command.at // MILLISECONDS
    actor = Perspective(Actor(Role.PLAYER, player)).actor_at(table)
    view = table.game.view(round_context(table, at), actor)
    cards = hand_at(view, position)
    acts = (SET_HAND,) if act == SET_HAND else ("check", "play", "fold")
    options = (option for option in legal_options(table, actor, at, {}, False) if option.act in acts)
    own = tuple(option for option in options if option.position == position)
    if not own or not cards:
        return None
    due = DecisionPoint.SETTING if act == SET_HAND else DecisionPoint.DECIDE
    return OwnDecision(table, PlayerQuestion(due, view, own, table.chips(player)), position, cards)


def _chosen(event: Event, position: int) -> PlayerChoice:
    facts: dict[str, object] = {"position": position}
    if event.kind == "play-decided":
        facts["amount"] = event.cents("amount")
    if event.kind == "hand-set":
        facts["low"] = event.cards("low")
    return PlayerChoice(_MADE_BY[event.kind], facts)


def _is_own(each: RoundCommand, event: Event, player: str) -> bool:
    by = each.command.by
    return by.name == player and not by.stand_in and not event.facts.get("absent", False)
