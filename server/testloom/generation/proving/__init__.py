"""Finished tests run as their user will run them: what passes everywhere stays as it is."""
