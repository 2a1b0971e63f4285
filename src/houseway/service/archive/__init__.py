"""Streams of a store as files and back."""
