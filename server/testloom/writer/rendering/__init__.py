"""Writes the lines of a test by its layout, and decides nothing."""
