"""Web applications: their routes, and the contents of requests to them."""
