"""Files of submissions: begun, filled in, checked and corrected."""
