"""Pai Gow Poker solved: two house ways against each other, the best setting of every hand, and the bank."""
