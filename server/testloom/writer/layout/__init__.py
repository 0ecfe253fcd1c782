"""The layout of a test, decided before a line is written: the names and places of its values."""
