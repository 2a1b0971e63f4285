"""A house way: the document by which the dealer sets seven cards, and how it sets a hand."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from importlib.resources import files
from itertools import combinations
from pathlib import Path

from houseway.cards import Card, check_distinct, format_hand
from houseway.citation import Citation, carries_out, cite_clauses
from houseway.errors import Malformed, NotAllowed
from houseway.hands import PAI_GOW_HIGH, PAI_GOW_LOW, Hand, HandOrder
from houseway.house_way.file import HouseWayContent, effective_hash, read_content
from houseway.house_way.interpreter import RankedSetting, SevenCards, describe_low, explain_condition
from houseway.house_way.kinds import HandKind
from houseway.house_way.rules import AppliedRule
from houseway.house_way.vocabulary import print_conditions
from houseway.input_files import file_exists, read_text_file
from houseway.values import ShortRepr

FILED_WAY_CLAUSES = (*cite_clauses("md.pai-gow-poker", "11.C(1)"), *cite_clauses("div.pai-gow-poker", "(l)(2)#2"))
"""The operator files the manner in which the dealer sets the hands."""
NOT_LOWER_CLAUSES = (*cite_clauses("md.pai-gow-poker", "11.B"), *cite_clauses("div.pai-gow-poker", "(l)(1)#2"))
"""The high hand ranks no lower than the low hand."""

_DATA = files("houseway.house_way") / "data"
_CARDS_DEALT = 7
_LOW_CARDS = 2


def house_way_names() -> tuple[str, ...]:
    """Return the names of the house ways that come with the program."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in _DATA.iterdir() if file.name.endswith(".toml")))


@dataclass(frozen=True, repr=False)
class SetHand(ShortRepr):
    """Seven cards set as a high hand and a low hand, and the rule that decided."""

    high: tuple[Card, ...]
    """Highest card first, the joker before all."""
    low: tuple[Card, ...]
    rule: AppliedRule
    order: HandOrder = field(repr=False)

    @property
    def kind(self) -> HandKind:
        return self.rule.kind

    @property
    def high_hand(self) -> Hand:
        return self.order.find_best(self.high)

    @property
    def low_hand(self) -> Hand:
        return PAI_GOW_LOW.find_best(self.low)

    @property
    def clauses(self) -> tuple[Citation, ...]:
        """Return the clauses that let the operator's document decide, and that limit it."""
        return (*FILED_WAY_CLAUSES, *NOT_LOWER_CLAUSES)


@dataclass(frozen=True)
class LegalSetting:
    """One legal setting of a hand."""

    high: tuple[Card, ...]
    low: tuple[Card, ...]
    order: HandOrder = field(repr=False)

    @property
    def high_hand(self) -> Hand:
        return self.order.find_best(self.high)

    @property
    def low_hand(self) -> Hand:
        return PAI_GOW_LOW.find_best(self.low)


@dataclass(frozen=True)
class PossibleSetting(LegalSetting):
    """One of the 21 ways to set seven cards, legal or foul."""

    legal: bool


@dataclass(frozen=True, repr=False)
class RuleReason(ShortRepr):
    """A rule that was tried, and why it decided or not."""

    rule: AppliedRule
    decided: bool
    facts: tuple[str, ...]
    """The facts that made it decide, or the first that kept it from deciding."""


@dataclass(frozen=True, repr=False)
class SettingExplanation(ShortRepr):
    """Why a house way set a hand as it did: every rule tried, in order; the last one decided."""

    set_hand: SetHand
    reasons: tuple[RuleReason, ...]


