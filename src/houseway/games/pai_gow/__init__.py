"""Pai Gow Poker: one code for all its rule books."""
