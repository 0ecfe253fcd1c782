"""Integration tests of a caller and a callee; `integrating` is the walk of such a request."""
