"""Where test cases come from, and how they change: creation, mutation, crossover."""