@dataclass(frozen=True, eq=False, repr=False)
class HouseWay(HouseWayContent):
    """A house way, as read from its file."""

    text: str = field(repr=False)
    place: str
    """The name of the file, for messages."""

    def __eq__(self, other: object) -> bool:
        """House ways with the same text are equal, wherever they were read."""
        return isinstance(other, HouseWay) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    @cached_property
    def hash(self) -> str:
        """Return the hash of the name and the rules, which submissions and replays are checked against."""
        return effective_hash(self.text)

    @classmethod
    def load(cls, name_or_path: str | Path) -> "HouseWay":
        """Load a shipped house way by its name, or a file by its path."""
        if isinstance(name_or_path, str) and name_or_path in house_way_names():
            file = _DATA / f"{name_or_path}.toml"
            return cls.from_text(file.read_bytes().decode(), file.name)
        path = Path(name_or_path)
        if isinstance(name_or_path, str) and path.suffix != ".toml" and (not name_or_path or not file_exists(path)):
            raise _unknown_name_error(name_or_path)
        return cls.from_text(read_text_file(path, "house-way.file", "a readable TOML file"), str(path))

    @classmethod
    def from_text(cls, text: str, place: str) -> "HouseWay":
        """Read a house way from its text, and report all its defects at once."""
        return cls(**vars(read_content(text, place)), text=text, place=place)

    def to_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "title": self.title,
            "source": self.source,
            "hash": self.hash,
            "unpublished": list(self.unpublished),
            "decided": [{"case": each.case, "decision": each.decision} for each in self.decisions],
            "rules": {kind.value: [rule.phrase for rule in rules] for kind, rules in self.rules.items()},
        }

    @property
    def numbered_rules(self) -> tuple[AppliedRule, ...]:
        """Return the applied rules in the order of their numbers, which begin at 1."""
        return tuple(rule for rules in self.applied_rules.values() for rule in rules)

    def set(self, cards: Sequence[Card], order: HandOrder = PAI_GOW_HIGH) -> SetHand:
        """Set seven cards."""
        return set_hand(self, cards, order)

    def explain(self, cards: Sequence[Card], order: HandOrder = PAI_GOW_HIGH) -> SettingExplanation:
        """Set seven cards, and say for every rule that was tried why it decided or not."""
        decided = self.set(cards, order)
        seven = SevenCards(cards, order)
        asked = []
        for rule in self.applied_rules[seven.kind]:
            asked.append(_explain_rule(seven, rule))
            if rule is decided.rule:
                break
        return SettingExplanation(decided, tuple(asked))


@carries_out(
    "md.pai-gow-poker 11.A(3)",
    "md.pai-gow-poker 11.C(1)",
    "md.pai-gow-poker 12.E(4)",
    "md.pai-gow-poker 12.I(2)",
    "md.pai-gow-poker 14.I",
    "div.pai-gow-poker (l)(2)#2",
    "div.pai-gow-poker (m)(5)#4",
    "div.pai-gow-poker (n)(9)",
    "div.pai-gow-poker (n)(10)#2",
)
def set_hand(way: HouseWay, cards: Sequence[Card], order: HandOrder = PAI_GOW_HIGH) -> SetHand:
    """Set seven cards by the house way: the dealer's hand, a bank's hand in co-banking, a hand that was set wrongly, or the hand of
    a player who asks for it."""
    _check_cards(cards, order)
    seven = SevenCards(cards, order)
    for rule in way.applied_rules[seven.kind]:
        if seven.matches(rule):
            break
    else:
        raise _gap_error(way, seven)
    setting = seven.setting_of_front(rule.front)
    assert setting is not None  # a rule without its front does not match
    if not setting.legal:
        raise _illegal_error(way, seven, rule, setting)
    return SetHand(_highest_first(seven.other_five(setting.low)), _highest_first(setting.low), rule, order)


@carries_out("md.pai-gow-poker 11.B", "div.pai-gow-poker (l)(1)#2")
def legal_settings(cards: Sequence[Card], order: HandOrder = PAI_GOW_HIGH) -> tuple[LegalSetting, ...]:
    """Return every legal setting of seven cards, highest low hand first, then highest high hand."""
    _check_cards(cards, order)
    seven = SevenCards(cards, order)
    return tuple(
        LegalSetting(_highest_first(seven.other_five(setting.low)), _highest_first(setting.low), order)
        for setting in seven.legal_settings
    )


