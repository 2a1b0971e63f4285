"""Chapter 13: what is found during the deal and after it, and whether it voids the round or the wagers against the dealer."""

from typing import Any

from houseway_referee.against_dealer.table import Refused, Table
from houseway_referee.against_dealer.void import void_base, void_round
from houseway_referee.errors import RecordError
from houseway_referee.ranking import Card, parse_cards
from houseway_referee.record import Act

TIMES = ("dealing", "deciding", "later")
FaceUp = tuple[str, int]  # a card found face up: its place and number there, or "deck" and its number in the whole deck
OUT_OF_PLAY = ("burned", "aside", "stub")
WHOLE_DECK = 52


def reported_with(table: Table, act: Act, when: str) -> None:
    """Note what the dealer reports together with a deal, or with the stub (`when` is then `rack`)."""
    facts = act.facts
    if facts.get("jammed"):
        device_failed(table, "automated-shoe" if table.machine else "shuffler", live=True, dealing=True)
    wrong_numbers(table, {**facts.get("hands", {}), **{place: facts[place] for place in ("board", "box") if place in facts}})
    if facts.get("face_up"):
        places = {str(number): str(place) for number, place in facts.get("places", {}).items()}
        too_late = table.racked and not counts_in_rack(table)
        found = in_rack(table) if when == "rack" else "later" if too_late else when
        count_face_up(table, note_face_up(table, facts["face_up"], places, found))
    for place, cards in facts.get("exposed", {}).items():
        card_exposed(table, str(place), cards, when if when == "dealing" or table.undecided() else "later")


def cards_are_out(table: Table) -> None:
    """Refuse a report about cards before the first card; what shows in the deal itself is reported with it."""
    if not table.dealt:
        raise Refused(table.clause("13.A"), "no cards are dealt")


# ---- cards face up (13.A to 13.C)


def report_face_up(table: Table, act: Act) -> None:
    """13.A to 13.C: all cards of a round that were found face up count together, each once."""
    facts = act.facts
    cards_are_out(table)
    where = facts.get("where", "")
    if where in ("rack", "discard-rack") or (where == "shuffler" and not table.dealer_waits):
        return
    when = facts.get("when") or when_found(table, where)
    if when not in TIMES:
        raise RecordError(f"report-face-up: no time {when!r}")
    places = {str(number): str(place) for number, place in facts.get("places", {}).items()}
    new = note_face_up(table, facts.get("face_up", []), places, when)
    dealt = {place: numbers for place, numbers in facts.get("dealt", {}).items() if was_undealt(table, place, when)}
    for place, numbers in dealt.items():
        new += [card for number in numbers if note(table, card := (str(place), number), when, str(place))]
    count_face_up(table, new)


def was_undealt(table: Table, place: str, when: str) -> bool:
    """13.A: say whether a card that was dealt to a place was still in the shoe or the deck when it was found face up.

    A hand is dealt by then; after the deal only the dealer draws cards of the board, and none where a machine gives them out.
    """
    return when == "dealing" or (place in ("board", "burned") and not table.machine)


def when_found(table: Table, where: str) -> str:
    """Say when cards count as found that are reported now; once the stub is racked, a stub is the one in the rack."""
    if table.racked and where in ("", "stub"):
        return in_rack(table)
    return "deciding" if still_counts(table) else "later"


def still_counts(table: Table) -> bool:
    """UTH-97: cards count while somebody has to decide, or cards of the round are still to be dealt or turned up."""
    cards_to_come = table.game.board and table.street < 2
    machine_holds = table.dealer_waits and not table.dealer_up
    return not table.over and bool(table.undecided() or cards_to_come or machine_holds)


def in_rack(table: Table) -> str:
    """UTH-97: cards in the racked stub count only where that is filed, and as long as others do."""
    return "deciding" if counts_in_rack(table) and still_counts(table) else "later"


def counts_in_rack(table: Table) -> bool:
    """UTH-97: whether cards in the racked stub matter."""
    return bool(table.game.board and table.choice("UTH-97") == "until-all-have-decided")


def note_face_up(table: Table, numbers: list[int], places: dict[str, str], when: str) -> list[FaceUp]:
    """Note cards by their numbers from the top of what is left; one that was not dealt is set aside (13.A)."""
    new = []
    for number in numbers:
        card, place = number_in_deck(table, number), places.get(str(number), "")
        if note(table, ("deck", card), when, place):
            new.append(("deck", card))
        if not place and when in times_that_count(table):
            table.aside.add(card)
    return new


