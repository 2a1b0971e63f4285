"""Pai Gow Poker under both rule books: one code, two `Rules`."""
