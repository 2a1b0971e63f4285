"""The figures of one game and its wagers that a PAR sheet shows."""
