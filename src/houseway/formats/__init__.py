"""JSON and CSV, each in the one form in which it is stored, sent and written."""
