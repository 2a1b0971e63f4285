"""What messages and requests are made of: exact numbers, facts, bounds, refusals, and JSON texts."""