def number_in_deck(table: Table, number: int) -> int:
    """Give the number in the whole deck. Of real cards more may be left than should be: nobody has counted them."""
    if 1 <= number <= len(table.deck):
        return table.deck[number - 1]
    if number < 1 or not table.record.physical:
        raise RecordError(f"no card {number} is left")
    return WHOLE_DECK + number


def times_that_count(table: Table) -> tuple[str, ...]:
    """Say when cards must be found to matter: 13.C is about community cards, which Four Card Poker has not (as-played.13.C)."""
    return ("dealing", "deciding") if table.game.board else ("dealing",)


def note(table: Table, card: FaceUp, when: str, place: str) -> bool:
    """Note one card, and say whether that is new; if it was reported before, the earlier time counts."""
    before = table.face_up.get(card, ("later", place))
    table.face_up[card] = (min(when, before[0], key=TIMES.index), place)
    return table.face_up[card] != before


def count_face_up(table: Table, new: list[FaceUp]) -> None:
    """Decide by all cards found face up so far.

    13.A: one in the deal is set aside. 13.B: two void the round. 13.C with UTH-24: several, one of them after the first two
    cards, void the wagers against the dealer; but while the dealer's cards wait in the machine he has none, so 13.B stands. In
    Four Card Poker what is found after the deal changes nothing (as-played.13.C). A card that was dealt may not be used (13.A,
    UTH-96), unless 13.C applies, which holds notwithstanding 13.A.
    """
    found = {card: entry for card, entry in table.face_up.items() if entry[0] in times_that_count(table)}
    in_deal = [entry for entry in found.values() if entry[0] == "dealing"]
    dealt = {card: place for card, (_, place) in found.items() if place and place not in OUT_OF_PLAY}
    after_deal = len(found) > len(in_deal) and not table.dealer_waits
    after_deal = after_deal and (len(found) > 1 or table.choice("UTH-24") == "any-card")
    unusable = [card for card in dealt if not after_deal or found[card][0] == "dealing"]
    if unusable and table.choice("dealt-face-up") == "taken-out":
        void_round(table, "cards-face-up", "13.A", "13.E")
    elif len(in_deal) > 1 or (len(found) > 1 and table.dealer_waits):
        void_round(table, "cards-face-up", "13.B")
    elif after_deal:
        void_base(table, "cards-face-up", "13.C")
    for card, place in dealt.items():
        if card in new:
            card_exposed(table, place, [card[1]] if card[0] == place else [], "deciding")


# ---- exposed cards (13.F)


def report_exposed(table: Table, act: Act) -> None:
    """13.F: a card was exposed, before each player had folded or made a Play Wager, or later."""
    cards_are_out(table)
    place = act.facts.get("place", act.facts.get("position"))
    now = "deciding" if table.undecided() and not table.over else "later"
    when = act.facts.get("when", now)
    if place is None or when not in TIMES:
        raise RecordError("report-exposed: a place and a time are needed")
    card_exposed(table, str(place), act.facts.get("cards", []), when)


def card_exposed(table: Table, place: str, cards: Any, when: str) -> None:
    """13.F: a card of the dealer's voids the wagers against him. On any other the text is silent (UTH-27, FC-109)."""
    against_dealer = any("ante" in box.wagers for box in table.in_play())
    if when not in ("dealing", "deciding") or place in ("aside", "stub") or table.round_void or not against_dealer:
        return
    if place == "0":
        dealer_exposed(table, cards)
    elif table.base_void:
        return
    elif table.choice("exposed-card") == "void-base":
        void_base(table, "card-exposed", "13.F", "13.G")
    else:
        table.waits_for_ruling = True


def dealer_exposed(table: Table, cards: Any) -> None:
    """13.F; in Four Card Poker one card of the dealer's lies face up anyway, the last of those recorded."""
    seen = named_cards(table.cards.get("0", []), cards)
    if seen is None:
        table.dealer_seen_unknown = True
    else:
        table.dealer_seen.extend(seen)
    if not table.game.board and seen and seen == table.cards["0"][-1:]:
        return
    void_base(table, "dealer-card-exposed", "13.F", "13.G")


def named_cards(held: list[Card], cards: Any) -> list[Card] | None:
    """Read which cards of a place were seen: names, numbers, or how many; none if that does not tell."""
    if isinstance(cards, int):
        return list(held) if cards >= len(held) > 1 else None
    words: list[Any] = cards.split() if isinstance(cards, str) else list(cards)
    if not words:
        return None
    if all(isinstance(word, int) for word in words):
        return [held[word - 1] for word in words] if held else None
    return parse_cards(" ".join(words))


