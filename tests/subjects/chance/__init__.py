"""Functions whose outcome depends on a draw, the date, the hour, a variable or the machine."""
