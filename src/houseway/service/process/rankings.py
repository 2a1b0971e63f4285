"""Prepare the tables by which hands are ranked before the first round is settled: they are on disk, or are computed once."""

from threading import Thread

from houseway.hands import PAI_GOW_HIGH
from houseway.kernels.one_hand import strength_function
from houseway.kernels.tables import category_positions, hand_descriptions, lowest_legal_high
from houseway.regulation.games import GAMES


def prepare_rankings() -> Thread:
    """Prepare them in a thread, so that nobody waits for them: neither the start of the service, nor later a whole house."""
    preparing = Thread(target=_load_tables, name="rankings", daemon=True)
    preparing.start()
    return preparing


def _load_tables() -> None:
    for order in (order for facts in GAMES.values() for order in facts.orders):
        category_positions(order)
        hand_descriptions(order)
        for size in order.card_counts:
            strength_function(order, size)
    lowest_legal_high(PAI_GOW_HIGH)
