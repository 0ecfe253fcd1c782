"""Test functions: bodies of one shape become the rows of a table."""
