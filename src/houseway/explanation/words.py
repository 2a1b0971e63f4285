"""Describe events in words, for a person who reads a round step by step."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from houseway.cards import Card
from houseway.equipment import count_chips_and_lights, device_name
from houseway.events import Event
from houseway.explanation.display_names import DisplayNames, EventPhrase, Facts, spoken_name
from houseway.explanation.meter_words import METER_PHRASES
from houseway.ledger import Reason
from houseway.money import NO_MONEY, Cents
from houseway.regulation import Regulation
from houseway.spelling import count_things, list_things


def wager_titles(regulation: Regulation) -> dict[str, str]:
    """Return the book's title of each wager, without the word "wager"."""
    return {name: regulation.wager_name(name) for name in regulation.wagers}


def describe_event(event: Event, seats: Mapping[int, str] | None = None, titles: Mapping[str, str] | None = None) -> str:
    """Describe an event in one line. A kind without a phrase of its own is described by its name and facts.

    The event may be redacted: the line then leaves out what was withheld."""
    say = _PHRASES.get(event.kind)
    if say is None:
        return _describe_by_facts(event)
    return say(event.facts, DisplayNames(seats or {}, titles or {}))


def card_text(hand: Iterable[Card]) -> str:
    return " ".join(card.symbol for card in hand)


def _describe_by_facts(event: Event) -> str:
    shown = {
        name: fact for name, fact in event.facts.items() if name not in ("at", "round", "by") and fact not in ((), None, "")
    }
    details = ", ".join(f"{name.replace('_', ' ')} {_fact_text(fact)}" for name, fact in shown.items())
    return spoken_name(event.kind) + (f": {details}" if details else "")


def _fact_text(fact: object) -> str:
    if isinstance(fact, Card):
        return fact.symbol
    if isinstance(fact, Mapping):
        return "; ".join(f"{key}: {_fact_text(value)}" for key, value in fact.items())
    if isinstance(fact, tuple):
        return " ".join(map(_fact_text, fact))
    if isinstance(fact, Fraction):
        return str(fact)
    return str(fact)


# Money


def _say_moved(facts: Facts, names: DisplayNames) -> str:
    wager = f"{names.wager_title(facts['wager'])}, " if facts.get("wager") else ""
    note = f" ({facts['note']})" if facts.get("note") else ""
    source, target = names.account_title(facts["source"]), names.account_title(facts["target"])
    return f"{facts['amount']} from {source} to {target}: {wager}{spoken_name(facts['reason'])}{note}"


def _say_placed(facts: Facts, names: DisplayNames) -> str:
    coupon = facts.get("coupon", Cents(0))
    chips = f"{facts['amount']}" if facts["amount"] else ""
    both = " and ".join(part for part in (chips, f"a coupon of {coupon}" if coupon else "") if part)
    return f"{names.player_at(facts['position'])} has {both} on {names.wager_title(facts['wager'])}"


RESULTS = {"win": "wins", "lose": "loses", "tie": "ties", "void": "is void"}
"""How a wager ended, as a phrase."""
_COMPARED = frozenset(("pai-gow", "ante"))
"""Wagers whose announced result already names the hand."""


def _say_announced(facts: Facts, names: DisplayNames) -> str:
    whose, result = names.player_at(facts["position"]), RESULTS.get(facts["result"], facts["result"])
    what = f"the hand of {whose}" if facts["wager"] in _COMPARED else f"{names.wager_title(facts['wager'])} of {whose}"
    return f"{what} {result}: {facts['words']}"


def _say_settled(facts: Facts, names: DisplayNames) -> str:
    paid = f" {facts['amount']}" if facts["amount"] else ""
    less = f" less {facts['vigorish']} vigorish" if facts["vigorish"] else ""
    hand = f" ({facts['hand']})" if facts["hand"] and facts["wager"] != "pai-gow" else ""
    result = RESULTS.get(facts["result"], facts["result"])
    return f"{names.wager_title(facts['wager'])} of {names.player_at(facts['position'])} {result}{paid}{less}{hand}"


def _say_numbers(facts: Facts, names: DisplayNames) -> str:
    won = [f"{names.player_at(place)} wins {amount}" for place, _, result, amount in facts["results"] if result == "win"]
    return f"wagers on the starting number are settled, {facts['number']} was shown: {', '.join(won) or 'nobody wins'}"


