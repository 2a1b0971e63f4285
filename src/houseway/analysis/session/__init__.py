"""What a session of many rounds brings: the results of one round, convolved exactly on the lattice of their common divisor."""
