"""Turns: what a command at a table leads to, in what order, and what is recorded beside it."""
