"""Jobs, which say what they are."""
