"""Program players: they make every wager, and play by the house way or by a strategy."""

from collections.abc import Callable, Mapping, Sequence

from houseway.cards import Card
from houseway.croupier import ChanceSource
from houseway.explanation.games import NAMES
from houseway.hands import HandOrder
from houseway.house_way import HouseWay
from houseway.money import Cents
from houseway.play.driver import DecisionPoint, PlayerAnswer, PlayerChoice, PlayerQuestion
from houseway.play.simple_strategy import Strategy
from houseway.procedure import ANTE, NUMBER, PAI_GOW, LegalOption

_BASES = (PAI_GOW, ANTE)
_LARGEST_MULTIPLE = 4
"""A base wager is 1 to 4 times the minimum, unless the player is told otherwise. No wager exceeds a quarter of the chips."""
_OPTIONAL_STAKE = Cents.from_dollars(5)
"""The stake on an optional wager, if the limits allow it: enough for an envy bonus."""


class BettingPlayer:
    """Makes every wager that is offered, and knows only what a player knows."""

    def __init__(self, chance: ChanceSource, steps: int = _LARGEST_MULTIPLE) -> None:
        self.chance, self.steps = chance, steps

    def place_bets(self, asked: PlayerQuestion) -> PlayerAnswer:
        """Place the base wagers, then every other open wager, and a wager on one number."""
        fresh = self._open_wagers(asked)
        for option in fresh:
            if option.facts["wager"] in _BASES:
                return self._wager_choice(option)
        return tuple(self._wager_choice(option) for option in fresh if self._wants_number(asked, option))

    def _open_wagers(self, asked: PlayerQuestion) -> list[LegalOption]:
        """Return wagers that can be made with chips and are not placed yet. Program players have no coupons."""
        there = ((option, asked.stakes.get(option.position, {})) for option in asked.options_for("wager"))
        return [each for each, placed in there if str(each.facts["wager"]) not in placed and "amount" in each.bounds]

    def _wager_choice(self, option: LegalOption) -> PlayerChoice:
        return PlayerChoice("wager", {**option.facts, "amount": self._choose_amount(option)})

    def _wants_number(self, asked: PlayerQuestion, option: LegalOption) -> bool:
        """Return whether the player bets on this option. Each player has a number of his own, which changes every round."""
        if option.facts["wager"] != NUMBER:
            return True
        numbers = [each.facts["number"] for each in asked.options_for("wager") if each.facts["wager"] == NUMBER]
        return bool(option.facts["number"] == numbers[(option.position + asked.view["round"]) % len(numbers)])

    def _choose_amount(self, option: LegalOption) -> Cents:
        bounds = option.bounds["amount"]
        if "choices" in bounds:
            return self._choose_stake(option, bounds["choices"])
        low, high = bounds["least"], bounds["most"]
        wanted = low * self.chance.randint(1, self.steps) if option.facts["wager"] in _BASES else max(low, _OPTIONAL_STAKE)
        most = low * max(1, high.amount // (_LARGEST_MULTIPLE * low.amount))  # whole chips
        amount: Cents = min(wanted, most)
        return amount

    def _choose_stake(self, option: LegalOption, choices: Sequence[Cents]) -> Cents:
        return choices[0]


class HouseWayPlayer(BettingPlayer):
    """Makes every wager that is offered, sets by the house way, and sometimes banks."""

    def __init__(self, house_way: HouseWay, order: HandOrder, chance: ChanceSource, steps: int = _LARGEST_MULTIPLE) -> None:
        super().__init__(chance, steps)
        self.house_way, self.order = house_way, order

    never_asked_at = frozenset((DecisionPoint.BANKING, DecisionPoint.SURRENDER))
    """Moments at which this player always declines."""

    def __call__(self, asked: PlayerQuestion) -> PlayerAnswer:
        return _ANSWERS_BY_MOMENT[asked.moment](self, asked)

    def answer_bank_offer(self, asked: PlayerQuestion) -> PlayerChoice:
        accept = asked.options_for("accept-bank")
        option = accept[0] if accept and self.chance.randint(1, len(NAMES)) == 1 else asked.options_for("pass-bank")[0]
        return PlayerChoice(option.act, option.facts)

    def answer_exposed_card(self, asked: PlayerQuestion) -> PlayerChoice:
        option = asked.options_for("play-exposed")[0]
        return PlayerChoice(option.act, option.facts)

    def set_hand(self, asked: PlayerQuestion) -> PlayerChoice | None:
        options = asked.options_for("set-hand")
        if not options:
            return None
        option = options[0]
        return PlayerChoice("set-hand", {**option.facts, "low": self.low_hand(option.bounds["low"]["from"])})

    def low_hand(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return the low hand that the house way sets."""
        return tuple(self.house_way.set(cards, self.order).low) if cards else ()


_ANSWERS_BY_MOMENT: Mapping[DecisionPoint, Callable[[HouseWayPlayer, PlayerQuestion], PlayerAnswer]] = {
    DecisionPoint.OFFER: HouseWayPlayer.answer_bank_offer,
    DecisionPoint.BETS: HouseWayPlayer.place_bets,
    DecisionPoint.CHOOSE: HouseWayPlayer.answer_exposed_card,
    DecisionPoint.SETTING: HouseWayPlayer.set_hand,
}


class StrategyPlayer(BettingPlayer):
    """Makes every wager of a game against the dealer, and decides by a strategy."""

    def __init__(self, strategy: Strategy, chance: ChanceSource, steps: int = _LARGEST_MULTIPLE) -> None:
        super().__init__(chance, steps)
        self.strategy = strategy

    def __call__(self, asked: PlayerQuestion) -> PlayerAnswer:
        return self.strategy(asked) if asked.moment is DecisionPoint.DECIDE else self.place_bets(asked)

    def place_bets(self, asked: PlayerQuestion) -> PlayerAnswer:
        """Place a base wager, and then every other open one for which there are chips: the limits of some follow from the base."""
        fresh = self._open_wagers(asked)
        bases = [option for option in fresh if option.facts["wager"] in _BASES]
        chips, choices = asked.chips, list[PlayerChoice]()
        for option in bases[:1] or fresh:
            amount = self._choose_amount(option)
            if amount <= chips:
                choices.append(PlayerChoice("wager", {**option.facts, "amount": amount}))
                chips -= amount
        return choices or None

    def _choose_stake(self, option: LegalOption, choices: Sequence[Cents]) -> Cents:
        """Give each player a stake of his own."""
        return choices[option.position % len(choices)]
