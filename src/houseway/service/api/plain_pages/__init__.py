"""Files of the plain pages."""
