"""A wager of one's own at one of the rule books: drafted, checked field by field, counted, and written to a file."""
