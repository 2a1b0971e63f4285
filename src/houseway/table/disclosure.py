"""Who may see what of a table's events: the declarations of all packages, and those of table, ledger and meters."""

from functools import cache

from houseway import equipment as equipment_rules
from houseway import progressive
from houseway.events import Actor, Event, Role
from houseway.events.disclosure import Disclosure, Disclosures, Viewer, combine_disclosures, redact_facts
from houseway.games.registry import game_of
from houseway.games.round_context import RoundContext
from houseway.ledger import MONEY_MOVED
from houseway.procedure import DEALER

_RULES = ("rules_hash", "house_way_hash", "book_hash", "book_edition", "by", "at")
_RULES_TEXT = ("submission", "house_way")

TABLE: Disclosures = {
    "table-opened": Disclosure((*_RULES, "table", "book"), staff=_RULES_TEXT),
    "rules-amended": Disclosure(_RULES, staff=_RULES_TEXT),
    "table-closed": Disclosure(("by", "counted", "at")),
    "round-started": Disclosure(("number", "first_offer")),
    "player-seated": Disclosure(("player", "positions", "at")),
    "player-got-up": Disclosure(("player", "at")),
    "area-given-up": Disclosure(("player", "position", "at")),
    "spread-asked": Disclosure(("what", "player", "at")),
    "finding-reported": Disclosure(
        ("finding", "round", "act", "under", "at"), staff=("reported", "proposed", "meters", "owed", "deck", "void", "by")
    ),
    "finding-ruled": Disclosure(("finding", "choice", "void", "by", "at"), staff=("why", "owed", "moved")),
    "round-annulled": Disclosure(
        ("round", "new_game", "fresh", "last_bank", "last_wagers", "first_offer", "bankless_rounds", "deck", "under")
    ),
    "conduct-recorded": Disclosure(staff=("who", "what", "by", "at")),
}

LEDGER: Disclosures = {
    MONEY_MOVED: Disclosure(("source", "target", "amount", "reason", "round", "seat", "wager", "note", "by")),
}
"""Chips lie and move in the open."""

_WHERE = ("meter", "table", "round")
_FILED = ("meter", "book", "paytable", "denomination", "least", "wager", "name", "seed", "reset", "rate", "tables", "comes_off")
_READ = Disclosure((*_WHERE, "at", "shown"), staff=("computed", "by", "why"))

METERS: Disclosures = {
    progressive.OPENED: Disclosure((*_FILED, "table", "paid_from")),
    progressive.JOINED: Disclosure(("meter", "table")),
    progressive.CHANGE_REQUESTED: Disclosure((*_FILED, "changes", "waits_for_reset"), staff=("by", "why")),
    progressive.AMENDED: Disclosure((*_FILED, "table", "effect")),
    progressive.WITHDRAWN: Disclosure(("meter", "table", "why", "effect")),
    progressive.CONTRIBUTED: Disclosure((*_WHERE, "stake", "amount", "coupons")),
    **dict.fromkeys(
        (progressive.CONTRIBUTION_REVERSED, progressive.CONTRIBUTION_KEPT),
        Disclosure((*_WHERE, "stake", "amount", "before", "taken", "house", "found")),
    ),
    progressive.AWARDED: Disclosure(
        (*_WHERE, "seat", "share", "of", "shown", "before", "amount", "taken", "house", "paid_from")
    ),
    progressive.DEDUCTED: Disclosure((*_WHERE, "seat", "hand", "before", "amount", "taken", "house")),
    progressive.RESET: Disclosure((*_WHERE, "before", "to", "added", "paid_from")),
    progressive.AWARD_REVERSED: Disclosure((*_WHERE, "before", "amount", "taken", "added", "house")),
    progressive.RECONCILED: _READ,
    progressive.MISMATCHED: _READ,
    progressive.MISMATCH_RULED: Disclosure((*_WHERE, "at", "shown"), staff=("computed", "change", "by", "why")),
}
"""The display hangs above the table. How it compares with the computed amount is for the house alone."""


@cache
def disclosures_of(game: str) -> Disclosures:
    """Return the declarations for every kind of event of a table that plays a game, and for those of its meters."""
    return combine_disclosures(TABLE, LEDGER, METERS, equipment_rules.DISCLOSURES, game_of(game).disclosures)


def redact_event(context: RoundContext, actor: Actor, event: Event) -> Event:
    """Return an event as somebody at the table may see it. The context is the one after the event's command."""
    return redact_facts(event, disclosures_of(context.rules.game), event_viewer(context, actor, event))


def event_viewer(context: RoundContext, actor: Actor, event: Event) -> Viewer:
    """Return how somebody is related to an event. The dealer's own hand is set face up, before everybody."""
    position = event.facts.get("position")
    owns_hand = isinstance(position, int) and (position == DEALER or context.sits_at(actor, position))
    return Viewer(staff=actor.role in (Role.DEALER, Role.FLOOR), owns_hand=owns_hand)
