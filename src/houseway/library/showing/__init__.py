"""How values show themselves: in a notebook, in a terminal, and as a data frame."""
