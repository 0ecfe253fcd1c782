"""Time as a test case sees it: the clock, the zone, waiting, and the times of files."""
