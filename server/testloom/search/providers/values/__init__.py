"""Values that are put together, and those that calls share. Other providers make all others."""
