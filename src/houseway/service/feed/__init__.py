"""What each person at a table is sent: a snapshot, and then every event that he may know, numbered as in the table's stream."""
