"""Plain ranking: every order of hands that the rule books use, written for reading. `kernels` has fast versions."""

from houseway.hands.categories import Category
from houseway.hands.orders import (
    DIVISION_BONUS,
    DIVISION_PROGRESSIVE,
    EMPERORS_TREASURE,
    FIVE_CARD,
    FORTUNE_BONUS,
    FOUR_CARD,
    INSURANCE,
    ORDERS,
    ORDERS_WITHOUT_KERNEL,
    PAI_GOW_HIGH,
    PAI_GOW_HIGH_LOW_WHEEL,
    PAI_GOW_LOW,
    PAI_GOW_PROGRESSIVE,
    SIX_CARD_BONUS,
    STANDARD,
    is_legal_setting,
)
from houseway.hands.ranking import Hand, HandOrder

__all__ = [
    "DIVISION_BONUS",
    "DIVISION_PROGRESSIVE",
    "EMPERORS_TREASURE",
    "FIVE_CARD",
    "FORTUNE_BONUS",
    "FOUR_CARD",
    "INSURANCE",
    "ORDERS",
    "ORDERS_WITHOUT_KERNEL",
    "PAI_GOW_HIGH",
    "PAI_GOW_HIGH_LOW_WHEEL",
    "PAI_GOW_LOW",
    "PAI_GOW_PROGRESSIVE",
    "SIX_CARD_BONUS",
    "STANDARD",
    "Category",
    "Hand",
    "HandOrder",
    "is_legal_setting",
]
