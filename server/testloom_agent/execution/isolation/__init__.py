"""Isolation of test cases: the output, files, changes and threads of a test case affect no other."""
