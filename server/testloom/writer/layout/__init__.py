"""Decides about a test before a line of it is written: what its values are called, and where they stand."""
