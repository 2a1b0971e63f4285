"""`make docs`: the pages of `docs/`, and a reference that is written from the program, as the source of a Sphinx site."""
