"""Count Texas hold'em against a dealer over all boards."""
