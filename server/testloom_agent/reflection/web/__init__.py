"""Web applications: their routes, and what requests to them say."""
