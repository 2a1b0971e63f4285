"""What an act in a round of Pai Gow Poker sees, and who may act for which position."""

from dataclasses import dataclass

from houseway.citation import Law
from houseway.events import Command, Role
from houseway.games import wagers
from houseway.games.pai_gow.state import PaiGowRound
from houseway.games.round import round_refusal
from houseway.games.round_context import RoundContext
from houseway.house_way import HouseWay
from houseway.money import Cents
from houseway.procedure import DEALER, DIV, MD, PAI_GOW
from houseway.regulation.side_bets import WITH_DEALER


@dataclass(frozen=True)
class PaiGowContext(RoundContext):
    round: PaiGowRound
    house_way: HouseWay

    def optional_wagers(self, position: int) -> tuple[str, ...]:
        """Return the optional wagers of a position in order of settlement."""
        placed = self.round.stakes.get(position)
        return tuple(filter(placed.__contains__, self.rules.settlement_order)) if placed else ()


def is_on_dealers_cards(context: PaiGowContext, wager: str) -> bool:
    """Return whether the dealer's cards decide a wager that the book's data describes."""
    side_bet = context.rules.side_bets.get(wager)
    return side_bet is not None and side_bet.cards in WITH_DEALER


OWN_PLACE = Law({MD: "7.C", DIV: "(g)(2)#1"})


def own_position(context: PaiGowContext, command: Command) -> int:
    """Return the position that a player acts for: his own, as the bank if and only if he banks."""
    position, banks = wagers.own_position(context, command, OWN_PLACE), context.round.bank.position
    if position in context.round.left:
        raise round_refusal(
            "left",
            f"{command.by.name} has left position {position}, and the dealer now acts for that hand",
            context.law(OWN_PLACE),
            given=position,
            allowed=tuple(place for place in context.positions_of(command.by.name) if place not in context.round.left),
        )
    by = command.by
    if (banks is not None and context.seats.get(banks) == by.name) != (by.role is Role.BANK):
        raise round_refusal(
            "not-the-bank",
            f"{command.by} acts in the wrong role: this player {'is not' if command.by.role is Role.BANK else 'is'} the bank",
            context.law(BANK_SPEAKS),
            given=str(command.by),
            allowed=context.seats.get(banks or DEALER, "nobody banks"),
        )
    return position


def base_wagers(context: PaiGowContext) -> dict[int, Cents]:
    """Return the base wagers by position."""
    return {
        position: placed[PAI_GOW].amount
        for position, placed in sorted(context.round.stakes.items())
        if PAI_GOW in placed and position != context.round.bank.position
    }


def position_of_bank(context: PaiGowContext, command: Command) -> int:
    """Return the bank's position. Only the player who banks may act for it."""
    position = context.round.bank.position
    if position is None or command.by.role is not Role.BANK or context.seats.get(position) != command.by.name:
        raise round_refusal(
            "not-the-bank",
            f"{command.by} is not the bank of this round",
            context.law(BANK_SPEAKS),
            given=str(command.by),
            allowed=context.seats.get(position or DEALER, "nobody banks"),
        )
    return position


BANK_SPEAKS = Law({MD: ("1.B(1)", "12.A(1)"), DIV: ("(a)(1)(i)", "(m)(1)#2")})
