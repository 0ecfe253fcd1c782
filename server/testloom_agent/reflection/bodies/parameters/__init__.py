"""What becomes of the parameters of a function; `passing` is the entry point."""
