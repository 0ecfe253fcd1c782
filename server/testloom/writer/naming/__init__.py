"""The names of tests: the function, the condition that distinguishes the test, the outcome."""
