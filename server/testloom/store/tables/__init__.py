"""The tables of the store, one kind of record a module."""
