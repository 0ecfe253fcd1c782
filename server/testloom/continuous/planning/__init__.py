"""Planning: which units are worth a run, in which order, and how much time each gets; pure functions."""
