"""Program players with a temperament: they play as the default players do, but bet by their temperament."""

from dataclasses import replace

from houseway.croupier import ChanceSource
from houseway.play import strategies
from houseway.play.driver import DecisionPoint, PlayerAnswer, PlayerChoice, PlayerFunction, PlayerQuestion
from houseway.play.players import HouseWayPlayer, StrategyPlayer
from houseway.procedure import ANTE, BLIND, PAI_GOW, LegalOption
from houseway.service.demo.plan import Temperament
from houseway.table import Table

_BASE_WAGERS = (PAI_GOW, ANTE, BLIND)
_WHOLE = 100


def tempered_player(table: Table, temperament: Temperament, chance: ChanceSource) -> PlayerFunction:
    """Return the function that plays a seat at a table."""
    if table.rules.against_dealer:
        return TemperedPlayer(
            StrategyPlayer(strategies.BY_GAME[table.rules.game].choose, chance, temperament.steps), temperament, chance
        )
    assert table.house_way is not None, "Pai Gow Poker has a house way"
    sets_house_way = HouseWayPlayer(table.house_way, table.rules.high_order, chance, temperament.steps)
    return TemperedPlayer(sets_house_way, temperament, chance)


class TemperedPlayer:
    def __init__(self, plays: PlayerFunction, temperament: Temperament, chance: ChanceSource) -> None:
        self._plays, self._temperament, self._chance = plays, temperament, chance
        self._mood: dict[tuple[object, object], bool] = {}
        """For the last round, which optional wagers are made."""

    def __call__(self, asked: PlayerQuestion) -> PlayerAnswer:
        if asked.moment is DecisionPoint.OFFER and not self._temperament.banks:
            return next(PlayerChoice(option.act, option.facts) for option in asked.options_for("pass-bank"))
        if asked.moment in getattr(self._plays, "never_asked_at", ()):
            return None
        if asked.moment is DecisionPoint.BETS:
            asked = replace(asked, options=tuple(option for option in asked.options if self._makes_wager(asked, option)))
        return self._plays(asked) if asked.options else None

    def _makes_wager(self, asked: PlayerQuestion, option: LegalOption) -> bool:
        """Return whether the player makes a wager in this round. He does not change his mind."""
        wager, number = option.facts.get("wager"), asked.view["round"]
        if wager in _BASE_WAGERS:
            return True
        if all(known != number for known, _ in self._mood):
            self._mood.clear()
        wanted = self._chance.randint(1, _WHOLE) <= self._temperament.optional_percent
        return self._mood.setdefault((number, wager), wanted)
