"""House ways that are worth most against a named opponent: each setting of each class is valued once, then a way is a sum."""
