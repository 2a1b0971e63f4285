"""Ultimate Texas Hold'em solved: the best play, a named strategy, and the chart that players learn."""
