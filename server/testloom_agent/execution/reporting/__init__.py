"""Values, exceptions and differences between two runs, as plain data."""
