"""Which units are worth a run, in which order, and how much each gets: pure functions."""
