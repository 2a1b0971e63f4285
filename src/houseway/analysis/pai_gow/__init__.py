"""What the analysis says of Pai Gow Poker alone."""
