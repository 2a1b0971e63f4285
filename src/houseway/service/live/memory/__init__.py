"""Tables and meters in memory: folded from the store, or from a snapshot of them."""
