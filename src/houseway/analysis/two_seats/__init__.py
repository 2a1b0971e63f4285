"""How the wagers of two seats of one table vary together: counted where that can be done, otherwise simulated with its error."""
