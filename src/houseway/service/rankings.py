"""Prepare the tables by which hands are ranked before the first round is settled: they are on disk, or are computed once."""

from threading import Thread

from houseway.hands import FOUR_CARD, PAI_GOW_HIGH, PAI_GOW_LOW, STANDARD
from houseway.kernels.single import strength_function
from houseway.kernels.tables import category_positions, hand_descriptions, lowest_legal_high

_ORDERS = (STANDARD, PAI_GOW_HIGH, PAI_GOW_LOW, FOUR_CARD)


def prepare_rankings() -> Thread:
    """Prepare them in a thread, so that nobody waits for them: neither the start of the service, nor later a whole house."""
    preparing = Thread(target=_load_tables, name="rankings", daemon=True)
    preparing.start()
    return preparing


def _load_tables() -> None:
    for order in _ORDERS:
        category_positions(order)
        hand_descriptions(order)
        for size in order.card_counts:
            strength_function(order, size)
    lowest_legal_high(PAI_GOW_HIGH)
