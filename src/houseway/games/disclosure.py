"""Who may know what of the events that every game has. All of it is said aloud, or is chips on the layout."""

from houseway.events.disclosure import Disclosure, Disclosures

_WAGER = ("position", "wager")

COMMON: Disclosures = {
    "wager-taken-back": Disclosure(_WAGER),
    "irregularity-recorded": Disclosure(("what", "reported", "by")),
    "card-set-aside": Disclosure(("number", "cards", "drawn", "when")),
    "card-drawn-in-error": Disclosure(("used_as",)),
    "player-left": Disclosure(("positions",)),
    "stub-counted": Disclosure(("cards",)),
    "result-announced": Disclosure((*_WAGER, "result", "words")),
    "wager-settled": Disclosure((*_WAGER, "stake", "result", "amount", "vigorish", "hand")),
    "progressive-verified": Disclosure((*_WAGER, "hand", "dealer", "by")),
    "payout-validated": Disclosure((*_WAGER, "by")),
}
