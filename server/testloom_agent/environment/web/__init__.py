"""What surrounds requests: contexts, dependencies, and the answers of services."""
