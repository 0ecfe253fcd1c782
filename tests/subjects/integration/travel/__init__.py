"""People and their cars: the example of the paper on class integration."""
