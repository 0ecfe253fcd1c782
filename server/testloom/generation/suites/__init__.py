"""From what a search found to suites: tests are observed, get assertions, and tell what they kill."""
