"""What goes wrong in a round, and what the book decides: wrong counts, exposed cards, cards face up, failed devices."""
