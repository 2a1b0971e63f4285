"""What a table's rules say about its equipment, read once."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from houseway.cards import DECK, DECK_WITH_JOKER, Card
from houseway.citation import Citation, ClauseNumbering
from houseway.equipment.methods import barred_methods
from houseway.regulation.model import UseLimit
from houseway.submission import Rules
from houseway.values import memoize_by

HOUR = 3600
"""In seconds."""


class Shuffling(StrEnum):
    MANUAL = "manual"
    SHUFFLER = "shuffler"
    RESHUFFLING_DEVICE = "reshuffling-device"


class Dealing(StrEnum):
    MANUAL_SHOE = "manual-shoe"
    HAND = "hand"
    AUTOMATED_SHOE = "automated-shoe"


class Starting(StrEnum):
    SHAKER = "shaker"
    RANDOM_NUMBER = "random-number"
    BUTTON = "button"
    NONE = "none"
    """The book deals from a fixed place."""


@dataclass(frozen=True, slots=True)
class DeckSettings:
    """How many decks there are, what is in them, and how long they serve."""

    number: int
    cards: tuple[Card, ...]
    full: frozenset[Card]
    preshuffled: bool
    jokers_made: int
    """The filed number of jokers in a deck as it is delivered; 0 if nothing is filed."""
    jokers_most: int
    hand_age: int
    """Seconds that a deck serves where cards are dealt by hand."""
    shoe_age: int
    """The same for a shoe."""

    def age(self, dealing: Dealing) -> int:
        return self.hand_age if dealing is Dealing.HAND else self.shoe_age


@dataclass(frozen=True, slots=True)
class CutSettings:
    """Who cuts and where, and the plastic cards."""

    depth: int
    """The fewest cards above and below the cut."""
    recut_by: str
    cover_cards: int
    spare_cover: str
    spare_cover_depth: int


@dataclass(frozen=True, slots=True)
class DiceSettings:
    number: int
    age: int
    shakes: int
    shakes_bank: int
    shakes_after: int
    dealer_shakes_again: bool
    """Whether the dealer shakes after a no roll, even if the bank shook before."""


@dataclass(frozen=True, slots=True)
class MarkSettings:
    """What marks the starting position."""

    kind: str
    at_bank: bool
    """Whether the button lies at the bank."""
    moves_after_void: bool


@dataclass(frozen=True, slots=True)
class EquipmentSettings:
    """What the rules say about equipment, read once."""

    numbering: ClauseNumbering
    """The clause ids of the book."""
    policies: Mapping[str, str]
    """The book's policies."""
    positions: int
    shuffling: Shuffling
    dealing: Dealing
    starting: Starting
    barred_methods: Mapping[str, tuple[Citation, ...]]
    """Methods that may not replace a failed one, because they are not approved or contradict an offered wager, with the clauses."""
    deck: DeckSettings
    cut: CutSettings
    dice: DiceSettings
    mark: MarkSettings
    loads_shoe: bool
    """Whether the shuffler puts cards into the shoe itself."""
    shuffler_counts: bool
    any_jam: bool
    """Whether a jammed shuffler voids the round in play, whichever deck it holds."""
    stub_rounds: Mapping[str, int]
    """By dealing method, the number of rounds in which the stub is counted at least once; 0 if the game counts it every round.
    """
    progressive: bool
    coupons: bool
    """Whether progressive coupons are taken."""


@memoize_by(id)
def settings_of(rules: Rules) -> EquipmentSettings:
    """Return what the rules say about the equipment of a table."""
    options = rules.options
    return EquipmentSettings(
        numbering=rules.regulation.numbering,
        policies=rules.policies,
        positions=_option(rules, "table.positions", _count(rules, "positions") or _count(rules, "starting-numbers") - 1),
        shuffling=_filed_shuffling(rules),
        dealing=Dealing(str(options["table.dealing"])),
        starting=Starting(str(options.get("table.starting-position", "none"))),
        barred_methods=barred_methods(rules),
        deck=_deck_settings(rules),
        cut=_cut_settings(rules),
        dice=_dice_settings(rules),
        mark=_mark_settings(rules),
        loads_shoe=bool(options.get("table.shuffler-loads-shoe")),
        shuffler_counts=bool(options.get("table.shuffler-counts")),
        any_jam=rules.takes_reading("UTH-26=always", "FC-107=always", "PG-43", "DIV-48"),
        stub_rounds={dealing.value: _count(rules, f"stub-count-rounds.{dealing.value}") for dealing in Dealing},
        progressive="progressive" in rules.offers,
        coupons=bool(options.get("coupons.progressive")),
    )


def _deck_settings(rules: Rules) -> DeckSettings:
    pack = DECK_WITH_JOKER if _count(rules, "jokers") else DECK
    return DeckSettings(
        number=_option(rules, "table.decks", 1),
        cards=pack,
        full=frozenset(pack),
        preshuffled=rules.options.get("table.cards-received") == "preinspected-and-preshuffled",
        jokers_made=_option(rules, "table.deck-jokers", 0),
        jokers_most=_count(rules, "jokers-made"),
        hand_age=_seconds(rules, "deck-age-hand"),
        shoe_age=_seconds(rules, "deck-age-shoe"),
    )


def _cut_settings(rules: Rules) -> CutSettings:
    return CutSettings(
        depth=_count(rules, "cut-depth"),
        recut_by=str(rules.options.get("table.recut-by", "last-to-cut")),
        cover_cards=_count(rules, "cover-cards") + _count(rules, "cutting-cards"),
        spare_cover=str(rules.options.get("table.spare-cover-card", "")),
        spare_cover_depth=_count(rules, "spare-cover-depth"),
    )


def _dice_settings(rules: Rules) -> DiceSettings:
    return DiceSettings(
        number=_count(rules, "dice"),
        age=_seconds(rules, "dice-age"),
        shakes=_count(rules, "dice-shakes"),
        shakes_bank=_count(rules, "dice-shakes.bank") or _count(rules, "dice-shakes"),
        shakes_after=_count(rules, "dice-shakes.after-deal"),
        dealer_shakes_again=rules.takes_reading("PG-96=dealer", "DIV-96=dealer"),
    )


def _mark_settings(rules: Rules) -> MarkSettings:
    return MarkSettings(
        kind=str(rules.options.get("table.starting-position-mark", "nothing")),
        at_bank=rules.takes_reading("PG-45=button-at-bank", "DIV-49=button-at-bank"),
        moves_after_void=rules.takes_reading("PG-94=moves", "DIV-94=moves"),
    )


def _option(rules: Rules, key: str, default: int) -> int:
    value = rules.options.get(key, default)
    return value if isinstance(value, int) else default


def _filed_shuffling(rules: Rules) -> Shuffling:
    if rules.options.get("table.reshuffling-device"):
        return Shuffling.RESHUFFLING_DEVICE
    return Shuffling.SHUFFLER if rules.options.get("table.shuffler") else Shuffling.MANUAL


def _count(rules: Rules, key: str) -> int:
    value = rules.regulation.value_of(key)
    return value if isinstance(value, int) else 0


def _seconds(rules: Rules, key: str) -> int:
    value = rules.regulation.value_of(key)
    return value.hours * HOUR if isinstance(value, UseLimit) else 0
