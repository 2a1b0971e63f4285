"""Exact advice at the table: what each choice of a player is worth, from what he may see.

The base game alone is counted. Optional wagers are left out, even where a fold loses them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis import PlayerView, rate_choices
from houseway.analysis.solve.solution import Progress
from houseway.cards import Card
from houseway.games.view_reading import hand_at
from houseway.house_way import HouseWay, LegalSetting
from houseway.money import Cents
from houseway.play.driver import PlayerChoice, PlayerQuestion
from houseway.procedure import ANTE, DEALER, PAI_GOW
from houseway.submission import Rules


@dataclass(frozen=True)
class ValuedChoice:
    """A choice that is open, and what it is worth."""

    choice: PlayerChoice
    in_stakes: Fraction
    """In Antes."""
    in_cents: Fraction


@dataclass(frozen=True)
class DecisionAdvice:
    """The value of every open choice, the best first."""

    choices: tuple[ValuedChoice, ...]
    method: str
    lost_with_fold: tuple[str, ...]
    """The optional wagers that a fold loses as well; no value here includes them."""
    lacks_chips: bool
    """Whether the player lacks the chips for a wager that the values assume."""

    @property
    def best(self) -> PlayerChoice:
        return self.choices[0].choice


def ante_of(asked: PlayerQuestion) -> Cents:
    """Return the Ante of the position whose decision is due."""
    return asked.stakes[asked.position][ANTE]


def open_choices(asked: PlayerQuestion) -> dict[str, PlayerChoice]:
    """Return the choices that are open: check, fold, and Play wagers as multiples of the Ante (`4x`)."""
    found = {act: PlayerChoice(act, option.facts) for act in ("check", "fold") for option in asked.options_for(act)}
    ante = ante_of(asked).amount
    for option in asked.options_for("play"):
        for amount in play_amounts(asked):
            times, rest = divmod(amount.amount, ante)
            found[str(amount) if rest else f"{times}x"] = PlayerChoice(option.act, {**option.facts, "amount": amount})
    return found


def play_amounts(asked: PlayerQuestion) -> tuple[Cents, ...]:
    """Return the Play wagers that are open."""
    return tuple(amount for option in asked.options_for("play") for amount in option.bounds["amount"]["choices"])


def advise_on_decision(rules: Rules, asked: PlayerQuestion, progress: Progress | None = None) -> DecisionAdvice:
    """Value every open choice. A Play wager that is not a multiple of the Ante is not valued."""
    found = rate_choices(rules, player_view(asked), progress)
    return value_choices(rules, asked, found.values, found.method)


def value_choices(rules: Rules, asked: PlayerQuestion, values: Mapping[str, Fraction], method: str) -> DecisionAdvice:
    """Value every open choice. `values` are in Antes, under the names of `open_choices`."""
    there, ante = open_choices(asked), ante_of(asked).amount
    valued = [ValuedChoice(there[name], worth, worth * ante) for name, worth in values.items() if name in there]
    lost = tuple(
        wager for wager in asked.stakes[asked.position] if "fold" in there and rules.options.get(f"fold.{wager}") == "lost"
    )
    best_first = tuple(sorted(valued, key=lambda each: -each.in_stakes))
    return DecisionAdvice(best_first, method, lost, not values.keys() <= there.keys())


def player_view(asked: PlayerQuestion) -> PlayerView:
    """Return the cards that the player sees, and no others."""
    shown = hand_at(asked.view, DEALER)
    return PlayerView(asked.own_cards, asked.board, shown[0] if len(shown) == 1 else None)


# Setting seven cards


@dataclass(frozen=True)
class ValuedSetting:
    """A legal setting, and what it is worth as a share of the wager: not banking, or as the bank against one opponent."""

    setting: LegalSetting
    value: Fraction


def advise_on_setting(rules: Rules, house_way: HouseWay, cards: Iterable[Card], banks: bool) -> tuple[ValuedSetting, ...]:
    """Value every legal setting against an opponent who sets by the house way, the best first."""
    from houseway.analysis.pai_gow.solve.counts import PaiGowTerms
    from houseway.analysis.pai_gow.solve.setting import rate_settings

    rated = rate_settings(tuple(cards), house_way, PaiGowTerms.from_rules(rules))
    found = (ValuedSetting(each.setting, each.bank_value if banks else each.expected_value) for each in rated.settings)
    return tuple(sorted(found, key=lambda each: -each.value))


def base_stake(asked: PlayerQuestion, position: int) -> Cents | None:
    """Return the Pai Gow wager of a position, if it has one."""
    return asked.stakes.get(position, {}).get(PAI_GOW)
