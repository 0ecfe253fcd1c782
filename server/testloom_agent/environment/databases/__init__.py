"""Databases of a test case: in memory, or in files that are not synchronised with the disk."""
