"""Databases of a test case: in memory, or on no disk that anybody waits for."""
