"""Single hands: rank them, set them, and the house ways by which dealers set theirs."""
