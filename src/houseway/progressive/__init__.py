"""Progressive meters: each is an exact fraction of cents with its own stream of events, because tables share it.

The deciding functions (`open_meter`, `contribution_event`, `award_events` and so on) take a meter and return events, or
refuse; `evolve_meter` folds one event into a meter. All are pure: what is not appended has not happened. At all times

    value = what it started with + contributions - contributions taken back - what awards and deductions took
            + what the house added when it was reset + what a floorperson's ruling changed

The awards and resets of a round that is void, or of which all progressive wagers are, are reversed by their amounts, whatever other
tables have added since.

Nothing is rounded in between: the meter *shows* whole cents, rounded down. An award is of the amount shown, a percentage of it
rounded up to the cent, and the fraction of a cent that is not shown stays on the meter, after a reset too (PG-51). If an award
differs from what leaves the meter, the house bears or keeps the difference, and the event says so. Readings are looked up
by their ids in each book (PG-19, DIV-40); an unknown one takes its default.

**New terms** keep the live amount, which players have paid in. A new rate or paytable waits until the jackpot is won, unless no
wager has fed it; a new reset amount has effect at the next reset; a new starting amount changes nothing on a meter that has
started. Tables that share a meter file the same terms, so one table's submission cannot change them: they are requested once
for all tables (`request_terms`) and change at all of them together (`amend_meter`). A table whose submission no longer has the
meter is withdrawn: the meter keeps its amount, and takes and pays nothing at that table until it is filed again; other tables
that share it go on (PG-69, DIV-73). The table makes sure that a change comes between rounds.
"""

from houseway.progressive.awards import award_events, award_reversal_event, deduction_event
from houseway.progressive.contributions import contribution_event, contribution_reversal_event
from houseway.progressive.display import least_ruled_amount, reconcile_display, rule_on_mismatch
from houseway.progressive.filing import (
    amend_meter,
    check_table_may_amend,
    join_meter,
    open_meter,
    request_terms,
    withdraw_meter,
)
from houseway.progressive.folding import CHANGES_BY_KIND, evolve_meter, fold_meter
from houseway.progressive.meter import (
    AMENDED,
    AMOUNTS,
    AWARD_REVERSED,
    AWARDED,
    CHANGE_REQUESTED,
    CONTRIBUTED,
    CONTRIBUTION_KEPT,
    CONTRIBUTION_REVERSED,
    DEDUCTED,
    JOINED,
    MISMATCH_RULED,
    MISMATCHED,
    OPENED,
    PAID_AT_TURN,
    RECONCILED,
    RESET,
    WITHDRAWN,
    MeterTerms,
    ProgressiveMeter,
    RequestedTerms,
    ShareWinner,
    are_awarded_together,
    meter_key,
)

__all__ = [
    "AMENDED",
    "AMOUNTS",
    "AWARDED",
    "AWARD_REVERSED",
    "CHANGES_BY_KIND",
    "CHANGE_REQUESTED",
    "CONTRIBUTED",
    "CONTRIBUTION_KEPT",
    "CONTRIBUTION_REVERSED",
    "DEDUCTED",
    "JOINED",
    "MISMATCHED",
    "MISMATCH_RULED",
    "OPENED",
    "PAID_AT_TURN",
    "RECONCILED",
    "RESET",
    "WITHDRAWN",
    "MeterTerms",
    "ProgressiveMeter",
    "RequestedTerms",
    "ShareWinner",
    "amend_meter",
    "are_awarded_together",
    "award_events",
    "award_reversal_event",
    "check_table_may_amend",
    "contribution_event",
    "contribution_reversal_event",
    "deduction_event",
    "evolve_meter",
    "fold_meter",
    "join_meter",
    "least_ruled_amount",
    "meter_key",
    "open_meter",
    "reconcile_display",
    "request_terms",
    "rule_on_mismatch",
    "withdraw_meter",
]
