"""The house as a whole: its meters and keys, its log, its reports, its health, and how it is administered."""
