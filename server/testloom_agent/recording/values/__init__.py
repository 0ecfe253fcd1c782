"""Rebuilding of values, without running code of their classes: recipes of steps."""
