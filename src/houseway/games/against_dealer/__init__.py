"""Games in which each player's hand plays against the dealer's: the parts common to Ultimate Texas Hold'em and Four Card Poker."""
