"""Mutants: the program made wrong on purpose, to see whether the tests that bear a clause's id notice.

`python -m tests.mutants --help` runs them. A mutant is a change of the book's data (`data`), of a function that carries a
clause out (`code`), of the order of hands (`tables`), or a wrong implementation written by hand (`wrong_*.py`).
`results.json` holds what was found, keyed by what was changed and by the test that noticed.
"""
