"""Checks of a house from its stored streams alone: draws against committed seeds, meters against wagers."""
