"""Who runs the jobs: processes here, or the workers of a cluster."""
