"""Figures: odds, solved games, PAR sheets, and the value of each choice."""
