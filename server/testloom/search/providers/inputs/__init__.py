"""Values: literals, texts in formats and of patterns, types that are plausible."""
