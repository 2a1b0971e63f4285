"""Games in which each player plays a hand against the dealer's: what Ultimate Texas Hold'em and Four Card Poker have in common."""
