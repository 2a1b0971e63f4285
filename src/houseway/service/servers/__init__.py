"""Several servers of one house: who keeps which clock, and how each learns what the others have stored."""
