"""Proof of finished tests in the conditions of their user; tests that pass everywhere remain unchanged."""
