"""The environment of web requests: contexts, dependencies, and the responses of services."""
