"""What a test refers to, and how: variables, imports, fixtures, what it is skipped without."""