def _say_envy_against_dealer(facts: Facts, names: DisplayNames) -> str:
    """Against the dealer: one hand, and everybody who is paid for it."""
    paid = ", ".join(f"{amount} to {names.player_at(place)} ({spoken_name(hand)})" for place, hand, amount in facts["hands"])
    return f"envy bonus for the hand of {names.player_at(facts['position'])}: {paid}"


def _say_envy(facts: Facts, names: DisplayNames) -> str:
    if facts["wager"] == "progressive":
        return _say_envy_against_dealer(facts, names)
    hands = ", ".join(f"{spoken_name(hand)} of {names.player_at(place)}" for place, hand, _ in facts["hands"])
    return f"envy bonus of {facts['amount']} to {names.player_at(facts['position'])}: {hands or 'no hand earns one'}"


def _say_count_ruled(facts: Facts, names: DisplayNames) -> str:
    stand = names.players_at(facts["standing"])
    return f"{facts['by']} rules on the chips and lights: " + (f"the wagers of {stand} stand" if stand else "no wager stands")


# Cards


def _say_dealt(facts: Facts, names: DisplayNames) -> str:
    if "hands" not in facts:
        return "the cards are dealt" + (f"; face up {card_text(facts['up'])}" if facts.get("up") else "")
    hands = "; ".join(f"{names.player_at(place)} {card_text(hand)}" for place, hand in facts["hands"].items() if hand)
    layout = "".join(f"; {place} {card_text(facts[place])}" for place in ("board", "box") if facts.get(place))
    up = f"; face up {card_text(facts['up'])}" if facts.get("up") else ""
    return f"dealt: {hands or 'physical cards'}{layout}{up}"


def _say_set(facts: Facts, names: DisplayNames) -> str:
    if not facts.get("high") and not facts.get("low"):
        return f"{names.player_at(facts['position'])} sets both hands face down"
    return f"{names.player_at(facts['position'])} sets {card_text(facts['high'])} | {card_text(facts['low'])}"


def _say_base_void(facts: Facts, names: DisplayNames) -> str:
    envy = sum((amount for _, _, amount in facts.get("envy", ())), start=NO_MONEY)
    taken_back = f"; {envy} paid as envy is taken back" if envy else ""
    return f"the wagers against the dealer are void: {spoken_name(facts['why'])}{taken_back}"


def _say_void(facts: Facts, names: DisplayNames) -> str:
    worded = names.player_at if facts["why"] == "wrong-first-position" else _fact_text
    should = f" (was {worded(facts['given'])}, should be {worded(facts['should_be'])})" if "should_be" in facts else ""
    undone = "; what was settled is undone" if facts.get("unwound") else ""
    return f"the round is void: {spoken_name(facts['why'])}{should}{undone}"


def _say_exposed(facts: Facts, names: DisplayNames) -> str:
    shown = card_text(facts["cards"]) if "cards" in facts else f"{card_text(facts['high'])} | {card_text(facts['low'])}"
    return f"{names.player_at(facts['position'])} shows {shown}"


def _say_exposed_early(facts: Facts, names: DisplayNames) -> str:
    """Say which card was exposed too early, at a position or on the layout, and whether its player has looked and must play."""
    whose = _whose(facts.get("place", facts.get("position")), names)
    looked = "; the player has seen the others, so the hand is played" if facts.get("looked") else ""
    return f"a card {whose} was exposed: {card_text(facts['cards']) or 'face unknown'}{looked}"


def _whose(place: object, names: DisplayNames) -> str:
    """Say to whom or to what a card was dealt."""
    if isinstance(place, int):
        return f"of {names.player_at(place)}"
    return f"of the {place}" if place != "burned" else "that was burned"


def _say_folded(facts: Facts, names: DisplayNames) -> str:
    lost = f", and with it {list_things(map(names.wager_title, facts['lost']))}" if facts["lost"] else ""
    return f"{names.player_at(facts['position'])} folds{lost}; the cards {'are racked' if facts['racked'] else 'stay'}"


def _community_phrase(name: str) -> EventPhrase:
    def say(facts: Facts, names: DisplayNames) -> str:
        burned = f", {facts['burns']} burned" if facts.get("burns") else ""
        return f"{name}: {card_text(facts['cards'])}{burned}"

    return say


