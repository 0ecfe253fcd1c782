"""Tests reach their user: as drafts, as candidates, and in a file, beside those that it has."""
