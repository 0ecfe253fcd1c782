"""Delivery of tests to their user: as drafts, as candidates, and in a file, beside its existing tests."""
