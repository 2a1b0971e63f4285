"""What is stored, read again: completed rounds as somebody saw them, meters, seeds and receipts."""
