"""The clauses of each rule book about its sign and its layout. Only their ids are here; the data of the book says what they
require."""

from houseway.citation import SILENT, Citation, Law
from houseway.hands.orders import DIV_PAI_GOW as DIV
from houseway.hands.orders import MD_FOUR_CARD as FOUR_CARD
from houseway.hands.orders import MD_PAI_GOW as MD
from houseway.hands.orders import MD_ULTIMATE as ULTIMATE
from houseway.submission import Rules

ODDS = Law({MD: "2.B(9)", DIV: SILENT, ULTIMATE: "2.B(7)", FOUR_CARD: "as-played.2.B(7)"})
"""The clauses that require odds and amounts to be posted."""
LIMIT_POSTED = Law({MD: "2.B(10)", DIV: "(s)(3)#3", ULTIMATE: "2.B(8)(d)", FOUR_CARD: SILENT})
"""The clauses that require the payout limit, or a reference to it, to be on the layout or on a sign."""
LIMIT_FILED = Law({MD: "13.G", DIV: "(s)(3)#1", ULTIMATE: "12.F", FOUR_CARD: SILENT})
LIMIT_COVERS = Law({MD: "13.G(2)", DIV: "(s)(3)#4", ULTIMATE: "12.F(2)", FOUR_CARD: SILENT})
"""The clauses that say which wagers the limit covers."""
AREA = Law(dict.fromkeys((MD, DIV, ULTIMATE, FOUR_CARD), SILENT), subject="area")
"""The area of each wager."""
HIGH_AND_LOW = Law({MD: "2.B(3)", DIV: "(l)(2)#4"})
"""The areas of a player's two hands."""
DEALER = Law({MD: "2.B(4)", DIV: "(l)(3)#2", ULTIMATE: "2.B(4)", FOUR_CARD: "as-played.2.B(4)"})
COMMUNITY = Law({ULTIMATE: "2.B(3)"})
BONUS_BOX = Law({ULTIMATE: "10.B(1)"})
"""The cards of the Six Card Bonus."""
BOXES = Law({MD: "2.E(1)", DIV: SILENT, ULTIMATE: "2.D(1)", FOUR_CARD: "as-played.2.D(1)"})
TIP_BOX_ELSEWHERE = Law({MD: "2.F", DIV: SILENT, ULTIMATE: "2.E", FOUR_CARD: "as-played.2.E"})
RACK = Law({MD: "2.E(2)", DIV: SILENT, ULTIMATE: "2.D(2)", FOUR_CARD: "as-played.2.D(2)"})
SHAKER = Law({MD: "5.K(1)(b)(i)", DIV: SILENT})
"""The area on which the uncovered shaker is placed."""
NOTICE = Law(
    {
        MD: SILENT,
        DIV: SILENT,
        ULTIMATE: {"sign": "2.B(9)", "": SILENT},
        FOUR_CARD: {"tie": "as-played.2.B(8)(a)", "sign": "as-played.2.B(9)", "": SILENT},
    },
    subject="notice",
)
"""The clauses of each statement that the sign must have, by subject."""


def facility_clauses(rules: Rules) -> tuple[Citation, ...]:
    """Return the clause that requires the facility's name to be printed, if there is one."""
    clause = rules.regulation.facility
    return (clause,) if clause else ()


def notice_clauses(rules: Rules, what: str) -> tuple[Citation, ...]:
    """Return the clauses that require a statement on the sign."""
    return (*rules.law(NOTICE, what), *rules.law(NOTICE, "sign"))
