"""Randomness: random values that a test case seeds or replaces."""
