"""A completed round that is found void counts as a void one for the rounds after it: for who may bank, the first offer, the first
round of a game, the rounds without a bank, and the button (PG-99, DIV-113). What the next round has already done stands."""

from houseway import equipment as equipment_rules
from houseway.events import Event
from houseway.games.round_context import RoundContext
from houseway.table.state import CompletedRound, Table


def annul_round(table: Table, done: CompletedRound, context: RoundContext, voided: Event) -> tuple[Event, ...]:
    """Return what makes a completed round count as void. The context is that of this round; the event is what would have voided
    it."""
    before = done.before
    facts = {
        "round": done.number,
        "new_game": table.is_new_game or before.is_new_game,
        "fresh": table.equipment.is_fresh or before.is_fresh,
        "last_bank": table.game.bank.of_void_round(context) or before.history.last_bank,
        "last_wagers": before.history.last_wagers,
        "first_offer": before.first_offer,
        "bankless_rounds": before.bankless_rounds,
        "deck": done.deck,
        "under": voided["under"],
    }
    annulled = Event("round-annulled", voided.clauses, facts)
    return (annulled, *equipment_rules.put_button_back(table.equipment, before.button))
