"""Whole rounds played at random on arrays: what is dealt (`deals`), how each game ends, and the sums of it (`tallies`)."""
