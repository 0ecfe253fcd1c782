"""The body of a test: what is arranged, done and asserted, in which order."""
