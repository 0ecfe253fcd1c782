"""Whole test files: rendering, merging into a user's file, and saving."""
