"""Small modules that depend on their environment, after what real code does."""
