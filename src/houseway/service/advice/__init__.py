"""Advice to a seated player about his own decision: what he may ask, what he is answered, and the record of it."""
