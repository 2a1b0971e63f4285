"""The orders of hands that come with the program, read from `orders.toml` with the clauses that set them."""

from pathlib import Path

from houseway.citation import carries_out
from houseway.hands.categories import Category
from houseway.hands.described import read_orders
from houseway.hands.ranking import Hand, HandOrder

MD_PAI_GOW = "md.pai-gow-poker"
DIV_PAI_GOW = "div.pai-gow-poker"
MD_ULTIMATE = "md.ultimate-texas-holdem"
MD_FOUR_CARD = "md.four-card-poker"

_read = tuple(read_orders(Path(__file__).with_name("orders.toml")))
ORDERS: tuple[HandOrder, ...] = tuple(order for order, has_kernel in _read if has_kernel)
ORDERS_WITHOUT_KERNEL: tuple[HandOrder, ...] = tuple(order for order, has_kernel in _read if not has_kernel)
"""Orders without a kernel: a table uses the plain ranking for the few hands that need them."""
_BY_NAME = {order.name: order for order, _ in _read}

STANDARD = _BY_NAME["standard"]
PAI_GOW_HIGH = _BY_NAME["pai-gow-high"]
PAI_GOW_HIGH_LOW_WHEEL = _BY_NAME["pai-gow-high-low-wheel"]
PAI_GOW_LOW = _BY_NAME["pai-gow-low"]
FORTUNE_BONUS = _BY_NAME["fortune-bonus"]
EMPERORS_TREASURE = _BY_NAME["emperors-treasure"]
PAI_GOW_PROGRESSIVE = _BY_NAME["pai-gow-progressive"]
INSURANCE = _BY_NAME["insurance"]
DIVISION_BONUS = _BY_NAME["division-bonus"]
DIVISION_PROGRESSIVE = _BY_NAME["division-progressive"]
FOUR_CARD = _BY_NAME["four-card"]
SIX_CARD_BONUS = _BY_NAME["six-card-bonus"]
FIVE_CARD = _BY_NAME["five-card"]
"""The orders that code asks for by name."""


@carries_out("md.pai-gow-poker 11.B", "div.pai-gow-poker (l)(1)#2")
def is_legal_setting(high: Hand, low: Hand) -> bool:
    """Return whether the high hand ranks no lower than the low hand, compared over the low hand's number of cards (PG-06)."""
    if high.category is not low.category:
        return high.category is not Category.HIGH_CARD
    return high.key[: len(low.key)] >= low.key
