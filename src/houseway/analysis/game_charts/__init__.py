"""The chart of each game's solution."""
