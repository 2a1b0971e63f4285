"""A house way that sets hands: `HouseWay`."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from pathlib import Path

from houseway.hands import PAI_GOW_HIGH, HandOrder
from houseway.house_way import HouseWay, SetHand, SettingExplanation
from houseway.library.display import Displayed, Sheet, shown_as
from houseway.library.sources import Cards, as_cards


class SetCards(SetHand, Displayed):
    """Seven cards set as a high hand and a low hand, and the rule that decided."""

    def __repr__(self) -> str:
        high, low = (" ".join(map(str, cards)) for cards in (self.high, self.low))
        return f"<{high} | {low} by {self.rule.id}>"

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
        found = HouseWay.load(name_or_path)
        for each in fields(found):
            object.__setattr__(self, each.name, getattr(found, each.name))

    def __repr__(self) -> str:
        return f"<house way {self.name}: {len(self.numbered_rules)} rules, {self.hash[:16]}>"

    def set(self, cards: Cards, order: HandOrder = PAI_GOW_HIGH) -> SetCards:
        """Set seven cards."""
        return shown_as(SetCards, super().set(as_cards(cards), order))

    def explain(self, cards: Cards, order: HandOrder = PAI_GOW_HIGH) -> SettingExplanation:
        """Set seven cards, and say for every rule that was tried why it decided or not."""
        return super().explain(as_cards(cards), order)

    def sheets(self) -> tuple[Sheet, ...]:
        rows = tuple((rule.id, rule.phrase) for rule in self.numbered_rules)
        return (Sheet(f"{self.title} ({self.name})", ("rule", ""), rows),)

    def records(self) -> Iterable[Mapping[str, object]]:
        for rule in self.numbered_rules:
            yield {"rule": rule.id, "kind": rule.kind.value, "words": rule.phrase}
