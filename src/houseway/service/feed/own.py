"""What only one player is sent: his own cards, what they make, and how they may be set."""

from collections.abc import Collection, Container, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from houseway.cards import Card
from houseway.errors import NotAllowed
from houseway.events import Actor, Command, Role, encode_fact
from houseway.explanation.own_hand import describe_own_hand
from houseway.explanation.settings import NamedSetting, name_set_hands, name_settings
from houseway.games.view_reading import View, hand_at, visible_board
from houseway.house_way import HouseWay
from houseway.procedure import LegalOption
from houseway.service.messages.encoding import Text, json_text, list_text, object_text
from houseway.submission import Rules
from houseway.table import Table, decide
from houseway.table.context import round_context

Cards = tuple[Card, ...]


def own_view_text(table: Table, positions: tuple[int, ...], view: View, public: View, options: Collection[LegalOption]) -> Text:
    """Encode what a player sees that the public does not: parts of his view that differ, his hands in words, his settings,
    warnings before wagers, and why he cannot take a bank that is offered to him."""
    said = {"cautions": _cautions(table, options), "barred": _why_barred(table, options)}
    if view is public:
        return json_text({"positions": positions, "view": {}, "hands": [], **said})
    differing = {part: encode_fact(_difference(view[part], public[part])) for part in view if view[part] != public[part]}
    hands = {place: cards for place in positions if (cards := hand_at(view, place))}
    to_set = {option.facts["position"] for option in options if option.act == "set-hand"}
    texts = (
        _hand_text(
            table.rules, place, cards, visible_board(view), _settings_for(table, place, to_set), _low_hand(view, place, cards)
        )
        for place, cards in hands.items()
    )
    parts = {"positions": json_text(positions), "view": json_text(differing), "hands": list_text(texts)}
    return object_text({**parts, **{name: json_text(part) for name, part in said.items()}})


def _cautions(table: Table, options: Iterable[LegalOption]) -> list[dict[str, object]]:
    """Return the amounts above which the wagers that are offered deserve a warning, each with its words."""
    wagers = [option for option in options if option.act == "wager"]
    if not wagers:
        return []
    context = round_context(table, 0)
    found = ((option, table.game.caution_on_stake(context, option)) for option in wagers)
    return [
        {**option.facts, "most": caution.most.amount, "words": caution.words, "clauses": list(map(str, caution.clauses))}
        for option, caution in found
        if caution is not None
    ]


_BARRED = {
    "round.bank-at-start": "Nobody may bank in the first round of a game.",
    "round.banked-before": "You banked the last round, and nobody may bank twice in a row.",
    "round.did-not-bet": "You made no wager against the dealer in the last round that the dealer banked.",
    "round.bank-has-wagers": "You have wagers on the table, and the bank may have none. Take them back first.",
}
"""Why somebody cannot take the bank, by the code of the refusal that he would get, in a dealer's words."""


def _why_barred(table: Table, options: Collection[LegalOption]) -> list[dict[str, object]]:
    """Return why an offer of the bank can only be passed; nothing if it can be taken, or if there is none."""
    acts = {option.act: option for option in options}
    if "pass-bank" not in acts or "accept-bank" in acts:
        return []
    facts = acts["pass-bank"].facts
    (player,) = {name for position, name in table.seats.items() if position == facts["position"]}
    try:
        decide(table, Command("accept-bank", Actor(Role.PLAYER, player), facts))
    except NotAllowed as refusal:
        words = _BARRED.get(refusal.code, "You may not bank this round.")
        return [{**facts, "act": "accept-bank", "words": words, "clauses": list(map(str, refusal.clauses))}]
    return []


class _Settings(NamedTuple):
    """A hand that is to be set, and the house way once the dealer has announced it."""

    house_way: HouseWay | None


def _settings_for(table: Table, place: int, to_set: Container[object]) -> _Settings | None:
    if place not in to_set:
        return None
    informed: frozenset[int] = getattr(table.round, "told_house_way", frozenset())
    return _Settings(table.house_way if place in informed else None)


def _low_hand(view: View, place: int, cards: Cards) -> Cards:
    """Return the low hand as the player has set it; nothing before that, or while not all his cards are known."""
    both: Mapping[str, Cards] = view.get("settings", {}).get(place, {})
    return both["low"] if both and {*both["high"], *both["low"]} == {*cards} else ()


@lru_cache(maxsize=1_024)
def _hand_text(rules: Rules, place: int, cards: Cards, board: Cards, settings: _Settings | None, low: Cards) -> Text:
    """Encode a hand in words, with its settings if it is to be set. It stays the same for many turns."""
    content: dict[str, object] = {"position": place, **_hand_words(rules, cards, board, low)}
    if settings is not None:
        content["settings"] = _settings_content(rules, cards, settings.house_way)
    return json_text(content)


def _hand_words(rules: Rules, cards: Cards, board: Cards, low: Cards) -> dict[str, str]:
    """Name what the cards make; once they are set, both hands as they were set. Hands with a wrong number of cards have no name."""
    if not low:
        return {"words": describe_own_hand(rules, cards, board)}
    named = name_set_hands(rules, cards, frozenset(low))
    if named is None:
        return {"words": ""}
    whole = f"{named.high_words}, and {named.low_words} in the low hand"
    return {"words": whole, "high_words": named.high_words, "low_words": named.low_words}


def _difference(own: object, public: object) -> object:
    """Return the entries of a table that differ from what the public sees. Return any other value unchanged."""
    if isinstance(own, Mapping) and isinstance(public, Mapping):
        return {key: part for key, part in own.items() if key not in public or public[key] != part}
    return own


def _settings_content(rules: Rules, cards: Cards, house_way: HouseWay | None) -> list[dict[str, object]]:
    """Return every setting of a hand, legal or foul. The house way's is marked if the dealer has told it."""
    house_low = frozenset(house_way.set(cards, rules.high_order).low) if house_way else None
    return [_setting_content(setting, house_low) for setting in name_settings(rules, cards)]


def _setting_content(setting: NamedSetting, house_low: frozenset[Card] | None) -> dict[str, object]:
    content: dict[str, object] = {"low": encode_fact(setting.low), "high": encode_fact(setting.high)}
    content |= {"low_words": setting.low_words, "high_words": setting.high_words, "legal": not setting.foul}
    if setting.foul:
        content |= {"foul": setting.foul, "clauses": list(setting.clauses)}
    if house_low is not None:
        content["house_way"] = frozenset(setting.low) == house_low
    return content
