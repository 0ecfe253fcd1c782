"""What was there before: where a search begins, which suites stand or make way, what their user expects."""
