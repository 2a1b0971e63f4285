"""The Six Card Bonus counted together with the board, the dealer and the play of the hand."""
