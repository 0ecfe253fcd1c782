"""Candidates: tests that wait until their user decides on them."""
