"""Who reads a book by its clauses: where each is carried out, its state, chapters, searching, plain values."""
