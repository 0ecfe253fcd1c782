"""Reading of a command line: `arguments` (options), `values` (their values), `requests` (the request)."""
