"""From test cases of a search to suites: tests are observed, get assertions, and are run with mutants."""
