"""Composite values, and values that calls share; other providers make all other values."""
