"""The audit of a house from outside its server: everything that was stored is read, checked and folded again."""
