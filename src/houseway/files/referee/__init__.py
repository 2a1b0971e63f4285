"""What the second program is told of a table, and how its answer compares (docs/referee.md)."""
