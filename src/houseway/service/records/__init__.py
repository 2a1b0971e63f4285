"""Reads what is stored: completed rounds as somebody saw them, meters, seeds and receipts."""
