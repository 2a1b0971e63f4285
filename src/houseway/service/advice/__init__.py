"""Advice to a seated player about his own decision: the requests, the answers, and their record."""
