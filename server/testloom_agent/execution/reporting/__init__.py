"""Values, exceptions and what differs between two runs, as plain data."""
