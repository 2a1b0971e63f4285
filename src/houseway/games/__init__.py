"""The games, each a fold over events. What several of them share is in `round` and `awards`."""
