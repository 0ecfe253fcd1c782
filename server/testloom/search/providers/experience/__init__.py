"""What the search learns while it runs, and what it lets that decide: makers, types, loans, last resorts."""
