"""Who may do what: persons, their roles, sessions and money."""
