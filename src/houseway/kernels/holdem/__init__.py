"""Texas hold'em against a dealer, counted over all boards."""
