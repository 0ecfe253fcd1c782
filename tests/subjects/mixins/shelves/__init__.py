"""Books on shelves; what is read from here does not load the library."""
