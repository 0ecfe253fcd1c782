"""Small modules whose code depends on collaborators that a test cannot build, or hides its work."""
