"""Live tables that several people share, stored durably."""
