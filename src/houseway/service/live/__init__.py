"""Live tables: a command is decided against the latest state, stored, and only then applied and announced."""
