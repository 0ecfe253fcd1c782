"""What function bodies do: with their parameters, with their own object, with what calls return."""
