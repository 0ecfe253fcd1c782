"""Programs to record, whose calls become tests."""
