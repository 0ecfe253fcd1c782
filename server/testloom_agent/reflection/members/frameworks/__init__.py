"""Parameters and callables that only a framework explains."""
