"""Chance: draws that a test case seeds or replaces."""
