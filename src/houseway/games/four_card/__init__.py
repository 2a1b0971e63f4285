"""Four Card Poker."""
