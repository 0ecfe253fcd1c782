"""Testloom: a search-based generator of unit tests for Python code that lacks them.

Start reading in `testloom.generation`: one function for each request of a user. The packages below
it and the direction of their imports are drawn in docs/architecture.md.
"""

__version__ = "0.1.0"
