"""Count the Six Card Bonus jointly with the board, the dealer and the play of the hand."""
