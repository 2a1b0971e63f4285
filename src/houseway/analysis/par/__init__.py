"""PAR sheets: every wager of a submission with its odds, its hold and its volatility."""
