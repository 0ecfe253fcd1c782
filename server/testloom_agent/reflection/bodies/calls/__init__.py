"""The calls in a body: what they call, and what becomes of the results."""
