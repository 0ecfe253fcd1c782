"""What a test file imports, under which names, and in which order."""
