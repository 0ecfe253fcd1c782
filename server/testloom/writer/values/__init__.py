"""Values, operators and comparisons as source."""
