"""The rules of a table, from a submission that passed. Games, analysis, documents and pages read only these."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from houseway.citation import ClauseNumbering, LawReader, law_reader
from houseway.hands import PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL, HandOrder
from houseway.house_way import HouseWay
from houseway.money import Cents
from houseway.regulation import FiledValue, Paytable, Regulation, SideBet, TakenReadings, Wager
from houseway.regulation.games import is_against_dealer
from houseway.values import ShortRepr, canonical_hash

_SHOWN_HASH, _LONGEST_LIST = 16, 100
LOW_WHEEL = "ranking.low-ace-lowest"


@dataclass(frozen=True, repr=False)
class Offer(ShortRepr):
    """A wager that is offered."""

    wager: str
    paytable: Paytable
    """Including any payouts that the operator filed above the book's amounts."""
    minimum: Cents
    maximum: Cents
    stakes: tuple[Cents, ...] = ()
    """The only stakes allowed, if the book or the operator fixes them."""
    envy: tuple[Paytable, ...] = ()


@dataclass(frozen=True)
class FiledMeter:
    """A progressive meter, possibly shared by several tables."""

    wager: str
    name: str
    seed: Cents
    reset: Cents
    rate: Fraction
    tables: tuple[str, ...]


@dataclass(frozen=True)
class ApprovalOnFile:
    """An approval on file."""

    what: str
    reference: str
    date: str


@dataclass(frozen=True, repr=False)
class Rules:
    regulation: Regulation = field(repr=False)
    facility: str
    options: Mapping[str, FiledValue]
    """Every option of the book, filed or by default. Optional ones that were not filed are missing."""
    offers: Mapping[str, Offer]
    meters: tuple[FiledMeter, ...]
    readings: TakenReadings
    """The choice taken in each reading."""
    approvals: tuple[ApprovalOnFile, ...]
    house_way: HouseWay | None = field(default=None, repr=False)
    """How the dealer sets the hands, in books where he sets any."""

    def __post_init__(self) -> None:
        """Bind the choices to the book: no reading of another one can be asked for."""
        object.__setattr__(self, "readings", self.regulation.take_readings(self.readings))

    @cached_property
    def book(self) -> str:
        return self.regulation.id

    @cached_property
    def game(self) -> str:
        return self.regulation.game

    @property
    def against_dealer(self) -> bool:
        """Return whether players decide street by street against the dealer, and do not set seven cards."""
        return is_against_dealer(self.game)

    @cached_property
    def high_order(self) -> HandOrder:
        """Return the order of the high hand, where players set two."""
        return high_hand_order(self.options)

    def takes_reading(self, *choices: str) -> bool:
        """Return whether one of these choices is taken, such as `PG-26=two-passes`: one id for each book that has the reading."""
        return self.readings.takes(*choices)

    @cached_property
    def policies(self) -> Mapping[str, str]:
        """Return the book's policies by name, for fast look-up at the table."""
        return {name: policy.choice for name, policy in self.regulation.policies.items()}

    @cached_property
    def numbering(self) -> ClauseNumbering:
        return self.regulation.numbering

    @cached_property
    def law(self) -> LawReader:
        """Return what reads the book's clauses for a rule: `law(RULE, variant)`."""
        return law_reader(self.numbering)

    @cached_property
    def wagers(self) -> Mapping[str, Wager]:
        """Return the wagers of the book as its readings are taken."""
        return {id_: wager.under(self.readings) for id_, wager in self.regulation.wagers.items()}

    @cached_property
    def settlement_order(self) -> tuple[str, ...]:
        """Return the optional wagers that cards decide, in order of settlement: those of the game in the order of the book, then
        the side bets that data describes, then those with meters."""
        decided = [wager for wager in self.wagers.values() if wager.paid_by or wager.id in self.side_bets]
        ordered = sorted(decided, key=lambda wager: (wager.rate_clause is not None, wager.side_bet is not None))
        return tuple(wager.id for wager in ordered)

    @cached_property
    def side_bets(self) -> Mapping[str, SideBet]:
        """Return the offered side bets that the book's data describes, in the order of the book."""
        wagers = self.regulation.wagers.values()
        return {wager.id: wager.side_bet for wager in wagers if wager.side_bet is not None and wager.id in self.offers}

    @property
    def version(self) -> str:
        return self.regulation.version

    @cached_property
    def hash(self) -> str:
        """Return one hash for all rules, carried by the sign, the PAR sheet and every round."""
        return canonical_hash(self.to_json())

    def __hash__(self) -> int:
        return hash(self.hash)

    def __eq__(self, other: object) -> bool:
        """The hash covers everything, so that functions of rules are cached at once."""
        return self is other or (isinstance(other, Rules) and self.hash == other.hash)

    def __repr__(self) -> str:
        offers = ", ".join(self.offers)
        named = offers if len(offers) <= _LONGEST_LIST else f"{len(self.offers)} wagers"
        return f"<Rules of {self.book} ({self.version}): {named}; {self.hash[:_SHOWN_HASH]}>"

    @cached_property
    def positions(self) -> int:
        return position_count(self.regulation, self.options)

    def to_json(self) -> dict[str, object]:
        return {
            "book": self.book,
            "version": self.version,
            "book_hash": self.regulation.hash,
            "facility": self.facility,
            "options": {key: _plain_value(value) for key, value in self.options.items()},
            "offers": {wager: _offer_json(offer) for wager, offer in self.offers.items()},
            "meters": {f"{meter.wager} {meter.name}": _meter_json(meter) for meter in self.meters},
            "readings": dict(self.readings),
            "approvals": {each.what: f"{each.reference}, {each.date}" for each in self.approvals},
            "house_way_hash": self.house_way and self.house_way.hash,
        }


def position_count(book: Regulation, options: Mapping[str, FiledValue]) -> int:
    """Return the number of positions: as filed, or one less than the stacks dealt where the book sets no number (reading
    DIV-26)."""
    filed = options.get("table.positions", book.value_of("positions"))
    return filed if isinstance(filed, int) else book.number_of("stacks") - 1


def high_hand_order(options: Mapping[str, FiledValue]) -> HandOrder:
    """Return the order of high hands in force. The Division lets ace to five be filed as the lowest straight."""
    return PAI_GOW_HIGH_LOW_WHEEL if options.get(LOW_WHEEL) is True else PAI_GOW_HIGH


def _plain_value(value: FiledValue) -> str | int | bool:
    return str(value) if isinstance(value, Cents) else value


def _offer_json(offer: Offer) -> dict[str, object]:
    return {
        "paytable": _paytable_json(offer.paytable),
        "minimum": str(offer.minimum),
        "maximum": str(offer.maximum),
        "stakes": [str(stake) for stake in offer.stakes],
        "envy": [_paytable_json(table) for table in offer.envy],
    }


def _paytable_json(table: Paytable) -> dict[str, object]:
    return {"wager": table.wager, "letter": table.letter, "rows": {row.hand: str(row.pays) for row in table.rows}}


def _meter_json(meter: FiledMeter) -> dict[str, object]:
    return {
        "seed": str(meter.seed),
        "reset": str(meter.reset),
        "rate": f"{meter.rate * 100}%",
        "tables": list(meter.tables),
    }
