"""Seven cards set in two hands: house ways, the best setting, and pairs of hands without a common card."""
