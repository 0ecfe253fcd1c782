"""What modules hold and read: constants, patterns, state, paths, documents, code of others."""
