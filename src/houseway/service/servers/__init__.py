"""Several servers of one house: which one keeps which clock, and how each learns what the others have stored."""
