"""Teaches a game: the course of a round in pictures, and what each wager costs."""
