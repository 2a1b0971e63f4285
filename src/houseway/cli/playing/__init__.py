"""Play and look again: a seat in the terminal, rounds dealt to program players, rounds from files and from logs."""
