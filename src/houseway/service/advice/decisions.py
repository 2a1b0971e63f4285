"""A player's own pending decision, derived only from what he may see and do."""

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.cards import Card
from houseway.errors import NotAllowed
from houseway.events import Actor
from houseway.games.view_reading import hand_at
from houseway.play.driver import DecisionPoint, PlayerQuestion
from houseway.service.feed.moment import TableMoment
from houseway.service.feed.options import current_options
from houseway.table import Table

SET_HAND = "set-hand"
_DECISIONS = ("check", "play", "fold")


@dataclass(frozen=True)
class OwnDecision:
    """A player's decision: setting his hand, or checking, playing or folding against the dealer."""

    table: Table
    asked: PlayerQuestion
    position: int
    cards: tuple[Card, ...]

    @property
    def sets_hand(self) -> bool:
        return self.asked.moment is DecisionPoint.SETTING

    @property
    def banks(self) -> bool:
        return self.asked.view.get("bank") == self.position


def find_decision(moment: TableMoment, actor: Actor, position: int | None) -> OwnDecision:
    """Return the decision that is due from somebody, or refuse: nothing is, or his cards are not known to the program."""
    options = [option for option in current_options(moment, actor) if option.act in (SET_HAND, *_DECISIONS)]
    places = dict.fromkeys(option.position for option in options)
    if not places or position not in (None, *places):
        raise NotAllowed(
            f"no decision is due from {'you' if position is None else f'you at position {position}'} now",
            code="advice.not-due",
            given="nothing" if position is None else position,
            allowed="when you are to set your hand, to check, to play or to fold",
        )
    place = next(iter(places)) if position is None else position
    own = tuple(option for option in options if option.position == place)
    view = moment.view_for(actor)
    cards = _cards_at(view, place)
    at = DecisionPoint.SETTING if own[0].act == SET_HAND else DecisionPoint.DECIDE
    return OwnDecision(moment.table, PlayerQuestion(at, view, own, moment.table.chips(actor.name)), place, cards)


def _cards_at(view: Mapping[str, object], place: int) -> tuple[Card, ...]:
    cards = hand_at(view, place)
    if not cards:
        raise NotAllowed(
            "the cards are physical and lie face down, so the program does not know them",
            code="advice.cards",
            given="a hand that is not entered",
            allowed="a table with electronic cards",
        )
    return cards


def is_in_round(table: Table, person: str) -> bool:
    """Return whether somebody has wagers in a round whose betting is closed, or banks it."""
    places = (table.game.bank.position(table.round), *table.round.stakes)
    return table.round.closed and any(place in places for place in table.positions_of(person))
