"""A house and its database: serve it, back it up, report on it, audit it, and look into a dispute."""
