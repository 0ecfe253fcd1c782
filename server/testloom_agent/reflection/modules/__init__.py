"""What modules hold and read: constants, patterns, state, paths, documents, foreign code."""
