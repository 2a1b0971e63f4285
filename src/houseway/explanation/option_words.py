"""Say in words what a player may do, as a button or a typed command names it."""

from collections.abc import Mapping

from houseway.money import Cents
from houseway.procedure import LegalOption
from houseway.table import Table

_WORDS = {
    "sit": "sit down",
    "leave": "leave the table",
    "buy-in": "buy chips",
    "cash-out": "cash out chips",
    "tip": "tip the dealer",
    "check": "check",
    "play": "play",
    "fold": "fold",
    "set-hand": "set your hands",
    "ask-house-way": "ask the dealer for the house way",
    "surrender": "surrender",
    "pass-bank": "pass the bank",
    "accept-bank": "take the bank",
    "request-co-bank": "share the bank with the house",
    "direct-house-stake": "set what the house stakes against you",
    "play-exposed": "play the hand with the exposed card",
    "void-exposed": "void the hand with the exposed card",
    "cut": "cut the cards",
    "refuse-cut": "refuse the cut",
    "shake": "shake the dice",
    "uncover": "uncover the dice",
    "choose-stack": "choose the first stack",
}
PLAYERS_ACTS: Mapping[str, str] = _WORDS | {"wager": "make a wager", "take-back": "take a wager back"}
"""What players do, in words that name no wager."""
_REQUESTS = {
    "spread-face-up": "ask to see the idle cards face up",
    "spread-stored-deck": "ask to see the stored deck",
}


ACT_WITH_AMOUNTS = "play"
"""The one act whose amounts have words of their own."""


def describe_option(option: LegalOption, titles: Mapping[str, str]) -> str:
    """Return an option in words; empty for acts of the staff. The option has words of its own, but those of a player's act also
    say whose act it is, so they cannot label a button."""
    if option.words and option.act not in _WORDS:
        return option.words
    match option.act:
        case "wager":
            return f"bet on {_wager_title(option, titles)}"
        case "take-back":
            return f"take back {_wager_title(option, titles)}"
        case "light":
            return f"switch the light of the {titles.get('progressive', 'progressive')} {'on' if option.facts['on'] else 'off'}"
        case "ask-spread":
            return _REQUESTS[str(option.facts["what"])]
        case "leave" if "position" in option.facts:
            return f"give up position {option.facts['position']}"
    return _WORDS.get(option.act, "")


def _wager_title(option: LegalOption, titles: Mapping[str, str]) -> str:
    """Return the title of a wager; with its number, where it is on one of several."""
    name, _, staked_number = str(option.facts["wager"]).partition(":")
    number = option.facts.get("number", staked_number)
    return f"{titles.get(name, name)} {number}".strip()


def describe_amounts(option: LegalOption, table: Table) -> list[str]:
    """Say how many times the base wager each amount of a decision is; nothing if some amount is no multiple of it."""
    if option.act != ACT_WITH_AMOUNTS:
        return []
    bounds = option.bounds.get("amount")
    if not isinstance(bounds, Mapping) or "choices" not in bounds:
        return []
    name = next(iter(table.rules.offers))
    base = table.round.stakes[option.facts["position"]][name].total
    title = table.rules.regulation.wagers[name].title.removesuffix(" wager")
    amounts: tuple[Cents, ...] = bounds["choices"]
    if any(amount.amount % base.amount for amount in amounts):
        return []
    return [_times(amount.amount // base.amount, title) for amount in amounts]


def _times(count: int, title: str) -> str:
    return f"as much as the {title}" if count == 1 else f"{count} times the {title}"
