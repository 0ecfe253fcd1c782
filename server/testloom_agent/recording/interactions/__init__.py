"""Interactions of calls under way: with collaborators, files and the environment."""
