"""The subject of the golden tests: they pass on it."""
