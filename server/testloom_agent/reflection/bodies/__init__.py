"""What function bodies do: with their parameters, with their own object, with the results of calls."""
