"""A house way that sets hands: `HouseWay`."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from pathlib import Path

from houseway.hands import PAI_GOW_HIGH, HandOrder
from houseway.house_way import HouseWay, SetHand, SettingExplanation
from houseway.library.arguments import as_path, wrong_type
from houseway.library.showing.display import Displayed, Sheet, shown_as
from houseway.library.sources import Cards, as_cards
from houseway.spelling import count_things


class SetCards(SetHand, Displayed):
    """Seven cards set as a high hand and a low hand, and the rule that decided."""

    def __repr__(self) -> str:
        return f"<{self.words}>"

    @property
    def words(self) -> str:
        high, low = (" ".join(map(str, cards)) for cards in (self.high, self.low))
        return f"{high} | {low} by {self.rule.id}"

    def sheets(self) -> tuple[Sheet, ...]:
        rows = (
            ("high hand", self.high, self.high_hand.describe()),
            ("low hand", self.low, self.low_hand.describe()),
            ("rule", f"{self.rule.id}: {self.rule.phrase}", ""),
        )
        return (Sheet("", ("", "", ""), rows),)

    def records(self) -> Iterable[Mapping[str, object]]:
        high, low = (" ".join(map(str, cards)) for cards in (self.high, self.low))
        yield {"high": high, "low": low, "kind": self.kind.value, "rule": self.rule.id}


class ExplainedSetting(SettingExplanation, Displayed):
    """Why a house way set a hand as it did: every rule tried, in order; the last one decided."""

    def __repr__(self) -> str:
        return f"<{shown_as(SetCards, self.set_hand).words}: {count_things(len(self.reasons), 'rule')} tried>"

    def sheets(self) -> tuple[Sheet, ...]:
        tried = tuple(
            (each.rule.id, "decides" if each.decided else "does not decide", "; ".join(each.facts)) for each in self.reasons
        )
        return *shown_as(SetCards, self.set_hand).sheets(), Sheet("rules tried", ("rule", "", "because"), tried)

    def records(self) -> Iterable[Mapping[str, object]]:
        for each in self.reasons:
            yield {"rule": each.rule.id, "decides": each.decided, "because": "; ".join(each.facts)}


class LoadedHouseWay(HouseWay, Displayed):
    """A house way: one that comes with the program by its name, or a file by its path.

    >>> import houseway as hw
    >>> way = hw.HouseWay("foxwoods")
    >>> way.set("9s 9d 3c 3d Ah 5s 2c")
    <9s 9d 3d 3c 2c | Ah 5s by two-pair 2>
    >>> way.set("9s 9d 3c 3d Ah 5s 2c").high_hand.describe()
    'two pair, nines and threes with 2'
    """

    def __init__(self, name_or_path: str | Path) -> None:
        found = HouseWay.load(name_or_path if isinstance(name_or_path, str) else as_path(name_or_path, "a house way"))
        for each in fields(found):
            object.__setattr__(self, each.name, getattr(found, each.name))

    def __repr__(self) -> str:
        return f"<house way {self.name}: {len(self.numbered_rules)} rules, {self.hash[:16]}>"

    def set(self, cards: Cards, order: HandOrder = PAI_GOW_HIGH) -> SetCards:
        """Set seven cards."""
        return shown_as(SetCards, super().set(as_cards(cards), _checked_order(order)))

    def explain(self, cards: Cards, order: HandOrder = PAI_GOW_HIGH) -> ExplainedSetting:
        """Set seven cards, and say for every rule that was tried why it decided or not."""
        return shown_as(ExplainedSetting, super().explain(as_cards(cards), _checked_order(order)))

    def sheets(self) -> tuple[Sheet, ...]:
        rows = tuple((rule.id, rule.phrase) for rule in self.numbered_rules)
        return (Sheet(f"{self.title} ({self.name})", ("rule", ""), rows),)

    def records(self) -> Iterable[Mapping[str, object]]:
        for rule in self.numbered_rules:
            yield {"rule": rule.id, "kind": rule.kind.value, "words": rule.phrase}


def _checked_order(order: object) -> HandOrder:
    if not isinstance(order, HandOrder):
        raise wrong_type("the order of a set hand", order, "one of houseway.hands, as PAI_GOW_HIGH")
    return order
