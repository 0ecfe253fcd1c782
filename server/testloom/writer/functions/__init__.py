"""Test functions: bodies of the same shape become the rows of a table."""
