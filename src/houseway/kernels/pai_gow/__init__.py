"""Pai Gow Poker: set seven cards as two hands by a house way or as well as possible, and compare hands without a common card."""
