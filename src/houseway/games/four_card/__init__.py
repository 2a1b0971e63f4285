"""Four Card Poker, md.four-card-poker."""
