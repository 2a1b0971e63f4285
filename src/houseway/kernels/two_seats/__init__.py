"""Count how the results of two seats of one table vary together."""
