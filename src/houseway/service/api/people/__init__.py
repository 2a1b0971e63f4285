"""Persons: their sessions, accounts and roles, and what dealers and floorpersons look up."""
