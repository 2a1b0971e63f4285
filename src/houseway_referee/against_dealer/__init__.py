"""What Ultimate Texas Hold'em and Four Card Poker have in common: both are played against the dealer, without a bank."""
