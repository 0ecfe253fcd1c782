"""Recorded calls become test cases. Empty as yet."""
