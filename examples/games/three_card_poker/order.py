"""The order of hands with three cards, which `order.toml` describes."""

from pathlib import Path

from houseway.hands.described import read_orders

BOOK = "gf.three-card-poker"

((THREE_CARD, _),) = read_orders(Path(__file__).with_name("order.toml"))
