"""The chips of tables: what moved them, how they were counted, and whether both agree."""
