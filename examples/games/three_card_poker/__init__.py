"""Three Card Poker, an example of a game of one's own: `docs/add-a-game.md` says how it is added."""
