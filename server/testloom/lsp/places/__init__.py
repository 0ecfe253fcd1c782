"""The places of a file that tests can be generated for, and the possible actions there."""
