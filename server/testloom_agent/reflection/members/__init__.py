"""What may be called, with which types: callables, their parameters, classes and their attributes."""
