"""The games that houseway plays. A rule book says which of them it is about; books of one game are played by the same code."""

PAI_GOW_POKER, ULTIMATE_TEXAS_HOLDEM, FOUR_CARD_POKER = "pai-gow-poker", "ultimate-texas-holdem", "four-card-poker"
GAMES = (PAI_GOW_POKER, ULTIMATE_TEXAS_HOLDEM, FOUR_CARD_POKER)
AGAINST_DEALER = frozenset((ULTIMATE_TEXAS_HOLDEM, FOUR_CARD_POKER))
"""Games in which players decide street by street against the dealer. In the others they set seven cards."""
