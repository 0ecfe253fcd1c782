"""The interpreter that runs a project's code, and where to look for it."""