def rule_exposed(table: Table, act: Act) -> None:
    """UTH-27, FC-109: a floorperson chooses between playing on and voiding the wagers against the dealer."""
    if not table.waits_for_ruling:
        raise Refused(table.clause("13.F"), "there is nothing to rule on")
    if act.facts.get("choice") not in ("void-base", "play-on"):
        raise RecordError(f"rule-exposed: no choice {act.facts.get('choice')!r}")
    table.waits_for_ruling = False
    if act.facts["choice"] == "void-base":
        void_base(table, "card-exposed", "13.F", "13.G")


# ---- wrong numbers (13.E, 8.G)


def report_misdeal(table: Table, act: Act) -> None:
    """13.E: a wrong number of cards in a hand, on the board or in the box; 8.G: in the stub. Burned cards are not named there."""
    cards_are_out(table)
    facts = act.facts
    wrong_numbers(table, {**facts.get("hands", {}), **{place: facts[place] for place in ("board", "box") if place in facts}})
    if "stub" in facts:
        stub_counted(table, facts["stub"])


def wrong_numbers(table: Table, found: dict[Any, int]) -> None:
    """13.E: any wrong number voids the round."""
    if any(count != right_number(table, str(place)) for place, count in found.items()):
        void_round(table, "misdeal", "13.E")


def right_number(table: Table, place: str) -> int:
    """Say how many cards a place should have by now."""
    if place == "0":
        return 0 if table.dealer_waits and not table.dealer_up else table.game.dealer_size
    if place == "board":
        return 5 if table.machine or table.completed else (0, 3, 5)[table.street]
    if place == "box":
        return box_size(table)
    if not place.isdigit():
        raise RecordError(f"{place!r} is no place for cards")
    return table.game.hand_size if any(box.position == int(place) for box in table.in_play()) else 0


def box_size(table: Table) -> int:
    """7.F(4), 10.B(1), UTH-12: a machine deals four cards to the box of the Six Card Bonus where that is offered."""
    offered = table.machine and "six-card-bonus" in table.filing.wagers
    return 4 if offered and table.choice("UTH-12") == "box-cards" else 0


def stub_counted(table: Table, count: int) -> None:
    """8.G, 9.E, 10.E: if the stub does not make 52 with the cards that are out, the round is void, misdealt or not (UTH-21)."""
    if count != len([card for card in table.deck if card not in table.aside]):
        clause = {"hand": "9.E", "automated-shoe": "10.E"}.get(table.dealing, "8.G")
        void_round(table, "wrong-stub", clause)


# ---- devices (13.H, 13.I)


def report_device(table: Table, act: Act) -> None:
    """13.H, 13.I: a device failed. Unless it is said, the one that dealt, or the only deck's shuffler, held cards of the round.

    13.I is about the round of play, which begins with "no more bets" (UTH-91); 13.H about wagers that lie there at any time. A
    device that shuffles and deals is the shoe of the round in play, and a shuffler before that; it never holds another deck.
    """
    device = act.facts.get("device", "")
    if device == "reshuffling-device":
        if not table.closed and not act.facts.get("live", True):
            return
        device = "automated-shoe" if table.closed and table.machine else "shuffler"
    if device != "shuffler" and not table.closed:
        return
    one_deck = table.option("table.decks", 1) == 1
    live = act.facts.get("live", one_deck if device == "shuffler" and not table.dealer_waits else True)
    device_failed(table, device, bool(live))


def device_failed(table: Table, device: str, live: bool, dealing: bool = False) -> None:
    """13.H: a shuffler that holds cards of the round, or any (UTH-26); 13.I: an automated shoe, during the round (UTH-91).

    No clause is about another device. Where nobody has wagered, there is nothing to return.
    """
    if not any(box.wagers for box in table.boxes.values()):
        return
    if device == "shuffler":
        if live or table.choice("idle-shuffler") == "always":
            void_round(table, "shuffler", "13.H(2)")
    elif device in ("automated-shoe", "shoe") and table.machine:
        to_come = dealing or not table.dealt or (table.dealer_waits and not table.dealer_up)
        cards_inside = live and (table.over or to_come)
        if cards_inside or table.choice("shoe-jam") == "during-the-round":
            void_round(table, "automated-shoe", "13.I(1)")
