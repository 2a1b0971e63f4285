"""The games, each a fold over events. `round` and `awards` hold what several games share."""
