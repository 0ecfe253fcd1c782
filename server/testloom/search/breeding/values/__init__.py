"""Values that are put together, and those that calls share. The factory makes all others."""
