"""The experience of a search, and the decisions based on it: makers, types, loans, last resorts."""
