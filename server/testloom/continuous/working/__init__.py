"""Workers that run the jobs: local processes, or the workers of a cluster."""
