"""A shop whose cart takes from a stock."""
