"""The callables that create instances of a class."""