def _say_rearranged(facts: Facts, names: DisplayNames) -> str:
    called = f", and calls it: {facts['acknowledged']}" if facts.get("acknowledged") else ""
    return f"the dealer makes the best hand of the cards of {names.player_at(facts['position'])}{called}"


def _say_racked(facts: Facts, names: DisplayNames) -> str:
    if "entries" not in facts:
        return "cards go into the discard rack"
    entries = "; ".join(
        f"{owner}, {card_text(held) if isinstance(held, tuple) else f'{held} cards'}" for owner, held, _ in facts["entries"]
    )
    return f"into the discard rack: {entries}"


def _say_found(facts: Facts, where: str) -> str:
    return f"card {facts['number']} {where}" + (f": {card_text(facts['cards'])}" if facts["cards"] else "")


def _say_found_face_up(facts: Facts, names: DisplayNames) -> str:
    """Say which card it was: one of the deck, one that is not dealt, or one that was dealt all the same."""
    if "place" not in facts:
        return f"card {facts['number']} of the deck lay face up in the {facts['where']}"
    if facts["place"] in ("aside", "stub"):
        return _say_found(facts, f"lay face up {'during the deal' if facts['when'] == 'dealing' else 'in the stub'}")
    return _say_found(facts, f"{_whose(facts['place'], names)} lay face up before it was dealt")


# Equipment


def _say_received(facts: Facts, names: DisplayNames) -> str:
    return f"{facts['deck']} is brought to the table, with {facts['back']} backs"


def _say_inspected(facts: Facts, names: DisplayNames) -> str:
    return f"{facts['by']} inspects {facts['deck']}: {facts['defects'] or 'nothing is wrong'}"


def _say_loaded(facts: Facts, names: DisplayNames) -> str:
    return f"{facts['deck']} is made ready to deal: {spoken_name(facts['dealing'])}"


def _say_failed(facts: Facts, names: DisplayNames) -> str:
    caught = f" with {' and '.join(facts['decks'])} in it" if facts["decks"] else ""
    return f"the {spoken_name(device_name(facts['device']))} fails{caught}: {spoken_name(facts['what'])}"


def _say_switched(facts: Facts, names: DisplayNames) -> str:
    methods = (f"{what} by {spoken_name(facts[how])}" for what, how in _METHODS.items())
    return f"from now on: {', '.join(methods)}"


_AWAY = {"container": "put into the container"}
_METHODS = {"shuffle": "shuffling", "deal": "dealing", "start": "starting"}


def _say_ended(facts: Facts, names: DisplayNames) -> str:
    return f"{facts['deck']} is out of play" + (", and is removed" if facts["retire_deck"] else " until it is shuffled")


def _say_finding(facts: Facts, names: DisplayNames) -> str:
    said = f"irregularity reported for round {facts['round']}: {spoken_name(facts['act'])}"
    waits = any(facts.get(name) for name in ("proposed", "meters", "owed", "deck", "void"))
    return f"{said}; a floorperson must rule{_say_owed(facts, names)}" if waits or "proposed" not in facts else said


def _say_annulled(facts: Facts, names: DisplayNames) -> str:
    said = f"round {facts['round']} counts as a void round"
    game = ", so no round of the game has been played yet" if facts["new_game"] else ""
    banked = f"; {facts['last_bank']} banked last" if facts["last_bank"] else ""
    return f"{said}{game}{banked}"


def _say_owed(facts: Facts, names: DisplayNames) -> str:
    """Say what players no longer have; only staff may know it."""
    owed = facts.get("owed", ())
    parts = (f"position {place} owes {amount} of {names.wager_title(wager)}" for place, wager, amount in owed)
    return "; " + ", ".join(parts) if owed else ""


