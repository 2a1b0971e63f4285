"""What the staff of a table is sent about its equipment: the stub, decks and dice with their ages, devices, lights.

Only numbers, states and the content of a whole deck are sent, so nothing depends on a card that lies face down."""

from houseway.equipment.state import Deck, Equipment, Stage
from houseway.events import Role
from houseway.explanation.display_names import spoken_name
from houseway.service.feed.moment import STAFF, TableMoment
from houseway.service.messages.encoding import Text, json_text

_STAGE_WORDS = {Stage.OUT: "in play", Stage.LOADED: "ready to deal", Stage.RECEIVED: "received, to be inspected"}
"""Where a deck is, if the name of its stage does not say it."""


def equipment_text(moment: TableMoment, role: Role) -> Text:
    """Encode the state of the equipment for somebody of the staff; null for anybody else."""
    if role not in STAFF:
        return "null"
    equipment = moment.table.equipment
    settings, shaker, acceptors = equipment.settings, equipment.shaker, equipment.acceptors
    content = {
        **_card_counts(moment),
        "decks": [_deck_content(equipment, deck) for deck in equipment.decks],
        "dice": shaker.placed_at and {"placed_at": shaker.placed_at, "change_by": shaker.placed_at + settings.dice.age},
        "shuffling": spoken_name(equipment.shuffling.value),
        "dealing": spoken_name(equipment.dealing.value),
        "starting": spoken_name(equipment.starting.value),
        "off_filed_methods": equipment.is_off_filed_methods,
        "faults": [
            {"device": spoken_name(fault.device), "what": spoken_name(fault.what), "secured": fault.secured}
            for fault in equipment.faults
        ],
        "lights": {"lit": acceptors.lit, "locked": acceptors.locked} if settings.progressive else None,
        "button": equipment.button,
        "racked": sum(entry.count for entry in equipment.rack),
        "stub_due": equipment.stub_due,
    }
    return json_text(content)


def _card_counts(moment: TableMoment) -> dict[str, object]:
    """Return the cards that a whole deck has, how many lie where, and how many are left."""
    deck = moment.table.equipment.settings.deck.cards
    placed = moment.table.game.cards.placed(moment.context)
    places = [[place, count] for place, count in placed.items() if count]
    stub = len(deck) - sum(placed.values()) if placed else None
    return {"deck_cards": [str(card) for card in deck], "placed": places, "stub": stub}


def _deck_content(equipment: Equipment, deck: Deck) -> dict[str, object]:
    where = "in the shuffler" if deck.in_shuffler else _STAGE_WORDS.get(deck.stage, spoken_name(deck.stage.value))
    change_by = deck.opened_at + equipment.settings.deck.age(equipment.dealing)
    ages = {"opened_at": deck.opened_at, "change_by": change_by}
    return {"name": deck.name, "back": deck.back, "where": where, "leaving": spoken_name(deck.leaving_reason), **ages}
