"""What a round leaves for the next one: who may bank, the first offer, the button."""

from copy import deepcopy
from typing import Any

from houseway_referee.pai_gow_div.banks import offer_order
from houseway_referee.pai_gow_div.state import BASE, PLACES, Left, Play
from houseway_referee.record import Round


def read_left(data: dict[str, Any]) -> Left:
    """Read what was left before the first round of a record."""
    empty = Left()
    return Left(
        rounds=data.get("rounds", empty.rounds),
        last_bank=data.get("last-bank") or None,
        first_offer=data.get("first-offer", empty.first_offer),
        wagered={name: list(amounts) for name, amounts in data.get("wagered", {}).items()},
        without_bank=data.get("without-bank", empty.without_bank),
        button=data.get("button", empty.button),
    )


def show_left(left: Left) -> dict[str, Any]:
    """Print it as records do."""
    return {
        "rounds": left.rounds,
        "last-bank": left.last_bank,
        "first-offer": left.first_offer,
        "wagered": left.wagered,
        "without-bank": left.without_bank,
        "button": left.button,
    }


def start_game(left: Left) -> Left:
    """Begin a new game: no round of it counts yet, (m)(2)#2, and the first offer is at the far right."""
    fresh = deepcopy(left)
    fresh.rounds, fresh.first_offer, fresh.without_bank = 0, 1, 0
    return fresh


def begin(left: Left, record: Round) -> Left:
    """Say what a round begins with: a new game, and after an idle table the button in front of the dealer, (k)(4)#2."""
    start = start_game(left) if record.new_game else deepcopy(left)
    start.button = 0 if record.idle else start.button
    return start


def after_round(play: Play) -> Left:
    """Say what a round leaves that is over, void or not."""
    left, bank = deepcopy(play.left), play.bank if play.banker is not None else None
    if play.void:
        if bank and play.reads("DIV-91", "counts"):
            left.last_bank = bank.player
        left.button = play.button_at if play.button_at is not None else left.button
        if play.reads("DIV-94", "moves"):
            left.button = moved_button(play)
        return left
    left.rounds += 1
    left.last_bank = bank.player if bank else None
    left.first_offer = next_offer(play)
    left.button = moved_button(play)
    left.without_bank = 0 if bank else left.without_bank + 1
    if not bank:
        left.wagered = base_wagers(play)
    return left


def base_wagers(play: Play) -> dict[str, list[int]]:
    """List what each player has wagered against the dealer, with coupons, (m)(4)(i), (m)(7)#1, (g)(1)#1, DIV-130."""
    wagered: dict[str, list[int]] = {}
    for area in play.live_areas():
        wagered.setdefault(area.player, []).append(area.wagers[BASE].amount)
    return wagered


def next_offer(play: Play) -> int:
    """Say where the next first offer goes, (m)(3)#4 and #5; 0 is the dealer's round (DIV-23, DIV-42)."""
    if not play.option("bank.offered") or (not play.left.rounds and play.banker is None):
        return play.left.first_offer
    order = play.offers if play.offers is not None else offer_order(play)
    if not order:
        return 1
    if play.reads("DIV-42", "restarts") and not play.first_accepted:
        return 1
    places = [area.position for area in play.areas_of(order[0])]
    plays = any(area.wagers for area in play.areas_of(order[0])) or (play.bank and play.bank.player == order[0])
    if order[0] in play.away and not plays:  # his areas are nobody's: the next is beside the one that was asked
        places = [min(places, key=lambda place: (place - play.left.first_offer) % PLACES)]
    after = max(places) + 1
    if after < PLACES:
        return after
    return 0 if play.reads("DIV-23", "dealer-round") else 1


def moved_button(play: Play) -> int:
    """Move the button one place clockwise, the dealer's included, (k)(4)#2, DIV-49.

    (k)(4)#1 has a button only where its devices are used, so it rests while something else stands in for it (DIV-80).
    """
    stood_in = play.button_at is None and (play.start is not None or play.starting not in ("", "button"))
    if play.option("table.starting-position", "shaker") != "button" or stood_in:
        return play.left.button
    at = play.left.button if play.button_at is None else play.button_at
    return (at - 1) % PLACES