_TABLE_PHRASES: dict[str, EventPhrase] = {
    "table-opened": lambda f, n: f"table {f['table']} opens under {f['book']}, rules {f['rules_hash'][:16]}",
    "table-closed": lambda f, n: f"the table closes with {f['counted']} counted",
    "table-idled": lambda f, n: f"the table is idle, with {' and '.join(f['decks'])} spread face {f['face']}",
    "rules-amended": lambda f, n: f"{f['by']} puts an amended submission into effect, rules {f['rules_hash'][:16]}",
    "finding-reported": _say_finding,
    "finding-ruled": lambda f, n: f"{f['by']} rules on finding {f['finding']}: {spoken_name(f['choice'])}{_say_owed(f, n)}",
    "round-annulled": _say_annulled,
    "conduct-recorded": lambda f, n: f"{f['by']} records conduct of {f['who']}: {f['what']}" if f else "conduct is recorded",
    "spread-asked": lambda f, n: f"{f['player']} asks: {spoken_name(f['what'])}",
    "money-moved": _say_moved,
    "round-started": lambda f, n: f"round {f['number']}",
    "round-completed": lambda f, n: "the round is over",
    "round-ended": _say_ended,
    "player-seated": lambda f, n: f"{f['player']} sits at {' and '.join(map(str, f['positions']))}",
    "player-got-up": lambda f, n: f"{f['player']} gets up",
    "area-given-up": lambda f, n: f"{f['player']} gives up position {f['position']}",
    "player-left": lambda f, n: f"{n.player_at(f['positions'][0])} leaves during the round",
    "bank-offered": lambda f, n: f"the bank is offered to {n.player_at(f['position'])}",
    "bank-passed": lambda f, n: f"{n.player_at(f['position'])} does not bank",
    "bank-accepted": lambda f, n: f"{n.player_at(f['position'])} banks",
    "bank-confirmed": lambda f, n: f"{n.player_at(f['position'])} is confirmed as the bank (bet before, covers all wagers)",
    "bank-refused": lambda f, n: f"{n.player_at(f['position'])} may not bank: {spoken_name(f['why'])}",
    "nobody-banks": lambda f, n: "nobody banks",
    "co-banking-agreed": lambda f, n: f"{n.player_at(f['position'])} and the house share the bank equally",
    "bank-settled": lambda f, n: f"the bank of {n.player_at(f['position'])} is settled",
    "house-stake-directed": lambda f, n: f"the bank limits the house's wager to {f['amount']}",
    "house-staked": lambda f, n: (
        f"the house stakes {f['amount']} against the bank" if f["amount"] else "the house stakes nothing"
    ),
    "wager-placed": _say_placed,
    "wager-taken-back": lambda f, n: f"{n.player_at(f['position'])} takes back {n.wager_title(f['wager'])}",
    "betting-closed": lambda f, n: f"“{f['said']}”",
    "wagers-locked-out": lambda f, n: (
        f"progressive bets are in: {n.players_at(f['lit'])}" if f["lit"] else "progressive bets are in: none"
    ),
    "light-switched": lambda f, n: f"the light of {n.player_at(f['position'])} goes {'on' if f['on'] else 'off'}",
    "light-checked": lambda f, n: f"the light of {n.player_at(f['position'])} is checked",
    "chips-counted": lambda f, n: count_chips_and_lights(f["chips"], f["coupons"], f["lights"]),
    "count-ruled": _say_count_ruled,
}
_EQUIPMENT_PHRASES: dict[str, EventPhrase] = {
    "deck-received": _say_received,
    "preshuffled-deck-received": lambda f, n: f"{_say_received(f, n)}, already shuffled",
    "deck-inspected": _say_inspected,
    "deck-spread": lambda f, n: f"{f['deck']} is spread face up",
    "deck-turned-down": lambda f, n: f"{f['deck']} is turned face down",
    "deck-turned-up": lambda f, n: f"{f['deck']} is turned face up",
    "deck-washed": lambda f, n: f"{f['deck']} is washed",
    "deck-stacked": lambda f, n: f"{f['deck']} is stacked",
    "deck-stored": lambda f, n: f"{f['deck']} is put away",
    "deck-condemned": lambda f, n: f"{f['deck']} must leave the table",
    "deck-removed": lambda f, n: f"{f['deck']} is removed: {spoken_name(f['why'])}",
    "stored-deck-spread": lambda f, n: f"{f['deck']} is taken out of the shuffler and spread",
    "inspection-verified": lambda f, n: f"{f['by']} verifies the inspection of {f['deck']}",
    "inspection-afforded": lambda f, n: f"{f['player']} may inspect {f['deck']}",
    "joker-torn": lambda f, n: f"the spare joker of {f['deck']} is torn and {_AWAY.get(f['to'], f['to'])}",
    "cards-shuffled": lambda f, n: f"{f['deck']} is shuffled",
    "shuffle-ordered": lambda f, n: f"{f['by']} orders a shuffle of {f['deck']}",
    "cut-offered": lambda f, n: f"the cut is offered to {n.player_at(f['position'])}",
    "cut-refused": lambda f, n: f"{n.player_at(f['position'])} does not cut",
    "cut-made": lambda f, n: f"{f.get('player') or 'the dealer'} cuts {f['depth']} deep",
    "cut-completed": lambda f, n: f"the cut of {f['deck']} is completed, {f['depth']} deep",
    "recut-ordered": lambda f, n: f"{f['by']} orders another cut of {f['deck']}: {f['why']}",
    "shoe-loaded": _say_loaded,
    "deck-taken": _say_loaded,
    "deal-begun": lambda f, n: f"the deal begins with {f['deck']}",
    "dice-placed": lambda f, n: f"{f['dice']} dice are brought to the table",
    "dice-removed": lambda f, n: "the dice are removed from the table",
    "dice-shaken": lambda f, n: f"{n.player_at(f['bank'] or 0)} shakes the dice {_times_word(f['times'])}",
    "lid-lifted-by-bank": lambda f, n: "the bank lifted the lid: the dice are shaken again",
    "no-roll-called": lambda f, n: f"“no roll”: a die is {f['why']}",
    "shaker-put-away": lambda f, n: f"the shaker is shaken again, {_times_word(f['shakes'])}, and put to the {f['side']}",
    "dice-uncovered": lambda f, n: f"the dice show {' '.join(map(str, f['dice']))}, a total of {f['total']}",
    "total-announced": lambda f, n: f"“{f['announced']}”: the first card goes to {n.player_at(f['position'])}",
    "number-drawn": lambda f, n: f"the number {f['number']}: the first card goes to {n.player_at(f['position'])}",
    "button-read": lambda f, n: f"the button: the first card goes to {n.player_at(f['position'])}",
    "button-placed": lambda f, n: f"the button is placed in front of {n.player_at(f['position'])}",
    "button-moved": lambda f, n: f"the button moves to {n.player_at(f['position'])}",
    "start-marked": lambda f, n: (
        f"{n.player_at(f['position'])} is marked as the starting position with {_with_article(spoken_name(f['with']))}"
    ),
    "device-failed": _say_failed,
    "device-secured": lambda f, n: f"the {spoken_name(f['device'])} is {spoken_name(f['how'])}",
    "device-restored": lambda f, n: f"the {spoken_name(device_name(f['device']))} is back in use",
    "method-switched": _say_switched,
}
_ROUND_PHRASES: dict[str, EventPhrase] = {
    "cards-dealt": _say_dealt,
    "stacks-dealt": lambda f, n: f"{len(f['stacks']) if 'stacks' in f else 'the'} stacks are dealt, left to right and back",
    "stacks-spoiled": lambda f, n: "the stacks are collected again, and the cards are reshuffled",
    "first-stack-chosen": lambda f, n: f"the bank chooses stack {f['stack']} to be delivered first",
    "numbers-settled": _say_numbers,
    "card-drawn-in-error": lambda f, n: f"a card was drawn in error, and is {f['used_as']}",
    "card-set-aside": lambda f, n: _say_found(f, "lay face up and is set aside"),
    "card-found-face-up": _say_found_face_up,
    "faces-up": lambda f, n: "cards lie face up in the deck",
    "stub-card-seen": lambda f, n: _say_found(f, "lay face up in the stub"),
    "stub-counted": lambda f, n: f"{count_things(f['cards'], 'card is', 'cards are')} left",
    "stub-racked": lambda f, n: "the stub is racked unseen",
    "unwagered-collected": lambda f, n: (
        f"the cards of positions without wagers are racked: {', '.join(map(str, f['positions']))}"
    ),
    "hand-set": _say_set,
    "hand-reset": lambda f, n: f"reset by the house way: {_say_set(f, n)}",
    "help-asked": lambda f, n: f"{n.player_at(f['position'])} asks how the house would set the hand",
    "help-declined": lambda f, n: f"the dealer does not tell {n.player_at(f['position'])} the house way",
    "house-way-told": lambda f, n: f"{n.player_at(f['position'])} is told the house way",
    "hand-rearranged": _say_rearranged,
    "dealer-done": lambda f, n: "the dealer's cards are racked unseen" if f["racked"] else f"the dealer has {f['words']}",
    "bank-hands-shown": _say_exposed,
    "bank-exposed": lambda f, n: (
        f"the bank has {f['words']}" + (f"; the house {RESULTS.get(f['result'], f['result'])}" if f["result"] else "")
    ),
    "hand-exposed": _say_exposed,
    "result-announced": _say_announced,
    "wager-settled": _say_settled,
    "surrendered-collected": lambda f, n: f"the surrendered cards of {n.player_at(f['position'])} are counted: {f['cards']}",
    "wager-surrendered": lambda f, n: f"{n.player_at(f['position'])} surrenders {f['stake']}",
    "wager-refunded": lambda f, n: f"{n.wager_title(f['wager'])} of {n.player_at(f['position'])} is returned: {f['amount']}",
    "card-exposed": _say_exposed_early,
    "irregularity-recorded": lambda f, n: f"{spoken_name(f['what'])}, reported by the {f['by']}: recorded, with no effect",
    "exposed-hand-played": lambda f, n: f"{n.player_at(f['position'])} plays on with the exposed card",
    "player-checked": lambda f, n: f"{n.player_at(f['position'])} checks",
    "play-decided": lambda f, n: f"{n.player_at(f['position'])} plays {f['amount']}",
    "hand-folded": _say_folded,
    "hand-abandoned": lambda f, n: f"the wagers of {n.player_at(f['position'])}, who left, are ruled lost",
    "flop-dealt": _community_phrase("flop"),
    "final-dealt": _community_phrase("last two community cards"),
    "board-completed": _community_phrase("the board is completed"),
    "dealer-turned": lambda f, n: f"the dealer turns up {card_text(f['cards'])}: {f['hand']}",
    "box-turned": lambda f, n: f"the Six Card Bonus cards are {card_text(f['cards'])}",
    "ruling-awaited": lambda f, n: "a floorperson must rule on it",
    "exposure-ruled": lambda f, n: f"{f['by']} rules: {spoken_name(f['choice'])}",
    "base-voided": _say_base_void,
    "progressive-verified": lambda f, n: (
        f"{n.wager_title(f['wager'])} of {n.player_at(f['position'])} is verified: {f['hand']}"
    ),
    "light-ruled": lambda f, n: (
        f"{f['by']} rules that {n.wager_title(f['wager'])} of {n.player_at(f['position'])} stands although its light is off"
    ),
    "payout-validated": lambda f, n: f"{f['by']} validates {n.wager_title(f['wager'])} of {n.player_at(f['position'])}",
    "documents-awaited": lambda f, n: (
        f"{f['amount']} to {n.player_at(f['position'])} will be paid away from the table; the hand stays face up"
        " until the paperwork is complete"
    ),
    "documents-completed": lambda f, n: f"{f['by']} has completed the paperwork for {n.player_at(f['position'])}",
    "hand-voided": lambda f, n: (
        f"the hand of {n.player_at(f['position'])} is void{', and its wagers are lost' if f['forfeit'] else ''}"
    ),
    "round-voided": _say_void,
    "envy-settled": _say_envy,
    "cards-collected": lambda f, n: f"the cards of {n.player_at(f['position'])} are collected",
    "cards-racked": _say_racked,
}


def _times_word(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _with_article(thing: str) -> str:
    return f"{'an' if thing[:1] in 'aeiou' else 'a'} {thing}"


_PHRASES = {**_TABLE_PHRASES, **_EQUIPMENT_PHRASES, **_ROUND_PHRASES, **METER_PHRASES}
ANNOUNCED_KINDS = frozenset(
    ("betting-closed", "bank-accepted", "bank-refused", "nobody-banks", "house-staked", "total-announced", "number-drawn")
) | {
    *("button-read", "round-voided", "dealer-done", "bank-exposed", "help-declined", "base-voided", "card-exposed"),
    *("player-checked", "play-decided", "hand-folded", "flop-dealt", "final-dealt", "board-completed", "dealer-turned"),
    "bank-hands-shown",
}
"""Events that are called out at the table, or that everybody sees happen."""
_MOVED_BY_THE_FLOOR = frozenset((Reason.RULING, Reason.CORRECTION))


def is_announced(event: Event) -> bool:
    """Return whether everybody at the table hears of an event. Money moves quietly, unless a floorperson moves it."""
    return event.kind in ANNOUNCED_KINDS or (event.kind == "money-moved" and event.facts.get("reason") in _MOVED_BY_THE_FLOOR)
