"""The messages to each person at a table: a snapshot, and then every event that he may know, numbered as in the table's
stream."""
