"""Games solved: what each decision is worth, how rounds end under the best play or a named strategy."""
