"""The units of a project, functions and classes, each with a fingerprint of all code that it uses."""