def possible_settings(cards: Sequence[Card], order: HandOrder = PAI_GOW_HIGH) -> tuple[PossibleSetting, ...]:
    """Return all 21 settings of seven cards: the legal ones as `legal_settings` orders them, then the foul ones."""
    legal = legal_settings(cards, order)
    lows = {frozenset(each.low) for each in legal}
    foul = [pair for pair in combinations(_highest_first(cards), _LOW_CARDS) if frozenset(pair) not in lows]
    found = [(each.high, each.low, True) for each in legal]
    found += [(_highest_first([card for card in cards if card not in low]), low, False) for low in foul]
    return tuple(PossibleSetting(high, low, order, is_legal) for high, low, is_legal in found)


def _highest_first(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, reverse=True))


def _explain_rule(seven: SevenCards, rule: AppliedRule) -> RuleReason:
    setting = seven.setting_of_front(rule.front)
    if setting is None:
        return RuleReason(rule, False, (f"the hand has no {rule.front}",))
    facts: list[str] = []
    for part in rule.chain:
        for condition in part.when:
            if not seven.condition_holds(condition, setting):
                return RuleReason(rule, False, (f"not met: {condition}", *explain_condition(seven, condition, setting)))
            facts += explain_condition(seven, condition, setting)
        if part.unless and seven.all_hold(part.unless, setting):
            return RuleReason(rule, False, (f"exception met: {print_conditions(part.unless)}",))
        for condition in part.unless:
            facts += explain_condition(seven, condition, setting)
    return RuleReason(rule, True, tuple(dict.fromkeys(facts)) or ("the rule has no condition",))


def _check_cards(cards: Sequence[Card], order: HandOrder) -> None:
    if len(cards) != _CARDS_DEALT:
        raise Malformed(
            f"a house way sets {_CARDS_DEALT} cards, not {len(cards)}" + (f": {format_hand(cards)}" if cards else ""),
            code="hand.size",
            clauses=FILED_WAY_CLAUSES,
            given=len(cards),
            allowed=_CARDS_DEALT,
        )
    check_distinct(cards)
    if not order.has_joker or order.hand_size != 5 or _CARDS_DEALT not in order.card_counts:
        raise Malformed(
            f"{order.title} is not an order of high hands",
            code="house-way.order",
            given=order.name,
            allowed="pai-gow-high or pai-gow-high-low-wheel",
        )


def _gap_error(way: HouseWay, seven: SevenCards) -> NotAllowed:
    hand = format_hand(_highest_first(seven.cards))
    return NotAllowed(
        f"{way.place}: no rule of {seven.kind} decides {hand}; add a last rule without conditions",
        code="house-way.gap",
        clauses=FILED_WAY_CLAUSES,
        kind=seven.kind.value,
        given=hand,
        allowed="a rule for every hand",
    )


def _illegal_error(way: HouseWay, seven: SevenCards, rule: AppliedRule, setting: RankedSetting) -> NotAllowed:
    hand = format_hand(_highest_first(seven.cards))
    return NotAllowed(
        f"{way.place}:{rule.line}: {rule.id} sets {describe_low(setting)} of {hand} in front, above the high hand",
        code="house-way.illegal",
        clauses=NOT_LOWER_CLAUSES,
        rule=rule.id,
        given=hand,
        allowed="a high hand that ranks no lower than the low hand",
    )


def _unknown_name_error(name: str) -> Malformed:
    near = get_close_matches(name, house_way_names(), n=1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    return Malformed(
        f"there is no house way {name!r}{hint}; choose {', '.join(house_way_names())}, or give the path of a file",
        code="house-way.unknown",
        given=name,
        allowed=house_way_names(),
    )
