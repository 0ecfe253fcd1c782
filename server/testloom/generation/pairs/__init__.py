"""Tests of what a caller and a callee do together: `integrating` is the walk of such a request."""
