"""Evidence that nothing was rewritten: signed checkpoints of the tree over all appends, who keeps them, and proofs for others."""
