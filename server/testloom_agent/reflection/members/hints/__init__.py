"""Types and limits that annotations and docstrings give."""
