"""Time in a test case: the clock, the time zone, waiting, and the times of files."""
