"""Player protection: limits, suspensions and exclusions, what is played under them, and statements."""
