"""Live tables that several people share, kept in a store."""
