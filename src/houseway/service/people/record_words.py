"""Events of the record of the house in words."""

from collections.abc import Mapping
from string import Formatter

from houseway.events import Event
from houseway.explanation.display_names import spoken_name
from houseway.reports.chips.chip_counts import CHIPS_COUNTED
from houseway.reports.gaming_day import GAMING_DAY_CHANGED
from houseway.reports.rows.sign_ons import DEALER_SIGNED_OFF, DEALER_SIGNED_ON
from houseway.service.people import record
from houseway.service.people.floor_calls import FLOOR_CALL_ENDED, FLOOR_CALLED
from houseway.service.people.protection import choices as protection
from houseway.service.people.stops import STOP_LIFTED, STOP_SET
from houseway.service.secrecy.receipts import RECEIPTS_FAILED, RECEIPTS_MISSING, RECEIPTS_RESUMED
from houseway.service.shared_rounds import ROUND_SHARED, ROUND_SHARING_ENDED

_PHRASES: Mapping[str, str] = {
    record.PERSON_REGISTERED: "{person} is registered",
    record.PERSON_ERASED: "the name of {person} is erased",
    record.ROLE_GRANTED: "{person} is now {after}",
    record.ROLE_WITHDRAWN: "{person} loses a role and is now {after}",
    record.PASSWORD_CHANGED: "{person} has a new password",
    record.SESSIONS_REVOKED: "all sessions of {person} have ended",
    record.LOG_IN_FAILED: "somebody failed to log in",
    record.LOG_IN_LOCKED: "log-ins are locked for a while after too many failures",
    record.LINK_MADE: "a link for the first administrator is made",
    record.LINK_USED: "{person} has become the administrator by the link",
    record.SERVICE_STARTED: "the service has started",
    record.SERVICE_STOPPED: "the service has stopped",
    record.SERVICE_LOST: "the service had ended without being stopped",
    record.INTEGRITY_ACCEPTED: "the program is accepted as it is",
    record.INTEGRITY_CHECKED: "the program is compared with what was accepted",
    record.INTEGRITY_FAILED: "the program differs from what was accepted",
    record.CLOCK_SET_BACK: "the machine's clock was set back",
    record.TABLE_FROZEN: "{table} is stopped by a fault",
    record.TABLE_THAWED: "{table} resumes after a fault",
    record.KEY_ROTATED: "receipts are signed with a new key from now on",
    record.LARGE_WIN: "{player} wins {amount} at {table} in round {round}",
    record.LARGE_WAGER: "{player} wagers {amount} at {table} in round {round}",
    record.PLAYER_ABSENT: "{player} is absent at position {position} of {table} in round {round}, and the system acts",
    record.CHECKPOINTS_FAILED: "checkpoints cannot be written to their file",
    record.CHECKPOINTS_RESUMED: "checkpoints are written to their file again",
    record.LOG_CONTRADICTED: "the log is not what was signed before",
    RECEIPTS_FAILED: "receipts cannot be written to their file",
    RECEIPTS_RESUMED: "receipts are written to their file again",
    RECEIPTS_MISSING: "receipts are missing from their file",
    STOP_SET: "{scope} {target} is stopped",
    STOP_LIFTED: "{scope} {target} goes on",
    GAMING_DAY_CHANGED: "the gaming day begins at another hour",
    DEALER_SIGNED_ON: "{dealer} signs on to {table} as its dealer",
    DEALER_SIGNED_OFF: "{dealer} no longer deals at {table}: {how}",
    FLOOR_CALLED: "{player} calls a floorperson to position {position} of {table} in round {round}: {about}",
    FLOOR_CALL_ENDED: "the call of {player} at {table} has ended",
    protection.LIMIT_SET: "a limit of {person} on {kind} a {period} is set",
    protection.LOOSENING_ASKED: "{person} asks for a looser limit on {kind} a {period}",
    protection.LOOSENING_WITHDRAWN: "{person} keeps the limit on {kind} a {period}",
    protection.LIMIT_LOOSENED: "{person} confirms a looser limit on {kind} a {period}",
    protection.PLAY_SUSPENDED: "{person} suspends play",
    protection.PERSON_EXCLUDED: "{person} is excluded from play",
    protection.REMINDER_CHOSEN: "{person} chooses a notice every {after} minutes",
    ROUND_SHARED: "{person} shares round {round} of {table} by a link",
    ROUND_SHARING_ENDED: "{person} no longer shares round {round} of {table}",
    CHIPS_COUNTED: "the chips of {table} are counted: {counted}",
}


def describe_record_event(event: Event) -> str:
    """Describe an event of the record. A kind without a phrase of its own is described by its name."""
    phrase = _PHRASES.get(event.kind)
    if phrase is None:
        return spoken_name(event.kind)
    named = {name for _, name, _, _ in Formatter().parse(phrase) if name}
    return " ".join(phrase.format_map({name: _say(event.facts.get(name, "")) for name in named}).split())


def _say(fact: object) -> str:
    """Say a fact; roles and other lists one after the other."""
    return (", ".join(map(str, fact)) or "without a role") if isinstance(fact, tuple | list) else str(fact)
