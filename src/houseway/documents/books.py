"""The clauses of each rule book about its sign and its layout. Only the ids; the regulation has the content."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Printed:
    """The clauses that require something printed; a field is empty if the book does not require it."""

    odds: tuple[str, ...] = ()
    """Odds and amounts must be posted."""
    limit: tuple[str, ...] = ()
    """The payout limit must be posted, and which wagers it covers."""
    limit_on: str = "on one hand"
    facility: tuple[str, ...] = ()
    areas: Mapping[str, str] = field(default_factory=dict)
    """The area of each wager; the book names no area for a missing wager."""
    high_and_low: str = ""
    """The areas of a player's two hands."""
    dealer: str = ""
    community: str = ""
    bonus_box: str = ""
    """The cards of the Six Card Bonus."""
    boxes: str = ""
    tip_box_elsewhere: str = ""
    rack: str = ""


PRINTED: Mapping[str, Printed] = {
    "md.pai-gow-poker": Printed(
        odds=("2.B(9)",),
        limit=("2.B(10)", "13.G", "13.G(2)"),
        facility=("2.B(1)",),
        areas={
            "pai-gow": "2.B(2)",
            "fortune-bonus": "2.B(5)",
            "emperors-treasure": "2.B(6)",
            "insurance": "2.B(7)",
            "progressive": "2.B(8)",
        },
        high_and_low="2.B(3)",
        dealer="2.B(4)",
        boxes="2.E(1)",
        tip_box_elsewhere="2.F",
        rack="2.E(2)",
    ),
    "md.ultimate-texas-holdem": Printed(
        odds=("2.B(7)",),
        limit=("2.B(8)(d)", "2.B(9)", "12.F", "12.F(2)"),
        facility=("2.B(1)",),
        areas={
            "ante": "2.B(2)",
            "blind": "2.B(2)",
            "play": "2.B(2)",
            "trips": "2.B(2)",
            "progressive": "2.B(5)",
            "six-card-bonus": "2.B(6)",
        },
        dealer="2.B(4)",
        community="2.B(3)",
        bonus_box="10.B(1)",
        boxes="2.D(1)",
        tip_box_elsewhere="2.E",
        rack="2.D(2)",
    ),
    "md.four-card-poker": Printed(
        odds=("as-played.2.B(7)",),
        facility=("as-played.2.B(1)",),
        areas={
            "ante": "as-played.2.B(2)",
            "play": "as-played.2.B(2)",
            "aces-up": "as-played.2.B(2)",
            "progressive": "as-played.2.B(5)",
        },
        dealer="as-played.2.B(4)",
        boxes="as-played.2.D(1)",
        tip_box_elsewhere="as-played.2.E",
        rack="as-played.2.D(2)",
    ),
    "div.pai-gow-poker": Printed(
        limit=("(s)(3)#1", "(s)(3)#3", "(s)(3)#4"),
        limit_on="in one round",
        areas={"pai-gow": "(g)(1)#1", "progressive": "(g)(4)#1", "bonus": "(r)(2)#1", "number": "(p)(2)(ii)#1"},
        high_and_low="(l)(2)#4",
        dealer="(l)(3)#2",
    ),
}
