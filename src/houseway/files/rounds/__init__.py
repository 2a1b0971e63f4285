"""Round files: read strictly, played at a real table, compared with what they expect, and written."""
