"""What each setting of each class of hands is worth against a house way."""
