"""Designs swept over all that an operator may choose: each counted exactly, those that meet the constraints sorted."""
