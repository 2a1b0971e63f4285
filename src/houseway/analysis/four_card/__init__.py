"""What the analysis says of Four Card Poker alone."""
