"""Evidence that nothing was rewritten: signed checkpoints of the tree over all appends, witnesses who store them, and proofs
for others."""
