"""The places of a file that tests can be generated for, and what can be done there."""
