"""Reads a command line: `arguments` its options, `values` their texts; `requests` makes a request of them."""
