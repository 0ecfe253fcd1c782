"""State before the search: its seeds, suites to keep or replace, exceptions that the user expects."""
