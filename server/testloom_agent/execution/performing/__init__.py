"""Performs the statements of test cases."""
