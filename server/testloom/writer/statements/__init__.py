"""The statements of a test as lines: calls, classes that it defines, doubles, the environment."""
